"""The rules of Guillotine by their numbers, what of them no source settles, and how to begin."""

from __future__ import annotations

from typing import Final

from parlour.kernel.messages import N_

RULES: Final = {
    "GU 1.1": N_(
        "Nobles and action cards are two decks, shuffled apart, each with a discard pile of its own. Everybody gets "
        "five action cards."
    ),
    "GU 1.2": N_("Twelve nobles are laid face up in a line. Its front is the end where the guillotine stands."),
    "GU 1.3": N_("The first player is drawn at random; turns go to the left, to the next seat."),
    "GU 1.4": N_(
        "Everybody may see the line, the piles of heads, the cards on tables, both discard piles, and how many cards "
        "each hand and deck holds. Hands and the order of the decks are secret."
    ),
    "GU 2.1": N_(
        "A turn has three steps: you may play one action card, you must collect the noble in front, and you draw one "
        "action card, whether you played one or not. The draw is made for you, and a hand may grow without limit."
    ),
    "GU 2.2": N_(
        "A played card is shown, carried out, and only then laid on the discard pile, so no card fetches, swaps or "
        "shuffles itself; Trip is discarded before the card that follows it. A table card stays before a player and "
        "is no longer in hand."
    ),
    "GU 2.3": N_(
        "The card you play is carried out with all its choices, then a Master Spy in line goes to the end (or before "
        "it, see GU 4.7), then Trip lets you play one card more. A second Trip gives one more again."
    ),
    "GU 2.4": N_(
        "A collected noble leaves the line and goes on top of your pile. Its effect is carried out completely, with "
        "the effects of all nobles it brings, before the next collection that is still owed."
    ),
    "GU 2.5": N_(
        "You collect one noble a turn: none after Political Influence, two after Double Feature, the one in front and "
        "then the next."
    ),
    "GU 2.6": N_("If the line is empty when you should collect, you collect nobody. You still draw, and the day ends."),
    "GU 2.7": N_(
        "You draw one card, one more for each Lord, Lady and Lady in Waiting that you collected this turn, and three "
        "more after Political Influence."
    ),
    "GU 2.8": N_(
        "When the action deck is empty, its discard pile is shuffled and becomes the new deck; if both are empty, "
        "nothing is drawn. The deck of nobles is never made new: what it lacks is not dealt."
    ),
    "GU 3.1": N_(
        "The day ends, once, at the end of a turn that leaves no noble in line, or that Robespierre or the Scarlet "
        "Pimpernel ended. Nobles still in line are discarded; hands, piles and table cards stay."
    ),
    "GU 3.2": N_(
        "A new day begins with twelve nobles, or as many as the deck still has. Option next_day: it is begun by the "
        "player after the one whose turn ended the day (next_player, the german rule), or by the one to the left of "
        "who began the day before (left_of_starter, the english rule)."
    ),
    "GU 3.3": N_(
        "The game ends after the third day, or when there is no noble left for a new one. Option days: one or two "
        "days instead of three."
    ),
    "GU 3.4": N_(
        "Option final_plays (on in the german edition, off in the english): however the game ended, each player may "
        "then, once round from the player after the one who ended it, play any number of these from hand: Fountain of "
        "Blood, Tough Crowd, Church, Civic and Military Support, Indifferent Public. Rush Job, a Judge and Callous "
        "Guards don't hinder that."
    ),
    "GU 3.5": N_("Most points win. Equal points share the win."),
    "GU 4.1": N_(
        "Collected means taken in the collect step, by Double Feature, by the Fast Noble or by the Rival Executioner. "
        "A noble got by After You, the Clown or an exchange by Clerical Error is not collected: it has no effect and "
        "brings nothing from Foreign Support. A noble put back by Missed! has its effect again when it is collected "
        "again."
    ),
    "GU 4.2": N_(
        "Robespierre ends the day with this turn: collections still owed are lost, the draws of the turn are made, "
        "then the day is over."
    ),
    "GU 4.3": N_("Who collects the Fast Noble also collects the noble now in front; if the line is empty, nobody."),
    "GU 4.4": N_(
        "Who collects the Rival Executioner also collects the top noble of the deck, not of the line; if the deck is "
        "empty, nobody."
    ),
    "GU 4.5": N_(
        "The Lord, the Lady and the Lady in Waiting each let you draw one action card more in the draw step of the "
        "turn in which you collect them."
    ),
    "GU 4.6": N_(
        "When the General or the Captain of the Guard is collected, the top noble of the deck joins the end of the "
        "line. So they keep the day going even when they were the last in line."
    ),
    "GU 4.7": N_(
        "After anybody has played an action card and it has been carried out, a Master Spy anywhere in line goes to "
        "the end, also one that this very card brought in. Confusion in Line out of turn counts, discarding Callous "
        "Guards doesn't, and nothing stops him. Option master_spy before: he goes as soon as the card is shown, and "
        "one that the card brings in is not moved."
    ),
    "GU 4.8": N_(
        "While an Unpopular Judge stands in front, nobody can play an action card, not even Confusion in Line or the "
        "second card of Trip. Table cards go on working, and Callous Guards may be discarded."
    ),
    "GU 4.9": N_(
        "Who collects the Clown puts him on top of a pile. Option clown: of any player, oneself included (any, the "
        "german rule), or of another player (another, the english rule)."
    ),
    "GU 4.10": N_(
        "Who collects the Innocent Victim at once discards an action card of their own choice; with an empty hand "
        "nothing happens."
    ),
    "GU 4.11": N_(
        "Each Palace Guard is worth the number of guards in the pile. The Count and the Countess are worth 4 each "
        "when both are in one pile, else 2 each. The Tragic Figure is worth -1 for every gray card in the pile, its "
        "own included."
    ),
    "GU 5.1": N_(
        "Forward is towards the front. A card that moves a noble exactly so many places can choose only one that has "
        "as many places to go."
    ),
    "GU 5.2": N_(
        "A card that moves a noble up to so many places moves it by one at least, and never past the end of the line."
    ),
    "GU 5.3": N_("A noble that stands in front already may be sent to the front; nothing changes."),
    "GU 5.4": N_(
        "Milling in Line, Opinionated Guards, Escape, Extra Cart and Late Arrival work with what is there where it is "
        "less than they name. With an empty deck of nobles Clothing Swap, Extra Cart and Late Arrival can't be "
        "played."
    ),
    "GU 5.5": N_(
        "While Callous Guards lie on a table, nobody can play a card that moves, brings, removes, shuffles or gives "
        "away nobles of the line, nor Double Feature or Missed!. They don't stop Political Influence, the Scarlet "
        "Pimpernel, Missing Heads, Clerical Error, Twist of Fate, table cards and cards about hands, and never the "
        "effects of nobles."
    ),
    "GU 5.6": N_(
        "A card without a possible target can't be played: no Marie Antoinette or no blue noble in line, an empty "
        "discard pile, nobody with the noble or the card that is needed. A card that chooses no target always can, "
        "such as Forced Break, Rain Delay, The Long Walk, Bribed Guards, or Milling in Line with a single noble."
    ),
    "GU 5.7": N_(
        "Everybody who may hold Confusion in Line, as far as all know, is asked in secret before a collection, so "
        "that the pause doesn't tell who has it."
    ),
    "GU 6.1": N_(
        "A pile counts in this order: printed values with GU 4.11; Indifferent Public, which makes each gray card "
        "worth 1; 1 more for each noble of the color that a Church, Civic or Military Support names; 2 more for "
        "Fountain of Blood; 2 less for each Tough Crowd."
    ),
    "GU 6.2": N_(
        "An example: nobles worth 17 with two red ones among them, a gray one of -1, and Military Support, which adds "
        "1 for each red one: 18 points."
    ),
    "GU 6.3": N_("Piles are open: everybody may look through each of them at any time."),
}

