"""A server that meets what goes wrong."""

from __future__ import annotations

from typing import Any

import serving
from serving import PATIENCE, bearer

__all__ = ["PATIENCE", "Server", "bearer"]


class Server(serving.Server):
    """A server that may complain, as long as it knew what might happen."""

    @property
    def unexpected(self) -> list[dict[str, Any]]:
        """The complaints that come with a trace."""
        return [line for line in self.complaints if "trace" in line]
