"""Opening a record for the page: played once through, under bounds of size, lines and time."""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib

from events.errors import NametrailError, RecordError
from events.event import EventBase
from events.kinds import Simultaneous
from events.play import TurnBegan
from events.record import EventLine, Record, read_record
from events.zones import CardAdded
from projections.fold import start
from projections.state import Lookup, State
from simulator.audit import UNFIT, Fault, as_it_happened
from simulator.kept_states import pack
from simulator.timeline import NameChange
from simulator.web.game import Entry, Game, KeptState, Lived, Seen, cards_named
from simulator.web.limits import Limits, TooMuch, in_time
from simulator.web.seeing import Eye

FEWEST_BETWEEN = 50
MOST_KEPT = 100


def read_upload(data: bytes, name: str, limits: Limits) -> Record:
    """Read an uploaded record, plain or packed.

    Raises TooMuch where it is larger than the page takes, RecordError where its header cannot be read.
    """
    if len(data) > limits.most_bytes:
        raise TooMuch("the file has more than {most} bytes", most=limits.most_bytes)
    if data[:2] == b"\x1f\x8b":
        data = _unpacked(data, limits)
    if data.count(b"\n") > limits.most_lines:
        raise TooMuch("the record has more than {most} lines", most=limits.most_lines)
    record = read_record(io.BytesIO(data), name, strict=False)
    for event in record.events:
        if isinstance(event, Simultaneous) and len(event.events) > limits.most_at_once:
            raise TooMuch(
                "more than {most} events at the same time are too many for the page",
                most=limits.most_at_once,
            )
    return record


def _unpacked(data: bytes, limits: Limits) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            found = packed.read(limits.most_unpacked + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise RecordError("the file cannot be unpacked: {reason}", reason=str(error)) from error
    if len(found) > limits.most_unpacked:
        raise TooMuch("unpacked, the file has more than {most} bytes", most=limits.most_unpacked)
    return found


def fingerprint(data: bytes) -> str:
    """A short name that only this content has."""
    return hashlib.sha256(data).hexdigest()[:20]


def open_game(
    record: Record,
    lookup: Lookup,
    limits: Limits,
    *,
    id: str,  # noqa: A002 - what the game is called in addresses
    title: str,
    origin: tuple[str, int] | None = None,
) -> Game:
    """Play a record once, and keep what is needed to look at any moment of it.

    Raises TooMuch where that takes too long. What stops the game is kept as its `failure`.
    """
    played = _Played(record, lookup, limits)
    played.play()
    return Game(
        id=id,
        title=title,
        record=record,
        lookup=lookup,
        entries=tuple(played.entries),
        lives=played.lives,
        kept=tuple(played.kept),
        failure=played.failure,
        origin=origin,
    )


class _Played:
    """A record being played for the first time."""

    def __init__(self, record: Record, lookup: Lookup, limits: Limits) -> None:
        self.record = record
        self.limits = limits
        self.lookup = lookup
        self.deadline = limits.deadline()
        self.entries: list[Entry] = []
        self.lives: dict[str, list[Lived]] = {}
        self.failure: NametrailError | None = record.error
        self.kept = [KeptState(0, pack(start(record.header, lookup)))]
        self.every = max(FEWEST_BETWEEN, len(record.lines) // MOST_KEPT)
        self.broken = 0
        self.eye = Eye()

    def play(self) -> None:
        """Take every event as it happened, as far as that is possible."""
        try:
            for line, state, faults in as_it_happened(self.record, self.lookup):
                in_time(self.deadline)
                self._take(line, state, faults)
        except TooMuch:
            raise
        except NametrailError as error:
            self.failure = error
        except UNFIT as error:
            where = f"{self.record.file}:{len(self.entries) + 1}"
            self.failure = RecordError(
                "the game cannot be followed further: {reason}",
                reason=type(error).__name__,
                place=where,
            )

    def _take(self, line: EventLine, state: State, faults: tuple[Fault, ...]) -> None:
        event = line.event
        broken = any(not each.note for each in faults)
        before = self.eye.seen
        after = self.eye.look(state, event, broken=broken)
        named = cards_named(event, before) | cards_named(event, after)
        changed = {card for card, each in after.items() if before.get(card) is not each}
        changed = {card for card in changed if before.get(card) != after[card]}
        changed |= before.keys() - after.keys()
        cards = named | changed
        entry = Entry(
            position=line.position,
            line=line.line,
            event=event,
            changes=tuple(_changes(before, after, changed, event)),
            cards=tuple(sorted(cards)),
            before={card: before.get(card) or after[card] for card in cards},
            faults=faults,
            begins_turn=isinstance(event, TurnBegan),
        )
        self.entries.append(entry)
        for card in changed:
            self._live(card, after.get(card), line.position)
        self.broken += broken
        if self.broken > self.limits.most_broken:
            raise RecordError(
                "more than {most} events break a rule; the page stops here",
                most=self.limits.most_broken,
                advice="nametrail audit lists them all",
            )
        if broken or line.position - self.kept[-1].position >= self.every:
            self.kept.append(KeptState(line.position, pack(state)))

    def _live(self, card: str, seen: Seen | None, position: int) -> None:
        """Note what a card is now: another object (CR 400.7), or the same one under another name."""
        lives = self.lives.setdefault(card, [])
        now = lives[-1] if lives and lives[-1].until is None else None
        if now is not None and (seen is None or seen.reference != now.reference):
            now.until = position
            now = None
        if seen is None:
            return
        if now is None:
            lives.append(
                Lived(
                    seen.reference,
                    seen.zone,
                    position,
                    seen.names,
                    seen.unknown,
                    seen.stickers,
                    seen.stickers,
                )
            )
            return
        now.names, now.unknown = seen.names, seen.unknown
        now.stickers_last, now.zone = seen.stickers, seen.zone


def _changes(
    before: dict[str, Seen], after: dict[str, Seen], changed: set[str], event: EventBase
) -> list[NameChange]:
    """What is called differently; a card that comes in under its printed name is not."""
    printed = event.definition if isinstance(event, CardAdded) else None
    found: list[NameChange] = []
    for card in sorted(changed):
        old, new = before.get(card), after.get(card)
        if new is None:
            if old is not None and old.names:
                found.append(NameChange(card, old.reference, None, old.names, ()))
        elif old is None:
            if new.names and new.names != (printed,):
                found.append(
                    NameChange(card, None, new.reference, (), new.names, unknown=new.unknown)
                )
        elif old.names != new.names:
            found.append(
                NameChange(
                    card,
                    old.reference,
                    new.reference,
                    old.names,
                    new.names,
                    new.unknown,
                    old.unknown,
                )
            )
    return found
