"""What Get the MacGuffin says."""

from __future__ import annotations

from typing import Final

from parlour.kernel.messages import N_, Message

PLAYS: Final = Message("plays", N_("{player:seat} plays {card:card}."))
LAYS: Final = Message("lays", N_("{player:seat} lays {card:card} on the table."))
DISCARDS: Final = Message("discards", N_("{player:seat} discards {card:card}."))
STALLS: Final = Message("stalls", N_("{player:seat} picks up {card:card} and lays it down again."))
PASSES: Final = Message("passes", N_("{player:seat}, Your Majesty, passes."))
USES: Final = Message("uses", N_("{player:seat} uses {card:card}: {victim:seat} discards {object:card}."))
PAYS: Final = Message("pays", N_("{player:seat} spends {card:card}."))
NOTHING: Final = Message("nothing", N_("Nothing happens."))
GIVES: Final = Message("gives", N_("{object:card} goes from {owner:seat} to the table of {player:seat}."))
SWAPS: Final = Message("swaps", N_("{first:seat} and {second:seat} swap {object:card} and {other:card}."))
TAKES_OBJECT: Final = Message("takes_object", N_("{player:seat} takes {object:card} of {victim:seat} into the hand."))
TAKES_CARD: Final = Message("takes_card", N_("{player:seat} takes a random card of {victim:seat}."))
CARD_TAKEN: Final = Message("card_taken", N_("It is {card:card}."))
COLLECTS: Final = Message("collects", N_("{player:seat} takes {card:card} out of the discard pile."))
ROBS: Final = Message("robs", N_("{player:seat} takes a card out of the tomb."))
SPIES: Final = Message("spies", N_("{player:seat} looks at the hand of {victim:seat}."))
SEES: Final = Message("sees", N_("{victim:seat} holds {card:card}."))
CONFESSES: Final = Message("confesses", N_("{victim:seat} has to show {card:card}."))
DENIES: Final = Message("denies", N_("Nobody has to show {card:card}."))
LOSES_OBJECT: Final = Message("loses_object", N_("{object:card} of {victim:seat} is discarded."))
LOSES_CARD: Final = Message("loses_card", N_("A random card of {victim:seat} is discarded: {card:card}."))
PASS_LEFT: Final = Message("pass_left", N_("All hands go to the left."))
PASS_RIGHT: Final = Message("pass_right", N_("All hands go to the right."))
WHIRLS: Final = Message("whirls", N_("All hands are shuffled together and dealt again."))
SWAPS_HANDS: Final = Message("swaps_hands", N_("{player:seat} swaps hands with {victim:seat}."))
BORROWS: Final = Message("borrows", N_("{player:seat} uses a random card of {victim:seat}: {card:card}."))
SHRUGS: Final = Message("shrugs", N_("{player:seat} shrugs."))
PEACE: Final = Message("peace", N_("{player:seat} makes the peace sign."))
WAVES: Final = Message("waves", N_("{player:seat} waves."))
OUT: Final = Message("out", N_("{player:seat} has no cards left and is out."))
WINS: Final = Message("wins", N_("{player:seat} wins."))
SHARES: Final = Message("shares", N_("{player:seat} shares the win."))

PROMPTS: Final = {
    "act": N_("Your turn: play an Action, lay, use or discard an Object."),
    "steal": N_("Take which Object, or a random card of whose hand?"),
    "move_object": N_("Which Object comes to your table?"),
    "swap_first": N_("Swap which Object?"),
    "swap_second": N_("With which Object of another player?"),
    "collect_garbage": N_("Take which card of the discard pile?"),
    "spy": N_("Look at whose hand?"),
    "destroy": N_("Discard which Object, or a random card of whose hand?"),
    "pass_hands": N_("Which way do the hands go?"),
    "swap_hands": N_("Swap hands with whom?"),
    "borrow": N_("Use a card of whose hand?"),
    "steal:im_not_dead_yet": N_("Take a random card of whose hand, or which Object?"),
}

HINTS: Final = {
    "act discard": N_("It goes to the discard pile and does nothing."),
    "steal seat": N_("A random card of this hand goes into yours."),
    "destroy seat": N_("A random card of this hand is discarded."),
    "borrow seat": N_("A random card of this hand is played as yours."),
    "pass_hands left": N_("Everybody gives the hand to the next player."),
    "pass_hands right": N_("Everybody gives the hand to the player before."),
}

ZONES: Final = {
    "hand": N_("Hand"),
    "table": N_("Table"),
    "tomb": N_("Tomb"),
    "discard": N_("Discard pile"),
}

MAJESTY: Final = N_("Your Majesty")
