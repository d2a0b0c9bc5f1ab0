"""The addresses of duels; ``league.urls`` includes them under ``/duels/``."""

from __future__ import annotations

from django.urls import path

from calibration.views import duels, learning, streams

urlpatterns = [
    path("", duels.index, name="duels"),
    path("<int:pk>/", duels.show, name="duel"),
    path("<int:pk>/answer/", duels.answer, name="answer_duel"),
    path("<int:pk>/skip/", duels.skip, name="skip_duel"),
    path("edits/<int:pk>/", streams.comparison, name="edit_comparison"),
    path("offers/<int:pk>/", streams.perform_offer, name="perform_offer"),
    path("offers/<int:pk>/part/", streams.offer, name="offer"),
    path("<slug:game>/", duels.play, name="play_duels"),
    path("<slug:game>/learning/", learning.show, name="learning"),
    path("<slug:game>/learning.json", learning.json, name="learning_json"),
    path("<slug:game>/undo/", duels.undo, name="undo_duel"),
]
