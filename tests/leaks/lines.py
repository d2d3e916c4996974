"""Who looks at a server from outside: requests and sockets at the door of the application, and all that comes back."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlencode

from leaks.clockwork import now

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.applications import Starlette
    from starlette.types import Message

HOST: Final = "127.0.0.1"
PORT: Final = 8012
Headers = list[tuple[bytes, bytes]]


class Reply(NamedTuple):
    """What a request is answered."""

    status: int
    headers: Headers
    body: bytes


class Frame(NamedTuple):
    """What a socket sent, and when; the code of a socket that was closed."""

    time: float
    text: str


def cookie(token: str) -> Headers:
    """How a browser says who it is."""
    return [(b"cookie", f"parlour={token}".encode()), (b"origin", f"http://{HOST}:{PORT}".encode())]


def bearer(token: str) -> Headers:
    """How a program says who it is."""
    return [(b"authorization", f"Bearer {token}".encode())]


def scope(kind: str, path: str, query: Mapping[str, object], headers: Headers) -> dict[str, Any]:
    """What the application is told about a request or a socket."""
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "ws" if kind == "websocket" else "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": urlencode(query).encode(),
        "root_path": "",
        "headers": [(b"host", f"{HOST}:{PORT}".encode()), *headers],
        "client": (HOST, 50000),
        "server": (HOST, PORT),
        "extensions": {"websocket.http.response": {}},
        "subprotocols": [],
    }


async def get(app: Starlette, path: str, headers: Headers, **query: object) -> Reply:
    """Ask for a page."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope("http", path, query, headers), receive, send)
    return Reply(sent[0]["status"], sent[0]["headers"], b"".join(each.get("body", b"") for each in sent[1:]))


class Line:
    """A socket to a table, as whoever is at its other end sees it.

    Args:
        app: the server.
        path: of the socket.
        headers: who it is.
        query: what it asks for.

    Attributes:
        frames: what came, in this order.
    """

    def __init__(self, app: Starlette, path: str, headers: Headers, **query: object) -> None:
        self.frames: list[Frame] = []
        self._last = self._whole = json.dumps(query)
        self._asked: asyncio.Queue[Message] = asyncio.Queue()
        self._asked.put_nowait({"type": "websocket.connect"})
        self._staying: asyncio.Task[None] = asyncio.create_task(
            app(scope("websocket", path, query, headers), self._asked.get, self._take)
        )

    def ask(self, **message: object) -> None:
        """Send a message."""
        self._asked.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    @property
    def place(self) -> dict[str, object]:
        """The last message, from where another line goes on."""
        return {"epoch": json.loads(self._whole)["epoch"], "number": json.loads(self._last)["number"]}

    async def hang_up(self) -> None:
        """Go."""
        self._asked.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self._staying

    def taken(self) -> list[Frame]:
        """What has come since this was asked last."""
        frames, self.frames = self.frames, []
        return frames

    async def _take(self, message: Message) -> None:
        if message["type"] != "websocket.accept":
            text = message.get("text")
            self.frames.append(Frame(now(), text if text is not None else str(message)))
            if text is not None and text.startswith('{"number":'):
                self._last, self._whole = text, text if '"epoch":' in text else self._whole
