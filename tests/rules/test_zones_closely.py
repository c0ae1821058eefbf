"""What no record can ask: where a step comes from, what is kept of the past, and events as they happened."""

from __future__ import annotations

from typing import Any

import pytest

from events.forms import event_from_map
from projections.characteristics import characteristics_of
from projections.fold import apply
from projections.identity import look_back
from projections.names import derive
from projections.state import State
from projections.zone_changes import MOST_CEASED
from simulator.kept_states import pack
from tests.rules.table import CARDS, CREATURE, Table

SCOUT = {**CREATURE, "linked": [["tell", "told", "choose"]], "abilities": [
    {"id": "tell", "kind": "replacement", "text": "As ~ enters, choose a color."},
    {"id": "told", "kind": "static", "text": "~ is the chosen color."}]}  # fmt: skip
MORE: dict[str, Any] = {**CARDS, "Scout": SCOUT, "Ouphe": CREATURE}


@pytest.fixture
def table() -> Table:
    return Table(cards=MORE)


def happens(state: State, event: str, **fields: Any) -> None:
    """Let an event happen whatever the rules say, as `audit` does."""
    apply(state, event_from_map({"event": event, **fields}))


@pytest.mark.rule("401.2")
def test_401_2_the_order_of_a_shuffled_library_stays_unknown_until_it_is_empty(
    table: Table,
) -> None:
    table.card("e", "Maw", zone="hand")
    for card in "abc":
        table.card(card, zone="library")
    table.takes("shuffled", player="ana").takes("moved", object="b", to="hand")
    top = [{"for": "e", "by": "e:eat", "top_of_library": "ana", "count": 1, "to": "exile"}]
    table.cannot("moved", object="e", to="battlefield", choices=top)
    table.takes("moved", object="a", to="hand").takes("moved", object="c", to="hand")
    table.takes("moved", object="b", to="library")
    table.takes("moved", object="e", to="battlefield", choices=top)
    assert table.state.objects["b"].zone == "exile"


@pytest.mark.rule("707.2")
def test_707_2_the_first_step_of_a_name_tells_the_event_that_turned_the_object(
    table: Table,
) -> None:
    def event_of(card: str) -> int:
        return derive(table.state, table.state.objects[card]).steps[0].event

    table.card("b").card("s", "Smith").card("r", "Ronin").card("d", "Attic // Cellar")
    assert [event_of(card) for card in "bsrd"] == [1, 2, 3, 4]
    table.takes("transformed", object="s").takes("flipped", object="r")
    table.takes("turned_face_down", object="b").takes("door_unlocked", object="d", face="Attic")
    assert [event_of(card) for card in "srbd"] == [5, 6, 7, 8]
    table.takes("door_unlocked", object="d", face="Cellar")
    table.takes("door_locked", object="d", face="Attic").takes("turned_face_up", object="b")
    assert [event_of(card) for card in "srbd"] == [5, 6, 11, 10]


def came_along(table: Table, card: str) -> list[tuple[str, str]]:
    told = derive(table.state, table.state.objects[card]).remembered
    return [(each.before, each.after) for each in told]


@pytest.mark.rule("123.5b")
def test_123_5b_what_is_told_of_the_stickers_of_a_spell_that_merged(table: Table) -> None:
    table.card("b").card("m", "Ouphe", zone="graveyard").card("n", "Ouphe", zone="hand")
    table.takes("sticker_placed", sticker="s", on="m", words="Old", after=0)
    table.takes("sticker_placed", sticker="t", on="b", words="Dark", after=0)
    table.takes("spell_cast", object="m").takes("merged", object="m", into="b", on_top=False)
    table.takes("spell_cast", object="n").takes("merged", object="n", into="b", on_top=False)
    assert came_along(table, "b") == [("m.1", "m.2"), ("m.2", "b.1")]


@pytest.mark.rule("123.5a")
def test_123_5a_what_is_told_of_the_stickers_of_a_meld_pair(table: Table) -> None:
    table.card("l", "Left Rat").card("r", "Right Rat")
    table.takes("sticker_placed", sticker="s", on="r", words="Old", after=0)
    table.takes("melded", card="h", cards=["l", "r"], definition="Rat Host", controller="ana")
    assert came_along(table, "h") == [("r.1", "h.1")]


def test_an_object_keeps_where_its_card_was_found_until_it_is_found_elsewhere(table: Table) -> None:
    found, later = {"log": 1}, {"log": 2}
    table.card("b", source=found).card("m", "Ouphe", zone="hand", source=found)
    table.takes("moved", object="b", to="hand").takes("moved", object="b", to="battlefield")
    assert table.state.objects["b"].source == found
    table.takes("spell_cast", object="m").takes("merged", object="m", into="b", on_top=True)
    table.takes("moved", object="b", to="graveyard")
    assert [table.state.objects[card].source for card in "bm"] == [found, found]
    table.takes("moved", object="b", to="hand", source=later)
    assert [table.state.objects[card].source for card in "bm"] == [later, found]


@pytest.mark.rule("720.3d")
def test_720_3d_a_copy_of_an_omen_shuffles_no_cards_into_an_empty_library(table: Table) -> None:
    table.card("d", "Drake", zone="hand").takes("spell_cast", object="d", face="Sign")
    table.takes("copy_created", card="c", of="d", controller="ana")
    table.takes("spell_resolved", object="c")
    assert "c" not in table.state.objects
    assert table.state.shuffled == set()


