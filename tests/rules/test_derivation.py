"""Why an object has its name: the first step's reasons, what is unknown, what stickers were remembered."""

from __future__ import annotations

from typing import Any

import pytest

from projections.names import (
    Derivation,
    copiable_names,
    derive,
    face_rules,
    is_name_unknown,
    names_of,
)
from tests.rules.table import CARDS, Table

MORE: dict[str, Any] = {
    **CARDS,
    "Wear // Tear": {"layout": "fuse", "faces": [
        {"name": "Wear", "types": ["Instant"]}, {"name": "Tear", "types": ["Instant"]}]},
    "Newt": {"layout": "preparation", "faces": [
        {"name": "Newt", "types": ["Creature"]}, {"name": "Jump", "types": ["Instant"]}]},
    "Husk": {"layout": "transform", "faces": [
        {"name": "Husk", "types": ["Creature"]}, {"name": "", "types": ["Creature"]}]},
}  # fmt: skip


@pytest.fixture
def table() -> Table:
    return Table(cards=MORE)


def derived(table: Table, card: str) -> Derivation:
    return derive(table.state, table.state.objects[card])


def why(table: Table, card: str) -> tuple[str, ...]:
    rules = face_rules(table.state.objects[card])
    step = derived(table, card).steps[0]
    assert step.rule == "707.2"
    assert step.detail["why"] == list(rules)
    assert set(rules) <= set(derived(table, card).rules)
    return rules


def cast(table: Table, card: str, name: str, **fields: Any) -> Table:
    return table.card(card, name, zone="hand").takes("spell_cast", object=card, **fields)


@pytest.mark.rule("715.3b")
@pytest.mark.rule("715.4")
@pytest.mark.rule("720.3b")
@pytest.mark.rule("720.4")
def test_715_720_an_adventure_or_omen_shows_its_frame_on_the_stack_alone(table: Table) -> None:
    cast(table, "a", "Fae", face="Granted")
    cast(table, "b", "Fae")
    cast(table, "c", "Drake", face="Sign")
    table.card("d", "Drake").card("e", "Fae", zone="graveyard")
    assert [why(table, card) for card in "abcde"] == [
        ("715.3b",), ("715.4",), ("720.3b",), ("720.4",), ("715.4",),
    ]  # fmt: skip


@pytest.mark.rule("709.3b")
@pytest.mark.rule("709.4d")
@pytest.mark.rule("709.5")
def test_709_a_split_object_shows_one_half_both_or_those_unlocked(table: Table) -> None:
    cast(table, "a", "Fire // Ice", face="Ice")
    cast(table, "b", "Wear // Tear", face=["Wear", "Tear"])
    cast(table, "c", "Wear // Tear", face="Wear")
    table.card("d", "Fire // Ice", zone="graveyard").card("e", "Attic // Cellar")
    table.card("f", "Attic // Cellar", zone="hand")
    assert [why(table, card) for card in "abcdef"] == [
        ("709.3b",), ("709.4d",), ("709.3b",), ("709.4",), ("709.5",), ("709.4",),
    ]  # fmt: skip


@pytest.mark.rule("712.8a")
@pytest.mark.rule("712.8c")
@pytest.mark.rule("712.8d")
@pytest.mark.rule("712.8e")
@pytest.mark.rule("712.8f")
def test_712_8_a_double_faced_object_shows_the_face_that_is_up(table: Table) -> None:
    table.card("a", "Smith", zone="exile").card("b", "Smith").card("c", "Smith")
    table.takes("transformed", object="c")
    cast(table, "d", "Smith")
    cast(table, "e", "Seal", face="Seal")
    table.card("f", "Seal", face="Seal Island").card("g", "Seal", zone="hand")
    assert [why(table, card) for card in "abcdefg"] == [
        ("712.8a",), ("712.8d",), ("712.8e",), ("712.8c",), ("712.8f",), ("712.8f",), ("712.8a",),
    ]  # fmt: skip


@pytest.mark.rule("712.8b")
@pytest.mark.rule("712.8g")
def test_712_8_meld_cards_have_their_front_and_the_pair_its_combined_face(table: Table) -> None:
    cast(table, "a", "Left Rat")
    table.card("b", "Left Rat", zone="graveyard").card("l", "Left Rat").card("r", "Right Rat")
    table.takes("melded", card="host", cards=["l", "r"], definition="Rat Host", controller="ana")
    assert [why(table, card) for card in ("a", "b", "host")] == [
        ("712.8b",),
        ("712.8a",),
        ("712.8g",),
    ]


@pytest.mark.rule("710.2")
@pytest.mark.rule("718.3b")
@pytest.mark.rule("718.4")
@pytest.mark.rule("722.4")
def test_710_718_722_flip_prototype_and_preparation_say_which_set_they_show(table: Table) -> None:
    table.card("a", "Ronin").card("b", "Golem").card("d", "Aviator").card("e").card("f", "Newt")
    cast(table, "c", "Golem", prototyped=True)
    assert [why(table, card) for card in "abcdef"] == [
        ("710.2",), ("718.4",), ("718.3b",), ("722.4",), (), ("722.4",),
    ]  # fmt: skip


