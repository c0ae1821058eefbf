"""Writes the parts of the reference that the code knows best: events, commands, errors.

    python docs/generate.py            rewrites those parts of the pages
    python docs/generate.py --check    tells which pages are older than the code

What is generated stands between the lines `<!-- generated -->` and `<!-- end -->` of a page. The build of the
documentation does the same in passing, so that what is published is never stale.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
MARKS = re.compile(r"(<!-- generated -->\n).*?(<!-- end -->)", re.DOTALL)

MEANINGS = {
    "ability": "the ability, as `OBJECT:ID`",
    "abilities": "what an ability sticker gives, where no sheet says it",
    "affects": "what the effect applies to",
    "after": "how many words of the name stand before the sticker's",
    "amount": "how many; less than 0 takes away",
    "as": "the characteristics it has face down, as a face has them",
    "attached_to": "what it enters attached to",
    "by_player": "who puts it there; by default the player whose sheet it is on, else the owner",
    "card": "the recorder's id of a new card",
    "cards": "the cards that meld, by id",
    "choices": "choices made before it enters (CR 614.12a)",
    "chosen": "the card that keeps the stickers, by id",
    "controller": "who controls it; by default the rules' answer",
    "card_name": "the value is the name of a card, and of which",
    "copy_of": "what it is a copy of: an object, or the name of a definition",
    "definition": "what is printed on it, by name",
    "effect": "the recorder's id of the effect",
    "events": "what happened at once",
    "except": "exceptions of the copying (CR 707.9), as an effect has them",
    "exiled_for_cost": "cards exiled to pay for it (CR 607.2q)",
    "face": "the name of a face, half, Adventure or Omen",
    "face_down": "whether it is face down",
    "format": "whose numbers of sheets hold",
    "into": "the permanent it merges with",
    "keeps": "ids of abilities it keeps (CR 707.9a)",
    "kind": "which kind",
    "number": "the turn's number",
    "object": "the object",
    "of": "the original",
    "on": "the object it is put on",
    "on_top": "on top of it, or under it",
    "order": "the cards of a melded or merged permanent, in the order in which they go there",
    "owner": "whose card it is",
    "paid": "abilities whose additional costs were paid",
    "phase": "the phase",
    "player": "the player",
    "position": "its place in a library: 0 (or none) the top, -1 the bottom",
    "power": "what a power and toughness sticker says, where no sheet says it",
    "prototyped": "whether a prototype card is cast so (CR 718.3)",
    "reason": "why",
    "sheets": "the sheets' names",
    "step": "the step",
    "sticker": "the sticker",
    "tapped": "whether it is tapped",
    "tickets": "what the sticker costs, where no sheet says it",
    "to": "where to",
    "total": "the life total afterwards",
    "toughness": "as power",
    "until": "the object whose leaving ends it (CR 610.3)",
    "value": "what was chosen, noted or paid",
    "winner": "who won",
    "with": "the ability whose instruction did it (CR 607.2)",
    "words": "what a name sticker says, where no sheet says it",
    "x": "the value of X",
    "zone": "the zone",
}
OF_EVENT = {
    ("attached", "to"): "what it is attached to; none: unattached",
    ("copy_created", "zone"): "where the copy is made",
    ("counters_changed", "kind"): "the kind of counter; `+1/+1` and `-1/-1` count in layer 7c",
    ("damage_dealt", "to"): "the object that was dealt damage",
    ("melded", "card"): "the recorder's id of the melded permanent",
    ("sticker_moved", "to"): "the object it is put on",
    ("sticker_placed", "kind"): "where no sheet says it; by default `name`",
    ("transformed", "effect"): "what caused it; ending it undoes nothing",
    ("flipped", "effect"): "what caused it; ending it undoes nothing",
    ("turned_face_down", "effect"): "what caused it; ending it undoes nothing",
    ("turned_face_up", "effect"): "what caused it; ending it undoes nothing",
    ("turned_face_up", "copy_of"): "what it is a copy of as it is turned up (CR 708.11)",
}
COMMON = ("turn", "note", "by", "source")
NAMED_TYPES = {
    "Ability": "[ability](record-format.md#abilities)",
    "Choice": "[choice](record-format.md#choices)",
    "Effect": "[effect](record-format.md#effects)",
    "Affected": '`{"where": {...}}`',
    "Where": "map",
    "CardName": "[card name](record-format.md#card-names)",
    "Grant": "[ability](record-format.md#abilities)",
}


def filled(page: str, text: str) -> str:
    """A page's text with its generated part as the code has it now."""
    if page not in GENERATED or MARKS.search(text) is None:
        return text
    made = GENERATED[page]()
    return MARKS.sub(lambda match: f"{match[1]}{made.strip()}\n{match[2]}", text)


