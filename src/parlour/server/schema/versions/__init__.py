"""The migrations, one after another."""
