"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { load, plain } = require("./client.js");

const { shorthand, sitting: sittings } = load([
  "records.js",
  "check.js",
  "fields.js",
  "sitting.js",
  "shorthand.js",
]);

const ENTRY = { fingerprint: "1", points: 2, response: [], score: 0, grade: null };
const ENTRIES = {
  open: ENTRY,
  __proto: { ...ENTRY, response: "" },
  cleared: { ...ENTRY, response: ["", ""] },
  right: { ...ENTRY, response: ["A"], score: 1, judged: true },
  wrong: { ...ENTRY, judged: true },
  own: { ...ENTRY, response: "Text", judged: false },
  marked: { ...ENTRY, response: "0", score: 0.5, judged: false, grade: 1, ticks: [0] },
  flagged: { ...ENTRY, flagged: true, changed: true },
  nothing: { ...ENTRY, response: "Text", judged: false, grade: 0, ticks: [] },
};
const ids = Object.keys(ENTRIES);
const SITTING = {
  started: 1,
  minutes: null,
  pass: 3,
  elapsed: 5,
  seen: 6,
  ended: 7,
  later: "kept",
  sections: [
    { id: "s", title: "S", questions: ids, answers: ids, orders: { right: "BA" } },
    { id: "t", title: "T", questions: ["case"], answers: ["part"] },
  ],
  entries: ENTRIES,
};

/** @param {unknown} value */
const stored = (value) => JSON.parse(JSON.stringify(value));

test("a sitting is the same once it was stored, and takes less room", () => {
  const short = stored(shorthand.sitting.write(SITTING));
  assert.deepEqual(plain(shorthand.sitting.read(short)), SITTING);
  assert.ok(sittings.isSitting(shorthand.sitting.read(short)));
  assert.ok(JSON.stringify(short).length < 0.6 * JSON.stringify(SITTING).length);
  const past = { started: 1, totals: sittings.totals(SITTING), sitting: SITTING };
  const history = [past, { ...past, sitting: null }];
  const read = shorthand.history.read(stored(shorthand.history.write(history)));
  assert.deepEqual(plain(read), plain(history));
  assert.ok(sittings.isHistory(read));
});

test("what was stored before there was a shorthand is read as it is", () => {
  assert.deepEqual(plain(shorthand.sitting.read(SITTING)), SITTING);
});

test("what is none is no sitting, whatever it is", () => {
  const { sections, entries } = stored(shorthand.sitting.write(SITTING));
  const odd = [
    null,
    3,
    "x",
    [],
    {},
    [null],
    { sections: 3, entries },
    { sections: [3], entries },
    { ...SITTING, sections, entries: { a: [] } },
    { ...SITTING, sections, entries: { a: [1, 2] } },
    { ...SITTING, sections, entries: { a: ["1", 2, {}] } },
    { ...SITTING, sections, entries: { a: ["1", 2, 0, 0, 0, { grade: "x" }] } },
    { ...SITTING, sections, entries: { a: ["1", 2, 0, 0, 0, { ticks: 3 }] } },
    { ...SITTING, sections: [{ id: "s" }], entries },
  ];
  for (const value of odd) {
    assert.equal(sittings.isSitting(shorthand.sitting.read(value)), false, JSON.stringify(value));
    const past = [{ started: 1, totals: {}, sitting: value }];
    assert.equal(sittings.isHistory(shorthand.history.read(past)), false);
  }
});

test("of very large exams as many are kept whole as a browser has room for", () => {
  const entries = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`q${n}`, ENTRY]));
  /** @type {any[]} */
  let history = [];
  for (let started = 1; started <= 4; started += 1) {
    history = sittings.remembered(history, { ...SITTING, started, entries });
  }
  assert.deepEqual(plain(history.map((past) => past.sitting !== null)), [true, true, false, false]);
  assert.ok(JSON.stringify(shorthand.history.write(history)).length < 500_000);
});
