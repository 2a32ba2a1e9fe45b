"""House rules that no linter knows: what may stand in the repository, and that the papers are in order."""

from __future__ import annotations

import io
import re
import subprocess
import tokenize
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXT = {
    ".py",
    ".md",
    ".toml",
    ".txt",
    ".json",
    ".ts",
    ".svelte",
    ".js",
    ".css",
    ".html",
    ".cfg",
    ".ini",
    ".yml",
    ".sh",
}


def tracked() -> list[Path]:
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split("\n")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed if name and (ROOT / name).is_file()]


def texts() -> list[tuple[Path, str]]:
    files = [p for p in tracked() if p.suffix in TEXT or p.name in ("Makefile", ".npmrc", "run")]
    return [(p, p.read_text(encoding="utf-8")) for p in files]


def test_no_package_registry_is_named() -> None:
    hosts = re.compile(
        "|".join(["pypi" + r"\.org", "pythonhosted" + r"\.org", "registry\\." + "npmjs", "deb\\." + "debian"])
    )
    named = [str(path.relative_to(ROOT)) for path, text in texts() if hosts.search(text)]
    assert named == []


def test_files_stay_small() -> None:
    large = {str(p.relative_to(ROOT)): p.stat().st_size for p in tracked() if p.stat().st_size > 2_000_000}
    assert large == {}


def test_source_files_stay_readable() -> None:
    long = {
        str(path.relative_to(ROOT)): text.count("\n")
        for path, text in texts()
        if path.suffix in (".py", ".ts", ".svelte")
        and "src" in path.parts
        and path.name != "schema.ts"  # generated from the server's schema
        and text.count("\n") > 700
    }
    assert long == {}


def test_links_between_documents_lead_somewhere() -> None:
    broken = []
    for path, text in texts():
        if path.suffix != ".md":
            continue
        prose = re.sub(r"```.*?```", "", text, flags=re.S)
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", prose):
            if (
                "://" not in target
                and not target.startswith("mailto:")
                and not (path.parent / target).exists()
            ):
                broken.append(f"{path.relative_to(ROOT)} -> {target}")
    assert broken == []


def test_tests_that_documents_name_exist() -> None:
    there = {
        name
        for path, text in texts()
        if path.suffix == ".py"
        for name in [path.stem, *re.findall(r"^(?:async )?def (test_\w+)", text, flags=re.M)]
    }
    named = {
        (path.name, name)
        for path, text in texts()
        if path.suffix == ".md" and path.parent != ROOT
        for name in re.findall(r"`(test_\w+)`", text)
    }
    assert named
    assert [each for each in sorted(named) if each[1] not in there] == []


def test_every_pinned_package_has_a_hash() -> None:
    for path in sorted((ROOT / "requirements").glob("*.txt")):
        text = path.read_text()
        pins = re.findall(r"^[a-zA-Z0-9_.\[\]-]+==\S+", text, flags=re.M)
        assert pins, path
        blocks = re.split(r"^(?=[a-zA-Z0-9_.\[\]-]+==)", text, flags=re.M)[1:]
        assert all("--hash=sha256:" in block for block in blocks), path


def test_what_the_project_asks_for_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pinned = {
        name.lower().replace("_", "-")
        for name in re.findall(
            r"^([a-zA-Z0-9_.-]+)(?:\[[^\]]*\])?==", (ROOT / "requirements/run.txt").read_text(), flags=re.M
        )
    }
    wanted = {re.split(r"[\[<>=~! ]", each)[0].lower() for each in project["dependencies"]}
    assert wanted <= pinned


def test_the_driver_of_postgresql_is_pinned_as_the_tests_use_it() -> None:
    """A club that runs on PostgreSQL gets the driver that was tried, not the newest there is."""
    extra, dev = ((ROOT / "requirements" / f"{name}.txt").read_text() for name in ("postgres", "dev"))
    pins = re.findall(r"^psycopg(?:-binary)?==\S+", extra, flags=re.M)
    assert len(pins) == 2
    assert set(pins) <= set(re.findall(r"^psycopg(?:-binary)?==\S+", dev, flags=re.M))


def test_one_word_is_one_class() -> None:
    """Words that stood for several things once: whoever reads one of them knows which class is meant."""
    found: dict[str, list[str]] = {}
    for path, text in texts():
        if path.suffix == ".py" and "src" in path.parts:
            for name in re.findall(r"^class (Plan|Odds|Ground|Line|Ask|Record)\b", text, flags=re.M):
                found.setdefault(name, []).append(str(path.relative_to(ROOT / "src" / "hexfront")))
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_no_case_is_cited_where_it_breaks_a_line() -> None:
    """A case stands in a docstring, or above its statement, or behind a statement of one line."""
    broken = []
    for path, text in texts():
        if path.suffix != ".py" or "src" not in path.parts or not re.search("# [Cc]ase", text):
            continue
        begins = 0  # the line a statement begins in, 0 between statements
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NEWLINE:
                begins = 0
            elif token.type == tokenize.COMMENT:
                trails = begins and token.line[: token.start[1]].strip()
                if trails and token.start[0] > begins and re.match(r"# [Cc]ases? \d", token.string):
                    broken.append(f"{path.relative_to(ROOT)}:{token.start[0]}")
            elif not begins and token.type in (tokenize.NAME, tokenize.OP):
                begins = token.start[0]
    assert broken == []
