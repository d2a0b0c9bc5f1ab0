"""Signing in, signing up and changing a password: allauth's forms in the house's words."""

from __future__ import annotations

from typing import Any

from allauth.account import app_settings
from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from league.forms.house import HouseForm
from league.name_key import name_key

USER_NAME_LIMIT = 30


class SignInForm(HouseForm, allauth.LoginForm):  # type: ignore[misc]  # allauth has no types
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "User name"
        self.fields["password"].help_text = ""
        self.fields["login"].widget.attrs["autocapitalize"] = "none"


class SignUpForm(HouseForm, allauth.SignupForm):  # type: ignore[misc]  # allauth has no types
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = "User name"
        name.help_text = (
            f"Up to {USER_NAME_LIMIT} letters, digits and . + - _. "
            "It stands beside your policies, for everyone to read."
        )
        name.validators.append(
            MaxLengthValidator(
                USER_NAME_LIMIT, "Expected at most %(limit_value)d characters, got %(show_value)d."
            )
        )
        name.widget.attrs.pop("maxlength", None)
        name.widget.attrs["autocapitalize"] = "none"
        self.fields[
            "password1"
        ].help_text = "At least 8 characters, not only digits, not a common one."
        self.fields["password2"].label = "Password, once more"

    def clean_username(self) -> str:
        """Refuse a name that people read as one that is there, or that is kept from use.

        Sign-ups are rare and counted, so that each may look at every name; Django's user has no
        column for a name's key.
        """
        name: str = super().clean_username()
        key = name_key(name)
        if not key or key in map(name_key, app_settings.USERNAME_BLACKLIST):
            raise get_adapter().validation_error("username_blacklisted")
        names = User.objects.values_list("username", flat=True)
        if any(name_key(other) == key for other in names.iterator()):
            raise get_adapter().validation_error("username_taken")
        return name

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Make the account; where its name came first by a moment, lead to the sign-in instead.

        Pressing the button twice sends the form twice, and both find the name free.
        """
        try:
            with transaction.atomic():
                user, answer = super().try_save(request)
        except IntegrityError:
            messages.info(request, "That account was made a moment ago. If it is yours, sign in.")
            return None, redirect("account_login")
        return user, answer


class ChangePasswordForm(HouseForm, allauth.ChangePasswordForm):  # type: ignore[misc]  # allauth has no types
    user: User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in (
            ("oldpassword", "Password now"),
            ("password1", "New password"),
            ("password2", "New password, once more"),
        ):
            self.fields[name].label = label
        self.fields["oldpassword"].help_text = ""
        self.fields[
            "password1"
        ].help_text = "At least 8 characters, not only digits, not a common one."


class ConfirmPasswordForm(HouseForm, allauth.ReauthenticateForm):  # type: ignore[misc]  # allauth has no types
    """Asks for the password again before something that matters."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""
