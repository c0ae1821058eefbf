"""Abilities linked by standing together: one paragraph, or one keyword (CR 607.2h, 607.2k, 702.72b, 702.157a)."""

from __future__ import annotations

from simulator.cards.linking.pairs import LinkedPair
from simulator.cards.oracle_text import PrintedAbility


def paragraph_pairs(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    """A static ability and the triggers of its paragraph; the two abilities of champion, squad and offspring."""
    pairs = []
    for first in abilities:
        for second in abilities:
            if (
                second is first
                or second.id[:-1] != first.id
                or (second.face, second.paragraph) != (first.face, first.paragraph)
            ):
                continue
            if first.keyword and first.printed.startswith("Champion"):
                pairs.append(
                    LinkedPair(first, second, "champion", "champion stands for both (CR 702.72b)")
                )
            elif first.keyword and first.printed.startswith(("Squad", "Offspring")):
                pairs.append(
                    LinkedPair(
                        first,
                        second,
                        "additional_cost",
                        "the keyword stands for a cost and for a trigger that asks about it",
                    )
                )
            elif (
                first.kind in {"static", "replacement"}
                and second.kind == "triggered"
                and not first.keyword
            ):
                pairs.append(
                    LinkedPair(
                        first,
                        second,
                        "paragraph",
                        "a static ability and a trigger in one paragraph (CR 603.11)",
                    )
                )
    return pairs
