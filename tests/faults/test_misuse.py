"""Whatever a client sends, it is refused with a reason and counted, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from websockets.frames import Frame, Opcode

from faults.pairs import pair
from faults.remotes import Hand, level, until
from parlour.server.protocol import LARGEST

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from faults.pairs import Pair
    from faults.servers import Server

    Asked = dict[str, Any]

FLOOD = 10_000
TOO_LARGE = 1_000_000
ROOM = 30_000_000
"""Bytes of memory that a server may take for whoever means harm."""
HANDSHAKE = (
    "GET /t/{table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@asynccontextmanager
async def playing_on(server: Server) -> AsyncIterator[Pair]:
    """Two people to misbehave with, while two others at the same server play and notice nothing."""
    async with pair(server) as others, pair(server) as one:
        game = asyncio.create_task(others.play(20))
        yield one
        await game
        await others.check()
        assert [each.wholes for each in others.people] == [1, 1]
        await one.check()


def other_seat(asked: Asked) -> int:
    return 1 - int(asked["seat"])


# What is no answer to an open question.


REFUSED: list[tuple[str, Callable[[Asked], Asked]]] = [
    ("stale_question", lambda asked: {**asked, "question": asked["question"] + 1}),
    ("stale_question", lambda asked: {**asked, "question": 2**62}),
    ("unknown_choice", lambda asked: {**asked, "choice": "no such card"}),
    ("unknown_choice", lambda asked: {**asked, "choice": ""}),
    ("unknown_choice", lambda asked: {**asked, "choice": "\x00\n<b>"}),
    ("not_your_seat", lambda asked: {**asked, "seat": other_seat(asked)}),
    ("unknown_seat", lambda asked: {**asked, "seat": 63}),
    ("bad_message", lambda asked: {**asked, "seat": 64}),
    ("bad_message", lambda asked: {**asked, "seat": -1}),
    ("bad_message", lambda asked: {**asked, "question": -1}),
    ("bad_message", lambda asked: {**asked, "question": 0.5}),
    ("stale_question", lambda asked: {**asked, "question": 2**64}),
    ("bad_message", lambda asked: {**asked, "choice": "x" * 401}),
    ("bad_message", lambda asked: {**asked, "choice": None}),
    ("bad_message", lambda asked: {**asked, "by": "window"}),
    ("bad_message", lambda asked: {**asked, "person": "somebody"}),
    ("bad_message", lambda asked: {**asked, "do": "win"}),
    ("bad_message", lambda asked: {"id": asked["id"]}),
    (
        "unknown_step",
        lambda asked: {"do": "stand", "id": asked["id"], "seat": asked["seat"], "step": "x", "choice": ""},
    ),
    ("seat_taken", lambda asked: {"do": "sit", "id": asked["id"], "seat": other_seat(asked)}),
    ("seat_taken", lambda asked: {"do": "sit", "id": asked["id"], "seat": asked["seat"], "player": "bot random"}),
    ("unknown_seat", lambda asked: {"do": "sit", "id": asked["id"], "seat": 63}),
    ("bad_name", lambda asked: {"do": "join", "id": asked["id"], "name": "two\nlines"}),
    ("bad_name", lambda asked: {"do": "join", "id": asked["id"], "name": "bot greedy"}),
    ("not_your_seat", lambda asked: {"do": "look", "id": asked["id"], "seat": other_seat(asked)}),
]


def test_what_can_not_be_is_refused_and_counted(server: Server) -> None:
    async def play() -> None:
        async with playing_on(server) as one:
            player, asked = await one.turn()
            for reason, spoiled in REFUSED:
                before = server.counted("parlour_commands_total", outcome=reason)
                answer = await player.ask(spoiled(asked))
                assert (answer.get("refused"), answer.get("reason")) == (asked["id"], reason), answer
                assert "\n" not in answer["word"]
                assert server.counted("parlour_commands_total", outcome=reason) == before + 1
            assert await player.ask(asked) == {"accepted": asked["id"]}

    asyncio.run(play())


def test_a_stranger_may_watch_and_nothing_else(server: Server) -> None:
    async def play() -> None:
        async with playing_on(server) as one:
            player, asked = await one.turn()
            async with Hand(server.url, player.table, None) as stranger:
                for message in (asked, {"do": "join", "id": "j", "name": "Eve"}, {"do": "sit", "id": "s", "seat": 0}):
                    assert (await stranger.ask(message))["reason"] == "no_guest"
                assert (await stranger.ask({"do": "look", "id": "l", "seat": 0}))["reason"] == "not_your_seat"
                assert (await stranger.ask({"do": "look", "id": "l", "seat": None})) == {"accepted": "l"}
            async with Hand(server.url, player.table, None, server.guest("Eve")) as guest:
                assert (await guest.ask(asked))["reason"] == "not_your_seat"

    asyncio.run(play())


def test_of_two_answers_at_once_one_counts(server: Server) -> None:
    async def play() -> None:
        async with playing_on(server) as one:
            for _ in range(5):
                player, asked = await one.turn()
                async with Hand(server.url, player.table, player.seat, player.token) as tab:
                    answers = await asyncio.gather(player.ask(asked), tab.ask({**asked, "id": "other tab"}))
                    assert sorted("accepted" in answer for answer in answers) == [False, True]
                    assert {answer.get("reason") for answer in answers} <= {None, "stale_question"}
                    await until(lambda: tab.known == player.known)  # noqa: B023 - waited for here

    asyncio.run(play())


def test_a_command_that_comes_again_is_done_once(server: Server) -> None:
    async def play() -> None:
        async with playing_on(server) as one:
            player, asked = await one.turn()
            question = player.known["question"]
            for _ in range(20):
                await player.socket.send(json.dumps(asked))
            assert await player.ask(asked) == {"accepted": asked["id"]}
            await until(lambda: player.known["question"] == question + 1)
            assert (await player.ask({**asked, "id": "late"}))["reason"] == "stale_question"

    asyncio.run(play())


# What is no message.


def raw(*frames: tuple[Opcode, bytes, bool]) -> bytes:
    return b"".join(Frame(opcode, data, fin).serialize(mask=True) for opcode, data, fin in frames)


def text(data: bytes) -> bytes:
    return raw((Opcode.TEXT, data, True))


GARBAGE = [
    b"",
    b"null",
    b"[]",
    b"{",
    b'"choose"',
    b"[" * 8000,
    b'{"do":' * 2000,
    b'{"do":"join","id":"' + b"x" * 65 + b'","name":"Eve"}',
    b'{"do":"join","id":"","name":"Eve"}',
    b'{"do":"join","id":5,"name":"Eve"}',
    b'{"do":"join","id":"\\ud800","name":"Eve"}',
    b'{"do":"join","do":"leave"}',
    b'{"do":"look","id":"x","seat":1e999}',
    b"\x00" * LARGEST,
]


def test_what_is_no_message_is_refused(server: Server) -> None:
    async def play() -> None:
        async with playing_on(server) as one:
            player = one.people[0]
            for data in GARBAGE:
                for frame in (text(data), raw((Opcode.BINARY, data, True))):
                    before = server.counted("parlour_commands_total", do="message", outcome="bad_message")
                    player.answers.clear()
                    player.socket.transport.write(frame)
                    await until(lambda: player.answers)
                    (answer,) = player.answers.values()
                    assert answer["reason"] == "bad_message"
                    assert len(json.dumps(answer)) < 1000
                    assert server.counted("parlour_commands_total", do="message", outcome="bad_message") == before + 1

    asyncio.run(play())


BROKEN = [
    pytest.param(text(b'{"do":"join","id":"x","name":"' + b"x" * TOO_LARGE + b'"}'), 1009, "too_long", id="1 MB"),
    pytest.param(text(b" " * (LARGEST + 1)), 1009, "too_long", id="a byte too long"),
    pytest.param(
        raw((Opcode.TEXT, b" ", False), *[(Opcode.CONT, b" " * 1024, False)] * 16, (Opcode.CONT, b"", True)),
        1009,
        "too_long",
        id="too long in fragments",
    ),
    pytest.param(text(b'{"do":"join","id":"x","name":"\xff"}'), 1007, "bad_message", id="no UTF-8"),
    pytest.param(
        raw((Opcode.TEXT, b'"\xc3', False), (Opcode.CONT, b'("', True)), 1007, "bad_message", id="no UTF-8 in two"
    ),
    pytest.param(raw((Opcode.CONT, b"{}", True)), 1002, "bad_frame", id="goes on with nothing"),
    pytest.param(raw((Opcode.TEXT, b"{", False), (Opcode.TEXT, b"}", True)), 1002, "bad_frame", id="begins twice"),
    pytest.param(Frame(Opcode.TEXT, b"{}").serialize(mask=False), 1002, "bad_frame", id="no mask"),
    pytest.param(b"\x83\x80\x00\x00\x00\x00", 1002, "bad_frame", id="reserved opcode"),
    pytest.param(b"\xc1\x80\x00\x00\x00\x00", 1002, "bad_frame", id="reserved bit"),
    pytest.param(b"GET / HTTP/1.1\r\n\r\n" * 9, 1002, "bad_frame", id="HTTP"),
    pytest.param(b"\x89\xfe\x00\x7e" + bytes(4 + 126), 1002, "bad_frame", id="a ping too long"),
]


@pytest.mark.parametrize(("data", "code", "outcome"), BROKEN)
def test_a_line_that_breaks_the_rules_is_closed_and_counted(
    server: Server, data: bytes, code: int, outcome: str
) -> None:
    async def play() -> None:
        async with playing_on(server) as one:
            player = one.people[0]
            before = server.counted("parlour_commands_total", do="message", outcome=outcome)
            async with Hand(server.url, player.table, player.seat, player.token) as tab:
                tab.socket.transport.write(data)
                await tab.socket.wait_closed()
                assert tab.socket.close_code == code
            await until(lambda: server.counted("parlour_commands_total", do="message", outcome=outcome) == before + 1)

    asyncio.run(play())


def test_fragments_and_pings_are_taken_as_they_come(server: Server) -> None:
    async def play() -> None:
        async with playing_on(server) as one:
            player, asked = await one.turn()
            data = json.dumps(asked).encode()
            pieces = [(Opcode.CONT, data[at : at + 5], False) for at in range(5, len(data), 5)]
            ping = (Opcode.PING, b"x", True)
            between = [frame for piece in pieces for frame in (ping, piece)]
            frames = [(Opcode.TEXT, data[:5], False), *between, (Opcode.CONT, b"", True)]
            player.answers.clear()
            player.socket.transport.write(raw(*frames))
            await until(lambda: player.answers)
            assert player.answers == {asked["id"]: {"accepted": asked["id"]}}
            await (await player.socket.ping(b"alive"))

    asyncio.run(play())


@pytest.mark.parametrize("data", [b"", b'{"do":"join","id":"x","name":"Eve"}', b'{"do":"look","id":"x","seat":null}'])
def test_a_flood_is_refused_and_cut_off(server: Server, data: bytes) -> None:
    async def play() -> None:
        async with playing_on(server) as one:
            player = one.people[0]
            before = server.counted("parlour_commands_total", outcome="too_many")
            async with Hand(server.url, player.table, player.seat, player.token) as tab:
                tab.socket.transport.write(text(data) * FLOOD)
                await until(lambda: tab.socket.close_code)
                assert tab.socket.close_code == 1008
            assert 50 < server.counted("parlour_commands_total", outcome="too_many") - before < FLOOD / 10

    asyncio.run(play())


def test_whoever_gave_a_reason_to_be_cut_off_may_come_back(server: Server) -> None:
    async def play() -> None:
        async with playing_on(server) as one:
            player = one.people[0]
            async with Hand(server.url, player.table, player.seat, player.token) as tab:
                tab.socket.transport.write(text(b"") * FLOOD)
                await until(lambda: tab.socket.close_code)
            async with Hand(server.url, player.table, player.seat, player.token) as tab:
                await level(server.url, [tab])

    asyncio.run(play())


def test_whoever_pings_and_does_not_read_is_cut_off(server: Server) -> None:
    async def play() -> None:
        async with playing_on(server) as one:
            player = one.people[0]
            before = server.resident
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(HANDSHAKE.format(table=player.table).encode())
            with pytest.raises(ConnectionError):
                await ping_on(writer)
            writer.close()
            assert server.resident < before + ROOM

    asyncio.run(play())


async def ping_on(writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(raw((Opcode.PING, bytes(125), True)) * 1000)
        await writer.drain()
