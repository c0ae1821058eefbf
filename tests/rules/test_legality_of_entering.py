"""Which choices may be made as something enters (CR 614.12, 614.13, 616.1), and how much of anything."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.legality import bounds
from tests.rules.table import CREATURE, Table


def choice(for_: str, by: str, *moves: str, to: str = "graveyard", **more: Any) -> dict[str, Any]:
    what = {} if more else {"moves": list(moves), "to": to}
    return {"for": for_, "by": by, **what, **more}


def table_with_maw(zone: str = "hand") -> Table:
    return Table().card("m", "Maw", zone).card("b").card("c")


@pytest.mark.rule("614.12")
def test_614_12_choices_are_for_what_enters() -> None:
    table = table_with_maw()
    table.refuses(
        "614.12", "moved", object="m", to="battlefield", choices=[choice("b", "m:eat", "c")]
    )
    table.refuses("614.12", "moved", object="b", to="exile", choices=[choice("b", "m:eat", "c")])
    table.takes("moved", object="m", to="battlefield", choices=[choice("m", "m:eat", "c")])


@pytest.mark.rule("614.12")
def test_614_12_by_an_ability_it_would_have() -> None:
    table = table_with_maw()
    table.refuses(
        "614.12", "moved", object="m", to="battlefield", choices=[choice("m", "m:fly", "c")]
    )
    table.refuses(
        "614.12", "moved", object="m", to="battlefield", choices=[choice("m", "b:eat", "c")]
    )
    table.refuses(
        "614.12",
        "moved",
        object="m",
        to="battlefield",
        face_down=True,
        choices=[choice("m", "m:eat", "c")],
    )
    silence = {"affects": {"where": {"types": ["Creature"]}}, "remove_abilities": True}
    table.takes("effect_began", effect="hush", **silence)
    table.refuses(
        "614.12", "moved", object="m", to="battlefield", choices=[choice("m", "m:eat", "c")]
    )
    table.takes("effect_ended", effect="hush")
    table.takes("moved", object="m", to="battlefield", choices=[choice("m", "m:eat", "c")])


@pytest.mark.rule("614.12")
@pytest.mark.rule("616.1c")
@pytest.mark.rule("616.1f")
def test_616_1f_what_an_earlier_choice_took_away_applies_no_more() -> None:
    table = table_with_maw()
    as_bear = choice("m", "m:more", copy_of="b")
    eats = choice("m", "m:eat", "c")
    table.refuses("614.12", "moved", object="m", to="battlefield", choices=[as_bear, eats])
    table.refuses("616.1c", "moved", object="m", to="battlefield", choices=[eats, as_bear])
    table.takes("moved", object="m", to="battlefield", choices=[as_bear])
    assert table.name("m") == "Bear Cub"


@pytest.mark.rule("616.1c")
@pytest.mark.parametrize("by", ["hush", "n:eat", "m:fly", "?:?"])
def test_616_1c_nothing_is_said_of_an_order_that_is_not_known(by: str) -> None:
    table = table_with_maw().card("n", "Maw")
    table.takes("effect_began", effect="hush", affects=["b"], add_power=1)
    choices = [choice("m", by, value="red"), choice("m", "m:more", copy_of="b")]
    told = {
        each.rule for each in table.judged("moved", object="m", to="battlefield", choices=choices)
    }
    assert "616.1c" not in told


@pytest.mark.rule("614.12")
def test_614_12_a_token_and_a_spell_choose_too() -> None:
    table = table_with_maw()
    token = {"card": "t", "controller": "ana", "definition": "Maw"}
    table.refuses("614.12", "token_created", choices=[choice("t", "t:fly", "b")], **token)
    table.takes("token_created", choices=[choice("t", "t:eat", "b")], **token)
    table.takes("spell_cast", object="m")
    table.refuses("614.12", "spell_resolved", object="m", choices=[choice("m", "m:fly", "c")])
    granted = [{"id": "third", "kind": "replacement", "text": "Devour 3"}]
    table.takes("effect_began", effect="jund", affects=["m"], grant=granted)
    table.takes("spell_resolved", object="m", choices=[choice("m", "m:jund/third", "c")])


@pytest.mark.rule("614.12a")
def test_614_12a_what_is_copied_is_there_before() -> None:
    table = table_with_maw()
    added = {"event": "card_added", "card": "n", "definition": "Bear Cub", "owner": "ana",
             "zone": "battlefield"}  # fmt: skip
    enters = {"event": "moved", "object": "m", "to": "battlefield", "copy_of": "n"}
    table.refuses("614.12a", "simultaneous", events=[added, enters])
    table.takes("simultaneous", events=[added, {**enters, "copy_of": "b"}])


@pytest.mark.rule("614.12a")
def test_614_12a_nothing_copies_what_enters_with_it() -> None:
    table = table_with_maw().card("o", zone="hand")
    enters = {"event": "moved", "object": "m", "to": "battlefield"}
    other = {"event": "moved", "object": "o", "to": "battlefield"}
    table.refuses("614.12a", "simultaneous", events=[{**enters, "copy_of": "o"}, other])
    table.refuses("614.12a", "moved", object="m", to="battlefield", copy_of="m")
    copies = [choice("m", "m:eat", copy_of="o")]
    table.refuses("614.12a", "simultaneous", events=[{**enters, "choices": copies}, other])
    table.takes("simultaneous", events=[{**enters, "copy_of": "b"}, other])


@pytest.mark.rule("614.13a")
def test_614_13a_what_enters_is_not_chosen() -> None:
    table = table_with_maw("graveyard").card("o", zone="graveyard")
    enters = {"event": "moved", "object": "m", "to": "battlefield"}
    other = {"event": "moved", "object": "o", "to": "battlefield"}
    table.refuses(
        "614.13a", "moved", object="m", to="battlefield", choices=[choice("m", "m:eat", "m")]
    )
    both = [{**enters, "choices": [choice("m", "m:eat", "o")]}, other]
    table.refuses("614.13a", "simultaneous", events=both)
    table.takes("simultaneous", events=[{**enters, "choices": [choice("m", "m:eat", "b")]}, other])


@pytest.mark.rule("614.13b")
def test_614_13b_nothing_is_chosen_twice() -> None:
    table = table_with_maw().card("n", "Maw", "hand")
    twice = [choice("m", "m:eat", "b"), choice("m", "m:more", "b")]
    table.refuses("614.13b", "moved", object="m", to="battlefield", choices=twice)
    one = [choice("m", "m:eat", "b.1", "b")]
    table.refuses("614.13b", "moved", object="m", to="battlefield", choices=one)
    by_two = [
        {"event": "moved", "object": each, "to": "battlefield", "choices": [choice(each, f"{each}:eat", "b")]}
        for each in ("m", "n")
    ]  # fmt: skip
    table.refuses("614.13b", "simultaneous", events=by_two)
    twice[1]["moves"] = ["c"]
    table.takes("moved", object="m", to="battlefield", choices=twice)


@pytest.mark.rule("614.12b")
def test_614_12b_choices_are_payable_together() -> None:
    table = (
        table_with_maw()
        .card("n", "Maw", "hand")
        .card("x", zone="library")
        .card("y", zone="library")
    )
    enter: list[dict[str, Any]] = [
        {"event": "moved", "object": each, "to": "battlefield",
         "choices": [choice(each, f"{each}:eat", top_of_library="ana", count=count, to="exile")]}
        for each, count in (("m", 2), ("n", 1))
    ]  # fmt: skip
    table.refuses("614.12b", "simultaneous", events=enter)
    enter[0]["choices"][0]["count"] = 1
    table.takes("simultaneous", events=enter)


def test_choices_that_cannot_be_read() -> None:
    table = table_with_maw().card("x", zone="library").takes("shuffled", player="ana")

    def cannot(**fields: Any) -> None:
        table.cannot(
            "moved", object="m", to="battlefield", choices=[{"for": "m", "by": "m:eat", **fields}]
        )

    cannot(top_of_library="ana", count=1, to="exile")
    cannot(top_of_library="eve", count=1, to="exile")
    cannot(top_of_library="ben", count=-1, to="exile")
    cannot(moves=["b"])
    cannot(moves=["nobody"], to="exile")
    cannot(copy_of="nobody")
    cannot(sets={"smell": "5"})
    cannot(by="m:eat:", moves=[], **{"for": "nobody"})
    table.takes(
        "moved", object="m", to="battlefield", choices=[choice("m", "eat", sets={"power": "9"})]
    )


def test_so_much_and_no_more() -> None:
    table = Table(cards={"Bear Cub": CREATURE}).card("b").card("c")
    table.cannot("effect_began", effect="e", affects=["b"], names=[f"N{n}" for n in range(101)])
    table.takes("effect_began", effect="e", affects=["b"], names=[f"N{n}" for n in range(60)])
    table.cannot("effect_began", effect="f", affects=["b"], names=[f"M{n}" for n in range(60)])
    table.cannot("effect_began", effect="g", affects=["b"], replace_words={"red": "x" * 101})
    for number in range(8):
        table.takes("effect_began", effect=f"w{number}", affects=["c"], replace_words={"a": "b b"})
    table.cannot("effect_began", effect="w", affects=["c"], replace_words={"b": "a a"})
    for number in range(200):
        table.takes("became_copy", object="c", of="b", effect=f"c{number}")
    table.cannot("became_copy", object="c", of="b", effect="last")
    table.cannot("token_created", card="x" * 1001, controller="ana", definition="Bear Cub")
    table.cannot("effect_began", effect="x" * 1001, affects=["b"], set_name="X")
    for number in range(32):
        table.takes("effect_began", effect=f"r{number}", affects=["b"], replace_words={"a": "b"})
    table.cannot("effect_began", effect="r", affects=["b"], replace_words={"a": "b"})
    everything = {"where": {"types": ["Creature"]}}
    for number in range(200):
        table.takes("effect_began", effect=f"g{number}", affects=everything, switch=True)
    table.cannot("effect_began", effect="g", affects=everything, switch=True)
    many = [{"event": "game_began"}] * 10_001
    table.cannot("simultaneous", events=many)


def test_abilities_do_not_double_for_ever() -> None:
    table = Table().card("n", "Net")
    refused = 0
    for number in range(12):
        fields = {"effect": f"e{number}", "affects": ["n"], "grant": [{"abilities_of": "n"}]}
        if table.judged("effect_began", **fields):
            refused += 1
            table.cannot("effect_began", **fields)
        else:
            table.takes("effect_began", **fields)
    assert refused


def test_an_object_holds_so_many_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_ATTACHED", 2)
    monkeypatch.setattr(bounds, "MOST_COMPONENTS", 3)
    monkeypatch.setattr(bounds, "MOST_ABILITIES", 4)
    monkeypatch.setattr(bounds, "MOST_STICKERS", 2)
    monkeypatch.setattr(bounds, "MOST_GRANTS", 1)
    monkeypatch.setattr(bounds, "MOST_EFFECTS", 3)
    table = Table().card("b").card("n", "Net").card("f", "Fae")
    for card in ("x", "y"):
        table.card(card).takes("attached", object=card, to="f")
    table.card("z").cannot("attached", object="z", to="f")
    for card in ("p", "q", "r"):
        table.card(card, zone="hand").takes("spell_cast", object=card)
    table.takes("merged", object="p", into="b", on_top=True)
    table.takes("merged", object="q", into="b", on_top=False)
    table.cannot("merged", object="r", into="b", on_top=True)
    table.takes("sticker_placed", sticker="s1", kind="art", on="f")
    table.takes("sticker_placed", sticker="s2", kind="art", on="f")
    table.cannot("sticker_placed", sticker="s3", kind="art", on="f")
    table.takes("sticker_placed", sticker="s4", kind="art", on="y")
    table.cannot("sticker_moved", sticker="s4", to="f")
    grants = [{"id": "one", "text": "1"}, {"id": "two", "text": "2"}]
    table.cannot("effect_began", effect="e", affects=["f"], grant=grants)
    for number in range(3):
        table.takes("effect_began", effect=f"e{number}", affects=["f"], switch=True)
    table.cannot("effect_began", effect="e", affects=["f"], switch=True)
    attached = {"affects": "attached", "source": "x", "switch": True}
    table.cannot("effect_began", effect="e", **attached)
    table.cannot("became_copy", object="n", of="b", keeps=["take", "give"])
    table.takes("became_copy", object="n", of="b", keeps=["take"])
    choices = [choice("m", "m:eat", "x")] * 4
    table.card("m", "Maw", "hand").cannot("moved", object="m", to="battlefield", choices=choices)
