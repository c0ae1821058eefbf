"""Records made to hurt: how each is made, of any size. A maker yields the bytes of a file piece by piece.

`size` is what the maker makes much of: the depth, the digits, the letters, the stickers.
"""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections.abc import Callable, Iterator
from typing import Any

Maker = Callable[[int, random.Random], Iterator[bytes]]

MAKERS: dict[str, tuple[Maker, int]] = {}
"""Every maker by name, with the size of its largest record."""

CARDS: dict[str, Any] = {
    "Bear Cub": {"types": ["Creature"], "subtypes": ["Bear"], "mana_cost": "{1}{G}", "power": "2", "toughness": "2"},
    "Alias": {"types": ["Enchantment"], "subtypes": ["Aura"], "abilities": [
        {"id": "alias", "effects": [{"affects": "attached", "set_name": "Clerk"}]}]},
    "Sphere": {"types": ["Artifact"], "linked": [["take", "give", "exile"], ["pick", "tell", "choose"]], "abilities": [
        {"id": "take", "kind": "triggered", "text": "Exile it with ~."}, {"id": "give", "kind": "triggered"},
        {"id": "pick", "kind": "replacement"}, {"id": "tell", "kind": "triggered"}]},
    "Smith": {"layout": "transform", "faces": [{"types": ["Creature"]}, {"name": "Fang", "types": ["Creature"]}]},
    "Snake": {"types": ["Creature"], "abilities": [
        {"id": "tail", "effects": [{"affects": {"where": {"types": ["Creature"]}}, "grant": ["tail"]}]}]},
}  # fmt: skip


def header(**more: Any) -> bytes:
    """A header with a few cards."""
    return line({"record": "nametrail", "version": 1, "players": ["ana", "ben"], "cards": CARDS, **more})  # fmt: skip


def line(value: Any) -> bytes:
    """A value as a line of a record."""
    return json.dumps(value).encode() + b"\n"


def event(kind: str, /, **fields: Any) -> bytes:
    """An event as a line; `_` behind a field's name is left out."""
    return line({"event": kind, **{key.rstrip("_"): value for key, value in fields.items()}})


def expect(kind: str, /, **fields: Any) -> bytes:
    """An expectation as a line."""
    return line({"expect": kind, **{key.rstrip("_"): value for key, value in fields.items()}})


def added(card: str, definition: str | None = "Bear Cub", **fields: Any) -> bytes:
    """A card that is on the battlefield."""
    return event("card_added", **{"card": card, "definition": definition, "owner": "ana", "zone": "battlefield",
                                  **fields})  # fmt: skip


def start(**more: Any) -> bytes:
    """A header, a bear and a sphere."""
    return header(**more) + added("a") + added("sphere", "Sphere")


NAMED = b"".join(
    (
        expect("name", of="a", is_="Bear Cub"),
        expect("steps", of="a", are=[]),
        expect("characteristic", of="a", which="abilities", is_=[]),
        expect("characteristic", of="a", which="power", is_=2),
    )
)
"""Questions asked at the end, when everything is there."""


def maker(most: int) -> Callable[[Maker], Maker]:
    """Note a maker and the size of its largest record."""

    def noted(made: Maker) -> Maker:
        MAKERS[made.__name__] = (made, most)
        return made

    return noted


def _with(template: bytes, hole: bytes) -> Iterator[bytes]:
    before, _, after = template.partition(b'"@"')
    yield before
    yield hole
    yield after


