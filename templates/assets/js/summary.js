"use strict";

/**
 * How far one is with the questions of a page: bars and counts, points, a link a question with its
 * state. Follows from their records alone.
 */
exampress.summary = (() => {
  const { page, verdict } = exampress;
  const { one } = page;

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => page.say(exampress.words, name, values);

  /**
   * @param {Item[]} items
   * @param {(item: Item) => Progress | undefined} recordOf
   */
  function draw(items, recordOf) {
    const records = items.map(recordOf);
    const states = records.map(verdict.state);
    /** @param {State} state */
    const count = (state) => states.filter((each) => each === state).length;
    const total = items.length;
    const n = total - count("");
    const points = items.map(({ key }, at) =>
      records[at]?.checked ? records[at].score * key.points : 0,
    );
    const max = verdict.round(items.reduce((sum, item) => sum + item.key.points, 0));
    const score = verdict.round(points.reduce((sum, each) => sum + each, 0));
    drawCounts(n, total);
    one("#_score").textContent = text("score", { n: score, max });
    one("#_tally").textContent = text("tally", {
      right: count("right"),
      partial: count("partial"),
      wrong: count("wrong"),
    });
    for (const [at, item] of items.entries()) drawLink(item, states[at] ?? "");
  }

  /** @param {number} n @param {number} total */
  function drawCounts(n, total) {
    for (const bar of /** @type {Iterable<HTMLProgressElement>} */ (
      document.querySelectorAll("progress")
    )) {
      bar.max = total;
      bar.value = n;
    }
    for (const place of document.querySelectorAll(".count")) {
      place.textContent = text("progress", { n, total });
    }
  }

  /** @param {Item} item @param {State} state */
  function drawLink({ link, number }, state) {
    link.dataset.state = state;
    link.setAttribute("aria-label", text(`state_${state || "open"}`, { n: number }));
  }

  return { draw };
})();
