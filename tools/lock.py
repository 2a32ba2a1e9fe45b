"""Resolve the project's dependencies into hashed requirement files, one for each purpose.

requirements/run.txt    what a player needs
requirements/dev.txt    what the tests and checks need besides
requirements/postgres.txt  what a server on PostgreSQL needs besides
requirements/atlas.txt  what building the maps needs besides
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def compile_to(name: str, wanted: list[str], constraints: list[str]) -> None:
    """Pin `wanted` and all they need, with hashes, in `requirements/<name>.txt`."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "wanted.in"
        source.write_text("\n".join(wanted) + "\n")
        command = [
            sys.executable,
            "-m",
            "uv",
            "pip",
            "compile",
            str(source),
            "--generate-hashes",
            "--universal",
        ]
        command += ["--python-version", "3.11", "--no-header", "--no-annotate", "--no-emit-index-url", "-q"]
        for other in constraints:
            command += ["-c", str(ROOT / "requirements" / f"{other}.txt")]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
    (ROOT / "requirements" / f"{name}.txt").write_text(done.stdout)
    print(f"requirements/{name}.txt: {done.stdout.count('==')} packages")


def main() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project, extras = data["project"], data["project"]["optional-dependencies"]
    (ROOT / "requirements").mkdir(exist_ok=True)
    compile_to("run", project["dependencies"], [])
    compile_to("dev", data["dependency-groups"]["dev"] + extras["learn"] + extras["postgres"], ["run"])
    compile_to("postgres", extras["postgres"], ["run", "dev"])
    compile_to("atlas", extras["atlas"], ["run", "dev"])


if __name__ == "__main__":
    main()
