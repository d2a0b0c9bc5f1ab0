"""A league to photograph: the demo's policies after some matches, and a table in mid-deal."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.db.models import F

from calibration.actions.clips import cut_new_clips
from calibration.actions.duels import rater_for, record_duel, show_duel
from grading.actions.trials import Plan, start_trial
from grading.runner import here
from grading.runner import run as run_trial
from league.actions.episodes import create_episode
from league.actions.matchmaking import supply_all
from league.actions.policies import Content, revise_policy, submit_policy
from league.boot import prepare_database
from league.demo import enter_demo_policies
from league.models import Episode, Ladder, LeagueSettings, PairFact, Policy
from league.play.runner import play

ROUNDS = 12
ANSWERS = 24
CUT = {"liars-dice-standard": 27, "liars-dice-poker": 16, "liars-dice-silent": 9}
"""After how many events the open table of a ladder stands still."""
PROMPT = """Count your own hand first. Open on the face you hold most of, at your count plus the
share you expect from the others. Keep a note for each alias: how often it was caught. Call anyone
caught twice as soon as the bid is less likely than a coin."""


def build_scenes(password: str) -> dict[str, tuple[str, bool]]:
    """Fill the database; return each picture's name with its address and whether staff see it."""
    prepare_database()
    enter_demo_policies()
    staff = User.objects.create_superuser("staff", password=password)
    policy = submit_policy(
        staff, name="Slow Ledger", game="liars-dice", content=Content(prompt=PROMPT), owner=staff
    )
    revise_policy(
        staff,
        policy,
        based_on=1,
        content=Content(prompt=PROMPT + "\nSay little."),
        comment="Talk gives it away.",
    )
    LeagueSettings.objects.update(provisional_below=8)
    for _ in range(ROUNDS):
        for episode in supply_all():
            async_to_sync(play)(episode.pk)
    finished = Episode.objects.filter(
        status="finished", game="liars-dice", variant="standard"
    ).latest("id")
    poker = Episode.objects.filter(status="finished", variant="poker").latest("id")
    running = {ladder.slug: stop_midway(ladder) for ladder in Ladder.objects.filter(slug__in=CUT)}
    house = Policy.objects.filter(owner=None, game="liars-dice").first()
    pair = PairFact.objects.filter(
        faced__gt=0, episode__ladder__slug="liars-dice-standard"
    ).exclude(policy=F("other_policy"))[0]
    champion = policy.champion
    assert champion is not None
    queued = create_episode(
        purpose=Episode.Purpose.TRYOUT,
        versions=[champion] * 4,
        game="liars-dice",
        variant="standard",
    )
    empty = Ladder.objects.create(
        game="liars-dice", variant="silent", slug="empty", title="Liar’s Dice · Fresh"
    )
    assert house is not None
    rumor = Episode.objects.filter(status="finished", game="rumor").order_by("-id").first()
    scenes = {
        "lobby": ("/", False),
        "watch": (f"/matches/{running['liars-dice-standard']}/", False),
        "watch-poker": (f"/matches/{running['liars-dice-poker']}/", False),
        "watch-reveal": (f"/matches/{finished.pk}/#e{reveal(finished)}", False),
        "watch-end": (f"/matches/{finished.pk}/", False),
        "watch-poker-end": (f"/matches/{poker.pk}/", False),
        "matches": ("/matches/", False),
        "ladders": ("/ladders/", False),
        "ladder": ("/ladders/liars-dice-standard/", False),
        "rules": ("/rules/", False),
        "rules-liars-dice": ("/rules/liars-dice/", False),
        "sign-in": ("/accounts/login/", False),
        "sign-up": ("/accounts/signup/", False),
        "not-found": ("/nowhere/", False),
        "policies": ("/policies/", True),
        "policy-new": ("/policies/new/", True),
        "policy": (f"/policies/{policy.slug}/", True),
        "policy-diff": (f"/policies/{policy.slug}/diff/", True),
        "policy-try-out": (f"/policies/{policy.slug}/try-out/", True),
        "policy-revise": (f"/policies/{policy.slug}/revise/", True),
        "policy-house": (f"/policies/{house.slug}/", True),
        "admin": ("/admin/", True),
        "admin-dashboard": ("/admin/dashboard/", True),
        "admin-leaderboards": ("/admin/leaderboards/", True),
        "admin-audit": ("/admin/audit/?ladder=liars-dice-standard&span=all", True),
        "admin-facings": (
            "/admin/audit/facings/?ladder=liars-dice-standard&span=all"
            f"&policy={pair.policy.slug}&other={pair.other_policy.slug}",
            True,
        ),
        "admin-episodes": ("/admin/league/episode/", True),
        "admin-settings": ("/admin/league/leaguesettings/1/change/", True),
        "watch-queued": (f"/matches/{queued.pk}/", False),
        "ladder-empty": (f"/ladders/{empty.slug}/", False),
        "admin-judges": ("/admin/judges/", True),
        "admin-reliability": ("/admin/reliability/", True),
        "trial": (f"/trials/{grade_known_pair(staff)}/", False),
        "trials": ("/trials/", False),
        "duels": ("/duels/", True),
        **duel_scenes(staff),
    }
    if rumor is not None:
        scenes["rumor"] = (f"/matches/{rumor.pk}/#e30", False)
        scenes["rumor-tally"] = (f"/matches/{rumor.pk}/", False)
        scenes["rules-rumor"] = ("/rules/rumor/", False)
    return scenes


def grade_known_pair(staff: User) -> int:
    """Run a trial of a careful baseline against a reckless one; return its number."""
    policy = submit_policy(
        staff,
        name="Second Thoughts",
        game="liars-dice",
        content=Content(baseline="bayes", parameters={"challenge_below": 0.55, "safe": 0.55}),
        owner=staff,
    )
    revised = revise_policy(
        staff,
        policy,
        based_on=1,
        content=Content(baseline="bayes", parameters={"challenge_below": 0.15, "safe": 0.35}),
        comment="Believe more, risk more.",
    )
    assert policy.champion is not None
    trial = start_trial(staff, revised, policy.champion, Plan(comparisons=80))
    async_to_sync(run_trial)(trial.pk, plays=here)
    return trial.pk


def duel_scenes(staff: User) -> dict[str, tuple[str, bool]]:
    """Answer a while as a rater who likes few bids; return the pages that show it."""
    rater = rater_for(staff, "liars-dice")
    cut_new_clips("liars-dice")
    shown = None
    for number in range(ANSWERS + 1):
        shown = show_duel(rater)
        if shown is None or number == ANSWERS:
            break
        record_duel(shown, "A" if number % 3 else "B", actor=staff)
    return {
        "duel": ("/duels/liars-dice/", True),
        "learning": ("/duels/liars-dice/learning/", True),
    }


def stop_midway(ladder: Ladder) -> int:
    """Play the ladder's next match, then take its log back to where the picture wants it."""
    Ladder.objects.exclude(pk=ladder.pk).update(is_paused=True)
    Ladder.objects.filter(pk=ladder.pk).update(tables=ladder.tables + 1)
    (episode, *_) = supply_all()
    Ladder.objects.update(is_paused=False)
    seq = CUT[ladder.slug]
    async_to_sync(play)(episode.pk)
    episode.events.filter(seq__gt=seq).delete()
    Episode.objects.filter(pk=episode.pk).update(status="running", last_seq=seq, ended_at=None)
    return episode.pk


def reveal(episode: Episode) -> int:
    """Return the number of the match's second challenge."""
    return episode.events.filter(kind="challenge")[1].seq
