"""Reading cards: files of any format, Oracle text, linked pairs, definitions.

Start with `oracle_text`, which splits what is printed into abilities, and `linked_pairs`, which says
which of them are linked (CR 607). `files` knows the formats, `card_file` looks names up in one file,
`in_use` in the file in use and the bundled catalogue.
"""

from __future__ import annotations

from simulator.cards.card_file import CardFile, linked_pairs, open_cards
from simulator.cards.in_use import (
    card_definition,
    file_in_use,
    linked,
    linked_all,
    lookup,
    show,
    use,
)

__all__ = [
    "CardFile",
    "card_definition",
    "file_in_use",
    "linked",
    "linked_all",
    "linked_pairs",
    "lookup",
    "open_cards",
    "show",
    "use",
]
