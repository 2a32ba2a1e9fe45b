"""Every test run knows the marker `rule` and checks that the cases it names exist."""

pytest_plugins = ["hexfront.testing.plugin"]
