"""A PostgreSQL for the tests, installed where that can be done."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess

from hexfront.server.load import postgres
from hexfront.server.load.postgres import Cluster, Unavailable, fresh

__all__ = ["Cluster", "Unavailable", "fresh", "install"]


def install() -> None:
    """Install PostgreSQL if it is not there and we may."""
    if postgres._programs() is not None:
        return
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "timeout": 300}
        with contextlib.suppress(subprocess.SubprocessError):
            subprocess.run(["apt-get", "-qq", "update"], check=True, **quiet)  # type: ignore[call-overload]
            subprocess.run(  # type: ignore[call-overload]
                ["apt-get", "-qq", "install", "-y", "--no-install-recommends", "postgresql"],
                check=True,
                **quiet,
            )
