"""Settings, all from the environment; README.md has the table.

A value that cannot be used stops the program at start with the variable's name.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP
from environs import validate

from league.environment import (
    read,
    read_address,
    read_database,
    read_hosts,
    read_key,
    read_origins,
    read_redis,
    read_text,
)
from league.logging import LEVELS, logging_settings

# Before numpy is loaded: matrices here are thin, and on a busy machine the threads of its linear
# algebra wait for each other several times longer than the work takes.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

BASE_DIR = Path(__file__).resolve().parent.parent

VAR_DIR = Path(read_text("HEARSAY_VAR_DIR") or BASE_DIR / "var")
try:
    VAR_DIR.mkdir(parents=True, exist_ok=True)
except OSError as error:
    raise ImproperlyConfigured(
        f"HEARSAY_VAR_DIR: expected a folder to write to, got {str(VAR_DIR)!r}: {error.strerror}"
    ) from None


def kept_secret() -> str:
    """Return a secret key made once and kept beside the local database."""
    path = VAR_DIR / "secret_key"
    if not path.exists():
        # Whole from its first moment, and never over another process's: a link refuses that.
        draft = path.with_suffix(f".{secrets.token_hex(8)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        with suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text().strip()


# who and where

DEBUG = read("bool", "DEBUG", default=False)
ALLOWED_HOSTS = read_hosts("ALLOWED_HOSTS", ("localhost", "127.0.0.1", "[::1]"))
CSRF_TRUSTED_ORIGINS = read_origins("CSRF_TRUSTED_ORIGINS")
DATABASE_URL = read_database("DATABASE_URL")
REDIS_URL = read_redis("REDIS_URL")
IS_SCALED = bool(DATABASE_URL)
if IS_SCALED and not REDIS_URL:
    raise ImproperlyConfigured("REDIS_URL: expected redis://… because DATABASE_URL is set")
SECRET_KEY = read_text("SECRET_KEY") or (kept_secret() if not IS_SCALED else "")
if not SECRET_KEY:
    raise ImproperlyConfigured("SECRET_KEY: expected a long random text, since DATABASE_URL is set")

INSTALLED_APPS = [
    "daphne",
    "league",
    "grading",
    "calibration",
    "league.staff.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "channels",
    "allauth",
    "allauth.account",
    "django_filters",
    "django_tables2",
]
if IS_SCALED:
    INSTALLED_APPS.append("procrastinate.contrib.django")

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "league.static_files.StaticFiles",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "league.refusals.SayRefusals",
]
ROOT_URLCONF = "league.urls"
ASGI_APPLICATION = "league.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.context.site",
            ],
        },
    }
]

# rows

if IS_SCALED:
    DATABASES = {
        "default": dj_database_url.parse(DATABASE_URL, conn_max_age=0, conn_health_checks=True)
    }
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 10)
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(VAR_DIR / "hearsay.sqlite3"),
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": (
                    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
                ),
            },
            "TEST": {"NAME": str(VAR_DIR / "test.sqlite3")},
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# live layer

if REDIS_URL:
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {
            "BACKEND": "league.live.layer.BatchedLayer",
            "CONFIG": {"hosts": [{"address": REDIS_URL, "max_connections": 5000}]},
        }
    }
else:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels.layers.InMemoryChannelLayer",
            "CONFIG": {"capacity": 10_000},
        }
    }

# short-lived counts, such as the rate limits of signing in

if REDIS_URL:
    CACHES: dict[str, Any] = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "hearsay",
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# people

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_REDIRECT_URL = "my_policies"
LOGOUT_REDIRECT_URL = "lobby"
LOGIN_URL = "account_login"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_BLACKLIST = ["admin", "hearsay", "house", "scripted", "staff"]
ACCOUNT_FORMS = {
    "login": "league.forms.account.SignInForm",
    "signup": "league.forms.account.SignUpForm",
    "change_password": "league.forms.account.ChangePasswordForm",
    "reauthenticate": "league.forms.account.ConfirmPasswordForm",
}
ALLAUTH_TRUSTED_PROXY_COUNT = read(
    "int", "HEARSAY_TRUSTED_PROXIES", default=0, validate=validate.Range(min=0, max=10)
)
CSRF_FAILURE_VIEW = "league.views.stale.answer"
SESSION_COOKIE_SAMESITE = "Lax"
IS_HTTPS = read("bool", "HTTPS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
SECURE_SSL_REDIRECT = IS_HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if IS_HTTPS else 0
if IS_HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# pages

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DJANGO_TABLES2_TEMPLATE = "league/_table.html"

# the model

ANTHROPIC_API_KEY = read_key("ANTHROPIC_API_KEY")
ANTHROPIC_BASE_URL = read_address("ANTHROPIC_BASE_URL")
HEARSAY_MODEL = read_text("HEARSAY_MODEL") or "claude-sonnet-5"
PRICES = {
    "input": read("float", "HEARSAY_PRICE_INPUT", default=3.0, validate=validate.Range(min=0)),
    "cache_creation": read(
        "float", "HEARSAY_PRICE_CACHE_WRITE", default=3.75, validate=validate.Range(min=0)
    ),
    "cache_read": read(
        "float", "HEARSAY_PRICE_CACHE_READ", default=0.3, validate=validate.Range(min=0)
    ),
    "output": read("float", "HEARSAY_PRICE_OUTPUT", default=15.0, validate=validate.Range(min=0)),
}
CALL_TIMEOUT = read(
    "float", "HEARSAY_CALL_TIMEOUT", default=30.0, validate=validate.Range(min=0.05, max=600)
)
MAX_OUTPUT_TOKENS = read(
    "int", "HEARSAY_MAX_OUTPUT_TOKENS", default=1_024, validate=validate.Range(min=64, max=64_000)
)
MAX_CALLS_IN_FLIGHT = read(
    "int", "HEARSAY_MAX_CALLS_IN_FLIGHT", default=16, validate=validate.Range(min=1)
)
MAX_REQUESTS_PER_MINUTE = read(
    "int", "HEARSAY_MAX_REQUESTS_PER_MINUTE", default=1_000, validate=validate.Range(min=1)
)
MAX_TOKENS_PER_MINUTE = read(
    "int", "HEARSAY_MAX_TOKENS_PER_MINUTE", default=400_000, validate=validate.Range(min=1)
)

# play

EPISODE_SECONDS = read(
    "float", "HEARSAY_EPISODE_SECONDS", default=1_200.0, validate=validate.Range(min=1)
)
PLAY_SHARE = 0.6
MOVE_SECONDS = read("float", "HEARSAY_MOVE_SECONDS", default=1.5, validate=validate.Range(min=0))
ROUND_SECONDS = read("float", "HEARSAY_ROUND_SECONDS", default=4.0, validate=validate.Range(min=0))
REVEAL_SECONDS = read(
    "float", "HEARSAY_REVEAL_SECONDS", default=4.0, validate=validate.Range(min=0)
)
TRYOUTS_PER_HOUR = read(
    "int", "HEARSAY_TRYOUTS_PER_HOUR", default=12, validate=validate.Range(min=0)
)
WORKERS = read("int", "HEARSAY_WORKERS", default=8, validate=validate.Range(min=0, max=1_000))
SUPPLY_SECONDS = read(
    "int", "HEARSAY_SUPPLY_SECONDS", default=5, validate=validate.Range(min=1, max=59)
)
METRICS_TOKEN = read_key("METRICS_TOKEN")

# workers of the scaled league

HEARTBEAT_SECONDS = read(
    "int", "HEARSAY_HEARTBEAT_SECONDS", default=10, validate=validate.Range(min=1, max=59)
)
STALLED_SECONDS = read(
    "float", "HEARSAY_STALLED_SECONDS", default=30.0, validate=validate.Range(min=1)
)
if STALLED_SECONDS <= HEARTBEAT_SECONDS:
    raise ImproperlyConfigured(
        "HEARSAY_STALLED_SECONDS: expected more than HEARSAY_HEARTBEAT_SECONDS "
        f"({HEARTBEAT_SECONDS}), got {STALLED_SECONDS:g}: every worker would look dead"
    )
PROCRASTINATE_IMPORT_PATHS = ["league.play.jobs_scaled"]

# logs

LOG_LEVEL = read("str", "HEARSAY_LOG_LEVEL", default="INFO").upper()
if LOG_LEVEL not in LEVELS:
    raise ImproperlyConfigured(
        f"HEARSAY_LOG_LEVEL: expected one of {', '.join(LEVELS)}, got {LOG_LEVEL!r}"
    )
LOGGING = logging_settings(
    level=LOG_LEVEL,
    is_json=read("bool", "HEARSAY_LOG_JSON", default=IS_SCALED),
)
