"""Guillotine, by Paul Peterson: whoever collects the heads worth most wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.games.guillotine import actions, advice, nobles, rulebook, rules, texts
from parlour.games.guillotine.cards import CARDS
from parlour.kernel.messages import N_, messages_in
from parlour.kernel.spec import ALL, NOBODY, OWNER, GameSpec, TableOption, Zone

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parlour.kernel.spec import Value

ENGLISH: Final = {
    "next_day": "left_of_starter",
    "final_plays": "off",
    "confusion": "delayed",
    "clown": "another",
    "clerical_error": "collect",
    "twist_of_fate": "any",
}


def zones(seats: int) -> list[Zone]:
    """The line, the decks and discard piles, the card played; a hand, a pile and a table for each seat."""
    shared = [
        Zone("line", ALL, ordered=True),
        Zone("noble_deck", NOBODY, ordered=True),
        Zone("noble_discard", ALL, ordered=True),
        Zone("action_deck", NOBODY, ordered=True, deck=1),
        Zone("action_discard", ALL, ordered=True, deck=1),
        Zone("played", ALL, deck=1),
    ]
    for seat in range(seats):
        shared += [
            Zone(f"hand.{seat}", OWNER, seat, deck=1),
            Zone(f"pile.{seat}", ALL, seat, ordered=True),
            Zone(f"table.{seat}", ALL, seat, deck=1),
        ]
    return shared


def bound(seats: int, options: Mapping[str, Value]) -> int:
    """The turns within which a random game ends."""
    return 200


SPEC = GameSpec(
    id="guillotine",
    title="Guillotine",
    rule_prefix="GU",
    version=1,
    seats=(2, 5),
    options=(
        TableOption(
            "edition", "german", ("german", "english"), N_("The rules of which edition; sets the switches below.")
        ),
        TableOption(
            "next_day",
            "next_player",
            ("next_player", "left_of_starter"),
            N_("Who begins a new day: the player after the one who ended the day, or left of who began it."),
        ),
        TableOption("final_plays", "on", ("on", "off"), N_("Whether six cards may be played after the last day.")),
        TableOption(
            "confusion",
            "reaction",
            ("reaction", "delayed"),
            N_("Confusion in Line is played when another is about to collect, or beforehand on a player."),
        ),
        TableOption("clown", "any", ("any", "another"), N_("Whose pile may get the Clown.")),
        TableOption(
            "clerical_error",
            "exchange",
            ("exchange", "collect"),
            N_("Clerical Error is a secret exchange, or both collect, one after the other."),
        ),
        TableOption("twist_of_fate", "others", ("others", "any"), N_("Whose table cards Twist of Fate may discard.")),
        TableOption(
            "master_spy",
            "after",
            ("after", "before"),
            N_("The Master Spy goes to the end after a played card has resolved, or as soon as it is shown."),
        ),
        TableOption("days", 3, (1, 2, 3), N_("The number of days.")),
    ),
    presets={"edition": {"english": ENGLISH}},
    cards=CARDS,
    play=rules.Guillotine,
    zones=zones,
    bound=bound,
    effects={**nobles.EFFECTS, **actions.EFFECTS},
    predicates=rules.PREDICATES,
    prompts=texts.PROMPTS,
    messages=messages_in(texts),
    advice=advice.ADVICE,
    appraise=advice.appraise,
    worlds=advice.WORLDS,
    windows={"interrupt": ("play confusion_in_line", "pass")},
    stops={"guard": ("discard callous_guards", "pass")},
    guide=rulebook.GUIDE,
    rulebook=rulebook.RULES,
    rulings=rulebook.RULINGS,
    zone_names=texts.ZONES,
    value_names=texts.VALUES,
    aside=("noble_discard", "action_discard"),
    score_name=texts.VALUES["points"],
    hints=texts.HINTS,
)
rules.Guillotine.spec = SPEC
