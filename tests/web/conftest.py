"""The page under test: a client, and a real server with a real browser for the `browser` tests."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from simulator.web.app import create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 60_000


class NewPage(Protocol):
    """Opens a page in a context of its own, made with the options."""

    def __call__(self, **options: Any) -> Page: ...


@pytest.fixture
def app(tmp_path: Path) -> Litestar:
    return create_app(db=str(tmp_path / "store.sqlite"))


@pytest.fixture
def client(app: Litestar) -> Iterator[TestClient[Litestar]]:
    with TestClient(app, base_url="http://127.0.0.1") as found:
        yield found


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on a free port of the loopback address."""
    uvicorn = pytest.importorskip("uvicorn")
    app = create_app(db=str(tmp_path_factory.mktemp("web") / "store.sqlite"))
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(timeout=30)
    listening.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, driven by Playwright; skipped, with a reason, where it is not there."""
    playwright = pytest.importorskip("playwright.sync_api")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("no Chromium is installed")
    try:
        started = playwright.sync_playwright().start()
    except playwright.Error as error:
        pytest.skip(f"Playwright does not start: {error}")
    try:
        found = started.chromium.launch(
            executable_path=path, args=ARGUMENTS, headless=True, timeout=2 * PATIENCE
        )
    except playwright.Error as error:
        started.stop()
        pytest.skip(f"Chromium does not start: {str(error).splitlines()[0]}")
    yield found
    found.close()
    started.stop()


def is_fault(said: ConsoleMessage) -> bool:
    """Whether something on the console is wrong; a refusal that a test asks for is none."""
    return said.type == "error" and "status of 409" not in said.text


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Opens pages whose faults and requests to elsewhere fail the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(**options: Any) -> Page:
        options.setdefault("locale", "en-US")
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
        page.on(
            "console",
            lambda said: faults.append(f"console: {said.text}") if is_fault(said) else None,
        )
        page.on("request", lambda request: elsewhere(request.url))
        return page

    def elsewhere(url: str) -> None:
        if not url.startswith(("http://127.0.0.1:", "file:", "data:", "blob:", "about:")):
            faults.append(f"request to {url}")

    yield opened
    for context in contexts:
        context.close()
    assert faults == []
