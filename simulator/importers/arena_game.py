"""One game: each of Arena's states in turn becomes the events that lead to it."""

from __future__ import annotations

from simulator.importers.arena_arrivals import arrive, lose
from simulator.importers.arena_changes import settle
from simulator.importers.arena_frames import add_frame
from simulator.importers.arena_links import ACTIVATED, note_choices, shown_printing, source_of
from simulator.importers.arena_messages import Annotation, GameObject, GameState
from simulator.importers.arena_moves import move, transfer
from simulator.importers.arena_objects import Card, Recording
from simulator.importers.arena_play import note, note_attachments, note_end, note_turn
from simulator.importers.arena_printings import NOT_CARDS, ROLES
from simulator.importers.arena_states import PUBLIC

_SILENT = Annotation()
_HIDDEN_ORDER = ("outside", "library", "hand")


def take_state(game: Recording, message: GameState, line: int) -> None:
    """Take in one message: events out, and a frame to compare with."""
    number, before = message.game_state_id, game.state.number
    if before and not message.full and message.prev_game_state_id != before:
        if number <= before:
            return
        note_gap(
            game,
            line,
            f"state {message.prev_game_state_id} is missing, the one before was {before}",
        )
    elif (
        message.full
        and before
        and not message.undo
        and message.prev_game_state_id not in {0, before}
    ):
        note_gap(
            game, line, f"the state is sent anew after {before}, and what came between is missing"
        )
    undone = message.undo and game.take_back(message.prev_game_state_id)
    if not game.set_up and before and _begins(message):
        _set_up(game)
    became: list[tuple[int, int]] = []
    game.state.apply(message, line)
    _see(game, message)
    if not game.set_up and (not before and number > 1):
        note_gap(game, line, "the log begins in the middle of this game")
        _set_up(game)
    if message.undo:
        _after_undo(game, message, known=undone)
    else:
        note_turn(game, message)
        _follow(game, message, became)
        _reconcile(game, message)
        if message.persistent_annotations or message.diff_deleted_persistent_annotation_ids:
            note_attachments(game)
        note_end(game, message)
    add_frame(game, message, line, became)
    game.mark()


def note_gap(game: Recording, line: int, why: str) -> None:
    """Something is missing here; what it changed shows only in what comes after."""
    last = game.gaps[-1] if game.gaps else None
    if last is not None and last["after_state"] == game.state.number:
        last.setdefault("also", why)
        return
    game.gaps.append({"line": line, "after_state": game.state.number, "why": why})


def _begins(message: GameState) -> bool:
    if message.game_info is not None and message.game_info.stage == "GameStage_Play":
        return True
    return any(
        "AnnotationType_ZoneTransfer" in annotation.type for annotation in message.annotations
    )


def _set_up(game: Recording) -> None:
    """The cards in hidden zones as the game begins, libraries from the bottom up (CR 103)."""
    for wanted in (*_HIDDEN_ORDER, *sorted(PUBLIC)):
        for zone in sorted(game.state.zones.values(), key=lambda zone: zone.zone_id):
            if game.state.zone_name(zone.zone_id) == wanted:
                for instance in reversed(zone.object_instance_ids):
                    shown = game.shown(instance)
                    if shown is None or shown.kind not in NOT_CARDS:
                        _arrive(game, instance, zone.zone_id)
    game.set_up = True
    game.emit("game_began")


def _arrive(game: Recording, instance: int, zone_id: int) -> None:
    shown = game.shown(instance)
    if game.state.zone_name(zone_id) == "outside" and shown is None:
        return
    arrive(game, instance, zone_id)


def _see(game: Recording, message: GameState) -> None:
    for shown in message.game_objects:
        parent = game.shown(shown.parent_id) if shown.kind in ROLES else None
        game.printings.see(
            shown, parent, on_battlefield=game.state.zone_name(shown.zone_id) == "battlefield"
        )


# --- what the annotations tell --------------------------------------------------------------------


