"""What Guillotine says."""

from __future__ import annotations

from typing import Final

from parlour.kernel.messages import N_, Message

BEGINS: Final = Message("begins", N_("{player:seat} begins the day."))
PLAYS: Final = Message("plays", N_("{player:seat} plays {card:card}."))
NO_CARD: Final = Message("no_card", N_("{player:seat} plays no card."))
MOVES: Final = Message("moves", N_("{noble:card} goes from place {old:number} to place {new:number}."))
STAYS: Final = Message("stays", N_("{noble:card} stays in place."))
SPY_MOVES: Final = Message("spy_moves", N_("{noble:card} slips away to the end of the line."))
LEAVES: Final = Message("leaves", N_("{noble:card} leaves the line and is discarded."))
JOINS: Final = Message("joins", N_("{noble:card} joins the end of the line."))
REPLACES: Final = Message("replaces", N_("{noble:card} takes the empty place."))
REVERSED: Final = Message("reversed", N_("The line turns round: last is first."))
SHUFFLED: Final = Message("shuffled", N_("The line is shuffled."))
FRONT_SHUFFLED: Final = Message("front_shuffled", N_("The front of the line is shuffled. Nobles: {count:number}."))
NEW_LINE: Final = Message(
    "new_line", N_("The line goes into the deck, and a new one of the same length comes out. Nobles: {count:number}.")
)
COLLECTS: Final = Message("collects", N_("{player:seat} collects {noble:card}."))
COLLECTS_TWO: Final = Message("collects_two", N_("{player:seat} collects two nobles this turn."))
COLLECTS_NOBODY: Final = Message(
    "collects_nobody", N_("{player:seat} collects nobody this turn and draws three cards more.")
)
ENDS_ALL: Final = Message("ends_all", N_("{noble:card}: nobody is collected any more, the day ends with this turn."))
ENDS_DAY: Final = Message("ends_day", N_("The day ends with this turn."))
GIVEN: Final = Message("given", N_("{noble:card} goes to the pile of {player:seat}."))
TAKES: Final = Message("takes", N_("{player:seat} takes {noble:card} from the pile of {victim:seat}."))
LOSES_HEAD: Final = Message("loses_head", N_("{player:seat} loses {noble:card}."))
PILE_SHUFFLED: Final = Message("pile_shuffled", N_("The pile of {player:seat} is shuffled."))
DRAWS: Final = Message("draws", N_("{player:seat} draws {count:number} action cards."))
DRAWS_ONE: Final = Message("draws_one", N_("{player:seat} draws an action card."))
DRAWS_MORE: Final = Message("draws_more", N_("{player:seat} draws one card more this turn."))
DRAWN: Final = Message("drawn", N_("It is {card:card}."))
NONE_LEFT: Final = Message("none_left", N_("There are no more action cards to draw."))
RESHUFFLED: Final = Message("reshuffled", N_("The discarded action cards are shuffled: they are the new deck."))
DISCARDS: Final = Message("discards", N_("{card:card} of {player:seat} is discarded."))
FETCHES: Final = Message("fetches", N_("{player:seat} takes {card:card} out of the discard pile."))
RUSHED: Final = Message("rushed", N_("{player:seat} may play no action card next turn."))
CONFUSED: Final = Message("confused", N_("Before {player:seat} next collects from the line, it is shuffled."))
LOOKS: Final = Message("looks", N_("{player:seat} looks at the hand of {victim:seat}."))
LOOKS_DECK: Final = Message(
    "looks_deck", N_("{player:seat} looks at the top of the nobles' deck. Cards: {count:number}.")
)
SEES: Final = Message("sees", N_("There is {card:card}."))
SWAPS_HANDS: Final = Message("swaps_hands", N_("{player:seat} swaps hands with {victim:seat}."))
RAINS: Final = Message(
    "rains", N_("All hands are shuffled into the deck, and everybody gets {count:number} new cards.")
)
LAYS: Final = Message("lays", N_("{card:card} lies before {player:seat} now."))
DAY_ENDS: Final = Message("day_ends", N_("Day {day:number} is over."))
NEW_DAY: Final = Message("new_day", N_("Day {day:number}: a new line. Nobles: {count:number}."))
WINS: Final = Message("wins", N_("{player:seat} wins with {points:number} points."))
SHARES: Final = Message("shares", N_("{player:seat} shares the win with {points:number} points."))

PROMPTS: Final = {
    "play": N_("Your turn: play an action card, or pass and collect."),
    "play:trip": N_("After Trip: play one more action card, or pass and collect."),
    "guard": N_("Nothing is being resolved: discard your Callous Guards now, or pass and keep them?"),
    "interrupt": N_("The noble in front is about to be taken: play Confusion in Line, or pass?"),
    "choose_noble": N_("Move which noble forward?"),
    "choose_noble:trip": N_("Move which noble back?"),
    "choose_noble:friend_of_the_queen": N_("Move which noble back?"),
    "choose_noble:fainting_spell": N_("Move which noble back?"),
    "move_by": N_("How many places forward?"),
    "move_by:friend_of_the_queen": N_("How many places back?"),
    "move_by:fainting_spell": N_("How many places back?"),
    "to_front": N_("Which noble goes to the front?"),
    "arrive": N_("Which of these nobles goes to the end of the line?"),
    "flee": N_("Which noble leaves the line?"),
    "swap_clothes": N_("Which noble makes way for the top one of the deck?"),
    "give_front": N_("Whose pile gets the noble in front?"),
    "arrange_next": N_("Who stands next, counted from the front?"),
    "confuse": N_("Before whose next collection is the line shuffled?"),
    "rush": N_("Who may play no action card next turn?"),
    "fetch": N_("Take which card out of the discard pile?"),
    "inspect": N_("Look at whose hand?"),
    "discard_theirs": N_("Discard which card of this hand?"),
    "weaken": N_("Who discards two cards?"),
    "discard_own": N_("Discard which card of your hand?"),
    "trade_hands": N_("Swap hands with whom?"),
    "behead": N_("Whose pile is shuffled and loses a noble?"),
    "miss": N_("Whose top noble goes back to the line?"),
    "exchange_with": N_("Exchange nobles with whom?"),
    "exchange": N_("Take which noble of the other pile?"),
    "take_noble": N_("Take which noble of the other pile?"),
    "take_back": N_("Take which noble in return?"),
    "boo": N_("Before whom does it lie?"),
    "untable": N_("Discard which card that lies on a table?"),
    "dress_up": N_("Whose pile gets the Clown?"),
    "final_play": N_("The last day is over: play a card that changes the points, or pass."),
}

HINTS: Final = {
    "play pass": N_("You play nothing."),
    "interrupt pass": N_("Nothing happens."),
    "guard discard": N_("Cards that change the line can be played again."),
    "guard pass": N_("They stay on the table."),
    "final_play pass": N_("You play nothing more."),
}

ZONES: Final = {
    "line": N_("Line"),
    "noble_deck": N_("Nobles"),
    "noble_discard": N_("Nobles discarded"),
    "action_deck": N_("Action cards"),
    "action_discard": N_("Actions discarded"),
    "played": N_("Being played"),
    "hand": N_("Hand"),
    "pile": N_("Heads"),
    "table": N_("Table"),
}

VALUES: Final = {
    "day": N_("day"),
    "starter": "",
    "rush_job": N_("Rush Job"),
    "confusion": N_("Confusion in Line"),
    "points": N_("Points"),
}
