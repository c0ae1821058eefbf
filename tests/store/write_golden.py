"""Writes the golden files of stored events and of a whole store: `python -m tests.store.write_golden`.

They are never written over: what was stored once must stay readable. A new version of the stored form
gets files of its own.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from events.actions import Recorded, encode_action, event_to_array, topic_of
from events.forms import event_to_map
from events.kinds import EVENT_KINDS
from events.play import Tapped, Untapped
from events.record import read_record, record_lines
from events.store import open_store
from tests.store.sample_events import sample

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "golden"


def write_events() -> None:
    """A file for every kind of event that has none, and one more where fields were appended to a kind."""
    for name, kind in EVENT_KINDS.items():
        event = sample(kind)
        action = Recorded(b"", 0, (event,))
        stored = encode_action(action).hex()
        kept = golden_files(name)
        if kept and json.loads(kept[-1].read_text(encoding="utf-8"))["stored"] == stored:
            continue
        told = {
            "version": 1,
            "topic": topic_of(action),
            "tag": event_to_array(event)[0],
            "stored": stored,
            "event": event_to_map(event),
        }
        path = GOLDEN / "events" / (f"{name}.{len(kept) + 1}.json" if kept else f"{name}.json")
        path.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def golden_files(name: str) -> list[Path]:
    """The files of a kind of event, the oldest form first: `moved.json`, `moved.2.json`."""
    folder = GOLDEN / "events"
    later = sorted(
        folder.glob(f"{name}.[0-9]*.json"), key=lambda path: int(path.stem.split(".")[1])
    )
    first = folder / f"{name}.json"
    return [*([first] if first.exists() else []), *later]


def write_store() -> None:
    """A store as version 1 of the stored form leaves it, and what must come out of it."""
    path = GOLDEN / "store" / "v1.sqlite"
    if path.exists():
        return
    records = sorted((ROOT / "records").glob("123.6*.jsonl"))[:3]
    with open_store(path) as store:
        for record in records:
            store.add(read_record(record))
        store.add(read_record(records[0]), game="packed", packed=True)
        game = store.add(read_record(ROOT.parent / "simulator/examples/bear-cub.jsonl"))
        version = store.info(game).version
        version = store.append(game, version, [Tapped(object="cub"), Untapped(object="cub")])
        version = store.append(game, version, [Tapped(object="cub")])
        version = store.undo(game, version, version - 1)
        store.append(game, version, [Untapped(object="cub", note="again")])
        told = {
            row.game: {
                "version": row.version,
                "events": row.events,
                "head": row.head,
                "record": list(record_lines(out.header, out.lines)),
            }
            for row in store.games()
            for out in [store.record(row.game)]
        }
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("VACUUM")
    connection.close()
    text = json.dumps(told, indent=1, ensure_ascii=False)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_events()
    write_store()
