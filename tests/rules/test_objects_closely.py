"""Objects looked at closely: what a derivation tells, what importers' records leave out, what the state forgets."""

from __future__ import annotations

from typing import Any

import pytest

from events.cards import Definition, plain_definition
from events.errors import RecordError
from events.forms import event_from_map
from events.header import header_from_map
from projections import characteristics, derived, layers
from projections.characteristics import characteristics_of
from projections.fold import apply, start
from projections.names import derive, names_of
from simulator.legality import violations
from tests.rules.table import CARDS, CREATURE, Table

CHOOSER = {**CREATURE, "linked": [["tell", "hear", "choose"]], "abilities": [
    {"id": "tell", "kind": "activated", "text": "Choose a color."},
    {"id": "hear", "kind": "activated", "text": "The chosen color."}]}  # fmt: skip
SCHOLAR = {**CREATURE, "linked": [["draft", "learn", "pregame_exile"]], "abilities": [
    {"id": "draft", "kind": "static", "text": "Before you shuffle your deck you may exile a card."},
    {"id": "learn", "kind": "triggered", "text": "Take a card exiled with cards named ~."}]}  # fmt: skip
SHEET = [{"kind": "name", "words": "Cosmic"}]
MORE: dict[str, Any] = {
    **CARDS, "Chooser": CHOOSER, "Scholar": SCHOLAR,
    "Anthem": {"types": ["Enchantment"], "abilities": [{"id": "all", "kind": "static", "effects": [
        {"affects": {"where": {"types": ["Creature"]}}, "add_power": 1}]}]},
    "Alias": {"types": ["Enchantment"], "subtypes": ["Aura"], "abilities": [
        {"id": "alias", "kind": "static", "effects": [{"affects": "attached", "set_name": "Clerk"}]}]},
}  # fmt: skip


@pytest.fixture
def table() -> Table:
    return Table(cards=MORE, sheets={"ana": {"Own Sheet": SHEET}})


def happens(table: Table, event: str, **fields: Any) -> None:
    """Let an event happen as an audit does: whatever the rules say to it."""
    apply(table.state, event_from_map({"event": event, **fields}))


# --- what a derivation tells ------------------------------------------------------------------------


@pytest.mark.rule("613.7b")
def test_613_7b_a_copy_effect_keeps_its_timestamp_as_its_object_gets_another(table: Table) -> None:
    table.card("s", "Smith").card("b").card("a", "Alias")
    table.takes("became_copy", object="s", of="b", effect="e1")
    table.takes("moved", object="a", to="graveyard")
    table.takes("moved", object="a", to="battlefield", copy_of="b")
    objects = table.state.objects
    for card, event in (("s", "transformed"), ("a", "attached")):
        before, stamp = derive(table.state, objects[card]).steps[0], objects[card].timestamp
        if event == "transformed":
            happens(table, event, object=card)
        else:
            happens(table, event, object=card, to="b")
        assert objects[card].timestamp > stamp
        assert derive(table.state, objects[card]).steps[0].timestamp == before.timestamp


@pytest.mark.rule("707.10")
def test_707_10_the_derivation_of_a_copy_names_what_it_is_a_copy_of(table: Table) -> None:
    table.card("x", "Ember Bolt", "hand").takes("spell_cast", object="x")
    table.takes("copy_created", card="c", of="x", controller="ana")
    table.card("b").takes("token_created", card="t", copy_of="b", controller="ana")
    told = {card: derive(table.state, table.state.objects[card]).steps[0] for card in "ctb"}
    assert {card: step.detail.get("of") for card, step in told.items()} == {
        "c": "x.2", "t": "b.1", "b": None,
    }  # fmt: skip


@pytest.mark.rule("712.8d")
def test_712_8d_the_copy_of_a_double_faced_permanent_shows_no_face_of_its_own(table: Table) -> None:
    table.card("s", "Smith").card("b").card("x")
    table.takes("became_copy", object="s", of="b", effect="e1")
    table.takes("became_copy", object="x", of="s", effect="e2")
    assert "712.8d" not in derive(table.state, table.state.objects["x"]).rules
    assert "712.8d" in derive(table.state, table.card("y", "Smith").state.objects["y"]).rules


@pytest.mark.rule("123.5")
def test_123_5_a_new_sticker_beside_one_that_has_come_a_long_way(table: Table) -> None:
    table.card("a").takes("sticker_placed", sticker="ana/Own Sheet/1", on="a", after=0)
    for number in range(70):
        table.takes("moved", object="a", to=("graveyard", "battlefield")[number % 2])
    table.takes("sticker_placed", sticker="s2", words="Big", on="a", after=0)
    told = derive(table.state, table.state.objects["a"])
    assert told.names == ("Big Cosmic Bear Cub",)
    assert told.remembered[-1].after == "a.71"
    assert 0 < len(told.remembered) < 70


