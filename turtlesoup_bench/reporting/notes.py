"""What must stand beside numbers, one sentence each, in English and Chinese."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from turtlesoup_bench.records import Language

_TEXTS: Mapping[str, Mapping[Language, str]] = {
    "embedded-judge": {
        "en": "Scored by the embedded judge, which misses far paraphrases and cannot judge entailment: "
        "not comparable with scores of a model judge.",
        "zh": "由内置裁判评分。它认不出差别较大的转述，也判断不了蕴含关系，得分不能与模型裁判的得分相比。",
    },
    "same-family": {
        "en": "The judge is of the player's own model family ({family}), and may favour it.",
        "zh": "裁判与被测模型同属一个系列（{family}），可能偏袒。",
    },
    "embedded-responder": {
        "en": "Answered by the embedded responder, which says Unknown to whatever is not near a labelled question "
        "or a clue.",
        "zh": "由内置应答者回答。凡与已标注问题或线索不相近的提问，一律答“未知”。",
    },
    "responder-audit": {
        "en": "Responder audit: {accuracy} % of {questions} labelled questions right; about {misled} % of these games "
        "can be expected to hold a misleading answer.",
        "zh": "应答者核验：{questions} 个已标注问题答对 {accuracy}%；估计约 {misled}% 的对局里会有误导性回答。",
    },
    "host-faults": {
        "en": "{count} of {questions} questions got no verdict or no flag: {refused} refused by the responder's "
        "provider, {unreadable} answered unreadably. They count as Unknown, or as not flagged.",
        "zh": "{questions} 个提问中有 {count} 个没有得到判定或标记：{refused} 个被应答者的服务商拒绝，"
        "{unreadable} 个的回复无法读取。它们按“未知”或未标记处理。",
    },
    "seeds": {
        "en": "Overall by seed: {each}; standard deviation {deviation}.",
        "zh": "各随机种子的总分：{each}；标准差 {deviation}。",
    },
    "judge-audit": {
        "en": "Judge audit: on {pairs} labelled pairs on the right side of 0.5 in {lower} % and of 0.8 in {upper} % of "
        "cases.",
        "zh": "裁判核验：{pairs} 对已标注语句，与 0.5 的高低关系判对 {lower}%，与 0.8 的判对 {upper}%。",
    },
    "dropped": {
        "en": "Not taken by {model}, and so not sent to it: {parameters}.",
        "zh": "{model} 不接受以下采样参数，因此没有发送：{parameters}。",
    },
    "unscored": {
        "en": "{count} predictions are unscored: their judgement failed; they are in no mean.",
        "zh": "{count} 个推断未评分：裁判出错，不计入任何平均值。",
    },
    "not-yet-scored": {
        "en": "{count} predictions have no score by the newest ruler of this judge; they are in no mean until "
        "`turtlesoup score` has scored the run again.",
        "zh": "{count} 个推断尚无该裁判最新评分标准下的得分，用 `turtlesoup score` 重新评分之前不计入任何平均值。",
    },
}


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence by its name, with what is filled into it."""

    name: str
    values: Mapping[str, object] = field(default_factory=dict)

    def text(self, language: Language = "en") -> str:
        """The sentence."""
        return _TEXTS[self.name][language].format(**self.values)


def texts(notes: Sequence[Note], language: Language = "en") -> list[str]:
    """The sentences of some notes."""
    return [note.text(language) for note in notes]


EMBEDDED_NOTE = Note("embedded-judge").text()
