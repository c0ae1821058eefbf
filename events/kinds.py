"""All kinds of event: one union, the names records use, and events that happen at once."""

from __future__ import annotations

from events.abilities import Chosen, Noted
from events.casting import (
    AbilityPutOnStack,
    AbilityResolved,
    CostPaid,
    SpellCast,
    SpellCountered,
    SpellResolved,
)
from events.copying import BecameCopy, CopyCreated, TokenCreated
from events.effects import (
    Attached,
    ControllerChanged,
    EffectBegan,
    EffectEnded,
    PhasedIn,
    PhasedOut,
)
from events.event import EventBase
from events.faces import (
    DoorLocked,
    DoorUnlocked,
    Flipped,
    Melded,
    Merged,
    Prepared,
    Transformed,
    TurnedFaceDown,
    TurnedFaceUp,
    Unprepared,
)
from events.play import (
    CountersChanged,
    DamageDealt,
    GameBegan,
    GameEnded,
    LifeChanged,
    PlayerLeft,
    StepBegan,
    Tapped,
    TurnBegan,
    Untapped,
)
from events.stickers import (
    KeptStickers,
    SheetsChosen,
    StickerMoved,
    StickerPlaced,
    StickerRemoved,
    TicketsChanged,
)
from events.zones import CardAdded, Exiled, Moved, Revealed, Shuffled


class Simultaneous(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=37):
    """Events that happened at once (CR 613.7m); they are one position of the record."""

    events: tuple[Event, ...]


Event = (
    CardAdded | Revealed | Shuffled | SheetsChosen | TicketsChanged | Moved | Exiled | SpellCast
    | SpellResolved | SpellCountered | AbilityPutOnStack | AbilityResolved | TokenCreated
    | CopyCreated | BecameCopy | Transformed | Flipped | TurnedFaceDown | TurnedFaceUp
    | DoorUnlocked | DoorLocked | Merged | Melded | Attached | ControllerChanged | PhasedOut
    | PhasedIn | EffectBegan | EffectEnded | StickerPlaced | StickerMoved | StickerRemoved
    | Chosen | Noted | CostPaid | KeptStickers | Simultaneous | CountersChanged | GameBegan
    | TurnBegan | StepBegan | LifeChanged | Tapped | Untapped | DamageDealt | PlayerLeft
    | GameEnded | Prepared | Unprepared
)  # fmt: skip
"""Any event. Exhaustive: the fold has a handler for each, and a test walks it."""


def _record_name(kind: type[EventBase]) -> str:
    name = kind.__name__
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


EVENT_KINDS: dict[str, type[Event]] = {_record_name(kind): kind for kind in Event.__args__}
"""The name a record gives each kind of event: `StickerPlaced` is `sticker_placed`."""

RECORD_NAMES: dict[type[EventBase], str] = {kind: name for name, kind in EVENT_KINDS.items()}
"""The same, the other way round."""
