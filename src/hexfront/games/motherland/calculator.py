"""Placeholder."""


class Calculator:
    """x"""
