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
  /**
   * A section: what it holds, what of it is found, and the part of the page that shows `lines` of it.
   * @typedef {{
   *   exam: CatalogueExam, section: CatalogueSection, entries: Entry[], found: Entry[],
   *   part: Element | null, lines: number,
   * }} Shelf
   */

  /** @type {Shelf[]} */
  const shelves = library.catalogue().exams.flatMap((exam) =>
    exam.sections.map((section) => {
      return { exam, section, entries: [], found: [], part: null, lines: 0 };
    }),
  );
  /** The words that are looked for. @type {string[]} */
  let asked = [];
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
    look(shelf);
    schedule();
  }

  /** @param {Shelf} shelf */
  function look(shelf) {
    shelf.found =
      asked.length > 0 ? shelf.entries.filter(({ folded }) => find.matches(folded, asked)) : [];
    shelf.part = null;
  }

  /** Looks everywhere for what is written in the field, if that is something else by now. */
  function seek() {
    const words = find.words(field.value);
    if (words.join(" ") === asked.join(" ")) return;
    asked = words;
    one("#_found").textContent = ""; // so that the same answer to another question is read aloud
    shelves.forEach(look);
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
   */
  function elsewhere([, , , stem, ...others]) {
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

  /** @param {Shelf} shelf @param {Entry} entry */
  function line({ section }, { question }) {
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
    for (const other of elsewhere(question)) {
      const more = document.createElement("p");
      write(more, find.pieces(other, asked, SHORT));
      item.append(more);
    }
    return item;
  }

  /** @param {Shelf} shelf @param {Entry[]} shown */
  function group(shelf, shown) {
    const { exam, section } = shelf;
    const part = document.createElement("section");
    const title = document.createElement("h2");
    const list = document.createElement("ul");
    part.lang = exam.language;
    title.className = "over";
    title.textContent = `${exam.title} · ${section.title}`;
    list.className = "hits";
    list.append(...shown.map((entry) => line(shelf, entry)));
    part.append(title, list);
    return part;
  }

  /** @param {Shelf} shelf @param {number} room for so many lines; a part that is right stays */
  function partOf(shelf, room) {
    const lines = Math.min(room, shelf.found.length);
    if (!shelf.part || shelf.lines !== lines) {
      shelf.part = group(shelf, shelf.found.slice(0, lines));
      shelf.lines = lines;
    }
    return shelf.part;
  }

  /** @param {Element} place @param {Element[]} parts what it shows, where the focus stays */
  function arrange(place, parts) {
    const wanted = new Set(parts);
    for (const each of [...place.children]) if (!wanted.has(each)) each.remove();
    for (const [at, part] of parts.entries()) {
      const there = place.children[at] ?? null;
      if (there !== part) place.insertBefore(part, there);
    }
  }

  function show() {
    const parts = [];
    let total = 0;
    for (const shelf of shelves) {
      if (total < MOST && shelf.found.length > 0) parts.push(partOf(shelf, MOST - total));
      total += shelf.found.length;
    }
    arrange(one("#_hits"), parts);
    tell(total);
  }

  /** @param {number} n found; said anew, the same words would be read aloud again */
  function tell(n) {
    const place = one("#_found");
    const words = said(n);
    if (place.textContent !== words) place.textContent = words;
  }

  /** @param {number} n */
  function said(n) {
    if (asked.length === 0) return "";
    if (waiting > 0) return text(n > 0 ? "search_partly" : "search_loading");
    const trouble = lost > 0 ? text("search_lost") : "";
    if (n > MOST) return text("found_many", { n, most: MOST }) + trouble;
    return (n > 0 ? text("found", { n }) : text("found_none")) + trouble;
  }

  let frame = 0;
  /** Shows what is found once the browser is about to draw, however much has happened. */
  function schedule() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(show);
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
    seek();
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
