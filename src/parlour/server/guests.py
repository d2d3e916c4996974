"""Who somebody is: a guest without account, known by a signed cookie or, for a program, by the same token as a bearer's.

The token is 256 bits of chance; the database holds its hash. Signing lets a made-up one be refused without a look there.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Final

import itsdangerous

from parlour.server.clock import milliseconds
from parlour.server.errors import TooMany
from parlour.server.safety import Buckets

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.responses import Response

    from parlour.server.lobby import Guest, Lobby

COOKIE: Final = "parlour"
A_YEAR: Final = 365 * 24 * 3600


class Guests:
    """The guests of a server.

    Args:
        lobby: where they are written down.
        key: signs tokens.
        joins: new guests a minute from one address.
        secure: whether cookies go through TLS alone.
    """

    def __init__(self, lobby: Lobby, key: bytes, joins: float, *, secure: bool) -> None:
        self._lobby: Lobby = lobby
        self._signer: itsdangerous.Signer = itsdangerous.Signer(key, salt="guest", digest_method=hashlib.sha256)
        self._rate: Buckets = Buckets(joins / 60, 4 * joins)
        self._secure: bool = secure

    async def who(self, request: HTTPConnection) -> Guest | None:
        """The guest who asks; None for a stranger, or one whose session has been ended.

        Raises:
            StoreFailed: the database can't be asked.
        """
        scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
        signed = bearer.strip() if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")
        try:
            token = self._signer.unsign(signed)
        except itsdangerous.BadSignature:
            return None
        return await self._lobby.guest(_hash(token))

    async def welcome(self, name: str, address: str) -> tuple[Guest, str]:
        """A new guest, with the signed token.

        Args:
            name: as a table takes it.
            address: where the guest comes from.

        Raises:
            TooMany: there come too many from there.
            StoreFailed: it can't be written down.
        """
        if not self._rate.take(address):
            raise TooMany("too many new guests from one address: wait a minute")
        token = secrets.token_urlsafe(32).encode()
        guest = await self._lobby.add_guest(name, _hash(token), milliseconds())
        return guest, self._signer.sign(token).decode()

    def remember(self, response: Response, token: str) -> None:
        """Give the token to a browser."""
        response.set_cookie(COOKIE, token, A_YEAR, secure=self._secure, httponly=True, samesite="lax")

    def forget(self, response: Response) -> None:
        """Take the token from a browser."""
        response.delete_cookie(COOKIE, secure=self._secure, httponly=True, samesite="lax")


def _hash(token: bytes) -> bytes:
    return hashlib.sha256(token).digest()
