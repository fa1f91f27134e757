"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { load, plain } = require("./client.js");

const { store } = load(["check.js", "store.js"]);
const NAME = "exampress:1:site:exam";
const DAMAGED = `${NAME}:damaged`;

/** Storage as a browser has it; with a limit it is full after so many characters. */
class FakeStorage {
  /** @param {Record<string, string>} [entries] @param {number} [limit] */
  constructor(entries = {}, limit = Number.POSITIVE_INFINITY) {
    this.entries = new Map(Object.entries(entries));
    this.limit = limit;
  }

  /** @param {string} name */
  getItem(name) {
    return this.entries.get(name) ?? null;
  }

  /** @param {string} name @param {string} text */
  setItem(name, text) {
    const others = [...this.entries].filter(([each]) => each !== name);
    const used = others.reduce((sum, [, value]) => sum + value.length, 0);
    if (used + text.length > this.limit) throw new Error("QuotaExceededError");
    this.entries.set(name, text);
  }
}

const record = {
  fingerprint: "3cf5d3e5",
  response: ["A"],
  checked: true,
  score: 1,
  grade: null,
  revealed: true,
  at: 1,
};

/** @param {FakeStorage | null} storage */
const open = (storage) => store.open(storage, "site", "exam");

/** @param {FakeStorage} storage */
const stored = (storage) => JSON.parse(storage.getItem(NAME) ?? "null");

test("a record is stored at once and read again", () => {
  const storage = new FakeStorage();
  open(storage).put("q", record);
  assert.deepEqual(stored(storage), { questions: { q: record } });
  assert.deepEqual(plain(open(storage).get("q")), record);
});

test("a removed record leaves nothing", () => {
  const storage = new FakeStorage();
  const book = open(storage);
  book.put("q", record);
  book.put("q", null);
  assert.deepEqual(stored(storage), { questions: {} });
  assert.equal(book.get("q"), undefined);
});

test("sites and exams are kept apart", () => {
  const storage = new FakeStorage();
  open(storage).put("q", record);
  assert.equal(store.open(storage, "other", "exam").get("q"), undefined);
  assert.equal(store.open(storage, "site", "other").get("q"), undefined);
});

test("ids that name something in JavaScript are ids like any other", () => {
  const storage = new FakeStorage();
  for (const id of ["constructor", "toString", "hasOwnProperty"]) {
    assert.equal(open(storage).get(id), undefined);
    open(storage).put(id, record);
    assert.deepEqual(plain(open(storage).get(id)), record);
  }
});

test("two tabs do not undo each other", () => {
  const storage = new FakeStorage();
  const [one, two] = [open(storage), open(storage)];
  one.put("a", record);
  two.put("b", record);
  one.put("c", record);
  assert.deepEqual(Object.keys(stored(storage).questions), ["a", "b", "c"]);
  two.refresh();
  assert.deepEqual(plain(two.get("c")), record);
});

test("what this version does not know is carried along", () => {
  const newer = { questions: { q: { ...record, stability: 2 } }, bookmarks: ["q"] };
  const storage = new FakeStorage({ [NAME]: JSON.stringify(newer) });
  open(storage).put("r", record);
  assert.deepEqual(stored(storage), { ...newer, questions: { ...newer.questions, r: record } });
});

const DAMAGES = [
  "",
  "{",
  "null",
  "[]",
  "7",
  '"text"',
  "{}",
  '{"questions": []}',
  '{"questions": null}',
  '{"other": 1}',
];

for (const raw of DAMAGES) {
  test(`${JSON.stringify(raw)} is put aside, never overwritten blindly`, () => {
    const storage = new FakeStorage({ [NAME]: raw });
    const book = open(storage);
    assert.deepEqual([...book.troubles()], ["damaged"]);
    assert.equal(storage.getItem(DAMAGED), raw);
    book.put("q", record);
    assert.equal(storage.getItem(DAMAGED), raw);
    assert.deepEqual(stored(storage).questions, { q: record });
  });
}

test("a damaged record is put aside with its entry, the others stay", () => {
  const broken = [null, 3, {}, { ...record, response: 5 }, { ...record, score: "1" }];
  for (const bad of broken) {
    const raw = JSON.stringify({ questions: { good: record, bad } });
    const storage = new FakeStorage({ [NAME]: raw });
    const book = open(storage);
    assert.equal(storage.getItem(DAMAGED), raw);
    assert.deepEqual(plain(book.get("good")), record);
    assert.equal(book.get("bad"), undefined);
  }
});

test("a second damage does not overwrite the first", () => {
  const storage = new FakeStorage({ [NAME]: "{", [DAMAGED]: "[" });
  open(storage);
  assert.equal(storage.getItem(DAMAGED), "[");
  assert.equal(storage.getItem(`${DAMAGED}2`), "{");
});

test("what cannot be put aside is not overwritten", () => {
  const raw = `{${" ".repeat(50)}`;
  const storage = new FakeStorage({ [NAME]: raw }, 60);
  const book = open(storage);
  book.put("q", record);
  assert.equal(storage.getItem(NAME), raw);
  assert.deepEqual(plain(book.get("q")), record);
  assert.deepEqual([...book.troubles()].sort(), ["damaged", "unsaved"]);
});

test("a full storage is a trouble, and the record is stored when there is room", () => {
  const storage = new FakeStorage({}, 10);
  const book = open(storage);
  book.put("q", record);
  assert.deepEqual([...book.troubles()], ["unsaved"]);
  assert.deepEqual(plain(book.get("q")), record);
  storage.limit = 10_000;
  book.put("r", record);
  assert.deepEqual([...book.troubles()], []);
  assert.deepEqual(Object.keys(stored(storage).questions), ["q", "r"]);
});

test("without storage the page still works", () => {
  const book = open(null);
  book.put("q", record);
  book.refresh();
  assert.deepEqual(plain(book.get("q")), record);
  assert.deepEqual([...book.troubles()], ["unsaved"]);
});

test("a browser that forbids storage is no storage", () => {
  const scope = {
    get localStorage() {
      throw new Error("SecurityError");
    },
  };
  const forbidden = load(["check.js", "store.js"], scope).store;
  assert.equal(forbidden.local(), null);
});

test("the theme is remembered for a site", () => {
  const storage = new FakeStorage();
  assert.equal(store.setting(storage, "site"), null);
  store.set(storage, "site", "dark");
  assert.equal(store.setting(storage, "site"), "dark");
  assert.equal(store.setting(storage, "other"), null);
  assert.equal(store.setting(new FakeStorage({ "exampress:1:site": "[" }), "site"), null);
  assert.equal(store.setting(null, "site"), null);
});
