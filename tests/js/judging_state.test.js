// What a run of a judge costs, in words.
import assert from "node:assert/strict";
import { test } from "node:test";

import { costText } from "../../static/calibration/judging_state.js";

const prices = { mistakes: { price: 0, left: 40 }, claude: { price: 0.03, left: 40 }, outcome: { price: 0, left: 0 } };

test("a run costs its duels, and no more duels than there are", () => {
  assert.equal(costText({ judge: "claude", wanted: 20 }, prices), "About $0.60 for 20 duels.");
  assert.equal(costText({ judge: "claude", wanted: 500 }, prices), "About $1.20 for 40 duels.");
  assert.equal(costText({ judge: "claude", wanted: 1 }, { claude: { price: 0.001, left: 9 } }), "About a cent or less for 1 duel.");
});

test("a rule is free, and a judge that is through has nothing to do", () => {
  assert.equal(costText({ judge: "mistakes", wanted: 50 }, prices), "Free: no model is asked. It will judge 40 duels.");
  assert.equal(costText({ judge: "outcome", wanted: 50 }, prices), "It has answered every duel that there is.");
});

test("nothing is said of what makes no sense", () => {
  for (const wanted of [0, -1, 1.5, NaN]) assert.equal(costText({ judge: "claude", wanted }, prices), "");
  assert.equal(costText({ judge: "nobody", wanted: 5 }, prices), "");
});
