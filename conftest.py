"""Every test run knows the marker `rule` and checks that the cases it names exist. How long an example takes proves nothing."""

from hypothesis import settings

pytest_plugins = ["hexfront.testing.plugin"]

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
