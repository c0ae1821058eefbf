"""Where the card file in use is remembered, and where the index of a card file is kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def _folder(variable: str, *, windows: str, mac: tuple[str, ...], unix: tuple[str, ...]) -> Path:
    given = os.environ.get(variable)
    home = Path.home()
    if given:
        return Path(given) / "nametrail"
    if sys.platform == "darwin":
        return home.joinpath("Library", *mac, "nametrail")
    if sys.platform == "win32":
        return (
            Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
            / "nametrail"
            / windows
        )
    return home.joinpath(*unix, "nametrail")


def data_folder() -> Path:
    """The user's data folder."""
    return _folder(
        "XDG_DATA_HOME", windows="", mac=("Application Support",), unix=(".local", "share")
    )


def cache_folder() -> Path:
    """The user's cache folder: what is in it can be made again."""
    return _folder("XDG_CACHE_HOME", windows="cache", mac=("Caches",), unix=(".cache",))
