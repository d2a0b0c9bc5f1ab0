#!/usr/bin/env python
"""Hearsay's command line."""

import os
import sys

STARTS = {
    "demo": "Starting a league with a few policies; its address comes in a moment.",
    "serve": "Starting the league; its address comes in a moment.",
    "worker": "Starting a worker.",
}
"""Said at once: loading the program and making the database ready take seconds."""
INTERRUPTED = 130


def no_database(error: Exception) -> str:
    """Say in one line that the database cannot be reached or lacks tables; else nothing."""
    if "DatabaseError" not in {kind.__name__ for kind in type(error).__mro__}:
        return ""
    from league.boot import why_no_access, why_no_tables

    return why_no_access() or why_no_tables()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    if len(sys.argv) > 1 and sys.argv[1] in STARTS and not {"-h", "--help"} & set(sys.argv):
        print(STARTS[sys.argv[1]], flush=True)
    try:
        from django.core.management import execute_from_command_line

        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception as error:
        line = str(error) if type(error).__name__ == "ImproperlyConfigured" else no_database(error)
        if not line:
            raise
        sys.exit(line)
