"""`nametrail cards`: the card file in use, what is printed on a card, and which of its abilities are linked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from simulator.commands.options import DEFAULTS, AsJson, Options, group
from simulator.commands.output import say, write_json
from simulator.messages import Translator, translator

app = group(
    "cards",
    "The card file in use (Scryfall, MTGJSON, Arena's own, a list of names), and what it says.",
)


@app.command
def use(file: Path, *, json: AsJson = False, options: Options = DEFAULTS) -> None:
    """Take a card file into use, from now on.

    Args:
        file: Scryfall's bulk data, MTGJSON's AtomicCards.json, Arena's Raw_CardDatabase, or a list of names
    """
    from simulator.cards import use as take

    taken = take(file)
    if json:
        write_json({"file": str(taken.path), "cards": len(taken)})
    else:
        translate = translator(options.lang)
        say(
            translate("{file}: {cards} cards, in use from now on").format(
                file=taken.path, cards=len(taken)
            )
        )


@app.command
def show(name: str, *, json: AsJson = False, options: Options = DEFAULTS) -> None:
    """What is printed on a card: types, abilities with their ids, linked pairs.

    Args:
        name: the card's name, or that of one of its faces
    """
    from simulator.cards import show as printed

    found = printed(name, options.cards)
    if json:
        write_json(found)
        return
    translate = translator(options.lang)
    say((found["name"], "bold"), f"  ({found['from']})")
    definition = found["definition"]
    for face in definition.get("faces") or [definition]:
        _say_face(face)
    for pair in found["linked"]:
        say(pair_in_words(pair, translate))


@app.command
def linked(
    name: str | None = None,
    *,
    all: Annotated[
        bool, Parameter(name="--all", help="every card that has any, a line each")
    ] = False,
    json: AsJson = False,
    options: Options = DEFAULTS,
) -> None:
    """The linked pairs of a card, each with its rule (CR 607.2).

    Args:
        name: the card's name, or that of one of its faces
    """
    from events.errors import RecordError
    from simulator.cards import linked as pairs_of

    translate = translator(options.lang)
    if all:
        _all_linked(options, json=json, translate=translate)
        return
    if name is None:
        raise RecordError("no card is named", advice="name one, or give --all")
    found = pairs_of(name, options.cards)
    if json:
        write_json(found)
        return
    if not found["pairs"]:
        say(translate("{name} has no linked abilities").format(name=found["name"]))
    for pair in found["pairs"]:
        say(pair_in_words(pair, translate))


def _all_linked(options: Options, *, json: bool, translate: Translator) -> None:
    """Every card with linked abilities: a JSON line each, or its pairs in words."""
    from simulator.cards import linked_all
    from simulator.progress import tracked

    for card in tracked(linked_all(options.cards), "reading"):
        if json:
            sys.stdout.write(msgspec.json.encode(card).decode() + "\n")
            continue
        say((card["name"], "bold"))
        for pair in card["pairs"]:
            say("  ", pair_in_words(pair, translate))


def pair_in_words(pair: dict[str, Any], translate: Translator) -> str:
    """A pair in one line: both abilities with their text, the kind, the rule, and whether it is certain."""
    first, second = pair["first"], pair["second"]
    line = f"{first['id']} -> {second['id']}  {pair['kind']} [CR {pair['rule']}]"
    if not pair["certain"]:
        line += translate(" (not certain: {why})").format(why=pair["why"])
    return f"{line}: “{first['text']}” -> “{second['text']}”"


def _say_face(face: dict[str, Any]) -> None:
    """One face, as a card shows it."""
    types = " ".join([*face.get("supertypes", ()), *face.get("types", ())])
    subtypes = " ".join(face.get("subtypes", ()))
    size = f"  {face['power']}/{face['toughness']}" if face.get("power") is not None else ""
    name = f"{face['name']}  " if face.get("name") else ""
    say(
        f"{name}{face.get('mana_cost', '')}  {types}{' - ' + subtypes if subtypes else ''}{size}".strip()
    )
    for ability in face.get("abilities", ()):
        say(f"  {ability['id']}  {ability.get('kind', 'static')}  {ability.get('text', '')}")
