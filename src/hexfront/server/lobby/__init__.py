"""What people do with matches: begin, sit down, fork, import and export."""
