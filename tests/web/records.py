"""Records for the tests of the page."""

from __future__ import annotations

import json

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


def record(*events, header=HEADER):
    return "\n".join(json.dumps(each) for each in (header, *events)).encode()


def added(card, definition="Bear Cub", owner="ana", zone="battlefield", **more):
    fields = {"card": card, "definition": definition, "owner": owner, "zone": zone}
    return {"event": "card_added", **fields, **more}


def sticker(words, on="bear", after=1, name="s1"):
    return {"event": "sticker_placed", "sticker": name, "on": on, "words": words, "after": after}


def uploaded(client, data, name="game.jsonl"):
    """Upload a record and give the address of its game."""
    answer = client.post("/upload", files={"record": (name, data)}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]
