"""Tests of The Last War."""
