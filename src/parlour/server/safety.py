"""What keeps strangers out and floods small: origins, headers, rates."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
LARGEST_BODY: Final = 65_536
UNREAD: Final = 1_000_000
"""The bytes that may wait for who does not read them, and pings; a slow reader has fewer."""
READING: Final = frozenset(("GET", "HEAD", "OPTIONS"))


class Guarded:
    """Lets in only what comes from the server's own pages or from a program, and sends the headers that keep pages safe.

    A browser names the page's origin with each POST and each handshake. A request without one may do something only if it
    brings no cookie: then it is no browser that was led here.

    Args:
        app: what is guarded.
        origins: those of the server's own pages.
    """

    def __init__(self, app: ASGIApp, origins: Collection[str]) -> None:
        self._app: ASGIApp = app
        self._origins: Collection[str] = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal:
            await PlainTextResponse(f"{refusal[1]}\n", refusal[0])(scope, receive, _with_headers(send))
        else:
            await self._app(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        origin, reads = headers.get("origin"), scope.get("method") in READING
        if not reads and origin is not None and origin.lower() not in self._origins:
            return 403, "this comes from another site: expected the server's own page"
        if not reads and origin is None and "cookie" in headers:
            return 403, "a request with a cookie needs an Origin: expected the server's own page"
        length = headers.get("content-length", "0")
        if not reads and scope["type"] == "http" and not (length.isdecimal() and int(length) <= LARGEST_BODY):
            return 413, f"too long: expected at most {LARGEST_BODY} bytes"
        if not reads and "transfer-encoding" in headers:
            return 411, "expected a Content-Length"
        return None


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.http.response.start"}:
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


class Socket(WebSocketsSansIOProtocol):
    """A socket that does not pile up answers to pings for who does not read them."""

    def handle_ping(self) -> None:
        """Answer a ping."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > UNREAD:
            self.transport.abort()


class Bucket:
    """A token bucket: some things a second, and a burst of them at once.

    Args:
        rate: how many a second.
        burst: how many at once.
        now: the time in seconds.
    """

    __slots__ = ("_burst", "_filled", "_now", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate: float = rate
        self._burst: float = burst
        self._now: Callable[[], float] = now
        self._tokens: float = burst
        self._filled: float = now()

    def take(self) -> bool:
        """Whether one more is within the rate."""
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket for each of many, such as addresses; those used last are remembered.

    Args:
        rate: how many a second for each.
        burst: how many at once.
        most: how many buckets are remembered.
    """

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate: float = rate
        self._burst: float = burst
        self._most: int = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Whether one more is within the rate of this one."""
        if key not in self._buckets:
            self._buckets[key] = Bucket(self._rate, self._burst)
        self._buckets.move_to_end(key)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return self._buckets[key].take()
