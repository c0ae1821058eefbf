"""Games made to hurt: records that can be read, and that ask for very much of everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain
from typing import Any

from tests.reliability.hostile_makers import (
    CARDS,
    MAKERS,
    NAMED,
    added,
    event,
    expect,
    header,
    line,
    maker,
    start,
)

__all__ = ["MAKERS"]


def _began(effect: str, affects: Any = ("a",), **fields: Any) -> bytes:
    return event("effect_began", effect=effect, affects=affects, **fields)


@maker(1_000_000)
def stickers_on_one_object(size: int, dice: random.Random) -> Iterator[bytes]:
    """Stickers upon stickers."""
    kind = dice.choice(("name", "ability", "power_toughness", "art"))
    fields: dict[str, dict[str, Any]] = {
        "name": {"words": "Hot", "after": 0},
        "ability": {"abilities": [{"id": "x"}]},
        "power_toughness": {"power": 1, "toughness": 1},
        "art": {},
    }
    more = fields[kind]
    yield start()
    for number in range(size):
        yield event("sticker_placed", sticker=f"s{number}", on="a", kind=kind, **more)
    yield NAMED


@maker(100_000)
def stickers_placed_again_and_again(size: int, dice: random.Random) -> Iterator[bytes]:
    """One sticker, placed or moved from one object to another without end."""
    moved = dice.random() < 0.5
    yield start() + added("b") + event("sticker_placed", sticker="s", on="a", words="Hot", after=0)
    for number in range(size):
        to = "ba"[number % 2]
        yield (
            event("sticker_moved", sticker="s", to=to)
            if moved
            else event("sticker_placed", sticker="s", on=to, words="Hot", after=0)
        )
    yield NAMED


@maker(1_000_000)
def sticker_of_many_words(size: int, dice: random.Random) -> Iterator[bytes]:
    """A sticker with very many words on it, and a name that offers as many places."""
    words = dice.choice(("a " * size, "_ " * size, "a" * size, " " * size))
    yield start() + event(
        "sticker_placed", sticker="s", on="a", words=words, after=dice.choice((0, 1, size))
    )
    yield event(
        "sticker_placed",
        sticker="t",
        on="a",
        words="Hot",
        after=dice.choice((0, 1, size, -1, 2**53)),
    )
    yield (
        NAMED
        + expect("unique_vowels", sticker="s", is_=1)
        + expect("letters", sticker="s", letter="", is_=1)
    )


@maker(1_000_000)
def name_of_many_words(size: int, dice: random.Random) -> Iterator[bytes]:
    """A card whose name has very many words, with all its places asked for."""
    name = dice.choice(("ab ", "_ ", " ", "a _ ", "// ", "\u00a0")) * size
    yield start(cards={**CARDS, name: {"types": ["Creature"]}}) + added("b", name)
    yield event("sticker_placed", sticker="s", on="b", words="Hot", after=size // 2)
    yield expect("positions", on="b", words="Dog", are=[]) + expect("name", of="b", is_=name)
    yield (
        expect("steps", of="b", are=[])
        + _began("e", ["b"], names=[name])
        + expect("reads", ability="b:x", is_="")
    )


@maker(100_000)
def effects_on_one_object(size: int, dice: random.Random) -> Iterator[bytes]:
    """Effects upon effects, of one kind or of all."""
    kinds: list[dict[str, Any]] = [
        {"set_name": "Toad"}, {"names": ["Toad", "Frog"]}, {"replace_words": {"bear": "toad"}}, {"text_of": "sphere"},
        {"exchange_text_with": "sphere"}, {"add_text": [{"id": "x"}]}, {"add_types": ["Artifact"]},
        {"set_subtypes": ["Island"]}, {"set_colors": ["U"]}, {"grant": [{"id": "x"}]}, {"grant": ["sphere:take"]},
        {"grant": [{"abilities_of": "a"}]}, {"remove_abilities": True}, {"set_power": 3}, {"add_power": 1},
        {"switch": True}, {"controller": "ben"},
    ]  # fmt: skip
    chosen = [dice.choice(kinds)] if dice.random() < 0.7 else kinds
    yield start()
    for number in range(size):
        yield _began(f"e{number}", **chosen[number % len(chosen)])
    yield NAMED


@maker(10_000)
def effects_on_groups(size: int, dice: random.Random) -> Iterator[bytes]:
    """Effects on all objects that are so, each changing what the others ask for."""
    where = dice.choice(
        (
            {"types": ["Creature"]},
            {"subtypes": ["Bear"]},
            {"colors": ["G"]},
            {"zone": "battlefield"},
        )
    )
    kinds: list[dict[str, Any]] = [
        {"add_types": ["Artifact"]}, {"remove_types": ["Creature"]}, {"add_subtypes": ["Bear"]},
        {"replace_words": {"bear": "toad"}}, {"replace_words": {"toad": "bear"}}, {"set_colors": ["U"]},
        {"grant": [{"abilities_of": "a"}]}, {"remove_abilities": True}, {"controller": "ben"}, {"text_of": "a"},
        {"add_text": [{"id": "x"}]}, {"grant": [{"id": "x", "effects": [
            {"affects": {"where": where}, "grant": [{"id": "y"}]}]}]},
    ]  # fmt: skip
    chosen = [dice.choice(kinds) for _ in range(dice.choice((1, 3, 6)))]
    yield start()
    for number in range(min(size, 50)):
        yield added(f"b{number}")
    for number in range(size):
        yield _began(f"e{number}", {"where": where}, **chosen[number % len(chosen)])
    yield NAMED


@maker(1000)
def effects_on_many_objects(size: int, dice: random.Random) -> Iterator[bytes]:
    """A group of very many objects, and effects on it."""
    yield start() + b"".join(added(f"b{number}") for number in range(size))
    for number in range(min(size, 100)):
        yield _began(f"e{number}", {"where": {"types": ["Creature"]}}, **dice.choice((
            {"add_power": 1}, {"grant": [{"id": "x"}]}, {"replace_words": {"bear": "toad"}}, {"add_types": ["Land"]},
        )))  # fmt: skip
    yield NAMED


@maker(10_000)
def static_abilities(size: int, dice: random.Random) -> Iterator[bytes]:
    """Very many permanents whose abilities change one another."""
    effects: list[dict[str, Any]] = [
        {"affects": {"where": {"types": ["Creature"]}}, "grant": ["tail"]},
        {"affects": {"where": {"types": ["Creature"]}}, "remove_abilities": True},
        {"affects": {"where": {"subtypes": ["Bear"]}}, "add_subtypes": ["Toad"]},
        {"affects": {"where": {"types": ["Creature"]}}, "replace_words": {"bear": "toad"}},
        {"affects": "self", "grant": ["tail", {"abilities_of": "a"}]},
        {"affects": {"where": {}}, "text_of": "a"},
    ]
    abilities = [{"id": "tail", "effects": dice.sample(effects, dice.choice((1, 2, 6)))}]
    yield start(
        cards={
            **CARDS,
            "Hydra": {"types": ["Creature"], "subtypes": ["Bear"], "abilities": abilities},
        }
    )
    for number in range(size):
        yield added(f"h{number}", "Hydra")
    yield NAMED + expect("characteristic", of="h0", which="abilities", is_=[])


@maker(100_000)
def long_lists_in_one_effect(size: int, dice: random.Random) -> Iterator[bytes]:
    """One effect with very many names, words, types, abilities, objects."""
    yield start() + _began("e", **dice.choice((
        {"names": [f"Toad {number}" for number in range(size)]}, {"names": ["Toad"] * size},
        {"replace_words": {f"w{number}": "toad" for number in range(size)}}, {"set_name": "Toad " * size},
        {"replace_words": {"bear": "bear " * size}}, {"replace_words": {"(a+)+$": "x", "a|b": "\\1", "": "y"}},
        {"add_types": [f"T{number}" for number in range(size)]}, {"set_colors": ["R"] * size},
        {"grant": [{"id": f"x{number}"} for number in range(size)]}, {"grant": ["a:x"] * size},
        {"grant": [{"abilities_of": "sphere"}] * size}, {"remove_abilities": ["x"] * size},
        {"add_text": [{"id": f"x{number}"} for number in range(size)]}, {"affects": ["a"] * size, "set_name": "T"},
        {"affects": {"where": {"types": ["Creature"] * size}}, "add_power": 1}, {"affects": ["a"] * size, "grant": [{"id": "x"}]},
        {"grant": [{"id": "x", "grants": [{"id": f"y{number}"} for number in range(size)]}]},
        {"grant": [{"id": "x", "effects": [{"affects": "self", "add_power": 1}] * size}]},
        {"grant": [{"id": "x", "text": "(a+)+$ ~ {source} " * size}]},
    )))  # fmt: skip
    yield NAMED + _began("f", replace_words={"a": "b c", "bear": "x y z"}) + NAMED


@maker(1000)
def words_that_grow(size: int, dice: random.Random) -> Iterator[bytes]:
    """Words replaced by more of themselves, again and again, in a text that is long already."""
    abilities = [{"id": "x", "text": "bear " * size}]
    yield start(
        cards={
            **CARDS,
            "Poem": {"types": ["Creature"], "subtypes": ["bear"], "abilities": abilities},
        }
    )
    yield added("b", "Poem")
    for number in range(size):
        old, new = dice.choice((("bear", "bear bear"), ("bear", "toad"), ("toad", "bear")))
        yield _began(f"e{number}", ["b"], replace_words={old: new})
    yield (
        NAMED
        + expect("reads", ability="b:x", is_="")
        + expect("characteristic", of="b", which="subtypes", is_=[])
    )


@maker(100_000)
def text_of_one_another(size: int, dice: random.Random) -> Iterator[bytes]:
    """Full texts and exchanges of texts in circles."""
    field = dice.choice(("text_of", "exchange_text_with"))
    cards = [f"b{number}" for number in range(min(max(size // 100, 2), 60))]
    yield start() + b"".join(
        added(card, dice.choice(("Bear Cub", "Sphere", "Snake"))) for card in cards
    )
    for number in range(size):
        one, other = cards[number % len(cards)], cards[(number + 1) % len(cards)]
        yield _began(f"e{number}", [one], **{field: dice.choice((other, one, dice.choice(cards)))})
    yield NAMED + expect("steps", of="b0", are=[])


@maker(100_000)
def copies(size: int, dice: random.Random) -> Iterator[bytes]:
    """Copies of copies: effects, tokens, and two permanents that copy each other."""
    how = dice.randrange(4)
    yield start() + added("b", "Snake")
    for number in range(size):
        if how == 0:
            yield event("became_copy", object="a", of="sphere", effect=f"c{number}")
        elif how == 1:
            yield event(
                "became_copy",
                object="ab"[number % 2],
                of="ba"[number % 2],
                except_={"grant": [{"id": f"x{number}"}]},
            )
        elif how == 2:
            yield event("token_created", card=f"t{number}", controller="ana", copy_of="a" if number == 0 else f"t{number - 1}",
                        except_={"grant": [{"id": f"x{number}"}]})  # fmt: skip
        else:
            yield event("became_copy", object="a", of="a", keeps=["x"] * 100)
    yield NAMED


@maker(100_000)
def counters(size: int, dice: random.Random) -> Iterator[bytes]:
    """Counters of very many kinds, or very many of one."""
    many = dice.random() < 0.5
    yield start()
    for number in range(size):
        kind = f"k{number}" if many else dice.choice(("+1/+1", "-1/-1", "flying"))
        yield event(
            "counters_changed", object="a", kind=kind, amount=dice.choice((1, 2**53, -(2**53)))
        )
    yield NAMED + expect("characteristic", of="a", which="counters", is_={})


@maker(100_000)
def zone_changes(size: int, dice: random.Random) -> Iterator[bytes]:
    """One card that is object after object, with a sticker that comes along."""
    zones = dice.choice(
        (
            ("graveyard", "battlefield"),
            ("hand", "battlefield"),
            ("exile", "exile"),
            ("library", "hand"),
        )
    )
    yield start() + event("sticker_placed", sticker="s", on="a", words="Hot", after=0)
    for number in range(size):
        yield event(
            "moved",
            object="a",
            to=zones[number % 2],
            position=dice.choice((0, -1, 2**53, -(2**53), 1)),
        )
    yield NAMED + expect("finds", from_="a.1", is_=None)


@maker(2000)
def questions_of_the_past(size: int, dice: random.Random) -> Iterator[bytes]:
    """Very many objects of the past, and a question about each."""
    yield start()
    for number in range(size):
        yield event("moved", object="a", to=("graveyard", "battlefield")[number % 2])
    for number in range(size):
        past = f"a.{dice.randrange(size) + 1 if dice.random() < 0.9 else size + number + 2}"
        yield expect(dice.choice(("name", "zone")), of=past, is_=None)


@maker(100_000)
def linked_objects(size: int, dice: random.Random) -> Iterator[bytes]:
    """One ability that exiled very many cards, chose very much, or was put on the stack very often."""
    how = dice.randrange(4)
    yield start()
    for number in range(size):
        if how == 0:
            yield added(f"b{number}") + event("exiled", object=f"b{number}", with_="sphere:take")
        elif how == 1:
            yield event(
                "chosen", by="sphere:pick", value=dice.choice((number, "x" * 100, None, [number]))
            )
        elif how == 2:
            yield event(
                "ability_put_on_stack", card=f"s{number}", ability="sphere:take", controller="ana"
            )
        else:
            yield event("noted", by="sphere:pick", value={"x": number}) + event(
                "cost_paid", by="sphere:pick"
            )
    yield (
        expect("linked", by="sphere:give", are=[])
        + expect("value", by="sphere:tell", is_=1)
        + NAMED
    )


@maker(10_000)
def attached_in_circles(size: int, dice: random.Random) -> Iterator[bytes]:
    """Auras on Auras on Auras, and round again."""
    count = min(size, 1500)
    yield start() + b"".join(added(f"b{number}", "Alias") for number in range(count))
    for number in range(size):
        to = (
            f"b{(number + 1) % count}"
            if dice.random() < 0.7
            else dice.choice(("a", f"b{number % count}"))
        )
        yield event("attached", object=f"b{number % count}", to=to)
    yield NAMED + expect("name", of="b0", is_="Clerk")


@maker(10_000)
def merged_into_one(size: int, dice: random.Random) -> Iterator[bytes]:
    """A pile of cards that is one permanent, or two merging with each other."""
    yield start()
    for number in range(size):
        card = f"m{number}"
        yield added(card, dice.choice(("Bear Cub", "Snake")), zone="hand") + event(
            "spell_cast", object=card
        )
        yield event(
            "merged", object=card, into=dice.choice(("a", "a", card)), on_top=dice.random() < 0.5
        )
    yield (
        NAMED + event("moved", object="a", to="graveyard") + expect("finds", from_="m0.2", is_=None)
    )


@maker(100_000)
def one_event_of_long_lists(size: int, dice: random.Random) -> Iterator[bytes]:
    """One event with a list of very many."""
    choice = {"for": "b", "by": "b:pick"}
    yield start(sheets={"ana": {"Goat": [{"words": "Cosmic"}]}}) + added("b", "Sphere", zone="hand")
    yield dice.choice((
        event("moved", object="b", to="battlefield", choices=[{**choice, "value": 1}] * size),
        event("moved", object="b", to="battlefield", choices=[{**choice, "moves": ["a"] * size, "to": "exile"}]),
        event("moved", object="b", to="battlefield", choices=[{**choice, "copy_of": "a"}] * size),
        event("moved", object="b", to="battlefield", choices=[{**choice, "sets": {"power": "5"}}] * size),
        event("moved", object="b", to="battlefield", choices=[
            {**choice, "top_of_library": "ana", "count": count, "to": "exile"} for count in (2**53, -1, 10**9)]),
        event("spell_cast", object="b", paid=["x"] * size), event("spell_cast", object="b", exiled_for_cost=["a"] * size),
        event("spell_cast", object="b", face=["Sphere"] * size), event("spell_cast", object="b", x=2**53),
        event("melded", card="m", cards=["a"] * size, definition="Bear Cub", controller="ana"),
        event("melded", card="m", cards=[f"c{n}" for n in range(size)], definition="Bear Cub", controller="ana"),
        event("became_copy", object="a", of="sphere", keeps=[f"k{n}" for n in range(size)]),
        event("sheets_chosen", player="ana", sheets=["Goat"] * size, format="limited"),
        event("simultaneous", events=[{"event": "tapped", "object": "a"}] * size),
        event("simultaneous", events=[{"event": "moved", "object": "a", "to": "exile"}] * size),
        event("simultaneous", events=[{"event": "card_added", "card": f"c{n}", "owner": "ana", "zone": "battlefield",
                                       "definition": "Snake"} for n in range(size)]),
        event("simultaneous", events=[{"event": "sticker_placed", "sticker": f"s{n}", "on": "a", "words": "x",
                                       "after": 0} for n in range(size)]),
        event("simultaneous", events=[{"event": "effect_began", "effect": f"e{n}", "affects": ["a"],
                                       "names": ["x"]} for n in range(size)]),
        event("simultaneous", events=[{"event": "became_copy", "object": "a", "of": "sphere"}] * size),
        event("simultaneous", events=[{"event": "counters_changed", "object": "a", "kind": f"{n}", "amount": 1}
                                      for n in range(size)]),
        event("sticker_placed", sticker="s", on="a", kind="ability", abilities=[{"id": f"x{n}"} for n in range(size)]),
        event("turned_face_down", object="a", as_={"types": ["Creature"] * size}),
        event("token_created", card="t", controller="ana", copy_of="a", except_={"names": ["x"] * size}),
        line({"event": "tapped", "object": "a", **{f"k{n}": 1 for n in range(size)}}),
    ))  # fmt: skip
    yield NAMED + expect("name", of="b", is_="Sphere") + event("moved", object="b", to="graveyard")


@maker(100_000)
def one_question_of_long_lists(size: int, dice: random.Random) -> Iterator[bytes]:
    """One expectation with a list of very many."""
    yield start() + b"".join(added(f"b{number}") for number in range(min(size, 2000)))
    names = [f"b{number % 2000}" for number in range(size)]
    yield dice.choice((
        expect("same_name", objects=names, is_=True), expect("different_names", objects=names, is_=True),
        expect("name_differs", of="a", from_=names, is_=True), expect("name", of="a", is_=names),
        expect("linked", by="sphere:give", are=names), expect("derivation_cites", of="a", rules=names),
        expect("steps", of="a", are=[["707.2", "x"]] * size), expect("stickers", on="a", are=names),
        expect("letters", sticker=names, letter="x", is_=1), expect("characteristic", of="a", which="types", is_=names),
        line({"refuse": {"event": "tapped", "object": "a"}, "rule": names}),
    ))  # fmt: skip
    yield NAMED


@maker(100_000)
def large_definitions(size: int, dice: random.Random) -> Iterator[bytes]:
    """A card with very many faces, abilities, pairs, types or symbols, which becomes many things."""
    ids = [f"x{number}" for number in range(size)]
    card: dict[str, Any] = dice.choice((
        {"layout": dice.choice(("split", "transform", "normal", "adventure")), "faces": [{"types": ["Creature"]}] * size},
        {"layout": "split", "faces": [{"name": f"F{n}", "types": ["Enchantment"], "subtypes": ["Room"]} for n in range(size)]},
        {"types": ["Creature"], "abilities": [{"id": each} for each in ids]}, {"types": [f"T{n}" for n in range(size)]},
        {"types": ["Creature"], "abilities": [{"id": each, "effects": [{"affects": "self", "add_power": 1}]} for each in ids]},
        {"types": ["Creature"], "abilities": [{"id": "x", "grants": [{"id": each} for each in ids]}]},
        {"types": ["Creature"], "abilities": [{"id": "x"}, {"id": "y"}], "linked": [["x", "y", "exile"]] * size},
        {"types": ["Creature"], "abilities": [{"id": each} for each in ids], "linked": [[e, "x0", "choose"] for e in ids]},
        {"types": ["Creature"], "mana_cost": "{W}" * size}, {"types": ["Creature"], "mana_cost": "{" * size},
        {"types": ["Creature"], "mana_cost": "{" + "9" * size + "}"}, {"types": ["Creature"], "colors": ["R"] * size},
        {"types": ["Creature"], "interchangeable": ids}, {"types": ["Creature"], "power": "1" + "+*" * (size % 40)},
        {"types": ["Creature"], "abilities": [{"id": "x", "effects": [
            {"affects": {"where": {"types": ["Creature"]}}, "grant": [{"id": each} for each in ids]}]}]},
    ))  # fmt: skip
    yield start(cards={**CARDS, "Large": card}) + added("b", "Large") + added("c", "Large")
    yield event("became_copy", object="a", of="b") + event(
        "token_created", card="t", controller="ana", copy_of="b"
    )
    yield (
        _began("e", text_of="b")
        + _began("f", grant=[{"abilities_of": "b"}])
        + _began("g", grant=["b:x"])
    )
    yield (
        NAMED
        + expect("name", of="b", is_="Large")
        + expect("characteristic", of="b", which="mana_value", is_=0)
    )
    yield event("chosen", by="b:x", value=1) + expect("value", by="b:x0", is_=1)
    yield event("moved", object="b", to="graveyard") + NAMED


@maker(1_000_000)
def large_headers(size: int, dice: random.Random) -> Iterator[bytes]:
    """Very many players, sheets, cards or fields of the recorder's own."""
    names = [f"p{number}" for number in range(size)]
    goat = [{"words": "Cosmic", "tickets": 1}]
    yield dice.choice((
        header(players=["ana", "ben", *names]), header(players=["ana"] * size), header(sheets={"ana": names}),
        header(sheets={"ana": dict.fromkeys(names[:200_000], goat)}), header(sheets={"ana": {"Goat": goat * size}}),
        header(sheets={name: {} for name in names}), header(cards={name: {} for name in names[:200_000]}),
        header(players=["ana", "ben", *names], sheets={name: {"Goat": goat} for name in names}),
        header(**dict.fromkeys(names, 1)), header(players=["ana", "ben", "x" * size]),
    ))  # fmt: skip
    yield (
        added("a")
        + event("turn_began", player="ben")
        + event("tickets_changed", player="ana", amount=9)
    )
    yield expect("available", player="ana", are=[]) + NAMED


