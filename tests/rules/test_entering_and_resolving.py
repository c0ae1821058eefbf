"""What becomes of spells and abilities on the stack, and of what is put onto the battlefield (CR 608, 614, 730)."""

from __future__ import annotations

from typing import Any

import pytest

from events.errors import RecordError
from events.forms import event_from_map
from projections.characteristics import characteristics_of
from projections.fold import apply
from projections.identity import look_back
from projections.names import derive
from tests.rules.table import CARDS, CREATURE, Table

ANTHEM = [{"id": "all", "kind": "static", "effects": [
    {"affects": {"where": {"types": ["Creature"]}}, "add_power": 1}]}]  # fmt: skip
MORE: dict[str, Any] = {
    **CARDS,
    "Choir": {**CREATURE, "abilities": ANTHEM},
    "Typeless": {"types": []},
    "Copier": {**CREATURE, "linked": [["eat", "spit", "exile"]], "abilities": [
        {"id": "copy", "kind": "replacement", "text": "~ may enter as a copy of a creature."},
        {"id": "eat", "kind": "replacement", "text": "As ~ enters, exile cards."},
        {"id": "spit", "kind": "activated", "text": "Return one."}]},
}  # fmt: skip


@pytest.fixture
def table() -> Table:
    return Table(cards=MORE)


def power(table: Table, card: str) -> object:
    return characteristics_of(table.state, table.state.objects[card]).power


def cast(table: Table, card: str, name: str, **fields: Any) -> Table:
    return table.card(card, name, zone="hand").takes("spell_cast", object=card, **fields)


@pytest.mark.rule("720.3d")
@pytest.mark.rule("715.3d")
def test_720_3d_only_an_omen_that_resolves_shuffles_the_library(table: Table) -> None:
    shuffled = table.state.shuffled
    table.card("x", zone="library")
    cast(table, "a", "Fae", face="Granted").takes("spell_resolved", object="a")
    cast(table, "b", "Ember Bolt").takes("spell_resolved", object="b")
    cast(table, "c", "Bear Cub").takes("spell_resolved", object="c")
    cast(table, "d", "Ember Bolt").takes("spell_resolved", object="d", to="library")
    cast(table, "e", "Drake").takes("spell_resolved", object="e")
    assert [table.state.objects[card].zone for card in "abcde"] == [
        "exile", "graveyard", "battlefield", "library", "battlefield",
    ]  # fmt: skip
    assert shuffled == set()
    cast(table, "f", "Drake", face="Sign").takes("spell_resolved", object="f")
    assert table.state.objects["f"].zone == "library"
    assert shuffled == {"ana"}


@pytest.mark.rule("708.4")
@pytest.mark.rule("715.3d")
def test_708_4_a_face_down_spell_enters_whatever_card_it_is(table: Table) -> None:
    cast(table, "a", "Fae", face_down=True).takes("spell_resolved", object="a")
    assert (table.state.objects["a"].zone, table.name("a")) == ("battlefield", "")


def test_of_a_card_known_by_name_alone_nothing_says_it_is_no_permanent() -> None:
    plain = Table(cards=CARDS, plain=True)
    cast(plain, "a", "Some Card Or Other").takes("spell_resolved", object="a")
    cast(plain, "b", "Ember Bolt").takes("spell_resolved", object="b")
    plain.card("c", None, zone="hand").takes("spell_cast", object="c")
    plain.takes("spell_resolved", object="c")
    assert [plain.state.objects[card].zone for card in "ab"] == ["battlefield", "graveyard"]
    assert plain.state.objects["c"].zone == "graveyard"


@pytest.mark.rule("113.7a")
def test_113_7a_an_ability_is_an_object_of_its_controller_with_a_source(table: Table) -> None:
    table.card("n", "Net").takes(
        "ability_put_on_stack", card="s", ability="n:take", controller="ben"
    )
    on_stack = table.state.objects["s"]
    assert (on_stack.reference, on_stack.controller, on_stack.owner) == ("s.1", "ben", "ben")
    assert (on_stack.zone, on_stack.kind, on_stack.ability_source) == ("stack", "ability", "n.1")
    assert on_stack.timestamp > table.state.objects["n"].timestamp
    assert characteristics_of(table.state, on_stack).controller == "ben"
    table.takes("copy_created", card="c", of="s", controller="ana")
    copy = table.state.objects["c"]
    assert (copy.kind, copy.ability_source, copy.controller) == ("ability", "n.1", "ana")
    assert copy.timestamp > on_stack.timestamp
    table.takes("moved", object="n", to="hand").takes("ability_resolved", object="s")
    for zone in ("battlefield", "graveyard", "exile"):
        table.takes("moved", object="n", to=zone)
    assert look_back(table.state, "n.1") is not None
    table.takes("ability_resolved", object="c")
    assert look_back(table.state, "n.1") is None


@pytest.mark.rule("707.10")
def test_707_10_only_what_is_on_the_stack_can_resolve_as_an_ability(table: Table) -> None:
    table.card("b")
    with pytest.raises(RecordError):
        apply(table.state, event_from_map({"event": "ability_resolved", "object": "b"}))


