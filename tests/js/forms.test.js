"use strict";

const assert = require("node:assert/strict");
const { createHash } = require("node:crypto");
const { test } = require("node:test");
const { cases, load, plain } = require("./client.js");

const { forms } = load(["check.js", "forms.js"], { TextEncoder });
const frozen = cases("forms.json");

test("SHA-256 is SHA-256, at every length around a block", () => {
  for (let length = 0; length < 200; length += 1) {
    const text = "甲a".repeat(length).slice(0, length);
    assert.equal(forms.sha256(text), createHash("sha256").update(text).digest("hex"));
  }
});

for (const [text, edition, order] of frozen.reads) {
  test(`code '${text}' in edition ${edition} is ${order}`, () => {
    assert.equal(forms.read(text, edition), order);
  });
}

for (const { drawing, ids, letters, forms: made } of frozen.sections) {
  for (const form of made) {
    test(`order ${form.order} of ${drawing.section} is the one that papers have`, () => {
      assert.deepEqual(plain(forms.questions(drawing, ids, form.order)), form.ids);
      for (const [id, own] of Object.entries(letters)) {
        assert.equal(forms.options(drawing, id, own, form.order), form.options[id]);
      }
    });
  }
}
