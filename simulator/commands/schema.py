"""`nametrail schema`: the JSON Schema of the record format."""

from __future__ import annotations

from simulator.commands.options import DEFAULTS, Options
from simulator.commands.output import write_json


def schema(*, options: Options = DEFAULTS) -> None:
    """Print the JSON Schema of the record format: one schema, for any line of a record."""
    from simulator.schema import record_schema

    write_json(record_schema())
