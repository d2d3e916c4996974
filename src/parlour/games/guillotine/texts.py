"""What Guillotine says."""

from __future__ import annotations

from typing import Final

from parlour.kernel.messages import N_, Message

PLAYS: Final = Message("plays", N_("{player:seat} plays {card:card}."))
NO_CARD: Final = Message("no_card", N_("{player:seat} plays no card."))
MOVES: Final = Message("moves", N_("{noble:card} moves from place {old:number} to place {new:number}."))
SPY_MOVES: Final = Message("spy_moves", N_("{noble:card} goes to the end of the line."))
LEAVES: Final = Message("leaves", N_("{noble:card} leaves the line."))
JOINS: Final = Message("joins", N_("{noble:card} joins the end of the line."))
REPLACES: Final = Message("replaces", N_("{noble:card} takes the place."))
REVERSED: Final = Message("reversed", N_("The line is reversed."))
SHUFFLED: Final = Message("shuffled", N_("The line is shuffled."))
FRONT_SHUFFLED: Final = Message("front_shuffled", N_("The first {count:number} nobles are shuffled."))
ARRANGES: Final = Message("arranges", N_("{player:seat} arranges the first {count:number} nobles."))
NEW_LINE: Final = Message("new_line", N_("{count:number} nobles stand in line."))
COLLECTS: Final = Message("collects", N_("{player:seat} collects {noble:card}."))
GIVEN: Final = Message("given", N_("{noble:card} goes to the pile of {player:seat}."))
TAKES: Final = Message("takes", N_("{player:seat} takes {noble:card} from the pile of {victim:seat}."))
LOSES_HEAD: Final = Message("loses_head", N_("{player:seat} loses {noble:card}."))
PILE_SHUFFLED: Final = Message("pile_shuffled", N_("The pile of {player:seat} is shuffled."))
DRAWS: Final = Message("draws", N_("{player:seat} draws {count:number} cards."))
DRAWN: Final = Message("drawn", N_("It is {card:card}."))
RESHUFFLED: Final = Message("reshuffled", N_("The action discard pile becomes the new deck."))
DISCARDS: Final = Message("discards", N_("{player:seat} discards {card:card}."))
FETCHES: Final = Message("fetches", N_("{player:seat} takes {card:card} out of the discard pile."))
RUSHED: Final = Message("rushed", N_("{player:seat} may play no card next turn."))
CONFUSED: Final = Message("confused", N_("The line will be shuffled before {player:seat} next collects from it."))
LOOKS: Final = Message("looks", N_("{player:seat} looks at the hand of {victim:seat}."))
LOOKS_DECK: Final = Message("looks_deck", N_("{player:seat} looks at the top of the deck."))
SEES: Final = Message("sees", N_("There is {card:card}."))
SWAPS_HANDS: Final = Message("swaps_hands", N_("{player:seat} swaps hands with {victim:seat}."))
RAINS: Final = Message("rains", N_("All hands go into the deck; everybody gets new cards."))
LAYS: Final = Message("lays", N_("{card:card} lies before {player:seat}."))
DAY_ENDS: Final = Message("day_ends", N_("Day {day:number} is over."))
WINS: Final = Message("wins", N_("{player:seat} wins with {points:number} points."))
SHARES: Final = Message("shares", N_("{player:seat} shares the win with {points:number} points."))

PROMPTS: Final = {
    "play": N_("Play an action card, or none."),
    "guard": N_("Callous Guards: discard them now?"),
    "interrupt": N_("Somebody is about to take the noble in front: play Confusion in Line?"),
    "choose_noble": N_("Move which noble?"),
    "move_by": N_("How many places?"),
    "to_front": N_("Which noble goes to the front?"),
    "arrive": N_("Which noble goes to the end of the line?"),
    "flee": N_("Discard which noble?"),
    "swap_clothes": N_("Discard which noble for the top one of the deck?"),
    "give_front": N_("Whose pile gets the noble in front?"),
    "arrange_next": N_("Who stands next?"),
    "confuse": N_("Confuse whose next collection?"),
    "rush": N_("Who may play no card next turn?"),
    "fetch": N_("Take which card?"),
    "inspect": N_("Look at whose hand?"),
    "discard_theirs": N_("Discard which card?"),
    "weaken": N_("Who discards two cards?"),
    "discard_own": N_("Discard which card?"),
    "trade_hands": N_("Swap hands with whom?"),
    "behead": N_("Shuffle whose pile?"),
    "miss": N_("Whose top noble goes back to the line?"),
    "exchange_with": N_("Exchange nobles with whom?"),
    "exchange": N_("Take which noble of the other pile?"),
    "take_noble": N_("Take which noble?"),
    "take_back": N_("Take which noble in return?"),
    "boo": N_("Before whom?"),
    "untable": N_("Discard which card on the table?"),
    "dress_up": N_("Whose pile gets the Clown?"),
    "final_play": N_("The last day is over: play a card that changes a pile, or none."),
    "final_boo": N_("Before whom?"),
}

RULINGS: Final = {
    "GU 2.8": N_("An empty action deck is made new from the discard pile; the deck of nobles never is."),
    "GU 3.4": N_("After the last day each may, once round, play any of six cards that change piles."),
    "GU 3.5": N_("Equal points share the win."),
    "GU 5.7": N_("Everybody who might hold Confusion in Line is asked in secret before a noble is taken."),
}

ADVICE: Final = N_(
    "Count two places ahead: what you take decides what the next one gets. Bring a strong noble to the front, or send a "
    "gray one there for the next player. End the day while you lead. Collect guards together or not at all, and attack "
    "the leader, not your neighbour."
)
