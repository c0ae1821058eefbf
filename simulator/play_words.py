"""The words of the interactive session: short forms of the record's events, and any event in full.

sticker Mana on fae after 2
cast fae as Granted
moved object=fae to=exile
{"event": "moved", "object": "fae", "to": "exile"}
"""

from __future__ import annotations

import difflib
import json
import shlex
from typing import Any

import msgspec

from events.errors import RecordError
from events.kinds import EVENT_KINDS


class Form(msgspec.Struct, frozen=True):
    """A short form: the event, its fields by place, those behind a word, and words that stand for a value."""

    event: str
    places: tuple[str, ...]
    words: dict[str, str] = {}
    flags: dict[str, str] = {}
    fixed: dict[str, Any] = {}
    help: str = ""

    def usage(self, command: str) -> str:
        """How the short form is written."""
        parts = [command, *(place.upper() for place in self.places)]
        parts += [f"[{word} {field.upper()}]" for word, field in self.words.items()]
        parts += [f"[{flag}]" for flag in self.flags]
        return " ".join(parts)


FORMS: dict[str, Form] = {
    "add": Form("card_added", ("card",),
                {"as": "definition", "owner": "owner", "in": "zone", "controller": "controller",
                 "face": "face"}, {"down": "face_down", "tapped": "tapped"},
                help="let a card be in a zone"),
    "reveal": Form("revealed", ("object",), {"as": "definition"}, help="see which card it is"),
    "shuffle": Form("shuffled", ("player",), help="shuffle a library"),
    "sheets": Form("sheets_chosen", ("player",), {"choose": "sheets", "format": "format"},
                   help="choose sticker sheets, separated by commas"),
    "tickets": Form("tickets_changed", ("player", "amount"), help="give tickets, or take some"),
    "move": Form("moved", ("object",),
                 {"to": "to", "with": "with", "as": "face", "of": "copy_of", "controller": "controller",
                  "attached": "attached_to", "by": "by", "position": "position"},
                 {"down": "face_down", "tapped": "tapped"}, help="move an object to another zone"),
    "exile": Form("exiled", ("object",), {"with": "with", "until": "until"}, {"down": "face_down"},
                  help="exile an object"),
    "cast": Form("spell_cast", ("object",),
                 {"as": "face", "controller": "controller", "paying": "paid", "x": "x",
                  "exiling": "exiled_for_cost"}, {"down": "face_down", "prototyped": "prototyped"},
                 help="cast a spell"),
    "resolve": Form("spell_resolved", ("object",),
                    {"to": "to", "of": "copy_of", "attached": "attached_to",
                     "controller": "controller"}, help="let a spell or an ability resolve"),
    "counter": Form("spell_countered", ("object",), {"to": "to"}, help="counter a spell"),
    "ability": Form("ability_put_on_stack", ("card", "ability"), {"controller": "controller"},
                    help="put an ability onto the stack"),
    "token": Form("token_created", ("card",),
                  {"as": "definition", "of": "copy_of", "controller": "controller", "with": "with"},
                  {"tapped": "tapped", "down": "face_down"}, help="create a token"),
    "copy": Form("copy_created", ("card",), {"of": "of", "controller": "controller", "in": "zone",
                                             "face": "face"}, help="copy a spell, ability or card"),
    "become": Form("became_copy", ("object",), {"of": "of", "effect": "effect", "keeping": "keeps"},
                   help="become a copy"),
    "transform": Form("transformed", ("object",), help="turn the other face up"),
    "flip": Form("flipped", ("object",), help="flip a permanent"),
    "turn-down": Form("turned_face_down", ("object",), help="turn face down"),
    "turn-up": Form("turned_face_up", ("object",), {"of": "copy_of"}, help="turn face up"),
    "unlock": Form("door_unlocked", ("object", "face"), help="unlock a half of a Room"),
    "lock": Form("door_locked", ("object", "face"), help="lock a half of a Room"),
    "merge": Form("merged", ("object",), {"into": "into"}, {"on-top": "on_top"},
                  {"on_top": False}, help="merge a spell with a permanent"),
    "meld": Form("melded", ("card",), {"of": "cards", "as": "definition", "controller": "controller"},
                 help="meld two cards, separated by a comma"),
    "attach": Form("attached", ("object",), {"to": "to"}, help="attach, or detach without `to`"),
    "control": Form("controller_changed", ("object",), {"to": "controller", "effect": "effect"},
                    help="gain control of an object"),
    "phase-out": Form("phased_out", ("object",), help="phase out"),
    "phase-in": Form("phased_in", ("object",), help="phase in"),
    "name": Form("effect_began", ("effect",), {"on": "affects", "is": "set_name"},
                 help="let an effect set a name"),
    "end": Form("effect_ended", ("effect",), help="end an effect"),
    "sticker": Form("sticker_placed", ("words",),
                    {"on": "on", "after": "after", "by": "by_player", "id": "sticker"},
                    help="put a name sticker, or one of a sheet, on an object"),
    "move-sticker": Form("sticker_moved", ("sticker",), {"to": "to", "after": "after"},
                         help="move a sticker"),
    "remove-sticker": Form("sticker_removed", ("sticker",), help="take a sticker off"),
    "keep": Form("kept_stickers", ("object", "chosen"),
                 help="choose the card that keeps a merged permanent's stickers"),
    "choose": Form("chosen", ("value",), {"for": "by"}, help="make a choice for an ability"),
    "note": Form("noted", ("value",), {"for": "by"}, help="note something for an ability"),
    "pay": Form("cost_paid", ("value",), {"for": "by"}, help="pay a cost of an ability"),
    "counters": Form("counters_changed", ("object", "kind", "amount"), help="put counters on"),
    "tap": Form("tapped", ("object",), help="tap"),
    "untap": Form("untapped", ("object",), help="untap"),
    "prepare": Form("prepared", ("object",), help="become prepared"),
    "unprepare": Form("unprepared", ("object",), help="become unprepared"),
    "turn": Form("turn_began", ("player",), {"number": "number"}, help="begin a turn"),
    "begin": Form("game_began", (), help="begin the game"),
}  # fmt: skip
"""The short forms, by their first word."""

