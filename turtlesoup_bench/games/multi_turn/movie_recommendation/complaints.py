"""What a recommender is told whose move cannot be read, or is refused."""

from __future__ import annotations

COMPLAINTS = {
    "en": {
        "question": "Ask one question in the form <question>Would you prefer watching X over Y?</question>.",
        "movies": "Ask about two different movies of the table, by their titles.",
        "final_answer": "Recommend one movie in the form <final_answer>TITLE</final_answer>.",
        "movie": "Recommend one movie of the new table, by its title.",
    },
    "zh": {
        "question": "请按 <question>你更想看《X》，而不是《Y》吗？</question> 的格式提一个问题。",
        "movies": "请写出片名，就表中两部不同的电影提问。",
        "final_answer": "请按 <final_answer>片名</final_answer> 的格式推荐一部电影。",
        "movie": "请写出片名，推荐新电影表中的一部。",
    },
}
