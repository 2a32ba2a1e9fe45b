"""Matches as people handle them: begin, sit down, fork, hand in and take away."""
