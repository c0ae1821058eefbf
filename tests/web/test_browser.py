"""The page in a real browser: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from tests.web.records import MARKUP, added, record, sticker

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import NewPage

pytestmark = pytest.mark.browser

FAE = "/games/example-fae-of-wishes"
READY = "html[data-ready=yes]"
SERIOUS = {"serious", "critical"}


class Upload(Protocol):
    """Uploads a record in a new page, made with the options, and gives the page."""

    def __call__(self, data: bytes, name: str = "game.jsonl", **options: Any) -> Page: ...


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    page.wait_for_selector(READY)
    return page


def at(page: Page, position: int | str) -> None:
    """Wait until the page shows a position, and is ready for the next step."""
    page.wait_for_selector(f'html[data-at="{position}"] #moment[data-position="{position}"]')


def said(page: Page) -> str:
    return page.locator("#moment .event h2").inner_text()


def faults_of_access(page: Page) -> list[tuple[str, list[str]]]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page).response["violations"]
    return [
        (each["id"], [node["html"][:200] for node in each["nodes"]][:3])
        for each in found
        if each["impact"] in SERIOUS
    ]


@pytest.fixture
def upload(address: str, new_page: NewPage) -> Upload:
    """Upload a record in the browser."""

    def uploaded(data: bytes, name: str = "game.jsonl", **options: Any) -> Page:
        page = opened(new_page(**options), address)
        page.set_input_files(
            "#record", {"name": name, "mimeType": "application/jsonl", "buffer": data}
        )
        page.get_by_role("button", name="Open").click()
        page.wait_for_selector(f"{READY} #moment")
        return page

    return uploaded


def test_the_fae_of_wishes_from_the_first_page_to_the_exported_file(
    address: str, new_page: NewPage, tmp_path: Path
) -> None:
    page = opened(new_page(accept_downloads=True), address)
    page.get_by_role("link", name="Fae of Wishes: an Adventure with a sticker").click()
    page.wait_for_selector(READY)
    at(page, 6)

    # scrub: the slider, the keys, the buttons
    page.locator("#at").fill("5")
    at(page, 5)
    stack = page.get_by_role("region", name="Stack")
    assert re.sub(r"\s+", " ", stack.locator(".called").inner_text()).startswith("Granted Mana")
    page.wait_for_url(f"**{FAE}/5")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    at(page, 6)
    assert "Fae of Mana" in page.locator(".board .called").first.inner_text()
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("n")
    at(page, 2)
    page.keyboard.press("End")
    at(page, 6)
    page.wait_for_function("document.getElementById('spoken').textContent.includes('Granted Mana')")

    # the derivation, and from a step to its event
    page.locator(".board .card a").first.click()
    page.wait_for_selector("#object")
    assert page.locator("#object .step").count() == 2
    assert page.locator("#object .step .w1").inner_text().startswith("Mana")
    page.locator("#object .step").nth(1).locator(".to-event").click()
    at(page, 4)
    assert "s1 is put on" in said(page)
    page.keyboard.press("ArrowRight")
    at(page, 5)
    assert page.locator("#object .ref").first.inner_text() == "fae.4"
    page.keyboard.press("Escape")
    page.wait_for_selector("#object", state="detached")
    page.keyboard.press("End")
    at(page, 6)

    # what if: a sticker at one of its places
    page.locator(".board .card a").first.click()
    page.locator("#object").get_by_role("link", name="What if…").click()
    page.get_by_label("Words of a name sticker").fill("Happy")
    page.get_by_role("button", name="Show what may happen").click()
    page.get_by_role("button", name="Fae of Happy Mana Wishes", exact=True).click()
    page.wait_for_selector(".lines")
    row = page.locator(".differences tbody tr").first.inner_text()
    assert "Fae of Mana Wishes" in row
    assert "Fae of Happy Mana Wishes" in row
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a record").click()
    assert "Happy" in saved.value.path().read_text(encoding="utf-8")

    # Spanish, with the cards' names as they are
    page.get_by_role("link", name="Español").click()
    page.wait_for_selector("html[lang=es]")
    assert "Lo que se llama de otro modo" in page.inner_text("main")
    assert "Fae of Happy Mana Wishes" in page.inner_text("main")

    # one file, opened on its own
    page.goto(f"{address}{FAE}/6")
    with page.expect_download() as exported:
        page.get_by_role("link", name="Export as one HTML file").click()
    file = tmp_path / "fae.html"
    exported.value.save_as(file)
    alone = opened(new_page(), file.as_uri())
    assert "Fae of Mana Wishes" in alone.locator("#board").inner_text().replace("\n", " ")
    alone.keyboard.press("ArrowLeft")
    alone.wait_for_function("document.getElementById('said').textContent.startsWith('5/6')")
    assert "Granted Mana" in alone.locator("#board .zone-stack").inner_text()
    alone.locator("#e4 summary").first.click()
    assert alone.locator("#e4 .steps").is_visible()
    assert faults_of_access(alone) == []


def test_a_sticker_with_markup_stays_text(
    upload: Upload, new_page: NewPage, tmp_path: Path
) -> None:
    data = record(added("bear"), sticker(MARKUP))
    page = upload(data, name="<i>markup.jsonl", accept_downloads=True)
    assert MARKUP in page.locator(".board .called").first.inner_text()
    page.locator(".board .card a").first.click()
    page.wait_for_selector("#object")
    assert MARKUP in page.locator("#object-heading").inner_text()
    assert page.title().startswith("Bear <script>")
    with page.expect_download() as exported:
        page.get_by_role("link", name="Export as one HTML file").click()
    file = tmp_path / "markup.html"
    exported.value.save_as(file)
    alone = opened(new_page(), file.as_uri())
    assert MARKUP in alone.locator("#board").inner_text()
    assert alone.title() != "broken"


def test_the_slider_moves_and_the_address_with_it(address: str, new_page: NewPage) -> None:
    page = opened(new_page(), f"{address}/games/example-arena-game/100")
    page.locator("#at").focus()
    page.keyboard.press("ArrowRight")
    at(page, 101)
    page.wait_for_url("**/101")
    page.locator(".brand").focus()
    page.keyboard.press("t")
    page.wait_for_selector("#moment .event h2:has-text('the turn of')")
    page.wait_for_function(
        "document.documentElement.dataset.at === document.getElementById('moment').dataset.position"
    )
    turn = page.locator("#moment").get_attribute("data-position")
    assert turn is not None
    assert page.locator("#at").input_value() == turn
    page.locator("#nav-5").focus()
    page.keyboard.press("Enter")
    at(page, int(turn) + 1)
    page.wait_for_function("document.activeElement.id === 'nav-5'")
    page.go_back()
    at(page, turn)
    page.reload()
    page.wait_for_selector(READY)
    at(page, turn)
    page.go_back()
    at(page, 101)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path",
    [
        "/",
        f"{FAE}/6/object/fae",
        "/games/example-arena-game/20",
        "/games/example-witness-protection/5/object/bear",
        f"{FAE}/6/what-if?object=fae&words=Happy",
        "/compare/example-fae-of-wishes/5/example-fae-of-wishes/6",
        f"{FAE}/audit?lang=es",
    ],
)
def test_no_serious_fault_of_access(
    address: str, new_page: NewPage, scheme: str, path: str
) -> None:
    page = opened(new_page(color_scheme=scheme, reduced_motion="reduce"), f"{address}{path}")
    assert faults_of_access(page) == []


def test_light_and_dark_can_be_chosen(address: str, new_page: NewPage) -> None:
    page = opened(new_page(color_scheme="light"), address)
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Dark").click()
    assert page.evaluate(ground) != light
    opened(page, f"{address}{FAE}/6")
    assert page.evaluate(ground) != light
    assert page.get_by_role("button", name="Dark").get_attribute("aria-pressed") == "true"


def test_nothing_is_wider_than_a_phone(address: str, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    for path in (
        "/",
        f"{FAE}/6/object/fae",
        "/games/example-arena-game/120",
        f"{FAE}/6/what-if?object=fae&words=Happy",
        "/compare/example-fae-of-wishes/5/example-fae-of-wishes/6",
    ):
        opened(page, f"{address}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path


def test_reading_needs_no_javascript(address: str, new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"{address}{FAE}/5")
    page.locator(".nav-button[data-key=ArrowRight]").click()
    page.wait_for_url(f"**{FAE}/6")
    page.locator(".board .card a").first.click()
    page.wait_for_url("**/object/fae.5")
    assert "name sticker s1 adds" in page.inner_text("#object")
    page.get_by_role("link", name="What if…").first.click()
    page.get_by_label("Words of a name sticker").fill("Happy")
    page.get_by_role("button", name="Show what may happen").click()
    page.get_by_role("button", name="Happy Fae of Mana Wishes", exact=True).click()
    page.wait_for_url("**/compare/**")
    assert "Happy Fae of Mana Wishes" in page.inner_text(".differences")


def test_a_refusal_is_shown_as_a_page_with_its_rule(upload: Upload) -> None:
    page = upload(record(added("bear"), added("wolf", "Wolf", "ben")))
    page.locator("aside").get_by_role("link", name="What if…").click()
    page.get_by_text("Write an event by hand").click()
    page.locator("#event").fill(
        '{"event": "sticker_placed", "sticker": "s1", "on": "wolf", "words": "X", "after": 0, "by_player": "ana"}'
    )
    page.get_by_role("button", name="See what comes of it").click()
    page.wait_for_selector("h1:has-text('A rule does not allow this')")
    assert "CR 123.3b" in page.inner_text("main")
