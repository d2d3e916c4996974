"""The rules of Get the MacGuffin by their numbers, what of them no source settles, and how to begin."""

from __future__ import annotations

from typing import Final

from parlour.kernel.messages import N_

RULES: Final = {
    "MG 1.1": N_(
        "The 23 cards are shuffled and everybody gets the same number: 5 with 2 to 4 players, 4 with 5, 3 with 6 or "
        "7, 2 with 8 to 11. The rest is the tomb, face down (13, 8, 3, 3, 5, 2, 7, 5, 3 or 1 cards with 2 to 11 "
        "players), and nobody may look into it."
    ),
    "MG 1.2": N_("The dealer is drawn at random; the player to the dealer's left begins, and turns go clockwise."),
    "MG 2.1": N_(
        "On your turn you do exactly one of four things and can't pass: play an Action from hand, which is discarded, "
        "and follow it; lay an Object from hand face up before you; use the power of an Object that lay before you "
        "when your turn began, if it applies now; or discard such an Object."
    ),
    "MG 2.2": N_(
        "An Action can be played even if it can have no effect: it is discarded and nothing happens. What is possible "
        "must be carried out; only the target is chosen. Who is in the game always has a legal move."
    ),
    "MG 2.3": N_(
        "In play means on a table: hands, the discard pile and the tomb are not. Cards on your table keep you in the "
        "game, but Wheel of Fortune, Vortex, The Switcheroo and Can I Use That? don't touch them."
    ),
    "MG 2.4": N_("Everybody may see the tables, the discard pile, and how many cards each hand and the tomb hold."),
    "MG 2.5": N_(
        "Who has no card in hand and none on the table is out, for good. This is checked once, when an action and "
        "everything it set off is done; then the next player still in moves."
    ),
    "MG 2.6": N_(
        "The last player in wins. If the last players lose their last cards by the same action, all of them share the "
        "win, three or more as well."
    ),
    "MG 4.1": N_(
        "A random card taken from a hand is known to its taker and its victim only; if it is discarded or played, to "
        "all. An Object taken from a table into a hand stays known to all."
    ),
    "MG 4.2": N_(
        "If Can I Use That? brings I'm Not Dead Yet!, that works only if its player now has no other card. Garbage "
        "Collector brought so may take Can I Use That? itself. The Switcheroo, Wheel of Fortune or Vortex brought so "
        "reach a victim whose hand has become empty, who is out only if still without cards at the end (MG 2.5)."
    ),
    "MG 4.3": N_("Players who are out are passed over by everything."),
}

RULINGS: Final = {
    "MG 2.5": N_("Whether a player is out is checked once, when an action and everything it set off is done."),
    "MG 2.6": N_("Three or more who lose their last cards by the same action share the win as two do."),
    "MG 4.2": N_("Can I Use That? brings I'm Not Dead Yet!: it works only if its player has no other card left."),
}

GUIDE: Final = (
    N_("Be the last player who has cards. Without a card in hand and on the table you are out."),
    N_("You begin with a few cards and draw no new ones, unless a card says so."),
    N_("On your turn you do one thing, and you can't pass."),
    N_("Play an Action from your hand: it is discarded, and you do what it says."),
    N_("Or lay an Object from your hand on the table before you. There it still is your card."),
    N_("Or use the power of an Object that lay before you when your turn began, or discard that Object."),
    N_("An Action may be played even if it has no effect."),
    N_(
        "The MacGuffin is the card to have: with nothing else left you can pick it up and lay it down again, turn "
        "after turn."
    ),
    N_(
        "The Backup MacGuffin does the same while the real one is not on a table, and The Crown lets you pass while "
        "neither is."
    ),
    N_("The others will try to take or destroy such cards. What was not dealt lies hidden in the tomb."),
)