@pytest.mark.rule("708.2a")
@pytest.mark.rule("406.3a")
def test_708_2_face_down_is_said_with_its_rule(table: Table) -> None:
    table.card("a", face_down=True).card("b", zone="exile", face_down=True)
    cast(table, "c", "Bear Cub", face_down=True)
    assert [why(table, card) for card in "abc"] == [
        ("708.2a", "708.2"),
        ("406.3a",),
        ("708.2a", "708.2"),
    ]
    assert derived(table, "a").steps[0].detail == {"why": ["708.2a", "708.2"], "face_down": True}
    assert derived(table, "a").names == ()


@pytest.mark.rule("707.3")
@pytest.mark.rule("730.2a")
def test_707_3_a_copy_says_what_of_and_when(table: Table) -> None:
    table.card("a", "Smith").card("b").card("c")
    table.takes("became_copy", object="a", of="b", effect="e")
    step = derived(table, "a").steps[0]
    assert step.detail == {"why": ["707.3"], "copy": "copy", "of": "b.1"}
    assert (step.names, step.event) == (("Bear Cub",), 4)
    assert step.timestamp > table.state.objects["c"].timestamp
    table.takes("became_copy", object="c", of="Smith", effect="f")
    assert "of" not in derived(table, "c").steps[0].detail
    table.takes("token_created", card="t", controller="ana", copy_of="b")
    assert derived(table, "t").steps[0].detail == {"why": [], "of": "b.1"}
    cast(table, "m", "Smith").takes("merged", object="m", into="b", on_top=True)
    assert derived(table, "b").steps[0].detail == {
        "why": ["730.2a", "712.8d"], "copy": "merged_on_top", "of": "m.2"}  # fmt: skip


def test_the_first_step_is_of_the_event_that_turned_the_object_or_brought_it(table: Table) -> None:
    table.card("a", "Smith").card("b", "Smith").takes("transformed", object="b")
    first, second = derived(table, "a").steps[0], derived(table, "b").steps[0]
    assert (first.event, first.timestamp) == (1, table.state.objects["a"].timestamp)
    assert (second.event, second.names) == (3, ("Fang",))
    assert first.detail == {"why": ["712.8d"]}


@pytest.mark.rule("612.8")
@pytest.mark.rule("612.6")
def test_612_8_a_name_that_is_set_is_known_and_a_word_added_is_not_enough(table: Table) -> None:
    for card in "abcd":
        table.card(card, None)
    table.card("bear")
    table.takes("effect_began", effect="e", affects=["a"], set_name="Clerk")
    table.takes("effect_began", effect="f", affects=["b"], text_of="bear")
    table.takes("effect_began", effect="g", affects=["c"], names=["Clerk"])
    unknown = [is_name_unknown(table.state, table.state.objects[card]) for card in "abcd"]
    assert unknown == [False, False, True, True]
    assert [derived(table, card).unknown for card in "abcd"] == unknown
    assert not derived(table, "bear").unknown
    table.takes("effect_began", effect="h", affects=["bear"], names=["Clerk"])
    assert not derived(table, "bear").unknown


@pytest.mark.rule("201.2a")
def test_201_2a_no_name_is_no_name_through_every_reader(table: Table) -> None:
    table.card("n", "Husk").card("m", "Husk")
    table.takes("transformed", object="n").takes("transformed", object="m")
    table.takes("effect_began", effect="e", affects=["n"], replace_words={"red": "blue"})
    for card in "nm":
        assert names_of(table.state, table.state.objects[card]) == ()
        assert copiable_names(table.state.objects[card]) == ()
        found = derived(table, card)
        assert (found.names, found.copiable_names, found.steps[0].names) == ((), (), ())
    table.takes("effect_began", effect="f", affects=["n"], names=["Legion"])
    assert derived(table, "n").steps[1].names == derived(table, "n").names == ("Legion",)


@pytest.mark.rule("612.7")
def test_612_7_an_effect_on_objects_of_a_kind_gives_them_names(table: Table) -> None:
    table.card("a").card("b", "Calm Isle")
    table.takes(
        "effect_began", effect="e", affects={"where": {"types": ["Creature"]}}, names=["Legion"]
    )
    assert [table.name(card) for card in "ab"] == ["Bear Cub // Legion", "Calm Isle"]
    step = derived(table, "a").steps[1]
    assert (step.rule, step.event, step.detail) == ("612.7", 3, {"by": "e"})
    table.takes("sticker_placed", sticker="s", on="b", words="Big", after=1)
    step = derived(table, "b").steps[1]
    assert (step.rule, step.detail) == (
        "123.6b", {"by": "s", "sticker": "s", "words": "Big", "after": 1})  # fmt: skip
    table.takes("effect_began", effect="f", affects=["b"], set_name="Own")
    assert derived(table, "b").steps[2].detail == {"by": "f", "name": "Own"}
    table.takes("effect_began", effect="g", affects=["b"], text_of="a")
    step = derived(table, "b").steps[3]
    assert (step.rule, step.names, step.detail) == (
        "612.6",
        ("Bear Cub",),
        {"by": "g", "of": "a.1"},
    )


