"use strict";

/**
 * Judges a response against a key. Pure: touches no page and no storage, holds no words.
 */
globalThis.exampress ??= /** @type {Exampress} */ ({});

exampress.check = (() => {
  // The folding rules of builder/folding.py; tests/cases/folding.json holds both to one result.
  /** @type {Record<string, string>} */
  const TABLE = {
    "\u3000": " ",
    "\u00a0": " ",
    "\u2002": " ",
    "\u2003": " ",
    "\u2009": " ",
    "\t": " ",
    "\n": " ",
    "。": ".",
    "、": ",",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "—": "-",
    "–": "-",
    "−": "-",
    "×": "*",
  };
  const SWAPPED = /[\u3000\u00a0\u2002\u2003\u2009\t\n。、“”‘’—–−×]/g;
  const DROPPED = /\u200b|\u200c|\u200d|\u2060|\ufeff|\u00ad/g;
  const FULL_WIDTH = /[\uff01-\uff5e]/g;
  const SPACE_AT_HAN =
    /(?<=[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]) | (?=[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])/g;
  // What Python counts as white space beyond `\s`, so that both sides trim alike.
  const WHITE = "\\s\\x1c-\\x1f\\x85";
  const OUTER_WHITE = new RegExp(`^[${WHITE}]+|[${WHITE}]+$`, "g");
  const LEADING = new RegExp(`^(?:[${WHITE},;:?!"'·…《》〈〉「」『』]|\\.(?!\\p{Nd}))+`, "u");
  const ENDING = new RegExp(`[${WHITE}.,;:?!"'·…《》〈〉「」『』]`);
  const FACTORIAL = /(?<=[0-9a-zA-Z)])[!']+/y; // or a derivative: part of the answer
  /** @type {Record<string, string>} */
  const BRACKETS = { "(": ")", "【": "】", "〔": "〕", "'": "'" };

  /**
   * Returns `text` with ASCII forms of its signs, each at its place.
   * @param {string} text
   */
  function ascii(text) {
    return text
      .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
      .replace(SWAPPED, (sign) => TABLE[sign] ?? sign);
  }

  /**
   * Returns `text` as it is compared: NFC, ASCII forms, single spaces, no outer punctuation.
   * @param {string} text
   * @param {boolean} [matchCase]
   */
  function fold(text, matchCase = false) {
    const plain = ascii(text.normalize("NFC"))
      .replace(DROPPED, "")
      .replace(/ +/g, " ")
      .replace(OUTER_WHITE, "")
      .replace(SPACE_AT_HAN, "");
    return strip(matchCase ? plain : plain.toLowerCase());
  }

  /**
   * Drops outer punctuation, again and again, but never down to nothing.
   * @param {string} text
   * @returns {string}
   */
  function strip(text) {
    const bare = withoutEnding(text);
    const inner = unwrap(bare) || bare.replace(LEADING, "");
    return inner === "" || inner === text ? text : strip(inner);
  }

  /**
   * Drops punctuation at the end, but not the sign of `5!` or `f'`. Takes linear time.
   * @param {string} text
   */
  function withoutEnding(text) {
    let end = text.length;
    while (end > 0 && ENDING.test(text.charAt(end - 1))) end -= 1;
    FACTORIAL.lastIndex = end;
    return text.slice(0, end) + (FACTORIAL.exec(text)?.[0] ?? "");
  }

  /**
   * Returns what one pair of brackets around the whole text holds. `(a,b)` stays: the brackets of
   * an interval are part of the answer.
   * @param {string} text
   */
  function unwrap(text) {
    const first = text.charAt(0);
    const last = text.charAt(text.length - 1);
    const inner = text.slice(1, -1).trim();
    if (text.length < 3 || BRACKETS[first] !== last || text.includes(",")) return "";
    return inner.includes(first) || inner.includes(last) ? "" : inner;
  }

  // A sign, digits (in groups of three or not), decimals, and a power of ten: `e7` or `×10^7`.
  const NUMBER =
    /^([+-]?)(\d+|\d{1,3}(?:,\d{3})+)?(\.\d+)?(?:(?:e| ?\* ?10\^)(?:([+-]?\d+)|\(([+-]?\d+)\)))?$/;

  /**
   * Returns the number that a folded text writes, or NaN.
   * @param {string} text
   */
  function number(text) {
    const [, sign = "", whole = "", decimals = "", power, wrapped] = NUMBER.exec(text) ?? [];
    if (whole === "" && decimals === "") return Number.NaN;
    return Number(`${sign}${whole.replaceAll(",", "") || 0}${decimals}e${power ?? wrapped ?? 0}`);
  }

  /**
   * Returns the number that a response gives, with the unit, in any of its scripts, or without.
   * @param {string} response
   * @param {string | string[]} [unit]
   */
  function quantity(response, unit = []) {
    const text = fold(response);
    const bare = number(text);
    const tail = [unit]
      .flat()
      .map((each) => fold(each))
      .find((each) => each !== "" && text.endsWith(each));
    if (!Number.isNaN(bare) || tail === undefined) return bare;
    return number(text.slice(0, -tail.length).trimEnd());
  }

  /** @param {unknown} response @returns {string[]} */
  function texts(response) {
    return Array.isArray(response) ? response.map((each) => String(each ?? "")) : [];
  }

  /**
   * Finds for each text an entry that accepts it, no entry twice, as many as can be.
   * Kuhn's algorithm: a text that finds its entry taken asks the taker to move on.
   * @param {string[]} given
   * @param {string[][]} accepted
   */
  function assigned(given, accepted) {
    /** @type {Map<number, number>} */
    const taker = new Map();
    /** @param {number} text @param {Set<number>} asked @returns {boolean} */
    function place(text, asked) {
      return accepted.some((entry, index) => {
        if (asked.has(index) || !entry.includes(given[text] ?? "")) return false;
        asked.add(index);
        const current = taker.get(index);
        if (current !== undefined && !place(current, asked)) return false;
        taker.set(index, text);
        return true;
      });
    }
    return given.map((_, text) => place(text, new Set()));
  }

  /** @param {boolean} answered @param {boolean[]} parts @returns {Verdict} */
  function share(answered, parts) {
    const right = parts.filter(Boolean).length;
    const correct = parts.length > 0 && right === parts.length;
    return { answered, correct, score: right / (parts.length || 1), parts };
  }

  /** @type {Record<string, (key: Key, response: unknown) => Verdict>} */
  const CHECKS = {
    set(key, response) {
      const chosen = [...new Set(texts(response))];
      const right = texts(key.value);
      const parts = chosen.map((each) => right.includes(each));
      const hits = parts.filter(Boolean).length;
      const missing = right.length - hits;
      const extra = chosen.length - hits;
      const correct = missing === 0 && extra === 0;
      const some = key.partial && extra === 0 ? hits / right.length : 0;
      const answered = chosen.length > 0;
      return { answered, correct, score: correct ? 1 : some, parts, missing, extra };
    },

    text(key, response) {
      /** @param {string} text */
      const folded = (text) => fold(text, key.match_case === true);
      const accepted = /** @type {string[][]} */ (key.value).map((entry) => entry.map(folded));
      const typed = texts(response);
      const given = accepted.map((_, index) => folded(typed[index] ?? ""));
      const parts = key.any_order
        ? assigned(given, accepted)
        : given.map((text, index) => accepted[index]?.includes(text) === true);
      return share(
        given.some((text) => text !== ""),
        parts,
      );
    },

    number(key, response) {
      const typed = typeof response === "string" ? response : "";
      const value = Number(key.value);
      const given = quantity(typed, key.unit);
      // Doubles are off by a few units in the last place: 3.145 − 3.14 is more than 0.005.
      const noise = 4 * Number.EPSILON * Math.max(Math.abs(given), Math.abs(value));
      const answered = typed.trim() !== "";
      const finite = Number.isFinite(given);
      const near = finite && Math.abs(given - value) <= (key.tolerance ?? 0) + noise;
      return { ...share(answered, [near]), invalid: answered && !finite };
    },

    pairs(key, response) {
      const given = texts(response);
      const parts = texts(key.value).map((letter, index) => given[index] === letter);
      return share(
        given.some((letter) => letter !== ""),
        parts,
      );
    },

    sequence(key, response) {
      const given = texts(response);
      const value = texts(key.value);
      const same = given.length === value.length && value.every((each, at) => each === given[at]);
      return share(given.length > 0, [same]);
    },
  };

  /**
   * Returns the verdict on a response of any shape; where only a person can judge, whether there
   * is one.
   * @param {Key} key
   * @param {unknown} response
   * @returns {Verdict}
   */
  function judge(key, response) {
    const check = key.check && CHECKS[key.check];
    if (check) return check(key, response);
    const given = Array.isArray(response) ? texts(response) : [String(response ?? "")];
    return share(
      given.some((text) => text.trim() !== ""),
      [],
    );
  }

  return { ascii, fold, judge };
})();
