import assert from "node:assert/strict";
import { test } from "node:test";

import { countOf, inWords } from "../../static/league/policies/state.js";

test("characters are counted as the server counts them", () => {
  assert.equal(countOf("", 10).used, 0);
  assert.equal(countOf("  a b \n", 10).used, 3);
  assert.equal(countOf("a\r\nb\rc", 10).used, 5);
  assert.equal(countOf("🎲🎲", 10).used, 2);
  assert.equal(countOf("bid \u202e6\u202c\u0000", 10).used, 5);
  assert.equal(countOf("a\tb", 10).used, 3);
});

test("the level turns near the limit and over it", () => {
  assert.equal(countOf("x".repeat(3799), 4000).level, "ok");
  assert.equal(countOf("x".repeat(3800), 4000).level, "near");
  assert.equal(countOf("x".repeat(4000), 4000).level, "near");
  assert.equal(countOf("x".repeat(4001), 4000).level, "over");
});

test("what is too much is said in words", () => {
  assert.equal(inWords(countOf("abc", 4000), 4000), "3 of 4,000 characters");
  assert.equal(
    inWords(countOf("x".repeat(4012), 4000), 4000),
    "4,012 of 4,000 characters: 12 too many",
  );
});
