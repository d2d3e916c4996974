"""Card games of hidden information, played properly."""
