"""Tables that are kept: history and store, one writer and a stream for each viewer, who looks after them, the ways to them."""