def events() -> str:
    """Every kind of event, chapter by chapter: what it says and its fields."""
    import importlib  # noqa: PLC0415 - only this part needs it

    from events.effects import EffectBegan  # noqa: PLC0415 - the pages of others need no events
    from events.kinds import EVENT_KINDS  # noqa: PLC0415 - as above

    chapters: dict[str, list[str]] = {}
    for name, kind in EVENT_KINDS.items():
        chapters.setdefault(kind.__module__, []).append(name)
    lines: list[str] = []
    for module, names in chapters.items():
        doc = (importlib.import_module(module).__doc__ or "").strip().splitlines()[0]
        lines += [f"## {doc.rstrip('.')}", ""]
        for name in names:
            kind = EVENT_KINDS[name]
            lines += [f"### `{name}`", "", *_prose(kind.__doc__ or ""), ""]
            own = [field for field in _fields(kind) if field[0] not in COMMON]
            if kind is EffectBegan:
                own = [field for field in own if field[0] != "continuous"]
            if own:
                lines += ["| field | holds | needed | meaning |", "|---|---|---|---|"]
                lines += [_row(name, *field) for field in own]
                lines.append("")
            if kind is EffectBegan:
                lines += ["and the fields of an [effect](record-format.md#effects).", ""]
    return "\n".join(lines)


def _prose(doc: str) -> list[str]:
    """A docstring as Markdown: Python's trailing underscores are not the record's."""
    text = re.sub(r"`(\w+?)_`", r"`\1`", doc.strip())
    return [line.strip() for line in text.splitlines()]


def _fields(kind: type[msgspec.Struct]) -> Iterator[tuple[str, str, str]]:
    for field in msgspec.structs.fields(kind):
        needed = "yes" if field.required else ""
        if not field.required and field.default not in (None, (), False, msgspec.NODEFAULT):
            needed = f"default `{field.default}`"
        yield field.name.rstrip("_"), _words(field.type), needed


def _row(event: str, name: str, type_: str, needed: str) -> str:
    meaning = OF_EVENT.get((event, name)) or MEANINGS.get(name, "")
    return f"| `{name}` | {type_} | {needed} | {meaning} |"


def _words(type_: Any) -> str:
    """A type in words."""
    origin, arguments = get_origin(type_), get_args(type_)
    if type_ is Any:
        return "any value"
    if origin is Literal and "graveyard" in arguments:
        return "[zone](record-format.md#zones)"
    if origin is Literal:
        return ", ".join(f"`{each}`" for each in arguments)
    if origin in (Union, UnionType):
        parts = [_words(each) for each in arguments if each is not type(None)]
        return " or ".join(dict.fromkeys(parts))
    if origin is tuple:
        return "list of events" if _is_event(arguments[0]) else f"list of {_words(arguments[0])}"
    if origin is dict:
        return "map"
    if hasattr(type_, "__metadata__"):
        return _words(get_args(type_)[0])
    if isinstance(type_, type):
        known = {str: "text", int: "number", bool: "true or false"}
        return known.get(type_) or NAMED_TYPES.get(type_.__name__, type_.__name__)
    return str(type_)


def _is_event(type_: Any) -> bool:
    return len(get_args(type_)) > 10


