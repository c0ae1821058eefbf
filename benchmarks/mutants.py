"""Mutants of a module: its source with one small thing changed, as a syntax tree.

Strings of messages and annotations are left alone: they decide nothing. What is left is changed by the
operators below, one place at a time.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
from collections.abc import Iterator
from typing import TypeVar

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
SWAPPED_CALLS = {"any": "all", "all": "any", "min": "max", "max": "min"}
MESSAGES = {"RecordError", "RuleBroken", "NametrailError"}
"""What they are called with is words for people, no decision."""

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclasses.dataclass
class Mutant:
    """One change: where it is, what kind, and how to make and unmake it."""

    kind: str
    line: int
    scope: str
    """`function`, `constant` or `class`: how it can be put into a running module."""
    name: str
    """The outermost function (`f`, `Class.f`), constant or class it is in."""
    before: str
    after: str
    node: ast.AST
    field: str
    index: int | None
    new: object
    span: tuple[int, int] = (0, 0)
    """The lines of the statement it is in."""

    def make(self) -> None:
        """Change the tree."""
        self.new = self._swap(self.new)

    unmake = make

    def _swap(self, new: object) -> object:
        if self.index is None:
            old = getattr(self.node, self.field)
            setattr(self.node, self.field, new)
            return old
        row = getattr(self.node, self.field)
        if new is _GONE:
            return row.pop(self.index)
        old, row[self.index] = row[self.index], new
        return old

    def told(self) -> str:
        """One line about it."""
        return f"{self.line} {self.name} [{self.kind}] {self.before}  ->  {self.after}"


_GONE = object()


def mutants_of(tree: ast.Module) -> list[Mutant]:
    """All mutants of a module's tree; each changes it in place when made."""
    found: list[Mutant] = []
    for statement in tree.body:
        scope, name = _scope(statement)
        if scope == "class":
            assert isinstance(statement, ast.ClassDef)
            for each in statement.body:
                if _is_docstring(each):
                    continue
                if isinstance(each, FUNCTIONS):
                    found += _within(each, "function", f"{name}.{each.name}")
                else:
                    found += _within(each, "class", name)
        elif scope:
            found += _within(statement, scope, name)
    return found


def _scope(statement: ast.stmt) -> tuple[str, str]:
    if isinstance(statement, FUNCTIONS):
        return "function", statement.name
    if isinstance(statement, ast.ClassDef):
        return "class", statement.name
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        name = statement.targets[0].id
    elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        name = statement.target.id
    else:
        return "", ""
    return ("", "") if name == "__all__" or _is_type(statement) else ("constant", name)


def _is_type(statement: ast.Assign | ast.AnnAssign) -> bool:
    """Whether it names a type, which only type checkers look at."""
    value = statement.value
    if not isinstance(value, ast.Subscript) or not isinstance(value.value, ast.Name):
        return False
    return value.value.id in {"Callable", "Literal", "dict", "tuple", "list"}


def _within(statement: ast.stmt, scope: str, name: str) -> Iterator[Mutant]:
    yield from _walk(statement, scope, name, (statement.lineno, statement.end_lineno or 0))


def _walk(node: ast.AST, scope: str, name: str, span: tuple[int, int]) -> Iterator[Mutant]:
    if isinstance(node, ast.stmt):
        span = _span(node)
    if isinstance(node, FUNCTIONS) and any(
        _called(each) == "overload" for each in node.decorator_list
    ):
        return
    for kind, field, index, new in _changes(node):
        old = getattr(node, field) if index is None else getattr(node, field)[index]
        line = getattr(old, "lineno", getattr(node, "lineno", 0))
        shown = node if not isinstance(old, ast.AST) or isinstance(old, _OPERATORS) else old
        lines = _span(old) if isinstance(old, ast.stmt) else span
        made = Mutant(kind, line, scope, name, "", "", node, field, index, new, lines)
        if isinstance(node, (*FUNCTIONS, ast.If, ast.While, ast.For)) and shown is node:
            made.before, made.after = "body", "changed"
        elif new is _GONE:
            made.before, made.after = _text(old), "(left out)"
        elif shown is old:
            made.before, made.after = _text(old), _text(new)
        else:
            made.before = _text(node)
            changed = copy.copy(node)
            if index is None:
                setattr(changed, field, new)
            else:
                row = list(getattr(node, field))
                row[index] = new
                setattr(changed, field, row)
            made.after = _text(changed)
        yield made
    for child_field, value in ast.iter_fields(node):
        if _no_decision(node, child_field):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_docstring(child):
                yield from _walk(child, scope, name, span)


_OPERATORS = (ast.cmpop, ast.boolop, ast.operator, ast.unaryop)


def _span(node: ast.stmt) -> tuple[int, int]:
    """Its lines; of a compound one those of its head. The defaults of a function belong to all of its body."""
    body = None if isinstance(node, FUNCTIONS) else getattr(node, "body", None)
    if isinstance(body, list) and body:
        return node.lineno, max(node.lineno, body[0].lineno - 1)
    return node.lineno, node.end_lineno or node.lineno


