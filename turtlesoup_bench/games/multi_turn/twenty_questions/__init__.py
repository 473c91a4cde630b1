"""Twenty questions the other way round: the model has a word in mind and must answer without contradicting itself.

From "Multi-Turn Puzzles" (arXiv 2508.10142). The model is shown 80 to 100 nouns, each with all its WordNet hypernyms,
picks one without telling, and answers yes or no. Questions are "Is it a type of X?", and in the end a guess, "Is your
word X?"; the first guess ends the game. The game is lost at once when no word is left that fits all answers. The user
is played by rules that look for contradictions; it does not play well on purpose.

What the paper leaves open is decided as follows.

- Each game has words of its own; a noun is taken in its first sense in WordNet.
- The "+ 1" of the 20 + 1 turns is the guess: the 21st question, if there is one, is always a guess.
- The chance of 0.15 to guess an excluded word holds for every guess, a forced one too.
- Where the user would pick from an empty set it picks from another: a guess from the words that are left, a question
  from the hypernyms that hold for a proper part of them.
- A hypernym is drawn uniformly from those of its kind, and may be asked about again.
- Saying that a word was picked is a turn of the chat but not one of the 21, and any words will do.
- A reply is yes or no if its first or last word is, and the two do not disagree. Any other one is asked for again; past
  the allowance the player is aborted.
- A game counts 1 if it was consistent, else 0.
"""
