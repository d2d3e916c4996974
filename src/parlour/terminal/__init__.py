"""The table on a terminal: who sits at it, what each may see, and what they type."""
