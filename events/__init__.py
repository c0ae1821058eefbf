"""What happened: the events of a game, the records that hold them and the store that keeps them.

Start with `events/kinds.py` (all kinds of event) and `events/record.py` (how games are written).
"""

from events.errors import NametrailError, RecordError, RuleBroken
from events.kinds import EVENT_KINDS, Event
from events.record import Record, read_record, write_record

__all__ = [
    "EVENT_KINDS",
    "Event",
    "NametrailError",
    "Record",
    "RecordError",
    "RuleBroken",
    "read_record",
    "write_record",
]
