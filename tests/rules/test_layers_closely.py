"""Layers and dependency looked at closely: who decides, what is looked at, and how often (CR 613)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from projections import dependency, statics
from projections.characteristics import Characteristics, characteristics_of
from projections.derived import company
from projections.instances import collect
from tests.rules.table import CARDS, CREATURE, Table

PLAIN = {"types": ["Artifact", "Creature"], "power": "1", "toughness": "1"}
KINDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "types": ({"types": ["Artifact"]}, {"types": ["Enchantment"]}),
    "subtypes": ({**PLAIN, "subtypes": ["Elf"]}, {**PLAIN, "subtypes": ["Goblin"]}),
    "supertypes": ({**PLAIN, "supertypes": ["Snow"]}, {**PLAIN, "supertypes": ["Legendary"]}),
    "colors": ({**PLAIN, "colors": ["R"]}, {**PLAIN, "colors": ["G"]}),
    "controller": (PLAIN, PLAIN),
}
"""Of each characteristic (and control) two values: on one card the one, on another the other."""
KINDS_OF_TEXT = [field for field in KINDS if field != "controller"]
"""What text decides, and what a text that is given in layer 3 may change after it."""


def value_of(one: int, field: str) -> Any:
    return ("ana", "ben")[one] if field == "controller" else KINDS[field][one][field]


def becomes(old: int, field: str, way: str) -> dict[str, Any]:
    """An effect: everything of the one value becomes of the other."""
    asked = {"affects": {"where": {field: value_of(old, field)}}}
    if way == "text":
        return {**asked, "text_of": f"text{1 - old}"}
    if way == "words":
        return {**asked, "replace_words": {value_of(old, field)[0]: value_of(1 - old, field)[0]}}
    verb = "controller" if field == "controller" else f"set_{field}"
    return {**asked, verb: value_of(1 - old, field)}


def read(table: Table, card: str) -> Characteristics:
    return characteristics_of(table.state, table.state.objects[card])


def takes_effect(table: Table, by: str, name: str, effect: dict[str, Any]) -> None:
    """Let an effect begin, or an object come that has it as a static ability."""
    if by == "effect":
        table.takes("effect_began", effect=name, **effect)
        return
    ability = {"id": "rule", "kind": "static", "effects": [effect]}
    table.card(name, f"Rule {name}" if by == "ability" else "Blank", owner="cy", zone="battlefield")
    if by == "text":
        table.takes("effect_began", effect=f"e{name}", affects=[name], add_text=[ability])
    if by == "full text":
        table.takes("effect_began", effect=f"e{name}", affects=[name], text_of=f"of{name}")


@pytest.mark.rule("613.8a", "613.8b")
@pytest.mark.parametrize(
    ("field", "way", "by"),
    [
        *((field, "set", by) for field in KINDS for by in ("effect", "ability")),
        *((field, "text", by) for field in KINDS_OF_TEXT for by in ("effect", "ability")),
        *(("subtypes", "words", by) for by in ("effect", "ability")),
        *((field, "set", by) for field in KINDS_OF_TEXT for by in ("text", "full text")),
    ],
)
def test_613_8b_whether_two_effects_are_a_loop_all_objects_decide(
    field: str, way: str, by: str
) -> None:
    """The older waits for the younger, unless that waits too: for it the other value must be there."""
    first, second = KINDS[field]
    effects = {"old": becomes(1, field, way), "young": becomes(0, field, way)}
    rules = {
        f"Rule {name}": {"types": ["Conspiracy"], "abilities": [
            {"id": "rule", "kind": "static", "effects": [effect]}]}
        for name, effect in effects.items()
    }  # fmt: skip
    cards = {**CARDS, "First": first, "Second": second, "Blank": {"types": ["Conspiracy"]}, **rules}
    table = Table(cards=cards, players=["ana", "ben", "cy"])
    table.card("text0", "First", owner="ana", zone="graveyard")
    table.card("text1", "Second", owner="ben", zone="graveyard")
    for name in effects:
        table.card(f"of{name}", f"Rule {name}", owner="cy", zone="graveyard")
    table.card("x", "First", owner="ana")
    for name, effect in effects.items():
        takes_effect(table, by, name, effect)
    value: Callable[[str], Any] = lambda card: getattr(read(table, card), field)  # noqa: E731
    one, two = (
        each if isinstance(each, str) else tuple(each)
        for each in (value_of(0, field), value_of(1, field))
    )
    assert value("x") == one, "it became the other, and that became the one again"
    table.card("y", "Second", owner="ben")
    assert (value("x"), value("y")) == (two, two), "in timestamp order: all the one, then the other"
    table.takes("exiled", object="y")
    assert value("x") == one


@pytest.mark.rule("613.8a")
@pytest.mark.parametrize("by", ["effect", "ability"])
@pytest.mark.parametrize(
    ("field", "way"), [*((field, "text") for field in KINDS_OF_TEXT), ("subtypes", "words")]
)
def test_613_8a_an_older_effect_waits_for_a_text_that_gives_it_more_to_apply_to(
    field: str, way: str, by: str
) -> None:
    first, second = KINDS[field]
    marked = {"affects": {"where": {field: value_of(1, field)}}, "names": ["Marked"]}
    effects = {"old": marked, "young": becomes(0, field, way)}
    rules = {
        f"Rule {name}": {"types": ["Conspiracy"], "abilities": [
            {"id": "rule", "kind": "static", "effects": [effect]}]}
        for name, effect in effects.items()
    }  # fmt: skip
    table = Table(cards={**CARDS, "First": first, "Second": second, **rules}, players=["ana", "cy"])
    table.card("text1", "Second", zone="graveyard").card("x", "First").card("y", "Second")
    takes_effect(table, by, "old", marked)
    assert [table.name(each) for each in "xy"] == ["First", "Second // Marked"]
    takes_effect(table, by, "young", effects["young"])
    name = "Second" if way == "text" else "First"
    assert [table.name(each) for each in "xy"] == [f"{name} // Marked", "Second // Marked"]


@pytest.mark.rule("613.1f")
def test_613_1f_three_abilities_that_give_one_another_end() -> None:
    def gives(own: str, other: str) -> dict[str, Any]:
        where = {"where": {"types": ["Creature"]}}
        return {
            "id": own,
            "kind": "static",
            "effects": [{"affects": where, "grant": [f"s:{other}"]}],
        }

    ring = [gives("one", "two"), gives("two", "three"), gives("three", "one")]
    table = Table(cards={**CARDS, "Ring": {"types": ["Enchantment"], "abilities": ring}})
    table.card("b").card("s", "Ring")
    assert {each.text.ability.id for each in read(table, "b").abilities} == {"one", "two", "three"}
    table.takes("effect_began", effect="x", affects=["s"], remove_abilities=["two", "three"])
    assert not read(table, "b").abilities, "what `one` gives is not there any more"


@pytest.mark.rule("613.1f")
def test_613_1f_abilities_given_within_one_another_are_given_on() -> None:
    ability: dict[str, Any] = {"id": "hum", "kind": "keyword", "text": "Haste"}
    for depth in range(6):
        effects = [{"affects": {"where": {"types": ["Creature"]}}, "grant": [ability]}]
        ability = {"id": f"a{depth}", "kind": "static", "effects": effects}
    table = Table(cards={**CARDS, "Nest": {"types": ["Enchantment"], "abilities": [ability]}})
    table.card("b").card("n", "Nest")
    assert {each.text.ability.id for each in read(table, "b").abilities} == {
        "a0", "a1", "a2", "a3", "a4", "hum",
    }  # fmt: skip


@pytest.mark.rule("613.1f")
def test_613_1f_two_that_have_all_abilities_of_one_another_end_soon() -> None:
    def all_of(other: str) -> dict[str, Any]:
        effect = {"affects": "self", "grant": [{"abilities_of": other}]}
        abilities = [
            {"id": f"{other}{number}", "kind": "static", "effects": [effect]} for number in range(2)
        ]
        fly = {"id": f"of{other}", "kind": "keyword", "text": "Flying"}
        return {**CREATURE, "abilities": [*abilities, fly]}

    table = Table(cards={**CARDS, "One": all_of("b"), "Two": all_of("a")})
    table.card("a", "One").card("b", "Two")
    for card in "ab":
        abilities = read(table, card).abilities
        assert {"ofa", "ofb"} <= {each.text.ability.id for each in abilities}
        assert len(abilities) < 200


def trials(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The layers in which an effect is applied on trial from now on."""
    tried: list[str] = []
    real: Callable[..., Any] = dependency._after

    def counted(state: Any, world: Any, other: Any, layer: str) -> Any:
        tried.append(layer)
        return real(state, world, other, layer)

    monkeypatch.setattr(dependency, "_after", counted)
    return tried


