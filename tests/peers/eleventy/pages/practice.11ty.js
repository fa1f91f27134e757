"use strict";

const { block, page, practised } = require("../markup.js");

module.exports = {
  data: {
    pagination: { data: "sections", size: 1, alias: "section" },
    permalink: ({ section }) => `${section.exam}/${section.part}/index.html`,
  },
  render: ({ section }) =>
    page(
      section.title,
      block(section.instructions) +
        section.questions
          .map((question, index) => practised(question, question.type ?? section.type, index + 1))
          .join(""),
    ),
};
