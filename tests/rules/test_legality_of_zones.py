"""What may go where (CR 400, 111, 610.3), and what must be there at all."""

from __future__ import annotations

from typing import Any

import pytest

from events.errors import RecordError
from tests.rules.table import Table


@pytest.mark.rule("400.7")
def test_400_7_only_the_current_object_is_acted_on() -> None:
    table = Table().card("b").takes("moved", object="b.1", to="graveyard")
    table.refuses("400.7", "moved", object="b.1", to="exile")
    table.refuses("400.7", "moved", object="b.3", to="exile")
    table.takes("moved", object="b.2", to="exile").takes("moved", object="b", to="hand")


@pytest.mark.rule("400.7")
def test_400_7_an_object_that_stays_is_no_new_one() -> None:
    table = Table().card("b")
    table.refuses("400.7", "moved", object="b", to="battlefield")
    table.takes("moved", object="b", to="graveyard")


@pytest.mark.rule("400.8")
@pytest.mark.rule("400.10")
def test_400_8_exile_and_the_command_zone_can_be_entered_again() -> None:
    table = Table().card("b", zone="exile").card("c", zone="command")
    table.takes("moved", object="b", to="exile").takes("exiled", object="b")
    table.takes("moved", object="c", to="command")


@pytest.mark.rule("400.7")
def test_400_7_what_has_ceased_to_exist_is_not_acted_on() -> None:
    table = Table().takes("token_created", card="t", controller="ana", definition="Bear Cub")
    table.takes("moved", object="t", to="graveyard")
    for event in ("moved", "exiled"):
        more = {"to": "battlefield"} if event == "moved" else {}
        table.refuses("400.7", event, object="t", **more)
    table.refuses("400.7", "sticker_placed", sticker="s", words="Big", on="t", after=0)


@pytest.mark.rule("400.7")
def test_400_7_a_component_is_no_object() -> None:
    table = Table().card("b").card("m", zone="hand").takes("spell_cast", object="m")
    table.takes("merged", object="m", into="b", on_top=True)
    error = table.refuses("400.7", "moved", object="m", to="graveyard")
    assert "part of the permanent b.1" in str(error)
    table.takes("moved", object="b", to="graveyard").takes("moved", object="m", to="exile")


def test_a_card_nobody_added_cannot_be_named() -> None:
    table = Table().card("bear")
    error = table.cannot("moved", object="baer", to="exile")
    assert error.exit_status == 2
    assert "did you mean 'bear'?" in str(error)
    table.cannot("moved", object="b e a r", to="exile")
    table.takes("moved", object="bear", to="exile")


def test_a_card_is_added_once() -> None:
    table = Table().card("b")
    for event, fields in {
        "card_added": {"owner": "ana", "zone": "hand"},
        "token_created": {"controller": "ana", "definition": "Bear Cub"},
        "copy_created": {"of": "b", "controller": "ana", "zone": "exile"},
    }.items():
        table.cannot(event, card="b", **fields)
    table.takes("moved", object="b", to="hand")
    table.takes("token_created", card="t", controller="ana", definition="Bear Cub")
    table.takes("moved", object="t", to="exile")
    table.cannot("token_created", card="t", controller="ana", definition="Bear Cub")
    twice = [{"event": "card_added", "card": "q", "owner": "ana", "zone": "hand"}] * 2
    table.cannot("simultaneous", events=twice)


def test_players_must_be_in_the_game() -> None:
    table = Table()
    table.cannot("card_added", card="b", owner="eve", zone="hand")
    table.cannot("turn_began", player="eve")
    table.cannot("shuffled", player="eve")
    table.takes("turn_began", player="ben").card("b")
    table.cannot("controller_changed", object="b", controller="eve")


def test_a_definition_must_be_there() -> None:
    table = Table()
    error = table.cannot(
        "card_added", card="b", definition="Nobody's Card", owner="ana", zone="hand"
    )
    assert "Nobody's Card" in str(error)
    table.card("x", None, "library")
    table.cannot("revealed", object="x", definition="Nobody's Card")
    table.takes("revealed", object="x", definition="Bear Cub")
    table.cannot("revealed", object="x", definition="Ember Bolt")
    table.takes("revealed", object="x", definition="Bear Cub")
    Table(plain=True).card("b", "Nobody's Card")


def test_a_card_shows_a_face_it_has() -> None:
    table = Table()
    table.cannot(
        "card_added", card="s", definition="Smith", owner="ana", zone="battlefield", face="Nose"
    )
    table.card("s", "Smith", face="Fang")


@pytest.mark.rule("400.4a")
def test_400_4a_instants_and_sorceries_do_not_enter() -> None:
    table = (
        Table()
        .card("i", "Ember Bolt", "hand")
        .card("b", zone="hand")
        .card("f", "Fire // Ice", "hand")
    )
    table.refuses("400.4a", "moved", object="i", to="battlefield")
    table.refuses("400.4a", "moved", object="f", to="battlefield")
    table.refuses(
        "400.4a", "card_added", card="j", definition="Ember Bolt", owner="ana", zone="battlefield"
    )
    table.takes("moved", object="b", to="battlefield")
    table.takes("moved", object="i", to="battlefield", face_down=True)
    table.takes("spell_cast", object="f", face="Ice")
    table.refuses("400.4a", "spell_resolved", object="f", to="battlefield")
    table.takes("spell_resolved", object="f")


@pytest.mark.rule("712.14b")
def test_712_14b_a_modal_card_with_an_instant_in_front_stays() -> None:
    table = Table().card("s", "Seal", "hand")
    table.refuses("712.14b", "moved", object="s", to="battlefield")
    table.takes("moved", object="s", to="battlefield", face="Seal Island")
    assert table.name("s") == "Seal Island"


