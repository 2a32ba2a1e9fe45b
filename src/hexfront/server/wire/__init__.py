"""What goes over the wire: requests, replies, refusals, and the schema of them all."""
