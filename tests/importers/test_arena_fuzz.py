"""Whatever a file holds, the importer reads what can be read and says the rest in a message."""

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from events.errors import NametrailError
from events.record import read_record
from simulator.importers import import_arena
from simulator.importers.arena import ArenaImport
from simulator.importers.arena_cards import read_names
from tests.importers.arena_log_writer import (
    BATTLEFIELD,
    EXILE,
    GRAVEYARD,
    HAND,
    LIBRARY,
    STACK,
    ArenaLog,
    number,
)


def import_bytes(data: bytes) -> ArenaImport:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "Player.log")
        log.write_bytes(data)
        found = import_arena([log], Path(folder, "out"), jobs=1)
        for game in found.games:
            read_record(Path(game.file))
        assert all(str(problem) and problem.exit_status in {1, 2} for problem in found.problems)
        assert found.games or found.problems
        return found


def a_log() -> str:
    log = ArenaLog(deck=6)
    bear, clone, room = log.begin({1001: 1, 1002: 2, 1003: 3})
    here = log.enter(bear, subtypes=["SubType_Bear"], power={"value": 2})
    before = log.snapshot()
    log.cast(clone)
    log.send()
    log.undo(before)
    spell = log.cast(clone)
    log.send()
    log.holds("CopiedObject", 9, [spell], number("copyFromGrpid", 1001))
    log.resolve(spell, overlayGrpId=1001, name=1)
    log.send()
    ability = log.ability(here, 55)
    log.send()
    exiled = log.move(spell, EXILE, "Exile", by=ability, overlayGrpId=1002, name=2)
    log.holds("DisplayCardUnderCard", here, [exiled], number("TemporaryZoneTransfer", 1))
    log.done(ability, here)
    log.token(2001, 9, by=here, subtypes=["SubType_Elf"])
    log.send()
    log.put(here, BATTLEFIELD, grp=1005, name=6, othersideGrpId=1001)
    log.note("TappedUntappedPermanent", [here], number("tapped", 1))
    log.note("CounterAdded", [here], number("counter_type", 1), number("transaction_amount", 1))
    log.send(lost=True)
    log.move(room, GRAVEYARD[1], "Discard")
    log.move(log.zones[LIBRARY[2]][0], HAND[2], "Draw")
    log.move(log.zones[HAND[2]][0], STACK, "CastSpell", grp=3, isFacedown=True, seat=2)
    log.send(
        turn={"turnNumber": 2, "activePlayer": 2, "phase": "Phase_Beginning", "step": "Step_Draw"}
    )
    return log.end()


LOG = a_log()
LINES = LOG.splitlines()


@given(st.binary(max_size=4000))
def test_any_bytes(data: bytes) -> None:
    import_bytes(data)


@given(st.binary(max_size=200), st.integers(0, len(LOG)), st.booleans())
def test_junk_inside_or_a_cut(junk: bytes, place: int, cut: bool) -> None:
    whole = LOG.encode()
    import_bytes(whole[:place] + junk + (b"" if cut else whole[place:]))


@given(st.lists(st.integers(0, len(LINES) - 1), max_size=2 * len(LINES)))
def test_lines_missing_repeated_or_in_another_order(order: list[int]) -> None:
    import_bytes("\n".join(LINES[index] for index in order).encode())


values = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 130), st.integers(), st.floats(allow_nan=False), st.text(max_size=4),
    st.lists(st.integers(90, 130), max_size=4),
)  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """The log with some values of some messages replaced, taken out or swapped for another message's."""
    lines = list(LINES)
    for _ in range(draw(st.integers(1, 6))):
        index = draw(st.integers(1, len(lines) - 1))
        if not lines[index].startswith("{"):
            continue
        message = json.loads(lines[index])
        if not message:
            continue
        holder: Any = message
        step: Any = None
        for _ in range(draw(st.integers(1, 9))):
            inner = holder if step is None else holder[step]
            if not isinstance(inner, dict | list) or not inner:
                break
            holder = inner
            step = draw(
                st.sampled_from(list(holder) if isinstance(holder, dict) else range(len(holder)))
            )
        if draw(st.booleans()):
            holder[step] = draw(values)
        else:
            del holder[step]
        lines[index] = json.dumps(message)
    return "\n".join(lines)


@given(damaged())
def test_messages_with_wrong_values(text: str) -> None:
    import_bytes(text.encode())


@given(st.one_of(st.binary(max_size=300), st.recursive(values, lambda inner: st.one_of(
    st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(["data", "cards", "name", "1", "identifiers", "arena_id"]), inner, max_size=4)),
    max_leaves=12).map(lambda value: json.dumps(value).encode())))  # fmt: skip
def test_any_card_file(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "cards")
        file.write_bytes(data)
        try:
            names = read_names(file)
        except NametrailError as error:
            assert str(file) in str(error)  # noqa: PT017 - either outcome is fine
        else:
            assert names.cards


def test_any_one_message_may_be_missing() -> None:
    """What the log still shows agrees with the record, whichever message is gone."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "Player.log")
        for index in range(3, len(LINES)):
            log.write_text("\n".join(LINES[:index] + LINES[index + 1 :]))
            (game,) = import_arena([log], Path(folder, "out"), jobs=1).games
            assert game.differences == [], index
            assert not game.complete
