"use strict";

/**
 * Loads scripts of the client as a page does, one after the other into one scope, and gives back
 * what they add to the one global.
 */
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const vm = require("node:vm");

const FOLDER = join(__dirname, "../../templates/assets/js");

/**
 * @param {string[]} names
 * @param {Record<string, unknown>} [scope] what the scripts find besides the language itself
 */
function load(names, scope = {}) {
  const context = vm.createContext(scope);
  for (const name of names) vm.runInContext(readFileSync(join(FOLDER, name), "utf-8"), context);
  return context.exampress;
}

/** @param {...string} path below `tests/cases/` */
function cases(...path) {
  return JSON.parse(readFileSync(join(__dirname, "../cases", ...path), "utf-8"));
}

/** @param {unknown} value the same value, made of this realm's objects */
const plain = (value) => JSON.parse(JSON.stringify(value));

module.exports = { load, cases, plain };
