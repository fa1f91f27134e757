"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { load, plain } = require("./client.js");

const SCRIPTS = ["check.js", "records.js", "store.js"];
const { store } = load(SCRIPTS);
const NAME = "exampress:2:site:exam";
const FORMER = "exampress:1:site:exam";
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

  /** @param {string} name */
  removeItem(name) {
    this.entries.delete(name);
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

const review = {
  wrong: true,
  misses: 1,
  streak: 0,
  bookmarked: false,
  at: 1,
  answers: [[1, false]],
};

/** @param {FakeStorage | null} storage */
const open = (storage) => store.open(storage, "site", "exam");

/** @param {FakeStorage} storage */
const stored = (storage) => JSON.parse(storage.getItem(NAME) ?? "null");

test("a record is stored at once and read again", () => {
  const storage = new FakeStorage();
  open(storage).put("q", record);
  assert.deepEqual(stored(storage), { questions: { q: record }, review: {} });
  assert.deepEqual(plain(open(storage).get("q")), record);
});

test("a removed record leaves nothing", () => {
  const storage = new FakeStorage();
  const book = open(storage);
  book.put("q", record);
  book.put("q", null);
  assert.deepEqual(stored(storage), { questions: {}, review: {} });
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
  const newer = {
    questions: { q: { ...record, stability: 2 } },
    review: { q: { ...review, card: 3 } },
    notes: ["q"],
  };
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
  '{"questions": {}, "review": []}',
  '{"questions": {}, "review": null}',
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
  const forbidden = load(SCRIPTS, scope).store;
  assert.equal(forbidden.local(), null);
});

test("a damaged memory is put aside, the answers stay", () => {
  const bads = [
    null,
    {},
    { ...review, streak: -1 },
    { ...review, misses: 0.5 },
    { ...review, answers: [[1]] },
    { ...review, due: [1] },
  ];
  for (const bad of bads) {
    const raw = JSON.stringify({ questions: { q: record }, review: { good: review, bad } });
    const storage = new FakeStorage({ [NAME]: raw });
    const book = open(storage);
    assert.deepEqual([...book.troubles()], ["damaged"]);
    assert.equal(storage.getItem(DAMAGED), raw);
    assert.deepEqual(plain(book.get("q")), record);
    assert.deepEqual(plain(book.review("good")), review);
    assert.equal(book.review("bad"), undefined);
  }
});

const wrong = { ...record, checked: true, score: 0.5 };

test("an entry of the first version is read, its wrong answers are remembered", () => {
  const questions = {
    right: record,
    wrong,
    graded: { ...wrong, grade: 1 },
    open: { ...wrong, checked: false },
  };
  const raw = JSON.stringify({ questions, notes: 7 });
  const storage = new FakeStorage({ [FORMER]: raw });
  const book = open(storage);
  assert.deepEqual([...book.troubles()], []);
  assert.deepEqual(plain(book.ids()), Object.keys(questions));
  assert.deepEqual(plain(book.reviewed()), ["wrong"]);
  assert.deepEqual(plain(book.review("wrong")), review);
  assert.equal(storage.getItem(FORMER), raw, "nothing is written by reading");

  book.put("more", record);
  assert.deepEqual(stored(storage), {
    questions: { ...questions, more: record },
    review: { wrong: review },
    notes: 7,
  });
  assert.equal(storage.getItem(FORMER), null);
});

test("what a tab of the first version writes later is taken in", () => {
  const storage = new FakeStorage();
  const book = open(storage);
  book.put("a", record);
  storage.setItem(FORMER, JSON.stringify({ questions: { a: wrong, b: record } }));
  book.refresh();
  assert.deepEqual(plain(book.get("a")), record);
  assert.deepEqual(plain(book.get("b")), record);
  book.put("c", record);
  assert.deepEqual(Object.keys(stored(storage).questions).sort(), ["a", "b", "c"]);
  assert.equal(storage.getItem(FORMER), null);
});

test("a damaged entry of the first version is put aside under its own name", () => {
  const storage = new FakeStorage({ [FORMER]: "{" });
  const book = open(storage);
  assert.deepEqual([...book.troubles()], ["damaged"]);
  book.put("q", record);
  assert.equal(storage.getItem(`${FORMER}:damaged`), "{");
  assert.deepEqual(Object.keys(stored(storage).questions), ["q"]);
});

test("the first version stays where the second cannot be written", () => {
  const raw = JSON.stringify({ questions: { q: record } });
  const storage = new FakeStorage({ [FORMER]: raw }, raw.length + 10);
  const book = open(storage);
  book.put("r", record);
  assert.deepEqual([...book.troubles()], ["unsaved"]);
  assert.equal(storage.getItem(FORMER), raw);
  assert.equal(storage.getItem(NAME), null);
});

// The wrong-answer book

/** @param {FakeStorage} storage @param {string} [id] */
function seen(storage, id = "q") {
  const { wrong, misses, streak } = plain(open(storage).review(id) ?? {});
  return { wrong, misses, streak };
}

test("a question leaves the book after two right answers in a row", () => {
  const storage = new FakeStorage();
  const book = open(storage);
  book.markWrong("q");
  assert.deepEqual(seen(storage), { wrong: true, misses: 1, streak: 0 });
  book.markRight("q");
  assert.deepEqual(seen(storage), { wrong: true, misses: 1, streak: 1 });
  book.markWrong("q");
  assert.deepEqual(seen(storage), { wrong: true, misses: 2, streak: 0 });
  book.markRight("q");
  book.markRight("q");
  assert.deepEqual(seen(storage), { wrong: false, misses: 2, streak: 2 });
  book.markRight("q");
  assert.equal(seen(storage).wrong, false);
  assert.deepEqual(
    plain(book.review("q")?.answers ?? []).map((/** @type {unknown[]} */ each) => each[1]),
    [false, true, false, true, true, true],
  );
});

test("how many right answers it takes is a setting", () => {
  const storage = new FakeStorage();
  store.set(storage, "site", "streak", "3");
  const book = open(storage);
  book.markWrong("q");
  for (const left of [true, true, false]) {
    book.markRight("q");
    assert.equal(seen(storage).wrong, left);
  }
  store.set(storage, "site", "streak", "nonsense");
  book.markWrong("q");
  book.markRight("q");
  book.markRight("q");
  assert.equal(seen(storage).wrong, false);
});

test("of a question that was never missed nothing is kept", () => {
  const storage = new FakeStorage();
  open(storage).markRight("q");
  assert.equal(storage.getItem(NAME), null);
  open(storage).bookmark("q", true);
  open(storage).markRight("q");
  assert.deepEqual(plain(open(storage).review("q")?.answers), []);
});

test("bookmark, book and answer of a question know nothing of each other", () => {
  const storage = new FakeStorage();
  const book = open(storage);
  book.put("q", record);
  book.markWrong("q");
  book.bookmark("q", true);
  book.put("q", null);
  assert.deepEqual(seen(storage), { wrong: true, misses: 1, streak: 0 });
  book.forget("q");
  assert.deepEqual(seen(storage), { wrong: false, misses: 0, streak: 0 });
  assert.equal(open(storage).review("q")?.bookmarked, true);
  assert.deepEqual(plain(open(storage).review("q")?.answers), []);
  book.bookmark("q", false);
  assert.equal(open(storage).review("q")?.bookmarked, false);
});

test("tabs count on from what is stored, not from what they once read", () => {
  const storage = new FakeStorage();
  const [one, two] = [open(storage), open(storage)];
  one.markWrong("q");
  two.markWrong("q");
  one.bookmark("q", true);
  two.markRight("q");
  assert.deepEqual(seen(storage), { wrong: true, misses: 2, streak: 1 });
  assert.equal(open(storage).review("q")?.bookmarked, true);
});

test("marks that found no room are stored when there is some", () => {
  const storage = new FakeStorage({}, 10);
  const book = open(storage);
  book.markWrong("q");
  book.markWrong("q");
  assert.deepEqual([...book.troubles()], ["unsaved"]);
  storage.limit = 10_000;
  book.put("r", record);
  assert.equal(seen(storage).misses, 2);
});

test("choices are remembered for a site, each beside the others", () => {
  const storage = new FakeStorage();
  assert.equal(store.setting(storage, "site", "theme"), null);
  store.set(storage, "site", "theme", "dark");
  store.set(storage, "site", "streak", "3");
  assert.equal(store.setting(storage, "site", "theme"), "dark");
  assert.equal(store.setting(storage, "site", "streak"), "3");
  assert.equal(store.setting(storage, "other", "theme"), null);
  const SETTINGS = "exampress:1:site";
  assert.equal(store.setting(new FakeStorage({ [SETTINGS]: "[" }), "site", "theme"), null);
  assert.equal(
    store.setting(new FakeStorage({ [SETTINGS]: '{"theme":1}' }), "site", "theme"),
    null,
  );
  assert.equal(store.setting(null, "site", "theme"), null);
});

/** @param {unknown} value @returns {value is number} */
const isNumber = (value) => typeof value === "number";

/** @param {any} storage */
const note = (storage) => store.note(storage, "site", "exam", "mock", isNumber);

test("a note is written, read again and taken away", () => {
  const storage = new FakeStorage();
  assert.equal(note(storage).read(), null);
  note(storage).write(7);
  assert.equal(note(storage).read(), 7);
  note(storage).write(null);
  assert.equal(note(storage).read(), null);
  assert.deepEqual([...storage.entries.keys()], []);
});

for (const raw of ["{", '"seven"', "null"]) {
  test(`a note of ${raw} is put aside`, () => {
    const storage = new FakeStorage({ "exampress:1:site:exam:mock": raw });
    const own = note(storage);
    assert.equal(own.read(), null);
    assert.deepEqual([...own.troubles()], ["damaged"]);
    own.write(7);
    assert.equal(storage.getItem("exampress:1:site:exam:mock:damaged"), raw);
    assert.equal(own.read(), 7);
  });
}

test("a damaged note that cannot be put aside is not overwritten", () => {
  const raw = `{${" ".repeat(50)}`;
  const storage = new FakeStorage({ "exampress:1:site:exam:mock": raw }, 60);
  const own = note(storage);
  assert.equal(own.read(), null);
  own.write(7);
  assert.equal(storage.getItem("exampress:1:site:exam:mock"), raw);
  assert.equal(own.read(), 7);
});

test("a note that storage does not take is a trouble, and is not forgotten", () => {
  for (const storage of [new FakeStorage({}, 0), null]) {
    const own = note(storage);
    own.write(7);
    assert.deepEqual([...own.troubles()], ["unsaved"]);
    assert.equal(own.read(), 7);
  }
});

test("a probe tells whether a note would be stored, and leaves what is there", () => {
  for (const storage of [new FakeStorage({}, 0), null]) {
    const own = note(storage);
    own.probe();
    assert.deepEqual([...own.troubles()], ["unsaved"]);
    assert.equal(own.read(), null);
  }
  const entries = { "exampress:1:site:exam:mock": "7" };
  for (const kept of [{}, entries]) {
    const storage = new FakeStorage(kept);
    const own = note(storage);
    own.probe();
    assert.deepEqual([...own.troubles()], []);
    assert.deepEqual(Object.fromEntries(storage.entries), kept);
  }
});
