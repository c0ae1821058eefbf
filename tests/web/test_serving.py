"""The command `nametrail serve`, and that every string of the page has its Spanish."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from importlib import resources
from pathlib import Path

import pytest

from simulator.cli import run
from simulator.messages import catalogue
from simulator.web import problems
from simulator.web.library import TITLES
from simulator.web.templating import MEDIA_TYPES, preferred

TEMPLATES = resources.files("simulator.web").joinpath("templates")


def test_every_string_of_the_templates_has_its_spanish() -> None:
    spanish = catalogue("es").messages
    found = 0
    for file in TEMPLATES.iterdir():
        for _, text in re.findall(r"\bt\((['\"])(.+?)\1\)", file.read_text(encoding="utf-8")):
            found += 1
            assert text in spanish, f"{file.name}: {text}"
    assert found > 80


def test_every_title_and_refusal_has_its_spanish() -> None:
    spanish = catalogue("es").messages
    source = resources.files("simulator.web").joinpath("security.py").read_text(encoding="utf-8")
    refusals = re.findall(r'Refusal\(\d+, "(.*?)"\)', source)
    assert len(refusals) >= 3
    for text in (*TITLES.values(), *problems.TITLES.values(), *refusals):
        assert text in spanish


def test_no_template_trusts_what_it_is_given() -> None:
    for file in TEMPLATES.iterdir():
        assert "|safe" not in file.read_text(encoding="utf-8").replace(" ", "")


def test_htmx_has_its_licence_beside_it() -> None:
    static = resources.files("simulator.web").joinpath("static")
    assert "BSD" in static.joinpath("htmx.LICENSE.txt").read_text(encoding="utf-8")
    assert "htmx.LICENSE.txt" in MEDIA_TYPES
    for name in MEDIA_TYPES:
        assert static.joinpath(name).is_file()


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"), ("es", "es"), ("es-AR,es;q=0.9,en;q=0.8", "es"), ("en;q=0.2, es;q=0.7", "es"),
        ("fr, en", "en"), ("fr", "en"), ("es;q=0, en", "en"), ("*;q=x", "en"), ("," * 600, "en"),
    ],
)  # fmt: skip
def test_the_browser_s_language(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


def test_an_address_in_use_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port)]) == 2
    assert f"127.0.0.1:{port} cannot be used" in capsys.readouterr().err
    assert run(["serve", "--port", "99999999"]) == 2


def test_the_command_serves_on_the_loopback_address_until_interrupted(tmp_path: Path) -> None:
    environment = os.environ | {"NAMETRAIL_DB": str(tmp_path / "store.sqlite"), "LC_ALL": "C.UTF-8"}
    server = subprocess.Popen(
        [sys.executable, "-m", "simulator", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert address is not None
        with urllib.request.urlopen(address[0], timeout=60) as answer:
            assert b"nametrail" in answer.read()
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=60)
    assert server.returncode in {0, 130}
