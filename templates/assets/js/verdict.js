"use strict";

/**
 * Says and shows what is known of one question: its state, the verdict in words, the marks in its
 * form. All of it follows from the question's record; stores nothing.
 */
exampress.verdict = (() => {
  const { check, fields, marks, page } = exampress;

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => page.say(exampress.words, name, values);

  /** @param {number} n */
  const worth = (n) => text("points", { n });

  /** @param {number} points */
  const round = (points) => Math.round(points * 100) / 100;

  /** @param {Progress | undefined} record @returns {State} */
  function state(record) {
    if (!record) return "";
    if (!record.checked) return fields.empty(record.response) ? "" : "answered";
    if (record.score >= 1) return "right";
    return record.score > 0 ? "partial" : "wrong";
  }

  /**
   * Returns what the verdict says, after it is checked.
   * @param {Item} item
   * @param {Progress | undefined} record
   * @param {boolean} [final] whether there is no second go
   */
  function words(item, record, final = false) {
    const { key } = item;
    if (!record) return "";
    const written = !key.check && item.answer && !fields.empty(record.response);
    if (!record.checked) return written ? text("self") : "";
    const all = worth(key.points);
    const points = round(record.score * key.points);
    if (record.grade !== null) return text("graded", { n: round(record.grade), points: all });
    const verdict = check.judge(key, record.response);
    if (verdict.correct) return `${text("right")}${text("gained", { n: points, points: all })}`;
    const gained = points > 0 ? text("gained", { n: points, points: all }) : "";
    const wrong = text(final ? "wrong_final" : "wrong");
    return `${points > 0 ? text("partial") : wrong}${detail(item, verdict)}${gained}`;
  }

  /** @param {Item} item @param {Verdict} verdict what is amiss, without giving the key away */
  function detail({ key }, { missing = 0, extra = 0, parts, invalid }) {
    if (invalid) return text("invalid");
    if (key.check === "sequence") return text("order");
    if (key.check === "set") {
      const single = /** @type {string[]} */ (key.value).length === 1;
      if (missing && extra) return single && extra === 1 ? "" : text("mixed", { missing, extra });
      if (missing) return text("few", { n: missing });
      return extra ? text("many", { n: extra }) : "";
    }
    const right = parts.filter(Boolean).length;
    return parts.length > 1 ? text("parts", { right, total: parts.length }) : "";
  }

  /**
   * Marks the question and what was given in its form.
   * @param {Item} item
   * @param {Progress | undefined} record
   */
  function mark(item, record) {
    const now = state(record);
    const revealed = record?.revealed === true;
    marks.clear(item);
    if (now) item.article.dataset.state = now;
    if (!item.key.check || !(record?.checked || revealed)) return;
    const response = record?.checked ? record.response : [];
    const verdict = check.judge(item.key, response);
    for (const [place, each] of item.field.marks(item.interaction, verdict, item.key, revealed)) {
      marks.add(place, each, exampress.words);
    }
    if (record?.checked) marks.feedback(item);
  }

  return { round, worth, state, words, mark };
})();
