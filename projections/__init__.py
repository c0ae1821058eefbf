"""What it means: the state folded from events, and what can be read off it. Start with `names.py`."""

from projections.fold import apply, start
from projections.names import Derivation, derive, names_of
from projections.state import State

__all__ = ["Derivation", "State", "apply", "derive", "names_of", "start"]
