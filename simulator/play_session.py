"""The interactive session itself: a line in, lines out; what it offers, refuses, explains and takes back.

It knows nothing of terminals: `simulator.play` reads the lines and shows what comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from events.errors import NametrailError, RecordError
from events.forms import event_from_map
from events.kinds import EVENT_KINDS, Event
from events.zones import Exiled, Moved
from projections.copiable_values import DOUBLE_FACED, SPLIT
from projections.layer_one import current_text, is_unknown
from projections.names import names_of
from projections.state import Object, sheet_sticker
from simulator.explain import in_words
from simulator.game import Game
from simulator.messages import Translator
from simulator.play_words import FORMS, event_in, split
from simulator.replay import object_there
from simulator.wording import happened, zone_in_words

ZONES = ("library", "hand", "battlefield", "graveyard", "stack", "exile", "command", "outside")
OWN = ("help", "show", "why", "positions", "stickers", "legal", "undo", "quit")
"""What the session understands besides actions."""

Names = dict[str, tuple[str, tuple[str, ...], str]]


class Session:
    """Somebody plays a game. `done` says that they have left, `refused` that something was not allowed."""

    def __init__(
        self, game: Game, translate: Translator, worded: Callable[[NametrailError], str]
    ) -> None:
        self.game = game
        self.translate = translate
        self.worded = worded
        self.done = False
        self.refused = False
        self._waiting: dict[str, Any] | None = None
        self._numbers = 0

    def hear(self, line: str) -> list[str]:
        """Do what a line says, and answer; what is not allowed is told and changes nothing."""
        text = line.strip()
        if not text or text.startswith("#"):
            return []
        try:
            if self._waiting is not None and text.lstrip("-").isdecimal():
                return self._place(int(text))
            self._waiting = None
            words = split(text) if not text.startswith("{") else [text]
            own: dict[str, Callable[[list[str]], list[str]]] = {
                "help": self._help, "show": self._show, "why": self._why, "legal": self._legal,
                "positions": self._positions, "stickers": self._stickers, "undo": self._undo,
                "quit": self._quit, "exit": self._quit,
            }  # fmt: skip
            if words and words[0] in own:
                return own[words[0]](words[1:])
            return self._act(self._completed(event_in(text)))
        except NametrailError as error:
            self.refused = True
            return [self.worded(error)]

    # --- acting ---

    def _completed(self, raw: dict[str, Any]) -> dict[str, Any]:
        """What goes without saying: an ability resolves as one, a sticker has an id, a card an owner."""
        kind, objects = raw.get("event"), self.game.state.objects
        if kind == "spell_resolved":
            found = objects.get(str(raw.get("object")).partition(".")[0])
            if found is not None and found.kind == "ability":
                return {"event": "ability_resolved", "object": raw["object"]}
        elif kind == "sticker_placed" and "sticker" not in raw:
            words = str(raw.get("words", ""))
            if sheet_sticker(self.game.state, words) is not None:
                raw = {**raw, "sticker": words}
                raw.pop("words")
            else:
                raw = {**raw, "sticker": self._new_sticker()}
        elif kind == "card_added":
            raw = {"owner": self.game.header.players[0], "zone": "battlefield", **raw}
        elif kind in {"token_created", "copy_created", "ability_put_on_stack", "melded"}:
            player = self.game.state.active or self.game.header.players[0]
            raw = {"controller": player, **raw}
        return raw

    def _new_sticker(self) -> str:
        while True:
            self._numbers += 1
            name = f"sticker-{self._numbers}"
            if name not in self.game.known.stickers:
                return name

    def _act(self, raw: dict[str, Any]) -> list[str]:
        if raw.get("event") == "sticker_placed" and raw.get("after") is None:
            offered = self._offered(raw)
            if offered:
                self._waiting = raw
                return offered
        event = event_from_map(raw)
        before = self._names()
        events = [event]
        if isinstance(event, (Moved, Exiled)):
            events += self.game.returning(event.object)
        made = self.game.do(*events)
        return [*(happened(each, self.translate) for each in made), *self._changed(before)]

    def _place(self, after: int) -> list[str]:
        raw, self._waiting = self._waiting or {}, None
        return self._act({**raw, "after": after})

    def _offered(self, raw: dict[str, Any]) -> list[str]:
        """The places a name sticker may go, with the names it would give (CR 123.6b)."""
        found = sheet_sticker(self.game.state, str(raw.get("sticker")))
        kind = found[1].kind if found is not None else raw.get("kind", "name")
        words = found[1].words if found is not None else raw.get("words")
        if kind != "name" or not words or not isinstance(raw.get("on"), str):
            return []
        places = self.game.names_with(raw["on"], str(words))
        told = self.translate("Where does it go? Answer with the number.")
        return [told, *(f"  {after}  {' // '.join(names)}" for after, names in places)]

    # --- asking ---

    def _help(self, words: list[str]) -> list[str]:
        if words and words[0] in FORMS:
            form = FORMS[words[0]]
            return [form.usage(words[0]), f"  {self.translate(form.help)}"]
        told = [f"  {name:15} {self.translate(form.help)}" for name, form in FORMS.items()]
        return [
            *told,
            self.translate("show, why OBJECT, legal OBJECT, positions OBJECT WORDS, stickers PLAYER, undo, quit"),
            self.translate('any event of the record format: moved object=fae to=exile, or {"event": ...}'),
        ]  # fmt: skip

    def _show(self, words: list[str]) -> list[str]:
        shown = [self._object(words[0])] if words else list(self.game.state.objects.values())
        return [self._line(each) for each in shown] or [self.translate("nothing is there yet")]

    def _object(self, reference: str) -> Object:
        return object_there(self.game.state, reference)

    def _line(self, object_: Object) -> str:
        names = " // ".join(names_of(self.game.state, object_))
        if not names:
            names = self.translate("(name not known)" if is_unknown(object_) else "(no name)")
        zone = zone_in_words(object_.zone, self.translate)
        stickers = ", ".join(each.sticker for each in object_.stickers)
        return f"{object_.reference:12} {zone:13} {names}" + (f"  [{stickers}]" if stickers else "")

    def _why(self, words: list[str]) -> list[str]:
        if not words:
            raise RecordError("{field} is missing", field="OBJECT", advice="why OBJECT")
        return in_words(self.game.now.why(words[0]), self.translate)

    def _positions(self, words: list[str]) -> list[str]:
        if len(words) < 2:
            raise RecordError("{field} is missing", field="WORDS", advice="positions OBJECT WORDS")
        places = self.game.names_with(words[0], " ".join(words[1:]))
        return [f"  {after}  {' // '.join(names)}" for after, names in places]

    def _stickers(self, words: list[str]) -> list[str]:
        players = words or list(self.game.header.players)
        return [
            f"  {name}  {self._printed(name)}"
            for player in players
            for name in self.game.stickers_for(player)
        ] or [self.translate("no sticker can be chosen and paid for")]

    def _printed(self, name: str) -> str:
        found = sheet_sticker(self.game.state, name)
        return "" if found is None else found[1].words or self.translate(found[1].kind)

    def _undo(self, words: list[str]) -> list[str]:
        del words
        before = self._names()
        taken = self.game.undo()
        told = self.translate("taken back: {what}")
        return [
            *(told.format(what=happened(each, self.translate)) for each in taken),
            *self._changed(before),
        ]

    def _quit(self, words: list[str]) -> list[str]:
        del words
        self.done = True
        return []

    def _legal(self, words: list[str]) -> list[str]:
        """What may be done with an object now, as lines one could say."""
        if not words:
            raise RecordError("{field} is missing", field="OBJECT", advice="legal OBJECT")
        return [f"  {line}" for line in self.legal_with(words[0])]

    def legal_with(self, reference: str) -> list[str]:
        """The actions with one object that the rules allow now."""
        object_ = self._object(reference)
        return [line for line in self._thinkable(object_) if self._is_legal(line)]

    def _is_legal(self, line: str) -> bool:
        event: Event = event_from_map(self._completed(event_in(line)))
        return self.game.is_legal(event)

    def _thinkable(self, object_: Object) -> Iterator[str]:
        card, text = object_.card, current_text(object_)
        several = len(text.faces) > 1
        if object_.zone not in {"battlefield", "stack"}:
            if not several or text.layout not in SPLIT:
                yield f"cast {card}"
            for face in text.faces if several else ():
                for name in face.names:
                    yield f'cast {card} as "{name}"'
        yield from (f"resolve {card}", f"counter {card}")
        for zone in ZONES:
            yield f"move {card} to {zone}"
        if several and text.layout in DOUBLE_FACED and object_.zone != "battlefield":
            for name in text.faces[1].names:
                yield f'move {card} to battlefield as "{name}"'
        for verb in ("transform", "flip", "turn-down", "turn-up", "tap", "untap", "phase-out",
                     "phase-in", "prepare", "unprepare"):  # fmt: skip
            yield f"{verb} {card}"
        for face in text.faces:
            for name in face.names:
                yield f'unlock {card} "{name}"'
                yield f'lock {card} "{name}"'
        for sticker in self.game.stickers_for(object_.owner):
            yield f'sticker "{sticker}" on {card} after 0'
        for sticker_on in object_.stickers:
            yield f'remove-sticker "{sticker_on.sticker}"'

    # --- what changed ---

    def _names(self) -> Names:
        state = self.game.state
        return {
            card: (each.reference, names_of(state, each), each.zone)
            for card, each in state.objects.items()
        }

    def _changed(self, before: Names) -> Iterator[str]:
        for card, (reference, names, zone) in self._names().items():
            if before.get(card) != (reference, names, zone):
                yield f"  {self._line(self.game.state.objects[card])}"
        for card, (reference, _, _) in before.items():
            if card not in self.game.state.objects:
                told = self.translate("{object} is no object any more")
                yield "  " + told.format(object=reference)

    # --- completion ---

    def completions(self, text: str) -> list[str]:
        """What the last word of a line may become."""
        words = text.split(" ")
        last = words[-1]
        if len(words) == 1:
            offered: list[str] = [*FORMS, *OWN, *EVENT_KINDS]
        else:
            form = FORMS.get(words[0])
            offered = list(self._what_follows(form.words.get(words[-2]) if form else None))
            if form is not None:
                offered += [*form.words, *form.flags]
        return sorted({each for each in offered if each.startswith(last)})

    def _what_follows(self, field: str | None) -> Iterator[str]:
        """The values that fit a field; without one, objects and players."""
        state = self.game.state
        if field in {"to", "zone"}:
            yield from ZONES
        if field in {"owner", "controller", "by_player", None}:
            yield from self.game.header.players
        if field == "definition":
            yield from (f'"{name}"' if " " in name else name for name in self.game.header.cards)
        if field not in {"owner", "controller", "by_player", "zone", "definition"}:
            yield from state.objects
            yield from (
                f'"{each}"' for player in state.players for each in self.game.stickers_for(player)
            )
