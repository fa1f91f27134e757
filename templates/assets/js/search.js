"use strict";

/**
 * The search page: loads the texts when its field is first used, shows what is found.
 */
(() => {
  const { find, library, page } = exampress;
  const { one, say } = page;
  const { words } = exampress;

  /** Results shown at once; a page of thousands would help nobody. */
  const MOST = 100;
  const LONG = 160;
  const SHORT = 110;

  /** @typedef {{question: QuestionTexts, folded: string}} Entry */
  /** @typedef {{exam: CatalogueExam, section: CatalogueSection, entries: Entry[]}} Shelf */

  /** @type {Shelf[]} */
  const shelves = library
    .catalogue()
    .exams.flatMap((exam) => exam.sections.map((section) => ({ exam, section, entries: [] })));
  /** @type {HTMLInputElement} */
  const field = one("#_query");
  let waiting = shelves.length;
  let lost = 0;
  let started = false;

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => say(words, name, values);

  /** @param {Shelf} shelf */
  async function fill(shelf) {
    const arrived = await library.load(shelf.section);
    shelf.entries = library.questions(shelf.exam.id, shelf.section.id).map((question) => ({
      question,
      folded: find.fold(question.slice(3, 7).join("\n")),
    }));
    waiting -= 1;
    if (!arrived) lost += 1;
    schedule();
  }

  function begin() {
    if (started) return;
    started = true;
    for (const shelf of shelves) fill(shelf);
  }

  /** @param {Element} place @param {Piece[]} pieces */
  function write(place, pieces) {
    for (const piece of pieces) {
      if (!piece.hit) place.append(piece.text);
      else {
        const mark = document.createElement("mark");
        mark.textContent = piece.text;
        place.append(mark);
      }
    }
  }

  /**
   * Returns the other texts that hold words the stem does not.
   * @param {QuestionTexts} question
   * @param {string[]} asked
   */
  function elsewhere([, , , stem, ...others], asked) {
    const texts = others.slice(0, 3).map(String);
    const folded = find.fold(stem);
    let left = asked.filter((word) => !folded.includes(word));
    return texts.filter((other) => {
      const said = find.fold(other);
      const before = left.length;
      left = left.filter((word) => !said.includes(word));
      return left.length < before;
    });
  }

  /** @param {Shelf} shelf @param {Entry} entry @param {string[]} asked */
  function line({ section }, { question }, asked) {
    const [id, number, type, stem, options] = question;
    const item = document.createElement("li");
    const link = document.createElement("a");
    const label = document.createElement("b");
    link.href = `${library.catalogue().root}${section.path}#${id}`;
    label.textContent = number;
    link.append(label, " ");
    write(link, find.pieces(stem || options, asked, LONG));
    const kind = document.createElement("small");
    kind.lang = document.documentElement.lang;
    kind.textContent = library.catalogue().types[type] ?? "";
    item.append(link, " ", kind);
    for (const other of elsewhere(question, asked)) {
      const more = document.createElement("p");
      write(more, find.pieces(other, asked, SHORT));
      item.append(more);
    }
    return item;
  }

  /** @param {Shelf} shelf @param {Entry[]} found @param {string[]} asked */
  function group(shelf, found, asked) {
    const { exam, section } = shelf;
    const part = document.createElement("section");
    const title = document.createElement("h2");
    const list = document.createElement("ul");
    part.lang = exam.language;
    title.className = "over";
    title.textContent = `${exam.title} · ${section.title}`;
    list.className = "hits";
    list.append(...found.map((entry) => line(shelf, entry, asked)));
    part.append(title, list);
    return part;
  }

  /** @param {string[]} asked */
  function show(asked) {
    const groups = [];
    let total = 0;
    for (const shelf of asked.length > 0 ? shelves : []) {
      const found = shelf.entries.filter((entry) => find.matches(entry.folded, asked));
      const shown = found.slice(0, Math.max(0, MOST - total));
      total += found.length;
      if (shown.length > 0) groups.push(group(shelf, shown, asked));
    }
    one("#_hits").replaceChildren(...groups);
    one("#_found").textContent = said(asked, total);
  }

  /** @param {string[]} asked @param {number} n */
  function said(asked, n) {
    if (asked.length === 0) return "";
    const trouble = lost > 0 && waiting === 0 ? text("search_lost") : "";
    if (n > MOST) return text("found_many", { n, most: MOST }) + trouble;
    if (n > 0) return text("found", { n }) + trouble;
    return waiting > 0 ? text("search_loading") : text("found_none") + trouble;
  }

  let frame = 0;
  /** Shows what is found once the browser is about to draw, however much has happened. */
  function schedule() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => show(find.words(field.value)));
  }

  /** Keeps the query in the address, so that the way back leads to the same results. */
  function remember() {
    const query = field.value.trim();
    const address = query ? `?q=${encodeURIComponent(query)}` : location.pathname;
    history.replaceState(null, "", address);
  }

  /** @param {Event} event */
  function onInput(event) {
    if (event instanceof InputEvent && event.isComposing) return;
    begin();
    remember();
    schedule();
  }

  function start() {
    const asked = new URLSearchParams(location.search).get("q") ?? "";
    one("#_search").hidden = false;
    field.value = asked;
    field.addEventListener("focus", begin);
    field.addEventListener("input", onInput);
    field.addEventListener("compositionend", onInput);
    one("#_search").addEventListener("submit", (event) => {
      event.preventDefault();
      document.querySelector(".hits a")?.scrollIntoView({ block: "nearest" });
      /** @type {HTMLElement | null} */
      const first = document.querySelector(".hits a");
      first?.focus();
    });
    if (location.hash === "#_query") field.focus();
    if (asked) onInput(new Event("input"));
  }

  start();
})();
