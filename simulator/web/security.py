"""Who may ask what: Host checked, cross-site requests refused, and headers that keep strangers' text harmless.

Records are strangers' text. All of it is escaped by the templates; the Content-Security-Policy is the second
wall: no script, style or connection but the page's own files.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

import msgspec

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
DRAWING_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

HEADERS: dict[str, str] = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-frame-options": "DENY",
}

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Refusal(msgspec.Struct, frozen=True):
    """Why a request is not answered."""

    status: int
    detail: str


class Gate(msgspec.Struct, frozen=True):
    """Judges requests by their headers; `hosts` are the names this server goes by."""

    hosts: frozenset[str]

    def refusal(self, method: str, headers: Mapping[str, str]) -> Refusal | None:
        """Why this request is refused, if it is."""
        host = headers.get("host", "")
        if not self.knows(host):
            return Refusal(421, "this server does not go by that name")
        site = headers.get("sec-fetch-site")
        if method in SAFE_METHODS:
            navigates = headers.get("sec-fetch-mode", "navigate") == "navigate"
            framed = headers.get("sec-fetch-dest", "document") != "document"
            if site in {"cross-site", "same-site"} and (not navigates or framed):
                return Refusal(403, "another site may not read this")
            return None
        if site is not None and site not in {"same-origin", "none"}:
            return Refusal(403, "another site may not change anything here")
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return Refusal(403, "another site may not change anything here")
        return None

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server; a bare address cannot be a stranger's name for it."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if not host or "@" in host or "/" in host:
            return False
        return name.lower() in self.hosts or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
