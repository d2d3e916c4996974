"""One module a command: its first docstring line is its help; it has `arguments(parser)` and `run(arguments) -> int`."""
