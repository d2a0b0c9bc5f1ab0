"""Every address of the league; one place to look one up."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from league.views import ladders, lobby, metrics, policies, policy_exports, rules, watch

handler400 = "league.views.unreadable.answer"
urlpatterns = [
    path("", lobby.show, name="lobby"),
    path("favicon.ico", RedirectView.as_view(url="/static/league/favicon.svg"), name="favicon"),
    path("matches/", lobby.results, name="matches"),
    path("matches/<int:pk>/", watch.show, name="watch"),
    path("matches/<int:pk>/frames/", watch.frames, name="frames"),
    path("matches/<int:pk>/aftermath.json", watch.aftermath, name="aftermath"),
    path("matches/<int:pk>/log.json", watch.log, name="log"),
    path("ladders/", ladders.index, name="ladders"),
    path("ladders/<slug:slug>/", ladders.show, name="ladder"),
    path("ladders/<slug:slug>/standings.csv", ladders.csv, name="ladder_csv"),
    path("ladders/<slug:slug>/standings.json", ladders.json, name="ladder_json"),
    path("policies/", policies.mine, name="my_policies"),
    path("policies/new/", policies.submit, name="submit_policy"),
    path("policies/new/<slug:game>/<slug:key>/", policies.field_baseline, name="field_baseline"),
    path("policies/<slug:slug>/", policies.show, name="policy"),
    path("policies/<slug:slug>/revise/", policies.revise, name="revise_policy"),
    path("policies/<slug:slug>/diff/", policies.diff, name="diff_policy"),
    path("policies/<slug:slug>/champion/", policies.make_champion, name="make_champion"),
    path("policies/<slug:slug>/retire/", policies.retire, name="retire_policy"),
    path("policies/<slug:slug>/restore/", policies.restore, name="restore_policy"),
    path("policies/<slug:slug>/steps/<slug:key>/", policies.take_step, name="policy_step"),
    path("policies/<slug:slug>/record.json", policy_exports.record, name="policy_json"),
    path("policies/<slug:slug>/<slug:table>.csv", policy_exports.table, name="policy_csv"),
    path("policies/<slug:slug>/try-out/", policies.try_out, name="try_out"),
    path("rules/", rules.index, name="rules"),
    path("rules/<slug:game>/", rules.show, name="game_rules"),
    path("duels/", include("calibration.urls")),
    path("metrics", metrics.show, name="metrics"),
    path("metrics/", metrics.show),
    path("accounts/", include("league.account_urls")),
    path("admin/", admin.site.urls),
    # The apps above bring their pages themselves; named here, never imported.
    path("", include("grading.urls")),
]
