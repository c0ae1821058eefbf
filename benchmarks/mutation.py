"""Mutation testing of `projections`: does a test fail for each small change of the code?

    python -m benchmarks.mutation [MODULE ...] [--sample N] [--line N] [--rerun]

One process collects all tests and has everything imported; each mutant lives in a forked child, which puts
the changed function in place of the old, runs the tests that touch it (a map of lines made once), and stops at
the first that fails. What came of it is kept by module, and `--report` tells it.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import dataclasses
import functools
import gc
import hashlib
import importlib.abc
import importlib.util
import json
import os
import pickle
import random
import resource
import signal
import sys
import tempfile
import time
import types
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.mutants import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "projections"
TESTS = ["tests/rules", "tests/properties"]
VIEWS = {"views", "view_tables", "changes"}
"""These write and read SQL, which other tests look at."""
TESTS_OF_VIEWS = ["tests/store/test_views.py"]
KEPT = Path(tempfile.gettempdir()) / "nametrail-mutation"
SECONDS = 1.0
"""Processor time that each test of a mutant may take beyond what it takes by itself: more is an endless loop."""
MEMORY = 2 << 30
EXAMPLES = 30
"""How many of a property's examples each mutant meets."""
KILLED, SURVIVED, FAILED = 0, 7, 3

Lines = set[tuple[str, int]]


@dataclasses.dataclass
class Trial:
    """A test, how long it takes, and which lines of the package it touches."""

    name: str
    run: Callable[[], bool]
    seconds: float = 0.0
    lines: Lines = dataclasses.field(default_factory=set)


def main() -> int:
    """Collect the tests, then let each mutant live through them."""
    parser = argparse.ArgumentParser(description="Mutation testing of projections/.")
    parser.add_argument("modules", nargs="*", help="names of modules; all without any")
    parser.add_argument("--sample", type=int, help="so many mutants of each module, drawn by lot")
    parser.add_argument("--line", type=int, help="only the mutants of this line")
    parser.add_argument("--survivors", action="store_true", help="only those that survived before")
    parser.add_argument("--report", action="store_true", help="tell what is kept, run nothing")
    options = parser.parse_args()
    os.chdir(ROOT)
    every = sorted(path.stem for path in (ROOT / PACKAGE).glob("*.py"))
    modules = [name for name in options.modules or every if name != "__init__"]
    if options.report:
        report(modules)
        return 0
    for views in (False, True):
        chosen = [name for name in modules if (name in VIEWS) is views]
        if chosen and not run_in_pytest(Mutation(chosen, options), views=views):
            return 1
    return 0


def run_in_pytest(plugin: object, *, views: bool) -> bool:
    """Let pytest collect the tests and hand them to a plugin."""
    quiet = ["-qq", "-s", "-p", "no:cacheprovider"]
    tests = TESTS_OF_VIEWS if views else TESTS
    return not pytest.main([*quiet, "-m", "not slow", *tests], plugins=[plugin])


