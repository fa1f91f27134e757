"use strict";

/**
 * On an exam's own page: how its questions stand, section by section and in all, and what its mock
 * exams came to.
 */
(() => {
  const { chart, overview, page, shorthand, sitting: sittings } = exampress;
  const { one } = page;
  const { count } = overview;

  /** How many mock exams the figure shows. */
  const SHOWN = 8;

  const exam = document.body.dataset.exam ?? "";
  const history = page.note(exam, "mocks", sittings.isHistory, shorthand.history);
  /** @type {Record<string, Record<string, string>>} fingerprints by section and question */
  const sections = page.data("#_sections");

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => page.say(exampress.words, name, values);

  /** @param {Standing[]} counts */
  function sum(counts) {
    const all = { total: 0, answered: 0, right: 0, partial: 0, wrong: 0 };
    for (const each of counts) {
      for (const name of /** @type {(keyof typeof all)[]} */ (Object.keys(all))) {
        all[name] += each[name];
      }
    }
    return all;
  }

  /** @param {HTMLElement} place says of a section what was right and wrong */
  function showSection(place, book = page.book(exam)) {
    const own = count(sections[place.dataset.section ?? ""] ?? {}, book);
    place.parentElement?.querySelector(".tally")?.remove();
    if (own.right + own.partial + own.wrong === 0) return;
    const line = document.createElement("p");
    line.className = "tally";
    line.textContent = text("tally", own);
    place.after(line);
  }

  function showAll() {
    const book = page.book(exam);
    const all = sum(Object.values(sections).map((fingerprints) => count(fingerprints, book)));
    const past = history.read() ?? [];
    for (const place of document.querySelectorAll(".done[data-section]")) {
      showSection(/** @type {HTMLElement} */ (place), book);
    }
    const ring = chart.ring(all.answered, all.right, all.total);
    one("#_standing .whole").replaceChildren(ring, said(all));
    one("#_standing").hidden = all.answered === 0 && past.length === 0;
    showPast(past.slice(0, SHOWN).reverse());
  }

  /** @param {Standing} all */
  function said(all) {
    const words = document.createElement("p");
    const line = document.createElement("span");
    const values = { n: all.answered, total: all.total };
    line.className = "tally";
    line.textContent = text("tally", all);
    words.append(text("progress", values), line);
    return words;
  }

  /** @param {number} time */
  function day(time) {
    const { lang } = document.documentElement;
    return new Date(time).toLocaleDateString(lang, { month: "numeric", day: "numeric" });
  }

  /** @param {Past} past @returns {ChartBar} */
  function bar({ started, totals: { got, max, passed } }) {
    const share = max > 0 ? got / max : 0;
    const kind = passed === null ? "plain" : passed ? "passed" : "failed";
    return { share, kind, below: day(started) };
  }

  /** @param {Past[]} past the oldest first */
  function showPast(past) {
    const place = one("#_standing figure");
    place.hidden = past.length === 0;
    if (past.length === 0) return;
    const bars = past.map(bar);
    const { pass = null, max = 0 } = past.at(-1)?.totals ?? {};
    const line = pass !== null && max > 0 ? pass / max : null;
    const list = bars.map(({ share, below }) => `${below} ${Math.round(share * 100)}%`);
    const label = text("mock_chart", { n: bars.length, list: list.join(", ") });
    one(".scroll", place).replaceChildren(chart.bars(bars, line, label));
  }

  showAll();
  exampress.share.follow(showAll);
})();
