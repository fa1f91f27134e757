"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { load, plain } = require("./client.js");

const { lot } = load(["check.js", "lot.js"]);

const TEXTS = [
  ["a", "1", "single", "Stem", "", "", "law · tax", 2],
  ["b", "2", "blank", "Stem", "", "", "", 0],
  ["c", "3", "case", "", "Material", "", "law", 5],
  ["c1", "3.1", "single", "Stem", "", "", "tax", 1],
  ["c2", "3.2", "essay", "Stem", "", "", "", 0],
];
const ANY = { sections: ["s"], types: [], tag: "", difficulty: 0, state: "all" };

/** @param {Record<string, unknown>} wish @param {(id: string) => boolean} [suits] */
function ids(wish, suits = () => true) {
  const tickets = lot.tickets("s", TEXTS);
  return plain(lot.chosen(tickets, { ...ANY, ...wish }, suits)).map(
    (/** @type {{id: string}} */ { id }) => id,
  );
}

test("a case is one ticket, which stands for its parts", () => {
  const tickets = plain(lot.tickets("s", TEXTS));
  assert.deepEqual(
    tickets.map((/** @type {any} */ ticket) => [ticket.id, ticket.ids, ticket.tags]),
    [
      ["a", ["a"], ["law", "tax"]],
      ["b", ["b"], []],
      ["c", ["c1", "c2"], ["law"]],
    ],
  );
});

/** @type {[Record<string, unknown>, string[]][]} */
const WISHES = [
  [{}, ["a", "b", "c"]],
  [{ sections: [] }, []],
  [{ types: ["blank", "case"] }, ["b", "c"]],
  [{ tag: "law" }, ["a", "c"]],
  [{ tag: "la" }, []],
  [{ difficulty: 2 }, ["a"]],
  [{ tag: "law", difficulty: 5, types: ["case"] }, ["c"]],
  [{ tag: "law", difficulty: 1 }, []],
];

for (const [wish, expected] of WISHES) {
  test(`${JSON.stringify(wish)} lets pass ${expected.join(", ") || "nothing"}`, () => {
    assert.deepEqual(ids(wish), expected);
  });
}

test("a state that one part is in lets the whole case pass", () => {
  assert.deepEqual(
    ids({}, (id) => id === "c2"),
    ["c"],
  );
});