class Mutation:
    """A pytest plugin that runs the mutants in place of the tests."""

    def __init__(self, modules: list[str], options: argparse.Namespace) -> None:
        self.modules = modules
        self.options = options

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Map which test touches what, then try each mutant of each module."""
        trials = trials_of(session)
        began = time.time()
        in_child(
            lambda report: _mapped(trials, report),
            lambda told: _take_map(trials, told),
            bounded=False,
        )
        lost = [trial.name for trial in trials if not trial.lines]
        trials = [trial for trial in trials if trial.lines]
        print(
            f"{len(trials)} tests touch {PACKAGE} ({len(lost)} do not); {time.time() - began:.0f} s"
        )
        gc.collect()
        gc.freeze()
        for module in self.modules:
            self._module(module, trials)
        return True

    def _module(self, module: str, trials: list[Trial]) -> None:
        path = ROOT / PACKAGE / f"{module}.py"
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        mutants = list(enumerate(mutants_of(tree)))
        mutants = _chosen(module, mutants, self.options)
        began = time.time()
        results = []
        keen: list[str] = []
        for number, mutant in mutants:
            fate = _fate(module, tree, mutant, trials, keen)
            results.append(
                {"number": number, "fate": fate, "kind": mutant.kind, "told": mutant.told()}
            )
            if fate == "survived":
                print(f"  {module}:{mutant.told()}", flush=True)
        _keep(module, source, results, whole=len(mutants) == len(mutants_of(tree)))
        dead = sum(each["fate"] != "survived" for each in results)
        took = time.time() - began
        print(f"{module}: {dead} of {len(results)} killed ({took:.0f} s)", flush=True)


def _chosen(
    module: str, mutants: list[tuple[int, Mutant]], options: argparse.Namespace
) -> list[tuple[int, Mutant]]:
    if options.line:
        mutants = [each for each in mutants if each[1].line == options.line]
    if options.survivors:
        known = {each["told"] for each in kept(module)["results"] if each["fate"] == "survived"}
        mutants = [each for each in mutants if each[1].told() in known]
    if options.sample and options.sample < len(mutants):
        mutants = random.Random(module).sample(mutants, options.sample)
    return mutants


# --- tests -----------------------------------------------------------------------------------------


def trials_of(session: pytest.Session) -> list[Trial]:
    """The collected tests, those that need no fixtures made ready to be called directly."""
    trials = []
    for item in session.items:
        assert isinstance(item, pytest.Function)
        if item.originalname == "test_shared_record_holds":
            continue
        if item.originalname == "test_record_holds":
            trials.append(Trial(item.nodeid, _record(item)))
        elif hasattr(item.obj, "hypothesis"):
            trials += _examples(item)
        elif set(item.fixturenames) - {"request"} <= {*OWN, *_params(item)}:
            trials.append(Trial(item.nodeid, functools.partial(_called_directly, item)))
        else:
            trials.append(Trial(item.nodeid, functools.partial(_runs, item)))
    return trials


OWN = {"own_surroundings", "tmp_path_factory", "monkeypatch"}
"""What every test gets for safety, and these do not need."""


def _params(item: pytest.Function) -> dict[str, Any]:
    return dict(item.callspec.params) if hasattr(item, "callspec") else {}


def _called_directly(item: pytest.Function) -> bool:
    item.obj(**_params(item))
    return True


def _record(item: pytest.Function) -> Callable[[], bool]:
    holds, path = item.obj, item.callspec.params["path"]

    def run() -> bool:
        holds(path)
        return True

    return run


def _examples(item: pytest.Function) -> Iterator[Trial]:
    """The examples that Hypothesis draws for a test, each as a test."""
    inner = item.obj.hypothesis.inner_test
    drawn: list[dict[str, Any]] = []
    item.obj.hypothesis.inner_test = lambda **values: drawn.append(values)
    try:
        item.obj()
    finally:
        item.obj.hypothesis.inner_test = inner
    for number, values in enumerate(drawn[:EXAMPLES]):

        def run(values: dict[str, Any] = values) -> bool:
            inner(**values)
            return True

        yield Trial(f"{item.nodeid}#{number}", run)


def _runs(item: pytest.Item) -> bool:
    from _pytest.runner import runtestprotocol

    reports = runtestprotocol(item, nextitem=None, log=False)
    return all(each.passed or each.skipped for each in reports)


def _mapped(trials: list[Trial], report: Callable[[object], None]) -> None:
    """Run each test with every line it touches noted; then again for its time."""
    folder = str(ROOT / PACKAGE) + os.sep
    touched: Lines = set()

    def trace(frame: types.FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.startswith(folder):
            return None
        name = frame.f_code.co_filename[len(folder) : -3]
        if event == "line":
            touched.add((name, frame.f_lineno))
        return trace

    told = {}
    for trial in trials:
        touched = set()
        sys.settrace(trace)
        try:
            holds = _held(trial)
        finally:
            sys.settrace(None)
        began = time.process_time()
        if not holds or not _held(trial):
            print(f"left out, for it fails by itself: {trial.name}")
            continue
        told[trial.name] = (time.process_time() - began, touched)
    report(told)


def _take_map(trials: list[Trial], told: object) -> None:
    assert isinstance(told, dict)
    for trial in trials:
        trial.seconds, trial.lines = told.get(trial.name, (0.0, set()))


def _held(trial: Trial) -> bool:
    try:
        return trial.run()
    except Exception:  # noqa: BLE001 - any error is a failure
        return False


# --- mutants ---------------------------------------------------------------------------------------


def _fate(
    module: str, tree: ast.Module, mutant: Mutant, trials: list[Trial], keen: list[str]
) -> str:
    """Let a mutant live through the tests: those first that killed the mutants before it, then the fastest."""
    chosen = trials
    if mutant.scope == "function":
        touched = {(module, line) for line in range(mutant.span[0], mutant.span[1] + 1)}
        chosen = [trial for trial in trials if trial.lines & touched]
        if not chosen:
            return "survived"
    first = {name: place for place, name in enumerate(reversed(keen))}
    chosen = sorted(chosen, key=lambda each: (first.get(each.name, len(first)), each.seconds))

    def live(report: Callable[[object], None]) -> None:
        mutant.make()
        code = compile(tree, str(ROOT / PACKAGE / f"{module}.py"), "exec")
        if mutant.scope == "class":
            _anew(module, code)
        _put_in_place(module, mutant, code)
        for trial in chosen:
            signal.setitimer(signal.ITIMER_PROF, SECONDS + 20 * trial.seconds)
            if not _held(trial):
                report(trial.name)
                return
        os._exit(SURVIVED)

    killers: list[object] = []
    status = in_child(live, killers.append)
    for killer in killers:
        if isinstance(killer, str):
            keen[:] = [*(each for each in keen if each != killer), killer][-KEEN:]
    return "survived" if status == SURVIVED else "killed" if status == KILLED else "stopped"


KEEN = 12
"""How many of the tests that killed the last mutants are tried first."""


def _put_in_place(module: str, mutant: Mutant, code: types.CodeType) -> None:
    """Change the function, or the constant wherever it has been imported."""
    running = sys.modules[f"{PACKAGE}.{module}"]
    made: dict[str, Any] = {"__name__": running.__name__, "__file__": running.__file__}
    exec(code, made)
    if mutant.scope == "constant":
        old, new = vars(running)[mutant.name], made[mutant.name]
        for each in list(sys.modules.values()):
            if getattr(each, "__dict__", {}).get(mutant.name) is old:
                setattr(each, mutant.name, new)
        return
    old, new = _function(vars(running), mutant.name), _function(made, mutant.name)
    old.__code__ = new.__code__
    old.__defaults__, old.__kwdefaults__ = new.__defaults__, new.__kwdefaults__


def _function(names: dict[str, Any], name: str) -> types.FunctionType:
    first, _, rest = name.partition(".")
    found = names[first]
    if rest:
        found = vars(found)[rest]
    found = getattr(found, "fget", None) or getattr(found, "__func__", None) or found
    found = getattr(found, "__wrapped__", found)
    assert isinstance(found, types.FunctionType)
    return found


def _anew(module: str, code: types.CodeType) -> None:
    """Import everything anew with the changed module, collect the tests anew and run them (classes)."""
    signal.setitimer(signal.ITIMER_PROF, 60 * SECONDS)
    for name in list(sys.modules):
        if name.split(".")[0] in {PACKAGE, "simulator", "tests"}:
            del sys.modules[name]
    sys.meta_path.insert(0, _Changed(f"{PACKAGE}.{module}", code))
    run_in_pytest(_All(), views=module in VIEWS)
    os._exit(KILLED)


class _All:
    """A pytest plugin that runs all tests up to the first that fails."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run them; the process ends here."""
        for trial in trials_of(session):
            if not _held(trial):
                os._exit(KILLED)
        os._exit(SURVIVED)


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module changed."""

    def __init__(self, name: str, code: types.CodeType) -> None:
        self.name = name
        self.code = code

    def find_spec(self, fullname: str, path: object, target: object = None) -> Any:
        """Find that one."""
        del path, target
        if fullname != self.name:
            return None
        where = self.code.co_filename
        return importlib.util.spec_from_file_location(fullname, where, loader=self)

    def create_module(self, spec: object) -> None:
        """As usual."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Run the changed code."""
        exec(self.code, vars(module))


