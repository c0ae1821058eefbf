"""Keyword abilities as they stand in a text box (CR 702): their names, and lines made of them."""

from __future__ import annotations

import re

_NAMES = """
Absorb|Affinity for|Afflict|Afterlife|Aftermath|Amplify|Annihilator|Ascend|Assist|Augment|Aura swap|Awaken|
Backup|Banding|Bargain|Basic landcycling|Battle cry|Bestow|Blitz|Bloodthirst|Bushido|Buyback|Cascade|
Casualty|Champion|Changeling|Choose a Background|Cipher|Cleave|Companion|Compleated|Conspire|Convoke|Craft with|
Crew|Cumulative upkeep|Cycling|Dash|Daybound|Deathtouch|Decayed|Defender|Delve|Demonstrate|Dethrone|Devoid|Devour|
Disguise|Disturb|Doctor's companion|Double strike|Double team|Dredge|Echo|Embalm|Emerge|Enchant|Encore|Enlist|
Entwine|Epic|Equip|Escalate|Escape|Eternalize|Evoke|Evolve|Exalted|Exhaust|Exploit|Extort|Fabricate|Fading|Fear|
First strike|Flanking|Flash|Flashback|Flying|For Mirrodin!|Forecast|Foretell|Fortify|Freerunning|Frenzy|Friends
forever|Fuse|Gift|Graft|Gravestorm|Harmonize|Haste|Haunt|Hexproof|Hidden agenda|Double agenda|Hideaway|
Horsemanship|Impending|Improvise|Increment|Indestructible|Infect|Infinity|Ingest|Intensity|Intimidate|Job select|
Jump-start|Kicker|Landwalk|Level up|Lifelink|Living metal|Living weapon|Madness|Max speed|Mayhem|Megamorph|Melee|
Menace|Mentor|Miracle|Mobilize|Modular|More Than Meets the Eye|Morph|Multikicker|Mutate|Myriad|Nightbound|Ninjutsu|
Commander ninjutsu|Offering|Offspring|Outlast|Overload|Paradigm|Partner with|Partner|Persist|Phasing|Plainswalk|
Islandwalk|Swampwalk|Mountainwalk|Forestwalk|Desertwalk|Legendary landwalk|Nonbasic landwalk|Snow landwalk|
Snow-covered Forestwalk|Plainscycling|Islandcycling|Swampcycling|Mountaincycling|Forestcycling|Landcycling|
Wizardcycling|Slivercycling|Plot|Poisonous|Protection from|Prototype|Provoke|Prowess|Prowl|Rampage|Ravenous|Reach|
Read ahead|Rebound|Reconfigure|Recover|Reinforce|Renown|Replicate|Retrace|Riot|Ripple|Saddle|Scavenge|Shadow|Shroud|
Skulk|Sneak|Solved|Soulbond|Soulshift|Spectacle|Splice onto|Split second|Spree|Squad|Start your engines!|Station|
Sticker kicker|Storm|Sunburst|Surge|Suspend|Teamwork|Tiered|Toxic|Training|Trample over planeswalkers|Trample|
Transfigure|Transmute|Tribute|Typecycling|Umbra armor|Totem armor|Undaunted|Undying|Unearth|Unleash|Vanishing|
Vigilance|Visit|Ward|Warp|Web-slinging|Wither|Firebending|Fortify|Intensify|Jump|Spectacle
"""
KEYWORDS: tuple[str, ...] = tuple(
    sorted(
        {" ".join(name.split()) for name in _NAMES.split("|") if name.strip()},
        key=lambda name: (-len(name), name),
    )
)
"""The keyword abilities, the longest first."""

# What may follow the name: a number, a cost, a quality; a cost of words stands behind a dash.
_REST = r"(?:—.+|(?: [^.:\"]+)?)"
_ONE = re.compile(rf"(?:{'|'.join(re.escape(name) for name in KEYWORDS)})(?![\w'-])", re.IGNORECASE)
_LINE = re.compile(rf"({_ONE.pattern}){_REST}(?:\. X can't be 0)?\.?", re.IGNORECASE)
_SEPARATOR = re.compile(r"[,;]\s+(?:and\s+)?")
_KICKERS = re.compile(r"(Kicker) (\S+) and/or (\S+)")


def keyword_name(text: str) -> str | None:
    """The keyword this ability is, in the spelling of the rules, or None (CR 702)."""
    found = _ONE.match(text)
    if found is None:
        return None
    return next(name for name in KEYWORDS if name.casefold() == found.group().casefold())


def _alone(text: str) -> bool:
    found = _LINE.fullmatch(text)
    if found is None:
        return False
    rest = text[found.end(1) :]
    if " — " in rest:
        return text.startswith(
            "Prototype"
        )  # elsewhere what stands before it is a word without meaning (CR 207.2c, d)
    if rest.startswith("—"):
        return True
    # A sentence that happens to begin with such a word ("Flash of insight is ...") has a verb.
    return not re.search(
        r" (?:is|are|has|have|gets?|gains?|deals?|cards? with|creatures you control)\b", rest
    )


def keywords_of_line(line: str) -> tuple[str, ...]:
    """The keyword abilities a line strings together (CR 113.2c), or none if it is something else.

    Kicker with two costs is two abilities (CR 702.33b); behind "partner with" stands a name, commas and all.
    """
    line = line.rstrip()
    if line.startswith("Partner with "):
        return (line,)
    kickers = _KICKERS.fullmatch(line)
    if kickers:
        return tuple(f"{kickers.group(1)} {kickers.group(n)}" for n in (2, 3))
    parts = _SEPARATOR.split(line)
    if len(parts) > 1 and all(_alone(part) for part in parts):
        return tuple(parts)
    return (line,) if _alone(line) else ()