@maker(100_000)
def large_libraries(size: int, dice: random.Random) -> Iterator[bytes]:
    """Libraries of very many cards, each put somewhere, shuffled, looked at."""
    yield start()
    for number in range(size):
        yield added(
            f"b{number}",
            zone="library",
            position=dice.choice((0, -1, number // 2, 2**53, -(2**53))),
        )
    yield event("shuffled", player="ana") + NAMED
    yield from (
        event("moved", object=f"b{number}", to="graveyard") for number in range(min(size, 1000))
    )


@maker(100_000)
def circles_in_definitions(size: int, dice: random.Random) -> Iterator[bytes]:
    """Cards whose abilities give themselves, each other, or what others have."""
    grants: list[Any] = ["x", "b:x", "b:c:x", {"abilities_of": "b"}, {"abilities_of": "c"}, {"id": "x"},
                         {"id": "y", "effects": [{"affects": "self", "grant": ["y", "x"]}]},
                         {"id": "z", "effects": [{"affects": {"where": {}}, "grant": [{"abilities_of": "b"}]}]}]  # fmt: skip
    effect = {"affects": dice.choice(("self", "attached", {"where": {"types": ["Creature"]}}, ["b", "c"])),
              dice.choice(("grant", "add_text")): dice.sample(grants, dice.randrange(1, 8))}  # fmt: skip
    card = {
        "types": ["Creature"],
        "abilities": [{"id": "x", "effects": [effect, {"affects": "self", "text_of": "c"}]}],
    }
    yield start(cards={**CARDS, "Ring": card}) + added("b", "Ring") + added("c", "Ring")
    yield event("attached", object="b", to="c") + event("attached", object="c", to="b")
    for number in range(min(size, 300)):
        yield dice.choice((
            _began(f"e{number}", ["b"], grant=[{"abilities_of": "c"}]), _began(f"e{number}", ["c"], grant=["b:x"]),
            _began(f"e{number}", ["b", "c"], text_of="c"), _began(f"e{number}", {"where": {}}, grant=["b:x"]),
            event("became_copy", object="b", of="c", keeps=["x"]), added(f"r{number}", "Ring"),
            event("moved", object="c", to="exile", with_="b:x"), event("moved", object="c", to="battlefield"),
        ))  # fmt: skip
    yield (
        NAMED
        + expect("reads", ability="b:x", is_="")
        + expect("characteristic", of="b", which="abilities", is_=[])
    )


@maker(10_000)
def anything_at_all(size: int, dice: random.Random) -> Iterator[bytes]:
    """A long game of events that fit together by chance only."""
    cards = ["a", "b", "c", "sphere", "t"]
    zones = ["battlefield", "graveyard", "exile", "hand", "stack", "library", "command"]

    def one(number: int) -> bytes:
        some, other = dice.choice(cards), dice.choice(cards)
        return dice.choice((
            lambda: event("moved", object=some, to=dice.choice(zones)), lambda: event("transformed", object=some),
            lambda: event("became_copy", object=some, of=other, effect=f"c{number}"),
            lambda: event("sticker_placed", sticker=f"s{number % 50}", on=some, words="Hot Dog", after=0),
            lambda: _began(f"e{number}", [some], **dice.choice((
                {"text_of": other}, {"exchange_text_with": other}, {"grant": [{"abilities_of": other}]}))),
            lambda: event("effect_ended", effect=f"e{dice.randrange(number + 1)}"),
            lambda: event("attached", object=some, to=other), lambda: event("exiled", object=some, with_="sphere:take"),
            lambda: event("token_created", card=f"t{number}", controller="ben", copy_of=other),
            lambda: event("turned_face_down", object=some), lambda: event("phased_out", object=some),
            lambda: event("spell_cast", object=some), lambda: event("spell_resolved", object=some),
            lambda: event("merged", object=some, into=other, on_top=True), lambda: expect("name", of=some, is_="x"),
        ))()  # fmt: skip

    yield start() + added("b", "Snake") + added("c", "Smith") + added("t", "Alias")
    yield from (one(number) for number in chain(range(size)))
    yield NAMED
