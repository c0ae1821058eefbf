"""The rule records: each is a game with what must hold of it, named by its rule.

They are the project's conformance suite; the shared ones run too where they are at hand.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from events.errors import NametrailError
from simulator.check import check
from simulator.lookup import card_lookup

RECORDS = Path(__file__).parents[1] / "records"
SHARED = Path(__file__).parents[3] / "shared" / "records"


def _holds(path: Path) -> None:
    result = check(path, card_lookup())
    told = [f"{path.name}:{each.line}: {each}" for each in result.failures]
    if isinstance(result.error, NametrailError):
        told.append(str(result.error))
    assert not told, "\n".join(told)
    assert result.passed


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_record_holds(path: Path) -> None:
    _holds(path)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared records are not beside the project")
@pytest.mark.parametrize(
    "path", sorted(SHARED.glob("*.jsonl")) or [SHARED / "none"], ids=lambda path: path.stem
)
def test_shared_record_holds(path: Path) -> None:
    _holds(path)
