"""What may transform, flip, turn, unlock, merge, meld and be prepared (CR 701.27, 701.42, 708-712, 722, 730)."""

from __future__ import annotations

import pytest

from tests.rules.table import Table


def merged(first: str, second: str, name: str = "Bear Cub", under: str = "Bear Cub") -> Table:
    table = Table().card(first, under).card(second, name, "hand").takes("spell_cast", object=second)
    return table.takes("merged", object=second, into=first, on_top=True)


@pytest.mark.rule("712.9")
@pytest.mark.rule("701.27a")
def test_712_9_only_double_faced_permanents_transform() -> None:
    table = Table().card("s", "Smith").card("b").card("h", "Smith", "hand").card("x", None)
    table.refuses("712.9", "transformed", object="b")
    table.refuses("701.27a", "transformed", object="h")
    table.takes("became_copy", object="b", of="s").refuses("712.9", "transformed", object="b")
    table.takes("transformed", object="s").takes("transformed", object="x")
    table.takes("token_created", card="t", controller="ana", copy_of="s")
    table.takes("transformed", object="t")


@pytest.mark.rule("712.4c")
def test_712_4c_meld_cards_do_not_transform() -> None:
    table = Table().card("l", "Left Rat").card("r", "Right Rat")
    table.refuses("712.4c", "transformed", object="l")
    table.takes("melded", card="h", cards=["l", "r"], definition="Rat Host", controller="ana")
    table.refuses("712.4c", "transformed", object="h")


@pytest.mark.rule("712.10")
def test_712_10_not_into_a_sorcery() -> None:
    table = Table().card("s", "Siege").card("t", "Smith")
    table.refuses("712.10", "transformed", object="s")
    table.takes("transformed", object="t")


@pytest.mark.rule("701.27f")
def test_701_27f_an_ability_transforms_its_permanent_once() -> None:
    table = Table().card("l", "Lurker").card("m", "Lurker")
    for ability in ("a1", "a2"):
        table.takes("ability_put_on_stack", card=ability, ability="l:turn", controller="ana")
    table.takes("transformed", object="m", by="a2").takes("transformed", object="l", by="a2")
    table.takes("ability_resolved", object="a2")
    table.refuses("701.27f", "transformed", object="l", by="a1")
    table.takes("transformed", object="m", by="a1").takes("transformed", object="l")


@pytest.mark.rule("712.15a")
def test_712_15a_not_while_face_down() -> None:
    table = Table().card("s", "Smith", face_down=True)
    table.refuses("712.15a", "transformed", object="s")
    table.takes("turned_face_up", object="s").takes("transformed", object="s")


@pytest.mark.rule("730.2i")
def test_730_2i_double_faced_components_transform() -> None:
    merged("b", "s", "Smith").takes("transformed", object="b")
    merged("b", "m").refuses("712.9", "transformed", object="b")


@pytest.mark.rule("710.1b")
@pytest.mark.rule("710.4")
def test_710_4_a_flip_card_flips_once_on_the_battlefield() -> None:
    table = Table().card("r", "Ronin").card("h", "Ronin", "hand").card("b")
    table.refuses("710.1b", "flipped", object="b")
    table.refuses("710.1b", "flipped", object="h")
    table.takes("became_copy", object="b", of="r").takes("flipped", object="b")
    table.takes("flipped", object="r").refuses("710.4", "flipped", object="r")


@pytest.mark.rule("708.2b")
def test_708_2b_what_is_face_down_is_not_turned_down() -> None:
    table = Table().card("b")
    table.cannot("turned_face_down", object="b", as_={"smell": "sweet"})
    table.takes("turned_face_down", object="b", as_={"power": "3", "types": ["Artifact"]})
    table.refuses("708.2b", "turned_face_down", object="b")
    table.takes("turned_face_up", object="b")


@pytest.mark.rule("110.5d")
def test_110_5d_only_permanents_are_turned_face_down() -> None:
    table = Table().card("b", zone="graveyard").card("e", zone="exile").card("c", zone="command")
    table.refuses("110.5d", "turned_face_down", object="b")
    table.takes("turned_face_down", object="e").takes("turned_face_down", object="c")


@pytest.mark.rule("712.16")
def test_712_16_double_faced_permanents_stay_face_up() -> None:
    table = Table().card("s", "Smith").card("l", "Left Rat").card("r", "Right Rat")
    table.refuses("712.16", "turned_face_down", object="s")
    table.takes("melded", card="h", cards=["l", "r"], definition="Rat Host", controller="ana")
    table.refuses("712.16", "turned_face_down", object="h")
    table.card("b").takes("became_copy", object="b", of="s").takes("turned_face_down", object="b")


