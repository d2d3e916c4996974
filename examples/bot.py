"""Takes a free seat at a table of Parlour and plays at random: `python bot.py LINK [NAME [SECONDS A CHOICE]]`."""

import asyncio
import json
import random
import sys
from urllib.request import urlopen

from websockets.asyncio.client import connect


def become_guest(link, name):
    return json.load(urlopen(link.partition("/t/")[0] + "/api/guests", json.dumps({"name": name}).encode()))["token"]


def wish(message, view):
    match message:
        case {"you": {"seats": []}} | {"reason": "seat_taken"}:
            return {"do": "sit", "seat": random.choice([n for n, who in enumerate(view["players"]) if who is None])}
        case {"you": {"seats": [seat, *_]}} if view["viewer"] is None:
            return {"do": "look", "seat": seat}
        case {"whole": new} | {"changed": new} if view.get("options") and new.keys() & {"options", "question"}:
            choice = random.choice(view["options"])
            return {"do": "choose", "seat": view["viewer"], "question": view["question"], "choice": choice}


async def play(link, name="Random", pace="0.06"):
    view, token = {}, {"Authorization": f"Bearer {become_guest(link, name)}"}
    async with connect(link.replace("http", "ws", 1) + "/socket", additional_headers=token) as socket:
        await socket.send(json.dumps({"do": "join", "id": "join", "name": name}))
        while not view.get("winners"):
            message = json.loads(await socket.recv())
            view |= message.get("whole") or message.get("changed") or {}
            if asked := wish(message, view):
                await asyncio.sleep(float(pace))  # a socket may say 20 things a second
                await socket.send(json.dumps({"id": random.randbytes(8).hex(), **asked}))
    print(f"{name} had seat {view['viewer']}; scores: {view['scores']}, won by {view['winners']}")


asyncio.run(play(*sys.argv[1:]))
