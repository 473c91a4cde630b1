"""The murder_mystery_qa metric, as a folder that `evaluate.load` takes."""
