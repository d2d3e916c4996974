"""The rules of King of 12 by their numbers, what of them no source settles, and how to begin."""

from __future__ import annotations

from typing import Final

from parlour.kernel.messages import N_

RULES: Final = {
    "K12 1.1": N_(
        "There are twelve characters, one of each for every player. Wizard, Oracle and Reverser bear a blue stone, "
        "Merchants and Troublemakers a grey one, the others none."
    ),
    "K12 1.2": N_("Option set beginner: Knight, Wizard, Oracle, Alchemist, Machine, Parasite and Golem."),
    "K12 1.3": N_(
        "Option set random: the Knight and six drawn at random, all six again until at least two of the seven are "
        "blue. A list of seven with the Knight may be given instead. Everybody has the same seven, for the whole "
        "game."
    ),
    "K12 1.4": N_(
        "Opposite faces of the die sum to 13, and each face has five neighbours. 1: 2 4 5 6 10. 2: 1 4 7 8 10. 3: 4 6 "
        "8 11 12. 4: 1 2 3 6 8. 5: 1 6 9 10 11. 6: 1 3 4 5 11. 7: 2 8 9 10 12. 8: 2 3 4 7 12. 9: 5 7 10 11 12. 10: 1 "
        "2 5 7 9. 11: 3 5 6 9 12. 12: 3 7 8 9 11."
    ),
    "K12 1.5": N_("Points are counted with nine markers of 1 and six of 2, which never run out."),
    "K12 2.1": N_(
        "A round begins with everybody holding all their cards but those under their die, and everybody rolls. "
        "Between turns the dice are not rolled again."
    ),
    "K12 2.2": N_(
        "A turn: everybody chooses a card in secret and all are revealed together; equal cards cancel each other; "
        "effects are carried out; equal values cancel each other; points are given; the played cards are discarded, "
        "face up."
    ),
    "K12 2.3": N_("A cancelled card has no effect, but its player's die goes on competing."),
    "K12 2.4": N_(
        "The highest value left is the winner and gets 2 points; the next is the runner-up and gets 1. There may be "
        "no runner-up, or no winner either."
    ),
    "K12 2.5": N_(
        "A round ends after a turn when somebody has one card left in hand, or at least as many points as the target: "
        "option target, 4 to 12, usually 8. All points of that turn are given first. That makes at most 6 turns, and "
        "at most 5 once a card lies under a die."
    ),
    "K12 2.6": N_(
        "At the end of a round equal totals of points cancel each other, and most points among the rest win it. If "
        "all cancel, nobody wins the round, and 0 points never win one."
    ),
    "K12 2.7": N_(
        "After a round everybody takes back the discards and gives back the points. The winner of the round puts one "
        "of all their cards, of their own choice, face down under the die: it is out for good, and the others don't "
        "learn which. Then all roll."
    ),
    "K12 2.8": N_(
        "Two cards under the die win the game: it ends with the second round won, and the second card need not be "
        "chosen. After 40 rounds without a winner all who have won most rounds share the win, even with none."
    ),
    "K12 3.1": N_(
        "Effects have a fixed order: equal cards cancel, Lady, Merchants, Troublemakers, Reverser, Wizard (its player "
        "chooses now, seeing everything revealed), Oracle, values, equal values cancel, Knight, Gambler. Values are "
        "read off the final faces of the dice."
    ),
    "K12 4.1": N_(
        "Blue and grey effects move the die itself and last for the rest of the round; all others change only the "
        "value or the places of this turn."
    ),
    "K12 4.2": N_(
        "Values run from -6 to 24 and compare as whole numbers. A Golem's 12 is equal to a die that shows 12."
    ),
    "K12 4.3": N_(
        "Two or more of the same card are cancelled; so two Ladies cancel each other, and the other cards work."
    ),
    "K12 4.4": N_("Knight and Gambler together: the lowest value gets 1 point, the second lowest 2."),
    "K12 4.5": N_("With two players Merchants swap the dice. Cards under a die stay with their player."),
    "K12 4.6": N_(
        "Oracle and Troublemakers: the die is turned first, then rolled. Golem and Merchants: the die received "
        "counts. A Golem's 1 that Troublemakers turn to 12 has the value 1."
    ),
}

RULINGS: Final = {
    "K12 2.6": N_("Nobody wins a round with 0 points."),
    "K12 2.8": N_("After 40 rounds without a winner all who have won most rounds share the win."),
    "K12 3.1": RULES["K12 3.1"],
    "K12 4.3": N_("Two or more Ladies cancel each other, so the other cards work."),
}

GUIDE: Final = (
    N_("Win two rounds before anybody else does."),
    N_(
        "Everybody has the same characters and one twelve-sided die. A round begins with a roll; after that only "
        "characters move dice."
    ),
    N_("Each turn everybody chooses a character in secret, and all are revealed at once."),
    N_("Equal characters cancel each other: they have no effect, but the dice of their players go on competing."),
    N_(
        "The others change dice or values, or who wins: the Knight lets the lowest win, the Lady cancels all other "
        "cards."
    ),
    N_("Then equal values cancel each other, and their players get nothing."),
    N_("The highest value left gets 2 points, the next one 1."),
    N_("A card played is discarded until the round is over."),
    N_("The round ends when somebody has one card left, or 8 points unless the table is set otherwise."),
    N_("Equal totals cancel as well; most points among the rest win the round."),
    N_("Who wins a round puts a card under the die, for good: that shows the win and makes the next one harder."),
)
