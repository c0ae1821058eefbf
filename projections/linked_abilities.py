"""Linked abilities: what the second of a pair refers to (CR 607).

A link belongs to one ability of one object: not to the card, the name, the next object or the next copy.
It is kept under the object and the ability's key (`AbilityOn.key`), and it ends when what was linked
becomes another object.
"""

from __future__ import annotations

from typing import Any

import msgspec

from events.cards import RULE_OF_LINK
from events.references import AbilityReference
from projections.abilities_on import find_ability, printed_abilities
from projections.identity import holder_of, look_back
from projections.layer_one import PRINTED, shown
from projections.state import AbilityOn, Holder, Object, State

IN_EXILE = frozenset({"exile", "champion", "pregame_exile", "cost_exile"})
VALUES = frozenset({"choose", "note", "word", "anchor"})
COSTS = frozenset({"enter_cost", "variable_cost", "additional_cost"})


class Linked(msgspec.Struct, frozen=True):
    """What one pair refers to: the kind, its rule, both abilities, the objects and the values."""

    kind: str
    rule: str
    first: str
    second: str
    objects: tuple[str, ...] = ()
    values: tuple[Any, ...] = ()
    paid: bool | None = None


def link(state: State, holder: Object, ability: AbilityOn, affected: Object) -> None:
    """Note that an object was exiled or put onto the battlefield by an ability (CR 607.2a-c)."""
    names = _pregame_names(state, holder, ability)
    for name in names:
        state.pregame.setdefault(name, []).append(affected.reference)
    entry = state.holders.get(holder.reference)
    if entry is None:
        entry = state.holders[holder.reference] = Holder(holder)
    entry.linked.setdefault(ability.key, []).append(affected.reference)
    affected.link = (holder.reference, ability.key)


def link_to_forgotten(state: State, ability: AbilityReference, affected: Object) -> None:
    """Link an object to an ability of an object of long ago, taken to be printed on it (CR 607.2a)."""
    holder, key = str(ability.object), f"{PRINTED}||{ability.path}"
    entry = state.holders.setdefault(holder, Holder(None))
    entry.linked.setdefault(key, []).append(affected.reference)
    affected.link = (holder, key)


def _pregame_names(state: State, holder: Object, ability: AbilityOn) -> tuple[str, ...]:
    """Under which names an exiling before the game counts (CR 607.2n)."""
    if state.game_began:
        return ()
    first = ability.text.ability.id
    if not _is_first(ability, "pregame_exile"):
        return ()
    return tuple(f"{name}|{first}" for name in shown(holder).names)


def _is_first(ability: AbilityOn, kind: str) -> bool:
    """Whether an ability is the first one of a pair of a kind."""
    own = (ability.text.ability.id, kind)
    return any(own == (first, each) for first, _, each in ability.text.pairs)


def forget_links_to(state: State, gone: Object) -> None:
    """End the links to an object that is gone (CR 400.7, 607.2a)."""
    if gone.link is None:
        return
    holder, key = gone.link
    entry = state.holders.get(holder)
    if entry is not None:
        linked = [each for each in entry.linked.get(key, ()) if each != gone.reference]
        if linked:
            entry.linked[key] = linked
        else:
            entry.linked.pop(key, None)
        _drop_if_done(state, holder, entry)
    for name, refs in state.pregame.items():
        state.pregame[name] = [each for each in refs if each != gone.reference]


def _drop_if_done(state: State, reference: str, entry: Holder) -> None:
    if not entry.linked and not entry.waiting:
        del state.holders[reference]


def keep_source(state: State, source: Object) -> None:
    """Keep the source of an ability on the stack, whatever becomes of it (CR 113.7a)."""
    entry = state.holders.get(source.reference)
    if entry is None:
        entry = state.holders[source.reference] = Holder(source)
    entry.waiting += 1


def let_source_go(state: State, ability: Object) -> None:
    """Forget the source of an ability that left the stack, if nothing else needs it."""
    source = ability.ability_source or ""
    entry = state.holders.get(source)
    if entry is not None:
        entry.waiting -= 1
        _drop_if_done(state, source, entry)


def pairs_of(ability: AbilityOn) -> list[tuple[str, str, str]]:
    """The pairs of which this ability is the second one (CR 607.4)."""
    own = ability.text.ability.id
    return [pair for pair in ability.text.pairs if pair[1] == own]


def linked_by(state: State, holder: Object, ability: AbilityOn) -> tuple[Linked, ...]:
    """Everything an ability refers to through its links, pair by pair (CR 607.2)."""
    asked = holder_of_record(state, holder)
    pairs = pairs_of(ability)
    there = {each.text.ability.id for each in printed_abilities(asked)}
    if not any(first in there for first, _, _ in pairs):
        made = _with_maker(state, asked, ability)
        if made:
            return made
    return tuple(_pair(state, asked, ability, pair) for pair in pairs)