@pytest.mark.rule("123.5")
def test_123_5_a_sticker_that_was_moved_stayed_on_since_then(table: Table) -> None:
    for card in "ab":
        table.card(card).takes("sticker_placed", sticker=f"s{card}", words="Big", on=card, after=0)
    table.takes("moved", object="b", to="graveyard").takes("moved", object="b", to="battlefield")
    table.takes("sticker_removed", sticker="sb")
    table.takes("sticker_moved", sticker="sa", to="b", after=1)
    assert table.name("b") == "Bear Big Cub"
    assert derive(table.state, table.state.objects["b"]).remembered == ()
    table.takes("moved", object="b", to="graveyard")
    told = derive(table.state, table.state.objects["b"]).remembered
    assert [(each.before, each.after) for each in told] == [("b.3", "b.4")]


@pytest.mark.rule("612.8")
def test_612_8_an_empty_name_that_is_set_is_none(table: Table) -> None:
    table.card("a").takes("effect_began", effect="e1", affects=["a"], set_name="")
    table.takes("token_created", card="t", controller="ana", copy_of="a", except_={"set_name": ""})
    objects = table.state.objects
    assert (names_of(table.state, objects["a"]), names_of(table.state, objects["t"])) == ((), ())
    for card in "at":
        table.takes("sticker_placed", sticker=f"s{card}", words="Big", on=card, after=0)
        assert table.name(card) == "Big"


# --- layouts ----------------------------------------------------------------------------------------


@pytest.mark.rule("712.8e")
@pytest.mark.parametrize("layout", ["transform", "modal_dfc", "double_faced_token", "battle"])
def test_712_8e_every_layout_with_two_sides_shows_the_one_that_is_up(layout: str) -> None:
    both = [{"name": "Sun", **CREATURE}, {"name": "Moon", **CREATURE}]
    table = Table(cards={"Sun": {"layout": layout, "faces": both}}).card("s", "Sun")
    assert table.takes("transformed", object="s").name("s") == "Moon"
    assert table.takes("moved", object="s", to="graveyard").name("s") == "Sun"


@pytest.mark.rule("709.4")
@pytest.mark.parametrize("layout", ["split", "aftermath", "fuse"])
def test_709_4_every_layout_with_halves_has_both_but_on_the_stack(layout: str) -> None:
    both = [{"name": "Dawn", "types": ["Sorcery"]}, {"name": "Dusk", "types": ["Sorcery"]}]
    table = Table(cards={"Dawn": {"layout": layout, "faces": both}}).card("s", "Dawn", "hand")
    assert table.name("s") == "Dawn // Dusk"
    assert table.takes("spell_cast", object="s", face="Dusk").name("s") == "Dusk"


# --- as it happened, whatever the rules say ---------------------------------------------------------


def test_a_copy_effect_keeps_no_ability_that_is_not_there(table: Table) -> None:
    table.card("a", "Chooser").card("b")
    happens(table, "became_copy", object="a", of="b", effect="e1", keeps=["nothing", "tell"])
    assert table.name("a") == "Bear Cub"
    given = characteristics_of(table.state, table.state.objects["a"]).abilities
    assert [each.path for each in given] == ["tell"]


def test_a_face_that_a_card_has_not_counts_as_its_first(table: Table) -> None:
    table.card("s", "Smith", "hand")
    happens(table, "moved", object="s", to="battlefield", face="Nobody")
    assert table.name("s") == "Smith"
    table.takes("transformed", object="s")
    assert table.name("s") == "Fang"


def test_an_effect_that_begins_again_is_one_effect(table: Table) -> None:
    table.card("a").card("b")
    table.takes("effect_began", effect="e1", affects=["a"], add_power=1)
    happens(table, "effect_began", effect="e1", affects=["b"], add_power=2)
    sizes = [characteristics_of(table.state, table.state.objects[card]).power for card in "ab"]
    assert sizes == [2, 4]
    table.takes("effect_ended", effect="e1")
    assert characteristics_of(table.state, table.state.objects["b"]).power == 2


def test_an_effect_about_an_object_that_is_gone_is_about_nothing(table: Table) -> None:
    table.card("a").card("x", "Alias").takes("attached", object="x", to="a")
    table.takes("moved", object="a", to="graveyard").takes("moved", object="a", to="battlefield")
    happens(table, "effect_began", effect="e1", affects="self", source="a.1", set_name="Clerk")
    happens(table, "effect_began", effect="e2", affects="self", set_name="Clerk")
    happens(table, "effect_began", effect="e3", affects="attached", source="x", set_name="Clerk")
    assert table.name("a") == "Bear Cub"
    assert not table.state.effects


