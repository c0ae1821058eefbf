"""The page under test: a client, and a real server with a real browser for the `browser` tests."""

from __future__ import annotations

import shutil
import socket
import threading

import pytest
from litestar.testing import TestClient

from simulator.web.app import create_app

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


@pytest.fixture
def app(tmp_path):
    return create_app(db=str(tmp_path / "store.sqlite"))


@pytest.fixture
def client(app):
    with TestClient(app, base_url="http://127.0.0.1") as found:
        yield found


@pytest.fixture(scope="module")
def address(tmp_path_factory):
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
def browser():
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


def is_fault(said):
    """Whether something on the console is wrong; a refusal that a test asks for is none."""
    return said.type == "error" and "status of 409" not in said.text


@pytest.fixture
def new_page(browser):
    """Opens pages whose faults and requests to elsewhere fail the test."""
    contexts = []
    faults = []

    def opened(**options):
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

    def elsewhere(url):
        if not url.startswith(("http://127.0.0.1:", "file:", "data:", "blob:", "about:")):
            faults.append(f"request to {url}")

    yield opened
    for context in contexts:
        context.close()
    assert faults == []
