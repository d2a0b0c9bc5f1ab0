"""The addresses of allauth that the house serves: a user name and a password, no e-mail."""

from __future__ import annotations

from allauth.account import views
from django.urls import path

urlpatterns = [
    path("login/", views.login, name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    path("signup/", views.signup, name="account_signup"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("password/change/", views.password_change, name="account_change_password"),
    path("password/set/", views.password_set, name="account_set_password"),
    path("reauthenticate/", views.reauthenticate, name="account_reauthenticate"),
]
