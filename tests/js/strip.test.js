"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { load } = require("./client.js");

const { strip } = load(["check.js", "strip.js"]);

/** @param {number} from @param {number} to @param {string} kind */
const lines = (from, to, kind) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ number: String(from + at), kind }));

/** 1–10 letters, 11–20 judgements, 21–30 texts, and a case of two parts. */
const SHEET = [
  ...lines(1, 10, "letters"),
  ...lines(11, 20, "judgement"),
  ...lines(21, 30, "text"),
  { number: "31.1", kind: "letters" },
  { number: "31.2", kind: "text" },
];

/** @param {string} text what was read, briefly, and the faults */
function read(text) {
  const { answers, faults } = strip.read(text, SHEET);
  const said = [...answers].map(([number, { texts }]) => `${number}=${texts.join("|")}`);
  return [
    ...said,
    ...faults.map((/** @type {any} */ { kind, number, text: own }) => `${kind} ${number}:${own}`),
  ].join(" ");
}

/** @type {[string, string][]} */
const READ = [
  ["1-5 ABDCA 6 AC 17 对", "1=A 2=B 3=D 4=C 5=A 6=A|C 17=true"],
  ["１－５　ＡＢＤＣＡ　６　ＡＣ", "1=A 2=B 3=D 4=C 5=A 6=A|C"],
  ["1~3：abd；4、c", "1=A 2=B 3=D 4=C"],
  ["1 至 3 ABD 4到5 CC", "1=A 2=B 3=D 4=C 5=C"],
  ["1–2 AB 3—4 CD", "1=A 2=B 3=C 4=D"],
  ["1-3 AB CD A", "1=A|B 2=C|D 3=A"],
  ["1-3 AB、CD、A", "1=A|B 2=C|D 3=A"],
  ["1-6 ABC DAB", "1=A 2=B 3=C 4=D 5=A 6=B"],
  ["1.A 2.BC 3. D", "1=A 2=B|C 3=D"],
  ["1A2B3CD", "1=A 2=B 3=C|D"],
  ["(1) A （2） B 【3】C", "1=A 2=B 3=C"],
  ["6 A,C 7 A、C 8 A C", "6=A|C 7=A|C 8=A|C"],
  ["1-5ABDCA 6AC", "1=A 2=B 3=D 4=C 5=A 6=A|C"],
  ["11-15 √×√√×", "11=true 12=false 13=true 14=true 15=false"],
  ["11-14 TFtf", "11=true 12=false 13=true 14=false"],
  ["11-14 对错對錯", "11=true 12=false 13=true 14=false"],
  [
    "11 正确 12 错误 13 不正确 14 ✓ 15 X 16 勾 17 no",
    "11=true 12=false 13=false 14=true 15=false 16=true 17=false",
  ],
  ["11-13 正确 错误 正确", "11=true 12=false 13=true"],
  ["21 水平划分 22 Apache Spark 23 3.14", "21=水平划分 22=Apache Spark 23=3.14"],
  ["21 3 22 22 23 x", "21=3 22=22 23=x"],
  ["21 3D打印 22 about 25 pieces", "21=3D打印 22=about 25 pieces"],
  ["21 数据；模型 22 a|b|c", "21=数据|模型 22=a|b|c"],
  ["21-23 水 火 土 24 x", "21=水 22=火 23=土 24=x"],
  ["21 from 25-30 22 x", "21=from 25-30 22=x"],
  ["21 one\n25 five\n26. six 28. eight", "21=one 25=five 26=six 28=eight"],
  ["1-3 A-C", "1=A 3=C"],
  ["1 A 2 空 3 _ 4 B", "1=A 4=B"],
  ["1 - 3 ABD", "1=A 2=B 3=D"],
  ["1 A 2 3 C", "1=A 3=C"],
  ["31.1 B 31.2 long text", "31.1=B 31.2=long text"],
  ["31.1B", "31.1=B"],
  ["", ""],
];

for (const [text, expected] of READ) {
  test(`${JSON.stringify(text)} is read`, () => assert.equal(read(text), expected));
}

/** @type {[string, string][]} what is wrong, and what is read nevertheless */
const FAULTS = [
  ["1-5 ABDC 6 A", "6=A count 1-5:ABDC"],
  ["hello 1 A", "1=A stray :hello"],
  ["18-22 x", "count 18-22:x"],
  ["99 A", "stray :99 stray :A"],
  ["1 甲 2 B", "2=B odd 1:甲"],
  ["11 B 12 T", "12=true odd 11:B"],
  ["3 A 2 B 4 C", "4=C odd 3:A 2 B"],
  ["11-12 √?", "11=true"],
];

for (const [text, expected] of FAULTS) {
  test(`${JSON.stringify(text)} is told, not guessed`, () => assert.equal(read(text), expected));
}
