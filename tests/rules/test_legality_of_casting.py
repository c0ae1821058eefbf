"""What may be cast, resolve and be countered, and what may be written of abilities (CR 601, 607, 608)."""

from __future__ import annotations

import pytest

from tests.rules.table import Table


@pytest.mark.rule("601.2a")
def test_601_2a_cards_are_cast_from_elsewhere() -> None:
    table = Table().card("b").card("h", zone="hand").card("x", zone="exile")
    table.refuses("601.2a", "spell_cast", object="b")
    table.takes("spell_cast", object="h").refuses("601.2a", "spell_cast", object="h")
    table.takes("token_created", card="t", controller="ana", definition="Bear Cub")
    table.refuses("601.2a", "spell_cast", object="t")
    table.takes("copy_created", card="c", of="x", controller="ana", zone="exile")
    table.takes("spell_cast", object="c")


@pytest.mark.rule("305")
def test_305_lands_are_not_cast() -> None:
    table = Table().card("i", "Calm Isle", "hand").card("s", "Seal", "hand")
    table.refuses("305", "spell_cast", object="i")
    table.refuses("305", "spell_cast", object="s", face="Seal Island")
    table.takes("spell_cast", object="s", face="Seal").takes("moved", object="i", to="battlefield")


@pytest.mark.rule("709.3")
def test_709_3_a_half_is_chosen() -> None:
    table = Table().card("f", "Fire // Ice", "hand").card("g", "Fire // Ice", "hand")
    assert table.cannot("spell_cast", object="f").rule == "709.3"
    table.refuses("709.3", "spell_cast", object="f", face="Water")
    table.takes("spell_cast", object="f", face="Fire")
    table.takes("spell_cast", object="g", face=["Fire", "Ice"])


@pytest.mark.rule("702.102a")
def test_702_102a_only_both_halves_of_a_split_card_are_fused() -> None:
    table = Table().card("f", "Fire // Ice", "hand").card("r", "Attic // Cellar", "hand")
    table.refuses("702.102a", "spell_cast", object="f", face=["Fire", "Fire"])
    table.refuses("702.102a", "spell_cast", object="r", face=["Attic", "Cellar"])
    table.card("a", "Fae", "hand")
    table.refuses("702.102a", "spell_cast", object="a", face=["Fae", "Granted"])
    table.takes("spell_cast", object="r", face="Attic")


@pytest.mark.rule("715.3")
def test_715_3_as_the_creature_or_the_adventure() -> None:
    table = Table().card("f", "Fae", "hand").card("b", zone="hand")
    table.refuses("715.3", "spell_cast", object="f", face="Fire")
    table.refuses("601.2a 715.3", "spell_cast", object="b", face="Granted")
    table.takes("spell_cast", object="f", face="Granted")
    table.takes("spell_cast", object="b", face="Bear Cub")


@pytest.mark.rule("720.3")
def test_720_3_as_the_creature_or_the_omen() -> None:
    table = Table().card("d", "Drake", "hand")
    table.refuses("720.3", "spell_cast", object="d", face="No")
    table.takes("spell_cast", object="d", face="Sign")


@pytest.mark.rule("712.11b")
def test_712_11b_as_a_face_it_has() -> None:
    table = Table().card("s", "Smith", "hand")
    table.refuses("712.11b", "spell_cast", object="s", face="Nose")
    table.takes("spell_cast", object="s", face="Fang")


@pytest.mark.rule("710.2")
def test_710_2_a_flip_card_is_cast_unflipped() -> None:
    table = Table().card("r", "Ronin", "hand")
    table.refuses("710.2", "spell_cast", object="r", face="Daimyo")
    table.takes("spell_cast", object="r", face="Ronin")


@pytest.mark.rule("718.3")
def test_718_3_only_prototype_cards_are_prototyped() -> None:
    table = Table().card("g", "Golem", "hand").card("b", zone="hand")
    table.refuses("718.3", "spell_cast", object="b", prototyped=True)
    table.takes("spell_cast", object="g", prototyped=True)


