"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { load, plain } = require("./client.js");

const { clock } = load(["check.js", "clock.js"]);
const NOON = 1_700_000_000_000;

/** @param {[number, number, boolean]} passed wall clock, steady clock, whether the page was away */
const after = (...passed) => plain(clock.advanced({ elapsed: 10_000, seen: NOON }, ...passed));

test("while the page is seen, only the steady clock counts", () => {
  for (const wall of [NOON + 500, NOON - 3_600_000, NOON + 86_400_000]) {
    assert.deepEqual(after(wall, 500, false), { elapsed: 10_500, seen: wall });
  }
});

test("time away counts by the clock on the wall, if the steady one stood still", () => {
  assert.deepEqual(after(NOON + 60_000, 0, true), { elapsed: 70_000, seen: NOON + 60_000 });
  assert.deepEqual(after(NOON + 60_000, 90_000, true), { elapsed: 100_000, seen: NOON + 60_000 });
});

test("a clock that was put back while the page was away takes nothing back", () => {
  assert.deepEqual(after(NOON - 3_600_000, 0, true), { elapsed: 10_000, seen: NOON - 3_600_000 });
});

test("time left ends at none, and has no end without a limit", () => {
  assert.equal(clock.left(1, 59_000), 1000);
  assert.equal(clock.left(1, 61_000), 0);
  assert.equal(clock.left(null, 61_000), null);
});

test("a face shows hours only if there are some, and zero only when nothing is left", () => {
  /** @type {[number, string][]} */
  const faces = [
    [0, "00:00"],
    [1, "00:01"],
    [59_001, "01:00"],
    [3_599_000, "59:59"],
    [5_400_000, "1:30:00"],
    [360_000_000, "100:00:00"],
  ];
  for (const [time, face] of faces) assert.equal(clock.face(time), face);
});
