"""Questions of the real bank, and what a practice page says to right and wrong answers."""

from __future__ import annotations

from dataclasses import dataclass

Answer = str | tuple[str, ...]
"""An option or text; options; a text a blank; right sides, by left side; items in order."""


@dataclass(frozen=True)
class Task:
    """A question, a right and a wrong answer, and what is said to either."""

    section: str
    id: str
    type: str
    points: str
    right: Answer
    praise: str
    wrong: Answer
    blame: str
    marks: tuple[str, ...] = ()
    """Once the wrong answer is checked: a word at each option, blank or pair, or none."""
    revealed: tuple[str, ...] | None = None
    """The same once the answer is open; left out where that changes nothing."""

    def __str__(self) -> str:
        return f"{self.type}-{self.id}"


YES, NO, MISSED = "Correct", "Wrong", "Was right"

TASKS = (
    Task(
        "tour/science", "pendulum", "single", "4",
        right="A longer string", praise="Correct. 4 of 4 points.",
        wrong="A heavier bob", blame="Not yet, think again.",
        marks=(NO, "", "", ""), revealed=(NO, MISSED, "", ""),
    ),
    Task(
        "tour/science", "planetary-rings", "multiple", "4",
        right=("Jupiter", "Saturn", "Uranus", "Neptune"), praise="Correct. 4 of 4 points.",
        wrong=("Mars", "Jupiter"),
        blame="Not yet, think again. Chosen wrongly: 1. Missing: 3.",
        marks=("", "", "", "", ""), revealed=(NO, YES, MISSED, MISSED, MISSED),
    ),
    Task(
        "tour/case", "assumptions", "multiple", "4",
        right=(
            "The rays of the Sun arrive practically parallel.",
            "Alexandria lies due north of Syene.",
            "The Earth is round like a ball.",
        ),
        praise="Correct. 4 of 4 points.",
        wrong=("Alexandria lies due north of Syene.",),
        blame="Partly correct. 2 options are missing. 1.33 of 4 points.",
        marks=("",) * 5, revealed=(MISSED, YES, MISSED, "", ""),
    ),
    Task(
        "tour/science", "feather", "true-false", "2",
        right="True", praise="Correct. 2 of 2 points.",
        wrong="False", blame="Not yet, think again.",
        marks=("", NO), revealed=(MISSED, NO),
    ),
    Task(
        "tour/science", "lever", "numeric", "4",
        right="４ kg", praise="Correct. 4 of 4 points.",
        wrong="2.25", blame="Not yet, think again.",
        marks=(NO,),
    ),
    Task(
        "tour/computing", "download", "numeric", "4",
        right="120", praise="Correct. 4 of 4 points.",
        wrong="two minutes",
        blame="Not yet, think again. This does not look like a number; "
        "check how it and its unit are written.",
        marks=(NO,),
    ),
    Task(
        "tour/science", "spectrum", "ordering", "6",
        right=(
            "Radio waves", "Microwaves", "Infrared", "Visible light", "Ultraviolet", "X-rays",
        ),
        praise="Correct. 6 of 6 points.",
        wrong=(
            "X-rays", "Microwaves", "Infrared", "Visible light", "Ultraviolet", "Radio waves",
        ),
        blame="Not yet, think again. The order is not right yet.",
    ),
    Task(
        "tour/geography", "capitals", "matching", "4",
        right=("Canberra", "Brasília", "Ottawa", "Ankara"), praise="Correct. 4 of 4 points.",
        wrong=("Sydney", "Brasília", "Toronto", "Istanbul"),
        blame="Partly correct. 1 of 4 are right. 1 of 4 points.",
        marks=(NO, YES, NO, NO),
    ),
    Task(
        "tour/geography", "enclaves", "blank", "6",
        right=("vatican", "Ｌesotho", "San Marino。"), praise="Correct. 6 of 6 points.",
        wrong=("San Marino", "Monaco", "Lesotho"),
        blame="Partly correct. 2 of 3 are right. 4 of 6 points.",
        marks=(YES, NO, YES),
    ),
    Task(
        "tour/case", "circumference", "numeric", "4",
        right="39,800 km", praise="Correct. 4 of 4 points.",
        wrong="250000", blame="Not yet, think again.",
        marks=(NO,),
    ),
    Task(
        "tour/case", "larger-angle", "single", "3",
        right="smaller.", praise="Correct. 3 of 3 points.",
        wrong="larger.", blame="Not yet, think again.",
        marks=("", NO, ""), revealed=(MISSED, NO, ""),
    ),
    Task(
        "demo/single", "framework", "single", "2",
        right="All of the above", praise="回答正確。得 2 / 2 分。",
        wrong="Horovod", blame="還不對，再想想。",
        marks=("", "", "不對", ""), revealed=("", "", "不對", "應選"),
    ),
    Task(
        "demo/multiple", "parallel-frameworks", "multiple", "2",
        right=("TensorFlow", "PyTorch"), praise="回答正確。得 2 / 2 分。",
        wrong=("TensorFlow", "PyTorch", "Caffe2"), blame="還不對，再想想。多選了 1 項。",
        marks=("",) * 5, revealed=("正確", "正確", "", "", "不對"),
    ),
    Task(
        "demo/blank", "data-split", "blank", "2",
        right=("水平劃分",), praise="回答正確。得 2 / 2 分。",
        wrong=("垂直劃分",), blame="還不對，再想想。",
        marks=("不對",),
    ),
    Task(
        "demo/true-false", "communication-cost", "true-false", "1",
        right="錯誤", praise="回答正確。得 1 / 1 分。",
        wrong="正確", blame="還不對，再想想。",
        marks=("不對", ""), revealed=("不對", "應選"),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Essay:
    """A question that the learner grades: lines of a rubric to tick, or points to write."""

    section: str
    id: str
    prompt: str
    """What is said once something is written."""
    grade: tuple[int, ...] | str
    said: str
    full: tuple[int, ...] | str
    said_full: str

    def __str__(self) -> str:
        return f"essay-{self.id}"


ESSAYS = (
    Essay(
        "tour/science", "seasons",
        prompt="When you are done, open the answer, compare, and mark your own.",
        grade=(0, 2), said="You gave yourself 5 of 10 points.",
        full=(1, 3), said_full="You gave yourself 10 of 10 points.",
    ),
    Essay(
        "tour/case", "repeat",
        prompt="When you are done, open the answer, compare, and mark your own.",
        grade=(1,), said="You gave yourself 1 of 5 points.",
        full=(0, 2, 3), said_full="You gave yourself 5 of 5 points.",
    ),
    Essay(
        "demo/case", "recommender-architecture",
        prompt="寫好後，展開「答案與解析」對照，給自己評分。",
        grade="7.5", said="自評 7.5 / 10 分。",
        full="10", said_full="自評 10 / 10 分。",
    ),
)  # fmt: skip

SNAPSHOT = """(id) => {
  const article = document.getElementById(id);
  const interaction = article.querySelector(":scope > .interaction");
  const answer = article.querySelector(":scope > details");
  const value = (control) => control.matches("[type=radio], [type=checkbox]")
    ? control.checked : control.value;
  const within = (place) => [...place.querySelectorAll("input, select, textarea")].map(value);
  const word = (place) => {
    const sign = place.matches("label")
      ? place.querySelector(":scope > .mark") : place.nextElementSibling;
    return sign?.matches(".mark") ? sign.textContent : "";
  };
  const marked = "label:has(> input), input[type=text], select";
  return {
    given: within(interaction),
    order: [...interaction.querySelectorAll(".order > li")].map((item) => item.dataset.id),
    verdict: interaction.querySelector("output").textContent.trim(),
    marks: [...interaction.querySelectorAll(marked)].map(word),
    feedback: [...interaction.querySelectorAll(".said")].map((said) => said.textContent),
    state: article.dataset.state ?? "",
    revealed: answer.open,
    grade: within(answer),
    again: !interaction.querySelector("[data-do=reset]").hidden,
    score: document.querySelector("#_score").textContent,
    tally: document.querySelector("#_tally").textContent,
    done: document.querySelector(".count").textContent,
    map: document.querySelector(`#_map [href="#${id}"]`).getAttribute("aria-label"),
  };
}"""
"""JavaScript: all that a page shows of one question's progress."""

ANSWER_EVERYTHING = """async () => {
  const keys = JSON.parse(document.querySelector("#_keys").textContent);
  const WRONG = {
    set: (interaction) => [interaction.querySelector("[type=radio], [type=checkbox]").value],
    text: (_, value) => value.map((_, at) => `wrong text ${at}`),
    number: () => "-1",
    pairs: (_, value) => value.map(() => "A"),
    sequence: (_, value) => value.toReversed(),
  };
  const RIGHT = { text: (value) => value.map((accepted) => accepted[0]), number: String };
  const articles = [...document.querySelectorAll("article.q:has(> .interaction)")];
  for (const [at, article] of articles.entries()) {
    const interaction = article.querySelector(".interaction");
    const { check, value } = keys[article.id];
    const right = RIGHT[check]?.(value) ?? value;
    const given = check ? (at % 2 ? WRONG[check](interaction, value) : right) : "A written answer";
    exampress.fields.of(interaction).write(interaction, given);
    interaction.dispatchEvent(new Event("input", { bubbles: true }));
    interaction.querySelector("[data-do=check]")?.click();
    for (const closed of article.querySelectorAll("details")) {
      const opened = new Promise((done) => closed.addEventListener("toggle", done, { once: true }));
      closed.open = true;
      await opened;
    }
    article.querySelector(":scope > details .rubric input")?.click();
  }
  for (const other of document.querySelectorAll("article.q:not(:has(> .interaction)) > details")) {
    other.open = true;
  }
}"""
"""JavaScript: answers all questions of a page, by turns rightly and wrongly; checks, reveals."""
