"""What the stub provider plays: a sensible, legal move read off the prompt."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

HAND = re.compile(r"^Your hand: ([\d ]+?) \(", re.MULTILINE)
RAISES = re.compile(r"higher bid, by face: ([^()]+) \(at most (\d+)\)")
ALIAS = re.compile(r"^You are (\w+),", re.MULTILINE)
CLUE = re.compile(r"^Your clue says: (\w+)\.", re.MULTILINE)
QUESTION = re.compile(r"^The first answer is (\w+), the second is (\w+)\.", re.MULTILINE)
CLAIM = re.compile(r"^\w+: claim (\w+), ", re.MULTILINE)
UNSEEN = re.compile(r"(\d+) unseen by you")
BIDS_LEFT = re.compile(r"so (\d+) more may be made")
NAMES = ("", "one", "two", "three", "four", "five", "six")


def move(request: dict[str, Any], notes: str = "") -> str:
    """Return the text of a reply to a Messages request; a prompt of no known game gets "go"."""
    prompt = request["messages"][0]["content"]
    hand, clue = HAND.search(prompt), CLUE.search(prompt)
    if hand is None and clue is None:
        return '{"action": "go"}'
    fields = request["output_config"]["format"]["schema"]["required"]
    decided = _decide(prompt, hand[1].replace(" ", "")) if hand else _hearsay(prompt, fields)
    reply: dict[str, Any] = dict.fromkeys(fields) | decided
    if "say" in reply and reply["action"] == "bid":
        reply["say"] = "Count with me."
    if notes and (alias := ALIAS.search(prompt)):
        reply["notes"] = notes.replace("{alias}", alias[1])
    return json.dumps(reply)


def _hearsay(prompt: str, fields: list[str]) -> dict[str, Any]:
    """Say and vote what the clue and most neighbours say; a saboteur the opposite."""
    words = QUESTION.findall(prompt)[0]
    clue = CLUE.findall(prompt)[0]
    heard = Counter([clue, *CLAIM.findall(prompt)])
    said = max(words, key=lambda word: (heard[word], word == clue))
    if "a saboteur." in prompt:
        said = words[said == words[0]]
    belief = 70 if said == words[0] else 30
    if "vote" in fields:
        return {"vote": said, "belief": belief, "reason": f"I heard {said}."}
    return {"claim": said, "confidence": 70, "belief": belief, "message": f"It is {said}."}


def _decide(prompt: str, hand: str) -> dict[str, Any]:
    held = Counter(map(int, hand))
    faces = 10 if "digits 0-9" in prompt else 6
    expected = int(UNSEEN.findall(prompt)[-1]) / faces
    raises = RAISES.search(prompt)
    if raises is None and "You open this deal" in prompt:
        face, count = max(held.items(), key=lambda pair: (pair[1], pair[0]))
        return {"action": "bid", "quantity": count + int(expected), "face": face}
    left = BIDS_LEFT.search(prompt)
    if raises is None or left is None or left[1] == "0":
        return {"action": "challenge"}
    least = {
        _face(name): int(quantity)
        for name, quantity in (pair.rsplit(" ", 1) for pair in raises[1].split(", "))
    }
    face = min(least, key=lambda face: (least[face] - held[face], least[face], face))
    if least[face] - held[face] > expected + 1:
        return {"action": "challenge"}
    return {"action": "bid", "quantity": least[face], "face": face}


def _face(name: str) -> int:
    """Read the name of a face: ``fives``, ``six``, ``7s``."""
    digits = name.removesuffix("s")
    if digits.isdigit():
        return int(digits)
    return next(face for face, word in enumerate(NAMES) if word and name.startswith(word))