def _with_maker(state: State, holder: Object, ability: AbilityOn) -> tuple[Linked, ...]:
    """The pairs an ability is in with an ability of the object that made its holder (CR 607.1d)."""
    if holder.link is None:
        return ()
    maker = look_back(state, holder.link[0])
    if maker is None:
        return ()
    found: dict[tuple[str, str, str], Linked] = {}
    for first in printed_abilities(maker):
        for pair in first.text.pairs:
            if pair[0] == first.text.ability.id and pair[1] == ability.text.ability.id:
                found[pair] = _pair(state, maker, first, pair)
    return tuple(found.values())


def holder_of_record(state: State, holder: Object) -> Object:
    """For an ability on the stack, its source as it is or last was (CR 113.7a)."""
    if holder.ability_source is not None:
        return look_back(state, holder.ability_source) or holder
    return holder


def _pair(state: State, holder: Object, ability: AbilityOn, pair: tuple[str, str, str]) -> Linked:
    first, second, kind = pair
    key = ability.partner_key(first)
    return Linked(
        kind=kind,
        rule=RULE_OF_LINK[kind],
        first=first,
        second=second,
        objects=_objects(state, holder, ability, first, kind),
        values=_values(state, holder, ability, first, kind),
        paid=(key in holder.paid or bool(holder.costs.get(key))) if kind in COSTS else None,
    )


def _objects(
    state: State, holder: Object, ability: AbilityOn, first: str, kind: str
) -> tuple[str, ...]:
    found: list[str] = []
    entry = state.holders.get(holder.reference)
    if entry is not None and kind != "pregame_exile":
        found += entry.linked.get(ability.partner_key(first), [])
    if kind == "pregame_exile" and state.game_began:
        found += state.pregame.get(f"{ability.text.printed_on}|{first}", [])
    if kind == "cost_exile" and ability.origin == PRINTED:
        found += holder.cost_exiled
    return tuple(dict.fromkeys(each for each in found if _still(state, each, kind)))


def _still(state: State, reference: str, kind: str) -> bool:
    """Whether what was linked is still that object, in the zone the rule asks for."""
    object_ = state.objects.get(reference.partition(".")[0])
    asked = "exile" if kind in IN_EXILE else "battlefield" if kind == "put" else None
    return object_ is not None and object_.reference == reference and asked in {None, object_.zone}


def _values(
    state: State, holder: Object, ability: AbilityOn, first: str, kind: str
) -> tuple[Any, ...]:
    if kind == "pregame_choice":
        return tuple(state.pregame_values.get(f"{holder.card}|{first}", ()))
    key = ability.partner_key(first)
    if kind == "paragraph":
        return (*holder.values.get(key, ()), *holder.costs.get(key, ()))
    if kind in COSTS:
        of_x = kind == "variable_cost" and holder.x is not None and ability.origin == PRINTED
        return tuple(holder.costs.get(key, (holder.x,) if of_x else ()))
    if kind in VALUES:
        return tuple(holder.values.get(key, ()))
    return ()


def exiled_for_cost(state: State, spell: Object) -> tuple[str, ...]:
    """What was exiled to pay for a spell, however the record told it; the permanent refers to that (CR 607.2q)."""
    entry = state.holders.get(spell.reference)
    if entry is None:
        return spell.cost_exiled
    firsts = {
        each.key
        for each in printed_abilities(spell)
        for first, _, kind in each.text.pairs
        if kind == "cost_exile" and first == each.text.ability.id
    }
    linked = (each for key in firsts for each in entry.linked.get(key, ()))
    return tuple(dict.fromkeys((*spell.cost_exiled, *linked)))


def note_value(state: State, by: str, value: Any) -> None:
    """Note a choice or a note made by an ability (CR 607.2d-f, m), before the game too (CR 607.2p)."""
    recorded = _recorded(state, by)
    if recorded is None:
        return
    holder, ability = recorded
    if not state.game_began and _is_first(ability, "pregame_choice"):
        chosen = state.pregame_values.setdefault(f"{holder.card}|{ability.text.ability.id}", [])
        chosen.append(value)
    holder.values = {**holder.values, ability.key: [*holder.values.get(ability.key, ()), value]}


def note_cost(state: State, by: str, value: Any) -> None:
    """Note that a cost was paid by what an ability says (CR 607.2g, 607.2j)."""
    recorded = _recorded(state, by)
    if recorded is None:
        return
    holder, ability = recorded
    holder.costs = {**holder.costs, ability.key: [*holder.costs.get(ability.key, ()), value]}


def _recorded(state: State, by: str) -> tuple[Object, AbilityOn] | None:
    """Where what an ability told to choose, note or pay is kept; an importer need not know the ability."""
    holder, reference = holder_of(state, by)
    ability = None if holder is None else find_ability(state, holder, reference.path)
    if holder is None or ability is None:
        return None
    return holder_of_record(state, holder), ability