# --- children --------------------------------------------------------------------------------------


def in_child(
    work: Callable[[Callable[[object], None]], None],
    take: Callable[[object], None] | None,
    *,
    bounded: bool = True,
) -> int:
    """Do something in a child that cannot hang, eat all memory or say anything; its exit status."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            if bounded:
                _bounded()
            with os.fdopen(writing, "wb") as pipe:
                work(functools.partial(pickle.dump, file=pipe))
        except BaseException:  # noqa: BLE001 - a mutant may raise anything
            os._exit(FAILED)
        os._exit(KILLED)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    if take is not None and data:
        take(pickle.loads(data))
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return KILLED if code == FAILED else code


def _bounded() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    with contextlib.suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.setrecursionlimit(600)


# --- results ---------------------------------------------------------------------------------------


def _keep(module: str, source: str, results: list[dict[str, Any]], *, whole: bool) -> None:
    if not whole:
        before = kept(module)["results"]
        fates = {each["told"]: each["fate"] for each in results}
        if before:
            results = [{**each, "fate": fates.get(each["told"], each["fate"])} for each in before]
    KEPT.mkdir(exist_ok=True)
    made = {"source": hashlib.sha256(source.encode()).hexdigest(), "results": results}
    (KEPT / f"{module}.json").write_text(json.dumps(made, indent=1), encoding="utf-8")


def kept(module: str) -> dict[str, Any]:
    """What came of a module's mutants when they last ran."""
    path = KEPT / f"{module}.json"
    if not path.is_file():
        return {"source": "", "results": []}
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def report(modules: list[str]) -> None:
    """A table of the figures by module, and the survivors."""
    sums: defaultdict[str, int] = defaultdict(int)
    print("| module | mutants | killed | stopped | survived | share |\n|---|--:|--:|--:|--:|--:|")
    for module in [*modules, ""]:
        count: defaultdict[str, int] = defaultdict(int)
        for each in kept(module)["results"]:
            count[each["fate"]] += 1
            sums[each["fate"]] += 1
        told = count if module else sums
        total = sum(told.values())
        if total:
            share = 100 * (total - told["survived"]) / total
            figures = f"{total} | {told['killed']} | {told['stopped']} | {told['survived']}"
            print(f"| {module or 'all'} | {figures} | {share:.1f} % |")
    for module in modules:
        print(f"\n{module}")
        for each in kept(module)["results"]:
            if each["fate"] == "survived":
                print(f"  {each['told']}")


if __name__ == "__main__":
    sys.exit(main())
