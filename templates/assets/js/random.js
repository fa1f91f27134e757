"use strict";

/**
 * The page of random practice: asks what is to be drawn, borrows those questions from their pages,
 * and hands them to practice. What was drawn stays until something else is.
 */
(() => {
  const { borrow, draw, fields, library, lot, page, practice } = exampress;
  const { one } = page;

  /** @typedef {{ids: string[]}} Drawn */

  const exam = document.body.dataset.exam ?? "";
  const book = page.book(exam);
  const { root, types, exams } = library.catalogue();
  const sections = exams[0]?.sections ?? [];
  const form = /** @type {HTMLFormElement} */ (one("#_lot"));
  const note = page.note(exam, "random", isDrawn);
  /** @type {Ticket[]} */
  let tickets = [];

  /** @param {unknown} value @returns {value is Drawn} */
  function isDrawn(value) {
    const { ids } = /** @type {Drawn} */ (value ?? {});
    return Array.isArray(ids) && ids.every((id) => typeof id === "string");
  }

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => page.say(exampress.words, name, values);

  /** @param {string} words */
  const say = (words) => {
    one("#_status").textContent = words;
  };

  // What may be drawn

  /** @param {string} id */
  const isAnswered = (id) => !fields.empty(book.get(id)?.response ?? []);

  /** @type {Record<string, (id: string) => boolean>} by the state that is wished */
  const STATES = {
    all: () => true,
    open: (id) => !isAnswered(id),
    wrong: (id) => book.review(id)?.wrong === true,
    bookmarked: (id) => book.review(id)?.bookmarked === true,
  };

  /** @returns {Wish & {count: number}} */
  function wish() {
    const said = new FormData(form);
    const texts = (/** @type {string} */ name) => said.getAll(name).map(String);
    return {
      sections: texts("section[]"),
      types: texts("type[]"),
      tag: String(said.get("tag") ?? ""),
      difficulty: Number(said.get("difficulty")),
      state: String(said.get("state") ?? "all"),
      count: Number(said.get("count")),
    };
  }

  function eligible() {
    const wished = wish();
    return lot.chosen(tickets, wished, STATES[wished.state] ?? (() => true));
  }

  function summarise() {
    const n = eligible().length;
    const drawn = Math.min(n, wish().count);
    one("#_sum").textContent = n > 0 ? text("random_sum", { n, drawn }) : text("random_none");
    /** @type {HTMLButtonElement} */ (one("button", form)).disabled = n === 0;
  }

  // The form

  /** @param {string} type */
  function typeChoice(type) {
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.name = "type[]";
    box.value = type;
    label.append(box, types[type] ?? type);
    return label;
  }

  /** @param {string} name @param {[string, string][]} options hides a list that offers nothing */
  function offer(name, options) {
    const list = /** @type {HTMLSelectElement} */ (one(`select[name=${name}]`, form));
    list.append(...options.map(([value, label]) => new Option(label, value)));
    one("label:has(select)", form);
    const label = list.closest("label");
    if (label) label.hidden = options.length === 0;
  }

  function fillForm() {
    const kinds = [...new Set(tickets.map(({ type }) => type))];
    const place = one("#_kinds").parentElement;
    place?.append(...kinds.map(typeChoice));
    if (place) place.hidden = kinds.length < 2;
    const tags = [...new Set(tickets.flatMap((ticket) => ticket.tags))].sort();
    offer(
      "tag",
      tags.map((tag) => [tag, tag]),
    );
    const levels = [...new Set(tickets.map(({ difficulty }) => difficulty))].sort();
    offer(
      "difficulty",
      levels.filter((level) => level > 0).map((level) => [String(level), "★".repeat(level)]),
    );
  }

  async function ask() {
    say(text("mock_loading"));
    const arrived = await Promise.all(sections.map((section) => library.load(section)));
    say(arrived.every(Boolean) ? "" : text("mock_lost"));
    tickets = sections.flatMap(({ id }) => lot.tickets(id, library.questions(exam, id)));
    fillForm();
    form.hidden = false;
    summarise();
  }

  // What is drawn

  function take() {
    const found = draw.some(eligible(), wish().count, Math.random);
    const drawn = draw.shuffled(found, Math.random);
    for (const { ids } of drawn) for (const id of ids) book.put(id, null);
    note.write({ ids: drawn.map(({ section, id }) => `${section}/${id}`) });
    for (const trouble of note.troubles()) page.notice(text(trouble));
    form.hidden = true;
    show();
  }

  /** @param {HTMLElement} frame @param {number} number */
  function numbered(frame, number) {
    one("header b", frame).textContent = String(number);
    for (const [place, part] of frame.querySelectorAll("article.q").entries()) {
      one("header b", part).textContent = `${number}.${place + 1}`;
    }
    return frame;
  }

  /** @param {string[]} ids @param {number} found tells of what is not in the bank any more */
  function tellGone(ids, found) {
    const n = ids.length - found;
    if (n > 0) page.notice(text("drawn_gone", { n }));
  }

  /** Puts what is drawn into the page, as far as it is still in the bank. */
  async function show() {
    const ids = note.read()?.ids ?? [];
    const wanted = sections.filter(({ id }) => ids.some((each) => each.startsWith(`${id}/`)));
    say(text("mock_loading"));
    const lent = await borrow.pages(wanted.map(({ path }) => root + path));
    const lost = wanted.some(({ path }) => !lent.has(root + path));
    say(lost ? text("mock_lost") : "");
    one("#_drawn").hidden = false;
    const frames = ids.flatMap((each) => {
      const [section = "", id = ""] = each.split("/");
      const own = wanted.find((one) => one.id === section);
      return (own && lent.get(root + own.path)?.articles.get(id)) ?? [];
    });
    if (!lost) tellGone(ids, frames.length);
    if (frames.length === 0) return;
    one(".questions").replaceChildren(...frames.map((frame, at) => numbered(frame, at + 1)));
    practice.start(Object.assign({}, ...[...lent.values()].map(({ keys }) => keys)));
    page.openWide();
  }

  form.addEventListener("input", summarise);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    take();
  });
  one("[data-do=again]").addEventListener("click", () => {
    note.write(null);
    location.reload();
  });
  function refresh() {
    book.refresh();
    if (!form.hidden) summarise();
  }

  // Another tab has answered; or the hub tells, in Firefox from a folder, a moment later.
  exampress.share.follow(refresh);
  if (note.read()) show();
  else ask();
})();
