"""Records for the tests of the page."""

from __future__ import annotations

import json
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

HEADER = {
    "record": "nametrail",
    "version": 1,
    "players": ["ana", "ben"],
    "cards": {
        "Bear Cub": {"types": ["Creature"], "power": "2", "toughness": "2"},
        "Wolf": {"types": ["Creature"], "power": "2", "toughness": "2"},
    },
}
MARKUP = "<script>document.title='broken'</script>"


def record(*events: dict[str, Any], header: dict[str, Any] = HEADER) -> bytes:
    return "\n".join(json.dumps(each) for each in (header, *events)).encode()


def added(
    card: str,
    definition: str = "Bear Cub",
    owner: str = "ana",
    zone: str = "battlefield",
    **more: Any,
) -> dict[str, Any]:
    fields = {"card": card, "definition": definition, "owner": owner, "zone": zone}
    return {"event": "card_added", **fields, **more}


def sticker(words: str, on: str = "bear", after: int = 1, name: str = "s1") -> dict[str, Any]:
    return {"event": "sticker_placed", "sticker": name, "on": on, "words": words, "after": after}


def uploaded(client: TestClient[Litestar], data: bytes, name: str = "game.jsonl") -> str:
    """Upload a record and give the address of its game."""
    answer = client.post("/upload", files={"record": (name, data)}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]
