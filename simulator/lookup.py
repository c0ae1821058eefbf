"""Where card definitions come from: the card file in use, then the bundled catalogue."""

from __future__ import annotations

from pathlib import Path

from projections.state import Lookup


def card_lookup(card_file: Path | None = None) -> Lookup:
    """A function from a card's name to its definition; the file is opened at the first name asked for."""
    from simulator.cards import lookup  # noqa: PLC0415 - reading card files is seldom needed

    return lookup(card_file)
