"""Writes the JSON schema of the messages of the socket: `make schema`."""

from __future__ import annotations

import json
from pathlib import Path

from parlour.server import protocol

if __name__ == "__main__":
    text = json.dumps(protocol.schema(), indent=2) + "\n"
    Path(__file__).with_name("protocol.schema.json").write_text(text, encoding="utf-8")
