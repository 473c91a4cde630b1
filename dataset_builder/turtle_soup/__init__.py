"""From story files to turtle soup's data set."""
