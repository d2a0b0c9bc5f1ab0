import assert from "node:assert/strict";
import { test } from "node:test";

import { count, countText, lean, leanText, signOf, wordOf } from "../../static/games/rumor/answers.js";
import { finding, movedBy, telling } from "../../static/games/rumor/aftermath.js";
import { rankText } from "../../static/games/rumor/panels.js";
import { ahead, dwell, headline, line, mark, origin, progress, seatLabel, teaser, told } from "../../static/games/rumor/story.js";
import { beliefOf, claimsByRound, crossedOver, honestSeats, lies, roomMean, sceneOf, scoreText, tideOf } from "../../static/games/rumor/table.js";
import { settledOf, spread } from "../../static/games/rumor/tide.js";

const NAMES = ["Sprocket", "Gizmo", "Ratchet", "Widget", "Bolt", "Piston", "Flywheel", "Rivet", "Tinker", "Gasket"];
const all = (value) => Array.from({ length: 10 }, () => value);
const head = () => ({
  episode: 1, game: "rumor", status: "running", last: 0, config: { rounds: 5 }, order: NAMES.map((_, slot) => slot),
  seats: NAMES.map((alias, slot) => ({ slot, alias, policy: `${alias}'s policy`, version: 2, is_scripted: false, url: "" })),
});
const said = (claim, confidence = 70) => ({ claim, confidence, message: "hm", scripted: false, retried: null, fallback: null });
const table = (changes = {}) => ({
  phase: "talking", question: { text: "The relay tower on Ash Hill is", a: "BROKEN", b: "SOUND" }, topology: "ring",
  edges: [[0, 1], [1, 2], [0, 9]], clues: ["a", "a", "a", "a", "a", "a", "b", "b", "b", "b"], round: 1, rounds: 5,
  beliefs: [[60, 70, ...Array(8).fill(null)]], claims: [["a", "b", ...Array(8).fill(null)]],
  says: [[said("a"), said("b", 90), ...Array(8).fill(null)]], says_from: 1, to_act: [2, 3, 4, 5, 6, 7, 8, 9], sealed: all(false), tally: null, ...changes,
});
const closed = (changes = {}) => table({
  beliefs: [[60, 70, 40, 50, 55, 60, 30, 20, 45, 80]], claims: [["a", "b", "b", null, "a", "a", "b", "b", "b", "a"]],
  says: [["a", "b", "b", null, "a", "a", "b", "b", "b", "a"].map((claim) => said(claim))], to_act: [], ...changes,
});
const tally = {
  votes: ["a", "b", "a", "a", "a", "a", "a", "b", "b", "b"], ballot_beliefs: all(62), reasons: all("because"), truth: "a", accuracy: 0.75, correct: 6, honest: 8, verdict: "a",
  roles: ["honest", "saboteur", "honest", "honest", "honest", "honest", "honest", "saboteur", "honest", "honest"], scores: [0.7, -0.17, 0.7, 0.7, 0.7, 0.7, 0.7, -0.43, -0.1, -0.1], local_wrong: [null, 0.33, null, null, null, null, null, 0.5, null, null],
};
const counted = () => closed({ phase: "tallied", round: 5, tally, sealed: all(true) });
const frame = (kind, event, state) => ({ seq: 5, at: "", kind, event, table: state });
const SECRETS = /saboteur|honest cog|truth is|voted/i;

test("a belief leans to an answer in its word; even is even", () => {
  assert.deepEqual(lean(71), { side: "a", share: 71 });
  assert.deepEqual(lean(38), { side: "b", share: 62 });
  assert.equal(leanText(table().question, 50), "even");
  assert.equal(leanText(table().question, 0), "SOUND 100 %");
  assert.equal(wordOf(table().question, null), "no claim");
  assert.equal(signOf("b"), "rm-diamond");
});

test("claims are counted in words, and none is neither", () => {
  assert.deepEqual(count(["a", "b", null, "a"]), { a: 2, b: 1, n: 1 });
  assert.equal(countText(table().question, ["a", "a", "b", null]), "2 say BROKEN, 1 SOUND, 1 neither");
  assert.equal(countText(table().question, ["b"]), "1 says SOUND");
  assert.equal(countText(table().question, [null]), "1 neither");
});