@pytest.mark.rule("708.4")
def test_708_4_a_face_down_spell_is_no_adventure_whatever_was_to_be_cast(table: Table) -> None:
    table.card("f", "Fae", zone="hand")
    table.takes("spell_cast", object="f", face="Granted", face_down=True)
    table.takes("spell_resolved", object="f")
    assert (table.state.objects["f"].zone, table.name("f")) == ("battlefield", "")


@pytest.mark.rule("614.12")
def test_614_12_a_card_nobody_knows_enters_if_something_is_chosen_for_it(table: Table) -> None:
    table.card("u", None, zone="hand").takes("spell_cast", object="u")
    choice = {"for": "u", "by": "u:tell", "value": "blue"}
    table.takes("spell_resolved", object="u", choices=[choice])
    assert table.state.objects["u"].zone == "battlefield"


def test_of_a_card_of_which_one_face_has_types_they_say_what_it_is() -> None:
    half_known = {"layout": "adventure", "faces": [
        {"name": "Half", "types": ["Instant"]}, {"name": "Known"}]}  # fmt: skip
    plain = Table(cards={**CARDS, "Half Known": half_known}, plain=True)
    plain.card("h", "Half Known", zone="hand").takes("spell_cast", object="h", face="Half")
    plain.takes("spell_resolved", object="h")
    assert plain.state.objects["h"].zone == "graveyard"


def test_what_an_ability_chose_that_nobody_knows_is_nowhere_noted() -> None:
    plain = Table(cards=CARDS, plain=True).card("p", "Some Card", zone="hand").card("b")
    choice = {"for": "p", "by": "p:what", "value": "blue"}
    plain.takes("moved", object="p", to="battlefield", choices=[choice])
    plain.takes("ability_put_on_stack", card="st", ability="p:other", controller="ana")
    assert plain.state.objects["p"].values == {}
    plain.takes("exiled", object="b", by="p:what")
    assert plain.state.objects["b"].moved_by is None


@pytest.mark.rule("113.7")
def test_113_7_the_source_of_what_an_ability_on_the_stack_puts_there_is_its_own_source(
    table: Table,
) -> None:
    table.card("n", "Net")
    table.takes("ability_put_on_stack", card="s", ability="n:take", controller="ana")
    table.takes("ability_put_on_stack", card="t", ability="s:take", controller="ana")
    assert table.state.objects["t"].ability_source == "n.1"
    table.takes("ability_resolved", object="s").takes("moved", object="n", to="hand")
    assert characteristics_of(table.state, table.state.objects["t"]).controller == "ana"


@pytest.mark.rule("111.8")
def test_111_8_a_token_that_left_is_gone_even_if_it_is_said_to_be_cast(table: Table) -> None:
    table.takes("token_created", card="t", controller="ana", definition="Bear Cub")
    table.refuses("601.2a", "spell_cast", object="t")
    happens(table.state, "spell_cast", object="t")
    assert "t" not in table.state.objects


@pytest.mark.rule("608.2n")
@pytest.mark.parametrize("event", ["exiled", "spell_countered", "moved"])
def test_608_2n_an_ability_that_leaves_the_stack_is_gone_however_that_is_told(
    table: Table, event: str
) -> None:
    table.card("n", "Net")
    table.takes("ability_put_on_stack", card="s", ability="n:take", controller="ana")
    table.takes("moved", object="n", to="hand").takes("moved", object="n", to="graveyard")
    table.takes("moved", object="n", to="hand").takes("moved", object="n", to="graveyard")
    assert look_back(table.state, "n.1") is not None
    happens(table.state, event, object="s", **({"to": "graveyard"} if event == "moved" else {}))
    assert "s" not in table.state.objects
    assert look_back(table.state, "n.1") is None


def size(table: Table) -> int:
    """How much the state holds, but for what may be thrown away."""
    table.state.reaches.clear()
    return len(pack(table.state).raw)


def rounds(table: Table, kind: str, number: int) -> None:
    """The same again and again: cards that come, merge or meld, and go."""
    for _ in range(number):
        if kind == "merged":
            table.takes("spell_cast", object="m")
            table.takes("merged", object="m", into="b", on_top=False)
            table.takes("moved", object="b", to="hand").takes("moved", object="b", to="battlefield")
        elif kind == "melded":
            table.takes("melded", card=f"h{table.state.position}", cards=["l", "r"],
                        definition="Rat Host", controller="ana")  # fmt: skip
            table.takes("moved", object=f"h{table.state.position - 1}", to="graveyard")
            for card in "lr":
                table.takes("moved", object=card, to="battlefield")
        else:
            table.takes("moved", object="n", to="graveyard")
            table.takes("moved", object="n", to="battlefield")


@pytest.mark.parametrize("kind", ["merged", "melded", "moved"])
def test_the_state_holds_no_more_after_many_events_than_after_some(table: Table, kind: str) -> None:
    table.card("b").card("m", "Scout", zone="hand").card("n", "Net")
    table.card("l", "Left Rat").card("r", "Right Rat")
    rounds(table, kind, MOST_CEASED + 10)
    before = size(table)
    rounds(table, kind, 30)
    assert size(table) < before * 1.1
