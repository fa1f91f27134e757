"use strict";

const { readdirSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const yaml = require("js-yaml");

/** Returns every section of the bank in the folder `bank`. */
module.exports = () => {
  const bank = join(__dirname, "..", "bank");
  const exams = readdirSync(bank, { withFileTypes: true }).filter((each) => each.isDirectory());
  return exams.flatMap(({ name: exam }) =>
    readdirSync(join(bank, exam))
      .filter((file) => file !== "exam.yaml")
      .map((file) => ({
        exam,
        part: file.replace(".yaml", ""),
        ...yaml.load(readFileSync(join(bank, exam, file), "utf8")),
      })),
  );
};
