"""Where a rule can be taken out: every refusal, effect, condition and figure of the rules that stands by a
case."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from hexfront.proof.cases import mentioned

REFUSAL, EFFECT, CONDITION, FIGURE = "refusal", "effect", "condition", "figure"
KINDS = (REFUSAL, EFFECT, CONDITION, FIGURE)
DATA = "data"
"""A change to a data file instead of the rules; see `figures`."""

# These say or show something, or list more than is legal; the rules themselves are elsewhere.
_NO_RULES = frozenset(
    (
        "candidates",
        "line",
        "prompt",
        "asked",
        "option",
        "shown",
        "title",
        "why",
        "text",
        "words",
        "__repr__",
        "__str__",
        "invariants",
    )
)
_TOLD = frozenset(("emit",))
_LARGEST = 10_000

_FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}


class Site(msgspec.Struct, frozen=True):
    """One change that takes a rule out. `node` is its place in the walk of the module's tree, `way` what is
    done."""

    path: str
    module: str
    function: str  # the outermost function it stands in, as `Class.method`; empty outside functions
    line: int
    kind: str
    node: int
    way: str
    before: str
    after: str
    cases: tuple[str, ...]

    def __str__(self) -> str:
        return f"{Path(self.path).name}:{self.line} {self.before} → {self.after}"


def sites(path: Path, module: str, known: frozenset[str]) -> list[Site]:
    """Every change to a source file at a place that cites a case of the rulebook."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    return list(_Finder(path, module, text, tree, known).find())


def mutated(text: str, site: Site) -> ast.Module:
    """The tree of a source with the rule taken out."""
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    _WAYS[site.way.split(":")[0]](_Editor(tree, nodes[site.node]), site.way)
    return ast.fix_missing_locations(tree)


# --- finding


