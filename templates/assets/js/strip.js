"use strict";

/**
 * Reads answers as people copy them from a paper sheet: `1-5 ABDCA 6 AC 7 对`. Pure.
 *
 * A number that the sheet knows begins an answer. Where letters are expected any later number does;
 * where a text is expected only the next one does, or one that begins a line or has a point after
 * it: an answer may hold numbers. What cannot be read is a fault, never left out without a word.
 */
exampress.strip = (() => {
  const { ascii } = exampress.check;

  /** @type {Record<string, "true" | "false">} what people write for right and wrong, folded */
  const JUDGEMENTS = {
    对: "true",
    對: "true",
    正确: "true",
    正確: "true",
    是: "true",
    真: "true",
    勾: "true",
    "√": "true",
    "✓": "true",
    "✔": "true",
    "☑": "true",
    t: "true",
    true: "true",
    y: "true",
    yes: "true",
    v: "true",
    r: "true",
    right: "true",
    错: "false",
    錯: "false",
    错误: "false",
    錯誤: "false",
    不正确: "false",
    不正確: "false",
    否: "false",
    假: "false",
    叉: "false",
    误: "false",
    誤: "false",
    "*": "false",
    "✗": "false",
    "✘": "false",
    "✕": "false",
    "☒": "false",
    "╳": "false",
    f: "false",
    false: "false",
    n: "false",
    no: "false",
    x: "false",
    w: "false",
    wrong: "false",
  };
  /** What stands for no answer. */
  const NOTHING = /^(?:[-_?/]+|空|无|無|略|none)$/i;
  const RANGE = /^(\d+)(?:[-~]|至|到)(\d+)[.,:)]*$/;
  const NUMBER = /^[([【]?(\d+(?:\.\d+)?)[)\]】]?([.,:)]*)$/;
  /** A number, or a range, with an answer written to it: `6.AC`, `7对`. */
  const GLUED = /^([([【]?\d+(?:[-~至到]\d+|\.\d+)?[)\]】]?[.,:)]*)(?=[^\d.,:)\]】~-])(.+)$/;

  /** @typedef {{text: string, first: boolean}} Token `first` begins a line */

  /**
   * Cuts a text at white space.
   * @param {string} text
   * @returns {Token[]}
   */
  function tokens(text) {
    return text.split(/\r?\n/).flatMap((line) => {
      const joined = ascii(line).replace(/(\d)\s*([-~]|至|到)\s*(?=\d)/g, "$1$2");
      const words = joined.split(/\s+/).filter(Boolean);
      return words.map((word, place) => ({ text: word, first: place === 0 }));
    });
  }

  /**
   * @param {string} text
   * @param {StripLine[]} sheet the numbers of the paper in order, with what is expected
   * @returns {Strip}
   */
  function read(text, sheet) {
    const places = new Map(sheet.map(({ number }, place) => [number, place]));
    /** @type {{from: number, to: number, said: string[]}[]} */
    const runs = [];
    /** @type {StripFault[]} */
    const faults = [];
    let last = -1;

    /** @param {number} from @param {number} to */
    function begin(from, to) {
      runs.push({ from, to, said: [] });
      last = to;
    }

    /**
     * Whether a number may stand inside the text that is being read.
     * @param {number} place
     * @param {boolean} told whether it begins a line or has a point after it
     */
    function isInside(place, told) {
      const run = runs.at(-1);
      if (run === undefined || sheet[run.to]?.kind !== "text" || told) return false;
      return run.said.length === 0 || place !== last + 1;
    }

    /** @param {Token} token whether it is a range, which begins a run */
    function isRange({ text: word, first: told }) {
      const [, first = "", second = ""] = RANGE.exec(word) ?? [];
      const from = places.get(first);
      const to = places.get(second);
      if (from === undefined || to === undefined || to <= from || from <= last) return false;
      if (isInside(from, told)) return false;
      begin(from, to);
      return true;
    }

    /** @param {Token} token whether it is a number, which begins a run */
    function isNumber({ text: word, first }) {
      const [, number = "", point = ""] = NUMBER.exec(word) ?? [];
      const place = places.get(number) ?? places.get(number.replace(/\.$/, ""));
      if (place === undefined || place <= last || isInside(place, first || point !== "")) {
        return false;
      }
      begin(place, place);
      return true;
    }

    /** @param {Token} token */
    function hear(token) {
      if (isRange(token) || isNumber(token)) return;
      const [, head = "", rest = ""] = GLUED.exec(token.text) ?? [];
      const begins = { ...token, text: head };
      if (head && (isRange(begins) || isNumber(begins))) return say(rest);
      const run = runs.at(-1);
      if (run) run.said.push(token.text);
      else faults.push({ kind: "stray", number: "", text: token.text });
    }

    /** @param {string} rest what is written to a number; in `1A2B` another one follows */
    function say(rest) {
      const run = runs.at(-1);
      const [own = rest, ...more] =
        sheet[run?.to ?? 0]?.kind === "text" ? [rest] : rest.split(/(?<=\D)(?=\d)/);
      run?.said.push(own);
      for (const text of more) hear({ text, first: false });
    }

    for (const token of tokens(text)) hear(token);
    /** @type {Map<string, StripAnswer>} */
    const answers = new Map();
    for (const run of runs) take(run, sheet, answers, faults);
    return { answers, faults };
  }

  /**
   * Takes what was said of a number, or of each number of a range.
   * @param {{from: number, to: number, said: string[]}} run
   * @param {StripLine[]} sheet
   * @param {Map<string, StripAnswer>} answers
   * @param {StripFault[]} faults
   */
  function take({ from, to, said }, sheet, answers, faults) {
    const lines = sheet.slice(from, to + 1);
    const shares = lines.length === 1 ? [said.join(" ")] : shared(said, lines);
    const name =
      lines.length === 1 ? lines[0]?.number : `${lines[0]?.number}-${lines.at(-1)?.number}`;
    if (!shares) {
      faults.push({ kind: "count", number: name ?? "", text: said.join(" ") });
      return;
    }
    for (const [place, line] of lines.entries()) {
      const text = shares[place] ?? "";
      if (text === "" || NOTHING.test(text)) continue;
      const answer = understood(text, line.kind);
      if (answer) answers.set(line.number, answer);
      else faults.push({ kind: "odd", number: line.number, text });
    }
  }

  /**
   * Deals out what was said to the numbers of a range: a word each, or a sign each; or nothing.
   * @param {string[]} said
   * @param {StripLine[]} lines
   */
  function shared(said, lines) {
    const words = said.flatMap((word) => word.split(/[,;]+/)).filter(Boolean);
    if (words.length === lines.length) return words;
    const signs = [...words.join("")];
    return signs.length === lines.length ? signs : null;
  }

  /** @param {string} text @param {StripLine["kind"]} kind @returns {StripAnswer | null} */
  function understood(text, kind) {
    if (kind === "text") return { kind, texts: text.split(/\s*[;|]\s*/) };
    const bare = text.replace(/[\s,;.()]/g, "");
    if (kind === "judgement") {
      const value = JUDGEMENTS[bare.toLowerCase()];
      return value ? { kind, texts: [value] } : null;
    }
    return /^[a-z]+$/i.test(bare) ? { kind, texts: [...bare.toUpperCase()] } : null;
  }

  return { read };
})();
