"""The addresses of grading's pages."""

from __future__ import annotations

from django.urls import path

from grading import views

urlpatterns = [
    path("policies/<slug:slug>/grade/", views.grade, name="grade"),
    path("trials/", views.index, name="trials"),
    path("trials/<int:pk>/", views.show, name="trial"),
    path("trials/<int:pk>/live/", views.live, name="trial_live"),
    path("trials/<int:pk>/cancel/", views.cancel, name="cancel_trial"),
    path("trials/<int:pk>/promote/", views.promote, name="promote_trial"),
    path("trials/<int:pk>/undo/", views.undo, name="undo_trial"),
    path("trials/<int:pk>/trial.json", views.json, name="trial_json"),
    path("trials/<int:pk>/comparisons.csv", views.csv, name="trial_csv"),
    path("trials/<int:pk>/comparisons/<int:number>/", views.comparison, name="trial_comparison"),
]
