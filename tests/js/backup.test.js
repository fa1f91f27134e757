"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { load, plain } = require("./client.js");

const Element = { prototype: {} };

const { backup, clearing, records, sitting, store } = load(
  [
    "check.js",
    "records.js",
    "store.js",
    "page.js",
    "fields.js",
    "sitting.js",
    "backup.js",
    "clearing.js",
  ],
  { document: { body: { dataset: {} } }, Element },
);

const NOW = new Date(Date.UTC(2026, 0, 5));
const record = { fingerprint: "1", response: ["A"], checked: true, score: 1, grade: null, at: 5 };
const review = {
  wrong: true,
  misses: 1,
  streak: 0,
  bookmarked: false,
  at: 5,
  answers: [[5, false]],
};
const past = {
  started: 7,
  totals: { started: 7, elapsed: 0, pass: null, sections: [], got: 4, max: 10, pending: 0 },
  sitting: null,
};

/** @param {object} questions @param {object} [reviews] @param {object} [more] */
const entry = (questions, reviews = {}, more = {}) =>
  records.read(JSON.stringify({ ...more, questions, review: reviews }));

/** @param {object} questions @param {object} [reviews] @param {object[]} [mocks] */
const kept = (questions, reviews, mocks = []) => ({ entry: entry(questions, reviews), mocks });

/** @param {Map<string, unknown>} exams */
const written = (exams, id = "site") => backup.written({ id, title: "Bank" }, exams, NOW);

/** @param {Map<string, any>} map */
const asObject = (map) => plain(Object.fromEntries(map));

test("what is written is read again, whatever is in it", () => {
  const odd = { ...record, response: "“引号”\n\u2028 </script>", ticks: [0, 2], later: { a: 1 } };
  const questions = { a: record, constructor: odd, "案.1": record };
  const exams = new Map([
    ["one", { entry: entry(questions, { a: review }, { notes: ["x"] }), mocks: [past] }],
    ["two", kept({ b: record })],
  ]);
  const read = backup.read(written(exams), "site");
  assert.ok("exams" in read, JSON.stringify(read));
  assert.equal(read.saved, NOW.toISOString());
  assert.deepEqual([...read.exams.keys()], ["one", "two"]);
  const one = read.exams.get("one");
  assert.deepEqual(asObject(one.entry.questions), questions);
  assert.deepEqual(asObject(one.entry.reviews), { a: review });
  assert.deepEqual(plain(one.entry.data.notes), ["x"]);
  assert.deepEqual(plain(one.mocks), [past]);
  assert.equal(written(read.exams), written(exams));
});

test("a file of the first version is read as the storage of then would be", () => {
  const wrong = { ...record, score: 0 };
  const file = {
    exampress: 1,
    site: "site",
    exams: { one: { data: { questions: { a: wrong } } } },
  };
  const read = backup.read(JSON.stringify(file), "site");
  assert.equal(read.exams?.get("one").entry.reviews.get("a").wrong, true);
});

const whole = written(new Map([["one", kept({ a: record }, { a: review }, [past])]]));

test("a file that is cut off anywhere is refused", () => {
  for (let at = 0; at < whole.length; at += 1) {
    const { fault } = backup.read(whole.slice(0, at), "site");
    assert.equal(fault, "cut", `${at}`);
  }
});

test("another bank's file is named by its title, or else by its id", () => {
  assert.equal(backup.read(written(new Map(), "other"), "site").title, "Bank");
  assert.equal(backup.read('{"exampress": 1, "site": "other"}', "site").title, "other");
});

/** @param {(file: any) => void} change */
function changed(change) {
  const file = JSON.parse(whole);
  change(file);
  return JSON.stringify(file);
}

for (const [name, [text, fault]] of Object.entries({
  "no JSON": ["PK\u0003\u0004 a document", "alien"],
  "nothing, as of a download that has only begun": ["", "cut"],
  "other JSON": ['{"questions": []}', "alien"],
  "a list": ["[]", "alien"],
  null: ["null", "alien"],
  "another bank's": [written(new Map(), "other"), "foreign"],
  "a later version's": [changed((file) => (file.exampress += 1)), "later"],
  "version 0": [changed((file) => (file.exampress = 0)), "broken"],
  "without exams": [changed((file) => (file.exams = [])), "broken"],
  "with an exam that is none": [changed((file) => (file.exams.one = 3)), "broken"],
  "with a record that is none": [
    changed((file) => (file.exams.one.data.questions.b = {})),
    "broken",
  ],
  "with ticks that are none": [
    changed((file) => (file.exams.one.data.questions.a.ticks = "0")),
    "broken",
  ],
  "with a memory that is none": [
    changed((file) => (file.exams.one.data.review.a.misses = -1)),
    "broken",
  ],
  "with sittings that are none": [changed((file) => (file.exams.one.mocks = [{}])), "broken"],
})) {
  test(`a file ${name} is refused: ${fault}`, () => {
    assert.equal(backup.read(String(text), "site").fault, fault);
  });
}

test("a text that goes too deep to be written again is refused, not half taken", () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const raw = whole.replace('"grade":null', `"grade":null,"more":${deep}`);
  assert.equal(backup.read(raw, "site").fault, "broken");
});

