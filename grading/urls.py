"""The addresses of grading's pages."""

from __future__ import annotations

from django.urls import path

from grading import views

urlpatterns = [
    path("trials/", views.index, name="trials"),
]
