"use strict";

/**
 * Practice: joins a page's questions, their keys and the stored progress. What is shown of a
 * question follows from its record alone, so that a reload, a reset and another tab all end in
 * the same page. Judges nothing itself.
 */
(() => {
  const { check, fields, grading, items: wiring, memory, page, verdict } = exampress;
  const { one, say } = page;
  const { round } = verdict;

  /** @type {Words} */
  const words = exampress.words;
  const book = page.book(document.body.dataset.exam ?? "");

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => say(words, name, values);

  // Records

  /** @param {Item} item the record, if it is about the question as it is now */
  function live({ id, key }) {
    const record = book.get(id);
    return record?.fingerprint === key.fingerprint ? record : undefined;
  }

  /**
   * Stores what has changed of a question; a record that says nothing is removed.
   * @param {Item} item
   * @param {Partial<Progress>} change
   */
  function keep(item, change) {
    const { fingerprint } = item.key;
    const response = item.field.read(item.form);
    const blank = { fingerprint, response, checked: false, score: 0, grade: null };
    const record = { ...blank, ...live(item), ...change, at: Date.now() };
    const given = !fields.empty(record.response) || record.grade !== null;
    const idle = !given && !record.revealed && !record.settled;
    book.put(item.id, idle ? null : record);
    showTroubles();
  }

  /** @param {Item} item */
  const stateOf = (item) => verdict.state(live(item));

  // One question

  /** @param {Item} item @param {string} words */
  function tell(item, words) {
    const output = one("output", item.form);
    if (output.textContent !== words) output.textContent = words;
  }

  /** @param {Item} item draws verdict and marks from the record */
  function draw(item) {
    const record = live(item);
    const stale = book.get(item.id) !== undefined && !record;
    verdict.mark(item, record);
    one("button[data-do=reset]", item.form).hidden = !record && !stale;
    tell(item, stale ? text("updated") : verdict.words(item, record));
  }

  /** @param {Item} item fills the form from the record, unless it agrees; then draws */
  function show(item) {
    const record = live(item);
    const response = record?.response ?? [];
    // A text is not written over with itself: that would move the cursor of who is typing it.
    if (JSON.stringify(item.field.read(item.form)) !== JSON.stringify(response)) {
      item.form.reset();
      item.field.write(item.form, response);
    }
    if (item.answer) item.answer.open = record?.revealed === true;
    grading.show(item, record);
    memory.show(item, book);
    draw(item);
  }

  /** @param {Item} item judges what is in the form */
  function judge(item) {
    if (!item.key.check) return;
    const response = item.field.read(item.form);
    const { answered, correct, score } = check.judge(item.key, response);
    if (!answered) return tell(item, text("unanswered"));
    const attempt = memory.judged(book, item.id, live(item), correct);
    keep(item, { response, checked: true, score, ...attempt });
    draw(item);
    summarise();
  }

  /** @param {Item} item stores a changed answer; a verdict on the former one is void */
  function answer(item) {
    const response = item.field.read(item.form);
    if (String(live(item)?.response ?? "") === String(response)) return;
    keep(item, { response, checked: false, score: 0, grade: null, ticks: [] });
    grading.show(item, live(item));
    draw(item);
    summarise();
  }

  /** @param {Item} item makes the question as new */
  function reset(item) {
    book.put(item.id, null);
    for (const hint of item.form.querySelectorAll("details")) hint.open = false;
    show(item);
    showTroubles();
    summarise();
  }

  /** @param {Item} item remembers whether the answer is open */
  function reveal(item) {
    const record = live(item);
    const outdated = book.get(item.id) !== undefined && !record;
    if (!item.answer || outdated || (record?.revealed === true) === item.answer.open) return;
    keep(item, { revealed: item.answer.open, ...memory.seen(record) });
    draw(item);
    summarise();
  }

  /** @param {Item} item takes the points that the learner gives to an essay */
  function grade(item) {
    const given = grading.read(item);
    const score = (given.grade ?? 0) / (item.key.points || 1);
    keep(item, { ...given, score, checked: given.grade !== null });
    draw(item);
    summarise();
  }

  // The whole page

  /** @type {Item[]} */
  let items = [];

  /** @param {State} state */
  const count = (state) => items.filter((item) => stateOf(item) === state).length;

  function summarise() {
    const total = items.length;
    const n = total - count("");
    const points = items.map((item) => {
      const record = live(item);
      return record?.checked ? record.score * item.key.points : 0;
    });
    const score = round(points.reduce((sum, each) => sum + each, 0));
    const max = round(items.reduce((sum, item) => sum + item.key.points, 0));
    for (const bar of /** @type {Iterable<HTMLProgressElement>} */ (
      document.querySelectorAll("progress")
    )) {
      bar.max = total;
      bar.value = n;
    }
    for (const place of document.querySelectorAll(".count")) {
      place.textContent = text("progress", { n, total });
    }
    one("#_score").textContent = text("score", { n: score, max });
    one("#_tally").textContent = text("tally", {
      right: count("right"),
      partial: count("partial"),
      wrong: count("wrong"),
    });
    drawMap();
  }

  /** One link a question, with its state. */
  function drawMap() {
    for (const item of items) {
      const state = stateOf(item);
      item.link.dataset.state = state;
      item.link.setAttribute("aria-label", text(`state_${state || "open"}`, { n: item.number }));
    }
  }

  function showTroubles() {
    for (const trouble of book.troubles()) page.notice(text(trouble));
  }

  /** @param {string} words */
  function report(words) {
    one("#_report").textContent = words;
  }

  function judgeAll() {
    for (const item of items) {
      if (stateOf(item) === "answered") judge(item);
    }
    const left = count("");
    report(text("checked", { n: items.length - left, left }));
  }

  function resetAll() {
    if (!window.confirm(text("reset_all"))) return;
    for (const item of items) reset(item);
    for (const answer of document.querySelectorAll("details")) answer.open = false;
    report("");
  }

  /** Goes to the first question after this place that has no answer, or else to the first. */
  function next() {
    const open = items.filter((item) => stateOf(item) === "");
    const below = open.find(({ article }) => article.getBoundingClientRect().top > 100);
    const target = below ?? open[0];
    if (!target) return report(text("all_answered"));
    target.article.scrollIntoView();
    const first = target.form.querySelector("input, select, textarea, button");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /** @type {Record<string, () => void>} */
  const PAGE_ACTS = { judge: judgeAll, reset: resetAll, next };

  /** @type {Record<string, (item: Item, button: HTMLElement) => void>} */
  const ACTS = {
    check(item) {
      fields.settle(item.form);
      judge(item);
    },
    reset(item) {
      reset(item);
      const first = item.form.querySelector("input, select, textarea, button");
      if (first instanceof HTMLElement) first.focus();
    },
    up: (item, button) => wiring.move(item, button, true, () => answer(item)),
    down: (item, button) => wiring.move(item, button, false, () => answer(item)),
  };

  // Wiring

  /** @param {EventTarget | null} target */
  const itemOf = (target) => wiring.of(items, target);

  /** @param {Event} event */
  function onClick(event) {
    const target = event.target instanceof Element ? event.target : null;
    /** @type {HTMLElement | null | undefined} */
    const button = target?.closest("button[data-do]");
    if (!button) return;
    const act = button.dataset.do ?? "";
    const item = itemOf(button);
    if (item) ACTS[act]?.(item, button);
    else PAGE_ACTS[act]?.();
  }

  /** @param {Event} event */
  function onInput(event) {
    const item = itemOf(event.target);
    if (!item) return;
    if (event.target instanceof Element && event.target.closest("form")) answer(item);
    else grade(item);
  }

  /** @param {KeyboardEvent} event Enter checks, arrows move an item; an input method goes first */
  function onKey(event) {
    const { target } = event;
    const item = itemOf(target);
    if (!item || event.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && target instanceof HTMLInputElement && target.form) {
      event.preventDefault();
      judge(item);
    }
    wiring.moveByKey(item, event, () => answer(item));
  }

  /** @param {HTMLElement} article @param {Record<string, Key>} keys */
  function wired(article, keys) {
    const item = wiring.wire(article, keys, page.clone("#_tools"));
    if (!item.key.check) item.form.querySelector("button[data-do=check]")?.remove();
    memory.arrange(item, book, showTroubles);
    item.answer?.addEventListener("toggle", () => reveal(item));
    return item;
  }

  function refresh() {
    book.refresh();
    for (const item of items) show(item);
    summarise();
  }

  function start() {
    /** @type {Record<string, Key>} */
    const keys = page.data("#_keys");
    one("#_controls").prepend(page.clone("#_bar"));
    one(".pager").before(page.clone("#_panel"));
    items = wiring.answerable(document).map((article) => wired(article, keys));
    one("#_map").append(...items.map((item) => item.link));
    for (const item of items) show(item);
    summarise();
    showTroubles();
    document.addEventListener("click", onClick);
    document.addEventListener("input", onInput);
    document.addEventListener("keydown", onKey);
    document.addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("storage", (event) => {
      if (event.key === book.name || event.key === null) refresh();
    });
    window.addEventListener("pageshow", (event) => event.persisted && refresh());
  }

  if (document.querySelector("#_keys") && !exampress.lending) start();
})();
