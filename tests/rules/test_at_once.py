"""What happens at once: each event sees what was there before all of them (CR 613.7m, 614.12, 603.10)."""

from __future__ import annotations

from typing import Any

import pytest

from projections.characteristics import characteristics_of
from projections.names import derive
from projections.state import Tickets
from tests.rules.table import CARDS, CREATURE, Table

MORE: dict[str, Any] = {
    **CARDS,
    "Ouphe": CREATURE,
    "Copier": {**CREATURE, "linked": [["eat", "spit", "exile"]], "abilities": [
        {"id": "copy", "kind": "replacement", "text": "~ may enter as a copy of a creature."},
        {"id": "eat", "kind": "replacement", "text": "As ~ enters, exile a card."},
        {"id": "spit", "kind": "activated", "text": "Return it."}]},
}  # fmt: skip


@pytest.fixture
def table() -> Table:
    return Table(cards=MORE).card("a").card("b").card("c", "Ouphe")


def at_once(table: Table, *events: dict[str, Any]) -> Table:
    return table.takes("simultaneous", events=list(events))


def event(kind: str, object_: str, **fields: Any) -> dict[str, Any]:
    return {
        "event": kind,
        "object": object_,
        **{name.rstrip("_"): each for name, each in fields.items()},
    }


@pytest.mark.rule("707.2b")
@pytest.mark.rule("614.12a")
def test_614_12a_what_is_copied_at_once_is_what_was_there_before(table: Table) -> None:
    table.takes("became_copy", object="a", of="c", effect="e")
    for card in "xyz":
        table.card(card, "Copier", zone="hand")
    at_once(
        table,
        event("moved", "a", to="graveyard"),
        event("moved", "x", to="battlefield", copy_of="a"),
        event(
            "moved", "y", to="battlefield", choices=[{"for": "y", "by": "y:copy", "copy_of": "a"}]
        ),
        event("became_copy", "b", of="a", effect="f"),
        {"event": "token_created", "card": "t", "controller": "ana", "copy_of": "a"},
    )
    assert table.name("a") == "Bear Cub"
    assert [table.name(card) for card in "xybt"] == ["Ouphe"] * 4
    assert table.state.captured is None
    assert table.state.entering is None
    assert table.state.stamped is None
    table.takes("moved", object="z", to="battlefield", copy_of="a")
    assert table.name("z") == "Bear Cub"


@pytest.mark.rule("607.2a")
@pytest.mark.rule("603.10a")
def test_607_2a_abilities_named_at_once_are_those_of_the_objects_before(table: Table) -> None:
    table.card("n", "Net").card("o", "Net")
    at_once(
        table,
        event("moved", "n", to="graveyard"),
        event("exiled", "a", with_="n:take", until="n"),
        event("exiled", "b", with_="o.1:take"),
        event("moved", "o", to="exile", by="n:give"),
    )
    state = table.state
    assert (state.objects["a"].until, state.objects["a"].link) == ("n.1", ("n.1", "printed||take"))
    assert state.objects["b"].link == ("o.1", "printed||take")
    moved_by = state.objects["o"].moved_by
    assert moved_by is not None
    assert moved_by.startswith("o.1|")


@pytest.mark.rule("613.7e")
def test_613_7e_what_attaches_at_once_attaches_to_what_enters_at_once(table: Table) -> None:
    table.card("h", "Ouphe", zone="hand").card("n", "Net", zone="hand")
    at_once(
        table,
        event("moved", "n", to="battlefield", attached_to="h"),
        event("moved", "h", to="battlefield"),
        event("attached", "a", to="h"),
    )
    state = table.state
    assert (state.objects["n"].attached_to, state.objects["a"].attached_to) == ("h.2", "h.2")
    order = sorted("nha", key=lambda card: state.objects[card].timestamp)
    assert order == ["n", "h", "a"], "in the order they are listed"


