"""People as models: a server in the form of OpenAI's API whose replies are written by whoever reads its page."""
