"""The built data sets, a folder a game. Written by `turtlesoup dataset build`, never by hand."""
