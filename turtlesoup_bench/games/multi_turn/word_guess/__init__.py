"""Word guess: the model finds the secret word of a vocabulary from the colours of its attempts, in as few as it can.

From "Multi-Turn Puzzles" (arXiv 2508.10142). The model is shown 40 words of five letters, one of which is the secret.
An attempt is one of these words; the reply is a colour for each of its letters. The game ends with the secret, or after
40 attempts. Nothing in it is left to chance. It is played in English alone.

What the paper leaves open is decided as follows.

- The words are common ones of SCOWL, drawn at random; no word is in two vocabularies.
- A letter that occurs several times is coloured as usual: greens first, then yellows from left to right while the
  secret has copies of the letter that are not coloured yet.
- An attempt that is repeated, or that earlier replies exclude, is legal and counts.
- A reply without an attempt, or with one that is not in the vocabulary, is answered by one reminder, and does not count
  as an attempt; after a second such reply in a row the player is aborted.
- A game that ends without the secret counts as the 40 attempts that were made.
"""
