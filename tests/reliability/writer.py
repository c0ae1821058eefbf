"""A program that appends to a game: `python -m tests.reliability.writer URL GAME NAME NUMBER`.

Each action holds three events, so that half of one would show. A line on standard output acknowledges
it, after it is recorded: the number of the action and the version it made.
"""

from __future__ import annotations

import random
import sys
import time

from events.kinds import Event
from events.play import LifeChanged, Tapped, Untapped
from events.store import Store, open_store
from events.store_errors import Conflict


def together(name: str, number: int) -> tuple[Event, ...]:
    """The events of one action."""
    mark = f"{name}-{number}"
    return Tapped(object=mark), LifeChanged(player=name, amount=-number), Untapped(object=mark)


def append(store: Store, game: str, name: str, number: int, dice: random.Random) -> tuple[int, int]:
    """Append one action, as often as somebody else was faster; the version made, and how often."""
    clashes = 0
    while True:
        try:
            made = store.append(game, store.info(game).version, together(name, number))
        except Conflict:
            clashes += 1
            time.sleep(dice.random() * min(clashes, 10) / 1000)
        else:
            return made, clashes


def main(url: str, game: str, name: str, number: int) -> None:
    """Append that many actions, 0: until killed."""
    dice = random.Random(name)
    done = 0
    with open_store(url, create=False) as store:
        while not number or done < number:
            made, clashes = append(store, game, name, done, dice)
            sys.stdout.write(f"{done} {made} {clashes}\n")
            sys.stdout.flush()
            done += 1


if __name__ == "__main__":
    address, played, own, many = sys.argv[1:5]
    main(address, played, own, int(many))
