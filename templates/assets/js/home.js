"use strict";

/**
 * On the list of exams: a ring an exam, and the way to where the reader was last.
 */
(() => {
  const { chart, page, place, verdict } = exampress;

  /** @param {string} name @param {Record<string, string | number>} values */
  const text = (name, values) => page.say(exampress.words, name, values);

  /** @param {HTMLAnchorElement} title the exam's @param {Place} last */
  function wayBack(title, { section, id, name, number }) {
    const line = document.createElement("p");
    const link = document.createElement("a");
    line.className = "last";
    link.textContent = text("last_place", { name: name ?? section, n: number ?? "" });
    link.href = `${title.getAttribute("href")?.replace(/[^/]*$/, "")}${section}/index.html#${id}`;
    line.append(link);
    return line;
  }

  /** @param {HTMLElement} done */
  function show(done) {
    const { exam = "", count = "0" } = done.dataset;
    /** @type {HTMLElement | null} */
    const card = done.closest(".card");
    const title = card?.querySelector("h3 a");
    if (!card || !(title instanceof HTMLAnchorElement)) return;
    for (const old of card.querySelectorAll(".ring, .last")) old.remove();
    const book = page.book(exam);
    const states = book.ids().map((id) => verdict.state(book.get(id)));
    const total = Number(count);
    const answered = Math.min(states.filter((state) => state !== "").length, total);
    const right = Math.min(states.filter((state) => state === "right").length, answered);
    if (answered > 0) card.prepend(chart.ring(answered, right, total));
    const last = place.last(exam);
    const sections = card.dataset.sections?.split(" ") ?? [];
    if (last && sections.includes(last.section)) done.after(wayBack(title, last));
  }

  function showAll() {
    for (const done of document.querySelectorAll(".card .done")) {
      show(/** @type {HTMLElement} */ (done));
    }
  }

  showAll();
  window.addEventListener("storage", showAll);
  window.addEventListener("pageshow", (event) => event.persisted && showAll());
})();