@pytest.mark.rule("712.14a")
def test_712_14a_only_double_faced_cards_enter_transformed() -> None:
    table = Table().card("s", "Smith", "hand").card("b", zone="hand").card("f", "Fae", "hand")
    table.refuses("712.14a", "moved", object="b", to="battlefield", face="Fang")
    table.refuses("712.14a", "moved", object="s", to="battlefield", face="Nose")
    table.refuses("712.14a", "moved", object="f", to="battlefield", face="Granted")
    table.takes("moved", object="s", to="battlefield", face="Fang")
    table.takes("moved", object="b", to="battlefield", face="Bear Cub")
    token = {"controller": "ana", "definition": "Bear Cub"}
    table.refuses("712.14a", "token_created", card="t", face="Fang", **token)


@pytest.mark.rule("111.5")
def test_111_5_no_instant_tokens() -> None:
    table = Table().card("i", "Ember Bolt", "graveyard").card("b").card("f", "Fae", "graveyard")
    table.refuses("111.5", "token_created", card="t", controller="ana", definition="Ember Bolt")
    table.refuses("111.5", "token_created", card="t", controller="ana", copy_of="i")
    table.takes("token_created", card="t", controller="ana", copy_of="f")
    table.takes("token_created", card="u", controller="ana", copy_of="b")
    table.cannot("token_created", card="v", controller="ana")
    table.cannot("token_created", card="v", controller="ana", copy_of="b", definition="Bear Cub")


@pytest.mark.rule("610.3")
def test_610_3_nothing_is_exiled_until_what_left_leaves() -> None:
    table = Table().card("p").card("b").card("c")
    table.takes("exiled", object="b", until="p")
    table.takes("moved", object="p", to="graveyard")
    table.refuses("610.3", "exiled", object="c", until="p.1")
    table.cannot("exiled", object="c", until="nobody")
    table.refuses("610.3", "exiled", object="c", until="p")
    table.takes("moved", object="p", to="battlefield").takes("exiled", object="c", until="p.3")


@pytest.mark.rule("701.3b")
def test_701_3b_permanents_are_attached_to_permanents() -> None:
    table = Table().card("b").card("a").card("h", zone="hand")
    table.refuses("701.3b", "attached", object="a", to="h")
    table.refuses("701.3b", "attached", object="h", to="a")
    table.refuses("701.3b", "attached", object="a", to="a")
    table.refuses("701.3b", "token_created", card="t", controller="ana", definition="Bear Cub",
                  attached_to="h")  # fmt: skip
    table.takes("attached", object="a", to="b").takes("attached", object="a", to=None)
    together = [
        {"event": "moved", "object": "h", "to": "battlefield", "attached_to": "x"},
        {"event": "card_added", "card": "x", "definition": "Bear Cub", "owner": "ana", "zone": "battlefield"},
    ]  # fmt: skip
    assert not table.judged("simultaneous", events=together)


@pytest.mark.rule("108.4")
def test_108_4_only_permanents_and_spells_have_controllers() -> None:
    table = Table().card("b").card("h", zone="hand")
    table.refuses("108.4", "controller_changed", object="h", controller="ben")
    table.takes("controller_changed", object="b", controller="ben")
    table.takes("spell_cast", object="h").takes("controller_changed", object="h", controller="ben")


@pytest.mark.rule("110.5")
@pytest.mark.rule("110.5d")
def test_110_5_status_belongs_to_permanents_and_changes() -> None:
    table = Table().card("b").card("h", zone="hand")
    table.refuses("110.5d", "tapped", object="h")
    table.refuses("110.5", "untapped", object="b")
    table.takes("tapped", object="b").refuses("110.5", "tapped", object="b")
    table.takes("untapped", object="b")
    table.refuses("110.5d", "phased_out", object="h")
    table.refuses("110.5", "phased_in", object="b")
    table.takes("phased_out", object="b").refuses("110.5", "phased_out", object="b")
    table.takes("phased_in", object="b")


def test_what_a_recording_shows_of_a_status_is_taken() -> None:
    seen = {"state": 7, "instance": 3}
    Table().card("b").takes("untapped", object="b", source=seen)


@pytest.mark.rule("608.2n")
def test_608_2n_an_ability_does_not_move() -> None:
    table = Table().card("n", "Net")
    table.takes("ability_put_on_stack", card="a", ability="n:take", controller="ana")
    table.refuses("608.2n", "moved", object="a", to="graveyard")
    table.refuses("608.2n", "exiled", object="a")
    table.takes("ability_resolved", object="a")


@pytest.mark.rule("400.7")
def test_400_7_of_what_happens_at_once_nothing_moves_twice() -> None:
    table = Table().card("b").card("c")
    to_exile = {"event": "exiled", "object": "b"}
    table.refuses(
        "400.7", "simultaneous",
        events=[to_exile, {"event": "moved", "object": "b", "to": "graveyard"}],
    )  # fmt: skip
    table.takes("simultaneous", events=[to_exile, {"event": "exiled", "object": "c"}])


def test_at_once_each_event_is_judged_by_the_state_before() -> None:
    table = Table().card("b").card("c")
    swap: list[dict[str, Any]] = [
        {"event": "attached", "object": "b", "to": "c"},
        {"event": "moved", "object": "c", "to": "graveyard"},
        {"event": "sticker_placed", "sticker": "s", "words": "Big", "on": "b", "after": 2},
    ]
    assert not table.judged("simultaneous", events=swap)
    swap[2]["after"] = 3
    table.refuses("123.6b", "simultaneous", events=swap)


def test_errors_can_be_told_apart() -> None:
    table = Table().card("b")
    (error,) = table.judged("moved", object="nobody", to="exile")
    assert isinstance(error, RecordError)
    assert error.exit_status == 2
