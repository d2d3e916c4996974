"""Tables that are kept: their history, one writer each, a stream for each viewer, and the store. No socket here."""
