"""Records that no game could be: every kind of event with any value, in any order."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

CARDS: dict[str, dict[str, Any]] = {
    "Bear Cub": {"types": ["Creature"], "subtypes": ["Bear"], "power": "2", "toughness": "2"},
    "Sphere": {
        "types": ["Enchantment"], "linked": [["take", "give", "exile"], ["choose", "give", "choose"]],
        "abilities": [
            {"id": "take", "kind": "triggered", "text": "Exile {source} with ~."},
            {"id": "give", "kind": "triggered", "text": "Return what ~ exiled."},
            {"id": "choose", "kind": "replacement", "text": "As ~ enters, choose a color."},
            {"id": "lend", "kind": "static", "effects": [
                {"affects": {"where": {"types": ["Creature"]}}, "grant": [
                    {"id": "x", "kind": "static", "effects": [{"affects": "self", "set_power": 5}]},
                    "sphere:lend"]}]},
        ],
    },
    "Alias": {
        "types": ["Enchantment"], "subtypes": ["Aura"],
        "abilities": [{"id": "alias", "effects": [{"affects": "attached", "set_name": "Clerk",
                                                   "remove_abilities": True}]}],
    },
    "Fae": {"layout": "adventure", "faces": [{"types": ["Creature"]}, {"name": "Dreamt", "types": ["Sorcery"]}]},
    "Smith": {"layout": "transform", "faces": [{"types": ["Creature"]}, {"name": "Fang", "types": ["Instant"]}]},
    "Door": {"layout": "split", "faces": [
        {"name": "Left", "types": ["Enchantment"], "subtypes": ["Room"], "mana_cost": "{1}"},
        {"name": "Right", "types": ["Enchantment"], "subtypes": ["Room"], "mana_cost": "{2}{U}"}]},
    "Proto": {"layout": "prototype", "faces": [
        {"types": ["Artifact", "Creature"], "power": "9", "toughness": "9"},
        {"mana_cost": "{1}{R}", "power": "1", "toughness": "1"}]},
    "Flip": {"layout": "flip", "faces": [{"types": ["Creature"]}, {"name": "Flop", "types": ["Creature"]}]},
    "Rats": {"layout": "meld", "types": ["Creature"]},
}  # fmt: skip

HEADER: dict[str, Any] = {
    "record": "nametrail", "version": 1, "players": ["ana", "ben"], "cards": CARDS,
    "sheets": {"ana": {"Goat": [{"words": "Cosmic"}, {"kind": "power_toughness", "power": 5,
                                                      "toughness": 1, "tickets": 2}]}},
}  # fmt: skip

cards = st.sampled_from(["a", "b", "c", "d", "t", "sphere", "q"])
objects = st.builds(lambda c, n: c + n, cards, st.sampled_from(["", "", "", ".1", ".2", ".9"]))
paths = st.sampled_from(["take", "give", "choose", "lend", "alias", "x", "e/x", "e/take", "nope",
                         "sphere.1:lend/x", "s/x"])  # fmt: skip
abilities = st.builds(lambda o, p: f"{o}:{p}", objects, paths)
players = st.sampled_from(["ana", "ben", "eve"])
zones = st.sampled_from(["library", "hand", "battlefield", "graveyard", "stack", "exile", "command", "ante",
                         "outside"])  # fmt: skip
definitions = st.sampled_from([*sorted(CARDS), "Nobody's Card"])
faces = st.sampled_from(["Dreamt", "Fang", "Left", "Right", "Flop", "Fae", "Nope"])
effect_ids = st.sampled_from(["e", "f", "g"])
sticker_ids = st.sampled_from(["s", "r", "ana/Goat/1", "ana/Goat/2", "ana/Goat/9", "ben/Goat/1"])
values = st.sampled_from(["red", 3, None, ["x"], {"a": 1}, True])
numbers = st.integers(-2, 12)
words = st.sampled_from(["Big", "Hot Dog", "", " ", "____", "<script>", "ñ"])

choices = st.lists(
    st.one_of(
        st.fixed_dictionaries({"for": objects, "by": abilities, "moves": st.lists(objects, max_size=2), "to": zones}),
        st.fixed_dictionaries({"for": objects, "by": abilities, "value": values}),
        st.fixed_dictionaries({"for": objects, "by": abilities, "top_of_library": players, "count": numbers, "to": zones}),
        st.fixed_dictionaries({"for": objects, "by": abilities, "copy_of": objects}),
        st.fixed_dictionaries({"for": objects, "by": abilities, "sets": st.sampled_from(
            [{"power": "5"}, {"name": "X", "types": ["Land"]}, {"nope": 1}])}),
    ),
    max_size=2,
)  # fmt: skip
grants = st.lists(
    st.one_of(
        abilities,
        st.fixed_dictionaries({"id": st.sampled_from(["x", "take", "give"]), "text": st.just("~ and {source}")}),
        st.fixed_dictionaries({"abilities_of": objects}),
        st.just({"id": "big", "kind": "static", "effects": [{"affects": "attached", "set_name": "Zed"}]}),
    ),
    max_size=2,
)  # fmt: skip
affects = st.one_of(
    st.sampled_from(["self", "attached"]),
    st.lists(objects, max_size=2),
    st.fixed_dictionaries({"where": st.fixed_dictionaries({}, optional={
        "types": st.just(["Creature"]), "controller": st.sampled_from(["ana", "you", "opponent"]),
        "zone": zones, "colors": st.just(["R"])})}),
)  # fmt: skip
changes: dict[str, st.SearchStrategy[Any]] = {
    "controller": players, "set_name": words, "names": st.just(["Toad", "Bear Cub"]),
    "replace_words": st.just({"Bear": "Toad"}), "text_of": objects, "add_text": grants,
    "exchange_text_with": objects, "set_types": st.just(["Land"]), "add_types": st.just(["Creature"]),
    "set_subtypes": st.just(["Island"]), "set_colors": st.just(["R"]), "grant": grants,
    "remove_abilities": st.sampled_from([True, ["take"]]), "set_power": st.sampled_from(["5", "*"]),
    "add_power": numbers, "switch": st.just(True),
}  # fmt: skip
effects = st.fixed_dictionaries({"affects": affects}, optional=changes)
excepts = st.fixed_dictionaries(
    {}, optional={k: v for k, v in changes.items() if k != "controller"}
)


def _event(name: str, needed: dict[str, Any], **optional: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {"event": st.just(name), **needed},
        optional={key.rstrip("_"): value for key, value in optional.items()},
    )


one_object = {"object": objects}
single = st.one_of(
    _event("card_added", {"card": cards, "owner": players, "zone": zones}, definition=definitions,
           controller=players, face=faces, face_down=st.booleans(), position=numbers),
    _event("card_added", {"card": cards, "owner": players, "zone": zones, "definition": definitions}),
    _event("revealed", {**one_object, "definition": definitions}),
    _event("shuffled", {"player": players}),
    _event("sheets_chosen", {"player": players, "sheets": st.just(["Goat"])}, format=st.just("limited")),
    _event("tickets_changed", {"player": players, "amount": numbers}),
    _event("moved", {**one_object, "to": zones}, controller=players, face=faces, face_down=st.booleans(),
           attached_to=objects, with_=abilities, choices=choices, copy_of=objects, position=numbers, by=abilities),
    _event("exiled", one_object, with_=abilities, face_down=st.booleans(), until=objects),
    _event("spell_cast", one_object, face=faces, controller=players, face_down=st.booleans(),
           paid=st.lists(paths, max_size=2), exiled_for_cost=st.lists(objects, max_size=2),
           prototyped=st.booleans()),
    _event("spell_resolved", one_object, to=zones, controller=players, attached_to=objects,
           choices=choices, copy_of=objects),
    _event("spell_countered", one_object, to=zones),
    _event("ability_put_on_stack", {"card": cards, "ability": abilities, "controller": players}),
    _event("ability_resolved", one_object),
    _event("token_created", {"card": cards, "controller": players}, definition=definitions,
           copy_of=objects, with_=abilities, face_down=st.booleans(), except_=excepts, choices=choices),
    _event("copy_created", {"card": cards, "of": objects, "controller": players}, zone=zones, face=faces),
    _event("became_copy", {**one_object, "of": st.one_of(objects, definitions)}, effect=effect_ids,
           except_=excepts, keeps=st.lists(paths, max_size=2)),
    *(_event(kind, one_object) for kind in ("transformed", "flipped", "turned_face_up", "prepared", "unprepared",
                                            "phased_out", "phased_in", "tapped", "untapped")),
    _event("turned_face_down", one_object, as_=st.sampled_from([{"name": "X"}, {"power": "1"}, {"nope": 1}])),
    *(_event(kind, {**one_object, "face": faces}) for kind in ("door_unlocked", "door_locked")),
    _event("merged", {**one_object, "into": objects, "on_top": st.booleans()}),
    _event("melded", {"card": cards, "cards": st.lists(cards, max_size=3), "definition": definitions,
                      "controller": players}),
    _event("attached", {**one_object, "to": st.one_of(st.none(), objects)}),
    _event("controller_changed", {**one_object, "controller": players}, effect=effect_ids),
    st.builds(lambda e, c, s: {"event": "effect_began", "effect": e, **c, **s}, effect_ids, effects,
              st.fixed_dictionaries({}, optional={"source": objects})),
    _event("effect_ended", {"effect": effect_ids}),
    _event("sticker_placed", {"sticker": sticker_ids, "on": objects}, after=numbers, words=words,
           by_player=players, kind=st.sampled_from(["name", "ability", "power_toughness", "art"]),
           abilities=st.just([{"id": "x"}]), power=numbers, toughness=numbers, tickets=numbers),
    _event("sticker_moved", {"sticker": sticker_ids, "to": objects}, after=numbers),
    _event("sticker_removed", {"sticker": sticker_ids}),
    *(_event(kind, {"by": abilities, "value": values}) for kind in ("chosen", "noted", "cost_paid")),
    _event("kept_stickers", {**one_object, "chosen": cards}),
    _event("counters_changed", {"kind": st.sampled_from(["+1/+1", "-1/-1", "flying"]), "amount": numbers},
           object=objects, player=players),
    *(_event(kind, {}) for kind in ("game_began", "step_began", "game_ended")),
    _event("turn_began", {"player": players}), _event("player_left", {"player": players}),
)  # fmt: skip
"""Any one event."""

events = st.one_of(
    single, single, single,
    st.builds(lambda inner: {"event": "simultaneous", "events": inner}, st.lists(single, max_size=3)),
)  # fmt: skip
"""Any event, or several at once."""

questions = st.one_of(
    st.fixed_dictionaries({"expect": st.sampled_from(["name", "copiable_name", "zone"]), "of": objects,
                           "is": st.sampled_from([None, "Bear Cub"])}),
    st.fixed_dictionaries({"expect": st.just("finds"), "from": objects, "is": st.none()}),
    st.fixed_dictionaries({"expect": st.sampled_from(["linked"]), "by": abilities, "are": st.just([])}),
    st.fixed_dictionaries({"expect": st.sampled_from(["value", "paid"]), "by": abilities, "is": st.just("x")}),
    st.fixed_dictionaries({"expect": st.sampled_from(["reads", "refers_to"]), "ability": abilities, "is": st.just("x")}),
    st.fixed_dictionaries({"expect": st.just("characteristic"), "of": objects, "which": st.sampled_from(
        ["types", "power", "abilities", "controller", "mana_value", "nope"]), "is": st.just(1)}),
    st.fixed_dictionaries({"expect": st.just("positions"), "on": objects, "words": words, "are": st.just([])}),
    st.fixed_dictionaries({"expect": st.just("steps"), "of": objects, "are": st.just([])}),
    st.fixed_dictionaries({"expect": st.just("available"), "player": players, "are": st.just([])}),
    st.fixed_dictionaries({"expect": st.just("same_name"), "objects": st.lists(objects), "is": st.just(True)}),
)  # fmt: skip
"""Any question an expectation may ask."""

SET_UP = [
    {"event": "card_added", "card": "sphere", "definition": "Sphere", "owner": "ana", "zone": "battlefield"},
    {"event": "card_added", "card": "a", "definition": "Bear Cub", "owner": "ana", "zone": "battlefield"},
    {"event": "card_added", "card": "b", "definition": "Fae", "owner": "ben", "zone": "hand"},
]  # fmt: skip
