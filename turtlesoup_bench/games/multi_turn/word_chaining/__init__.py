"""Word chaining: say words of a list in turn, each beginning with the last letter of the word before.

From "Multi-Turn Puzzles" (arXiv 2508.10142). The model is shown a list of 500 words; a side drawn at random begins with
any of them, and the sides alternate. Each word must be in the list, must not have been said by either side, and must
begin with the last letter of the word before. A breach of these rules loses at once. A game that reaches the turn
limit, or in which the side to move has no word left, ends without a loss: a model that keeps the rules always survives.
The user is played by rules and never breaks them. In Chinese a letter is a character.

What the paper leaves open is decided as follows.

- The limit of 20 counts the words of both sides, ten each. The paper reports at most 9.3 turns of a model on average.
- The user says a word drawn at random from those that are allowed; it does not try to leave the model without one. It
  does not begin with a word that no other follows: the model would have survived before it has said anything.
- The English words are SCOWL's most common ones (sizes 10 and 20); the Chinese ones are common words of two to four
  characters, on characters that many words begin and end with. A character is followed by itself, not by its sound.
- Case does not matter.
- The model's word is the last one in single quotation marks; where there is none, the last one in other quotation
  marks, and else in emphasis. Phrases and single letters in such marks are not words.
- A reply without a marked word is asked for again once; then the model is aborted. No other fault is asked about again.
"""
