"""What names seldom hang on, kept so that a game replays whole: turns, steps, life, counters, damage."""

from __future__ import annotations

from typing import Any

from simulator.importers.arena_messages import Annotation, GameState
from simulator.importers.arena_objects import Card, Recording

COUNTERS = {
    1: "+1/+1", 2: "-1/-1", 3: "poison", 4: "wind", 5: "time", 6: "fade", 7: "loyalty", 8: "wish", 9: "age",
    13: "awakening", 15: "blood", 16: "bounty", 19: "charge", 20: "control", 26: "delay", 27: "depletion",
    28: "despair", 29: "devotion", 31: "doom", 32: "dream", 35: "energy", 36: "eon", 38: "fate", 39: "feather",
    41: "flame", 42: "flood", 46: "growth", 47: "hatchling", 52: "ice", 58: "ki", 59: "level", 69: "omen", 70: "ore",
    71: "page", 77: "plague", 82: "quest", 86: "shield", 89: "sleight", 90: "slime", 92: "spell", 93: "spore",
    94: "storage", 96: "study", 100: "tower", 105: "verse", 108: "lore", 109: "+1/+2", 110: "+0/+1", 111: "+0/+2",
    112: "+1/+0", 113: "+2/+2", 114: "-0/-1", 115: "-0/-2", 116: "-1/-0", 117: "-2/-1", 118: "-2/-2", 120: "gem",
    126: "brick", 129: "silver", 130: "egg", 131: "hit", 132: "knowledge", 133: "task", 134: "coin",
    135: "deathtouch", 136: "first strike", 137: "flying", 138: "hexproof", 139: "lifelink", 140: "menace",
    141: "reach", 142: "trample", 143: "vigilance", 144: "foreshadow", 146: "soul", 147: "voyage", 149: "night",
    150: "indestructible", 152: "book", 154: "enlightened", 157: "ember", 158: "ritual", 162: "croak",
    163: "bloodline", 165: "acorn", 168: "collection", 171: "phyresis", 172: "stun", 175: "experience",
}  # fmt: skip
"""Arena's numbers for kinds of counters; another number is called by it."""
_STEPS = {
    "Upkeep": "upkeep", "Draw": "draw", "BeginCombat": "beginning of combat", "DeclareAttack": "declare attackers",
    "DeclareBlock": "declare blockers", "CombatDamage": "combat damage", "FirstStrikeDamage": "first strike damage",
    "EndCombat": "end of combat", "End": "end", "Cleanup": "cleanup",
}  # fmt: skip
_PHASES = {
    "Beginning": "beginning", "Main1": "precombat main", "Combat": "combat", "Main2": "postcombat main",
    "Ending": "ending",
}  # fmt: skip
_SEATS = range(1, 9)


def note_turn(game: Recording, message: GameState) -> None:
    """Turns and steps as they begin."""
    info = message.turn_info
    if info is None:
        return
    if info.active_player and not game.first_player:
        game.first_player = info.active_player
    if info.turn_number and info.turn_number != game.turn and info.active_player:
        game.turn, game.step = info.turn_number, ("", "")
        game.emit("turn_began", player=game.player(info.active_player), number=info.turn_number)
    step = (info.phase.removeprefix("Phase_"), info.step.removeprefix("Step_"))
    if step[0] in _PHASES and step != game.step:
        game.step = step
        game.emit("step_began", step=_STEPS.get(step[1]), phase=_PHASES[step[0]])


def note_end(game: Recording, message: GameState) -> None:
    """The end of the game, and who won it."""
    info = message.game_info
    if info is None or info.stage != "GameStage_GameOver" or game.over:
        return
    game.over = True
    results = [result for result in info.results if result.scope == "MatchScope_Game"]
    last = results[-1] if results else None
    winner = last.winning_team_id if last is not None else 0
    game.emit(
        "game_ended",
        winner=game.player(winner) if winner in _SEATS else None,
        reason=last.reason.removeprefix("ResultReason_").lower()
        if last is not None and last.reason
        else None,
    )


