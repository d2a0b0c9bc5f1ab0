// Which key asks for the list of keys, and where it is only a sign that somebody types.
import assert from "node:assert/strict";
import { test } from "node:test";

import { asksForKeys } from "../../static/league/keys.js";

test("a question mark asks, on the page, on a button and on the slider", () => {
  for (const target of [undefined, { tagName: "BODY" }, { tagName: "BUTTON" }, { tagName: "INPUT", type: "range" }]) assert.ok(asksForKeys({ key: "?", target }));
});

test("typing one, holding it and shortcuts with it do not", () => {
  for (const target of [{ tagName: "INPUT", type: "text" }, { tagName: "TEXTAREA" }, { tagName: "SELECT" }, { tagName: "DIV", isContentEditable: true }]) assert.ok(!asksForKeys({ key: "?", target }));
  for (const more of ["ctrlKey", "metaKey", "altKey", "repeat"]) assert.ok(!asksForKeys({ key: "?", [more]: true }));
  assert.ok(!asksForKeys({ key: "/" }));
});