test("words, never letters: a message is told with its claim and to whom", () => {
  const row = line(frame("say", { round: 1, seat: 1, ...said("b", 90) }, table()), head());
  assert.equal(row.aside, "SOUND 90 %");
  assert.equal(row.lead, "to Sprocket and Ratchet");
  assert.equal(row.say, "hm");
  assert.equal(row.closes, "");
  assert.equal(line(frame("say", { round: 1, seat: 9, ...said("a") }, closed()), head()).closes, "4 say BROKEN, 5 SOUND, 1 neither");
  assert.match(headline(frame("say", { seat: 1, ...said("b", 90) }, table()), head()), /^Gizmo tells Sprocket and Ratchet: SOUND, 90 %$/);
});

test("before the tally no line, mark, headline, teaser, sentence or label tells what is sealed", () => {
  const frames = [
    frame("start", {}, table({ phase: "waiting", round: null, beliefs: [], claims: [], says: [] })), frame("round", { round: 1 }, table()),
    frame("say", { round: 1, seat: 9, ...said("a") }, closed()), frame("vote", { seat: 3 }, closed({ phase: "voting", round: 5, sealed: [true, true, true, true, ...Array(6).fill(false)] })),
  ];
  for (const one of frames) {
    const words = [headline(one, head()), teaser(one, head()), told(one, head()), JSON.stringify(line(one, head())), mark(one, head()).label, ...head().order.map((slot) => seatLabel(one.table, head(), slot, true))];
    for (const text of words) assert.doesNotMatch(text, SECRETS);
  }
});

test("with minds hidden a seat's label keeps clue and belief to itself", () => {
  assert.match(seatLabel(closed(), head(), 0, true), /Clue BROKEN\. Believes BROKEN 60 %\. Claims BROKEN at 70 %/);
  assert.doesNotMatch(seatLabel(closed(), head(), 0, false), /Clue|Believes/);
});

test("the tally says who lied, who was right and what the room said", () => {
  const one = frame("tally", {}, counted());
  assert.equal(headline(one, head()), "It is BROKEN: six of eight honest cogs voted right");
  assert.equal(told(one, head()), "The saboteurs were Gizmo and Rivet. The room voted BROKEN, 6 to 4.");
  assert.equal(mark(one, head()).shape, "held");
  const row = line(one, head());
  assert.equal(row.verdict?.detail, "Voted SOUND: Tinker and Gasket");
  assert.match(seatLabel(counted(), head(), 7, false), /Rivet, saboteur\. Voted SOUND, wrong\. Score −0\.43/);
  assert.deepEqual(honestSeats(head(), tally).slice(-2).map(({ slot }) => slot), [8, 9]);
});

test("a lie is a saboteur's false claim; an honest error is none", () => {
  const told = lies(counted());
  assert.deepEqual(told, [0, 1, 0, 0, 0, 0, 0, 1, 0, 0]);
});

test("the newest stated belief counts, at the tally the ballot's", () => {
  assert.equal(beliefOf(table(), 1), 70);
  assert.equal(beliefOf(table(), 5), null);
  assert.equal(beliefOf(counted(), 5), 62);
  assert.equal(roomMean(table()), 65);
  assert.equal(roomMean(table({ beliefs: [] })), null);
});

test("the tide runs from the clue over every round to the ballot", () => {
  const columns = tideOf(closed());
  assert.deepEqual(columns.map(({ name }) => name), ["clue", "talk 1", "2", "3", "4", "5", "ballot"]);
  assert.ok(columns[0].values[0] > 50 && columns[0].values[9] < 50);
  assert.deepEqual(crossedOver(closed()), [2, 9]);
});

test("claims come from the frame, or from its last rounds when it holds no more", () => {
  assert.deepEqual(claimsByRound(table())[0].slice(0, 3), ["a", "b", null]);
  const { claims, ...older } = table();
  assert.deepEqual(claimsByRound(older)[0].slice(0, 2), ["a", "b"]);
});

test("messages of a round move together once the last is written; the end belongs to the tally", () => {
  assert.equal(sceneOf(frame("say", {}, table())), null);
  assert.equal(sceneOf(frame("say", {}, closed())), "sent-1");
  assert.equal(sceneOf(frame("round", { round: 2 }, closed({ round: 2, beliefs: [...closed().beliefs, all(null)] }))), "sent-1");
  assert.equal(sceneOf(frame("tally", {}, counted())), sceneOf(frame("end", {}, counted())));
  assert.equal(sceneOf(null), null);
});

