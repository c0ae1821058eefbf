"""The actions of a game, one method each; what happens is decided here, whether it may in `Game.do`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from events.abilities import Chosen, Noted
from events.cards import Ability, Effect, Number, Zone
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
from events.errors import RecordError
from events.event import Choice
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
from events.kinds import Event, Simultaneous
from events.play import CountersChanged, GameBegan, Tapped, TurnBegan, Untapped
from events.stickers import (
    KeptStickers,
    SheetsChosen,
    StickerKind,
    StickerMoved,
    StickerPlaced,
    StickerRemoved,
    TicketsChanged,
)
from events.zones import CardAdded, Exiled, Moved, Revealed, Shuffled
from projections.state import State
from simulator.legality.asked import object_now

Happened = tuple[Event, ...]


class Actions:
    """What can be done in a game. Each method returns the events it made."""

    state: State

    def do(self, *events: Event) -> Happened:
        """Let events happen as one action, if the rules allow it."""
        raise NotImplementedError

    # --- cards and zones (CR 400) ---

    def add_card(self, card: str, definition: str | None, owner: str, zone: Zone,
                 **more: Any) -> Happened:  # fmt: skip
        """Let a card be in a zone; without a definition it is one nobody can see."""
        return self.do(CardAdded(card=card, definition=definition, owner=owner, zone=zone, **more))

    def reveal(self, object_: str, definition: str) -> Happened:
        """Let it be known which card an object is."""
        return self.do(Revealed(object=object_, definition=definition))

    def shuffle(self, player: str) -> Happened:
        """Shuffle a library."""
        return self.do(Shuffled(player=player))

    def move(self, object_: str, to: Zone, *, controller: str | None = None,
             face: str | None = None, face_down: bool = False, attached_to: str | None = None,
             with_: str | None = None, choices: tuple[Choice, ...] = (), copy_of: str | None = None,
             tapped: bool = False, position: int | None = None, by: str | None = None) -> Happened:  # fmt: skip
        """Move an object to another zone; what was exiled until it leaves returns (CR 610.3)."""
        moved = Moved(
            object=object_, to=to, controller=controller, face=face, face_down=face_down,
            attached_to=attached_to, with_=with_, choices=choices, copy_of=copy_of, tapped=tapped,
            position=position, by=by,
        )  # fmt: skip
        return self.do(moved, *self.returning(object_))

    def exile(self, object_: str, *, with_: str | None = None, face_down: bool = False,
              until: str | None = None) -> Happened:  # fmt: skip
        """Exile an object, by an ability or until another one leaves (CR 607.2a, 610.3)."""
        source = None if until is None else object_now(self.state, until)
        until = until if source is None else source.reference
        exiled = Exiled(object=object_, with_=with_, face_down=face_down, until=until)
        return self.do(exiled, *self.returning(object_))

    def draw(self, player: str, count: int = 1) -> Happened:
        """Put the top cards of a player's library into their hand.

        Raises RecordError where the library's order is not known, or it has too few cards.
        """
        library = self.state.libraries.get(player, [])
        if player in self.state.shuffled or not 0 < count <= len(library):
            raise RecordError(
                "the top cards of the library of {player} are not known",
                player=player,
                advice="move the cards that are drawn by name",
            )
        return self.do(*(Moved(object=card, to="hand") for card in library[: -count - 1 : -1]))

    def returning(self, leaving: str) -> tuple[Event, ...]:
        """The return of what was exiled until an object leaves: at once, to where it was (CR 610.3c, 610.3d)."""
        object_ = object_now(self.state, leaving)
        if object_ is None:
            return ()
        back: list[Event] = [
            Moved(object=each.card, to=each.previous.zone)  # type: ignore[arg-type]
            for each in self.state.objects.values()
            if each.until in {object_.reference, object_.card}
            and each.zone == "exile"
            and each.previous is not None
        ]
        return tuple(back) if len(back) < 2 else (Simultaneous(events=tuple(back)),)

    def together(self, events: Iterable[Event]) -> Happened:
        """Let events happen at once (CR 613.7m)."""
        return self.do(Simultaneous(events=tuple(events)))

    # --- the stack (CR 601, 603, 608) ---

    def cast(self, object_: str, *, face: str | tuple[str, ...] | None = None,
             controller: str | None = None, face_down: bool = False, paid: tuple[str, ...] = (),
             x: int | None = None, exiled_for_cost: tuple[str, ...] = (),
             prototyped: bool = False) -> Happened:  # fmt: skip
        """Cast a card, or a copy of one, as a spell (CR 601.2a)."""
        return self.do(SpellCast(
            object=object_, face=face, controller=controller, face_down=face_down, paid=paid, x=x,
            exiled_for_cost=exiled_for_cost, prototyped=prototyped,
        ))  # fmt: skip

    def resolve(self, object_: str, *, to: Zone | None = None, controller: str | None = None,
                attached_to: str | None = None, choices: tuple[Choice, ...] = (),
                copy_of: str | None = None) -> Happened:  # fmt: skip
        """Let a spell or an ability on the stack resolve (CR 608.1)."""
        found = object_now(self.state, object_)
        if found is not None and found.kind == "ability":
            return self.do(AbilityResolved(object=object_))
        return self.do(SpellResolved(
            object=object_, to=to, controller=controller, attached_to=attached_to, choices=choices,
            copy_of=copy_of,
        ))  # fmt: skip

    def counter(self, object_: str, to: Zone | None = None) -> Happened:
        """Counter a spell (CR 701.6)."""
        return self.do(SpellCountered(object=object_, to=to))

    def put_ability_on_stack(self, card: str, ability: str, controller: str) -> Happened:
        """Put an activated or triggered ability onto the stack (CR 113.1c)."""
        return self.do(AbilityPutOnStack(card=card, ability=ability, controller=controller))

    # --- copies and tokens (CR 111, 707) ---

    def create_token(self, card: str, controller: str, *, definition: str | None = None,
                     copy_of: str | None = None, with_: str | None = None,
                     except_: Effect | None = None, choices: tuple[Choice, ...] = (),
                     **more: Any) -> Happened:  # fmt: skip
        """Create a token, by a definition or as a copy (CR 111.1, 707.8a)."""
        return self.do(TokenCreated(
            card=card, controller=controller, definition=definition, copy_of=copy_of, with_=with_,
            except_=except_, choices=choices, **more,
        ))  # fmt: skip

    def create_copy(self, card: str, of: str, controller: str, *, zone: Zone = "stack",
                    except_: Effect | None = None, face: str | None = None) -> Happened:  # fmt: skip
        """Create a copy of a spell, an ability or a card (CR 707.10, 707.12)."""
        return self.do(CopyCreated(
            card=card, of=of, controller=controller, zone=zone, except_=except_, face=face,
        ))  # fmt: skip

    def become_copy(self, object_: str, of: str, *, effect: str | None = None,
                    except_: Effect | None = None, keeps: tuple[str, ...] = ()) -> Happened:  # fmt: skip
        """Let an object become a copy (CR 707.2)."""
        return self.do(
            BecameCopy(object=object_, of=of, effect=effect, except_=except_, keeps=keeps)
        )

    # --- faces (CR 701.27, 708-712, 722, 730) ---

    def transform(self, object_: str) -> Happened:
        """Turn a double-faced permanent's other face up (CR 701.27)."""
        return self.do(Transformed(object=object_))

    def flip(self, object_: str) -> Happened:
        """Flip a permanent (CR 710.4)."""
        return self.do(Flipped(object=object_))

    def turn_face_down(self, object_: str, as_: dict[str, Any] | None = None) -> Happened:
        """Turn a permanent face down (CR 708.2)."""
        return self.do(TurnedFaceDown(object=object_, as_=as_))

    def turn_face_up(self, object_: str, copy_of: str | None = None) -> Happened:
        """Turn a permanent face up (CR 708.8)."""
        return self.do(TurnedFaceUp(object=object_, copy_of=copy_of))

    def unlock(self, object_: str, face: str) -> Happened:
        """Unlock a half of a Room (CR 709.5f)."""
        return self.do(DoorUnlocked(object=object_, face=face))

    def lock(self, object_: str, face: str) -> Happened:
        """Lock a half of a Room (CR 709.5g)."""
        return self.do(DoorLocked(object=object_, face=face))

    def merge(self, object_: str, into: str, *, on_top: bool) -> Happened:
        """Merge a spell with a permanent (CR 730.2)."""
        return self.do(Merged(object=object_, into=into, on_top=on_top))

    def meld(self, card: str, cards: tuple[str, str], definition: str, controller: str) -> Happened:
        """Meld two cards (CR 701.42)."""
        return self.do(Melded(card=card, cards=cards, definition=definition, controller=controller))

    def prepare(self, object_: str, copy: str, controller: str | None = None) -> Happened:
        """Let a permanent become prepared, and create the copy of its prepare spell in exile (CR 722.3c)."""
        found = object_now(self.state, object_)
        who = controller or (None if found is None else found.controller) or ""
        from projections.layer_one import current_text  # noqa: PLC0415 - only here

        faces = () if found is None else current_text(found).faces
        face = faces[1].names[0] if len(faces) > 1 else None
        return self.do(
            Prepared(object=object_),
            CopyCreated(card=copy, of=object_, controller=who, zone="exile", face=face),
        )

    def unprepare(self, object_: str) -> Happened:
        """Let a permanent become unprepared (CR 722.3b)."""
        return self.do(Unprepared(object=object_))

    # --- effects, control, attachments, status (CR 110.5, 611, 613) ---

    def attach(self, object_: str, to: str | None) -> Happened:
        """Attach a permanent to another one, or to nothing (CR 701.3b)."""
        return self.do(Attached(object=object_, to=to))

    def gain_control(self, object_: str, controller: str, effect: str | None = None) -> Happened:
        """Let a player gain control of an object (CR 613.1b)."""
        return self.do(ControllerChanged(object=object_, controller=controller, effect=effect))

    def phase_out(self, object_: str) -> Happened:
        """Let a permanent phase out."""
        return self.do(PhasedOut(object=object_))

    def phase_in(self, object_: str) -> Happened:
        """Let a permanent phase in."""
        return self.do(PhasedIn(object=object_))

    def begin_effect(self, effect: str, continuous: Effect, source: str | None = None) -> Happened:
        """Let a continuous effect begin (CR 611.2)."""
        return self.do(EffectBegan(effect=effect, continuous=continuous, source=source))

    def end_effect(self, effect: str) -> Happened:
        """Let a continuous effect end."""
        return self.do(EffectEnded(effect=effect))

    def tap(self, object_: str) -> Happened:
        """Tap a permanent."""
        return self.do(Tapped(object=object_))

    def untap(self, object_: str) -> Happened:
        """Untap a permanent."""
        return self.do(Untapped(object=object_))

    def put_counters(self, object_: str, kind: str, amount: int = 1) -> Happened:
        """Put counters on an object, or take some off (CR 613.7c)."""
        return self.do(CountersChanged(object=object_, kind=kind, amount=amount))

    # --- stickers (CR 123) ---

    def choose_sheets(self, player: str, sheets: Iterable[str],
                      format_: Literal["constructed", "limited"] = "limited") -> Happened:  # fmt: skip
        """Choose a player's sticker sheets for the game (CR 123.2)."""
        return self.do(SheetsChosen(player=player, sheets=tuple(sheets), format=format_))

    def get_tickets(self, player: str, amount: int) -> Happened:
        """Give a player tickets (CR 123.3c)."""
        return self.do(TicketsChanged(player=player, amount=amount))

    def place_sticker(self, sticker: str, on: str, after: int | None = None, *,
                      by_player: str | None = None, kind: StickerKind | None = None,
                      words: str | None = None, abilities: tuple[Ability, ...] = (),
                      power: Number | None = None, toughness: Number | None = None,
                      tickets: int | None = None) -> Happened:  # fmt: skip
        """Put a sticker on an object; its owner pays the tickets (CR 123.3, 123.6b)."""
        return self.do(StickerPlaced(
            sticker=sticker, on=on, after=after, by_player=by_player, kind=kind, words=words,
            abilities=abilities, power=power, toughness=toughness, tickets=tickets,
        ))  # fmt: skip

    def move_sticker(self, sticker: str, to: str, after: int | None = None) -> Happened:
        """Move a sticker to another object (CR 123.3d)."""
        return self.do(StickerMoved(sticker=sticker, to=to, after=after))

    def remove_sticker(self, sticker: str) -> Happened:
        """Take a sticker off."""
        return self.do(StickerRemoved(sticker=sticker))

    def keep_stickers(self, object_: str, chosen: str) -> Happened:
        """Choose the card that keeps a melded or merged permanent's stickers (CR 123.5c)."""
        return self.do(KeptStickers(object=object_, chosen=chosen))

    # --- linked abilities and the course of the game (CR 607) ---

    def choose(self, by: str, value: Any) -> Happened:
        """Make a choice an ability tells to make (CR 607.2d)."""
        return self.do(Chosen(by=by, value=value))

    def note(self, by: str, value: Any) -> Happened:
        """Note what an ability tells to note (CR 607.2e)."""
        return self.do(Noted(by=by, value=value))

    def pay(self, by: str, value: Any = None) -> Happened:
        """Pay a cost a linked ability asks about (CR 607.2g)."""
        return self.do(CostPaid(by=by, value=value))

    def begin_game(self) -> Happened:
        """Begin the game: what came before was before it (CR 607.2n)."""
        return self.do(GameBegan())

    def begin_turn(self, player: str, number: int | None = None) -> Happened:
        """Begin a player's turn (CR 613.7m)."""
        return self.do(TurnBegan(player=player, number=number))
