"""What a computer knows of each game."""