RULINGS: Final = {
    "GU 2.8": RULES["GU 2.8"],
    "GU 3.4": N_("Six cards may be played after the last day, in the order of seats, once round."),
    "GU 3.5": N_("Equal points share the win."),
    "GU 5.7": RULES["GU 5.7"],
}

GUIDE: Final = (
    N_("Collect the nobles that are worth most: whoever has most points after three days wins."),
    N_("Twelve nobles stand in a line before the guillotine. The one in front is the next to be taken."),
    N_("On your turn you may play one action card; then you collect the noble in front; then you draw an action card."),
    N_(
        "Most action cards change the line: bring a good noble to the front for yourself, or leave a bad one there "
        "for the next."
    ),
    N_("Others hurt a rival, or lie on a table to the end and change what a pile is worth."),
    N_(
        "Some nobles do something when they are collected: they bring another one, give cards, cost one, or end the "
        "day."
    ),
    N_(
        "The day ends when the line is empty, or when Robespierre or the Scarlet Pimpernel ends it. A new day brings "
        "twelve more."
    ),
    N_("At the end each noble counts its printed points, and gray ones mostly cost you some."),
    N_("Palace Guards are worth more the more you have, the Count and the Countess more together."),
    N_("Line, piles and tables are open to all; hands and decks are hidden."),
)
