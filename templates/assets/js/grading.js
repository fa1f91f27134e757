"use strict";

/**
 * Lets a learner grade an essay: boxes at the lines of a rubric, or a field for points.
 */
exampress.grading = (() => {
  const { one, clone } = exampress.page;

  /** @param {Item} item @returns {HTMLElement[]} */
  const lines = ({ answer }) => [...(answer?.querySelectorAll(".rubric > li") ?? [])].map(asHtml);

  /** @param {Item} item @returns {HTMLInputElement[]} */
  const boxes = (item) => lines(item).map((line) => one("input", line));

  /** @param {Item} item the box that says: nothing of all this */
  const none = ({ answer }) =>
    /** @type {HTMLInputElement | null} */ (answer?.querySelector(".none input") ?? null);

  /** @param {Item} item @returns {HTMLInputElement | null} */
  const field = ({ answer }) => answer?.querySelector(".grade input") ?? null;

  /** @param {Element} element */
  const asHtml = (element) => /** @type {HTMLElement} */ (element);

  /** @param {HTMLElement} line */
  function addBox(line) {
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    label.append(box, ...line.childNodes);
    line.append(label);
  }

  /**
   * Gives the answer of an essay what the learner grades with.
   * @param {Item} item
   */
  function arrange(item) {
    const { answer, key } = item;
    if (!answer || key.check) return;
    for (const line of lines(item)) addBox(line);
    if (lines(item).length > 0) return addNone(item);
    answer.append(clone("#_grade"));
    /** @type {HTMLInputElement} */
    const points = one(".grade input", answer);
    points.max = String(key.points);
    one(".grade span", answer).textContent = `/ ${key.points}`;
  }

  /** @param {Item} item lets an answer that earns nothing be graded, too */
  function addNone(item) {
    item.answer?.querySelector(".rubric")?.after(clone("#_none"));
    const box = none(item);
    box?.addEventListener("input", () => {
      for (const each of box.checked ? boxes(item) : []) each.checked = false;
    });
    for (const each of boxes(item)) {
      each.addEventListener("input", () => {
        if (box && each.checked) box.checked = false;
      });
    }
  }

  /**
   * Shows the grade that is stored.
   * @param {Item} item
   * @param {Progress | undefined} record
   */
  function show(item, record) {
    if (item.key.check) return;
    for (const [index, box] of boxes(item).entries()) {
      box.checked = record?.ticks?.includes(index) === true;
    }
    const nothing = none(item);
    if (nothing) nothing.checked = record?.grade === 0 && !record.ticks?.length;
    const points = field(item);
    if (points) points.value = String(record?.grade ?? "");
  }

  /**
   * Returns the points that the learner gives, and the lines of the rubric that earn them.
   * @param {Item} item
   */
  function read(item) {
    const points = field(item);
    if (points) {
      const given = points.value !== "" && points.validity.valid;
      return { grade: given ? points.valueAsNumber : null, ticks: [] };
    }
    const ticks = boxes(item).flatMap((box, index) => (box.checked ? [index] : []));
    const worth = lines(item).map((line) => Number(line.dataset.points));
    const sum = ticks.reduce((total, index) => total + (worth[index] ?? 0), 0);
    const graded = ticks.length > 0 || none(item)?.checked === true;
    return { grade: graded ? Math.min(sum, item.key.points) : null, ticks };
  }

  /**
   * Returns whether a mark is for all the points, or null where there is none.
   * @param {Item} item
   * @param {{grade: number | null}} given
   */
  const full = ({ key }, { grade }) => (grade === null ? null : grade >= key.points);

  return { arrange, show, read, full };
})();
