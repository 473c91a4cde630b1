"""Games of an unnamed language model, as run folders with their journals; `turtlesoup demo` plays them again."""
