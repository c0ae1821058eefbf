"""A program that meets a full disk or a store it may not write: `python -m tests.reliability.hardship KIND PATH`.

It runs by itself, as the limits hold for a whole process, and prints one JSON document.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from pathlib import Path

from events.record import read_record
from events.store import open_store
from events.store_errors import StoreError
from events.verify import verify
from tests.reliability.writer import together

NOBODY = 65534
HEADER = '{"record": "nametrail", "version": 1, "players": ["ana", "ben"]}'


def full(path: Path) -> dict[str, object]:
    """Files may not grow beyond a size; after a while they may."""
    with open_store(path) as store:
        game = store.add(read_record([HEADER], "game.jsonl"))
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))
        version = 1
        errors: list[str] = []
        while not errors and version < 20_000:
            try:
                version = store.append(game, version, together("full", version))
            except StoreError as error:
                errors.append(str(error))
        there = store.info(game).version
        try:
            store.append(game, version, together("full", version))
        except StoreError as error:
            errors.append(str(error))
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        held = verify(store, game)[0].holds
        after = store.append(game, store.info(game).version, together("after", 0))
        return {
            "acknowledged": version,
            "there": there,
            "after": after,
            "errors": errors,
            "held": held and verify(store, game)[0].holds,
        }


def unwritable(path: Path) -> dict[str, object]:
    """Somebody without the right to write reads the store and tries to write it."""
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    errors: list[str] = []
    with open_store(path, create=False) as store:
        game = store.games()[0].game
        version = store.info(game).version
        events = len(list(store.events(game)))
        held = verify(store, game)[0].holds
        for _ in range(2):
            try:
                store.append(game, version, together("no", 1))
            except StoreError as error:
                errors.append(str(error))
        return {
            "version": version,
            "events": events,
            "held": held,
            "errors": errors,
            "unchanged": store.info(game).version == version,
        }


if __name__ == "__main__":
    answer = {"full": full, "unwritable": unwritable}[sys.argv[1]](Path(sys.argv[2]))
    sys.stdout.write(json.dumps(answer))
