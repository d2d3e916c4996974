"""Two people at a table, each at a program of one's own."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from faults.remotes import Hand, level, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from faults.servers import Server

GAME = "get_the_macguffin"
"""Its decisions are public, and each ends at once."""


class Pair:
    """Two people who play.

    Args:
        url: of the server.
        people: they, by their seats.
    """

    def __init__(self, url: str, people: list[Hand]) -> None:
        self.people: list[Hand] = people
        self._url: str = url

    async def turn(self) -> tuple[Hand, dict[str, Any]]:
        """Who has to choose next, and the choice."""
        await until(lambda: any(each.known.get("options") for each in self.people))
        ready = next(each for each in self.people if each.known["options"])
        return ready, ready.choice(f"c{ready.known['question']}")

    async def play(self, moves: int) -> None:
        """Choose some times, as long as the game goes on."""
        for _ in range(moves):
            if self.people[0].over:
                return
            player, asked = await self.turn()
            before = player.known["question"]
            assert await player.ask(asked) == {"accepted": asked["id"]}
            await until(lambda: player.known["question"] > before)  # noqa: B023 - waited for here
            await until(
                lambda: all(each.over or any(one.known["options"] for one in self.people) for each in self.people)
            )

    async def check(self) -> None:
        """See that both know what newcomers are sent."""
        await level(self._url, list(self.people))


@asynccontextmanager
async def pair(server: Server) -> AsyncIterator[Pair]:
    """Two people at a new table, whose game has begun."""
    tokens = [server.guest("Anna"), server.guest("Berta")]
    table = server.table(tokens[0], GAME, ["me", "open"])
    answer = server.http.post(f"/t/{table}/join", data={"seat": "1"}, headers={"authorization": f"Bearer {tokens[1]}"})
    assert answer.status_code == 303, answer.text
    async with AsyncExitStack() as opened:
        people = [Hand(server.url, table, seat, token) for seat, token in enumerate(tokens)]
        for each in people:
            await opened.enter_async_context(each)
        yield Pair(server.url, people)