_PLACES: dict[str, bytes] = {
    "header_field": header(other="@") + added("a") + NAMED,
    "players": b'{"record": "nametrail", "version": 1, "players": "@"}\n' + NAMED,
    "version": b'{"record": "nametrail", "version": "@", "players": ["ana"]}\n' + NAMED,
    "definition": b'{"record": "nametrail", "version": 1, "players": ["ana"], "cards": {"X": "@"}}\n' + NAMED,
    "face": b'{"record": "nametrail", "version": 1, "players": ["ana"], "cards": {"X": {"faces": "@"}}}\n' + NAMED,
    "abilities": b'{"record": "nametrail", "version": 1, "players": ["ana"], "cards": {"X": {"abilities": "@"}}}\n' + NAMED,
    "power": b'{"record": "nametrail", "version": 1, "players": ["ana"], "cards": {"X": {"power": "@"}}}\n' + NAMED,
    "sheets": b'{"record": "nametrail", "version": 1, "players": ["ana"], "sheets": {"ana": "@"}}\n' + NAMED,
    "note_line": start() + line({"note": "@"}) + NAMED,
    "any_line": start() + b'"@"\n' + NAMED,
    "source": start() + event("tapped", object="a", source={"x": "@"}) + NAMED,
    "turn": start() + event("tapped", object="a", turn="@") + NAMED,
    "value": start() + event("chosen", by="sphere:pick", value="@") + expect("value", by="sphere:tell", is_=1),
    "choices": start() + added("b", zone="hand") + event("moved", object="b", to="battlefield", choices="@") + NAMED,
    "choice_value": start() + added("b", "Sphere", zone="hand") + event(
        "moved", object="b", to="battlefield", choices=[{"for": "b", "by": "b:pick", "value": "@"}]) + NAMED,
    "choice_sets": start() + added("b", "Sphere", zone="hand") + event(
        "moved", object="b", to="battlefield", choices=[{"for": "b", "by": "b:pick", "sets": {"power": "@"}}]) + NAMED,
    "position": start() + event("moved", object="a", to="library", position="@") + NAMED,
    "after": start() + event("sticker_placed", sticker="s", on="a", words="Hot", after="@") + NAMED,
    "tickets": start() + event("sticker_placed", sticker="s", on="a", words="Hot", after=0, tickets="@") + NAMED,
    "amount": start() + event("counters_changed", object="a", kind="+1/+1", amount="@") + NAMED,
    "grant": start() + event("effect_began", effect="e", affects=["a"], grant="@") + NAMED,
    "affects": start() + event("effect_began", effect="e", affects="@", set_name="Toad") + NAMED,
    "set_power": start() + event("effect_began", effect="e", affects=["a"], set_power="@") + NAMED,
    "except": start() + event("became_copy", object="a", of="sphere", except_={"grant": "@"}) + NAMED,
    "listed": start() + event("turned_face_down", object="a", as_={"power": "@"}) + NAMED,
    "simultaneous": start() + event("simultaneous", events="@") + NAMED,
    "refused": start() + line({"refuse": "@", "rule": "400.7"}),
    "rules": start() + line({"refuse": {"event": "tapped", "object": "a"}, "rule": "@"}),
    "expected": start() + expect("name", of="a", is_="@") + expect("steps", of="a", are="@"),
    "steps": start() + expect("steps", of="a", are="@") + expect("linked", by="sphere:give", are=[]),
    "linked_are": start() + expect("linked", by="sphere:give", are="@"),
    "asked_of": start() + expect("name", of="@", is_="x"),
    "asked_objects": start() + expect("same_name", objects="@", is_=True),
    "letter": start() + event("sticker_placed", sticker="s", on="a", words="Hot", after=0) + expect(
        "letters", sticker="s", letter="@", is_=0),
}  # fmt: skip
"""Where a record takes a value: `"@"` stands for it."""

_NESTED: dict[str, tuple[bytes, bytes, bytes]] = {
    "lists": (b"[", b"", b"]"),
    "maps": (b'{"a":', b"1", b"}"),
    "events": (b'[{"event":"simultaneous","events":', b"[]", b"}]"),
    "grants": (b'[{"id":"x","effects":[{"affects":"self","grant":', b"[]", b"}]}]"),
    "abilities": (b'[{"id":"x","grants":', b"[]", b"}]"),
    "sets": (b'{"where":', b"{}", b"}"),
    "refusals": (b'{"event":"simultaneous","events":[', b"", b"]}"),
}
"""How a value may be nested: what opens it, what stands within, what closes it."""


def nested(place: str, how: str) -> Maker:
    """Much within much, at one place of a record; closed, or left open."""

    def made(size: int, dice: random.Random) -> Iterator[bytes]:
        opening, within, closing = _NESTED[how]
        left_open = dice.random() < 0.2
        return _with(
            _PLACES[place], opening * size + within + (b"" if left_open else closing * size)
        )

    return made


