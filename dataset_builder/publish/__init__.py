"""What is published: the data set of all games, the metrics and a page to play on, each a repository of the Hub."""
