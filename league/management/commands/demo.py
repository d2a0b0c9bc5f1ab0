"""demo: a league with something to watch, from nothing."""

from __future__ import annotations

from typing import Any

from league.boot import prepare_database
from league.demo import enter_demo_policies, renew_staff_login
from league.management.commands import serve


class Command(serve.Command):
    """Serve with a few policies entered and a login for staff."""

    help = "Serve a league with a few scripted policies, a table of every variant, and a login."
    login = ""

    def handle(self, *args: Any, **options: Any) -> None:
        prepare_database()
        enter_demo_policies()
        name, password, is_renewed = renew_staff_login()
        self.login = f"{name} with password {password}"
        if is_renewed:
            self.login += " (the password of the last start holds no more)"
        self.serve(**options)

    def announce(self, address: str) -> None:
        super().announce(address)
        self.stdout.write(f"Staff sign in at {address}admin/ as {self.login}")
        self.stdout.flush()
