"""From story files to the published data set."""
