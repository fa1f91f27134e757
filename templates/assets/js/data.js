"use strict";

/**
 * The page of a learner's own data: what is kept, saving it to a file, taking a file in, clearing.
 */
(() => {
  const { backup, clearing, library, owners, page, records, sitting } = exampress;
  const { one, say } = page;
  const { words } = exampress;
  const site = document.body.dataset.site ?? "";

  const all = owners.all();

  /** @type {HTMLInputElement} */
  const file = one("#_file");
  /** @type {HTMLSelectElement} */
  const from = one("#_from");
  /** What the chosen file would change, exam by exam. @type {{owner: Owner, gain: Gain}[]} */
  let gains = [];

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => say(words, name, values);

  const { counts, kept } = owners;

  const troubles = () =>
    new Set(all.flatMap(({ book, mocks }) => [...book.troubles(), ...mocks.troubles()]));

  function showTroubles() {
    for (const each of troubles()) page.notice(text(each === "unsaved" ? "data_unsaved" : each));
  }

  /** @param {string} done what is said of a change, if it could be stored */
  const outcome = (done) => text(troubles().has("unsaved") ? "data_unsaved" : done);

  // What is here

  /** @param {Record<string, number>} numbers */
  const told = (numbers) =>
    Object.entries(numbers)
      .filter(([, n]) => n > 0)
      .map(([kind, n]) => text(`kept_${kind}`, { n }))
      .join(" · ");

  /** @param {string} title @param {string} words */
  function line(title, words) {
    const item = document.createElement("li");
    const name = document.createElement("b");
    name.textContent = title;
    if (title) item.append(name, " ");
    item.append(words);
    return item;
  }

  /** @param {Owner} owner */
  const title = ({ exam, removed }) =>
    removed ? text("removed_exam", { title: exam.title }) : exam.title;

  function show() {
    const found = all
      .map((owner) => ({ owner, words: told(counts(owner)) }))
      .filter(({ owner, words }) => words !== "" || (owner.removed && anything(owner)));
    const lines = found.map(({ owner, words }) => line(title(owner), words));
    one("#_kept").replaceChildren(...(lines.length > 0 ? lines : [line("", text("kept_none"))]));
    for (const [place, { owner }] of found.entries()) showGone(owner, lines[place]);
    showTroubles();
  }

  /** @param {Owner} owner @param {HTMLElement | undefined} line that says what it keeps */
  async function showGone(owner, line) {
    const ids = await owners.gone(owner);
    if (!ids?.size || !line) return;
    line.append(` · ${text("kept_gone", { n: ids.size })}`);
    offerGone(owner);
  }

  // To a file

  function save() {
    const held = all.filter((owner) => told(counts(owner)) !== "" || anything(owner));
    const saved = new Map(held.map((owner) => [owner.exam.id, kept(owner)]));
    const now = new Date();
    const title = one("#_data").dataset.title ?? "";
    const blob = new Blob([backup.written({ id: site, title }, saved, now)], {
      type: "application/json",
    });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${site}-${now.toISOString().slice(0, 10)}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    one("#_saved").textContent = text("saved", { name: link.download });
  }

  /** @param {Owner} owner whether there is more than what is counted */
  const anything = ({ book }) => book.ids().length + book.reviewed().length > 0;

  // From a file

  /** @param {string} words */
  function refuse(words) {
    gains = [];
    one("#_decide").hidden = true;
    one("#_gain").textContent = words;
  }

  async function look() {
    const chosen = file.files?.[0];
    if (!chosen) return refuse("");
    if (chosen.size > backup.MOST) return refuse(text("fault_large"));
    const found = backup.read(await chosen.text(), site);
    if ("fault" in found) return refuse(text(`fault_${found.fault}`, { title: found.title }));
    preview(found);
  }

  /** @param {Gain} gain */
  function gained({ questions, reviews, mocks }) {
    const numbers = {
      fresh: questions.fresh,
      newer: questions.newer,
      stays: questions.kept,
      marks: reviews.fresh + reviews.newer,
      mocks: mocks.length,
    };
    return Object.entries(numbers)
      .filter(([, n]) => n > 0)
      .map(([kind, n]) => text(`gain_${kind}`, { n }))
      .join(" · ");
  }

  /** @param {Gain} gain whether it changes anything */
  const matters = ({ changes, mocks }) =>
    changes.questions.size + changes.reviews.size + mocks.length > 0;

  /** @param {Backup} found */
  function preview({ exams: theirs, saved }) {
    for (const { book } of all) book.refresh();
    const met = all.flatMap((owner) => {
      const their = theirs.get(owner.exam.id);
      return their ? [{ owner, gain: backup.gain(kept(owner), their) }] : [];
    });
    gains = met.filter(({ gain }) => matters(gain));
    const list = document.createElement("ul");
    list.className = "plainly";
    list.append(...met.map(({ owner, gain }) => line(owner.exam.title, gained(gain))));
    const head = document.createElement("p");
    const when = Number.isNaN(Date.parse(saved))
      ? "—"
      : new Date(saved).toLocaleString(document.documentElement.lang);
    head.textContent = text(gains.length > 0 ? "gain_head" : "gain_none", { when });
    const strangers = [...theirs.keys()].filter((id) => !all.some(({ exam }) => exam.id === id));
    const rest = document.createElement("p");
    rest.textContent = strangers.length > 0 ? text("gain_strangers", { n: strangers.length }) : "";
    one("#_gain").replaceChildren(head, list, rest);
    one("#_decide").hidden = gains.length === 0;
  }

  function load() {
    for (const { owner, gain } of gains) {
      owner.book.putAll(gain.changes);
      if (gain.mocks.length > 0) {
        owner.mocks.write(sitting.united(owner.mocks.read() ?? [], gain.mocks));
      }
    }
    leave();
    one("#_gain").textContent = outcome("loaded");
    show();
  }

  function leave() {
    refuse("");
    file.value = "";
    file.focus();
  }

  // Clearing

  /** @param {string} value @param {string} label */
  const option = (value, label) => new Option(label, value);

  /** What stands for the questions that left an exam; no section has such a name. */
  const GONE = ":gone";

  function offer() {
    from.append(option("", text("all_exams")));
    for (const owner of all) {
      const { exam } = owner;
      const part = document.createElement("optgroup");
      part.label = title(owner);
      part.append(
        option(exam.id, text("whole_exam", { title: title(owner) })),
        ...exam.sections.map(({ id, title }) => option(`${exam.id}/${id}`, title)),
      );
      from.append(part);
    }
  }

  /** @param {Owner} owner lets what is left of questions that are gone be cleared by itself */
  function offerGone({ exam }) {
    const value = `${exam.id}/${GONE}`;
    const options = [...from.options];
    if (options.some((each) => each.value === value)) return;
    const last = options.filter((each) => each.value.split("/")[0] === exam.id).at(-1);
    last?.after(option(value, text("gone_questions")));
  }

  /** What can be cleared. */
  const KINDS = ["answers", "wrong", "bookmarks", "mocks"];

  /** @param {string} name whether that kind is to be cleared */
  function wants(name) {
    /** @type {HTMLInputElement} */
    const box = one(`[name=${name}]`);
    return box.checked && !box.disabled;
  }

  /** A mock exam is of a whole exam. */
  function narrow() {
    /** @type {HTMLInputElement} */
    const box = one("[name=mocks]");
    box.disabled = from.value.includes("/");
  }

  /**
   * Returns the ids of a section, null for all there are, undefined where they cannot be loaded.
   * @param {Owner} owner
   * @param {string | undefined} section
   */
  async function idsOf(owner, section) {
    if (section === GONE) return owners.gone(owner);
    const { exam } = owner;
    const found = exam.sections.find(({ id }) => id === section);
    if (!found) return null;
    if (!(await library.load(found))) return undefined;
    return new Set(library.questions(exam.id, found.id).map(([id]) => id));
  }

  /** @param {string} exam where its reader was, what was drawn by lot or typed from a paper */
  function forget(exam) {
    for (const kind of ["place", "random", "strip"]) {
      page.note(exam, kind, records.isObject).write(null);
    }
  }

  async function clear() {
    const [name, section] = from.value.split("/");
    const meant = all.filter(({ exam }) => !name || exam.id === name);
    const found = await Promise.all(
      meant.map(async (owner) => ({ owner, ids: await idsOf(owner, section) })),
    );
    const kinds = new Set(KINDS.filter(wants));
    const plans = found.flatMap(({ owner, ids }) =>
      ids === undefined ? [] : [{ owner, plan: clearing.changes(owner.book, ids, kinds) }],
    );
    if (plans.length < found.length) return tellCleared(text("clear_lost"));
    const mocks = wants("mocks")
      ? meant.filter(({ mocks, mock }) => mocks.read() ?? mock.read())
      : [];
    const n = plans.reduce((sum, { plan }) => sum + plan.questions.size + plan.reviews.size, 0);
    if (n + mocks.length === 0) return tellCleared(text("clear_none"));
    const scope = from.selectedOptions[0]?.label ?? "";
    const names = [...kinds].map((each) => text(`clear_${each}`)).join(text("clear_and"));
    if (!window.confirm(text("clear_sure", { scope, what: names }))) return;
    for (const { owner, plan } of plans) {
      if (plan.questions.size + plan.reviews.size > 0) owner.book.putAll(plan);
    }
    for (const owner of mocks) for (const each of [owner.mocks, owner.mock]) each.write(null);
    if (kinds.has("answers") && !section) for (const { exam } of meant) forget(exam.id);
    tellCleared(outcome("cleared"));
    show();
  }

  /** @param {string} words */
  function tellCleared(words) {
    one("#_cleared").textContent = words;
  }

  // Wiring

  /** @type {Record<string, () => void>} */
  const ACTS = { save, load, leave, clear };

  /** @param {Event} event */
  function onClick(event) {
    const target = event.target instanceof Element ? event.target : null;
    /** @type {HTMLElement | null | undefined} */
    const button = target?.closest("button[data-do]");
    if (button) ACTS[button.dataset.do ?? ""]?.();
  }

  function refresh() {
    for (const { book } of all) book.refresh();
    show();
  }

  function start() {
    one("#_data").hidden = false;
    offer();
    show();
    // The same file, mended, can be chosen again: else a browser sees no change.
    file.addEventListener("click", () => {
      file.value = "";
    });
    file.addEventListener("change", look);
    from.addEventListener("input", narrow);
    document.addEventListener("click", onClick);
    exampress.share.follow(refresh);
  }

  start();
})();
