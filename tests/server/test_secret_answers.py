"""Several seats answer the same question in secret: at once, in any order, and nobody learns of it before the last."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from parlour import games
from parlour.kernel.chance import Rng
from parlour.server.commands import Accepted, Reason, Refused
from server.clients import Client, MemoryStore, clients, outside, owing, read_all, seated
from support import scaled

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from parlour.kernel.spec import Setup
    from parlour.server.table import Table

    Order = Callable[[list[Client]], list[Client]]


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


@cache
def secret_tables() -> list[tuple[Setup, int]]:
    """Tables, each with the number of a game, at which a secret question comes up."""

    async def comes(setup: Setup, series: int) -> bool:
        return await at_a_secret_question(setup, series) is not None

    setups = [spec.setup(seats) for spec in map(games.load, games.names()) for seats in spec.seats]
    found = [(setup, series) for setup in setups for series in range(scaled(2)) if asyncio.run(comes(setup, series))]
    assert found
    return found


def at_each(play: Callable[[Table, list[Client]], Awaitable[None]]) -> None:
    """Play from each secret question on."""

    async def whole(setup: Setup, series: int) -> None:
        found = await at_a_secret_question(setup, series)
        assert found is not None
        await play(*found)

    for setup, series in secret_tables():
        asyncio.run(whole(setup, series))


def test_nobody_else_is_sent_anything_until_the_last_answer() -> None:
    async def play(table: Table, players: list[Client]) -> None:
        rng, ready = Rng("answers"), owing(players)
        for count, player in enumerate(ready, 1):
            assert await table.do(player.choose(rng, "answer")) == Accepted("answer")
            sent = [other for other in players if other.read()]
            assert sent == [player] if count < len(ready) else set(players) >= set(sent) > {player}

    at_each(play)


@pytest.mark.parametrize("backwards", [False, True])
def test_the_order_of_the_answers_leaves_no_trace(backwards: bool) -> None:
    async def course(setup: Setup, series: int, order: Order) -> tuple[list[list[bytes]], list[dict[str, Any]]]:
        found = await at_a_secret_question(setup, series)
        assert found is not None
        table, players = found
        ready = owing(players)
        for player in order(ready):
            await table.do(player.says(player.known["options"][0], "answer"))
        read_all(players)
        received = [player.received for player in players if player not in ready]
        return received, [player.known for player in players]

    def other(ready: list[Client]) -> list[Client]:
        return ready[::-1] if backwards else [*ready[1:], ready[0]]

    for setup, series in secret_tables():
        assert asyncio.run(course(setup, series, list)) == asyncio.run(course(setup, series, other))


def test_answers_given_at_once_are_all_taken_once() -> None:
    async def play(table: Table, players: list[Client]) -> None:
        ready = owing(players)
        commands = [player.says(player.known["options"][0], f"answer {player.seat}") for player in ready]
        tripled = commands * 3
        answers = await asyncio.gather(*map(table.do, tripled))
        assert answers == [Accepted(command.id) for command in tripled]
        read_all(players)
        assert [player.known["question"] for player in ready] == [command.question + 1 for command in commands]

    at_each(play)


def test_of_two_choices_at_once_one_is_taken() -> None:
    async def play(table: Table, players: list[Client]) -> None:
        player = owing(players)[0]
        here, there = (player.says(player.known["options"][end], f"tab {end}") for end in (0, -1))
        first, second = await asyncio.gather(table.do(here), table.do(there))
        assert first == Accepted("tab 0")
        assert isinstance(second, Refused)
        assert second.reason == Reason.STALE_QUESTION

    at_each(play)
