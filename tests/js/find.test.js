"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { load, plain } = require("./client.js");

const { find } = load(["check.js", "find.js"]);

/** @param {string} text @param {string} query */
const has = (text, query) => find.matches(find.fold(text), find.words(query));

for (const [text, query, found] of [
  ["TensorFlow 与 PyTorch", "pytorch", true],
  ["水平划分", "平划", true],
  ["水平划分", "平 水", true],
  ["水平划分", "水分", false],
  ["水平划分", "水平 垂直", false],
  ["ＴＣＰ／ＩＰ（网络）", "tcp/ip", true],
  ["TCP/IP", "ｔｃｐ", true],
  ["约为 3.14", "3.14", true],
  ["约为 3.14", "314", false],
  ["C++ and C#", "c++", true],
  ["甲、乙、丙", "甲、乙", true],
  ["a.*b", ".*", true],
  ["anything", "", true],
  ["two  words", "words\u3000two", true],
  ["café", "cafe\u0301", true],
  ["H₂O", "h2o", true],
  ["10⁻³ ≠ 10³", "103", true],
  ["x²", "²", true],
  ["x2", "x²", true],
]) {
  test(`${JSON.stringify(query)} is ${found ? "" : "not "}in ${JSON.stringify(text)}`, () => {
    assert.equal(has(String(text), String(query)), found);
  });
}

test("a query is words, none twice", () => {
  assert.deepEqual(plain(find.words("  A b\ta ")), ["a", "b"]);
  assert.deepEqual(plain(find.words(" \u3000 ")), []);
});

test("folding keeps every character at its place", () => {
  for (const text of ["İstanbul Ａ。b", "ẞ𝔸", "“一”—二"]) {
    assert.equal(find.fold(text).length, text.length);
  }
  assert.equal(find.fold("İX"), "İx");
});

/** @param {string} text @param {string} query @param {number} length */
const marked = (text, query, length) =>
  find
    .pieces(text, find.words(query), length)
    .map((/** @type {{text: string, hit: boolean}} */ { text: said, hit }) =>
      hit ? `[${said}]` : said,
    )
    .join("");

test("hits are marked in the text as it is written", () => {
  assert.equal(marked("Ａ model, a Model", "MODEL a", 99), "[Ａ] [model], [a] [Model]");
  assert.equal(marked("abcabc", "bca abc", 99), "[abc][a][bc]");
  assert.equal(marked("nothing", "x", 99), "nothing");
  assert.equal(marked("a < b & c", "<", 99), "a [<] b & c");
});

test("a long text is cut around its first hit, no sign in two", () => {
  const text = `${"前".repeat(100)}中${"后".repeat(100)}`;
  assert.equal(marked(text, "中", 50), `…${"前".repeat(24)}[中]${"后".repeat(25)}…`);
  const pairs = "𝔸".repeat(100);
  const cut = find.pieces(`${pairs}x${pairs}`, ["x"], 51);
  for (const { text: said } of cut) assert.ok(said.isWellFormed?.() ?? true);
});

test("ten thousand questions are searched in a few milliseconds", () => {
  const texts = Array.from({ length: 10_000 }, (_, at) =>
    find.fold(`${"题干 ABC ".repeat(40)}${at}`),
  );
  const words = find.words("abc 9999");
  const start = process.hrtime.bigint();
  const found = texts.filter((text) => find.matches(text, words));
  const spent = Number(process.hrtime.bigint() - start) / 1e6;
  assert.equal(found.length, 1);
  assert.ok(spent < 100, `${spent} ms`); // far above what it takes, for machines under load
});
