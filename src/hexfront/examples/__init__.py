"""Worked examples: complete small games that show how a rules module is written."""
