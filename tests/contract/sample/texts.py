"""The cards, and what the game says."""

from __future__ import annotations

from typing import Final

from parlour.kernel.messages import N_, Message
from parlour.kernel.spec import Card


def _card(name: str, english: str, text: str) -> Card:
    return Card(name, {"en": {"": english}}, f"SA 2 {name}", text)


CARDS: Final = (
    _card("stone", "Stone", N_("It does nothing.")),
    _card("lantern", "Lantern", N_("Look at the two top cards of the stock.")),
    _card("mirror", "Mirror", N_("Look at the hand of another player.")),
    _card("question", "Question", N_("Name a card: the next player shows it, or has none.")),
    _card("trade", "Trade", N_("All players at once give a card to the next one.")),
    _card("thief", "Thief", N_("Take a random card of another hand.")),
    _card("storm", "Storm", N_("The rest of the heap is shuffled into the stock.")),
)
STONE, LANTERN, MIRROR, QUESTION, TRADE, THIEF, STORM = range(7)

DRAWS: Final = Message("draws", N_("{player:seat} draws a card."))
DRAWN: Final = Message("drawn", N_("It is {card:card}."))
PLAYS: Final = Message("plays", N_("{player:seat} plays {card:card}."))
LOOKS: Final = Message("looks", N_("{player:seat} looks at the top of the stock."))
MIRRORS: Final = Message("mirrors", N_("{player:seat} looks at the hand of {victim:seat}."))
SHOWS: Final = Message("shows", N_("{player:seat} shows {card:card}."))
LACKS: Final = Message("lacks", N_("{player:seat} has no {card:card}."))
TRADES: Final = Message("trades", N_("All give a card to the next player."))
STEALS: Final = Message("steals", N_("{player:seat} takes a card of {victim:seat}."))
STORMS: Final = Message("storms", N_("The heap goes back into the stock."))
WINS: Final = Message("wins", N_("{player:seat} has no card left and wins."))

PROMPTS: Final = {
    "play": N_("Play a card."),
    "mirrored": N_("Look at whose hand?"),
    "answered": N_("Ask for which card?"),
    "traded": N_("Give which card to the next player?"),
    "robbed": N_("Take a card of whom?"),
}