def _follow(game: Recording, message: GameState, became: list[tuple[int, int]]) -> None:
    before: dict[int, int] = {}
    gone: list[int] = []
    game.actions = actions = _actions(message)
    game.tapping = {
        instance
        for annotation in message.annotations
        if "AnnotationType_TappedUntappedPermanent" in annotation.type
        for instance in annotation.affected_ids
    }
    told = game.annotation if message.full else 0
    for annotation in message.annotations:
        kinds = annotation.type
        if 0 < annotation.id <= told:
            continue
        game.annotation = max(game.annotation, annotation.id)
        if "AnnotationType_ObjectIdChanged" in kinds:
            old, new = annotation.number("orig_id"), annotation.number("new_id")
            if new:
                before[new] = old
        elif "AnnotationType_ZoneTransfer" in kinds:
            if annotation.number("zone_src") != annotation.number("zone_dest"):
                became.extend(_new_objects(game, annotation, before))
            transfer(game, annotation, before, actions)
        elif "AnnotationType_TokenCreated" in kinds:
            for instance in annotation.affected_ids:
                _token(game, instance, annotation)
        elif "AnnotationType_Shuffle" in kinds:
            old_ids, new_ids = annotation.numbers("OldIds"), annotation.numbers("NewIds")
            for seat in annotation.affected_ids[:1]:
                game.shuffle(seat, old_ids, new_ids)
        elif "AnnotationType_AbilityInstanceCreated" in kinds:
            for instance in annotation.affected_ids:
                _ability(game, instance)
        elif "AnnotationType_AbilityInstanceDeleted" in kinds:
            gone.extend(annotation.affected_ids)
        else:
            note(game, annotation)
    for instance in gone:
        shown = game.shown(instance)
        if not (game.gaps and shown is not None and game.state.holds(shown.zone_id, instance)):
            _ability_gone(game, instance)
    for new, old in before.items():
        card = game.card(old)
        if card is not None and new not in game.cards:
            game.put(card, instance=new)
    note_choices(game, message.persistent_annotations)


def _actions(message: GameState) -> dict[int, int]:
    """With which kind of action each object was cast or played."""
    found: dict[int, int] = {}
    for annotation in message.annotations:
        if "AnnotationType_UserActionTaken" in annotation.type:
            for instance in annotation.affected_ids:
                found[instance] = annotation.number("actionType")
    return found


def _new_objects(
    game: Recording, annotation: Annotation, before: dict[int, int]
) -> list[tuple[int, int]]:
    """Which numbers stand for a new object of which old one (CR 400.7).

    A permanent keeps the number of the spell it was, and is a new object all the same.
    """
    to_battlefield = game.state.zone_name(annotation.number("zone_dest")) == "battlefield"
    found: list[tuple[int, int]] = []
    for instance in annotation.affected_ids:
        card = game.cards.get(instance)
        if instance in before:
            found.append((before[instance], instance))
        elif to_battlefield and card is not None and card.zone == "stack":
            found.append((instance, instance))
    return found


def _token(game: Recording, instance: int, annotation: Annotation) -> None:
    shown = game.shown(instance)
    if shown is not None and instance not in game.cards:
        zone_id = shown.zone_id
        if game.state.zone_name(zone_id) is None:
            zone_id = next(
                (
                    zone.zone_id
                    for zone in game.state.zones.values()
                    if zone.type == "ZoneType_Battlefield"
                ),
                0,
            )
        arrive(game, instance, zone_id, annotation)


# --- abilities on the stack -----------------------------------------------------------------------


def _ability(game: Recording, instance: int) -> None:
    """An ability was put on the stack; mana abilities, which come and go in one message, are left out."""
    shown = game.shown(instance)
    if shown is None or shown.kind != "Ability" or instance in game.cards:
        return
    if game.state.zone_name(shown.zone_id) != "stack" or not game.state.holds(
        shown.zone_id, instance
    ):
        return
    source = source_of(game, shown)
    now = game.cards.get(source.instance)
    reference = source.card if now is source else source.reference
    ability = f"a{shown.grp_id}"
    seat = shown.controller_seat_id or shown.owner_seat_id or 1
    card = Card(
        game.new_id("a", instance), "ability", instance, shown.zone_id, "stack", seat, seat,
        face=shown.grp_id, source=source.card,
    )  # fmt: skip
    printing = shown_printing(game, source, ability)
    kind = "activated" if game.actions.get(instance) == ACTIVATED else "triggered"
    game.printings.add_ability(printing, ability, kind)
    game.emit(
        "ability_put_on_stack",
        instance,
        card=card.card,
        ability=f"{reference}:{ability}",
        controller=game.player(seat),
    )
    game.put(card)


def _ability_gone(game: Recording, instance: int) -> None:
    card = game.cards.get(instance)
    if card is not None and card.kind == "ability":
        game.emit("ability_resolved", instance, object=card.card)
        game.drop(card)


# --- what only the state shows --------------------------------------------------------------------


def _reconcile(game: Recording, message: GameState) -> None:
    """Bring the record to what Arena's state shows, where no annotation told of it."""
    touched: dict[int, None] = dict.fromkeys(shown.instance_id for shown in message.game_objects)
    for zone in message.zones:
        name = game.state.zone_name(zone.zone_id)
        if name not in PUBLIC and not (game.set_up and name in {"hand", "library"}):
            continue
        if name in PUBLIC:
            _departed(game, zone.zone_id, set(zone.object_instance_ids))
        for instance in reversed(zone.object_instance_ids):
            _listed(game, instance, zone.zone_id, public=name in PUBLIC)
            touched[instance] = None
    for instance in touched:
        shown = game.shown(instance)
        if shown is not None:
            _shown_anew(game, shown)


