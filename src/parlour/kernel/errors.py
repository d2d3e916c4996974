"""What can go wrong, each with the offending value and what was expected."""

from __future__ import annotations


class ParlourError(Exception):
    """Anything a user or a caller did that Parlour can't accept; the message is one clear line.

    Args:
        message: what was wrong and what was expected.
        about: the name that was wrong, where there is one.
    """

    def __init__(self, message: str, about: str = "") -> None:
        super().__init__(message)
        self.about: str = about


class UnknownName(ParlourError):
    """A game, card, zone, option or bot that does not exist.

    Args:
        what: the sort of thing that was looked for, such as ``game``.
        name: the name given.
        known: the names that would have been right, none or more, or what they are.
    """

    def __init__(self, what: str, name: object, known: object) -> None:
        names = ", ".join(str(each) for each in known) if isinstance(known, (list, tuple)) else str(known)
        expected = f"one of {names}" if names else "none"
        super().__init__(f"unknown {what} {str(name)!r}: expected {expected}", str(name))


class BadSetup(ParlourError):
    """A table that can't be: a number of seats, a table option, a player's name or a seed that is not as expected."""


class IllegalChoice(ParlourError):
    """A decision that is not among the options of the seat."""


class NothingOwed(ParlourError):
    """A decision by a seat that is not asked anything."""


class BadPosition(ParlourError):
    """A position that can't stand on the table: a card twice, too many, or in an impossible place."""


class BadRecord(ParlourError):
    """A record that was cut short or edited, or that the rules do not follow."""
