"""What the table hears of a turn, and what one seat or two alone."""

from __future__ import annotations

from parlour.games import load
from parlour.kernel.events import seen_by
from parlour.kernel.messages import Reader, Told
from parlour.kernel.position import Position, place

SEATS = ("Ann", "Bob", "Cid", "Dot")
VIEWERS = (0, 1, 2, 3, None)
Heard = dict[int | None, list[str]]


def heard(card: str, *choices: str, pick: str = "") -> Heard:
    """By viewer, the sentences told where Bob, who has another card as well, plays a card."""
    hands = {
        "hand.0": ["the_hippie"],
        "hand.1": [card, "the_rock"],
        "hand.2": ["vortex", "the_money"],
        "hand.3": ["the_paper"],
    }
    chance = [("pick", pick)] if pick else []
    game = place(load("get_the_macguffin").setup(4), Position(turn=1, zones=hands, chance=chance), journal=True)
    for choice in (f"play {card}", *choices):
        game.choose_text(1, choice)
    reader = Reader(game.spec, SEATS)
    told = {viewer: seen_by(game, game.journal or (), viewer) for viewer in VIEWERS}
    return {who: [reader.say(event) for event in events if isinstance(event, Told)] for who, events in told.items()}


def to_all_and_some(to_all: list[str], secret: str, *insiders: int) -> Heard:
    """The sentences of each viewer, the secret one for insiders alone."""
    return {viewer: [*to_all, secret] if viewer in insiders else to_all for viewer in VIEWERS}


def test_thief_and_victim_alone_hear_which_card_was_stolen() -> None:
    to_all = ["Bob plays The Thief.", "Bob takes a random card of Cid."]
    assert heard("the_thief", "seat 2", pick="vortex") == to_all_and_some(to_all, "It is Vortex.", 1, 2)


def test_the_robber_alone_hears_which_card_was_in_the_tomb() -> None:
    to_all = ["Bob plays Tomb Robbers.", "Bob takes a card out of the tomb."]
    assert heard("tomb_robbers", pick="the_crown") == to_all_and_some(to_all, "It is The Crown.", 1)


def test_the_spy_alone_hears_what_the_other_holds() -> None:
    to_all = ["Bob plays The Spy.", "Bob looks at the hand of Dot."]
    assert heard("the_spy", "seat 3") == to_all_and_some(to_all, "Dot holds The Paper.", 1)
