"""A page in a real browser, watched for everything that must not happen on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@dataclass
class Watched:
    """A page with everything that must not happen on it."""

    page: Page
    origin: str
    trouble: list[str] = field(default_factory=list)

    def open(self) -> Page:
        self.page.goto(self.origin)
        self.page.wait_for_selector("body[data-ready]")
        return self.page

    def assess(self) -> list[str]:
        """Accessibility findings of axe-core that are serious or critical."""
        from axe_playwright_python.sync_playwright import Axe

        found: list[dict[str, Any]] = Axe().run(self.page).response["violations"]
        return [
            f"{rule['id']}: {node['html'][:120]}"
            for rule in found
            if rule["impact"] in ("serious", "critical")
            for node in rule["nodes"]
        ]


@contextmanager
def watched(browser: Browser, origin: str, **options: Any) -> Iterator[Watched]:
    context = browser.new_context(**options)
    page = context.new_page()
    seen = Watched(page, origin)
    page.on("console", lambda message: seen.trouble.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: seen.trouble.append(str(error)))
    page.on("dialog", lambda dialog: (seen.trouble.append(f"dialog {dialog.message}"), dialog.dismiss()))
    home = urljoin(origin, "/") if origin.startswith("http") else origin.split("#", 1)[0]
    page.on(
        "request",
        lambda request: (
            None if request.url.startswith((home, "data:", "blob:")) else seen.trouble.append(f"request {request.url}")
        ),
    )
    yield seen
    context.close()
    assert seen.trouble == []
