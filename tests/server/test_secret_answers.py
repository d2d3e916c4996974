"""Several seats answer the same question in secret: at once, in any order, and nobody learns of it before the last."""

from __future__ import annotations

import asyncio
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from parlour import games
from parlour.kernel.chance import Rng
from parlour.server.commands import Accepted, Choose, Reason, Refused
from server.clients import Client, MemoryStore, clients, outside, owing, read_all, seated
from support import scaled

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from parlour.kernel.spec import Setup
    from parlour.server.table import Table


async def at_a_secret_question(setup: Setup, series: int) -> tuple[Table, list[Client]] | None:
    """A game, played at random until several seats owe an answer; None where that does not come."""
    table, rng = await seated(MemoryStore(), setup, outside(series)), Rng(f"secret {series}")
    players = clients(table)
    for number in range(200):
        ready = owing(players)
        if len(ready) != 1:
            return (table, players) if ready else None
        await table.do(ready[0].choose(rng, number))
        read_all(players)
    return None


def secret_tables() -> list[tuple[Setup, int]]:
    """Tables, each with the number of a game, at which a secret question comes up."""

    async def comes(setup: Setup, series: int) -> bool:
        return await at_a_secret_question(setup, series) is not None

    setups = [spec.setup(seats) for spec in map(games.load, games.names()) for seats in spec.seats]
    return [(setup, series) for setup in setups for series in range(scaled(2)) if asyncio.run(comes(setup, series))]


SECRET = [pytest.param(*each, id=f"{each[0].spec.id}-{each[0].seats}-{each[1]}") for each in secret_tables()]


def run(setup: Setup, series: int, play: Callable[[Table, list[Client]], Awaitable[None]]) -> None:
    """Play from a secret question on."""

    async def whole() -> None:
        found = await at_a_secret_question(setup, series)
        assert found is not None
        await play(*found)

    asyncio.run(whole())


@pytest.mark.parametrize(("setup_", "series"), SECRET)
def test_nobody_else_is_sent_anything_until_the_last_answer(setup_: Setup, series: int) -> None:
    async def play(table: Table, players: list[Client]) -> None:
        rng, ready = Rng(series), owing(players)
        for count, player in enumerate(ready, 1):
            assert await table.do(player.choose(rng, "answer")) == Accepted("answer")
            sent = [other for other in players if other.read()]
            assert sent == [player] if count < len(ready) else set(players) >= set(sent) > {player}

    run(setup_, series, play)


@pytest.mark.parametrize(("setup_", "series"), SECRET)
def test_the_order_of_the_answers_leaves_no_trace(setup_: Setup, series: int) -> None:
    async def course(order: tuple[int, ...]) -> tuple[list[list[bytes]], list[dict[str, Any]]]:
        found = await at_a_secret_question(setup_, series)
        assert found is not None
        table, players = found
        ready = owing(players)
        for index in order:
            await table.do(ready[index].says(ready[index].known["options"][0], "answer"))
        read_all(players)
        received = [player.received for player in players if player not in ready]
        return received, [player.known for player in players]

    async def play() -> None:
        found = await at_a_secret_question(setup_, series)
        assert found is not None
        count = len(owing(found[1]))
        first, *others = [await course(order) for order in list(permutations(range(count)))[: scaled(6)]]
        assert others
        assert all(other == first for other in others)

    asyncio.run(play())


@pytest.mark.parametrize(("setup_", "series"), SECRET)
def test_answers_given_at_once_are_all_taken_once(setup_: Setup, series: int) -> None:
    async def play(table: Table, players: list[Client]) -> None:
        ready = owing(players)
        commands = [player.says(player.known["options"][0], f"answer {player.seat}") for player in ready]
        doubled = [*commands, *commands, *commands]
        answers = await asyncio.gather(*map(table.do, doubled))
        assert answers == [Accepted(command.id) for command in doubled]
        read_all(players)
        assert [player.known["question"] for player in ready] == [command.question + 1 for command in commands]

    run(setup_, series, play)


@pytest.mark.parametrize(("setup_", "series"), SECRET)
def test_of_two_choices_at_once_one_is_taken(setup_: Setup, series: int) -> None:
    async def play(table: Table, players: list[Client]) -> None:
        player = owing(players)[0]
        here, there = (player.says(player.known["options"][end], f"tab {end}") for end in (0, -1))
        first, second = await asyncio.gather(table.do(here), table.do(there))
        assert first == Accepted("tab 0")
        assert second == Refused("tab -1", Reason.STALE_QUESTION, stale(here))

    run(setup_, series, play)


def stale(choose: Choose) -> str:
    number = choose.question
    return f"question {number} is not open: the next one of seat {choose.seat} is {number + 1}"


def test_secret_questions_come_up_in_some_game() -> None:
    assert SECRET
