"""An agent in one file: it asks whether each long word of the surface matters."""

import re

from turtlesoup_bench import BeliefState, Question, Seat, View, questioner_agent


class TwentyWords:
    """Asks about the words of the surface, longest first, and believes whatever was confirmed."""

    def __init__(self, seat: Seat):
        self.seat = seat

    async def ask(self, view: View) -> Question | None:
        """The next question, or None to stop."""
        asked = len(view.exchanges)
        words = self._words(view.surface)[:20]
        if asked >= len(words):
            return None
        text = "Does “{}” matter?" if view.language == "en" else "“{}”重要吗？"
        return Question(text.format(words[asked]), trace={"word": words[asked]})

    async def conclude(self, view: View) -> BeliefState:
        """The prediction: details, logic and a conclusion."""
        confirmed = tuple(e.question for e in view.exchanges if e.verdict == "yes")
        return BeliefState(logic=(), details=confirmed, conclusion=view.surface)

    @staticmethod
    def _words(surface: str) -> list[str]:
        words = re.findall(r"[A-Za-z]{5,}|[\u4e00-\u9fff]{2}", surface)
        return sorted(dict.fromkeys(words), key=len, reverse=True)


# A model-backed agent leaves needs_model True and calls `await seat.client.complete(messages)`.
agent = questioner_agent(TwentyWords, needs_model=False)
