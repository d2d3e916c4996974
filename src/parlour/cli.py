"""The commands."""


def main() -> int:
    """Run a command."""
    return 0
