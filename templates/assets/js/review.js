"use strict";

/**
 * The review page: the wrong answers and bookmarks of all exams, each with a way to its question.
 */
(() => {
  const { find, library, page, records, reprint, schedule, shelves, store } = exampress;
  const { one, say } = page;
  const { words } = exampress;

  /** Characters of a stem. */
  const LONG = 160;
  const MOST_STREAK = 5;

  /** @typedef {{exam: CatalogueExam, book: Book}} Owner */

  /** @type {Owner[]} */
  const owners = library.catalogue().exams.map((exam) => ({ exam, book: page.book(exam.id) }));
  const { root, types } = library.catalogue();
  /** @type {HTMLSelectElement} */
  const scope = one("#_scope");
  /** @type {HTMLSelectElement} */
  const streak = one("#_streak");
  let kind = "wrong";
  /** The exam or section that is asked for, also before it is known whether it holds something. */
  let within = "";
  let loading = true;
  let lost = 0;

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => say(words, name, values);

  /** @returns {Shelf[]} */
  const all = () =>
    owners.flatMap(({ exam, book }) =>
      exam.sections.map((section) =>
        shelves.shelf(exam, section, library.questions(exam.id, section.id), book),
      ),
    );

  /** Sets the dates of what was answered since the last visit. */
  function plan() {
    for (const { book } of owners) {
      const reviews = schedule.changes(book.entry().reviews, Date.now());
      if (reviews.size > 0) book.putAll({ reviews });
    }
  }

  /** Loads the texts of every exam whose book holds something. */
  async function load() {
    loading = true;
    plan();
    const wanted = owners.filter(({ book }) => shelves.kept(book).length > 0);
    const sections = wanted.flatMap(({ exam }) => exam.sections);
    const arrived = await Promise.all(sections.map((section) => library.load(section)));
    lost = arrived.filter((each) => !each).length;
    loading = false;
    show();
  }

  // The list

  /** @param {Shelf} shelf @param {string} id its practice page, with nothing but what is asked */
  const redoPath = ({ section }, id) => `${root}${section.path}?only=${kind}${id ? `#${id}` : ""}`;

  /** @param {Review} review */
  function past({ wrong, misses, streak: row, due }) {
    if (misses === 0) return [];
    const facts = [text("missed", { n: misses })];
    if (wrong && row > 0) facts.push(text("in_a_row", { n: row }));
    if (due && kind !== "due") facts.push(text("next_time", { day: day.format(due[1]) }));
    return facts;
  }

  const day = new Intl.DateTimeFormat(document.documentElement.lang, {
    month: "long",
    day: "numeric",
  });

  /** @param {Shelf} shelf @param {ShelfEntry} entry */
  function line(shelf, { question, review }) {
    const [id, number, type, stem, options] = question;
    const place = page.clone("#_line");
    /** @type {HTMLAnchorElement} */
    const link = one("a", place);
    const label = document.createElement("b");
    label.textContent = number;
    link.href = `${root}${shelf.section.path}#${id}`;
    link.append(label, " ", ...find.pieces(stem || options, [], LONG).map((each) => each.text));
    one("small", place).textContent = [types[type] ?? "", ...past(review)].join(" · ");
    for (const act of /** @type {Iterable<HTMLElement>} */ (place.querySelectorAll("[data-do]"))) {
      act.dataset.exam = shelf.exam.id;
      act.dataset.ids = JSON.stringify([id]);
    }
    /** @type {HTMLAnchorElement} */
    const redo = one("[data-do=redo]", place);
    redo.href = redoPath(shelf, id);
    redo.setAttribute("aria-label", text("redo_one", { n: number }));
    const drop = one("[data-do=drop]", place);
    drop.textContent = text(`drop_${kind}`);
    drop.setAttribute("aria-label", text(`drop_${kind}_one`, { n: number }));
    return place;
  }

  /** @param {Shelf} shelf */
  function group(shelf) {
    const { exam, section, entries } = shelf;
    const place = page.clone("#_group");
    one("section", place).lang = exam.language;
    one("h2", place).textContent = `${exam.title} · ${section.title}`;
    one(".hits", place).append(...entries.map((entry) => line(shelf, entry)));
    /** @type {HTMLAnchorElement} */
    const redo = one("header [data-do=redo]", place);
    redo.href = redoPath(shelf, "");
    redo.textContent = text("redo_all", { n: entries.length });
    redo.dataset.exam = exam.id;
    redo.dataset.ids = JSON.stringify(entries.map(({ question }) => question[0]));
    return place;
  }

  // The page

  /** @param {string} value @param {string} label */
  const option = (value, label) => new Option(label, value);

  /** @param {Shelf[]} found offers the exams and sections that hold something */
  function offer(found) {
    scope.replaceChildren(option("", text("all_exams")));
    for (const { exam } of owners) {
      const own = found.filter((each) => each.exam === exam && each.entries.length > 0);
      if (own.length === 0) continue;
      const part = document.createElement("optgroup");
      part.label = exam.title;
      part.append(
        option(exam.id, text("whole_exam", { title: exam.title })),
        ...own.map(({ section }) => option(`${exam.id}/${section.id}`, section.title)),
      );
      scope.append(part);
    }
    scope.value = within;
    if (scope.selectedIndex < 0) scope.value = "";
  }

  /** @param {number} n */
  function said(n) {
    const trouble = lost > 0 ? text("search_lost") : gone();
    if (loading) return text("search_loading");
    return (n > 0 ? text(`listed_${kind}`, { n }) : text(`none_${kind}`)) + trouble;
  }

  /** What the books hold of questions that are in the bank no more. */
  function gone() {
    const known = new Set(
      exampress.texts.flatMap(({ exam, questions }) => questions.map(([id]) => `${exam}/${id}`)),
    );
    const n = owners
      .flatMap(({ exam, book }) => shelves.kept(book).map((id) => `${exam.id}/${id}`))
      .filter((each) => !known.has(each)).length;
    return n > 0 ? text("gone", { n }) : "";
  }

  function show() {
    const found = all();
    offer(found);
    const shown = shelves.filtered(found, kind, scope.value);
    for (const button of /** @type {Iterable<HTMLElement>} */ (
      document.querySelectorAll("button[data-kind]")
    )) {
      const own = button.dataset.kind ?? "";
      const n = shelves.count(shelves.filtered(found, own, scope.value));
      button.setAttribute("aria-pressed", String(own === kind));
      one("span", button).textContent = loading ? "" : String(n);
    }
    one("#_book").replaceChildren(...shown.map(group));
    one("#_print").hidden = shown.length === 0;
    reprint.clear();
    one("#_said").textContent = said(shelves.count(shown));
  }

  function showTroubles() {
    for (const { book } of owners) for (const each of book.troubles()) page.notice(text(each));
  }

  // Acts

  /** @param {HTMLElement} act @returns {{book: Book, ids: string[]}} */
  function target(act) {
    const owner = owners.find(({ exam }) => exam.id === act.dataset.exam);
    if (!owner) throw new Error(`there is no exam ${act.dataset.exam}`);
    return { book: owner.book, ids: JSON.parse(act.dataset.ids ?? "[]") };
  }

  function print() {
    const box = document.querySelector("#_answers");
    const answers = box instanceof HTMLInputElement && box.checked;
    reprint.print(text(`paper_${kind}`), shelves.filtered(all(), kind, scope.value), answers);
  }

  /** @type {Record<string, (act: HTMLElement) => void>} */
  const ACTS = {
    print,
    /** Makes the questions as new; the link itself then leads to them. */
    redo(act) {
      const { book, ids } = target(act);
      for (const id of ids) if (book.get(id)) book.put(id, null);
    },
    drop(act) {
      const { book, ids } = target(act);
      const place = [...document.querySelectorAll("[data-do=drop]")].indexOf(act);
      for (const id of ids) kind === "bookmarked" ? book.bookmark(id, false) : book.forget(id);
      show();
      showTroubles();
      const left = /** @type {NodeListOf<HTMLElement>} */ (
        document.querySelectorAll("[data-do=drop]")
      );
      (left[Math.min(place, left.length - 1)] ?? one("button[data-kind]")).focus();
    },
  };

  /** @param {Event} event */
  function onClick(event) {
    const target = event.target instanceof Element ? event.target : null;
    /** @type {HTMLElement | null | undefined} */
    const act = target?.closest("[data-do], [data-kind]");
    if (act?.dataset.kind) choose(act.dataset.kind);
    else if (act) ACTS[act.dataset.do ?? ""]?.(act);
  }

  /** Keeps in the address what is shown, so that a reload and the way back show it again. */
  function remember() {
    const asked = new URLSearchParams({ show: kind, ...(within && { in: within }) });
    history.replaceState(null, "", `?${asked}`);
  }

  /** @param {string} name */
  function choose(name) {
    kind = name;
    show();
    remember();
  }

  function narrow() {
    within = scope.value;
    show();
    remember();
  }

  function arrange() {
    for (let n = 1; n <= MOST_STREAK; n += 1)
      streak.append(option(String(n), text("times", { n })));
    streak.value = page.setting("streak") ?? String(store.ENOUGH);
    if (streak.selectedIndex < 0) streak.value = String(store.ENOUGH);
    streak.addEventListener("input", () => page.set("streak", streak.value));
    scope.addEventListener("input", narrow);
    document.addEventListener("click", onClick);
  }

  function refresh() {
    for (const { book } of owners) book.refresh();
    load();
  }

  function start() {
    const asked = new URLSearchParams(location.search);
    const shown = asked.get("show") ?? "";
    if (Object.hasOwn(records.KINDS, shown)) kind = shown;
    within = asked.get("in") ?? "";
    one("#_review").hidden = false;
    arrange();
    show();
    load();
    showTroubles();
    exampress.share.follow(refresh);
  }

  start();
})();
