"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { load, plain } = require("./client.js");

const { records, schedule } = load(["check.js", "records.js", "vendor/ts-fsrs.js", "schedule.js"]);
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 5, 10);

/**
 * Answers, each on the day it was due, or a number of days after the one before.
 * @param {boolean[]} outcomes
 * @param {number} [apart]
 */
function answered(outcomes, apart) {
  /** @type {[number, boolean][]} */
  const answers = [];
  let at = START;
  for (const right of outcomes) {
    answers.push([at, right]);
    at = apart === undefined ? schedule.due(answers, at) : at + apart * DAY;
  }
  return answers;
}

/** @param {boolean[]} outcomes @returns {number} days from the last answer to the next */
function interval(outcomes) {
  const answers = answered(outcomes);
  const last = answers.at(-1)?.[0] ?? 0;
  return (schedule.due(answers, last) - last) / DAY;
}

test("what is missed comes back the next day, what is known later and later", () => {
  assert.equal(interval([false]), 1);
  const days = [0, 1, 2, 3, 4].map((n) => interval([false, ...Array(n).fill(true)]));
  assert.deepEqual(
    days,
    [...new Set(days)].sort((a, b) => a - b),
  );
  assert.equal(interval([false, true, true, false]), 1);
});

test("what was missed more often comes back sooner", () => {
  assert.ok(interval([false, false, false, true, true]) < interval([false, true, true]));
});

test("no date is further off than a year or so", () => {
  assert.ok(interval([false, ...Array(12).fill(true)]) <= 366);
});

test("answers again and again on one day do not send a question away", () => {
  const often = answered([false, true, true, true, true, true], 0);
  assert.ok((schedule.due(often, START) - START) / DAY < 5);
});

for (const [name, times] of Object.entries({
  "from the future": [START + 900 * DAY, START + 901 * DAY],
  "in the wrong order": [START, START - 5 * DAY],
  "before 1970": [-5e15, START],
  "that no clock can show": [8.9e15, 1e300],
})) {
  test(`a clock ${name} does no harm`, () => {
    const answers = times.map((at) => /** @type {[number, boolean]} */ ([at, true]));
    const due = schedule.due(answers, START);
    assert.ok(due >= START && due < START + 400 * DAY, String(due));
  });
}

/** @param {[number, boolean][]} answers @param {object} [more] */
const review = (answers, more = {}) => ({
  wrong: true,
  misses: 1,
  streak: 0,
  bookmarked: false,
  at: START,
  answers,
  ...more,
});

test("only what has changed is scheduled anew, and nothing else of it changes", () => {
  const missed = /** @type {[number, boolean][]} */ ([[START, false]]);
  const done = review(missed, { due: [1, 5] });
  const stale = review([...missed, [START + DAY, true]], { due: [1, START + DAY], other: 1 });
  const book = new Map([
    ["done", done],
    ["fresh", review(missed)],
    ["stale", stale],
    ["bookmark", review([])],
  ]);
  const changes = schedule.changes(book, START + DAY);
  assert.deepEqual([...changes.keys()], ["fresh", "stale"]);
  assert.deepEqual(plain(changes.get("fresh")), { ...review(missed), due: [1, START + DAY] });
  const { due, ...rest } = plain(changes.get("stale"));
  assert.deepEqual({ ...rest, due: [1, START + DAY] }, stale);
  assert.equal(due[0], 2);
});

test("before it is scheduled, what was missed is due a day later, what was right is not", () => {
  const { due } = records.KINDS;
  /** @type {[number, boolean]} */
  const missed = [START, false];
  assert.equal(due(review([missed]), START + DAY - 1), false);
  assert.equal(due(review([missed]), START + DAY), true);
  assert.equal(due(review([missed, [START, true]]), START + 99 * DAY), false);
  assert.equal(due(review([missed], { due: [1, START + 3 * DAY] }), START + 2 * DAY), false);
  assert.equal(due(review([missed], { due: [1, START + 3 * DAY] }), START + 3 * DAY), true);
  assert.equal(due(review([]), START), false);
});

test("what was answered on a day that has not come is due: the clock was ahead", () => {
  const { due } = records.KINDS;
  for (const right of [true, false]) {
    /** @type {[number, boolean]} */
    const ahead = [START + 400 * DAY, right];
    assert.equal(due(review([ahead], { due: [1, START + 401 * DAY] }), START), true);
    assert.equal(due(review([ahead, [START, true]]), START), false);
    assert.equal(due(review([ahead, [START, true]], { due: [2, START + DAY] }), START), false);
  }
});

test("a day ends at midnight, by the clock of the reader", () => {
  const now = new Date(2026, 0, 5, 10, 30);
  assert.equal(records.endOf(now), new Date(2026, 0, 6).getTime() - 1);
  assert.equal(now.getHours(), 10, "the moment given stays as it is");
});
