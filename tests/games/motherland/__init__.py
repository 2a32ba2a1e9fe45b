"""For the Motherland!: every case, each by a test that fails without it."""
