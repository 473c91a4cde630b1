"""People at the table: the same game, the same protocol, played by hand in a terminal or a browser."""
