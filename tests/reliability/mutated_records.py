"""Records changed at random, always in the same way for the same number: bytes, tokens, values, lines."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

RECORDS = Path(__file__).resolve().parent.parent / "records"

_TOKEN = re.compile(rb'"(?:[^"\\\n]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null|[\[\]{}:,]')

ODD_BYTES = (
    b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b"\n", b'"', b"\\", b"{", b"}", b"[", b"]",
    b"\\ud800", b"\\u0000", b"\xe2\x80\xa8", b"\x1b[31m", b"9" * 40, b"//",
)  # fmt: skip

ODD_TOKENS = (
    b"null", b"true", b"false", b"0", b"-0", b"-1", b"1.5", b"1e400", b"1e308", b"9007199254740993",
    b"NaN", b"Infinity", b"99999999999999999999", b"[]", b"{}", b'""', b'" "', b'"_"', b'"\\ud83d"',
    b'"\\u0000"', b'"\\n"', b'"{name}"', b'"self"', b'"attached"', b'"*"', b"[[]]", b'{"":{}}', b'"' + b"x" * 500 + b'"',
)  # fmt: skip

ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 2**53, -(2**53), 2**63, 1.5, 1e308, "", " ", "_", "__ _", "a\nb", "\0",
    "{0}", "{name}", "~", "{source}", "*", "1+*", "self", "attached", "x" * 300, [], {}, [[]], [None], {"a": 1},
    ["self"], "ana/Goat/1", "fae.1", "fae.2", "fae:a", "fae.1:e1/a", ".", ":", "/", "a.0", "a.99999999999", "\u2028",
    {"where": {}}, {"abilities_of": "fae"}, [{"abilities_of": "fae"}], {"id": "x"}, [{"id": "x"}], "123.6b",
)  # fmt: skip


def corpus() -> list[bytes]:
    """The records of the rules, as they stand in their files."""
    return [path.read_bytes() for path in sorted(RECORDS.glob("*.jsonl"))]


def mutated(records: list[bytes], number: int) -> bytes:
    """One of the records with one to four changes: the same for the same number."""
    dice = random.Random(f"mutated {number}")
    data = dice.choice(records)
    for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 4))):
        data = dice.choice(_LEVELS)(data, records, dice)
    return data


def _bytes(data: bytes, records: list[bytes], dice: random.Random) -> bytes:
    del records
    at = dice.randrange(len(data) + 1)
    end = min(len(data), at + dice.choice((1, 1, 2, 8, 100)))
    change = dice.randrange(6)
    if change == 0 and at < len(data):
        return data[:at] + bytes([data[at] ^ (1 << dice.randrange(8))]) + data[at + 1 :]
    if change == 1:
        return data[:at] + dice.choice(ODD_BYTES) + data[at:]
    if change == 2:
        return data[:at] + data[end:]
    if change == 3:
        return data[:end] + data[at:]
    if change == 4:
        return data[:at]
    return data[:at] + dice.randbytes(end - at) + data[end:]


def _tokens(data: bytes, records: list[bytes], dice: random.Random) -> bytes:
    found = list(_TOKEN.finditer(data))
    if not found:
        return data
    one, other = dice.choice(found), dice.choice(found)
    change = dice.randrange(5)
    if change == 0:
        new = dice.choice(ODD_TOKENS)
    elif change == 1:
        new = other.group()
    elif change == 2:
        new = dice.choice(_TOKEN.findall(dice.choice(records)) or [b""])
    elif change == 3:
        new = b""
    else:
        new = one.group() * 2
    return data[: one.start()] + new + data[one.end() :]


def _lines(data: bytes, records: list[bytes], dice: random.Random) -> bytes:
    lines = data.split(b"\n")
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    change = dice.randrange(7)
    if change == 0:
        del lines[one]
    elif change == 1:
        lines.insert(other, lines[one])
    elif change == 2:
        lines[one], lines[other] = lines[other], lines[one]
    elif change == 3:
        strange = dice.choice(records).split(b"\n")
        lines.insert(max(one, 1), dice.choice(strange))
    elif change == 4:
        lines[one] += lines[other]
    elif change == 5:
        lines[0] = dice.choice(records).split(b"\n")[0]
    else:
        lines = [lines[0], *reversed(lines[1:])]
    return b"\n".join(lines)


def _values(data: bytes, records: list[bytes], dice: random.Random) -> bytes:
    """Another value somewhere in a line that is JSON: still a record to the eye of the parser."""
    lines = data.split(b"\n")
    place = dice.randrange(len(lines))
    try:
        line = json.loads(lines[place])
    except (ValueError, RecursionError):
        return data
    spots = list(_spots(line))
    if not spots:
        return data
    holder, key = dice.choice(spots)
    change = dice.randrange(6)
    if change <= 1:
        holder[key] = dice.choice(ODD_VALUES)
    elif change == 2:
        other_holder, other_key = dice.choice(spots)
        holder[key] = json.loads(json.dumps(other_holder[other_key]))
    elif change == 3:
        holder[key] = [holder[key]] if dice.random() < 0.5 else {"where": holder[key]}
    elif change == 4:
        del holder[key]
    else:
        holder[key] = _strange(records, dice)
    lines[place] = json.dumps(line, ensure_ascii=dice.random() < 0.5).encode(errors="replace")
    return b"\n".join(lines)


def _kin(data: bytes, records: list[bytes], dice: random.Random) -> bytes:
    """Another value of the same kind: what stands under the same key elsewhere, so that more is understood."""
    lines = data.split(b"\n")
    pool = lines if dice.random() < 0.7 else dice.choice(records).split(b"\n")
    place = dice.randrange(min(1, len(lines) - 1), len(lines))
    try:
        line = json.loads(lines[place])
        others = _spots([json.loads(each) for each in pool if each.strip()])
    except (ValueError, RecursionError):
        return data
    spots = [each for each in _spots(line) if isinstance(each[0], dict)]
    if not spots:
        return data
    holder, key = dice.choice(spots)
    values = [each[key] for each, name in others if name == key and isinstance(each, dict)]
    holder[key] = dice.choice(values or [None])
    lines[place] = json.dumps(line).encode()
    return b"\n".join(lines)


def _strange(records: list[bytes], dice: random.Random) -> Any:
    """A value of another record."""
    line = dice.choice(dice.choice(records).split(b"\n"))
    try:
        spots = list(_spots(json.loads(line)))
    except ValueError:
        return None
    holder, key = dice.choice(spots) if spots else ([None], 0)
    return holder[key]


def _spots(value: Any) -> list[tuple[Any, Any]]:
    """Every place within a value: what holds it, and under which key."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        keys: Any = ()
        if isinstance(holder, dict):
            keys = list(holder)
        elif isinstance(holder, list):
            keys = range(len(holder))
        for key in keys:
            found.append((holder, key))
            waiting.append(holder[key])
    return found


_LEVELS: tuple[Callable[[bytes, list[bytes], random.Random], bytes], ...] = (
    _bytes, _tokens, _lines, _lines, _values, _kin, _kin, _kin, _kin,
)  # fmt: skip
