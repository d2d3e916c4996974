"""Steps run in the order written, questions wait, secret answers stay secret, chance can be scripted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from parlour.kernel.chance import Rng
from parlour.kernel.errors import BadPosition, BadSetup, IllegalChoice, NothingOwed, UnknownName
from parlour.kernel.events import Drawn, Taken
from parlour.kernel.options import NUMBER, PASS, PLAY, SEAT

if TYPE_CHECKING:
    from parlour.kernel.game import Game
    from parlour.kernel.options import Option, Seat
    from parlour.kernel.spec import GameSpec

SEEN: list[str] = []


def note(game: Game, what: str) -> None:
    SEEN.append(what)


def branch(game: Game) -> None:
    """Write two steps down; the first has two of its own."""
    game.do(leaves)
    game.do(note, "after both leaves")


def leaves(game: Game) -> None:
    game.do(note, "first leaf")
    game.do(note, "second leaf")


def numbers(game: Game, seat: Seat, most: int) -> list[Option]:
    return [NUMBER | number for number in range(most)]


def chosen(game: Game, option: Option, seat: Seat, most: int) -> None:
    SEEN.append(f"{seat} chose {option & 255} of {most}")


def revealed(game: Game, picks: dict[Seat, Option], most: int) -> None:
    SEEN.append(str({seat: option & 255 for seat, option in picks.items()}))


@pytest.fixture
def game(sample: GameSpec) -> Game:
    """A table with nothing asked and nothing to come."""
    SEEN.clear()
    table = sample.play.start(sample.setup(3), "frames", journal=True)
    table.question = None
    return table


def going(game: Game, step: Any, *kept: object) -> list[str]:
    """What was noted when a step had been done, with what it wrote down, until something is asked."""
    game.do(step, *kept)
    game.run()
    return SEEN


def test_steps_run_in_the_order_written_each_with_all_that_it_wrote(game: Game) -> None:
    assert going(game, branch) == ["first leaf", "second leaf", "after both leaves"]


def test_an_empty_stack_means_the_next_turn(game: Game) -> None:
    turns = game.turns
    game.run()
    assert game.turns == turns + 1


def test_a_question_waits_and_goes_on_with_what_was_chosen(game: Game) -> None:
    game.ask(1, numbers, chosen, 4)
    game.run()
    assert (game.owes(), game.step_asked(), game.options(1)) == ((1,), "chosen", [NUMBER | n for n in range(4)])
    game.choose(1, NUMBER | 3)
    assert SEEN == ["1 chose 3 of 4"]


def test_a_question_is_put_even_with_one_option(game: Game) -> None:
    game.ask(1, numbers, chosen, 1)
    game.run()
    assert game.owes() == (1,)


def test_an_open_question_with_one_option_is_taken_and_noted(game: Game) -> None:
    game.ask_open(2, numbers, chosen, 1)
    game.run()
    assert SEEN == ["2 chose 0 of 1"]
    assert Taken(2, "chosen", NUMBER) in (game.journal or ())


def test_an_open_question_without_options_is_passed_over(game: Game) -> None:
    game.ask_open(2, numbers, chosen, 0)
    game.run()
    assert SEEN == []


def test_secret_answers_come_in_any_order_and_are_seen_together(game: Game) -> None:
    game.ask_all((0, 1, 2), numbers, revealed, 3)
    game.run()
    game.choose(2, NUMBER | 2)
    assert (game.owes(), game.asked()) == ((0, 1), (0, 1, 2))
    assert [game.view(seat).asked for seat in (0, 1, 2, None)] == [(0, 1, 2), (0, 1, 2), (0, 1), (0, 1, 2)]
    game.choose(0, NUMBER | 0)
    assert SEEN == []
    game.choose(1, NUMBER | 1)
    assert SEEN == ["{0: 0, 1: 1, 2: 2}"]


def test_a_refusal_does_not_tell_who_has_answered(game: Game) -> None:
    game.ask_all((0, 1), numbers, revealed, 3)
    game.run()
    with pytest.raises(NothingOwed) as before:
        game.choose(2, PASS)
    game.choose(0, NUMBER)
    with pytest.raises(NothingOwed) as after:
        game.choose(2, PASS)
    assert str(before.value) == str(after.value) == "seat 2 owes no choice: expected seat 0, 1 to move"


def test_a_second_answer_is_refused(game: Game) -> None:
    game.ask_all((0, 1), numbers, revealed, 3)
    game.run()
    game.choose(0, NUMBER)
    with pytest.raises(NothingOwed, match="seat 0 owes no choice"):
        game.choose(0, NUMBER | 1)


def test_a_refused_choice_says_what_was_expected(game: Game) -> None:
    game.ask(1, numbers, chosen, 2)
    game.run()
    with pytest.raises(IllegalChoice, match=r"seat 1 can't choose 'seat 1' at chosen: expected one of 0, 1"):
        game.choose(1, SEAT | 1)


@pytest.mark.parametrize("number", [99999, PLAY | 200, -5, 200 << 24 | 1])
def test_a_number_that_is_no_option_is_refused_as_it_is(game: Game, number: int) -> None:
    game.ask(1, numbers, chosen, 2)
    game.run()
    with pytest.raises(IllegalChoice, match=f"seat 1 can't choose '{number}' at chosen"):
        game.choose(1, number)


@pytest.mark.parametrize("viewer", [9, -1])
def test_a_seat_that_is_not_there_has_no_view(game: Game, viewer: int) -> None:
    with pytest.raises(UnknownName, match=f"unknown seat '{viewer}': expected one of 0, 1, 2"):
        game.view(viewer)


@pytest.mark.parametrize(("seats", "words"), [("a", "'a' seats"), (2.5, "2.5 seats"), (1, "1 seat:")])
def test_a_table_of_no_such_number_of_seats_is_refused(sample: GameSpec, seats: Any, words: str) -> None:
    with pytest.raises(BadSetup, match=f"can't be played with {words}.* expected 2 to"):
        sample.setup(seats)


def test_options_follow_an_imagined_world(sample: GameSpec) -> None:
    game = sample.play.start(sample.setup(2), "worlds")
    (seat,) = game.owes()
    hands = {tuple(game.imagine(1 - seat, Rng(number)).options(seat)) for number in range(40)}
    assert len(hands) > 1


def test_named_draws_can_be_scripted(game: Game) -> None:
    game.script = (("roll", 5), ("pick", "seat 2"), ("shuffle", ["stone", "storm", "mirror"]))
    assert game.roll(6) == 5
    assert game.pick([SEAT | 1, SEAT | 2]) == SEAT | 2
    mixed = game.shuffle(bytes(map(game.spec.kind, ["mirror", "stone", "storm"])))
    assert [game.spec.kinds[kind] for kind in mixed] == ["stone", "storm", "mirror"]
    assert [entry.draw for entry in game.journal or () if isinstance(entry, Drawn)][-3:] == ["roll", "pick", "shuffle"]
    assert not game.script


@pytest.mark.parametrize("scripted", [("roll", 7), ("pick", "5"), ("roll", "six")])
def test_a_scripted_draw_that_can_not_be_is_refused(game: Game, scripted: tuple[str, object]) -> None:
    game.script = (scripted,)
    with pytest.raises(BadPosition, match=r"expected \{roll: one of 1, 2, 3, 4, 5, 6\}"):
        game.roll(6)


def test_a_sealed_table_is_dealt_the_same_from_the_same_seed(sample: GameSpec) -> None:
    one, same, other = (sample.play.start(sample.setup(3), bytes([n]) * 32) for n in (1, 1, 2))
    assert one == same != other
    assert one.fingerprint() == same.fingerprint() != other.fingerprint()
