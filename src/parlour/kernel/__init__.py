"""The table: frames, chance, zones and knowledge, events, views, positions and records. No I/O, no game's name."""
