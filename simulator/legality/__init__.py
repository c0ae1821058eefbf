"""What the rules do not allow: one function per rule, asked before an event is applied.

`violations` gives every rule an event would break, the state staying as it is. Start at `rules.py`: it lists
for each kind of event which rules are asked. `Known` holds the ids that the state forgets.
"""

from __future__ import annotations

from simulator.legality.known import Known
from simulator.legality.rules import violations

__all__ = ["Known", "violations"]