def test_a_copy_of_nothing_cannot_be(table: Table) -> None:
    with pytest.raises(RecordError, match="nobody"):
        happens(table, "copy_created", card="c", of="nobody", controller="ana")


def test_a_sticker_that_is_nowhere_moves_nowhere(table: Table) -> None:
    table.card("a")
    happens(table, "sticker_moved", sticker="s1", to="a", after=0)
    assert table.name("a") == "Bear Cub"


@pytest.mark.rule("123.3b")
def test_123_3b_a_sticker_remains_that_of_the_player_whose_sheet_it_is_on(table: Table) -> None:
    for card, owner in (("a", "ana"), ("b", "ben"), ("c", "ben")):
        table.card(card, owner=owner)
    happens(table, "sticker_placed", sticker="ana/Own Sheet/1", on="b", after=0)
    happens(table, "sticker_placed", sticker="s2", words="Big", on="c", after=0, by_player="ana")
    for sticker in ("ana/Own Sheet/1", "s2"):
        moved = {"event": "sticker_moved", "sticker": sticker, "after": 0}
        rules = {
            to: {
                each.rule
                for each in violations(
                    table.state, event_from_map({**moved, "to": to}), table.known
                )
            }
            for to in "ac"
        }
        assert "123.3b" not in rules["a"]
        assert "123.3b" in rules["c"]


def test_what_an_unknown_ability_told_to_do_is_kept_for_none(table: Table) -> None:
    table.card("a", "Chooser").takes("chosen", by="a:tell", value="red")
    for by in ("a:other", "a.7:tell", "z.1:tell"):
        happens(table, "chosen", by=by, value="blue")
        happens(table, "cost_paid", by=by, value="blue")
    assert table.state.objects["a"].values == {"printed||tell": ["red"]}
    assert table.state.objects["a"].costs == {}


# --- what is forgotten, and what is looked up once ---------------------------------------------------


def test_the_state_keeps_one_control_and_one_copy_that_last(table: Table) -> None:
    table.card("a").card("b", "Smith").card("c", "Fae")
    table.takes("controller_changed", object="a", controller="ben", effect="e1")
    for number in range(9):
        table.takes("controller_changed", object="a", controller=("ana", "ben")[number % 2])
        table.takes("became_copy", object="a", of=("b", "c")[number % 2])
    object_ = table.state.objects["a"]
    assert [each.effect for each in object_.control] == ["e1", None]
    assert len(object_.copiable) == 1
    assert (table.name("a"), characteristics_of(table.state, object_).controller) == (
        "Smith", "ana",
    )  # fmt: skip


@pytest.mark.rule("607.2n")
def test_607_2n_what_left_exile_is_no_longer_listed(table: Table) -> None:
    table.card("s", "Scholar", "library").card("a", zone="library").card("b", zone="library")
    table.takes("exiled", object="a", with_="s:draft").takes("exiled", object="b", with_="s:draft")
    assert list(table.state.pregame.values()) == [["a.2", "b.2"]]
    table.takes("moved", object="a", to="hand")
    assert list(table.state.pregame.values()) == [["b.2"]]


def test_a_card_is_looked_up_once() -> None:
    asked: list[str] = []

    def lookup(name: str) -> Definition:
        asked.append(name)
        return plain_definition(name)

    state = start(
        header_from_map({"record": "nametrail", "version": 1, "players": ["ana"]}), lookup
    )
    for _ in range(3):
        assert state.definition("Somebody").name == "Somebody"
    assert asked == ["Somebody"]


def test_answers_are_kept_up_to_a_bound(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    derived_cards: list[tuple[str, ...]] = []
    real = layers.derive_all

    def counted(state: Any, roots: tuple[str, ...]) -> Any:
        derived_cards.append(roots)
        return real(state, roots)

    monkeypatch.setattr(characteristics, "derive_all", counted)
    monkeypatch.setattr(characteristics, "MOST_ANSWERS", 3)
    for card in "abcd":
        table.card(card)
    for card in "abcabc":
        characteristics_of(table.state, table.state.objects[card])
    assert derived_cards == [("a",), ("b",), ("c",)]
    for card in "dabcd":
        characteristics_of(table.state, table.state.objects[card])
        assert len(table.state.answers) <= 3


def test_a_name_is_read_without_what_changes_no_text(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.card("a").card("n", "Anthem").card("x", "Alias").takes("attached", object="x", to="a")
    looked_at: list[str] = []
    real = derived.start

    def counted(object_: Any) -> Any:
        looked_at.append(object_.card)
        return real(object_)

    monkeypatch.setattr(layers, "start", counted)
    assert table.name("a") == "Clerk"
    assert sorted(looked_at) == ["a", "x"]
