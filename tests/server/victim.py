"""A server without a socket, to be killed: a line of JSON asks it, a line of JSON answers.

``{"ref", "table", "choose": [id, seat, question, choice] or null, "listen": [[seat, epoch, number], ...]}`` is answered by
``{"ref", "answer", "messages": [[...], ...]}``; all that is asked is worked on at once.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from parlour.server.commands import Accepted, Choose
from parlour.server.database import open_database
from parlour.server.hall import Hall


async def serve(path: Path) -> None:
    """Answer until the end of what is asked."""
    store = open_database(f"sqlite:///{path}").store
    hall, working = Hall(store), set[asyncio.Task[None]]()
    while line := await asyncio.to_thread(sys.stdin.readline):
        task = asyncio.create_task(answer(hall, json.loads(line)))
        working.add(task)
        task.add_done_callback(working.discard)
    await asyncio.gather(*working)
    await store.close()


async def answer(hall: Hall, asked: dict[str, Any]) -> None:
    """Do what is asked, and print the answer."""
    async with hall.at(asked["table"]) as table:
        answer = ""
        if asked["choose"]:
            command_id, seat, question, choice = asked["choose"]
            done = await table.do(Choose(command_id, f"person {seat}", seat, question, choice))
            answer = "accepted" if isinstance(done, Accepted) else done.reason
        messages = []
        for seat, epoch, number in asked["listen"]:
            reader = table.listen(f"person {seat}", seat, epoch, number)
            messages.append([json.loads(each.encoded) for each in iter(reader.ready, None)])
        print(json.dumps({"ref": asked["ref"], "answer": answer, "messages": messages}), flush=True)  # noqa: T201 - its answer


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
