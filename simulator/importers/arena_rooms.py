"""Which doors of a Room Arena shows unlocked (CR 709.5)."""

from __future__ import annotations

from simulator.importers.arena_objects import Recording
from simulator.importers.arena_printings import Printing

LEFT, RIGHT = 1, 2
_UNLOCKED = {19: LEFT, 20: RIGHT}
"""Arena's designations for an unlocked left and right door."""


def halves(game: Recording, grp: int) -> dict[int, Printing]:
    """The halves of the Room that a printing belongs to, as far as the log showed them."""
    found: dict[int, Printing] = {}
    root = game.printings.root(grp)
    for printing in game.printings.by_grp.values():
        if printing.role in {"left", "right"} and game.printings.root(printing.grp) == root:
            found[LEFT if printing.role == "left" else RIGHT] = printing
    return found


def half_of(game: Recording, grp: int) -> int:
    """Which half a printing is: the one that was cast is unlocked as it enters (CR 709.5d)."""
    printing = game.printings.by_grp.get(grp)
    if printing is None or "Room" not in printing.subtypes:
        return 0
    for side, half in halves(game, grp).items():
        if half.grp == grp or (half.text and half.text == printing.text):
            return side
    name = game.printings.name(grp)
    for whole in game.printings.by_grp:
        both = (game.printings.name(whole) or "").split(" // ")
        if len(both) == 2 and name in both and game.printings.same_card(whole, grp):
            return LEFT if name == both[0] else RIGHT
    return 0


def doors_shown(game: Recording, instance: int, grp: int, text: int) -> int:
    """The doors that Arena shows unlocked: by the name it shows, else by the Room's designations."""
    both = (game.printings.name(grp) or "").split(" // ")
    shown = game.printings.text(text)
    sides = halves(game, grp)
    for side, half in sides.items():
        if text and half.text == text:
            return side
    if len(both) == 2 and shown in {*both, " // ".join(both)}:
        return {both[0]: LEFT, both[1]: RIGHT}.get(shown or "", LEFT | RIGHT)
    mask = 0
    for annotation in game.state.with_type("Designation"):
        if instance in annotation.affected_ids:
            mask |= _UNLOCKED.get(annotation.number("DesignationType"), 0)
    if mask and not (len(sides) == 2 and text):
        return mask
    return LEFT | RIGHT if text and sides else mask