@pytest.mark.rule("123.5")
@pytest.mark.rule("400.7m")
def test_123_5_what_stickers_went_through_is_told_from_where_they_were_placed(table: Table) -> None:
    table.card("a")
    table.takes("moved", object="a", to="graveyard")
    assert derived(table, "a").remembered == ()
    table.takes("sticker_placed", sticker="s", on="a", words="Big", after=0)
    assert derived(table, "a").remembered == ()
    assert "123.5" not in derived(table, "a").rules
    table.takes("moved", object="a", to="exile").takes("moved", object="a", to="battlefield")
    told = [(each.before, each.after, each.position) for each in derived(table, "a").remembered]
    assert told == [("a.2", "a.3", 4), ("a.3", "a.4", 5)]
    table.takes("sticker_placed", sticker="t", on="a", words="Old", after=0)
    assert len(derived(table, "a").remembered) == 2
    table.takes("moved", object="a", to="graveyard")
    assert [each.before for each in derived(table, "a").remembered] == ["a.2", "a.3", "a.4"]
    table.takes("sticker_removed", sticker="s")
    left = [(each.before, each.after) for each in derived(table, "a").remembered]
    assert left == [("a.4", "a.5")]
    assert {
        "123.5",
        "400.7m",
        "613.1c",
        "123.6",
        "123.6c",
        "612.9",
        "613.7",
        "123.6b",
        "707.2",
    } <= set(derived(table, "a").rules)


@pytest.mark.rule("123.5")
def test_123_5_what_an_earlier_sticker_went_through_is_not_the_later_one_s_past(
    table: Table,
) -> None:
    table.card("a").takes("sticker_placed", sticker="s", on="a", words="Big", after=0)
    table.takes("moved", object="a", to="exile").takes("sticker_removed", sticker="s")
    table.takes("sticker_placed", sticker="t", on="a", words="Old", after=0)
    assert derived(table, "a").remembered == ()


@pytest.mark.rule("613.1c")
@pytest.mark.rule("123.6")
def test_613_1c_the_reasons_name_the_layer_and_the_stickers_that_have_words(table: Table) -> None:
    table.card("a").card("b").card("c")
    table.takes("effect_began", effect="e", affects=["a"], set_name="Own")
    assert "613.1c" in derived(table, "a").rules
    assert "123.6" not in derived(table, "a").rules
    table.takes("sticker_placed", sticker="s", on="b", words="Big", after=0)
    table.takes("sticker_placed", sticker="t", on="b", kind="art")
    table.takes("sticker_placed", sticker="u", on="c", kind="art")
    assert {"613.1c", "123.6", "123.6c"} <= set(derived(table, "b").rules)
    assert derived(table, "c").rules == ("707.2",)


@pytest.mark.rule("123.5a")
@pytest.mark.rule("123.5b")
def test_123_5a_melding_and_merging_are_among_the_reasons(table: Table) -> None:
    table.card("l", "Left Rat", zone="graveyard").card("r", "Right Rat")
    table.takes("sticker_placed", sticker="s", on="l", words="Big", after=0)
    table.takes("moved", object="l", to="battlefield")
    table.takes("melded", card="host", cards=["l", "r"], definition="Rat Host", controller="ana")
    assert table.name("host") == "Big Rat Host"
    rules = set(derived(table, "host").rules)
    assert "123.5a" in rules
    assert "123.5b" not in rules
    cast(table, "m", "Smith")
    table.takes("sticker_placed", sticker="t", on="m", words="Old", after=0)
    table.card("b").takes("merged", object="m", into="b", on_top=False)
    assert table.name("b") == "Old Bear Cub"
    rules = set(derived(table, "b").rules)
    assert "123.5b" in rules
    assert "123.5a" not in rules


@pytest.mark.rule("715.3c")
def test_715_3c_is_told_of_copies_that_are_an_adventure_and_of_nothing_else(table: Table) -> None:
    def told(card: str) -> set[str]:
        return set(derive(table.state, table.state.objects[card]).rules)

    for card, face in (("f", "Granted"), ("g", "Fae")):
        table.card(card, "Fae", zone="hand").takes("spell_cast", object=card, face=face)
    for card, of in (("cf", "f"), ("cg", "g")):
        table.takes("copy_created", card=card, of=of, controller="ana")
    table.card("e", "Fae", zone="exile")
    table.takes("copy_created", card="ce", of="e", controller="ana", zone="exile")
    table.takes("spell_cast", object="ce", face="Granted")
    assert {"715.3b", "715.3c"} <= told("cf")
    for card in ("f", "g", "cg", "e", "ce"):
        assert "715.3c" not in told(card), card
    assert "715.3b" in told("ce")
    assert "715.4" in told("cg")
