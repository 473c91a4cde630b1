"""Other collections, read into this project's puzzle records. Nothing imported is ever written into the package."""
