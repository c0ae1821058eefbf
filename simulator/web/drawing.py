"""Drawings, as SVG that needs no program but a browser: a derivation, and the marks of a timeline."""

from __future__ import annotations

from html import escape

from simulator.messages import Translator
from simulator.web.derivation import Built, Name
from simulator.web.game import Game

PALETTE = (
    "#1f2328", "#0a58ca", "#b02a37", "#146c43", "#8a3ffc", "#9a5b00", "#0b7285", "#a61e4d",
)  # fmt: skip
"""The colours of `page.css` in the light, on white; each has a contrast of 4.5 or more."""

WIDTH = 760
CHARACTER = 11.6
LINE = 20
MOST_MARKS = 600


def derivation_svg(built: Built, translate: Translator) -> str:
    """A derivation as boxes below each other: the name after each step, and what made it so."""
    parts: list[str] = []
    y = 16.0
    for step in built.steps:
        lines = _wrapped(f"{step.number + 1}. {step.what}", 88)
        for reason in step.reasons:
            lines += _wrapped(reason, 88)
        height = 60 + 17 * len(lines)
        if step.number:
            parts.append(
                f'<path d="M40 {y - 14} v10 m-5 -6 l5 6 l5 -6" fill="none" stroke="#6e7781" stroke-width="2"/>'
            )
        parts.append(
            f'<rect x="12" y="{y}" width="{WIDTH - 24}" height="{height}" rx="8" fill="#ffffff" '
            f'stroke="{PALETTE[step.colour]}" stroke-width="2"/>'
        )
        names = step.names or ()
        parts.append(_named(names, y + 28, built, translate, first=step.number == 0))
        for index, line in enumerate(lines):
            parts.append(_text(24, y + 50 + 17 * index, line, 13, "#424a53"))
        cite = f"CR {step.rule} · {step.when}"
        parts.append(_text(24, y + 50 + 17 * len(lines), cite, 12, "#57606a"))
        y += height + 18
    for before, after, event in built.remembered:
        said = f"{before} → {after} · CR 123.5, 400.7m · {translate('event {event}').format(event=event)}"
        parts.append(_text(24, y + 6, said, 12, "#57606a"))
        y += LINE
    title = escape(f"{built.object}: {_plain(built, translate)}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{y + 8}" '
        f'viewBox="0 0 {WIDTH} {y + 8}" font-family="system-ui, sans-serif"><title>{title}</title>'
        f'<rect width="100%" height="100%" fill="#f6f8fa"/>{"".join(parts)}</svg>'
    )


def _named(
    names: tuple[Name, ...], y: float, built: Built, translate: Translator, *, first: bool
) -> str:
    if not names:
        known = not built.unknown
        said = translate("(no name)") if known else translate("(printed name not known)")
        return _text(24, y, said, 18, "#57606a")
    spans: list[str] = []
    if built.unknown and not first:
        spans.append('<tspan fill="#57606a">? </tspan>')
    for index, name in enumerate(names):
        if index:
            spans.append('<tspan fill="#57606a"> // </tspan>')
        spans += [
            f'<tspan fill="{PALETTE[word.colour]}"{_underline(word.step)}>{escape(word.text)}</tspan> '
            for word in name
        ]
    return f'<text x="24" y="{y}" font-size="18" font-weight="600">{"".join(spans)}</text>'


def _underline(step: int) -> str:
    return ' text-decoration="underline"' if step else ""


def _plain(built: Built, translate: Translator) -> str:
    names = [" ".join(word.text for word in name) for name in built.names]
    return " // ".join(names) or translate("(no name)")


def _text(x: float, y: float, text: str, size: int, colour: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}">{escape(text)}</text>'


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) + 1 > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return lines


def timeline_svg(game: Game) -> str:
    """The marks above the slider: turns, changes of names, and rules broken, by position."""
    last = max(game.last, 1)
    marks: dict[tuple[str, int], None] = {}
    for entry in game.entries:
        x = round(entry.position / last * 1000)
        if entry.begins_turn:
            marks["turn", x] = None
        if entry.changes:
            marks["change", x] = None
        if any(not fault.note for fault in entry.faults):
            marks["fault", x] = None
        elif entry.faults:
            marks["note", x] = None
    return "".join(
        f'<rect class="mark-{kind}" x="{x - (0 if kind == "turn" else 2)}" y="{_Y[kind]}" '
        f'width="{1 if kind == "turn" else 4}" height="{_HEIGHT[kind]}"/>'
        for kind, x in marks
    )


_Y = {"turn": 0, "change": 12, "fault": 0, "note": 0}
_HEIGHT = {"turn": 24, "change": 12, "fault": 11, "note": 11}
