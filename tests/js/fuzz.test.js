"use strict";

// Seeded texts without end for what reads a learner's words: folding, the answer strip, storage.

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { load, plain } = require("./client.js");

const { check, strip } = load(["check.js", "strip.js"]);
const { store } = load(["check.js", "records.js", "store.js"]);
const TIMES = Number(process.env.FUZZ ?? 3000);

/** The same numbers from the same seed (mulberry32). @param {number} seed */
function lots(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const SIGNS = [
  ..."0123456789０１２ABCDabcＡＢ对错√×TF-–~～至到、，。：；,.;: \t\n　()（）[]|/\\'\"<>&",
  ..."éΩßıİ中文漢字😀",
  "e\u0301",
  "\u200b",
  "\ufeff",
  "\u202e",
  "\u0000",
  "\ud800",
  "1-5 ABDCA ",
  "31.1 ",
  "99999999999999999999",
  "1e999",
  "__proto__",
  "constructor",
];

/** @param {() => number} lot @returns {string} */
function text(lot) {
  const count = 1 + Math.floor(lot() * lot() * 60);
  return Array.from({ length: count }, () => SIGNS[Math.floor(lot() * SIGNS.length)]).join("");
}

const SHEET = [
  ...Array.from({ length: 12 }, (_, at) => ({ number: String(at + 1), kind: "letters" })),
  { number: "13", kind: "judgement" },
  { number: "14", kind: "text" },
  { number: "31.1", kind: "letters" },
];

test("folding is done once: what is folded stays as it is, and equals itself", () => {
  const lot = lots(1);
  for (let at = 0; at < TIMES; at += 1) {
    const raw = text(lot);
    for (const matchCase of [false, true]) {
      const folded = check.fold(raw, matchCase);
      assert.equal(check.fold(folded, matchCase), folded, JSON.stringify(raw));
    }
  }
});

test("a strip names only lines of its sheet, loses nothing, and says what it cannot read", () => {
  const lot = lots(2);
  const numbers = new Set(SHEET.map((line) => line.number));
  for (let at = 0; at < TIMES; at += 1) {
    const raw = text(lot);
    const { answers, faults } = strip.read(raw, SHEET);
    for (const number of answers.keys()) assert.ok(numbers.has(number), JSON.stringify(raw));
    if (/[A-Da-d对错]/.test(raw)) {
      assert.ok(answers.size + faults.length > 0, JSON.stringify(raw));
    }
  }
});

const NAME = "exampress:2:site:exam";
const RECORD = {
  fingerprint: "3cf5d3e5",
  response: ["A"],
  checked: true,
  score: 1,
  grade: null,
  revealed: true,
  at: 1,
};

/** @param {() => number} lot a storage's text that is nearly whole */
function damaged(lot) {
  const whole = JSON.stringify({ questions: { q: RECORD }, review: {} });
  const place = Math.floor(lot() * whole.length);
  const cut = Math.floor(lot() * 12);
  return lot() < 0.2 ? text(lot) : whole.slice(0, place) + text(lot) + whole.slice(place + cut);
}

/** @param {Map<string, string>} entries a storage as a browser has it */
function storageOf(entries) {
  return {
    getItem: (/** @type {string} */ name) => entries.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => entries.set(name, value),
    removeItem: (/** @type {string} */ name) => entries.delete(name),
    key: (/** @type {number} */ place) => [...entries.keys()][place] ?? null,
    get length() {
      return entries.size;
    },
  };
}

test("whatever stands in storage, a store opens and takes answers; what it cannot read stays", () => {
  const lot = lots(3);
  for (let at = 0; at < TIMES; at += 1) {
    const raw = damaged(lot);
    const entries = new Map([[NAME, raw]]);
    store.open(storageOf(entries), "site", "exam").put("new", RECORD);
    const again = store.open(storageOf(entries), "site", "exam").get("new");
    assert.deepEqual(plain(again), RECORD, JSON.stringify(raw));
    if (!isRecords(raw)) {
      assert.ok([...entries.values()].includes(raw), `lost: ${JSON.stringify(raw)}`);
    }
  }
});

/** @param {string} raw whether a text can be read as records at all */
function isRecords(raw) {
  try {
    const said = JSON.parse(raw);
    return typeof said === "object" && said !== null;
  } catch {
    return false;
  }
}
