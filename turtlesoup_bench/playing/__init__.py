"""People at the table: any game, played by hand on a web page or in the terminal, by the rules that models play by."""