test("progress runs from the clues to the tally and never back", () => {
  const shares = [null, frame("round", {}, table({ beliefs: [all(null)] })), frame("say", {}, table()), frame("say", {}, closed()), frame("vote", {}, closed({ phase: "voting", round: 5, sealed: all(true) })), frame("tally", {}, counted())].map((one) => progress(one, head()).share);
  assert.deepEqual([...shares].sort((a, b) => a - b), shares);
  assert.equal(shares.at(-1), 1);
  assert.deepEqual(ahead(frame("say", {}, table()), head()), ["2", "3", "4", "5", "vote"]);
  assert.deepEqual(ahead(frame("tally", {}, counted()), head()), []);
});

test("the last message of a round stays while all of them travel", () => {
  const one = (state) => dwell(frame("say", { round: 1, message: "x".repeat(240) }, state));
  assert.ok(one(closed()) >= one(table()) + 2000);
});

test("how a decision came to be is said; a vote by the clock is nobody's", () => {
  assert.deepEqual(origin({ scripted: true }), []);
  assert.equal(origin({ forced: true, scripted: false })[0].text, "by the clock");
  assert.equal(origin({ fallback: "timeout" })[0].text, "fallback: timeout");
  assert.equal(origin({ retried: "illegal" })[0].text, "second try: illegal");
  assert.equal(origin({})[0].text, "model");
});

test("labels at the lines' ends never cover each other and stay on the chart", () => {
  const ends = Array.from({ length: 10 }, (_, slot) => ({ slot, y: 200 + slot }));
  const places = [...spread(ends, 19, 16, 250).values()].sort((a, b) => a - b);
  places.slice(1).forEach((y, i) => assert.ok(y - places[i] >= 18.99));
  assert.ok(places.at(-1) <= 250 && places[0] >= 16);
});

test("names keep their places while a round is written, and move when it is closed", () => {
  const open = closed({ round: 2, beliefs: [...closed().beliefs, [99, ...all(null).slice(1)]] });
  assert.deepEqual(settledOf(tideOf(open)), settledOf(tideOf(closed())));
  assert.deepEqual(settledOf(tideOf(table())), tideOf(table())[0].values);
});

test("an equal score is an equal rank, and scores keep their sign", () => {
  assert.equal(rankText(tally.scores, 0), "1=");
  assert.equal(rankText(tally.scores, 7), "10");
  assert.equal(scoreText(-0.4333), "−0.43");
  assert.equal(scoreText(0), "0.00");
});

test("what muting changed is told in votes, and that nothing changed too", () => {
  const change = (n, spoken, muted) => ({ n, spoken, muted, change: spoken - muted });
  const none = { seat: 0, neighbours: change(2, 1, 1), others: null };
  assert.equal(finding(head(), [none]), "Muting any one seat would have changed no honest vote");
  const cost = { seat: 7, neighbours: change(2, 0.5, 1), others: change(5, 0.8, 0.8) };
  assert.deepEqual(telling([none, cost]), [{ seat: 7, votes: -1 }]);
  assert.equal(finding(head(), [none, cost]), "Rivet’s words cost the honest one right vote");
  assert.match(finding(head(), [{ ...cost, neighbours: change(2, 1, 0) }]), /won the honest 2 right votes/);
});

test("the stand-in averages over everybody who read a claim, and leaves silence out", () => {
  const moves = movedBy([
    { round: 1, seat: 3, listeners: [{}, {}], toward: 6 }, { round: 2, seat: 3, listeners: [{}], toward: 0 },
    { round: 1, seat: 4, listeners: [{}], toward: null }, { round: 1, seat: 5, listeners: [{}], toward: -2 },
  ]);
  assert.deepEqual(moves, [{ seat: 3, messages: 2, listeners: 3, toward: 4 }, { seat: 5, messages: 1, listeners: 1, toward: -2 }]);
});

test("the seat that a duel judges is named so, before and after the tally, and no other is", () => {
  const duel = { ...head(), judged: 7 };
  for (const one of [null, closed(), counted()]) {
    assert.match(seatLabel(one, duel, 7, true), /^Rivet, the judged seat/);
    assert.doesNotMatch(seatLabel(one, duel, 6, true), /judged/);
    assert.doesNotMatch(seatLabel(one, head(), 7, true), /judged/);
  }
});
