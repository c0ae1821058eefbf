"""What is told of slips of the pen, and of what is not there: which words would have been right."""

from __future__ import annotations

import json
from typing import Any

import pytest

from events.actions import Started, header_of
from events.errors import RecordError
from events.forms import event_from_map
from events.header import header_from_map, header_to_map
from events.record import read_record
from simulator.messages import worded
from tests.rules.table import CARDS, SHEET, Table

HEADER: dict[str, Any] = {"record": "nametrail", "version": 1, "players": ["ana", "ben"]}


def told(event: str, **fields: Any) -> str:
    with pytest.raises(RecordError) as caught:
        event_from_map({"event": event, **fields})
    return str(caught.value)


def test_what_is_missing_or_none_of_the_words_is_told_in_a_sentence() -> None:
    assert told("merged", object="a", into="b") == "merged: the required field `on_top` is missing"
    zone = told("card_added", card="a", owner="ana", zone="attic")
    assert zone.startswith("card_added: 'attic' is none of library, hand, battlefield, ")
    kind = told("sticker_placed", sticker="s", on="b", kind="odd")
    assert "'odd' is none of name, ability, power_toughness, art - at `$.kind`" in kind
    for field in ("grant", "add_text"):
        given = told("effect_began", effect="e", **{field: [{"id": "x", "kind": "odd"}]})
        assert "'odd' is none of static, triggered, activated, " in given
        assert f"`$.{field}[0].kind`" in given
    assert "none of constructed, limited" in told(
        "sheets_chosen", player="a", sheets=[], format="x"
    )
    assert "none of library" in told("effect_began", effect="e", affects={"where": {"zone": "x"}})
    assert told("moved", object=3, to="hand") == "moved: Expected `str`, got `int` - at `$.object`"


@pytest.mark.parametrize(
    ("card", "says"),
    [
        ({"linked": [["a", "b", "odd"]]}, "none of exile, put, choose"),
        ({"abilities": [{"id": "x", "kind": "odd"}]}, "none of static, triggered"),
        ({"abilities": [{"id": "x", "grants": [{"id": "y", "kind": "odd"}]}]}, "none of static"),
        ({"abilities": [{"kind": "static"}]}, "the required field `id` is missing"),
        ({"layout": "odd"}, "the layout 'odd' of 'Card' is none there is; the layouts are adventure, "),
        ({"layout": "transform"}, "'Card' is of the layout transform, and has one face"),
        ({"layout": "modal_dfc", "faces": [{}]}, "'Card' is of the layout modal_dfc, and has one"),
        ({"colors": ["W", "Blue"]}, "'Blue' is no color; colors are the letters W, U, B, R and G"),
        ({"abilities": [{"id": "x", "effects": [{"set_colors": ["w"]}]}]}, "'w' is no color"),
        ({"abilities": [{"id": "x", "grants": [
            {"id": "y", "effects": [{"add_colors": ["WU"]}]}]}]}, "'WU' is no color"),
        ({"abilities": [{"id": "x", "effects": [{"grant": [
            {"id": "y", "effects": [{"affects": {"where": {"colors": [""]}}, "switch": True}]}]}]}]},
         "'' is no color"),
    ],
)  # fmt: skip
def test_a_definition_says_what_there_is(card: dict[str, Any], says: str) -> None:
    with pytest.raises(RecordError) as caught:
        header_from_map({**HEADER, "cards": {"Card": card}})
    assert says in str(caught.value)


def test_colors_of_what_a_sticker_gives_are_colors() -> None:
    give = {"kind": "ability", "abilities": [{"id": "x", "effects": [{"set_colors": ["X"]}]}]}
    with pytest.raises(RecordError, match="is no color"):
        header_from_map({**HEADER, "sheets": {"ana": {"S": [give]}}})


