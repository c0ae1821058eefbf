"""Which effects need a closer look for dependency (CR 613.8a), and which can be told apart at a glance."""

from __future__ import annotations

from typing import Any

import pytest

from events.cards import Affected, Effect, Grant, Where
from projections.dependency import could_matter
from projections.instances import Continuous

PLAIN = Effect(affects="self", set_name="One")
GIFT = Grant(id="fly", kind="keyword", text="Flying")
WHERE = Affected(Where(types=("Creature",)))
TEXT: dict[str, Effect] = {
    "text_of": Effect(text_of="b"), "exchange": Effect(exchange_text_with="b"),
    "words": Effect(replace_words={"red": "blue"}), "added": Effect(add_text=(GIFT,)),
}  # fmt: skip


def one(kind: str = "effect", effect: Effect = PLAIN, **fields: Any) -> Continuous:
    return Continuous(
        name="e", kind=kind, effect=effect, timestamp=1, since=0, order=0, position=1, **fields
    )


ROOM = one("room", Effect())


@pytest.mark.rule("613.8a")
@pytest.mark.parametrize("kind", ["sticker", "control", "room", "kept"])
def test_613_8a_stickers_control_and_doors_wait_for_nothing(kind: str) -> None:
    for layer in ("2", "3", "4", "6"):
        for effect in (PLAIN, Effect(affects=WHERE), Effect(grant=("a:b",))):
            assert could_matter(one(kind, effect), one(effect=Effect(text_of="b")), layer) is False
            assert could_matter(one(kind, effect), ROOM, layer) is False


@pytest.mark.rule("613.8a")
def test_613_8a_sizes_change_nothing_that_others_look_at() -> None:
    for layer in ("7a", "7b", "7c", "7d"):
        assert could_matter(one(effect=Effect(affects=WHERE)), one(), layer) is False
        assert could_matter(one("static"), one(), layer) is False


@pytest.mark.rule("613.8a")
def test_613_8a_a_static_ability_waits_for_what_may_end_or_reword_it() -> None:
    static = one("static")
    for name in ("text_of", "exchange", "words"):
        assert could_matter(static, one(effect=TEXT[name]), "3") is True
    assert could_matter(static, ROOM, "3") is True
    assert could_matter(static, one(effect=Effect(set_name="Two", names=("Three",))), "3") is False
    assert could_matter(static, one(effect=Effect(set_subtypes=("Island",))), "4") is True
    assert (
        could_matter(static, one(effect=Effect(add_subtypes=("Island",), set_types=("Land",))), "4")
        is False
    )
    assert could_matter(static, one(effect=Effect(set_colors=("R",))), "5") is False
    assert could_matter(static, one(effect=Effect(remove_abilities=True)), "6") is True
    assert could_matter(static, one(), "2") is False


@pytest.mark.rule("613.8a")
def test_613_8a_what_reads_abilities_or_words_waits_for_what_changes_them() -> None:
    words = one(effect=Effect(replace_words={"red": "blue"}))
    for effect in TEXT.values():
        assert could_matter(words, one(effect=effect), "3") is True
        assert could_matter(one(), one(effect=effect), "3") is False
    assert could_matter(words, one(), "3") is False
    for effect in TEXT.values():  # what is taken is the other's copiable text
        assert could_matter(one(effect=Effect(text_of="b")), one(effect=effect), "3") is False
    for grant in (("a:b",), (Grant(id="", kind="keyword", abilities_of="b"),)):
        assert could_matter(one(effect=Effect(grant=grant)), one(), "6") is True
    assert could_matter(one(effect=Effect(grant=(GIFT,))), one(), "6") is False
    assert (
        could_matter(one(effect=Effect(replace_words={"a": "b"})), one(effect=PLAIN), "4") is False
    )
