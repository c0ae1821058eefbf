"""Recordings of other programs in: read `arena.py` first."""

from simulator.importers.arena import ArenaImport, import_arena
from simulator.importers.arena_record import ImportedGame

__all__ = ["ArenaImport", "ImportedGame", "import_arena"]
