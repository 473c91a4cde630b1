"""Movie recommendation: ten questions about known movies, then the one of forty new ones that the user would like best.

From "Multi-Turn Puzzles" (arXiv 2508.10142). A user's taste is a hidden weight for each of eight attributes; a movie's
utility is the sum of weight times attribute score. The model is shown 20 movies that the user has seen, asks ten times
whether the user would prefer one of them over another, and is told Yes, No or No Preference, always truly. Then it is
shown 40 new movies and recommends one. Its result is the rank of that movie by the user's taste.

What the paper leaves open is decided as follows.

- All weights are multiples of 0.1 from 0 to 1; the model is told so. All arithmetic is on integers: weights in tenths,
  attribute scores in hundredths.
- "No Preference" means equal utilities.
- All ten questions have to be asked, since the new movies are shown only with the tenth answer. A question may be asked
  again.
- A question about anything but two different seen movies, a recommendation of anything but a new one, and a reply in
  which neither can be read cost no turn; there is one reminder a move, then the player is aborted.
- Movies with equal utilities share the mean of their ranks. In the packaged data no two new movies of an instance have
  equal utilities.
- The headline puts the rank between that of a random choice and 1; see ``game.py``.
"""