@pytest.mark.rule("730.2j")
def test_730_2j_nor_do_merged_ones_with_a_double_faced_component() -> None:
    merged("b", "s", "Smith").refuses("730.2j", "turned_face_down", object="b")
    merged("b", "m").takes("turned_face_down", object="b")


@pytest.mark.rule("708.8")
def test_708_8_what_is_face_up_is_not_turned_up() -> None:
    table = Table().card("b").card("d", face_down=True)
    table.refuses("708.8", "turned_face_up", object="b")
    table.takes("turned_face_up", object="d")


@pytest.mark.rule("701.40g")
@pytest.mark.rule("730.2g")
def test_701_40g_instants_stay_face_down() -> None:
    table = Table().card("i", "Ember Bolt", face_down=True).card("x", None, face_down=True)
    table.refuses("701.40g", "turned_face_up", object="i")
    table.takes("turned_face_up", object="x")
    table.card("m", zone="hand").takes("spell_cast", object="m")
    table.takes("merged", object="m", into="i", on_top=False)
    table.refuses("730.2g", "turned_face_up", object="i")


@pytest.mark.rule("709.5f")
@pytest.mark.rule("709.5g")
def test_709_5_doors_of_rooms() -> None:
    table = Table().card("r", "Attic // Cellar", "hand").card("f", "Fire // Ice", "hand").card("b")
    table.refuses("709.5f", "door_unlocked", object="r", face="Attic")
    table.takes("spell_cast", object="r", face="Attic").takes("spell_resolved", object="r")
    table.refuses("709.5f", "door_unlocked", object="r", face="Attic")
    table.refuses("709.5f", "door_unlocked", object="r", face="Hall")
    table.refuses("709.5f", "door_unlocked", object="b", face="Attic")
    table.refuses("709.5g", "door_locked", object="r", face="Cellar")
    table.takes("door_unlocked", object="r", face="Cellar").takes(
        "door_locked", object="r", face="Attic"
    )


@pytest.mark.rule("722.3a")
@pytest.mark.rule("722.3b")
def test_722_3a_what_becomes_prepared() -> None:
    table = Table().card("a", "Aviator").card("b").card("h", "Aviator", "hand")
    table.refuses("722.3a", "prepared", object="b")
    table.refuses("722.3a", "prepared", object="h")
    table.refuses("722.3b", "unprepared", object="a")
    table.takes("prepared", object="a").refuses("722.3a", "prepared", object="a")
    table.takes("unprepared", object="a")


@pytest.mark.rule("730.2")
def test_730_2_a_spell_merges_with_a_permanent() -> None:
    table = Table().card("b").card("c").card("m", zone="hand").card("g", zone="graveyard")
    table.refuses("730.2", "merged", object="m", into="b", on_top=True)
    table.refuses("730.2", "merged", object="c", into="b", on_top=True)
    table.takes("spell_cast", object="m")
    table.refuses("730.2", "merged", object="m", into="g", on_top=True)
    table.refuses("730.2", "merged", object="m", into="m", on_top=True)
    table.takes("merged", object="m", into="b", on_top=False)


@pytest.mark.rule("701.42b")
def test_701_42b_two_meld_cards_meld() -> None:
    table = Table().card("l", "Left Rat").card("r", "Right Rat").card("b")
    host = {"card": "h", "definition": "Rat Host", "controller": "ana"}
    table.takes("token_created", card="t", controller="ana", copy_of="l")
    table.refuses("701.42b", "melded", cards=["l", "b"], **host)
    table.refuses("701.42b", "melded", cards=["l", "t"], **host)
    table.refuses("701.42b", "melded", cards=["l"], **host)
    table.refuses("701.42b", "melded", cards=["l", "l"], **host)
    table.takes("melded", cards=["l", "r"], **host)


@pytest.mark.rule("701.42b")
@pytest.mark.rule("712.5")
def test_712_5_real_meld_cards_meld_with_their_counterparts() -> None:
    table = Table(plain=True).card("r", "Graf Rats").card("s", "Midnight Scavengers")
    table.card("g", "Gisela, the Broken Blade").card("n", "Nobody's Card")
    made = {"card": "h", "definition": "Chittering Host", "controller": "ana"}
    table.refuses("701.42b", "melded", cards=["r", "g"], **made)
    table.refuses("701.42b", "melded", cards=["r", "n"], **made)
    table.refuses("701.42b", "melded", cards=["r", "s"], **{**made, "definition": "Bear Cub"})
    table.takes("melded", cards=["r", "s"], **made)