def _shown_anew(game: Recording, shown: GameObject) -> None:
    """Arena sent an object: what it is now, and after a gap perhaps that it is there at all."""
    instance = shown.instance_id
    card = game.cards.get(instance)
    if card is None and instance in game.loose and shown.grp_id:
        card = game.card(instance, shown.grp_id)
    if (
        game.gaps
        and game.state.zone_name(shown.zone_id) in PUBLIC
        and game.state.holds(shown.zone_id, instance)
    ):
        if card is None or card.zone_id != shown.zone_id:
            _listed(game, instance, shown.zone_id, public=True)
        card = game.cards.get(instance)
    if card is not None and (shown.zone_id == card.zone_id or not game.gaps):
        settle(game, card, shown)


def _listed(game: Recording, instance: int, zone_id: int, *, public: bool) -> None:
    card, shown = game.cards.get(instance), game.shown(instance)
    if card is None and instance in game.lost:
        card = game.card(instance)
    if card is None:
        if instance in game.loose:
            return
        if shown is not None and shown.kind == "Ability":
            _ability(game, instance)
        elif (shown is None or shown.zone_id == zone_id) and (public or game.gaps):
            _arrive(game, instance, zone_id)
        return
    if card.zone_id != zone_id and (shown is None or shown.zone_id == zone_id):
        move(game, card, instance, zone_id, _SILENT, {})
    elif card.suppressed:
        game.emit("phased_in", instance, object=card.card)
        game.put(card, phased_out=False, suppressed=False)
    if game.gaps and shown is not None and card.grp and shown.grp_id and card.kind != "ability":
        _replaced(game, card, shown)


def _replaced(game: Recording, card: Card, shown: GameObject) -> None:
    """After a gap a number may belong to another card than before."""
    printings = game.printings
    if card.copies or card.face_down or printings.same_card(card.grp, shown.grp_id):
        return
    if printings.may_be_one_card(card.grp, shown.grp_id) or printings.name(
        card.grp
    ) == printings.name(shown.grp_id):
        return
    if game.cards.get(card.instance) is card:
        lose(game, card, "its number belongs to another card after the gap", number_reused=True)
        arrive(game, shown.instance_id, shown.zone_id)


def _departed(game: Recording, zone_id: int, there: set[int]) -> None:
    for card in [
        card
        for card in game.cards.values()
        if card.zone_id == zone_id and card.instance not in there
    ]:
        if card.instance < 0:
            continue
        if card.kind == "ability":
            shown = game.shown(card.instance)
            if shown is None or game.state.zone_type(shown.zone_id) != "Pending":
                _ability_gone(game, card.instance)
            continue
        shown = game.shown(card.instance)
        now = "" if shown is None else game.state.zone_type(shown.zone_id)
        if (
            shown is not None
            and shown.zone_id != zone_id
            and game.state.zone_name(shown.zone_id) is not None
        ):
            continue
        if now in {"Suppressed", "Pending"} and card.zone == "battlefield":
            if not card.phased_out:
                game.emit("phased_out", card.instance, object=card.card)
                game.put(card, phased_out=True, suppressed=True)
        else:
            _vanished(game, card)


def _vanished(game: Recording, card: Card) -> None:
    """An object is gone without a transfer: to a new number in a gap, else nobody knows where."""
    if game.gaps and card.grp:
        for zone in game.state.zones.values():
            name = game.state.zone_name(zone.zone_id)
            if name not in PUBLIC and name != "hand":
                continue
            for instance in zone.object_instance_ids:
                shown = game.shown(instance)
                if (
                    shown is not None and instance not in game.cards and shown.zone_id == zone.zone_id
                    and shown.owner_seat_id == card.owner and shown.kind == "Card"
                    and game.printings.same_card(shown.grp_id, card.grp)
                ):  # fmt: skip
                    move(game, card, instance, zone.zone_id, _SILENT, {})
                    return
    lose(game, card, "it is gone, and the log does not say where")


def _after_undo(game: Recording, message: GameState, *, known: bool) -> None:
    """What a player began and took back never happened; the numbers it used are handed out again."""
    if not known:
        note_gap(
            game,
            game.state.line,
            f"an action was taken back to state {message.prev_game_state_id}, which is not known",
        )
    _reconcile(game, message)
