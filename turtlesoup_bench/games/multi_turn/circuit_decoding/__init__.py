"""Circuit decoding: the model finds the truth tables of unknown logic circuits by asking for their outputs.

From "Multi-Turn Puzzles" (arXiv 2508.10142). There are three circuits of three inputs or six of two, 24 rows in all,
and 18 queries, each for one row of one circuit; then the model gives all tables. The circuits together use up a stock
of AND, OR and NOT gates, which the model is told: what the queries leave open follows from it.

What the paper leaves open is decided as follows.

- The circuits are three of three inputs in half of the instances, six of two in the other half; never twelve of one.
- A gate uses up its signals, so that a circuit has one AND or OR gate fewer than it has inputs, and uses each input
  once.
- The stock is told for all circuits together; how many gates, or layers, one circuit has is not told.
- The bits of a guess are the tables joined, circuit A first, rows counting up with the last input the fastest.
- A query that is asked again is answered again and counts again.
- A guess may be made before the queries are used up. It ends the game, right or wrong.
- A turn is one query or one guess. A reply with several different ones is not accepted, nor is a query once none is
  left, nor a guess of the wrong length: the player is told so once, and is aborted if its next reply is not accepted
  either. In the last turn, queries beside a guess are not counted as moves.
- A circuit counts as right only with its whole table. The score is the share of right circuits between that of random
  bits (0) and all (1); each instance can be solved by halving the consistent sets of circuits.
"""
