"""Stickers that are placed, moved and taken off (CR 123.3, 123.6)."""

from __future__ import annotations

import pytest

from events.forms import event_from_map
from projections.fold import apply
from projections.names import derive
from projections.stickers import available, printed_words
from tests.rules.table import SHEET, Table


@pytest.fixture
def table() -> Table:
    made = Table(sheets={"ana": {"Own Sheet": SHEET}})
    return made.card("a").card("b").card("c", "Calm Isle").card("d", owner="ben")


def stickers(table: Table, card: str) -> list[str]:
    return [each.sticker for each in table.state.objects[card].stickers]


@pytest.mark.rule("123.3d")
def test_123_3d_a_moved_sticker_is_placed_anew_where_it_goes(table: Table) -> None:
    table.takes("sticker_placed", sticker="s", on="a", words="Big", after=0)
    table.takes("sticker_placed", sticker="t", on="a", words="Old", after=0)
    table.takes("sticker_moved", sticker="t", to="b", after=2)
    assert (stickers(table, "a"), stickers(table, "b")) == (["s"], ["t"])
    assert (table.name("a"), table.name("b")) == ("Big Bear Cub", "Bear Cub Old")
    step = derive(table.state, table.state.objects["b"]).steps[1]
    assert (step.event, step.rule, step.names) == (7, "123.6b", ("Bear Cub Old",))
    table.takes("moved", object="b", to="exile")
    told = derive(table.state, table.state.objects["b"]).remembered
    assert [(each.before, each.after) for each in told] == [("b.1", "b.2")]


@pytest.mark.rule("123.6b")
def test_123_6b_a_sticker_moved_without_a_place_keeps_its_count_of_words(table: Table) -> None:
    table.takes("sticker_placed", sticker="s", on="a", words="Big", after=1)
    table.takes("sticker_moved", sticker="s", to="b")
    assert table.name("b") == "Bear Big Cub"
    table.takes("effect_began", effect="e", affects=["c"], set_name="Calm")
    table.takes("sticker_moved", sticker="s", to="a", after=2)
    assert table.name("a") == "Bear Cub Big"
    table.takes("sticker_moved", sticker="s", to="c")
    assert table.name("c") == "Calm Big"
    table.takes("effect_ended", effect="e")
    assert table.name("c") == "Calm Big Isle", "one word stood before it when it was moved"


@pytest.mark.rule("123.6b")
def test_123_6b_without_a_name_a_sticker_s_word_comes_first(table: Table) -> None:
    table.takes("sticker_placed", sticker="s", on="a", words="Big", after=2)
    table.card("down", "Bear Cub", face_down=True)
    table.takes("sticker_moved", sticker="s", to="down")
    assert table.name("down") == "Big"
    table.takes("turned_face_up", object="down")
    assert table.name("down") == "Big Bear Cub"


@pytest.mark.rule("123.6b")
def test_123_6b_of_several_names_the_longest_counts(table: Table) -> None:
    table.takes("sticker_placed", sticker="s", on="a", words="Big", after=2)
    table.card("f", "Fire // Ice", zone="graveyard")
    table.takes("effect_began", effect="e", affects=["f"], names=["Wild Ape King"])
    table.takes("sticker_moved", sticker="s", to="f")
    assert table.name("f") == "Fire Big // Ice Big // Wild Ape Big King"


@pytest.mark.rule("123.8")
def test_123_8_other_stickers_have_no_place_among_words(table: Table) -> None:
    table.takes("tickets_changed", player="ana", amount=2)
    table.takes("sticker_placed", sticker="ana/Own Sheet/3", on="a")
    table.takes("sticker_moved", sticker="ana/Own Sheet/3", to="b")
    moved = table.state.objects["b"].stickers[0]
    assert (moved.after, moved.words, moved.kind) == (0, "", "power_toughness")
    assert printed_words(table.state, "ana/Own Sheet/3") == ""
    assert table.state.tickets["ana"].amount == 0
    table.takes("sticker_placed", sticker="art", on="b", kind="art")
    assert printed_words(table.state, "art") == ""
    assert printed_words(table.state, "nowhere") is None


@pytest.mark.rule("123.3c")
def test_123_3c_without_tickets_only_free_stickers_are_there(table: Table) -> None:
    free = tuple(f"ana/Own Sheet/{number}" for number in (1, 2, 4))
    assert available(table.state, "ana") == free
    table.takes("tickets_changed", player="ana", amount=1)
    assert available(table.state, "ana") == free
    table.takes("tickets_changed", player="ana", amount=1)
    assert len(available(table.state, "ana")) == 4
    assert available(table.state, "ben") == ()


@pytest.mark.rule("123.3a")
def test_123_3a_one_sticker_is_on_one_object_at_most(table: Table) -> None:
    for on in "abd":
        read = event_from_map(
            {"event": "sticker_placed", "sticker": "s", "on": on, "words": "Big", "after": 0}
        )
        apply(table.state, read)  # as an audit does, whatever the rules say
        assert [card for card in "abcd" if stickers(table, card)] == [on]
