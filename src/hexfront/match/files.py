"""Files of Hexfront: JSON with a format line and a checksum, written all or nothing, refused in one
sentence."""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path
from typing import Any

import msgspec

from hexfront.kernel import BadSave
from hexfront.match.dice import canonical


def checksum(document: dict[str, Any]) -> str:
    """The hash of everything in a document except its checksum."""
    return hashlib.sha256(canonical({k: v for k, v in document.items() if k != "checksum"})).hexdigest()


def seal(document: dict[str, Any]) -> bytes:
    """A document as readable JSON, one field or list entry per line, with its checksum."""
    plain = msgspec.json.decode(msgspec.json.encode(document))
    plain["checksum"] = checksum(plain)
    fields = []
    for name, value in plain.items():
        key = msgspec.json.encode(name).decode()
        if isinstance(value, list) and value:
            items = ",\n  ".join(msgspec.json.encode(each).decode() for each in value)
            fields.append(f"{key}: [\n  {items}\n]")
        else:
            fields.append(f"{key}: {msgspec.json.encode(value).decode()}")
    return ("{\n" + ",\n".join(fields) + "\n}\n").encode()


def unseal(data: bytes | str, kind: str, version: int, what: str) -> dict[str, Any]:
    """The document in a file of format `kind/version`, or a `BadSave` that says in a sentence what is
    wrong."""
    raw = data.encode() if isinstance(data, str) else data
    ours = f'"hexfront-{kind}/'.encode() in raw[:200]
    try:
        document = msgspec.json.decode(raw)
    except RecursionError:
        raise BadSave(f"This is not a {what} of Hexfront: it is nested too deeply.") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        if ours:
            raise BadSave(f"This {what} is cut off or damaged: fetch or copy the file again.") from None
        raise BadSave(f"This is not a {what} of Hexfront.") from None
    if not isinstance(document, dict):
        raise BadSave(f"This is not a {what} of Hexfront.")
    found = document.get("format")
    if not isinstance(found, str) or not found.startswith("hexfront-"):
        raise BadSave(f"This is not a {what} of Hexfront.")
    name, _, number = found.partition("/")
    if name != f"hexfront-{kind}":
        raise BadSave(f"This is a file of another kind ({found}), not a {what}.")
    if number != str(version):
        if number.isascii() and number.isdigit() and len(number) < 9 and int(number) > version:
            raise BadSave(
                f"This {what} was written by a newer Hexfront (format {number}, this one reads {version}): "
                "update Hexfront to open it."
            )
        raise BadSave(f"This {what} has an unknown format, {found}.")
    try:
        sound = document.get("checksum") == checksum(document)
    except (RecursionError, ValueError):
        sound = False
    if not sound:
        raise BadSave(
            f"This {what} was changed after it was written: its contents do not match its checksum."
        )
    return document


def write_file(path: Path | str, data: bytes) -> None:
    """Write a file all or nothing: whatever goes wrong, the file that was there is still whole."""
    path = Path(path)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.replace(beside, path)
    except OSError as e:
        beside.unlink(missing_ok=True)
        raise BadSave(f"{path} cannot be written: {e.strerror}.") from e


def read_file(path: Path | str) -> bytes:
    """The bytes of a file, or a `BadSave` that says why not."""
    try:
        return Path(path).read_bytes()
    except OSError as e:
        raise BadSave(f"{path} cannot be read: {e.strerror}.") from e
