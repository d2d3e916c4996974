"""What King of 12 says."""

from __future__ import annotations

from typing import Final

from parlour.kernel.messages import N_, Message

THE_SET: Final = Message(
    "the_set", N_("The set: {a:card}, {b:card}, {c:card}, {d:card}, {e:card}, {f:card} and {g:card}.")
)
ROLLS: Final = Message("rolls", N_("{player:seat} rolls {face:number}."))
REVEALS: Final = Message("reveals", N_("{player:seat} plays {card:card}."))
CANCELLED: Final = Message("cancelled", N_("{card:card} of {player:seat} is cancelled."))
DIE: Final = Message("die", N_("{card:card}: the die of {player:seat} shows {face:number}."))
EQUAL: Final = Message("equal", N_("{player:seat} has value {value:number} like another and is cancelled."))
WINS_TURN: Final = Message("wins_turn", N_("{player:seat} is the winner with {value:number}. Points: {points:number}."))
RUNNER_UP: Final = Message(
    "runner_up", N_("{player:seat} is the runner-up with {value:number}. Points: {points:number}.")
)
NO_WINNER: Final = Message("no_winner", N_("Nobody wins this turn."))
WINS_ROUND: Final = Message("wins_round", N_("{player:seat} wins round {round:number}. Points: {points:number}."))
NO_ROUND: Final = Message("no_round", N_("Nobody wins round {round:number}."))
BURIES: Final = Message("buries", N_("{player:seat} puts a card under the die."))
BURIED: Final = Message("buried", N_("It is {card:card}."))
WINS: Final = Message("wins", N_("{player:seat} has won two rounds and wins the game."))
SHARES: Final = Message("shares", N_("{player:seat} shares the win after {rounds:number} rounds."))

PROMPTS: Final = {
    "reveal": N_("Choose a character; all are revealed together."),
    "turn_die": N_("Turn your die to which face?"),
    "bury": N_("You have won the round: put which card under your die, for good?"),
}

ZONES: Final = {
    "hand": N_("Hand"),
    "discard": N_("Discards"),
    "under": N_("Under the die"),
    "played": N_("Played"),
}

VALUES: Final = {
    "round": N_("Round"),
    "die": N_("Die"),
    "points": N_("Points"),
    "rounds": N_("Rounds won"),
}
