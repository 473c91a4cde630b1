"""The contracts: JSON Schema 2020-12, one file a record kind; nothing else defines a record."""
