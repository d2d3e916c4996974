"""The rules of Ghooost! by their numbers, what of them no source settles, and how to begin."""

from __future__ import annotations

from typing import Final

from parlour.kernel.messages import N_

RULES: Final = {
    "GH 1.1": N_(
        "There are 62 cards: the values 1 to 14 four times each, 4 Miss Copies and 2 Kitties. Of Ghost 8 and Ghost 9 "
        "the one whose value Twist has is not in the deck."
    ),
    "GH 1.2": N_(
        "Ghosts belong to groups: fearless and yellow are Scooty (1) and Kitty; scary and red are Cerberus (3) and "
        "Igor (12); special and blue are Twist, Skeletum (11) and Miss Copy; common and white are all others."
    ),
    "GH 1.3": N_(
        "Twist is a 9; option twist_value makes it an 8. The value that Twist doesn't have is a common ghost."
    ),
    "GH 1.4": N_(
        "Everybody may know the run of equal ghosts on top of the cemetery, and how many cards each hand, each "
        "mansion and the crypt hold. What all have seen laid in the cemetery or removed is shown again here."
    ),
    "GH 2.1": N_(
        "Everybody gets 4 cards in hand and a face-down mansion that nobody may look into: 12, 10, 8, 6 or 4 cards "
        "with 2, 3, 4, 5 or 6 players. The rest is the crypt (30, 20, 14, 12 or 14 cards). The cemetery is empty at "
        "first; cards that leave the game lie aside."
    ),
    "GH 2.2": N_(
        "Who begins is drawn; in a match whoever got out first in a round begins the next, and if nobody got out it "
        "is drawn again. Play goes clockwise until Twist turns it round."
    ),
    "GH 3.1": N_(
        "A ghost is legal if its value is equal to or higher than that of the ghost on top of the cemetery. An empty "
        "cemetery counts as 0, also with a Kitty beside it."
    ),
    "GH 3.2": N_(
        "Any number of identical ghosts may be played together. The test goes by their value alone, not by how many "
        "they are."
    ),
    "GH 3.3": N_(
        "Before midnight you do one of three: play one or more identical ghosts from hand; try the top card of the "
        "crypt; or take the whole cemetery into your hand, even if you could play. A card that is tried is played "
        "with its effect if it is legal; if not, it goes into your hand with the whole cemetery."
    ),
    "GH 3.4": N_(
        "Before midnight you draw up to 4 cards after whatever you did, also before an extra turn, as far as the "
        "crypt lasts. Who holds more than 4 keeps them."
    ),
    "GH 3.5": N_("Midnight strikes at once when the last card has left the crypt."),
    "GH 3.6": N_(
        "After midnight nobody draws any more, and you play from hand or take the cemetery; that is forced if you "
        "hold cards and none is legal. Only with an empty hand may you turn up the top card of your mansion: it is "
        "played if it is legal, else it goes into your hand with the cemetery."
    ),
    "GH 3.7": N_(
        "With an empty hand you choose between your mansion and the cemetery. The cemetery can be taken only if a "
        "card lies in it or beside it: taking is no way to pass."
    ),
    "GH 3.8": N_(
        "A card turned up unseen is played alone and has its effect like any other: a legal Skeletum or a completed "
        "quartet gives another turn, Kitty skips, Twist turns. It may complete a quartet (GH 4.2)."
    ),
    "GH 4.1": N_("Two or three identical ghosts played together give you one more turn, which you have to take."),
    "GH 4.2": N_(
        "Four or more identical ghosts are a quartet, legal on anything on your own turn. The run of that value on "
        "top of the cemetery counts with those you play, whoever laid it, Miss Copies in it as what they became. The "
        "cemetery, the quartet and a Kitty beside it leave the game, and you have one more turn."
    ),
    "GH 4.3": N_(
        "A Kitty beside the cemetery doesn't break the run. A quartet of Twists or Skeletums is a quartet and no "
        "more: nothing turns round, and there is one extra turn."
    ),
    "GH 5.1": N_("Scooty is legal on anything; then a 1 is on top."),
    "GH 5.2": N_(
        "On Cerberus (3) only a 3, a 12, Scooty, Kitty or a quartet may be played; on Igor (12) only a 12, Scooty, "
        "Kitty or a quartet. A Miss Copy that became a scary ghost is scary."
    ),
    "GH 5.3": N_(
        "Skeletum (11) has to pass the usual test: it is legal on an empty cemetery, not on 12, 13, 14 or a Cerberus. "
        "The cemetery, Skeletum itself and a Kitty beside it leave the game and you have one more turn, not two if "
        "you play two or three of them."
    ),
    "GH 5.4": N_(
        "Twist turns the direction of play round; with two players left it does nothing. Of two or three played "
        "together each turns it, Miss Copies included, so two cancel; the extra turn that is due comes first."
    ),
    "GH 5.5": N_(
        "Miss Copies are played only with at least one ghost of a number from your hand, any number of them. They "
        "become that ghost in value, group and power and stay so in the cemetery; back in a hand they are Miss Copies "
        "again. Alone, or only with each other or with a Kitty, they are never legal, nor when turned up unseen."
    ),
    "GH 5.6": N_(
        "Who holds nothing but Miss Copies takes the cemetery or, before midnight, tries the crypt. Where neither is "
        "possible they are shown, and their player is skipped."
    ),
    "GH 5.7": N_(
        "Kitty is legal on anything, always alone; it lies beside the cemetery, goes with it, and the ghost on top "
        "stays on top. The next player is skipped. Option kitty match: the player after that (with two players left "
        "you yourself) may for one action only play ghosts equal to the one on top, Scooty, another Kitty or a "
        "quartet, turn up a card by the same test, or take the cemetery; an empty cemetery binds nobody. Option kitty "
        "stay: the skip is all."
    ),
    "GH 6.1": N_(
        "Who has no card left in hand and mansion is out at once, as a winner, and the next player moves even if an "
        "extra turn was due. A Kitty or a Twist as the last card still skips or turns."
    ),
    "GH 6.2": N_(
        "The last player with cards has lost. In a single round all others win, ranked in the order in which they got "
        "out."
    ),
    "GH 6.3": N_(
        "Option play match, for 3 players and more: each round the loser takes a BOO! token and no points, everybody "
        "else gets 1 point, the first out 1 more, the last out before the loser 2 more. When somebody has two tokens "
        "the match ends; that player can't win, and most points among the others do. Equal points at the top: "
        "everybody plays on, without tokens, until one of those tied leads the others in new points."
    ),
    "GH 6.4": N_(
        "After 500 turns, each action and each extra turn counted, a round ends and the fewest cards in hand and "
        "mansion rank first; so it does when all who are left hold nothing but Miss Copies and can do nothing. A "
        "single last place takes the token, a shared one takes none and no points; all in the place before the last "
        "get its 2 points, all in the first its 1. If all share one place, nobody gets anything, and in a single "
        "round all win."
    ),
}

