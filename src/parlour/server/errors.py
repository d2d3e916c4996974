"""What can go wrong with a table that is kept."""

from __future__ import annotations

from parlour.kernel.errors import ParlourError, UnknownName


class StoreFailed(ParlourError):
    """The store could not write or read: what was to be written is not acknowledged."""


class Conflict(ParlourError):
    """A table has another version in the store than was expected: somebody else wrote to it."""


class BadHistory(ParlourError):
    """A line that is no entry of a history, or a history that lacks what was asked of it."""


class NotYourSeat(ParlourError):
    """Somebody asked for what only who sits on a seat is told."""


class BadMessage(ParlourError):
    """Something that a client sent and that is no message of the protocol."""


class TooMany(ParlourError):
    """More of something than a guest, an address or the server may have: tables, joins, messages."""


class UnknownTable(UnknownName):
    """There is no table with this id."""


class Declined(ParlourError):
    """What was asked of a table is refused."""


class NoGuest(ParlourError):
    """Somebody who is no guest asked for what only a guest may do."""