def _no_decision(node: ast.AST, field: str) -> bool:
    """Whether a part of the tree is an annotation or the words of a message."""
    if field in {"annotation", "returns", "decorator_list"}:
        return True
    if isinstance(node, ast.ClassDef) and field in {"keywords", "bases"}:
        return True
    if isinstance(node, ast.Call) and _called(node.func) in {"cast", "isinstance"}:
        return field == "args"
    return isinstance(node, ast.Call) and _called(node.func) in MESSAGES


def _called(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _is_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


T = TypeVar("T", bound=ast.AST)


def _is_unused(node: ast.stmt) -> bool:
    """Whether it only says that an argument is not used: `del position`."""
    return isinstance(node, ast.Delete) and not any(
        isinstance(each, (ast.Subscript, ast.Attribute)) for each in node.targets
    )


Change = tuple[str, str, int | None, object]


def _changes(node: ast.AST) -> Iterator[Change]:
    """What can be changed right at a node: kind, field, place in the field, what comes there."""
    if isinstance(node, ast.Compare):
        for index, op in enumerate(node.ops):
            for other in COMPARISONS[type(op)]:
                yield "comparison", "ops", index, other()
    elif isinstance(node, ast.BoolOp):
        yield "and/or", "op", None, ast.Or() if isinstance(node.op, ast.And) else ast.And()
        if len(node.values) > 2:
            for index in range(len(node.values)):
                yield "operand left out", "values", index, _neutral(node)
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in ARITHMETIC:
        yield "arithmetic", "op", None, ARITHMETIC[type(node.op)]()
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "negation left out", "operand", None, _at(ast.UnaryOp(ast.Not(), node.operand), node)
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Call):
        name = _called(node.func)
        if isinstance(node.func, ast.Name) and name in SWAPPED_CALLS:
            yield "call", "func", None, _at(ast.Name(SWAPPED_CALLS[name], ast.Load()), node)
        if name not in MESSAGES:
            for index, keyword in enumerate(node.keywords):
                if keyword.arg is not None:
                    yield "keyword left out", "keywords", index, _GONE
    elif isinstance(node, (ast.Set, ast.Tuple)) and isinstance(
        getattr(node, "ctx", ast.Load()), ast.Load
    ):
        if isinstance(node, ast.Set) and len(node.elts) > 1:
            for index in range(len(node.elts)):
                yield "element left out", "elts", index, _GONE
        elif isinstance(node, ast.Tuple):
            for index, each in enumerate(node.elts):
                if isinstance(each, ast.Starred):
                    yield "element left out", "elts", index, _GONE
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        yield "condition negated", "test", None, _negated(node.test)
    if isinstance(node, ast.comprehension):
        for index, each in enumerate(node.ifs):
            yield "condition negated", "ifs", index, _negated(each)
            yield "condition left out", "ifs", index, _at(ast.Constant(True), each)
    if isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield "return value", "value", None, _at(ast.Constant(None), node)
    if isinstance(node, ast.stmt):
        yield from _statements(node)


def _statements(node: ast.stmt) -> Iterator[Change]:
    for field in ("body", "orelse"):
        row = getattr(node, field, None)
        inner: list[ast.stmt] = row if isinstance(row, list) else []
        for index, each in enumerate(inner):
            if isinstance(each, ast.Continue):
                yield "statement", field, index, _at(ast.Break(), each)
            elif isinstance(each, ast.Break):
                yield "statement", field, index, _at(ast.Continue(), each)
            if _is_docstring(each) or isinstance(node, ast.ClassDef) or _is_unused(each):
                continue
            bare = isinstance(each, ast.Return) and each.value is None
            if bare or isinstance(
                each,
                (
                    ast.Expr,
                    ast.Assign,
                    ast.AugAssign,
                    ast.Delete,
                    ast.Raise,
                    ast.Continue,
                    ast.Assert,
                ),
            ):
                yield "statement left out", field, index, _at(ast.Pass(), each)


def _constants(node: ast.Constant) -> Iterator[Change]:
    value = node.value
    if isinstance(value, bool):
        yield "constant", "value", None, not value
    elif isinstance(value, int):
        yield "constant", "value", None, value + 1
    elif isinstance(value, str):
        yield "constant", "value", None, f"{value}#"


def _neutral(node: ast.BoolOp) -> ast.expr:
    return ast.copy_location(ast.Constant(isinstance(node.op, ast.And)), node)


def _negated(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.operand
    return _at(ast.UnaryOp(ast.Not(), node), node)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _at(new: T, old: ast.AST) -> T:
    return ast.copy_location(new, old)


def _text(node: object) -> str:
    if not isinstance(node, ast.AST):
        return repr(node)
    try:
        text = ast.unparse(node)
    except (AttributeError, ValueError, TypeError):
        return type(node).__name__
    text = " ".join(text.split())
    return text if len(text) <= 110 else f"{text[:107]}..."
