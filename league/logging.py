"""How the league logs: one line for each event, with its facts as fields.

Our own lines come from structlog, the libraries' from the standard library; both end up in one
format, readable on a terminal or as JSON. No key, prompt, hand or note is ever logged.
"""

from __future__ import annotations

import sys
from typing import Any

import structlog

SHARED: tuple[Any, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
QUIET = ("asyncio", "anthropic", "httpx", "httpx2", "httpcore", "procrastinate", "uvicorn")
"""Loggers whose everyday lines say nothing to an operator."""


def logging_settings(*, level: str, is_json: bool) -> dict[str, Any]:
    """Set structlog up, and return Django's LOGGING for the standard library's loggers."""
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    renderers: list[Any] = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
    if is_json:
        renderers = [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": list(SHARED),
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *renderers,
                ],
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # A stranger's 403s and 404s must not fill the log; our own 500s are errors.
            "django.request": {"level": "ERROR"},
            **{name: {"level": "WARNING"} for name in QUIET},
        },
    }
