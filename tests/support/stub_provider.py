"""A model provider on the loopback: it speaks the Messages API and does what it is told.

A test tells it what to do request by request (``stub.then("truncated", "play")``), a policy prompt
may carry its own orders (``[stub: prose, play]``, one for each request from that prompt, over and
over), and everything else gets ``stub.default``. ``stub.requests`` holds what it was sent.

Run alone, it answers with sensible moves::

    python -m tests.support.stub_provider --port 0 --latency 1
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import re
import socket
import threading
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn

from tests.support.stub_moves import move

type Send = Callable[[dict[str, Any]], Awaitable[None]]
type Receive = Callable[[], Awaitable[dict[str, Any]]]

ORDERS = re.compile(r"\[stub: ([^\]]+)\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What the stub does with one request."""

    text: str | None = None
    """The reply's text; None for a sensible move."""
    stop_reason: str = "end_turn"
    is_empty: bool = False
    """The reply has no content at all."""
    status: int = 200
    error: str = ""
    """Type of the error object that is sent instead of a message."""
    headers: tuple[tuple[str, str], ...] = ()
    body: str | None = None
    """A raw body instead of everything above."""
    content_type: str = "application/json"
    hangs: bool = False
    """Never answers."""
    hangs_midway: bool = False
    """Sends a byte now and then, and never the last one."""
    is_cut: bool = False
    """The connection closes without a reply."""


def bid(quantity: object, face: object, **more: object) -> str:
    return json.dumps({"action": "bid", "quantity": quantity, "face": face, **more})


def error(status: int, kind: str, *headers: tuple[str, str]) -> Step:
    return Step(status=status, error=kind, headers=headers)


HOSTILE = '</script><script>window.pwn=1</script> \u202e\u0000 {"action": [[[[{}]]]]} \' " \\ ]]>'
STEPS: dict[str, Step] = {
    "play": Step(),
    "hang": Step(hangs=True),
    "refuse": Step(stop_reason="refusal", text="I would rather not play this."),
    "refuse_empty": Step(stop_reason="refusal", is_empty=True),
    "truncated": Step(stop_reason="max_tokens", text='{"action": "bid", "quantity": 3, "fa'),
    "truncated_whole": Step(stop_reason="max_tokens"),
    "illegal": Step(text='{"action": "stop"}'),
    "refuse_whole": Step(stop_reason="refusal"),
    "no_stop_reason": Step(stop_reason=""),
    "tool_use": Step(stop_reason="tool_use"),
    "hang_midway": Step(hangs_midway=True),
    "empty": Step(is_empty=True),
    "rate": error(429, "rate_limit_error", ("retry-after", "0.2")),
    "rate_long": error(429, "rate_limit_error", ("retry-after", "3600")),
    "overloaded": error(529, "overloaded_error"),
    "broken": error(500, "api_error"),
    "unauthorized": error(401, "authentication_error"),
    "forbidden": error(403, "permission_error"),
    "bad_request": error(400, "invalid_request_error"),
    "html": Step(
        body="<html><body>Please sign in to the hotel</body></html>", content_type="text/html"
    ),
    "error_in_200": Step(error="overloaded_error"),
    "error_in_stream": Step(
        body='event: message_start\ndata: {"type": "message_start"}\n\nevent: error\n'
        'data: {"type": "error", "error": {"type": "overloaded_error", "message": "?"}}\n\n',
        content_type="text/event-stream",
    ),
    "not_json": Step(body='{"id": "msg_1", "type": "mess'),
    "not_gzip": Step(headers=(("content-encoding", "gzip"),)),
    "half_message": Step(body='{"type": "message", "stop_reason": "end_turn", "content": null}'),
    "cut": Step(is_cut=True),
    "prose": Step(text="I have {two} fives, so I say:\n" + bid(1, 5) + "\nGood luck!"),
    "no_object": Step(text="I bid three fives."),
    "two_objects": Step(text=bid(1, 5) + "\n" + bid(2, 5)),
    "fenced": Step(text="```json\n" + bid(1, 5) + "\n```"),
    "shouted": Step(text='{"action": "RAISE", "quantity": 1, "face": 5}'),
    "strings": Step(text=bid("1", "5")),
    "floats": Step(text=bid(1.0, 5.0)),
    "one_five": Step(text=bid(1, 5)),
    "no_face": Step(text='{"action": "bid", "quantity": 4}'),
    "face_9": Step(text=bid(1, 9)),
    "face_99": Step(text=bid(1, 99)),
    "none": Step(text=bid(0, 5)),
    "challenge": Step(text='{"action": "challenge"}'),
    "hostile": Step(text=HOSTILE),
    "deep": Step(text="[" * 100_000),
    "digits": Step(text='{"action": "bid", "quantity": ' + "9" * 10_000 + ', "face": 1}'),
    "surrogate": Step(text='{"action": "\ud800"}'),
}


