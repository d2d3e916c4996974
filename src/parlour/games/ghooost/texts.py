"""What Ghooost! says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.kernel.messages import N_, Message

if TYPE_CHECKING:
    from parlour.kernel.options import Seat
    from parlour.kernel.views import Shown

PLAYS: Final = Message("plays", N_("{player:seat} plays {ghost:card}."))
PLAYS_SEVERAL: Final = Message("plays_several", N_("{player:seat} plays {ghost:card}. Cards: {count:number}."))
COPIES: Final = Message("copies", N_("{copy:card} becomes {ghost:card} with it. Cards: {copies:number}."))
TRIES: Final = Message("tries", N_("{player:seat} turns up {ghost:card} from the crypt."))
OPENS: Final = Message("opens", N_("{player:seat} turns up {ghost:card} from the mansion."))
FAILS: Final = Message("fails", N_("It can't be played."))
TAKES: Final = Message("takes", N_("{player:seat} takes the cemetery. Cards: {count:number}."))
DRAWS: Final = Message("draws", N_("{player:seat} draws from the crypt. Cards: {count:number}."))
MIDNIGHT: Final = Message("midnight", N_("The crypt is empty: midnight strikes."))
QUARTET: Final = Message("quartet", N_("A quartet of {ghost:card}: the cemetery is emptied."))
EMPTIED: Final = Message("emptied", N_("{ghost:card}: the cemetery is emptied."))
TURNED: Final = Message("turned", N_("The direction of play turns round."))
SKIPPED: Final = Message("skipped", N_("{player:seat} is skipped."))
MUST_MATCH: Final = Message("must_match", N_("{player:seat} has to match {ghost:card}."))
HELPLESS: Final = Message("helpless", N_("{player:seat} holds nothing but {copy:card} and can do nothing."))
OUT: Final = Message("out", N_("{player:seat} has got rid of all cards."))
STOPPED: Final = Message("stopped", N_("The round has no end: it is stopped."))
LOSES: Final = Message("loses", N_("{player:seat} has lost the round."))
POINTS: Final = Message("points", N_("{player:seat} scores. Points: {points:number}."))
BOO: Final = Message("boo", N_("{player:seat} takes a BOO! token. Tokens: {tokens:number}."))
TIED: Final = Message("tied", N_("{player:seat} is level at the top and plays on for the win."))
WINS: Final = Message("wins", N_("{player:seat} wins."))

PROMPTS: Final = {"act": N_("Your turn: play from your hand, try a card unseen, or take the cemetery.")}

HINTS: Final = {
    "act try": N_("Turn up a card unseen: it is played if it is legal, else you take it with the cemetery."),
    "act take": N_("The whole cemetery comes into your hand, with a Kitty beside it."),
}

ZONES: Final = {
    "hand": N_("Hand"),
    "mansion": N_("Mansion"),
    "crypt": N_("Crypt"),
    "cemetery": N_("Cemetery"),
    "beside": N_("Beside it"),
    "removed": N_("Out of the game"),
}

VALUES: Final = {
    "direction": "",
    "direction -1": N_("Play goes to the right"),
    "bound": "",
    "bound 1": N_("The ghost on top has to be matched"),
    "round_turn": "",
    "out": "",
    "points": "",
    "tokens": N_("BOO! tokens"),
    "tied": "",
}
SCORE: Final = N_("Score")
PLACES: Final = (N_("out first"), N_("out second"), N_("out third"), N_("out fourth"), N_("out fifth"))
PLAYS_ON: Final = N_("plays on for the win")


def beside(view: Shown, seat: Seat) -> str:
    """GH 6.1, 6.3: whether the player of a seat is out, and who plays on when a match is tied."""
    place = int(view.values[f"out.{seat}"])
    if place:
        return PLACES[place - 1]
    return PLAYS_ON if view.values.get(f"tied.{seat}") else ""