test("a time that no calendar has is refused", () => {
  for (const at of ["1e300", "-1e17", '"now"', "null"]) {
    const raw = whole.replace('"answers":[[5,false]]', `"answers":[[5,false]],"due":[1,${at}]`);
    assert.notEqual(raw, whole);
    assert.equal(backup.read(raw, "site").fault, "broken");
  }
});

test("a name that is special in JavaScript changes nothing but itself", () => {
  const raw = whole.replaceAll('"a":', '"__proto__":').replaceAll('"one":', '"__proto__":');
  const read = backup.read(raw, "site");
  assert.deepEqual([...(read.exams?.keys() ?? [])], ["__proto__"]);
  const { changes } = backup.gain(kept({}), read.exams?.get("__proto__"));
  assert.deepEqual([...changes.questions.keys()], ["__proto__"]);
  assert.equal(/** @type {any} */ ({}).fingerprint, undefined);
});

test("of each question the later record stays, and what is here alone is not touched", () => {
  const ours = kept({
    same: record,
    older: { ...record, at: 1 },
    later: { ...record, at: 9 },
    undated: { ...record, at: undefined },
    alone: record,
  });
  const theirs = kept({
    same: record,
    older: record,
    later: record,
    undated: record,
    fresh: record,
  });
  const gain = backup.gain(ours, theirs);
  assert.deepEqual([...gain.changes.questions.keys()].sort(), ["fresh", "older", "undated"]);
  assert.deepEqual(plain(gain.questions), { fresh: 1, newer: 2, kept: 2 });
});

test("a record of a day that has not come is later than no other: its clock was ahead", () => {
  const ahead = { ...record, at: Date.now() + 400 * 86_400_000 };
  const now = { ...record, at: Date.now(), response: ["A"] };
  const stays = backup.gain(kept({ a: now }), kept({ a: ahead }));
  assert.equal(stays.changes.questions.size, 0);
  const comes = backup.gain(kept({ a: ahead }), kept({ a: now }));
  assert.deepEqual(plain(comes.changes.questions.get("a")), now);
});

test("a bookmark of either side stays, whichever record is later", () => {
  const mark = { ...review, bookmarked: true };
  for (const [our, their] of [
    [mark, { ...review, at: 9, misses: 2 }],
    [{ ...review, at: 9, misses: 2 }, mark],
  ]) {
    const { changes } = backup.gain(kept({}, { a: our }), kept({}, { a: their }));
    assert.deepEqual(plain(changes.reviews.get("a")), {
      ...review,
      at: 9,
      misses: 2,
      bookmarked: true,
    });
  }
});

test("merging twice changes nothing more", () => {
  const theirs = kept({ a: record, b: { ...record, at: 9 } }, { a: review }, [past]);
  const ours = kept({ b: record }, { a: { ...review, bookmarked: true, at: 1 } });
  const gain = backup.gain(ours, theirs);
  for (const [id, each] of gain.changes.questions) ours.entry.questions.set(id, each);
  for (const [id, each] of gain.changes.reviews) ours.entry.reviews.set(id, each);
  const mocks = sitting.united(ours.mocks, gain.mocks);
  const again = backup.gain({ ...ours, mocks }, theirs);
  assert.equal(again.changes.questions.size + again.changes.reviews.size + again.mocks.length, 0);
});

test("sittings are joined by when they began, the latest first", () => {
  const other = { ...past, started: 8 };
  const { mocks } = backup.gain(kept({}, {}, [past]), kept({}, {}, [past, other]));
  assert.deepEqual(plain(mocks), [other]);
  assert.deepEqual(plain(sitting.united([past], mocks)), [other, past]);
});

// Clearing

/** @param {string[]} kinds @param {string[]} [ids] */
function cleared(kinds, ids) {
  const book = store.open(null, "site", "exam");
  const reviews = {
    both: { ...review, bookmarked: true },
    wrong: review,
    mark: { ...review, wrong: false, misses: 0, answers: [], bookmarked: true },
  };
  book.putAll({
    questions: new Map([["both", record]]),
    reviews: new Map(Object.entries(reviews)),
  });
  book.putAll(clearing.changes(book, ids ? new Set(ids) : null, new Set(kinds)));
  const rest = [...book.entry().reviews].map(
    ([id, { wrong, bookmarked }]) => `${id}${wrong ? " wrong" : ""}${bookmarked ? " marked" : ""}`,
  );
  return [...book.ids().map((/** @type {string} */ id) => `${id} answered`), ...rest];
}

for (const [kinds, ids, left] of /** @type {[string[], string[] | undefined, string[]][]} */ ([
  [[], undefined, ["both answered", "both wrong marked", "wrong wrong", "mark marked"]],
  [["answers"], undefined, ["both wrong marked", "wrong wrong", "mark marked"]],
  [["wrong"], undefined, ["both answered", "both marked", "mark marked"]],
  [["bookmarks"], undefined, ["both answered", "both wrong", "wrong wrong"]],
  [["answers", "wrong", "bookmarks"], undefined, []],
  [["answers", "wrong"], ["wrong"], ["both answered", "both wrong marked", "mark marked"]],
])) {
  test(`clearing ${kinds} of ${ids ?? "all"} leaves ${left}`, () => {
    assert.deepEqual(plain(cleared(kinds, ids)), left);
  });
}