RULINGS: Final = {
    "GH 1.3": RULES["GH 1.3"],
    "GH 2.2": N_("After a round that nobody got out of, the next starter is drawn again."),
    "GH 5.4": N_("Each Twist of a set turns the direction, so two cancel; the extra turn that is due comes first."),
    "GH 5.6": N_("Who holds nothing but Miss Copies and has nothing to take or to try shows them and is skipped."),
    "GH 6.3": N_("Equal points at the top: everybody plays on until one of those tied leads the others; no tokens."),
    "GH 6.4": RULES["GH 6.4"],
}

GUIDE: Final = (
    N_("Get rid of all your cards, those in hand and those of your mansion. The last one with cards loses."),
    N_(
        "On your turn you lay a ghost on the cemetery; its value must be equal to or higher than that of the ghost on "
        "top."
    ),
    N_("Ghosts of the same value may go together; two or three of them give you another turn."),
    N_(
        "Four alike, with those on top counted, go on anything: the cemetery leaves the game and you have another turn."
    ),
    N_(
        "Instead you may turn up the top card of the crypt and hope that it is legal, or take the whole cemetery into "
        "your hand."
    ),
    N_("If a card turned up can't be played, you take it with the whole cemetery."),
    N_("You draw up to four cards after each turn until the crypt is empty: then it is midnight, and nobody draws."),
    N_("After midnight, once your hand is empty, you play your mansion card by card without looking."),
    N_(
        "Scooty, the 1, and Kitty are legal on anything; on the red ghosts, Cerberus (3) and Igor (12), little else is."
    ),
    N_("Twist turns the direction round, Skeletum (11) empties the cemetery, Miss Copy joins any ghost of a number."),
    N_("Kitty skips the next player, and as the table is usually set the one after has to match the ghost on top."),
)
