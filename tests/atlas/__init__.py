"""Checks of the built maps: they read the committed map files and the gazetteer, never the data packages."""