@pytest.mark.rule("722.3")
def test_722_3_a_prepare_spell_is_not_cast_from_its_card() -> None:
    table = Table().card("a", "Aviator", "hand")
    table.refuses("722.3", "spell_cast", object="a", face="Jump")
    table.takes("spell_cast", object="a", face="Aviator")


def test_an_unknown_card_may_be_cast_as_anything() -> None:
    Table().card("x", None, "hand").takes("spell_cast", object="x", face="Whatever It Is")
    Table().card("x", "Smith", "hand").takes("spell_cast", object="x", face_down=True)


@pytest.mark.rule("607.2i")
def test_607_2i_additional_costs_are_the_spells_own() -> None:
    table = Table().card("n", "Net", "hand").card("b")
    table.cannot("spell_cast", object="n", paid=["storm"])
    table.cannot("spell_cast", object="n", paid=["b:kick"])
    table.takes("spell_cast", object="n", paid=["n:kick"])


@pytest.mark.rule("601.2b")
def test_601_2b_a_cost_exiles_other_cards_once_each() -> None:
    table = Table().card("n", "Net", "hand").card("b", zone="graveyard")
    table.refuses("601.2b", "spell_cast", object="n", exiled_for_cost=["n"])
    table.refuses("601.2b", "spell_cast", object="n", exiled_for_cost=["b", "b.1"])
    table.cannot("spell_cast", object="n", exiled_for_cost=["nobody"])
    table.takes("spell_cast", object="n", exiled_for_cost=["b"])


@pytest.mark.rule("608.1")
def test_608_1_what_is_on_the_stack_resolves() -> None:
    table = Table().card("b", zone="hand").card("n", "Net")
    table.takes("ability_put_on_stack", card="a", ability="n:take", controller="ana")
    table.refuses("608.1", "spell_resolved", object="b")
    table.refuses("608.1", "spell_resolved", object="a")
    table.refuses("608.1", "ability_resolved", object="b")
    table.takes("spell_cast", object="b").refuses("608.1", "ability_resolved", object="b")
    table.refuses("400.7", "spell_resolved", object="b", to="stack")
    table.takes("spell_resolved", object="b").takes("ability_resolved", object="a")


@pytest.mark.rule("701.6")
def test_701_6_what_is_on_the_stack_is_countered() -> None:
    table = Table().card("b", zone="hand")
    table.refuses("701.6", "spell_countered", object="b")
    table.takes("spell_cast", object="b")
    table.refuses("701.6", "spell_countered", object="b", to="stack")
    table.takes("spell_countered", object="b")


@pytest.mark.rule("707.10")
@pytest.mark.rule("722.3c")
def test_707_10_a_copy_is_no_permanent() -> None:
    table = Table().card("b").card("a", "Aviator")
    copy = {"card": "c", "controller": "ana"}
    table.refuses("707.10", "copy_created", of="b", zone="battlefield", **copy)
    table.refuses("722.3c", "copy_created", of="a", zone="exile", face="Fire", **copy)
    table.refuses("722.3c", "copy_created", of="a", zone="exile", face="Jump", **copy)
    table.takes("prepared", object="a")
    table.takes("copy_created", of="a", zone="exile", face="Jump", **copy)


def test_what_is_copied_must_be_there() -> None:
    table = Table().card("b").takes("moved", object="b", to="exile").card("c")
    table.refuses("400.7", "became_copy", object="c", of="b.1")
    table.cannot("became_copy", object="c", of="Nobody's Card")
    table.cannot("became_copy", object="c", of="nobody")
    table.takes("became_copy", object="c", of="b", effect="e")
    table.takes("became_copy", object="c", of="Fae", effect="f")


@pytest.mark.rule("707.9a")
def test_707_9a_what_is_kept_is_had() -> None:
    table = Table().card("n", "Net").card("b")
    table.cannot("became_copy", object="n", of="b", keeps=["eat"])
    table.takes("became_copy", object="n", of="b", keeps=["take"])
    table.cannot("token_created", card="t", controller="ana", copy_of="b",
                 **{"except": {"grant": ["b:fly"]}})  # fmt: skip
    table.cannot("became_copy", object="b", of="n", **{"except": {"grant": ["b"]}})


