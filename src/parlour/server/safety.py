"""What keeps strangers out and floods small: origins, headers, rates."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from starlette.responses import Response
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


def refusal(scope: Scope, origins: Collection[str]) -> Response | None:
    """What is answered to what comes neither from the server's own pages nor from a program; None where it does.

    A browser names the page's origin with each POST and each handshake. A request without one may do something only if it
    brings no cookie: then it is no browser that was led here.

    Args:
        scope: the request, or the handshake of a socket.
        origins: those of the server's own pages.
    """
    if scope.get("method") in READING:
        return None
    headers = Headers(scope=scope)
    origin, length = headers.get("origin"), headers.get("content-length", "0")
    if origin is not None and origin.lower() not in origins:
        return _refused(403, "this comes from another site: expected the server's own page")
    if origin is None and "cookie" in headers:
        return _refused(403, "a request with a cookie needs an Origin: expected the server's own page")
    if scope["type"] == "http" and not (length.isdecimal() and int(length) <= LARGEST_BODY):
        return _refused(413, f"too long: expected at most {LARGEST_BODY} bytes")
    return _refused(411, "expected a Content-Length") if "transfer-encoding" in headers else None


def _refused(status: int, word: str) -> Response:
    return PlainTextResponse(f"{word}\n", status)


class Guarded:
    """Lets in only what `refusal` does, and sends the headers that keep pages safe.

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
        else:
            await (refusal(scope, self._origins) or self._app)(scope, receive, with_headers(send))


def with_headers(send: Send) -> Send:
    """Answer with the headers that keep pages safe."""

    async def sending(message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.http.response.start"}:
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


class Socket(WebSocketsSansIOProtocol):
    """A socket that takes little memory, and piles up no answers to pings for who does not read them."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = Inbox()  # type: ignore[assignment]

    def start_keepalive(self) -> None:
        """Begin, once hands are shaken; what was said at that is not needed any more."""
        super().start_keepalive()
        self.request.headers.clear()
        self.response.headers.clear()
        self.scope["headers"] = []

    def handle_ping(self) -> None:
        """Answer a ping."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > UNREAD:
            self.transport.abort()


class Inbox:
    """What `asyncio.Queue` does for a socket, which hears little: that takes two and a half kilobytes when it is empty."""

    __slots__ = ("_items", "_waiter")

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._waiter: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Whether nothing is there."""
        return not self._items

    def put_nowait(self, item: Any) -> None:
        """Put something in."""
        self._items.append(item)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> Any:
        """Take out what was put in first, for the one who asks."""
        while not self._items:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._items.pop(0)


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