_LISTS = frozenset({"paid", "exiled_for_cost", "cards", "sheets", "keeps"})
_NUMBERS = frozenset({"after", "amount", "x", "number", "position"})
_MAYBE_NUMBERS = frozenset({"value"})


def event_in(line: str) -> dict[str, Any]:
    """The event, in the record's form, that a line of the session stands for.

    Raises RecordError for a line that stands for none.
    """
    if line.lstrip().startswith("{"):
        return _as_json(line)
    words = split(line)
    if not words:
        raise RecordError("nothing was said", advice="`help` lists what can be done")
    form = FORMS.get(words[0])
    if form is not None:
        return _by_form(words[0], form, words[1:])
    if words[0] in EVENT_KINDS:
        return _in_full(words)
    near = difflib.get_close_matches(words[0], [*FORMS, *EVENT_KINDS], n=1)
    raise RecordError(
        "{word!r} is no action",
        word=words[0],
        advice=f"did you mean {near[0]!r}?" if near else "`help` lists what can be done",
    )


def split(line: str) -> list[str]:
    """The words of a line; quotes keep several together.

    Raises RecordError where a quote is not closed.
    """
    try:
        lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
        lexer.whitespace_split = True
        lexer.quotes = '"'
        lexer.commenters = ""
        lexer.escape = ""
        return list(lexer)
    except ValueError as error:
        raise RecordError(
            "a quote is not closed", advice='write words together as "Hot Dog"'
        ) from error


def _as_json(line: str) -> dict[str, Any]:
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError("the line is not JSON: {reason}", reason=str(error)) from error
    if not isinstance(raw, dict):
        raise RecordError("an event must be a map")
    return raw


def _in_full(words: list[str]) -> dict[str, Any]:
    raw: dict[str, Any] = {"event": words[0]}
    for word in words[1:]:
        field, equals, value = word.partition("=")
        if not equals:
            raise RecordError(
                "{word!r} is no FIELD=VALUE", word=word, advice="as in `moved object=fae to=exile`"
            )
        try:
            raw[field] = json.loads(value)
        except (ValueError, RecursionError):
            raw[field] = value
    return raw


def _by_form(command: str, form: Form, words: list[str]) -> dict[str, Any]:
    raw: dict[str, Any] = {"event": form.event, **form.fixed}
    waiting = list(form.places)
    rest = iter(words)
    for word in rest:
        if word in form.flags:
            raw[form.flags[word]] = True
        elif word in form.words:
            value = next(rest, None)
            if value is None:
                raise RecordError(
                    "{word!r} is the last word, something must follow it",
                    word=word,
                    advice=form.usage(command),
                )
            raw[form.words[word]] = _value(form.words[word], value)
        elif waiting:
            field = waiting.pop(0)
            raw[field] = _value(field, word)
        else:
            raise RecordError("{word!r} says nothing here", word=word, advice=form.usage(command))
    if waiting:
        raise RecordError(
            "{field} is missing", field=waiting[0].upper(), advice=form.usage(command)
        )
    return raw


def _value(field: str, text: str) -> Any:
    if field in _LISTS:
        return [part.strip() for part in text.split(",") if part.strip()]
    if field in _NUMBERS | _MAYBE_NUMBERS:
        try:
            return int(text)
        except ValueError:
            if field in _MAYBE_NUMBERS:
                return text
            raise RecordError("{text!r} is no number", text=text) from None
    if field == "affects":
        return [part.strip() for part in text.split(",")]
    return text
