"use strict";

/**
 * The mock exam page: from the form to the exam room to the result, and back after a reload, in
 * whichever of them the reader was. Everything is stored when it happens.
 */
(() => {
  const { forms, onpaper, page, paper, result, room, seal, setup, timer } = exampress;
  const { shorthand, sitting: sittings } = exampress;
  const { one } = page;

  /** @type {MockData} */
  const data = page.data("#_exam");
  const exam = document.body.dataset.exam ?? "";
  const shelf = page.note(exam, "mock", sittings.isSitting, shorthand.sitting);
  const history = page.note(exam, "mocks", sittings.isHistory, shorthand.history);

  /** @type {Sitting | null} */
  let current = null;
  /** @type {{title: string, items: Item[]}[]} */
  let parts = [];
  /** @type {{show(): void, close(): void} | null} */
  let open = null;
  /** @type {{pass(): void, stop(): void} | null} */
  let running = null;

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => page.say(exampress.words, name, values);

  /** @param {string} words */
  const say = (words) => {
    one("#_status").textContent = words;
  };

  function now() {
    if (current === null) throw new Error("there is no sitting");
    return current;
  }

  /** @param {Sitting} sitting whether it was handed in, perhaps in another tab */
  const isEnded = ({ started }) => history.read()?.some((past) => past.started === started);

  /** Shows what came of the sitting, or else what runs now. */
  const leave = () => location.assign(`?sitting=${now().started}`);

  function showTroubles() {
    for (const trouble of [...shelf.troubles(), ...history.troubles()]) page.notice(text(trouble));
  }

  // What is stored

  /** @param {Sitting} sitting what is stored, if it is the same that runs here */
  function adopt(sitting) {
    const elapsed = Math.max(sitting.elapsed, now().elapsed);
    const { seen, at } = now();
    current = { ...sitting, elapsed, seen, ...(at && { at }) };
  }

  /** @param {(sitting: Sitting) => Sitting} [alter] stores the sitting, altered or as it is */
  function keep(alter = (sitting) => sitting) {
    const stored = shelf.read();
    if (stored?.started === now().started) adopt(stored);
    else if (isEnded(now())) return leave();
    current = alter(now());
    shelf.write(current);
    showTroubles();
  }

  // Phases

  /** @param {string} phase */
  function enter(phase) {
    document.body.dataset.phase = phase;
    one("#_setup").hidden = phase !== "setup";
    one("#_room").hidden = phase !== "room" && phase !== "result";
    one("#_result").hidden = phase !== "result";
    one("#_again").hidden = phase !== "lost";
    const past = history.read() ?? [];
    one("#_history").hidden = past.length === 0 || (phase !== "setup" && phase !== "result");
    one("#_history .attempts").replaceChildren(...past.map(result.line));
  }

  /** @param {string[]} ids the sections to load @param {string} [code] of a form */
  async function load(ids, code) {
    enter("loading");
    say(text("mock_loading"));
    const lent = await paper.borrow(data, ids, code);
    say(lent ? "" : text("mock_lost"));
    if (!lent) enter("lost");
    return lent;
  }

  /** Returns the sitting that is stored and not handed in, whichever tab has begun it. */
  function unfinished() {
    const stored = shelf.read();
    // Handed in already, if the browser ended between the two writes of `finish`.
    return stored && !isEnded(stored) ? stored : null;
  }

  /** Goes on with the sitting that runs, and returns whether one does. */
  function resumed() {
    current = unfinished();
    if (current) resume();
    return current !== null;
  }

  /** @param {Plan} plan */
  async function begin(plan) {
    if (resumed()) return; // another tab has begun since this form was opened
    const { counts, minutes } = plan;
    const ids = [...counts].filter(([, count]) => count > 0).map(([id]) => id);
    const lent = await load(ids);
    if (!lent) {
      again = () => begin(plan);
      return;
    }
    const drawn = paper.drawn(data.sections, lent, plan);
    current = begun(drawn, lent, minutes);
    run(lent);
  }

  /** @param {DrawnSection[]} drawn @param {Map<string, Borrowed>} lent @param {number | null} minutes */
  function begun(drawn, lent, minutes) {
    const keys = paper.keys(lent);
    const points = drawn.flatMap(({ answers }) => answers).map((id) => keys[id]?.points ?? 0);
    const sum = points.reduce((total, each) => total + each, 0);
    const pass = data.answers ? setup.passMark(data, sum) : null;
    return sittings.begun({ minutes, pass }, drawn, keys, Date.now());
  }

  /** @param {CopiedSheet} sheet scores answers that were given on paper */
  async function score(sheet) {
    const code = sheet.code.trim() && forms.normal(sheet.code);
    const order = code ? forms.read(code, data.edition) : 0;
    if (typeof order !== "number") return onpaper.tell([text(`form_${order}`, { code })], 0);
    const ids = sheet.section ? [sheet.section] : data.sections.map(({ id }) => id);
    const lent = await load(ids, code);
    if (!lent) {
      again = () => score(sheet);
      return;
    }
    const counts = new Map(ids.map((id) => [id, Number.POSITIVE_INFINITY]));
    const plan = { counts, minutes: null, shuffle: false, options: false };
    const drawn = paper.drawn(data.sections, lent, plan);
    current = { ...begun(drawn, lent, null), copied: true };
    lay(lent);
    const items = parts.flatMap((part) => part.items);
    const { responses, faults } = onpaper.read(items, sheet.text);
    if (responses.size === 0 || (faults.length > 0 && !sheet.anyway)) {
      enter("setup");
      onpaper.tell(faults.length > 0 ? faults : [text("strip_nothing")], responses.size);
      return;
    }
    for (const [id, response] of responses) current = sittings.changed(now(), id, { response });
    onpaper.clear();
    end("", 0);
  }

  /** @param {Map<string, Borrowed>} lent */
  function lay(lent) {
    const ordinals = data.sections.map(({ ordinal }) => ordinal);
    parts = paper.lay(one("#_room"), now(), lent, ordinals);
  }

  /** @param {Map<string, Borrowed>} lent opens the exam room */
  function run(lent) {
    lay(lent);
    enter("room");
    page.openWide();
    open = room.open(parts, { sitting: now, change, stand, finish: () => finish("") });
    shelf.write(now());
    showTroubles();
    running = timer.start({
      sitting: now,
      elapse(timing) {
        current = { ...now(), ...timing };
      },
      keep,
      warn: say,
      over: () => finish(text("mock_time_up")),
    });
  }

  /** @param {string} id @param {Partial<SittingEntry>} change */
  function change(id, change) {
    running?.pass();
    keep((sitting) => sittings.changed(sitting, id, change));
  }

  /** @param {string} id */
  function stand(id) {
    current = { ...now(), at: id };
  }

  /** @param {string} words hands in */
  function finish(words) {
    running?.pass();
    running?.stop();
    open?.close();
    const { minutes, elapsed } = now();
    end(words, minutes === null ? elapsed : Math.min(elapsed, minutes * 60_000));
    shelf.write(null);
  }

  /** @param {string} words @param {number} elapsed ends the sitting: here the gate opens */
  function end(words, elapsed) {
    const ended = { ...now(), elapsed, ended: Date.now() };
    current = sittings.judged(ended, paper.opened(parts, ended));
    remember();
    tellBook();
    showResult(words);
  }

  /** Tells the wrong-answer book what came of each question; what waits for a mark comes later. */
  function tellBook() {
    if (!data.answers || seal.isLocked()) return; // what is sealed is told once it is open
    const book = page.book(exam);
    /** @type {Map<string, Review>} */
    const reviews = new Map();
    for (const [id, entry] of Object.entries(now().entries)) {
      const outcome = sittings.outcome(now(), entry);
      const review = outcome === null ? undefined : book.after(id, outcome);
      if (review) reviews.set(id, review);
    }
    book.putAll({ reviews });
  }

  /** Judges what was handed in while the answers were sealed; what was edited since stays as it is. */
  function judgeLate() {
    const known = Object.entries(paper.opened(parts, now())).filter(([id, key]) => {
      const entry = now().entries[id];
      return key.check && !entry?.judged && entry?.fingerprint === key.fingerprint;
    });
    if (known.length === 0) return;
    const late = sittings.judged(now(), Object.fromEntries(known));
    for (const [id] of known) current = sittings.changed(now(), id, late.entries[id] ?? {});
    remember();
    tellBook();
  }

  /** Shows the result anew, once the answers are open. */
  function unseal() {
    if (!current || current.ended === null || document.body.dataset.phase !== "result") return;
    judgeLate();
    showResult("");
  }

  function remember() {
    history.write(sittings.remembered(history.read() ?? [], now()));
    showTroubles();
  }

  /** @param {string} words */
  function showResult(words) {
    enter("result");
    window.history.replaceState(null, "", `?sitting=${now().started}`);
    one("#_title").textContent = text("mock_title");
    say(words);
    const answers = data.answers && !seal.isLocked();
    result.show(parts, { sitting: now, book: page.book(exam), answers, grade });
    one("#_title").focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: "instant" });
    page.openWide();
  }

  /** @param {string} id @param {Partial<SittingEntry>} change */
  function grade(id, change) {
    current = sittings.changed(now(), id, change);
    remember();
  }

  /** Goes on with a sitting that a reload or the end of the browser has interrupted. */
  async function resume() {
    const lent = await load(now().sections.map(({ id }) => id));
    if (!lent) {
      again = resume;
      return;
    }
    const before = Object.keys(now().entries).length;
    current = sittings.refreshed(now(), paper.keys(lent));
    const removed = before - Object.keys(current.entries).length;
    if (removed > 0) page.notice(text("mock_removed", { n: removed }));
    run(lent);
  }

  /** @param {Past} past shows an earlier result again */
  async function look(past) {
    current = past.sitting;
    const lent = await load(now().sections.map(({ id }) => id));
    if (!lent) {
      again = () => look(past);
      return;
    }
    lay(lent);
    judgeLate();
    showResult("");
  }

  /** @type {() => void} */
  let again = () => {};

  function start() {
    const past = history.read() ?? [];
    const asked = new URLSearchParams(location.search).get("sitting");
    const chosen = past.find(({ started, sitting }) => sitting && String(started) === asked);
    const goes = resumed();
    if (!goes) shelf.probe(); // who could lose an exam is told before it begins
    showTroubles();
    if (goes) return;
    if (chosen) look(chosen);
    else enter("setup");
  }

  /** Follows what another tab of the same exam has done. */
  function follow() {
    if (open === null || now().ended !== null) return;
    const stored = shelf.read();
    if (stored?.started !== now().started) return leave();
    running?.pass();
    adopt(stored);
    open.show();
  }

  /** Takes in what has happened while the page was left, and stood as it was. */
  function returned() {
    follow();
    if (document.body.dataset.phase === "setup" && !resumed()) enter("setup");
  }

  setup.arrange(data, begin);
  if (data.answers) onpaper.arrange(score);
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button[data-do]") : null;
    if (button?.matches("[data-do=load]")) again();
    if (button?.matches("[data-do=anew]")) location.assign(location.pathname);
  });
  document.addEventListener("submit", (event) => event.preventDefault());
  seal.onOpen(unseal);
  window.addEventListener("storage", ({ key }) => {
    if (key === shelf.name || key === null) follow();
  });
  window.addEventListener("pageshow", (event) => event.persisted && returned());
  start();
})();
