"""The folded state of a game: what every object is now, and nothing that only the past needs.

These structs are mutable and private to the fold; `projections.names`, `.characteristics` and the other
readers give frozen answers. Nothing here grows with the number of past events: of the objects a card
has been, only the last one before the current stays (`previous`), and those a live link still names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from events.cards import Ability, Definition, Effect, Number, plain_definition
from events.errors import RecordError
from events.header import Header, SheetSticker
from events.stickers import StickerKind
from projections.copiable_values import (
    DOUBLE_FACED,
    UNKNOWN,
    CopiableText,
    FaceText,
    Status,
    TextAbility,
    text_of_definition,
)

PUBLIC_ZONES = frozenset({"battlefield", "graveyard", "stack", "exile", "command", "ante"})
"""The public zones (CR 400.2); `outside` counts as hidden."""

Lookup = Callable[[str], Definition | None]
ObjectKind = Literal["card", "token", "copy", "ability"]


class AbilityOn(msgspec.Struct, frozen=True):
    """An ability an object has, and what gave it to it.

    `path` is how references name it (`regen`, `e1/regen`, `s1/flying`). `origin` tells apart what gave
    it: printed, which copy effect, which granting effect, and so which links are its own (CR 607.5,
    707.7). `since` is the timestamp of the effect that created it, 0 if printed (CR 613.7a).
    `printed_in` is the object on which it is printed within another ability (CR 607.1a); `given_on` are
    the static abilities that handed it on, the first one first.
    """

    path: str
    text: TextAbility
    origin: str
    since: int = 0
    granted: bool = False
    printed_in: str | None = None
    given_on: tuple[Ability, ...] = ()

    @property
    def key(self) -> str:
        """What links are kept under: this ability and no other one, ever."""
        return self.partner_key(self.text.ability.id)

    def partner_key(self, ability: str) -> str:
        """The key of the other ability of one of its pairs, acquired together with it (CR 607.5)."""
        return f"{self.origin}||{ability}"


class CopiableEffect(msgspec.Struct):
    """A change to copiable values (CR 613.2a): a copy, a merge, or what an "as it enters" ability set.

    `hides` says of a merge that what is under the other component lies face down (CR 730.2e); `given` are the
    abilities among what was set.
    """

    kind: Literal["copy", "merged_on_top", "merged_under", "sets"]
    origin: str
    timestamp: int
    position: int
    text: CopiableText | None = None
    sets: Effect | None = None
    given: tuple[TextAbility, ...] = ()
    effect: str | None = None
    original: str | None = None
    face: int = 0
    hides: bool = False


class StickerOn(msgspec.Struct):
    """A sticker on an object (CR 123), with its timestamp and where its word stands (CR 123.6c)."""

    sticker: str
    kind: StickerKind
    timestamp: int
    position: int
    placed_on: str
    owner: str
    after: int
    words: str
    abilities: tuple[TextAbility, ...]
    power: Number | None
    toughness: Number | None


class EffectOn(msgspec.Struct):
    """A continuous effect of a resolved spell or ability (CR 611.2).

    `targets` are the objects it applies to, fixed as it began (CR 611.2c); None where `affects` is
    `where`. `controller` is the player `you` means in it.
    """

    effect: str
    definition: Effect
    timestamp: int
    position: int
    source: str | None = None
    targets: tuple[str, ...] | None = None
    controller: str | None = None
    grants: tuple[AbilityOn, ...] = ()
    added_text: tuple[AbilityOn, ...] = ()
    exchanged: dict[str, tuple[TextAbility, ...]] = {}


class ControlOn(msgspec.Struct):
    """A player gained control of an object (CR 613.1b)."""

    controller: str
    timestamp: int
    position: int
    effect: str | None = None


class Counters(msgspec.Struct):
    """The counters of one kind on an object, and their common timestamp (CR 613.7c)."""

    amount: int
    timestamp: int


class Remembered(msgspec.Struct, frozen=True):
    """A zone change through which stickers stayed on (CR 123.5, 400.7m)."""

    before: str
    after: str
    position: int


class Object(msgspec.Struct):
    """One object (CR 109.1): what a card is between two zone changes (CR 400.7)."""

    card: str
    number: int
    kind: ObjectKind
    zone: str
    owner: str
    text: CopiableText
    entered: int
    timestamp: int = 0
    controller: str | None = None
    face: int = 0
    face_down: FaceText | None = None
    flipped: bool = False
    prototyped: bool = False
    unlocked: tuple[int, ...] = ()
    prepared: bool = False
    copiable: tuple[CopiableEffect, ...] = ()
    stickers: tuple[StickerOn, ...] = ()
    effects: tuple[str, ...] = ()
    lost_gains: tuple[AbilityOn, ...] = ()
    control: tuple[ControlOn, ...] = ()
    counters: dict[str, Counters] = {}
    tapped: bool = False
    phased_out: bool = False
    attached_to: str | None = None
    attached_at: int | None = None
    turned_at: int | None = None
    attachments: tuple[str, ...] = ()
    components: tuple[Object, ...] = ()
    base_face: int = 0
    melded: bool = False
    kept_by: str | None = None
    copy_of: str | None = None
    prepare_of: str | None = None
    values: dict[str, list[Any]] = {}
    costs: dict[str, list[Any]] = {}
    paid: tuple[str, ...] = ()
    cost_exiled: tuple[str, ...] = ()
    link: tuple[str, str] | None = None
    moved_by: str | None = None
    kept_grants: tuple[AbilityOn, ...] = ()
    until: str | None = None
    remembered: tuple[Remembered, ...] = ()
    x: int | None = None
    ability: AbilityOn | None = None
    ability_source: str | None = None
    source: Any = None
    previous: Object | None = None
    shown: FaceText | None = None

    @property
    def reference(self) -> str:
        """The object as records name it: `fae.3`."""
        return f"{self.card}.{self.number}"

    @property
    def double_faced(self) -> bool:
        """Whether its card or token has two faces that can be up, whatever it is a copy of (CR 712.1, 712.9)."""
        return self.text.double_faced or self.text.layout in DOUBLE_FACED

    @property
    def status(self) -> Status:
        """What of its status decides which characteristics it shows."""
        return Status(self.zone, self.face, self.flipped, self.prototyped)


class Holder(msgspec.Struct):
    """An object that has abilities with live links, and the objects linked, by ability (CR 607.2).

    `waiting` is the number of its abilities on the stack. Without `object` it is one of so long ago that
    only its name is known.
    """

    object: Object | None
    linked: dict[str, list[str]] = {}
    waiting: int = 0


class Tickets(msgspec.Struct):
    """What a player has for stickers: tickets, and the sheets chosen for the game (CR 123.2c, 123.3c)."""

    amount: int = 0
    sheets: tuple[str, ...] | None = None


class State(msgspec.Struct):
    """The whole folded game at one position."""

    header: Header
    lookup: Lookup
    position: int = 0
    clock: int = 0
    objects: dict[str, Object] = {}
    ceased: dict[str, Object] = {}
    players: tuple[str, ...] = ()
    active: str | None = None
    turn: int | None = None
    game_began: bool = False
    tickets: dict[str, Tickets] = {}
    libraries: dict[str, list[str]] = {}
    shuffled: set[str] = set()
    effects: dict[str, EffectOn] = {}
    where_effects: tuple[str, ...] = ()
    named_effects: dict[str, tuple[str, ...]] = {}
    statics: dict[str, None] = {}
    for_spells: dict[str, None] = {}
    far: dict[str, None] = {}
    far_text: dict[str, None] = {}
    reaches: dict[int, Any] = {}
    on_stickers: dict[str, str] = {}
    holders: dict[str, Holder] = {}
    pregame: dict[str, list[str]] = {}
    pregame_values: dict[str, list[Any]] = {}
    sheets: dict[str, dict[str, tuple[SheetSticker, ...]]] = {}
    definitions: dict[str, Definition] = {}
    texts: dict[str, CopiableText] = {}
    version: int = 0
    stamped: list[Object] | None = None
    entering: frozenset[str] | None = None
    captured: dict[tuple[str, bool], tuple[CopiableText, Any]] | None = None
    answers: dict[Any, Any] = {}

    def changed(self) -> None:
        """Let what was derived before count no more: something that answers hang on is another now."""
        self.version += 1

    def tick(self) -> int:
        """The next timestamp (CR 613.7)."""
        self.clock += 1
        return self.clock

    def definition(self, name: str) -> Definition:
        """The definition of a card name: the header's, else the card file's or the catalogue's.

        Raises RecordError where nobody defines it.
        """
        found = self.definitions.get(name)
        if found is None:
            found = self.header.cards.get(name) or self.lookup(name)
            if found is None and self.header.plain:
                found = plain_definition(name)
            if found is None:
                raise RecordError(
                    "no card is named {name!r}",
                    name=name,
                    advice='define it in the header\'s "cards", or use a card file',
                )
            self.definitions[name] = found
        return found

    def text(self, name: str | None) -> CopiableText:
        """The text printed on a card of this name; unknown without a name."""
        if name is None:
            return UNKNOWN
        found = self.texts.get(name)
        if found is None:
            found = self.texts[name] = text_of_definition(self.definition(name))
        return found


def sheet_sticker(state: State, sticker: str) -> tuple[str, SheetSticker] | None:
    """The player and the sheet's sticker that `ana/Sheet Name/3` means (CR 123.3a), if there is one."""
    player, _, rest = sticker.partition("/")
    sheet, _, number = rest.rpartition("/")
    if not number.isdecimal():
        return None
    stickers = state.sheets.get(player, {}).get(sheet)
    if stickers is None or not 1 <= int(number) <= len(stickers):
        return None
    return player, stickers[int(number) - 1]