class _Finder:
    def __init__(self, path: Path, module: str, text: str, tree: ast.Module, known: frozenset[str]) -> None:
        self.path, self.module, self.tree, self.known = path, module, tree, known
        self.number = {id(node): n for n, node in enumerate(ast.walk(tree))}
        self.parent = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        self.quick: set[int] = set()
        """Lines that say they are there for speed: what is left out there is decided elsewhere."""
        self.comments = self._comments(text)
        self.alone = {n for n, line in enumerate(text.split("\n"), 1) if line.lstrip().startswith("#")}

    def _comments(self, text: str) -> dict[int, tuple[str, ...]]:
        found: dict[int, tuple[str, ...]] = {}
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                if "for speed" in token.string.lower():
                    self.quick.add(token.start[0])
                cases = tuple(case for _, case in mentioned(token.string) if case in self.known)
                if cases:
                    found[token.start[0]] = cases
        return found

    def find(self) -> Iterator[Site]:
        for statement in self.tree.body:
            yield from self.statement(statement, "", ())

    def cited(self, node: ast.AST) -> tuple[str, ...]:
        """Cases in the docstring of a function or class, and in a class's `rule`."""
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        found = [case for _, case in mentioned(ast.get_docstring(node) or "")]
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                value = each.value if isinstance(each, ast.Assign | ast.AnnAssign) else None
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    found.append(value.value)
        return tuple(dict.fromkeys(case for case in found if case in self.known))

    def statement(
        self, node: ast.stmt, function: str, cases: tuple[str, ...], scope: str = ""
    ) -> Iterator[Site]:
        """The sites in a statement; `cases` are those of the nearest docstring that cites any."""
        if isinstance(node, ast.ClassDef):
            inner = self.cited(node) or cases
            for each in node.body:
                yield from self.statement(each, function, inner, f"{scope}{node.name}.")
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name in _NO_RULES:
                return
            inner = self.cited(node) or cases
            for each in node.body:
                yield from self.statement(each, function or f"{scope}{node.name}", inner, scope)
            return
        near = self.near(node) or cases
        yield from self.simple(node, function, near)
        for block in ("body", "orelse", "finalbody", "handlers"):
            for each in getattr(node, block, ()):
                children = each.body if isinstance(each, ast.ExceptHandler) else [each]
                for child in children:
                    yield from self.statement(child, function, near, scope)

    def near(self, node: ast.stmt) -> tuple[str, ...]:
        """Cases in a comment on the lines of a statement (of a compound one: on its head), or right above
        it."""
        body = getattr(node, "body", None)
        last = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno or node.lineno
        found = [
            case for n in range(node.lineno, max(last, node.lineno) + 1) for case in self.comments.get(n, ())
        ]
        above = node.lineno - 1
        while not found and above in self.alone:
            found += self.comments.get(above, ())
            above -= 1
        return tuple(dict.fromkeys(found))

    def simple(self, node: ast.stmt, function: str, cases: tuple[str, ...]) -> Iterator[Site]:
        if isinstance(node, ast.Raise | ast.Assert | ast.Import | ast.ImportFrom | ast.Pass) or _is_told(
            node
        ):
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        if function and _is_effect(node) and node.lineno not in self.quick:
            yield from self.site(node, EFFECT, "drop", function, cases, "nothing")
        for expression in _heads(node):
            yield from self.expression(expression, function, cases)

    def site(
        self, node: ast.AST, kind: str, way: str, function: str, cases: tuple[str, ...], after: str
    ) -> Iterator[Site]:
        if not cases:
            return
        line = getattr(node, "lineno", 0)
        before = _short(node)
        yield Site(
            str(self.path),
            self.module,
            function,
            line,
            kind,
            self.number[id(node)],
            way,
            before,
            after,
            cases,
        )

    def expression(self, node: ast.AST, function: str, cases: tuple[str, ...]) -> Iterator[Site]:
        if _is_violation(node):
            assert isinstance(node, ast.Call)
            first = node.args[0] if node.args else None
            own = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
            yield from self.site(
                node, REFUSAL, "none", function, (own,) if own in self.known else cases, "None"
            )
            return
        if getattr(node, "lineno", 0) not in self.quick:
            if function:
                yield from self.conditions(node, function, cases)
            yield from self.figures(node, function, cases)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr | ast.comprehension | ast.keyword) and not _is_told(child):
                yield from self.expression(child, function, cases)

    def conditions(self, node: ast.AST, function: str, cases: tuple[str, ...]) -> Iterator[Site]:
        parent = self.parent[id(node)]
        if isinstance(parent, ast.If | ast.IfExp) and parent.test is node and not _only_refuses(parent):
            for value in ("True", "False"):
                yield from self.site(node, CONDITION, f"force:{value}", function, cases, value)
        elif isinstance(parent, ast.While) and parent.test is node:
            yield from self.site(node, CONDITION, "force:False", function, cases, "False")
        elif isinstance(parent, ast.comprehension) and node in parent.ifs:
            yield from self.site(node, CONDITION, "force:True", function, cases, "True")
        elif isinstance(parent, ast.Return) and _is_truth(node):
            for value in ("True", "False"):
                yield from self.site(node, CONDITION, f"force:{value}", function, cases, value)
        if isinstance(node, ast.BoolOp):
            for n, operand in enumerate(node.values):
                yield from self.site(
                    node, CONDITION, f"without:{n}", function, cases, f"without {_short(operand)}"
                )
        if isinstance(node, ast.Compare) and type(node.ops[0]) in _FLIPPED and not _is_on_map(node):
            flipped = ast.Compare(node.left, [_FLIPPED[type(node.ops[0])]()], node.comparators)
            yield from self.site(node, CONDITION, "boundary", function, cases, _short(flipped))
        if isinstance(parent, ast.Return) and isinstance(node, ast.Tuple) and self.gives_agenda(node):
            for n, frame in enumerate(node.elts):
                yield from self.site(node, EFFECT, f"unlist:{n}", function, cases, f"without {_short(frame)}")

    def gives_agenda(self, node: ast.AST) -> bool:
        """Whether what this returns is an agenda, by the annotation of its function."""
        at: ast.AST | None = node
        while at is not None and not isinstance(at, ast.FunctionDef):
            at = self.parent.get(id(at))
        return at is not None and at.returns is not None and ast.unparse(at.returns).endswith("Agenda")

    def begins_set(self, node: ast.Constant) -> bool:
        """Whether this 0 is the empty set of a variable that `|=` fills."""
        at: ast.AST | None = node
        while isinstance(at, ast.Constant | ast.List | ast.Tuple):
            at = self.parent.get(id(at))
        if not isinstance(at, ast.Assign):
            return False
        names = {each.id for target in at.targets for each in ast.walk(target) if isinstance(each, ast.Name)}
        while at is not None and not isinstance(at, ast.FunctionDef):
            at = self.parent.get(id(at))
        return at is not None and any(
            isinstance(each, ast.AugAssign)
            and isinstance(each.op, ast.BitOr)
            and any(isinstance(name, ast.Name) and name.id in names for name in ast.walk(each.target))
            for each in ast.walk(at)
        )

    def figures(self, node: ast.AST, function: str, cases: tuple[str, ...]) -> Iterator[Site]:
        parent = self.parent[id(node)]
        if isinstance(node, ast.Constant):
            if isinstance(node.value, bool):
                named = not isinstance(parent, ast.keyword) or parent.arg not in (
                    "strict",
                    "reverse",
                    "frozen",
                    "tag",
                )
                if isinstance(parent, ast.Return | ast.Assign | ast.AnnAssign | ast.keyword) and named:
                    yield from self.site(node, FIGURE, "flip", function, cases, str(not node.value))
            elif (
                isinstance(node.value, int)
                and node.value < _LARGEST
                and not _is_mask(node, parent)
                and not (node.value == 0 and self.begins_set(node))
            ):
                yield from self.site(node, FIGURE, "more", function, cases, str(node.value + 1))
        elif function and isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            if not any(_is_words(side) for side in (node.left, node.right)):
                yield from self.site(node, FIGURE, "left", function, cases, _short(node.left))
                if isinstance(node.op, ast.Add) and not isinstance(node.left, ast.BinOp):
                    yield from self.site(node, FIGURE, "right", function, cases, _short(node.right))
        elif (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("max", "min")
        ):
            plain = [n for n, each in enumerate(node.args) if not isinstance(each, ast.Constant)]
            if len(node.args) == 2 and len(plain) == 1 and not node.keywords:
                yield from self.site(
                    node, FIGURE, f"unclamp:{plain[0]}", function, cases, _short(node.args[plain[0]])
                )


