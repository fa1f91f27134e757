"use strict";

/**
 * On the list of exams: a ring an exam, the way to where the reader was last, and what is due.
 * Which questions an exam has now, a data file of the exam says; it is loaded where there is
 * something to count.
 */
exampress.exams = [];

(() => {
  const { chart, overview, page, place, records } = exampress;

  /** @param {string} name @param {Record<string, string | number>} values */
  const text = (name, values) => page.say(exampress.words, name, values);

  /** @param {HTMLAnchorElement} title the exam's @param {string} path */
  const within = (title, path) => `${title.getAttribute("href")?.replace(/[^/]*$/, "")}${path}`;

  /** @param {HTMLAnchorElement} title the exam's @param {Place} last */
  function wayBack(title, { section, id, name, number }) {
    const line = document.createElement("p");
    const link = document.createElement("a");
    line.className = "last";
    link.textContent = text("last_place", { name: name ?? section, n: number ?? "" });
    link.href = within(title, `${section}/index.html#${id}`);
    line.append(link);
    return line;
  }

  /** @type {Map<string, Promise<void>>} */
  const loads = new Map();

  /** @param {string} path @returns {Promise<void>} */
  function loaded(path) {
    const script = document.createElement("script");
    script.src = path;
    return new Promise((done) => {
      script.addEventListener("load", () => done());
      script.addEventListener("error", () => {
        loads.delete(path); // so that it can be tried again
        done();
      });
      document.head.append(script);
    });
  }

  /**
   * Returns the fingerprints of an exam's questions, none where they cannot be loaded.
   * @param {string} exam
   * @param {string} path
   */
  async function questions(exam, path) {
    const running = loads.get(path) ?? loaded(path);
    loads.set(path, running);
    await running;
    return exampress.exams.find((each) => each.exam === exam)?.questions ?? {};
  }

  /** @param {HTMLElement} done @returns {Promise<number>} how many questions are due */
  async function show(done) {
    const { exam = "" } = done.dataset;
    /** @type {HTMLElement | null} */
    const card = done.closest(".card");
    const title = card?.querySelector("h3 a");
    if (!card || !(title instanceof HTMLAnchorElement)) return 0;
    const stored = page.book(exam);
    const anything = stored.ids().length + stored.reviewed().length > 0;
    const now = anything ? await questions(exam, within(title, "data-questions.js")) : {};
    const book = page.book(exam); // as it is by now
    const { answered, right, total } = overview.count(now, book);
    for (const old of card.querySelectorAll(".ring, .last")) old.remove();
    overview.fill(done, answered);
    if (answered > 0) card.prepend(chart.ring(answered, right, total));
    const last = place.last(exam);
    const sections = card.dataset.sections?.split(" ") ?? [];
    if (last && sections.includes(last.section)) done.after(wayBack(title, last));
    return due(now, book);
  }

  /** @param {Record<string, string>} now @param {Book} book */
  function due(now, { entry }) {
    const by = records.endOf(new Date());
    const all = [...entry().reviews].filter(([id]) => Object.hasOwn(now, id));
    return all.filter(([, review]) => records.KINDS.due?.(review, by)).length;
  }

  async function showAll() {
    const places = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".card .done")]);
    const counts = await Promise.all(places.map(show));
    const n = counts.reduce((sum, each) => sum + each, 0);
    const link = page.one("#_due");
    link.textContent = text("due_today", { n });
    link.hidden = n === 0;
  }

  showAll();
  exampress.share.follow(showAll);
})();