NUMBERS: dict[str, Callable[[int], bytes]] = {
    "digits": lambda size: b"9" * size,
    "below_zero": lambda size: b"-" + b"9" * size,
    "decimals": lambda size: b"0." + b"3" * size,
    "exponent": lambda size: b"1e" + b"9" * min(size, 400),
    "tiny": lambda size: b"1e-" + b"9" * min(size, 400),
    "leading_zeros": lambda size: b"0" * size + b"1",
    "not_a_number": lambda _size: b"NaN",
    "infinity": lambda _size: b"-Infinity",
    "minus_zero": lambda _size: b"-0",
    "minus_zero_point": lambda _size: b"-0.0",
    "large_float": lambda _size: b"1e308",
    "too_large_float": lambda _size: b"1e400",
    "past_64_bits": lambda _size: b"18446744073709551616",
    "past_63_bits": lambda _size: b"-9223372036854775809",
    "in_words": lambda size: b'"' + b"9" * size + b'"',
}
"""Numbers that are none, or too large, by name."""


def numbered(place: str, which: str) -> Maker:
    """A strange number at one place of a record."""
    return lambda size, _dice: _with(_PLACES[place], NUMBERS[which](size))


TEXTS: dict[str, Callable[[int], bytes]] = {
    "long": lambda size: b"x" * size,
    "words": lambda size: b"ab " * (size // 3),
    "blanks": lambda size: b"_ " * (size // 2),
    "underscores": lambda size: b"_" * size,
    "nul": lambda _size: b"a\0b",
    "nul_escaped": lambda size: b"\\u0000" * size,
    "surrogate": lambda _size: b"a\\ud83d",
    "surrogate_low": lambda _size: b"\\ude00 a",
    "surrogate_raw": lambda _size: b"\xed\xa0\xbd",
    "not_utf8": lambda _size: b"\xff\xfe\xc3(",
    "overlong": lambda _size: b"\xc0\xaf",
    "breaks": lambda size: b"\\n\\r\\u2028" * size,
    "terminal": lambda size: b"\\u001b[2J\\u0007" * size,
    "sides": lambda size: b"\\u202e\\u200f" * size,
    "accents": lambda size: "a\u0301".encode() * size,
    "braces": lambda size: b"{0}{name!r}{x:>999999999}" * size,
    "percent": lambda size: b"%s%n%(x)s" * size,
    "tildes": lambda size: b"~{source}" * size,
    "slashes": lambda size: b"ana/" * size,
    "dots": lambda size: b"a." * size,
    "colons": lambda size: b"a:" * size,
}
"""Texts that trouble those who read them, by name, each as JSON writes it."""


def worded(place: str, which: str) -> Maker:
    """A strange text at one place of a record."""
    return lambda size, _dice: _with(_PLACES[place], b'"' + TEXTS[which](size) + b'"')


for _place in _PLACES:
    for _how in _NESTED:
        MAKERS[f"nested_{_how}_in_{_place}"] = (nested(_place, _how), 100_000)
    for _which in NUMBERS:
        MAKERS[f"number_{_which}_in_{_place}"] = (numbered(_place, _which), 100_000)
    for _which in TEXTS:
        MAKERS[f"text_{_which}_in_{_place}"] = (worded(_place, _which), 100_000)


# --- files ---------------------------------------------------------------------------------------


def _pieces(piece: bytes, size: int) -> Iterator[bytes]:
    many = piece * max(1, min(size, (1 << 20) // len(piece)))
    whole, rest = divmod(size * len(piece), len(many))
    for _ in range(whole):
        yield many
    yield many[:rest]


def _packed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    for piece in pieces:
        yield packer.compress(piece)
    yield packer.flush()


@maker(100_000_000)
def long_line(size: int, dice: random.Random) -> Iterator[bytes]:
    """One line of so many letters."""
    yield start() + b'{"note": "'
    yield from _pieces(dice.choice((b"x", b" ", b"[", b"\\u0041", b"\xff")), size)
    yield b'"}\n' + NAMED


@maker(100_000_000)
def long_first_line(size: int, dice: random.Random) -> Iterator[bytes]:
    """A header that does not end."""
    yield from _pieces(dice.choice((b"\0", b"{", b" ", b'"', b"1")), size)


@maker(8_000_000)
def line_of_many_keys(size: int, dice: random.Random) -> Iterator[bytes]:
    """A line as long as a line may be, full of keys, repeated or not."""
    yield start() + b'{"event": "tapped", "object": "a"'
    if dice.random() < 0.5:
        yield from _pieces(b', "object": "a"', size // 15)
    else:
        yield from (f', "k{number}": 1'.encode() for number in range(size // 16))
    yield b"}\n" + NAMED


@maker(1_000_000_000)
def bomb_of_one_line(size: int, dice: random.Random) -> Iterator[bytes]:
    """A small packed file that is one endless line once unpacked."""
    del dice
    return _packed(_pieces(b"x", size))


@maker(1_000_000_000)
def bomb_of_one_note(size: int, dice: random.Random) -> Iterator[bytes]:
    """A small packed file whose second line does not end."""
    yield gzip.compress(start() + b'{"note": "')
    yield from _packed(_pieces(dice.choice((b"x", b" ", b"\0")), size))


@maker(1_000_000_000)
def bomb_of_many_lines(size: int, dice: random.Random) -> Iterator[bytes]:
    """A small packed file of very many short lines."""
    yield gzip.compress(start())
    piece = dice.choice(
        (b"\n", b'{"note":1}\n', event("tapped", object="a"), b" \n", NAMED, added("b"))
    )
    yield from _packed(_pieces(piece, size // len(piece)))


@maker(1_000_000_000)
def bomb_of_members(size: int, dice: random.Random) -> Iterator[bytes]:
    """Packed files behind one another, some of them empty."""
    piece = dice.choice((b"", b"\n", b'{"note":1}\n' * 90_000))
    packed = gzip.compress(piece)
    yield gzip.compress(start())
    yield from _pieces(packed, max(1, size // max(1000, len(piece))))


@maker(10_000_000)
def bomb_within_a_bomb(size: int, dice: random.Random) -> Iterator[bytes]:
    """A packed file in a packed file."""
    del dice
    return _packed(_packed(_pieces(b"x", size)))


@maker(100_000)
def broken_pack(size: int, dice: random.Random) -> Iterator[bytes]:
    """A packed record that is cut, changed or followed by something else."""
    packed = bytearray(gzip.compress(start() + b"".join(_pieces(b'{"note":1}\n', size)) + NAMED))
    change = dice.randrange(5)
    if change == 0:
        del packed[dice.randrange(len(packed)) :]
    elif change == 1:
        packed[dice.randrange(len(packed))] ^= 1 << dice.randrange(8)
    elif change == 2:
        packed += dice.randbytes(50)
    elif change == 3:
        packed[-8:] = bytes(8)
    else:
        packed = packed[:2] + dice.randbytes(60)
    yield bytes(packed)


@maker(1_000_000)
def strange_file(size: int, dice: random.Random) -> Iterator[bytes]:
    """Files of another kind: zeros, noise, nothing, other encodings, other line ends."""
    good = start() + NAMED
    yield dice.choice((
        b"", b"\n", b"\xef\xbb\xbf", bytes(size), dice.randbytes(size), b"\n" * size, b"\r" * size, b" " * size,
        good.decode().encode("utf-16"), good.decode().encode("utf-16-le"), good.decode().encode("utf-32"),
        good.replace(b"\n", b"\r\n"), good.replace(b"\n", b"\r"), good.replace(b"\n", "\u2028".encode()),
        b"\xef\xbb\xbf" + good, b"\xef\xbb\xbf" * 2 + good, good.replace(b"\n", b"\n\xef\xbb\xbf"), good + bytes(9),
        good.replace(b"\n", b"\0\n"), good.replace(b" ", b"\0"), good.replace(b"a", b"\xe9"), good.rstrip(),
        good.replace(b"\n", b" "), b"[" + good.replace(b"\n", b",") + b"{}]", b"\x1f\x8b", b"\x1f\x8b\x08" + bytes(20),
    ))  # fmt: skip
