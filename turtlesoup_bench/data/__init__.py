"""The built data set: one JSON Lines file a language. Written by `turtlesoup dataset build`, never by hand."""
