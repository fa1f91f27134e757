"use strict";

/**
 * Answers copied from a paper sheet: asks for them, and makes them the responses of a paper's
 * questions, by the numbers and letters that stand on it. Judges nothing.
 */
exampress.onpaper = (() => {
  const { fields, letters, page, records, strip } = exampress;
  const { one } = page;

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => page.say(exampress.words, name, values);

  /** @type {Record<string, StripLine["kind"]>} by question type; a text elsewhere */
  const KINDS = {
    single: "letters",
    multiple: "letters",
    ordering: "letters",
    matching: "letters",
    "true-false": "judgement",
  };

  /** @param {Item} item @returns {StripLine} */
  const lineOf = ({ number, article }) => ({
    number,
    kind: KINDS[article.dataset.type ?? ""] ?? "text",
  });

  /**
   * Returns the response that an answer is, or nothing if the question cannot be answered so.
   * @param {Item} item
   * @param {StripAnswer} answer
   * @returns {Answer | null}
   */
  function response(item, { kind, texts }) {
    if (kind === "judgement") return texts;
    if (kind === "letters") return chosen(item, texts);
    const blanks = item.interaction.querySelectorAll(".stem input").length;
    if (blanks === 0) return texts.join("; ");
    if (blanks === 1) return [texts.join("; ")];
    return texts.length <= blanks ? texts : null;
  }

  /** @param {Item} item @param {string[]} said */
  function chosen(item, said) {
    const known = letters.of(item.interaction);
    const values = said.flatMap((letter) => known.get(letter) ?? []);
    const { type } = item.article.dataset;
    const fits = values.length === said.length && (type !== "single" || said.length === 1);
    const whole = type === "ordering" || type === "matching";
    const places = item.interaction.querySelectorAll(".order > li, select").length;
    if (!fits || (whole && said.length !== places)) return null;
    return type === "multiple" ? [...new Set(values)].sort() : values;
  }

  /**
   * Returns the responses by question, and what could not be read, in words.
   * @param {Item[]} items
   * @param {string} typed
   * @returns {{responses: Map<string, Answer>, faults: string[]}}
   */
  function read(items, typed) {
    const { answers, faults } = strip.read(typed, items.map(lineOf));
    const said = faults.map(({ kind, ...values }) => text(`strip_${kind}`, values));
    /** @type {Map<string, Answer>} */
    const responses = new Map();
    for (const item of items) {
      const answer = answers.get(item.number);
      if (!answer) continue;
      const own = response(item, answer);
      if (own === null) {
        const given = answer.texts.join("");
        said.push(text("strip_unfit", { number: item.number, text: given }));
      } else if (!fields.empty(own)) responses.set(item.id, own);
    }
    return { responses, faults: said };
  }

  /** @param {unknown} value @returns {value is CopiedSheet} */
  function isSheet(value) {
    if (!records.isObject(value)) return false;
    return [value.section, value.code, value.text].every((each) => typeof each === "string");
  }

  /** What is typed and not scored yet. */
  const draft = () => page.note(document.body.dataset.exam ?? "", "strip", isSheet);

  /** @param {HTMLFormElement} form @returns {CopiedSheet} */
  function sheetOf(form) {
    const said = new FormData(form);
    const text = (/** @type {string} */ name) => String(said.get(name) ?? "");
    return { section: text("section"), code: text("code"), text: text("answers") };
  }

  /** @param {HTMLFormElement} form */
  function keep(form) {
    const sheet = sheetOf(form);
    const note = draft();
    note.write(sheet.code || sheet.text ? sheet : null);
    for (const trouble of note.troubles()) page.notice(text(trouble));
  }

  /** @param {HTMLFormElement} form fills it with what was typed before the page was closed */
  function fill(form) {
    const sheet = draft().read();
    if (!sheet) return;
    /** @param {string} name */
    const control = (name) => /** @type {HTMLInputElement} */ (one(`[name=${name}]`, form));
    control("section").value = sheet.section;
    if (!control("section").value) control("section").value = ""; // that section is gone
    control("code").value = sheet.code;
    control("answers").value = sheet.text;
    /** @type {HTMLDetailsElement} */ (one("#_onpaper")).open = true;
  }

  /** Forgets what was typed, once it is scored. */
  const clear = () => draft().write(null);

  /**
   * Makes the form work; `score` is called with what it says, and again if the reader wants to be
   * scored in spite of faults.
   * @param {(sheet: CopiedSheet) => void} score
   */
  function arrange(score) {
    const form = /** @type {HTMLFormElement} */ (one("#_onpaper form"));
    fill(form);
    form.addEventListener("input", () => {
      keep(form);
      tell([], 0);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      score({ ...sheetOf(form), anyway: event.submitter?.dataset.do === "anyway" });
    });
  }

  /** @param {string[]} faults @param {number} n how many answers were read */
  function tell(faults, n) {
    const list = one("#_onpaper ul");
    one("#_onpaper output").textContent = faults.length > 0 ? text("strip_read", { n }) : "";
    list.replaceChildren(
      ...faults.map((fault) => {
        const line = document.createElement("li");
        line.textContent = fault;
        return line;
      }),
    );
    one("#_onpaper [data-do=anyway]").hidden = faults.length === 0 || n === 0;
  }

  return { read, arrange, tell, clear };
})();
