"""What a request tells of who asks and what for."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Final

from parlour import language
from parlour.kernel.errors import BadSetup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import HTTPConnection

    from parlour.kernel.options import Seat
    from parlour.server.house import House

LANGUAGE: Final = "language"


def house_of(request: HTTPConnection) -> House:
    """The server's parts."""
    house: House = request.app.state.house
    return house


def language_of(request: HTTPConnection) -> str:
    """The reader's language: as asked for, as chosen before, or the first one of the browser's that is known."""
    known = language.languages()
    chosen = [request.query_params.get(LANGUAGE, ""), request.cookies.get(LANGUAGE, "")]
    accepted = request.headers.get("accept-language", "").replace(";", ",").replace("-", ",").split(",")
    return next((code for each in chosen + accepted if (code := each.strip().lower()) in known), language.SOURCE)


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from, an IPv6 network counting as one address."""
    host = request.client.host if request.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return f"{int(address) >> 64:x}"
    return host


def seat_of(text: str, own: Sequence[Seat]) -> Seat | None:
    """The seat that is named; the first of one's own where none is, and None, a spectator, where that is asked for."""
    if text == "none" or not (text or own):
        return None
    return whole_number(text, "seat") if text else own[0]


def whole_number(text: str, what: str) -> int:
    """A number of at most five digits.

    Args:
        text: what was given.
        what: what it is, for the error.

    Raises:
        BadSetup: it is none.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise BadSetup(f"{what} can't be {text[:20]!r}: expected a number")
    return int(text)
