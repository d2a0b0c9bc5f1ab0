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
        if type(error).__name__ != "ImproperlyConfigured":
            raise
        sys.exit(str(error))
