"""Which card type a subtype belongs to, so that it goes with its type."""

from __future__ import annotations

BASIC_LAND_TYPES = frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest"})
_LAND = BASIC_LAND_TYPES | {
    "Cave", "Cloud", "Desert", "Gate", "Lair", "Locus", "Mine", "Planet", "Power-Plant", "Sphere",
    "Tower", "Town", "Urza's",
}  # fmt: skip
_ARTIFACT = frozenset({
    "Attraction", "Blood", "Book", "Bobblehead", "Clue", "Contraption", "Equipment", "Food",
    "Fortification", "Gold", "Incubator", "Infinity", "Junk", "Lander", "Map", "Mutagen",
    "Powerstone", "Spacecraft", "Stone", "Treasure", "Vehicle",
})  # fmt: skip
_ENCHANTMENT = frozenset({
    "Aura", "Background", "Cartouche", "Case", "Class", "Curse", "Plan", "Role", "Room", "Rune",
    "Saga", "Shard", "Shrine",
})  # fmt: skip
_SPELL = frozenset({"Adventure", "Arcane", "Chorus", "Lesson", "Omen", "Trap"})
_TYPES_OF: dict[str, tuple[str, ...]] = {
    "land": ("Land",), "artifact": ("Artifact",), "enchantment": ("Enchantment",),
    "spell": ("Instant", "Sorcery"), "creature": ("Creature", "Kindred", "Tribal"),
}  # fmt: skip


def kind_of(subtype: str) -> str:
    """The set a subtype is in: land, artifact, enchantment, spell, or else creature types."""
    if subtype in _LAND:
        return "land"
    if subtype in _ARTIFACT:
        return "artifact"
    if subtype in _ENCHANTMENT:
        return "enchantment"
    return "spell" if subtype in _SPELL else "creature"


def set_subtypes(had: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    """Subtypes after an effect that sets some: those of the same sets are replaced."""
    if not new:
        return ()
    sets = {kind_of(each) for each in new}
    return tuple(dict.fromkeys((*(each for each in had if kind_of(each) not in sets), *new)))


def kept_for_types(
    subtypes: tuple[str, ...], before: tuple[str, ...], after: tuple[str, ...]
) -> tuple[str, ...]:
    """Subtypes without those of card types the object no longer has."""
    lost = set(before) - set(after)
    if not lost:
        return subtypes
    return tuple(
        each
        for each in subtypes
        if not lost.intersection(_TYPES_OF[kind_of(each)])
        or set(after).intersection(_TYPES_OF[kind_of(each)])
    )