def note(game: Recording, annotation: Annotation) -> None:
    """An annotation about life, counters, damage, tapping or phasing."""
    for kind in annotation.type:
        handler = _HANDLERS.get(kind.removeprefix("AnnotationType_"))
        if handler is not None:
            for affected in annotation.affected_ids:
                handler(game, annotation, affected)


def _on_battlefield(game: Recording, instance: int) -> Card | None:
    card = game.cards.get(instance)
    return card if card is not None and card.zone == "battlefield" else None


def _life(game: Recording, annotation: Annotation, affected: int) -> None:
    amount = annotation.number("life")
    if affected in _SEATS and amount:
        info = game.state.players.get(affected)
        total = info.life_total if info is not None else None
        game.emit("life_changed", player=game.player(affected), amount=amount, total=total)


def _counters(game: Recording, annotation: Annotation, affected: int) -> None:
    number, amount = annotation.number("counter_type"), annotation.number("transaction_amount")
    if "AnnotationType_CounterRemoved" in annotation.type:
        amount = -abs(amount)
    kind = COUNTERS.get(number, f"counter-{number}")
    if not amount:
        return
    if affected in _SEATS:
        game.emit("counters_changed", player=game.player(affected), kind=kind, amount=amount)
        return
    card = game.cards.get(affected)
    if card is not None and card.zone not in {"hand", "library", "outside"}:
        game.emit("counters_changed", affected, object=card.card, kind=kind, amount=amount)


def _tapped(game: Recording, annotation: Annotation, affected: int) -> None:
    card = _on_battlefield(game, affected)
    tapped = bool(annotation.number("tapped"))
    if card is not None and card.tapped != tapped:
        game.emit("tapped" if tapped else "untapped", affected, object=card.card)
        game.put(card, tapped=tapped)


def _damage(game: Recording, annotation: Annotation, affected: int) -> None:
    source, hurt = game.cards.get(annotation.affector_id), _on_battlefield(game, affected)
    fields: dict[str, Any] = {"amount": annotation.number("damage")}
    if affected in _SEATS:
        fields["player"] = game.player(affected)
    elif hurt is not None:
        fields["to"] = hurt.card
    else:
        return
    if source is not None and source.kind != "ability":
        fields["object"] = source.card
    game.emit("damage_dealt", None if source is None else source.instance, **fields)


def _phased(game: Recording, annotation: Annotation, affected: int) -> None:
    card = _on_battlefield(game, affected)
    out = "AnnotationType_PhasedOut" in annotation.type
    if card is not None and card.phased_out != out:
        game.emit("phased_out" if out else "phased_in", affected, object=card.card)
        game.put(card, phased_out=out)


_HANDLERS = {
    "ModifiedLife": _life,
    "CounterAdded": _counters,
    "CounterRemoved": _counters,
    "TappedUntappedPermanent": _tapped,
    "DamageDealt": _damage,
    "PhasedOut": _phased,
    "PhasedIn": _phased,
}


def note_attachments(game: Recording) -> None:
    """What is attached to what, as Arena lists it."""
    hosts: dict[int, int] = {}
    for annotation in game.state.with_type("Attachment"):
        if annotation.affected_ids:
            hosts[annotation.affector_id] = annotation.affected_ids[0]
    for card in [card for card in game.cards.values() if card.zone == "battlefield"]:
        host = hosts.get(card.instance, 0)
        if host == card.attached:
            continue
        on = _on_battlefield(game, host)
        if on is not None:
            game.emit("attached", card.instance, object=card.card, to=on.card)
        elif card.attached:
            if _on_battlefield(game, card.attached) is not None:
                game.emit("attached", card.instance, object=card.card)
            host = 0
        else:
            continue
        game.put(card, attached=host)
