"use strict";

/** Eleventy on the same job: every text of every question through markdown-it, two pages a section. */
module.exports = (config) => {
  config.setQuietMode(true);
  return { dir: { input: "pages", output: "out", data: "../data" } };
};
