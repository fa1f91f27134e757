"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { load, plain } = require("./client.js");

const { sitting: sittings } = load(["records.js", "check.js", "fields.js", "sitting.js"]);

const KEYS = {
  a: { check: "set", value: ["A"], points: 2, fingerprint: "1" },
  b: { check: "set", value: ["A", "B", "C"], partial: true, points: 4, fingerprint: "2" },
  e: { points: 10, fingerprint: "3" },
};
const SECTIONS = [
  { id: "s", title: "S", questions: ["a", "b"], answers: ["a", "b"] },
  { id: "t", title: "T", questions: ["e"], answers: ["e"] },
];
const RULES = { minutes: 30, pass: 10 };

const begun = () => sittings.begun(RULES, SECTIONS, KEYS, 1000);

/** @param {Record<string, unknown>} answers a sitting with these answers, judged */
function judged(answers) {
  let now = begun();
  for (const [id, response] of Object.entries(answers)) {
    now = sittings.changed(now, id, { response });
  }
  return sittings.judged({ ...now, ended: 2000 }, KEYS);
}

test("a sitting begins unanswered, and can be stored and read again", () => {
  const now = begun();
  assert.equal(now.ended, null);
  assert.deepEqual(Object.keys(now.entries), ["a", "b", "e"]);
  assert.ok(sittings.isSitting(plain(now)));
  assert.ok(sittings.isSitting(plain(judged({ a: ["A"], e: "Text" }))));
});

test("a change makes a new sitting and leaves the old one", () => {
  const before = begun();
  const after = sittings.changed(before, "a", { response: ["B"], flagged: true });
  assert.deepEqual(plain(before.entries.a.response), []);
  assert.deepEqual(plain(after.entries.a.response), ["B"]);
  assert.equal(after.entries.a.flagged, true);
  assert.equal(sittings.changed(before, "unknown", { response: ["B"] }), before);
});

test("points are counted by section and in all, thirds included", () => {
  const totals = sittings.totals(judged({ a: ["A"], b: ["A"] }));
  const rows = totals.sections.map((/** @type {any} */ row) => [row.id, row.got, row.max]);
  assert.deepEqual(plain(rows), [
    ["s", 3.33, 6],
    ["t", 0, 10],
  ]);
  assert.deepEqual([totals.got, totals.max, totals.answered, totals.right], [3.33, 16, 2, 1]);
});

test("what was not answered is never right, even where nothing is the key", () => {
  const totals = sittings.totals(judged({}));
  assert.deepEqual([totals.got, totals.answered, totals.right, totals.pending], [0, 0, 0, 0]);
  assert.equal(totals.passed, false);
});

test("nobody has failed while points to be given decide", () => {
  const open = judged({ a: ["A"], e: "Text" });
  assert.equal(sittings.totals(open).pending, 10);
  assert.equal(sittings.totals(open).passed, null);
  const full = sittings.changed(open, "e", { grade: 10, score: 1 });
  assert.deepEqual([sittings.totals(full).pending, sittings.totals(full).passed], [0, true]);
  const none = sittings.changed(open, "e", { grade: 0, score: 0 });
  assert.equal(sittings.totals(none).passed, false);
  const poor = sittings.totals(judged({ e: "Text" }));
  assert.equal(poor.passed, null);
  assert.equal(sittings.totals({ ...open, pass: null }).passed, null);
});

test("an entry becomes a record of practice, unanswered ones unchecked", () => {
  const { entries } = judged({ a: ["A"], e: "Text" });
  assert.equal(sittings.record(entries.a).checked, true);
  assert.equal(sittings.record(entries.b).checked, false);
  assert.equal(sittings.record(entries.e).checked, false);
  assert.equal(sittings.record({ ...entries.e, grade: 0 }).checked, true);
});