@pytest.mark.rule("607.2a")
def test_607_2a_a_link_covers_what_it_exiled() -> None:
    table = Table().card("n", "Net").card("a").card("b").card("h", zone="exile")
    table.takes("exiled", object="a", with_="n:take").takes("exiled", object="b")
    for wrong in ("b", "h"):
        table.refuses("607.2a", "moved", object=wrong, to="battlefield", by="n:give")
        table.refuses("607.2a", "moved", object=wrong, to="battlefield", with_="n:give")
        table.refuses("607.2a", "spell_cast", object=wrong, by="n:give")
        table.refuses("607.2a", "copy_created", card="c", of=wrong, controller="ana", by="n:give")
    table.takes("moved", object="b", to="hand", by="n:take")
    table.takes("moved", object="n", to="graveyard")
    table.takes("moved", object="a", to="battlefield", by="n.1:give")


@pytest.mark.rule("607.2a")
@pytest.mark.rule("607.2d")
@pytest.mark.rule("607.2e")
@pytest.mark.rule("607.2g")
def test_607_2_an_ability_must_be_had() -> None:
    table = Table().card("n", "Net").card("b").card("x", None)
    for event, rule in (("chosen", "607.2d"), ("noted", "607.2e"), ("cost_paid", "607.2g")):
        assert table.cannot(event, by="n:fly", value=1).rule == rule
        assert table.cannot(event, value=1).rule == rule
        table.cannot(event, by="nobody:take", value=1)
        table.cannot(event, by="n", value=1)
        table.takes(event, by="n:take", value=1)
    assert table.cannot("exiled", object="b", with_="n:fly").rule == "607.2a"
    table.takes("exiled", object="b", with_="x:whatever")


@pytest.mark.rule("113.7a")
def test_113_7a_an_ability_on_the_stack_is_had() -> None:
    table = Table().card("n", "Net")
    stack = {"card": "a", "controller": "ana"}
    assert table.cannot("ability_put_on_stack", ability="n:fly", **stack).rule == "113.7a"
    table.takes("ability_put_on_stack", ability="n:take", **stack)
    table.takes("chosen", by="a", value="red")
    table.takes("moved", object="n", to="graveyard")
    table.takes("ability_put_on_stack", card="l", ability="n.1:give", controller="ana")
    seen = {"instance": 3, "state": 9}
    table.takes("ability_put_on_stack", card="s", ability="n:a9", controller="ana", source=seen)


def test_effects_begin_once_on_what_is_there() -> None:
    table = Table().card("b").card("n", "Net")
    table.cannot("effect_began", effect="e", affects=["nobody"], set_name="X")
    table.cannot("effect_began", effect="e", affects="self", set_name="X")
    table.cannot("effect_began", effect="e", affects="nobody", set_name="X")
    table.cannot("effect_began", effect="e", affects=["b"], text_of="nobody")
    table.cannot("effect_began", effect="e", affects=["b"], controller="eve")
    table.cannot("effect_began", effect="e", affects={"where": {"controller": "eve"}}, switch=True)
    table.cannot("effect_began", effect="e", affects=["b"], grant=["n:fly"])
    table.cannot("effect_began", effect="e", affects=["b"], grant=[{"abilities_of": "nobody"}])
    table.takes("effect_began", effect="e", affects=["b"], grant=["n:take"])
    table.cannot("effect_began", effect="e", affects=["b"], set_name="X")
    table.takes("effect_ended", effect="e").cannot("effect_ended", effect="e")
    table.cannot("effect_ended", effect="f")
    table.takes("effect_began", effect="e", affects=["b"], set_name="X")
    table.takes("moved", object="b", to="exile").takes("effect_ended", effect="e")
    table.refuses("400.7", "effect_began", effect="g", affects=["b.1"], set_name="X")
    table.takes("effect_began", effect="g", affects="self", source="b", set_name="X")