@pytest.mark.rule("730.2d")
@pytest.mark.parametrize("on_top", [True, False])
@pytest.mark.parametrize("below", ["token", "card"])
def test_730_2d_a_merged_permanent_is_what_its_topmost_component_is(
    table: Table, below: str, on_top: bool
) -> None:
    if below == "token":
        table.takes("token_created", card="t", controller="ana", definition="Bear Cub")
    else:
        table.card("t")
    cast(table, "m", "Choir").takes("merged", object="m", into="t", on_top=on_top)
    assert table.state.objects["t"].kind == ("token" if below == "token" and not on_top else "card")
    assert power(table, "t") == 3, "it has the abilities of all its components (702.140e)"


@pytest.mark.rule("730.2d")
def test_730_2d_a_copy_that_merges_on_top_makes_it_a_token(table: Table) -> None:
    table.card("b")
    cast(table, "m", "Choir").takes("copy_created", card="c", of="m", controller="ana")
    table.takes("merged", object="c", into="b", on_top=True)
    assert (table.state.objects["b"].kind, table.name("b")) == ("token", "Choir")
    table.takes("moved", object="b", to="graveyard")
    assert table.state.objects["b"].zone == "graveyard", "the card below is a card"


@pytest.mark.rule("730.2")
def test_730_2_nothing_merges_with_itself(table: Table) -> None:
    cast(table, "m", "Choir")
    with pytest.raises(RecordError):
        apply(
            table.state,
            event_from_map({"event": "merged", "object": "m", "into": "m", "on_top": True}),
        )


@pytest.mark.rule("712.4a")
def test_712_4a_a_melded_permanent_is_a_card_whose_static_abilities_work(table: Table) -> None:
    table.card("l", "Left Rat").card("r", "Right Rat").card("b")
    table.takes("sticker_placed", sticker="s", on="l", words="Big", after=0)
    table.takes("melded", card="h", cards=["l", "r"], definition="Choir", controller="ana")
    assert (table.state.objects["h"].kind, table.state.objects["h"].reference) == ("card", "h.1")
    assert (power(table, "b"), power(table, "h"), table.name("h")) == (3, 3, "Big Choir")
    table.takes("moved", object="h", to="hand")
    assert power(table, "b") == 2
    assert [table.name(card) for card in "lr"] == ["Left Rat", "Right Rat"]
    with pytest.raises(RecordError):
        apply(table.state, event_from_map(
            {"event": "melded", "card": "b", "cards": ["l"], "definition": "Choir", "controller": "ana"}))  # fmt: skip


@pytest.mark.rule("709.5")
def test_709_5_a_door_s_step_is_of_the_event_that_opened_the_other(table: Table) -> None:
    table.card("r", "Attic // Cellar").takes("door_unlocked", object="r", face="Cellar")
    step = derive(table.state, table.state.objects["r"]).steps[-1]
    assert (step.rule, step.event, step.names) == ("709.5", 2, ("Cellar",))
    assert step.detail == {"by": "half0", "half": "Attic"}
    table.takes("door_unlocked", object="r", face="Attic").takes(
        "door_locked", object="r", face="Cellar"
    )
    step = derive(table.state, table.state.objects["r"]).steps[-1]
    assert (step.event, step.names, step.detail["half"]) == (4, ("Attic",), "Cellar")


@pytest.mark.rule("613.7d")
def test_card_added_sets_up_what_the_event_says(table: Table) -> None:
    table.card("a", "Ronin", face="Daimyo", tapped=True).card("b", "Attic // Cellar", face="Cellar")
    table.card("c", face_down=True, zone="exile").card("d", face_down=True).card(
        "e", "Smith", face="Fang"
    )
    table.card("f", "Fire // Ice", zone="graveyard")
    assert [table.name(card) for card in "abcdef"] == [
        "Daimyo", "Cellar", "", "", "Fang", "Fire // Ice",
    ]  # fmt: skip
    assert [table.state.objects[card].tapped for card in "ab"] == [True, False]
    assert [power(table, card) for card in "cd"] == [None, 2]
    assert table.state.objects["e"].unlocked == ()
    table.takes("moved", object="d", to="exile").takes("moved", object="a", to="hand")
    table.takes("moved", object="d", to="battlefield", tapped=True)
    assert (table.state.objects["d"].tapped, table.name("a")) == (True, "Ronin")


def test_a_revealed_card_can_be_double_faced_and_have_abilities(table: Table) -> None:
    table.card("a", None).card("c", None).card("b")
    assert power(table, "b") == 2
    table.takes("revealed", object="a", definition="Choir").takes(
        "revealed", object="c", definition="Smith"
    )
    assert power(table, "b") == 3
    table.takes("transformed", object="c")
    assert table.name("c") == "Fang"


