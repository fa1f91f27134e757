"use strict";

/**
 * Practice: joins a page's questions, their keys and the stored progress. What is shown of a
 * question follows from its record alone, so that a reload, a reset and another tab all end in
 * the same page. Judges nothing itself.
 */
(() => {
  const { check, early, fields, grading, items: wiring, memory, page, place, recite } = exampress;
  const { seal, share, summary, verdict, view } = exampress;
  const { one, say } = page;

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
    const response = item.field.read(item.interaction);
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
    const output = one("output", item.interaction);
    if (output.textContent !== words) output.textContent = words;
  }

  /** @param {Item} item draws verdict and marks from the record */
  function draw(item) {
    const record = live(item);
    const stale = book.get(item.id) !== undefined && !record;
    verdict.mark(item, record);
    one("button[data-do=reset]", item.interaction).hidden = !record && !stale;
    tell(item, stale ? text("updated") : verdict.words(item, record));
  }

  /** @param {Item} item fills the interaction from the record, unless it agrees; then draws */
  function show(item) {
    const record = live(item);
    const response = record?.response ?? [];
    // A text is not written over with itself: that would move the cursor of who is typing it.
    if (JSON.stringify(item.field.read(item.interaction)) !== JSON.stringify(response)) {
      item.field.write(item.interaction, response);
    }
    if (item.answer) item.answer.open = record?.revealed === true;
    grading.show(item, record);
    memory.show(item, book);
    draw(item);
  }

  /** @param {Item} item judges what is given */
  function judge(item) {
    if (!item.key.check) return seal.isLocked() ? tell(item, text("sealed")) : undefined;
    const response = item.field.read(item.interaction);
    const { answered, correct, score } = check.judge(item.key, response);
    if (!answered) return tell(item, text("unanswered"));
    const attempt = memory.judged(book, item.id, live(item), correct);
    keep(item, { response, checked: true, score, ...attempt });
    place.keep(item.id);
    draw(item);
    summarise();
    if (correct) advance(item);
  }

  /** @param {Item} item goes on from a right answer, if the reader wishes so and stays there */
  function advance(item) {
    const following = items[items.indexOf(item) + 1];
    if (page.setting("advance") !== "on" || !following) return;
    setTimeout(() => {
      const { activeElement } = document;
      const away = activeElement?.closest("article.q") ?? item.article;
      if (away === item.article && stateOf(item) === "right") enter(following);
    }, PAUSE);
  }

  /** @param {Item} item goes there, ready to answer */
  function enter(item) {
    view.go(item.article);
    const first = item.interaction.querySelector("input, select, textarea, button");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /** @param {Item} item stores a changed answer; a verdict on the former one is void */
  function answer(item) {
    const response = item.field.read(item.interaction);
    if (String(live(item)?.response ?? "") === String(response)) return;
    keep(item, { response, checked: false, score: 0, grade: null, ticks: [] });
    memory.renew(item.id);
    place.keep(item.id);
    grading.show(item, live(item));
    draw(item);
    summarise();
  }

  /** @param {Item} item makes the question as new */
  function reset(item) {
    book.put(item.id, null);
    memory.renew(item.id);
    for (const hint of page.all("details", item.interaction)) hint.removeAttribute("open");
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
    const attempt = memory.graded(book, item.id, live(item), grading.full(item, given));
    keep(item, { ...given, score, checked: given.grade !== null, ...attempt });
    draw(item);
    summarise();
  }

  // The whole page

  /** Milliseconds for which a right answer is seen before the next question comes. */
  const PAUSE = 700;
  /** Milliseconds from a click or tap to the choice that it makes. */
  const POINTED = 300;
  let pointedAt = Number.NEGATIVE_INFINITY;

  /** @type {Item[]} */
  let items = [];

  const summarise = () => summary.draw(items, live);

  /** @param {State} state */
  const count = (state) => items.filter((item) => stateOf(item) === state).length;

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
    const below = open.find(({ article }) =>
      view.isSingle() ? view.isAfter(article) : article.getBoundingClientRect().top > 100,
    );
    const target = below ?? open[0];
    if (target) enter(target);
    else report(text("all_answered"));
  }

  /** @type {Record<string, () => void>} */
  const PAGE_ACTS = { judge: judgeAll, reset: resetAll, next };

  /** @type {Record<string, (item: Item, button: HTMLElement) => void>} */
  const ACTS = {
    check(item) {
      fields.settle(item.interaction);
      judge(item);
    },
    reset(item) {
      reset(item);
      const first = item.interaction.querySelector("input, select, textarea, button");
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
    if (event.target instanceof Element && event.target.closest(".interaction")) answer(item);
    else grade(item);
    // With arrow keys one passes options that one does not mean; a pointer means what it hits.
    const pointed = performance.now() - pointedAt < POINTED;
    const chosen = event.target instanceof HTMLInputElement && event.target.type === "radio";
    if (chosen && pointed && page.setting("advance") === "on") judge(item);
  }

  /** @param {KeyboardEvent} event Enter checks, arrows move an item; an input method goes first */
  function onKey(event) {
    const { target } = event;
    const item = itemOf(target);
    if (!item || event.isComposing || event.keyCode === 229) return;
    if (
      event.key === "Enter" &&
      target instanceof HTMLInputElement &&
      target.closest(".interaction")
    ) {
      event.preventDefault();
      judge(item);
    }
    wiring.moveByKey(item, event, () => answer(item));
  }

  /** @param {HTMLElement} article @param {Record<string, Key>} keys */
  function wired(article, keys) {
    const item = wiring.wire(article, keys, page.clone("#_tools"));
    if (!seal.isLocked()) arrangeAnswer(item);
    memory.arrange(item, book, showTroubles);
    return item;
  }

  /** @param {Item} item makes its answer work, and leaves a way to check where one can */
  function arrangeAnswer(item) {
    if (!item.key.check) item.interaction.querySelector("button[data-do=check]")?.remove();
    item.answer?.addEventListener("toggle", () => reveal(item));
  }

  /** Takes in the answers that were sealed when the page began. */
  function unseal() {
    for (const item of items.filter(({ answer }) => !answer)) {
      item.answer = item.article.querySelector(":scope > details");
      if (!item.answer) continue;
      grading.arrange(item);
      arrangeAnswer(item);
      show(item);
    }
    summarise();
  }

  function refresh() {
    book.refresh();
    for (const item of items) show(item);
    summarise();
  }

  function arrangeView() {
    const frames = [...document.querySelectorAll(".questions > article.q")];
    const found = frames.map((frame) => /** @type {HTMLElement} */ (frame));
    view.arrange(found, one(".questions"), one(".intro"));
    const box = /** @type {HTMLInputElement | null} */ (document.querySelector("#_advance"));
    if (box === null) return; // without answers nothing is checked
    const agree = () => {
      box.checked = page.setting("advance") === "on";
    };
    agree();
    box.addEventListener("input", () => page.set("advance", box.checked ? "on" : "off"));
    share.follow(agree);
  }

  /** @param {Record<string, Key>} keys shows the answers of all questions, to be read */
  function startReading(keys) {
    const nothing = () => document.createDocumentFragment();
    items = wiring.answerable(document).map((article) => wiring.wire(article, keys, nothing()));
    for (const item of items) memory.arrange(item, book, showTroubles);
    recite.show(items);
    arrangeView();
    document.querySelector("#_advance")?.closest("label")?.remove();
  }

  /**
   * Makes the questions of the page work; once a page.
   * @param {Record<string, Key>} keys
   */
  function start(keys) {
    book.refresh();
    one("#_controls").prepend(page.clone("#_bar"));
    page.addPanel(page.clone("#_panel"), one(".questions"));
    items = wiring.answerable(document).map((article) => wired(article, keys));
    one("#_map").append(...items.map((item) => item.link));
    arrangeView();
    const given = early.taken();
    for (const item of items) {
      if (given.has(item.interaction)) answer(item);
      show(item);
    }
    summarise();
    showTroubles();
    seal.onOpen(unseal);
    document.addEventListener("click", onClick);
    document.addEventListener("pointerup", () => {
      pointedAt = performance.now();
    });
    document.addEventListener("input", onInput);
    document.addEventListener("keydown", onKey);
    document.addEventListener("submit", (event) => event.preventDefault());
    share.follow(refresh, book.name);
  }

  /** @param {Record<string, Key>} keys begins with what is open, and takes the rest when it opens */
  async function startSealed(keys) {
    const frames = [...document.querySelectorAll(".questions > article.q")];
    const articles = new Map(frames.map((frame) => [frame.id, /** @type {HTMLElement} */ (frame)]));
    if (!recite.asked) start(keys);
    await seal.take({ sealed: seal.own, articles, keys });
    if (recite.asked) (seal.isLocked() ? start : startReading)(keys);
  }

  if (document.querySelector("#_keys") && !exampress.lending) {
    const begin = recite.asked ? startReading : start;
    (seal.own ? startSealed : begin)(page.data("#_keys"));
  }
  exampress.practice = { start };
})();
