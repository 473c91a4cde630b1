"""Pictures of the image clues of murder mystery cases, drawn from the case record and nothing else.

What a picture shows of a line, by kind:

- The text is written, always. The caption never is: it describes the picture to those who cannot see it.
- The time is written as HH:MM. A clock shows it with its hands instead.
- Names of person, place and object are written where the text does not contain them. In running text (letter, telegram,
  diary, newspaper, label), a line with a text speaks for itself, and names are written only for a line without one.
- In a chat, the person is the sender. In a seating plan, people sit in the order of the lines, clockwise.
- In a family tree, a line hangs below the earlier line whose person its text names, or else below the first line.
- In a picture of before and after, the lines with the first line's time are before, all others after; without times,
  the first line alone is before.
- Floor plan, map and phone trace show all places of the case and where they lie; the lines are marks in them.
"""