@pytest.mark.rule("614.12")
@pytest.mark.rule("707.2")
def test_614_12_what_an_object_entered_as_is_told(table: Table) -> None:
    table.card("b").card("x", zone="library").card("y", "Choir", zone="library")
    table.card("c", "Copier", zone="hand")
    table.takes("moved", object="c", to="battlefield", choices=[
        {"for": "c", "by": "c:copy", "copy_of": "b"}])  # fmt: skip
    assert table.name("c") == "Bear Cub"
    table.card("f", "Copier", zone="hand").takes("moved", object="f", to="battlefield", choices=[
        {"for": "f", "by": "f:eat", "top_of_library": "ana", "count": 1, "to": "exile"}])  # fmt: skip
    assert (table.name("f"), table.state.objects["y"].zone) == ("Copier", "exile")
    assert table.name("y") == "Choir", "it is exiled face up"
    assert derive(table.state, table.state.objects["c"]).steps[0].detail["of"] == "b.1"
    table.card("d", "Copier", zone="hand").takes("moved", object="d", to="battlefield", copy_of="b")
    assert derive(table.state, table.state.objects["d"]).steps[0].detail["of"] == "b.1"
    table.card("e", "Copier", zone="hand").takes(
        "moved", object="e", to="battlefield", copy_of="Smith"
    )
    assert "of" not in derive(table.state, table.state.objects["e"]).steps[0].detail
    assert table.name("e") == "Smith"


@pytest.mark.rule("709.3")
def test_709_3_a_half_may_be_named_in_a_list(table: Table) -> None:
    cast(table, "a", "Fire // Ice", face=["Ice"])
    assert table.name("a") == "Ice"


@pytest.mark.rule("608.3")
def test_608_3_what_is_said_to_enter_enters_whatever_is_known_of_it(table: Table) -> None:
    table.card("host").card("n", "Net").card("blank", "Typeless", zone="hand")
    resolving: dict[str, dict[str, Any]] = {
        "t": {"tapped": True}, "h": {"attached_to": "host"}, "c": {"copy_of": "host"}, "x": {},
    }  # fmt: skip
    for card, fields in resolving.items():
        table.card(card, None, zone="hand").takes("spell_cast", object=card)
        table.takes("spell_resolved", object=card, **fields)
    table.takes("spell_cast", object="blank").takes("spell_resolved", object="blank")
    zones = [table.state.objects[card].zone for card in ("t", "h", "c", "x", "blank")]
    assert zones == ["battlefield"] * 3 + ["graveyard"] + ["battlefield"], "no types: a permanent's"
    assert table.state.objects["t"].tapped


@pytest.mark.rule("607.2c")
def test_607_2c_a_spell_an_ability_let_resolve_is_linked_to_it(table: Table) -> None:
    table.card("n", "Net")
    cast(table, "a", "Bear Cub").takes("spell_resolved", object="a", with_="n:take")
    assert table.state.objects["a"].link == ("n.1", "printed||take")
    cast(table, "b", "Bear Cub").takes("spell_resolved", object="b")
    assert table.state.objects["b"].link is None


@pytest.mark.rule("708.4")
def test_708_4_a_spell_that_is_there_face_down_is_a_creature_spell(table: Table) -> None:
    table.card("a", "Smith", zone="stack", face_down=True)
    assert (table.name("a"), power(table, "a"), table.state.objects["a"].controller) == (
        "",
        2,
        "ana",
    )


@pytest.mark.rule("707.9b")
def test_707_9b_a_copy_of_a_spell_may_have_exceptions(table: Table) -> None:
    cast(table, "s", "Bear Cub")
    table.takes(
        "copy_created", card="c", of="s", controller="ben", except_={"set_name": "Cub of Bears"}
    )
    table.takes("copy_created", card="d", of="c", controller="ben")
    assert [table.name(card) for card in "scd"] == ["Bear Cub", "Cub of Bears", "Cub of Bears"]
    table.takes("spell_resolved", object="c")
    assert (table.name("c"), table.state.objects["c"].kind) == ("Cub of Bears", "token")


@pytest.mark.rule("611.3a")
def test_611_3a_static_abilities_of_tokens_and_of_what_a_copy_became_apply(table: Table) -> None:
    table.card("b").takes("token_created", card="t", controller="ana", definition="Choir")
    assert power(table, "b") == 3
    table.takes("token_created", card="u", controller="ana", copy_of="t")
    assert power(table, "b") == 4
    table.card("c").takes("became_copy", object="c", of="t", effect="e")
    assert power(table, "b") == 5
    table.takes("effect_ended", effect="e").takes("moved", object="t", to="graveyard")
    assert power(table, "b") == 3
    cast(table, "s", "Choir").takes("copy_created", card="d", of="s", controller="ana")
    assert power(table, "b") == 3
    table.takes("spell_resolved", object="d")
    assert power(table, "b") == 4
    table.takes("turned_face_down", object="d")
    assert power(table, "b") == 3
    table.takes("turned_face_up", object="d")
    assert power(table, "b") == 4
    table.takes("phased_out", object="d")
    assert power(table, "b") == 3
