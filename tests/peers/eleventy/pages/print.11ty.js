"use strict";

const { asked, block, page } = require("../markup.js");

module.exports = {
  data: {
    pagination: { data: "sections", size: 1, alias: "section" },
    permalink: ({ section }) => `${section.exam}/${section.part}/print/index.html`,
  },
  render: ({ section }) =>
    page(
      section.title,
      `${block(section.instructions)}<ol>${section.questions.map(asked).join("")}</ol>`,
    ),
};
