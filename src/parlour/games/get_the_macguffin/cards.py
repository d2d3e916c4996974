"""The 23 cards of Get the MacGuffin, all different."""

from __future__ import annotations

from typing import Final

from parlour.kernel.messages import N_
from parlour.kernel.spec import Card


def _object(name: str, english: str, italian: str, text: str) -> Card:
    return Card(name, {"en": {"": english}, "it": {"": italian}}, f"MG 3 {name}", text, "object")


def _action(name: str, english: str, italian: str, text: str) -> Card:
    return Card(name, {"en": {"": english}, "it": {"": italian}}, f"MG 4 {name}", text, "action")


CARDS: Final = (
    _object(
        "the_macguffin",
        "The MacGuffin",
        "Il MacGuffin",
        N_(
            "With an empty hand and no other Object of yours, use it to do nothing: it is picked up and laid down again."
        ),
    ),
    _object(
        "backup_macguffin",
        "Backup MacGuffin",
        "Backup MacGuffin",
        N_("While the real MacGuffin lies on no table, this is the MacGuffin. Otherwise it has no power."),
    ),
    _object(
        "the_crown",
        "The Crown",
        "La corona",
        N_("Use it to pass, unless a MacGuffin or the Backup lies on any table. It stays. Its owner is Your Majesty."),
    ),
    _object(
        "the_money",
        "The Money",
        "I soldi",
        N_(
            "Use it up to take another player's Object from the table, or a random card of another hand, into your hand."
        ),
    ),
    _object(
        "the_rock",
        "The Rock",
        "La roccia",
        N_("Use it to discard another player's Scissors from the table. It stays."),
    ),
    _object(
        "the_paper",
        "The Paper",
        "La carta",
        N_("Use it to discard another player's Rock from the table. It stays."),
    ),
    _object(
        "the_scissors",
        "The Scissors",
        "Le forbici",
        N_("Use them to discard another player's Paper from the table. They stay."),
    ),
    _action(
        "the_merchant",
        "The Merchant",
        "Il mercante",
        N_(
            "One player has Objects on the table: one of them moves to your table. Two or more have: choose two of these "
            "players and an Object of each; the two Objects change places."
        ),
    ),
    _action(
        "the_thief",
        "The Thief",
        "Il ladro",
        N_("Take another player's Object from the table, or a random card of another hand, into your hand."),
    ),
    _action(
        "garbage_collector",
        "Garbage Collector",
        "Netturbino",
        N_("Look through the discard pile, show one card of it and take it into your hand; not this one."),
    ),
    _action(
        "tomb_robbers",
        "Tomb Robbers",
        "Ladri di tombe",
        N_("Take a random card of the tomb into your hand; nobody else sees it."),
    ),
    _action("the_spy", "The Spy", "La spia", N_("Look at the whole hand of another player.")),
    _action(
        "the_interrogator",
        "The Interrogator",
        "L'interrogatore",
        N_(
            "Another player with the MacGuffin in hand shows it. If it is in the tomb, in the discard pile or in your own "
            "hand, another player with the Backup in hand shows that. Nothing happens while either is on a table in its role."
        ),
    ),
    _action(
        "the_assassin",
        "The Assassin",
        "L'assassino",
        N_(
            "A Crown on a table is discarded. If there is none: discard any Object on a table or a random card of another hand."
        ),
    ),
    _action(
        "the_fist_of_doom",
        "The Fist of Doom",
        "Il pugno di sventura",
        N_("Discard any Object on a table. Only if there is none: discard a random card of another player's hand."),
    ),
    _action(
        "wheel_of_fortune",
        "Wheel of Fortune",
        "Ruota della fortuna",
        N_("All players pass their whole hand to a neighbour; you choose the direction."),
    ),
    _action(
        "vortex",
        "Vortex",
        "Vortice",
        N_("All hands are shuffled together and dealt back one by one, clockwise, beginning with you."),
    ),
    _action("the_switcheroo", "The Switcheroo", "Lo Switcheroo", N_("Swap hands with another player.")),
    _action(
        "can_i_use_that",
        "Can I Use That?",
        "Posso usarlo?",
        N_("A random card of another player's hand is shown and played at once as if it were yours."),
    ),
    _action(
        "im_not_dead_yet",
        "I'm Not Dead Yet!",
        "Non sono ancora morto!",
        N_(
            "If this was your very last card: take a random card of another hand into your hand; if nobody has a hand, take "
            "an Object that is no MacGuffin from a table. Otherwise nothing happens."
        ),
    ),
    _action("the_shrugmaster", "The Shrugmaster", "Il capospalla", N_("Shrug. It has no effect.")),
    _action("the_hippie", "The Hippie", "L'hippie", N_("Make the peace sign. It has no effect.")),
    _action("grand_marshal", "Grand Marshal", "Gran Maresciallo", N_("Wave. It has no effect.")),
)

(
    THE_MACGUFFIN,
    BACKUP_MACGUFFIN,
    THE_CROWN,
    THE_MONEY,
    THE_ROCK,
    THE_PAPER,
    THE_SCISSORS,
    THE_MERCHANT,
    THE_THIEF,
    GARBAGE_COLLECTOR,
    TOMB_ROBBERS,
    THE_SPY,
    THE_INTERROGATOR,
    THE_ASSASSIN,
    THE_FIST_OF_DOOM,
    WHEEL_OF_FORTUNE,
    VORTEX,
    THE_SWITCHEROO,
    CAN_I_USE_THAT,
    IM_NOT_DEAD_YET,
    THE_SHRUGMASTER,
    THE_HIPPIE,
    GRAND_MARSHAL,
) = range(23)

OBJECTS: Final = 7
"""Codes below this are Objects, the others Actions."""
