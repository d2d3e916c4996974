"""The page: views drawn as HTML. It shows what the server hands it and knows no rules."""

from parlour.web.drawing import STATIC

__all__ = ["STATIC"]