@pytest.mark.parametrize(
    ("layer", "effect", "other"),
    [
        ("4", {"add_types": ["Artifact"]}, {"types": ["Creature"]}),
        ("5", {"add_colors": ["G"]}, {"colors": ["W"]}),
    ],
)
def test_equal_effects_are_tried_against_each_other_once(
    monkeypatch: pytest.MonkeyPatch, layer: str, effect: dict[str, Any], other: dict[str, Any]
) -> None:
    def tried(many: int) -> list[str]:
        table = Table(cards={**CARDS, "White One": {**CREATURE, "colors": ["W"]}})
        table.card("b", "White One")
        for number in range(many):
            table.takes("effect_began", effect=f"e{number}", affects={"where": other}, **effect)
        found = trials(monkeypatch)
        read(table, "b")
        monkeypatch.undo()
        return found

    assert set(tried(4)) == {layer}
    assert len(tried(12)) <= 12, "not each against each"


@pytest.mark.parametrize(
    "effect",
    [
        {"affects": {"where": {"colors": ["G"]}}, "add_types": ["Artifact"]},
        {"affects": {"where": {"types": ["Creature"]}}, "add_colors": ["G"]},
        {"affects": {"where": {"types": ["Creature"]}}, "names": ["Horde"], "add_colors": ["G"]},
        {"affects": {"where": {"controller": "ana"}}, "add_types": ["Artifact"]},
        {"affects": {"where": {"types": ["Creature"]}}, "controller": "ben"},
        {"affects": {"where": {"types": ["Creature"]}}, "grant": [{"id": "a", "kind": "keyword"}]},
        {"affects": ["b"], "add_types": ["Artifact"], "remove_abilities": True},
        {"affects": ["b"], "replace_words": {"red": "blue"}, "add_types": ["Artifact"]},
    ],
    ids=str,
)
def test_what_no_other_effect_of_its_layer_can_change_is_not_tried(
    monkeypatch: pytest.MonkeyPatch, effect: dict[str, Any]
) -> None:
    table = Table().card("b").card("c")
    for number in range(3):
        table.takes("effect_began", effect=f"e{number}", **effect)
    table.takes("sticker_placed", sticker="s", on="b", words="Big", after=0)
    tried = trials(monkeypatch)
    read(table, "b")
    words = "replace_words" in effect
    assert set(tried) == ({"3"} if words else set()), "words may give one another theirs"


