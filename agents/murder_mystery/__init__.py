"""Players of murder mystery without a model, to read the results of models by."""