def commands() -> str:
    """Every command with its options, as `--help` has them."""
    from simulator.cli import application  # noqa: PLC0415 - the pages of others need no commands

    text = application().generate_docs()
    text = text[text.index("\n## nametrail ") :]
    shared = re.compile(r"\*\*Options of every command\*\*:\n\n((?:\* .*\n)+)\n?")
    first = shared.search(text)
    options = first.group(1) if first else ""
    text = shared.sub("", text + "\n")
    text = re.sub(r"^(#+) nametrail (.*)$", r"\1 `nametrail \2`", text, flags=re.MULTILINE)
    text = re.sub(r"\n{3,}", "\n\n", text.strip())
    return f"## Options of every command\n\n{options}\n{text}"


ERRORS = {
    "RecordError": 2,
    "CardFileError": 2,
    "StoreError": 2,
    "NametrailError": 2,
    "NoGame": 2,
    "Damaged": 2,
    "UnknownGame": 2,
    "Conflict": 2,
    "RuleBroken": 1,
}
PLACES = {
    "events": "Records and the store",
    "projections": "The state",
    "simulator/legality": "Rules that an event breaks",
    "simulator/cards": "Card files",
    "simulator/importers": "Recordings of other programs",
    "simulator": "Questions and commands",
}


def errors() -> str:
    """Every message an error can have, by where it comes from."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for package in ("events", "projections", "simulator"):
        for path in sorted((ROOT / package).rglob("*.py")):
            module = path.relative_to(ROOT).as_posix()
            place = next(title for start, title in _by_length() if module.startswith(start))
            for message, rule, class_ in _messages(path):
                found.setdefault(place, {}).setdefault(message, (rule, class_))
    lines: list[str] = []
    for place in PLACES.values():
        lines += [f"## {place}", "", "| message | rule | class | status |", "|---|---|---|---|"]
        for message, (rule, class_) in sorted(found.get(place, {}).items(), key=_by_rule):
            lines.append(f"| {message} | {rule} | `{class_}` | {ERRORS[class_]} |")
        lines.append("")
    return "\n".join(lines)


def _by_length() -> list[tuple[str, str]]:
    return sorted(PLACES.items(), key=lambda each: -len(each[0]))


def _by_rule(entry: tuple[str, tuple[str, str]]) -> tuple[list[int], str]:
    message, (rule, _) = entry
    return [int(each) for each in re.findall(r"\d+", rule)] or [10**6], rule + message


def _messages(path: Path) -> Iterator[tuple[str, str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        template = node.args[0]
        if name not in ERRORS or not isinstance(template, ast.Constant):
            continue
        rule = next((k.value for k in node.keywords if k.arg == "rule"), None)
        advice = next((k.value for k in node.keywords if k.arg == "advice"), None)
        cited = f"{rule.value}" if isinstance(rule, ast.Constant) and rule.value else ""
        told = _cell(str(template.value))
        if isinstance(advice, ast.Constant) and advice.value:
            told += f"; *{_cell(str(advice.value))}*"
        yield told, cited, name


def _cell(text: str) -> str:
    """Text for a table's cell, as it is."""
    return re.sub(r"([|*_<>`\[\]])", r"\\\1", text).replace("\n", " ")


def others() -> str:
    """A table of contents of the pages that the index does not name itself."""
    named = MARKS.sub("", (DOCS / "index.md").read_text(encoding="utf-8")).split()
    pages = sorted(path.stem for path in DOCS.glob("*.md"))
    rest = [page for page in pages if page not in {*named, "index"}]
    lines = ["```{toctree}", ":caption: In depth", ":maxdepth: 1", "", *rest, "```"]
    return "\n".join(lines)


GENERATED: dict[str, Callable[[], str]] = {
    "events.md": events,
    "commands.md": commands,
    "errors.md": errors,
    "index.md": others,
}


def main(arguments: list[str]) -> int:
    """Rewrite the pages, or tell which are stale."""
    stale = 0
    for name in GENERATED:
        page = DOCS / name
        text = page.read_text(encoding="utf-8")
        new = filled(name, text)
        if new == text:
            continue
        stale += 1
        if "--check" in arguments:
            print(f"docs/{name} is older than the code: python docs/generate.py")
        else:
            page.write_text(new, encoding="utf-8")
            print(f"docs/{name} written")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