@pytest.mark.rule("613.7m")
def test_613_7m_the_active_player_s_objects_come_first_and_what_is_gone_has_no_place(
    table: Table,
) -> None:
    table.card("d", owner="ben", zone="hand").card("e", zone="hand").card(
        "f", owner="ben", zone="hand"
    )
    table.takes("token_created", card="t", controller="ben", definition="Ouphe")
    table.takes("turn_began", player="ben")
    at_once(
        table,
        event("moved", "e", to="battlefield"),
        event("moved", "d", to="battlefield"),
        event("moved", "t", to="graveyard"),
        event("moved", "f", to="battlefield"),
    )
    assert "t" not in table.state.objects
    order = sorted("def", key=lambda card: table.state.objects[card].timestamp)
    assert order == ["d", "f", "e"]


@pytest.mark.rule("614.13c")
def test_614_13c_cards_that_enter_at_once_are_passed_over_and_only_then(table: Table) -> None:
    table.card("l", zone="library").card("m", "Copier", zone="library")
    eat = {"for": "m", "by": "m:eat", "top_of_library": "ana", "count": 1, "to": "exile"}
    at_once(
        table, event("moved", "m", to="battlefield", choices=[eat]), event("moved", "a", to="hand")
    )
    assert table.state.objects["l"].zone == "exile"
    assert table.state.objects["m"].zone == "battlefield"


def test_an_importer_s_source_is_kept_with_the_objects_an_event_is_about(table: Table) -> None:
    def where(line: int) -> dict[str, Any]:
        return {"log": line}

    objects = table.state.objects
    assert objects["a"].source is None
    table.takes("tapped", object="a", source=where(1))
    table.takes("sticker_placed", sticker="s", on="b", words="Big", after=0, source=where(2))
    table.card("m", "Ouphe", zone="hand", source=where(3))
    assert [objects[card].source for card in "abm"] == [where(1), where(2), where(3)]
    at_once(
        table,
        event("tapped", "b", source=where(4)),
        event("moved", "a", to="hand", source=where(5)),
    )
    assert [objects[card].source for card in "ab"] == [where(5), where(4)]
    table.takes("turn_began", player="ana", source=where(6)).takes("untapped", object="b")
    assert objects["b"].source == where(4)
    table.takes("token_created", card="t", controller="ana", definition="Ouphe")
    table.takes("moved", object="t", to="exile", source=where(7))
    assert "t" not in objects


def test_a_game_starts_with_nothing_but_its_players() -> None:
    state = Table().state
    assert state.tickets == {"ana": Tickets(), "ben": Tickets()}
    assert (state.players, state.position, state.clock, state.objects) == (("ana", "ben"), 0, 0, {})
    assert (state.active, state.turn, state.game_began) == (None, None, False)


def test_every_event_is_a_position_and_those_at_once_are_one(table: Table) -> None:
    at_once(table, event("tapped", "a"), event("tapped", "b"))
    table.takes("turned_face_down", object="a")
    assert table.state.position == 5
    assert derive(table.state, table.state.objects["a"]).steps[0].event == 5


@pytest.mark.rule("611.2c")
@pytest.mark.rule("707.8a")
def test_611_2c_an_effect_that_begins_as_others_leave_means_what_was_there(table: Table) -> None:
    table.card("n", "Net").card("o", "Net").card("s", "Smith").takes("transformed", object="s")
    at_once(
        table,
        event("moved", "n", to="graveyard"),
        event("moved", "s", to="hand"),
        {
            "event": "effect_began",
            "effect": "e",
            "affects": ["a"],
            "source": "n",
            "grant": [{"abilities_of": "n"}],
        },
        {"event": "effect_began", "effect": "f", "affects": ["b"], "grant": ["n:give"]},
        {"event": "token_created", "card": "t", "controller": "ana", "copy_of": "s"},
    )
    state = table.state
    assert state.effects["e"].source == "n.1"
    found = {
        card: [each.path for each in characteristics_of(state, state.objects[card]).abilities]
        for card in "ab"
    }
    assert found == {"a": ["e/take", "e/give", "e/kick"], "b": ["f/give"]}
    assert table.name("t") == "Fang"
    table.takes("transformed", object="t")
    assert table.name("t") == "Smith", "a token that copies a double-faced permanent has both faces"
