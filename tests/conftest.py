"""What all tests share: the Hypothesis profile, and the marks `rule`, `browser` and `postgres`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

# The same examples on every machine and in every run; no deadline, since a busy machine is no fault of the code.
settings.register_profile(
    "nametrail",
    derandomize=True,
    deadline=None,
    max_examples=60,
    database=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ],
)
settings.register_profile("long", parent=settings.get_profile("nametrail"), max_examples=2000)
settings.load_profile(os.environ.get("NAMETRAIL_HYPOTHESIS", "nametrail"))


@pytest.fixture(autouse=True)
def own_surroundings(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No test reads the user's store, card file or language; each has a data folder of its own."""
    for name in (
        "NAMETRAIL_DB",
        "NAMETRAIL_CARDS",
        "LANGUAGE",
        "LC_MESSAGES",
        "LANG",
        "FORCE_COLOR",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
    # What is cached depends on nothing but the file it was made from: one folder does for all tests.
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared records and recordings; tests that need it are skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared is not here")
    return SHARED


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name bytes by their length alone: two workers must give a test one and the same name."""
    return f"{len(val)}-bytes" if isinstance(val, bytes) else None