def test_a_stored_game_is_read_with_its_slips() -> None:
    good = header_to_map(header_from_map({**HEADER, "cards": {"Card": {}}}))
    action = Started(b"", "g", {**good, "cards": {"Card": {"layout": "odd", "colors": ["X"]}}})
    assert header_of(action).cards["Card"].layout == "odd"


def test_a_refusal_names_a_rule_or_none() -> None:
    moved = {"event": "moved", "object": "a", "to": "hand"}
    lines = [json.dumps(HEADER), json.dumps({"refuse": moved, "rule": []})]
    with pytest.raises(RecordError, match="lists no rule"):
        read_record(lines)
    assert len(read_record([lines[0], json.dumps({"refuse": moved})]).lines) == 1


@pytest.mark.rule("611.2c")
def test_611_2c_a_word_that_means_nothing_affects_nothing() -> None:
    table = Table().card("b")
    error = table.cannot("effect_began", effect="e", affects="selff", source="b", set_name="X")
    assert "neither self nor attached" in str(error)
    odd = {"id": "x", "effects": [{"affects": "atached", "add_power": 1}]}
    table.cannot("effect_began", effect="e", affects=["b"], grant=[odd])
    table.cannot("became_copy", object="b", of="b", except_={"grant": [odd]})
    table.cannot("sticker_placed", sticker="s", on="b", kind="ability", abilities=[odd])
    table.cannot("effect_began", effect="e", affects=["b"], set_colors=["red"])
    table.cannot("effect_began", effect="e", affects={"where": {"colors": ["X"]}}, add_power=1)
    table.cannot("chosen", by="b:x", value="Bear Cub", card_name={"colors": ["green"]})
    table.takes("effect_began", effect="e", affects="b", set_colors=["R"])
    table.takes("effect_began", effect="f", affects="b.1", set_colors=[])
    nothing = table.cannot("effect_began", effect="g", set_name="X")
    assert "`affects` is missing, or `source`" in str(nothing)
    assert "needs `source`" in str(
        table.cannot("effect_began", effect="g", affects="attached", set_name="X")
    )


def test_affects_of_a_printed_ability_is_a_word_or_a_card() -> None:
    def printed(affects: str) -> dict[str, Any]:
        effect = {"affects": affects, "add_power": 1}
        return {**CARDS["Bear Cub"], "abilities": [{"id": "x", "effects": [effect]}]}

    table = Table(
        cards={**CARDS, "Odd": printed("selff"), "Of B": printed("b"), "Of C": printed("c.1")}
    )
    table.cannot("card_added", card="o", owner="ana", zone="hand", definition="Odd")
    table.cannot("token_created", card="o", controller="ana", definition="Odd")
    table.card("b", "Of B").card("d", "Of B").card("e", "Of C")


@pytest.mark.rule("611.2a")
def test_611_2a_an_effect_ends_once() -> None:
    table = (
        Table().card("b").card("c").takes("effect_began", effect="e", affects=["b"], set_name="X")
    )
    table.takes("effect_ended", effect="e").cannot("effect_ended", effect="e")
    table.takes("effect_ended", effect="e", source={"importer": "x"})
    table.takes("effect_began", effect="e", affects=["b"], set_name="Y")
    table.takes("moved", object="b", to="hand").takes("effect_ended", effect="e")


@pytest.mark.rule("712.8b")
@pytest.mark.rule("718.3")
@pytest.mark.rule("601.2a")
def test_601_2a_what_a_card_can_be_cast_as_is_told() -> None:
    table = Table().card("b", zone="hand").card("l", "Left Rat", "hand").card("g", "Golem", "hand")
    table.card("f", "Fae", "hand")
    error = table.refuses("601.2a 715.3", "spell_cast", object="b", face="Moon")
    assert str(error) == "b.1 cannot be cast as 'Moon'; it can be cast as Bear Cub [601.2a]"
    assert "se puede lanzar como Bear Cub" in worded(error, "es")
    assert table.refuses("712.8b 715.3", "spell_cast", object="l", face="Rat Host").rule == "712.8b"
    golem = table.refuses("718.3 715.3", "spell_cast", object="g", face="Moon")
    assert str(golem).endswith("it can be cast as Golem [718.3]")
    assert "as Fae, Granted" in str(table.refuses("715.3", "spell_cast", object="f", face="Moon"))