test("an unanswered question is wrong, unless it was copied from paper; what waits is neither", () => {
  const sitting = judged({ a: ["A"], e: "Text" });
  const { a, b, e } = sitting.entries;
  const outcome = (/** @type {any} */ entry) => sittings.outcome(sitting, entry);
  assert.equal(outcome({ ...a, score: 1 }), true);
  assert.equal(outcome({ ...a, score: 0.5 }), false);
  assert.equal(outcome(b), false);
  assert.equal(sittings.outcome({ ...sitting, copied: true }, b), null);
  assert.equal(outcome(e), null);
  assert.equal(outcome({ ...e, grade: 10, score: 1 }), true);
  assert.equal(outcome({ ...e, grade: 0, score: 0 }), false);
});

test("orders of options are letters by id", () => {
  const drawn = (/** @type {unknown} */ orders) => ({
    ...begun(),
    sections: [{ ...begun().sections[0], orders }],
  });
  assert.equal(sittings.isSitting(drawn({ a: "BA" })), true);
  assert.equal(sittings.isSitting(drawn({ a: 1 })), false);
  assert.equal(sittings.isSitting(drawn("BA")), false);
});

test("a bank that was rebuilt keeps answers, drops what is gone, marks what was edited", () => {
  const before = sittings.changed(begun(), "a", { response: ["B"] });
  const keys = { a: { ...KEYS.a, fingerprint: "9", points: 3 }, e: KEYS.e };
  const after = sittings.refreshed(before, keys);
  assert.deepEqual(Object.keys(after.entries), ["a", "e"]);
  assert.deepEqual(plain(after.entries.a.response), ["B"]);
  assert.deepEqual([after.entries.a.changed, after.entries.a.points], [true, 3]);
  assert.equal(after.entries.e.changed, undefined);
  assert.equal(sittings.refreshed(after, keys).entries.a.changed, true);
  assert.equal(sittings.totals(after).max, 13);
});

test("the history holds each sitting once, the latest first, old ones as totals only", () => {
  /** @type {any} */
  let history = [];
  for (let started = 1; started <= 60; started += 1) {
    history = sittings.remembered(history, { ...judged({ a: ["A"] }), started });
  }
  history = sittings.remembered(history, { ...judged({ a: ["B"] }), started: 60 });
  assert.equal(history.length, 50);
  assert.deepEqual([history[0].started, history[0].totals.got, history[1].totals.got], [60, 0, 2]);
  assert.ok(history[9].sitting);
  assert.equal(history[10].sitting, null);
  assert.ok(sittings.isHistory(plain(history)));
});

test("an exam is the latest when it is handed in last, whatever the clock says", () => {
  /** @type {any} */
  let history = [];
  const starts = Array.from({ length: 12 }, (_, at) => 9_000 + at);
  for (const started of [...starts, 5]) {
    history = sittings.remembered(history, { ...judged({ a: ["A"] }), started });
  }
  assert.equal(history[0].started, 5);
  assert.ok(history[0].sitting);
  const graded = { ...judged({ a: ["B"] }), started: 9_011 };
  history = sittings.remembered(history, graded);
  assert.deepEqual([history[0].started, history[1].started], [5, 9_011]);
  assert.equal(history[1].totals.got, 0);
});

/** @type {[string, any][]} */
const FOREIGN = [
  ["nothing", null],
  ["a list", []],
  ["no time", { ...begun(), started: "now" }],
  ["no sections", { ...begun(), sections: {} }],
  ["a section without questions", { ...begun(), sections: [{ id: "s", title: "S" }] }],
  ["no entries", { ...begun(), entries: null }],
  ["an entry of another shape", { ...begun(), entries: { a: { response: 5 } } }],
  ["an end that is no time", { ...begun(), ended: "soon" }],
  ["a place that is no name", { ...begun(), at: {} }],
];

for (const [name, value] of FOREIGN) {
  test(`${name} is no sitting and no history`, () => {
    assert.equal(sittings.isSitting(plain(value)), false);
    assert.equal(sittings.isHistory([plain({ started: 1, totals: {}, sitting: value })]), false);
  });
}