def _heads(node: ast.stmt) -> list[ast.expr]:
    """The expressions of a statement that are not in its inner blocks."""
    found: list[ast.expr] = []
    for name, value in ast.iter_fields(node):
        if name in ("body", "orelse", "finalbody", "handlers", "annotation", "targets", "target", "cases"):
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.withitem):
                found.append(each.context_expr)
            elif isinstance(each, ast.expr):
                found.append(each)
    return found


def _short(node: ast.AST) -> str:
    words = " ".join(ast.unparse(node).split())
    return words if len(words) <= 70 else words[:69] + "…"


def _is_violation(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and (
        (isinstance(node.func, ast.Name) and node.func.id == "Violation")
        or (isinstance(node.func, ast.Attribute) and node.func.attr == "Violation")
    )


def _is_told(node: ast.AST) -> bool:
    """Whether this only says what happened."""
    call = node.value if isinstance(node, ast.Expr) else node
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in _TOLD


def _is_effect(node: ast.stmt) -> bool:
    """A statement that changes something outside the function, so that the rest still runs without it."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call) and not _is_super(node.value)
    if isinstance(node, ast.AugAssign):
        return True
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets)
    return isinstance(node, ast.Delete | ast.For | ast.Continue | ast.Break)


def _is_super(node: ast.Call) -> bool:
    inner = node.func.value if isinstance(node.func, ast.Attribute) else None
    return isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id == "super"


def _only_refuses(node: ast.If | ast.IfExp) -> bool:
    """Whether a condition leads to nothing but a refusal, which is a site of its own."""
    if isinstance(node, ast.IfExp):
        return _is_violation(node.body) or _is_violation(node.orelse)
    inner = node.body[0] if len(node.body) == 1 else None
    return isinstance(inner, ast.Return) and inner.value is not None and _is_violation(inner.value)


def _is_truth(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare | ast.BoolOp) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def _is_mask(node: ast.Constant, parent: ast.AST) -> bool:
    """Constants that are part of how a set of hexes is written, or of how a list is read, and not figures."""
    if isinstance(parent, ast.Subscript | ast.Slice) or (
        isinstance(parent, ast.Compare) and _is_on_map(parent)
    ):
        return True
    if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.USub) and node.value == 1:
        return True
    return isinstance(parent, ast.BinOp) and isinstance(
        parent.op, ast.LShift | ast.RShift | ast.BitAnd | ast.BitOr
    )


def _is_on_map(node: ast.Compare) -> bool:
    """`where >= 0` and `where < 0` ask whether something is there at all; 0 is no figure of a rule."""
    right = node.comparators[0]
    if len(node.ops) > 1:
        return True
    return isinstance(right, ast.Constant) and right.value == 0 and isinstance(node.ops[0], ast.GtE | ast.Lt)


def _is_words(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


# --- changing


class _Editor:
    """Puts something else in the place of a node of a tree."""

    def __init__(self, tree: ast.Module, node: ast.AST) -> None:
        self.tree, self.node = tree, node

    def put(self, new: ast.AST) -> None:
        for parent in ast.walk(self.tree):
            for name, value in ast.iter_fields(parent):
                if value is self.node:
                    setattr(parent, name, ast.copy_location(new, self.node))
                    return
                if isinstance(value, list):
                    for n, each in enumerate(value):
                        if each is self.node:
                            value[n] = ast.copy_location(new, self.node)
                            return
        raise AssertionError("the node is not in the tree")


def _drop(editor: _Editor, way: str) -> None:
    editor.put(ast.Pass())


def _none(editor: _Editor, way: str) -> None:
    editor.put(ast.Constant(None))


def _force(editor: _Editor, way: str) -> None:
    editor.put(ast.Constant(way.endswith("True")))


def _without(editor: _Editor, way: str) -> None:
    node: Any = editor.node
    left = [each for n, each in enumerate(node.values) if n != int(way.split(":")[1])]
    editor.put(left[0] if len(left) == 1 else ast.BoolOp(node.op, left))


def _unlist(editor: _Editor, way: str) -> None:
    node: Any = editor.node
    editor.put(
        ast.Tuple([each for n, each in enumerate(node.elts) if n != int(way.split(":")[1])], ast.Load())
    )


def _boundary(editor: _Editor, way: str) -> None:
    node: Any = editor.node
    editor.put(ast.Compare(node.left, [_FLIPPED[type(node.ops[0])]()], node.comparators))


def _flip(editor: _Editor, way: str) -> None:
    node: Any = editor.node
    editor.put(ast.Constant(not node.value))


def _more(editor: _Editor, way: str) -> None:
    node: Any = editor.node
    editor.put(ast.Constant(node.value + 1))


def _left(editor: _Editor, way: str) -> None:
    node: Any = editor.node
    editor.put(node.left)


def _right(editor: _Editor, way: str) -> None:
    node: Any = editor.node
    editor.put(node.right)


def _unclamp(editor: _Editor, way: str) -> None:
    node: Any = editor.node
    editor.put(node.args[int(way.split(":")[1])])


_WAYS: dict[str, Callable[[_Editor, str], None]] = {
    "drop": _drop,
    "none": _none,
    "force": _force,
    "without": _without,
    "unlist": _unlist,
    "boundary": _boundary,
    "flip": _flip,
    "more": _more,
    "left": _left,
    "right": _right,
    "unclamp": _unclamp,
}