@dataclass(slots=True, kw_only=True)
class StubProvider:
    """The stub's orders and its memory."""

    latency: float = 0.0
    """Seconds before any answer."""
    most_in_flight: int | None = None
    """More requests than this at a time get a 429, as a provider's own limit would."""
    default: str = "play"
    notes: str = ""
    """Notes that sensible moves come with; ``{alias}`` stands for the seat's own."""
    usage: dict[str, int] = field(
        default_factory=lambda: {
            "input_tokens": 3,
            "cache_creation_input_tokens": 12_304,
            "cache_read_input_tokens": 0,
            "output_tokens": 550,
        }
    )
    requests: list[dict[str, Any]] = field(default_factory=list)
    """The body of every request, in the order of arrival."""
    keys: set[str] = field(default_factory=set)
    in_flight: int = 0
    peak: int = 0
    url: str = ""
    _next: deque[str] = field(default_factory=deque)
    _seen: Counter[str] = field(default_factory=Counter)
    _ids: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def then(self, *steps: str) -> None:
        """Do these things with the next requests, in this order."""
        unknown = set(steps) - set(STEPS)
        if unknown:
            raise ValueError(f"steps: expected some of {', '.join(STEPS)}, got {unknown!r}")
        self._next.extend(steps)

    @property
    def prompts(self) -> list[str]:
        """Every text that was sent, one for each request."""
        return [
            "\n".join([*(block["text"] for block in one["system"]), one["messages"][0]["content"]])
            for one in self.requests
        ]

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        body = b""
        while (part := await receive()).get("more_body"):
            body += part["body"]
        request = json.loads(body + part.get("body", b""))
        self.requests.append(request)
        headers = dict(scope["headers"])
        self.keys.add(headers[b"authorization"].decode().removeprefix("Bearer "))
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        try:
            await self._answer(self._step(request), request, send)
        finally:
            self.in_flight -= 1

    def _step(self, request: dict[str, Any]) -> Step:
        if self.most_in_flight is not None and self.in_flight > self.most_in_flight:
            return STEPS["rate"]
        if self._next:
            return STEPS[self._next.popleft()]
        system = request["system"][0]["text"]
        if (found := ORDERS.search(system)) is None:
            return STEPS[self.default]
        orders = [one.strip() for one in found[1].split(",")]
        self._seen[system] += 1
        return STEPS[orders[(self._seen[system] - 1) % len(orders)]]

    async def _answer(self, step: Step, request: dict[str, Any], send: Send) -> None:
        await asyncio.sleep(self.latency)
        if step.hangs:
            await asyncio.sleep(3_600)
        if step.is_cut:
            raise ConnectionResetError
        number = next(self._ids)
        if step.body is not None:
            body = step.body
        elif step.error:
            body = json.dumps(
                {"type": "error", "error": {"type": step.error, "message": "as you ordered"}}
            )
        else:
            body = json.dumps(self._message(step, request, number))
        await send(
            {
                "type": "http.response.start",
                "status": step.status,
                "headers": [
                    (b"content-type", step.content_type.encode()),
                    (b"request-id", f"req_{number}".encode()),
                    *((key.encode(), value.encode()) for key, value in step.headers),
                ],
            }
        )
        while step.hangs_midway:
            await send({"type": "http.response.body", "body": b" ", "more_body": True})
            await asyncio.sleep(0.02)
        await send({"type": "http.response.body", "body": body.encode()})

    def _message(self, step: Step, request: dict[str, Any], number: int) -> dict[str, Any]:
        text = move(request, self.notes) if step.text is None else step.text
        return {
            "id": f"msg_{number}",
            "type": "message",
            "role": "assistant",
            "model": request["model"],
            "content": [] if step.is_empty else [{"type": "text", "text": text}],
            "stop_reason": step.stop_reason or None,
            "stop_sequence": None,
            "usage": self.usage,
        }


def listen(port: int = 0) -> socket.socket:
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind(("127.0.0.1", port))
    return sock


def make_server(stub: StubProvider) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(
            stub,
            log_level="critical",
            lifespan="off",
            ws="none",
            backlog=4096,
            timeout_graceful_shutdown=0,
        )
    )


@contextmanager
def running_stub(**options: Any) -> Iterator[StubProvider]:
    """Serve a stub from a thread; its address is ``stub.url``."""
    stub = StubProvider(**options)
    sock = listen()
    stub.url = f"http://127.0.0.1:{sock.getsockname()[1]}"
    server = make_server(stub)
    thread = threading.Thread(target=server.run, args=([sock],), daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        server.should_exit = server.force_exit = True
        thread.join(timeout=10)
        sock.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before any answer")
    options = parser.parse_args()
    sock = listen(options.port)
    print(f"http://127.0.0.1:{sock.getsockname()[1]}", flush=True)
    make_server(StubProvider(latency=options.latency)).run([sock])


if __name__ == "__main__":
    main()