def test_what_an_object_does_to_itself_alone_brings_nobody_along() -> None:
    own = [{"affects": "self", "add_types": ["Creature"]}, {"affects": "self", "set_colors": ["R"]},
           {"affects": {"where": {"types": ["Creature"]}}, "add_power": 1}]  # fmt: skip
    painter = [{"affects": {"where": {"types": ["Creature"]}}, "add_colors": ["G"]}]
    cards = {
        name: {
            "types": ["Enchantment"],
            "abilities": [{"id": "it", "kind": "static", "effects": effects}],
        }
        for name, effects in {"Own": own, "Painter": painter}.items()
    }
    table = Table(cards={**CARDS, **cards}).card("b0").card("b1").card("o", "Own")
    assert set(company(table.state, ("b0",), text_only=False)) == {"b0", "o"}
    table.card("p", "Painter")
    assert set(company(table.state, ("b0",), text_only=False)) == {"b0", "o", "p"}
    assert set(company(table.state, ("b0",), text_only=True)) == {"b0"}


def test_only_what_gives_spells_abilities_is_asked_as_spells_are_cast() -> None:
    def giving(zone: str) -> dict[str, Any]:
        where = {"where": {"types": ["Creature"], "zone": zone}}
        gift = {"id": "run", "kind": "keyword", "text": "Haste"}
        effects = [{"affects": where, "grant": [gift]}]
        return {
            "types": ["Enchantment"],
            "abilities": [{"id": "it", "kind": "static", "effects": effects}],
        }

    cards = {**CARDS, "Here": giving("battlefield"), "There": giving("stack")}
    table = Table(cards=cards).card("h", "Here")
    assert not table.state.for_spells
    assert list(table.card("t", "There").state.for_spells) == ["t"]


def test_how_far_the_abilities_of_a_card_reach_is_found_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    real: Callable[..., Any] = statics._reach_of

    def counted(abilities: Any) -> Any:
        asked.append(len(abilities))
        return real(abilities)

    monkeypatch.setattr(statics, "_reach_of", counted)
    cards = {
        f"Kind {number}": {"types": ["Enchantment"], "abilities": [{"id": "it", "kind": "static"}]}
        for number in range(9)
    }
    table = Table(cards={**CARDS, **cards})
    for number in range(5):
        table.card(f"a{number}", "Kind 0").card(f"b{number}", "Kind 1").card(f"c{number}")
    assert asked == [1, 1]
    monkeypatch.setattr(statics, "MOST_KNOWN", 3)
    for number in range(9):
        table.card(f"d{number}", f"Kind {number}")
        assert len(table.state.reaches) <= 4, "what is kept does not grow with the cards seen"


def test_what_has_no_effects_brings_no_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[str] = []

    def counted(state: Any, world: Any) -> Any:
        collected.append("look")
        return collect(state, world)

    monkeypatch.setattr("projections.layers.collect", counted)
    table = Table().card("b")
    read(table, "b")
    before = len(collected)
    for number in range(9):
        given = [{"id": f"k{number}", "kind": "keyword", "text": "Haste"}]
        table.takes("effect_began", effect=f"e{number}", affects=["b"], grant=given)
        table.takes("effect_began", effect=f"t{number}", affects=["b"], add_text=given)
    collected.clear()
    read(table, "b")
    assert len(collected) == before + 2, (
        "one more in each of the two layers, to see that none is left"
    )
