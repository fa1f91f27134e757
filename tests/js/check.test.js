"use strict";

const assert = require("node:assert/strict");
const { readdirSync, existsSync } = require("node:fs");
const { join } = require("node:path");
const { test } = require("node:test");
const { load, cases, plain } = require("./client.js");

const { check } = load(["check.js"]);
const CASES = join(__dirname, "../cases");

for (const [text, matchCase, folded] of cases("folding.json")) {
  test(`fold ${JSON.stringify(text)}${matchCase ? " by case" : ""}`, () => {
    assert.equal(check.fold(text, matchCase), folded);
    assert.equal(check.fold(folded, matchCase), folded);
  });
}

/** Every `tests/cases/<type>/NAME.responses.json`, without its ending. */
const NAMES = readdirSync(CASES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(join(CASES, name)).map((file) => join(name, file)))
  .filter((file) => file.endsWith(".responses.json"))
  .map((file) => file.slice(0, -".responses.json".length))
  .sort();

for (const name of NAMES) {
  const key = cases(`${name}.key.json`);
  for (const [response, expected] of cases(`${name}.responses.json`)) {
    test(`${name}: ${JSON.stringify(response)} is ${expected}`, () => {
      const { correct, score } = check.judge(key ?? { points: 1, fingerprint: "" }, response);
      assert.equal(correct, expected === true || expected === 1);
      assert.ok(Math.abs(score - Number(expected)) < 1e-9, `score ${score}`);
    });
  }
}

test("every question type has cases", () => {
  const types = readdirSync(join(__dirname, "../../templates/questions"))
    .filter((file) => file.endsWith(".html"))
    .map((file) => file.replace(".html", "").replace("_", "-"));
  for (const type of types) assert.ok(existsSync(join(CASES, type)), `no cases for ${type}`);
});

/** @param {object} key */
const asKey = (key) => ({ points: 1, fingerprint: "", ...key });

test("a choice says how many are missing and how many too many", () => {
  const key = asKey({ check: "set", value: ["A", "B"] });
  const { missing, extra, parts } = check.judge(key, ["A", "C", "D"]);
  assert.deepEqual(plain({ missing, extra, parts }), {
    missing: 1,
    extra: 2,
    parts: [true, false, false],
  });
});

test("blanks are judged one by one", () => {
  const key = asKey({ check: "text", value: [["a"], ["b"], ["c"]], any_order: true });
  assert.deepEqual(plain(check.judge(key, ["c", "c", "a"]).parts), [true, false, true]);
});

test("what is no number is told from a wrong number", () => {
  const key = asKey({ check: "number", value: 4 });
  assert.equal(check.judge(key, "four").invalid, true);
  assert.equal(check.judge(key, "5").invalid, false);
  assert.equal(check.judge(key, "").invalid, false);
});

test("nothing given is no answer", () => {
  const empty = { set: [], text: ["", " "], number: " ", pairs: ["", ""], sequence: [] };
  for (const [name, response] of Object.entries(empty)) {
    const value = name === "text" ? [["a"], ["b"]] : ["A", "B"];
    const verdict = check.judge(asKey({ check: name, value }), response);
    assert.equal(verdict.answered, false, name);
    assert.equal(verdict.correct, false, name);
  }
});

test("a response of a foreign shape is wrong, not a crash", () => {
  for (const name of ["set", "text", "number", "pairs", "sequence", undefined]) {
    const value = name === "text" ? [["a"]] : name === "number" ? 1 : ["A"];
    for (const response of [null, undefined, 7, {}, [null], [[]], "x"]) {
      assert.equal(check.judge(asKey({ check: name, value }), response).correct, false);
    }
  }
});
