"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { load, plain } = require("./client.js");

const { draw } = load(["check.js", "draw.js"]);
const LETTERS = ["a", "b", "c", "d", "e"];

/** @param {number} seed a chance that can be had again (a linear congruence) */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

test("some are drawn without any twice, in their own order", () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const drawn = plain(draw.some(LETTERS, 3, chance(seed)));
    assert.equal(drawn.length, 3);
    assert.deepEqual(drawn, [...new Set(drawn)].sort());
  }
});

test("all, more than all and none can be drawn", () => {
  assert.deepEqual(plain(draw.some(LETTERS, 5, chance(1))), LETTERS);
  assert.deepEqual(plain(draw.some(LETTERS, 9, chance(1))), LETTERS);
  assert.deepEqual(plain(draw.some(LETTERS, 0, chance(1))), []);
});

test("each is drawn about as often as any other", () => {
  const times = new Map(LETTERS.map((letter) => [letter, 0]));
  const lot = chance(7);
  for (let round = 0; round < 5000; round += 1) {
    for (const letter of draw.some(LETTERS, 2, lot)) {
      times.set(letter, (times.get(letter) ?? 0) + 1);
    }
  }
  for (const count of times.values()) assert.ok(Math.abs(count - 2000) < 150, String(count));
});

test("shuffling keeps every item, comes to every order, and changes nothing it was given", () => {
  const orders = new Set();
  const lot = chance(3);
  for (let round = 0; round < 600; round += 1) {
    const order = plain(draw.shuffled(["a", "b", "c"], lot));
    assert.deepEqual([...order].sort(), ["a", "b", "c"]);
    orders.add(order.join(""));
  }
  assert.equal(orders.size, 6);
  assert.deepEqual(LETTERS, ["a", "b", "c", "d", "e"]);
});
