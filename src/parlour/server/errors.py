"""What can go wrong with a table that is kept."""

from __future__ import annotations

from parlour.kernel.errors import ParlourError


class StoreFailed(ParlourError):
    """The store could not write or read: what was to be written is not acknowledged."""


class Conflict(ParlourError):
    """A table has another version in the store than was expected: somebody else wrote to it."""


class BadHistory(ParlourError):
    """A line that is no entry of a history, or a history that lacks what was asked of it."""


class NotYourSeat(ParlourError):
    """Somebody asked for what only who sits on a seat is told."""