@pytest.mark.rule("712.14a")
def test_712_14a_the_faces_there_are_are_told() -> None:
    golem = {
        "layout": "prototype",
        "faces": [CARDS["Golem"]["faces"][0], {"power": "1", "toughness": "1"}],
    }
    table = Table(cards={**CARDS, "Golem": golem}).card("b", zone="hand").card("g", "Golem", "hand")
    for card, has in (("b", "Bear Cub"), ("g", "Golem")):
        error = table.refuses("712.14a", "moved", object=card, to="battlefield", face="Moon")
        assert f"; it has {has} [" in str(error)
    ronin = table.card("r", "Ronin", "hand").refuses(
        "712.14a", "moved", object="r", to="battlefield", face="Daimyo"
    )
    assert "; it can only enter as Ronin [" in str(ronin)
    added = {"card": "x", "owner": "ana", "definition": "Smith", "face": "Moon"}
    error = table.cannot("card_added", zone="battlefield", **added)
    assert str(error) == "x has no face 'Moon'; it has Smith, Fang [712.14a]"
    assert table.cannot("card_added", zone="hand", **added).rule == "712.11b"


@pytest.mark.rule("722.3c")
def test_722_3c_the_prepare_spell_is_named() -> None:
    table = Table().card("a", "Aviator").takes("prepared", object="a")
    copy = {"card": "j", "of": "a", "controller": "ana", "zone": "exile"}
    error = table.refuses("722.3c", "copy_created", face="Aviator", **copy)
    assert "; it has Jump [" in str(error)


@pytest.mark.rule("702.102a")
def test_702_102a_what_a_recording_showed_was_fused() -> None:
    half = {"types": ["Instant"], "abilities": [{"id": "deal", "kind": "spell"}]}
    cards = {
        "Up // Down": {
            "layout": "split",
            "faces": [{"name": "Up", **half}, {"name": "Down", **half}],
        }
    }
    table = Table(cards={**CARDS, **cards}).card("u", "Up // Down", "hand")
    table.refuses("702.102a", "spell_cast", object="u", face=["Up", "Down"])
    fuse = {"id": "x", "kind": "keyword", "text": "Fuse"}
    table.takes("effect_began", effect="e", affects=["u"], grant=[fuse])
    assert not table.judged("spell_cast", object="u", face=["Up", "Down"])
    table.takes("effect_ended", effect="e")
    table.takes("spell_cast", object="u", face=["Up", "Down"], source={"importer": "x"})


@pytest.mark.rule("123.3")
def test_123_3_a_sticker_of_no_sheet_is_not_there() -> None:
    table = Table(sheets={"ana": {"S": SHEET}}).card("b")
    for sticker in ("ana/S/9", "ana/T/1", "ben/S/1"):
        error = table.cannot("sticker_placed", sticker=sticker, on="b")
        assert "there is no sticker" in str(error)
        assert error.rule == "123.3"
    assert len(table.judged("sticker_placed", sticker="s1", on="b")) == 1
    table.takes("sticker_placed", sticker="ben/S/1", on="b", words="Old", after=0)


@pytest.mark.rule("123.5c")
def test_123_5c_one_card_keeps_its_own_stickers() -> None:
    error = Table().card("b").refuses("123.5c", "kept_stickers", object="b", chosen="b")
    assert "no melded or merged permanent" in str(error)


@pytest.mark.rule("730.2")
def test_730_2_nothing_merges_with_itself() -> None:
    table = Table().card("b", zone="hand").takes("spell_cast", object="b")
    error = table.refuses("730.2", "merged", object="b", into="b", on_top=True)
    assert "cannot merge with itself" in str(error)
