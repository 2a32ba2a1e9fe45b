"""What a computer player knows of each game."""
