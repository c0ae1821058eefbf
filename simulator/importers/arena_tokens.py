"""What tokens are called (CR 111.4, 111.10), from what a log shows of them.

A token's name is its subtypes and the word "Token" unless what creates it says otherwise. A log does
not show that text, so the cards that name their tokens are listed here; a legendary token always has a
name of its own (CR 111.9).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_ROLES = {
    "Cursed": ("Asinine Antics", "Spiteful Hexmage", "Cursed Courtier", "Diminisher Witch", "Gadwick's First Duel"),
    "Monster": (
        "Monstrous Rage", "Faunsbane Troll", "Giant Inheritance", "Curse of the Werefox",
        "Syr Armont, the Redeemer", "Become Brutes",
    ),
    "Royal": ("Royal Treatment", "Charmed Clothier", "Redtooth Genealogist"),
    "Sorcerer": ("Spellbook Vendor", "Unassuming Sage", "Living Lectern", "Splashy Spellcaster"),
    "Virtuous": ("Ellivere of the Wild Court",),
    "Wicked": (
        "Witch's Mark", "Lord Skitter's Blessing", "Charming Scoundrel", "Eriette's Whisper",
        "Not Dead After All", "Shatter the Oath", "Twisted Sewer-Witch", "The Witch's Vanity",
        "Twisted Fealty", "Dunbarrow Revivalist", "Conceited Witch",
    ),
    "Young Hero": ("Protective Parents", "Return Triumphant", "Cut In", "Embereth Veteran", "Merry Bards"),
}  # fmt: skip
_NAMED = {
    "Ajani, Strength of the Pride": "Ajani's Pridemate",
    "Blacksmith's Talent": "Sword",
    "Dragonbroods' Relic": "Reliquary Dragon",
    "Everquill Phoenix": "Feather",
    "Goldmeadow Lookout": "Goldmeadow Harrier",
    "Great Unclean One": "Plaguebearer of Nurgle",
    "Kher Keep": "Kobolds of Kher Keep",
    "Kibo, Uktabi Prince": "Banana",
    "Koma, Cosmos Serpent": "Koma's Coil",
    "Koma, World-Eater": "Koma's Coil",
    "Llanowar Mentor": "Llanowar Elves",
    "Overlord of the Hauntwoods": "Everywhere",
    "Pia Nalaar, Chief Mechanic": "Nalaar Aetherjet",
    "Replicating Ring": "Replicated Ring",
    "Roxanne, Starfall Savant": "Meteorite",
    "Svella, Ice Shaper": "Icy Manalith",
    "Tezzeret the Schemer": "Etherium Cell",
    "Toggo, Goblin Weaponsmith": "Rock",
    "Weapons Manufacturing": "Munitions",
}
NAMED_BY = {card: role for role, cards in _ROLES.items() for card in cards} | _NAMED
"""The name of the token that a card creates and names."""

_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SPELLED = {
    "AssemblyWorker": "Assembly-Worker", "PowerPlant": "Power-Plant", "UrzasLand": "Urza's",
    "Urzas": "Urza's", "TimeLord": "Time Lord",
}  # fmt: skip
_NO_SUBTYPE = frozenset({"AllCreatureTypes", "None", ""})


def subtypes_of(shown: Sequence[str]) -> tuple[str, ...]:
    """Arena's subtypes as the rules spell them; "all creature types" is an ability's doing."""
    bare = (subtype.removeprefix("SubType_") for subtype in shown)
    return tuple(
        _SPELLED.get(word, _WORDS.sub(" ", word)) for word in bare if word not in _NO_SUBTYPE
    )


def token_name(
    subtypes: Sequence[str], *, legendary: bool, created_by: str | None, text: str | None
) -> str | None:
    """What a token is called, or None if that cannot be known.

    `text` is what Arena's dictionary calls it, where that is at hand; it leaves out the word "Token".
    """
    joined = " ".join(subtypes)
    if text is not None:
        if text == joined:
            return f"{joined} Token"
        return text.removesuffix(" Role") if "Role" in subtypes else text
    if created_by in NAMED_BY:
        return NAMED_BY[created_by]
    if not subtypes or legendary or "Role" in subtypes:
        return None
    return f"{joined} Token"
