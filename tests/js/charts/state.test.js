import assert from "node:assert/strict";
import { test } from "node:test";

import { NARROW, dressed, linkOf, themeOf } from "../../../static/league/charts/state.js";

const figure = {
  data: [{ type: "heatmap" }, { type: "scatter", textfont: { size: 12 }, meta: { colors: { paper: ["#000"], ink: ["#fff"] } } }],
  layout: { yaxis: { ticktext: ["1 Long Name"] }, meta: { short: ["1"] } },
  links: ["/first/", "/second/"],
};

test("the switch beats the system's wish", () => {
  assert.equal(themeOf("paper", true), "paper");
  assert.equal(themeOf("ink", false), "ink");
  assert.equal(themeOf(undefined, true), "ink");
  assert.equal(themeOf("auto", false), "paper");
});

test("a figure takes its theme's template and leaves the page's figure as it was", () => {
  const drawn = dressed(figure, { layout: { font: 1 } }, 900, "ink");
  assert.deepEqual(drawn.layout.template, { layout: { font: 1 } });
  assert.deepEqual(drawn.layout.yaxis.ticktext, ["1 Long Name"]);
  assert.equal("template" in figure.layout, false);
});

test("numbers in cells have the theme's colours, each its cell's", () => {
  const inks = (/** @type {import("../../../static/league/charts/state.js").Theme} */ theme) => dressed(figure, {}, 900, theme).data[1].textfont;
  assert.deepEqual(inks("paper"), { size: 12, color: ["#000"] });
  assert.deepEqual(inks("ink"), { size: 12, color: ["#fff"] });
});

test("a square figure is as high as it is wide, and no larger than it was made", () => {
  const square = { data: [], layout: { height: 560, meta: { square: true } }, links: [] };
  const size = (/** @type {number} */ width) => dressed(square, {}, width, "paper").layout;
  assert.deepEqual([size(332).width, size(332).height], [332, 332]);
  assert.deepEqual([size(900).width, size(900).height], [560, 560]);
  assert.equal(square.layout.height, 560);
});

test("a narrow plot has short ticks and no numbers in its cells", () => {
  const drawn = dressed(figure, {}, NARROW - 1, "paper");
  assert.deepEqual(drawn.layout.yaxis.ticktext, ["1"]);
  assert.deepEqual(drawn.data.map((trace) => trace.visible), [undefined, false]);
  assert.equal("visible" in figure.data[1], false);
});

test("only a cell with a number leads somewhere", () => {
  assert.equal(linkOf(figure, [1, "words"]), "/second/");
  assert.equal(linkOf(figure, [null, ""]), null);
  assert.equal(linkOf(figure, [7, ""]), null);
  assert.equal(linkOf(figure, "words"), null);
});
