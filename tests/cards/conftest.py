"""Cards made up for the tests, and card files that hold them."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.cards.printed import PrintedCard, PrintedFace


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The index of a card file is kept in a folder of the test's own."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def corpus(shared: Path) -> Path:
    """The plain card file; tests that need it are skipped where it is absent."""
    path = shared / "card-data" / "cards.json.gz"
    if not path.is_file():
        pytest.skip("the card file is not here")
    return path


def card(
    text: str,
    *,
    name: str = "Odd Lantern",
    types: tuple[str, ...] = ("Artifact",),
    legendary: bool = False,
    back: str | None = None,
    layout: str = "normal",
    subtypes: tuple[str, ...] = (),
) -> PrintedCard:
    """A card of one face, or of two with `back`."""
    supertypes = ("Legendary",) if legendary else ()
    faces = [PrintedFace(name, text, supertypes, types, subtypes)]
    if back is not None:
        faces.append(PrintedFace("Odd Lantern, Lit", back, supertypes, types, subtypes))
        layout = "transform" if layout == "normal" else layout
    return PrintedCard(name, tuple(faces), layout)
