"""Murder mystery: players in given roles find out who of them did it, and the one who did it misleads them.

A case is data before it is prose: people, places, a timeline, objects, motives and means are facts with an id; scripts,
clues, pictures and questions state these facts, and what a player may know, who lies and who can have done it follows
from them.
"""
