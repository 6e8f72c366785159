"""Addresses of the app club."""

from django.contrib.auth.views import LogoutView
from django.urls import path
from django.views.decorators.http import require_POST

from clubscore.club import (
    display,
    factor_pages,
    help_pages,
    initials_page,
    invitation_pages,
    journal_page,
    mail_pages,
    player_list_page,
    programs,
    session_pages,
    views,
    well_known,
)
from clubscore.club.login import LoginPage
from clubscore.club.requests import reads_and_writes

app_name = "club"
urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path(
        "accounts/login/",
        reads_and_writes(LoginPage.as_view()),
        name="login",
    ),
    path("accounts/login/code/", factor_pages.second_step, name="second_step"),
    path("accounts/login/passkey/", factor_pages.passkey_login, name="passkey_login"),
    path(
        "accounts/login/passkey/options/",
        factor_pages.login_options,
        name="login_options",
    ),
    path("accounts/logging-in/", factor_pages.logging_in, name="logging_in"),
    path("accounts/passkeys/", factor_pages.passkey_add, name="passkey_add"),
    path(
        "accounts/passkeys/options/",
        factor_pages.passkey_options,
        name="passkey_options",
    ),
    path("accounts/passkeys/<int:pk>/", factor_pages.passkey, name="passkey"),
    path(
        "accounts/passkeys/<int:pk>/remove/",
        factor_pages.passkey_remove,
        name="passkey_remove",
    ),
    path("accounts/confirm/", factor_pages.confirm, name="confirm"),
    path("accounts/code-app/", factor_pages.code_app, name="code_app"),
    path(
        "accounts/code-app/remove/",
        factor_pages.code_app_remove,
        name="code_app_remove",
    ),
    path(
        "accounts/recovery-codes/",
        factor_pages.recovery_codes,
        name="recovery_codes",
    ),
    path("accounts/logout/", require_POST(LogoutView.as_view()), name="logout"),
    path(
        "accounts/password/",
        reads_and_writes(views.PasswordPage.as_view()),
        name="password",
    ),
    path("accounts/sessions/", session_pages.sessions, name="sessions"),
    path("accounts/mail/", mail_pages.mail, name="mail"),
    path("accounts/mail/address/", mail_pages.address, name="mail_address"),
    path(
        "accounts/mail/address/<str:token>/",
        mail_pages.address_open,
        name="mail_address_open",
    ),
    path("accounts/mail/stop/", mail_pages.stop, name="mail_stop"),
    path(
        "accounts/mail/stop/<str:token>/", mail_pages.stop_open, name="mail_stop_open"
    ),
    path("help/", help_pages.help_index, name="help"),
    path("help/<str:task>/", help_pages.help_page, name="help_page"),
    path("accounts/display/", display.display, name="display"),
    path("accounts/clubs/new/", views.club_new, name="new"),
    path(".well-known/security.txt", well_known.security_txt, name="security_txt"),
    path("robots.txt", well_known.robots_txt, name="robots_txt"),
    path(
        "accounts/invitations/",
        invitation_pages.invitation_open,
        name="invitation_open",
    ),
    path(
        "accounts/invitations/<str:token>/",
        invitation_pages.invitation,
        name="invitation",
    ),
    path(
        "accounts/password/new/<str:uidb64>/<str:token>/",
        reads_and_writes(invitation_pages.NewPasswordPage.as_view()),
        name="password_new",
    ),
    path(
        "<str:club>/players/<str:player>/initials/",
        initials_page.initials,
        name="initials",
    ),
    path("<str:club>/settings/", views.settings_page, name="settings"),
    path("<str:club>/settings/players/", views.players, name="players"),
    path(
        "<str:club>/settings/players/paste/",
        player_list_page.players_paste,
        name="players_paste",
    ),
    path("<str:club>/settings/players/<int:pk>/", views.player, name="player"),
    path("<str:club>/settings/seasons/", views.seasons, name="seasons"),
    path("<str:club>/settings/seasons/new/", views.season_new, name="season_new"),
    path("<str:club>/settings/seasons/<int:pk>/", views.season, name="season"),
    path("<str:club>/settings/journal/", journal_page.journal, name="journal"),
    path("<str:club>/settings/programs/", programs.programs, name="programs"),
    path(
        "<str:club>/settings/programs/<int:pk>/revoke/",
        programs.token_revoke,
        name="token_revoke",
    ),
    path("<str:club>/settings/people/", views.people, name="people"),
    path("<str:club>/settings/people/<int:pk>/", views.member, name="member"),
    path(
        "<str:club>/settings/people/<int:pk>/remove/",
        views.member_remove,
        name="member_remove",
    ),
    path(
        "<str:club>/settings/people/<int:pk>/password/",
        invitation_pages.member_password,
        name="member_password",
    ),
    path(
        "<str:club>/settings/people/<int:pk>/second-factor/",
        factor_pages.member_second_factor,
        name="member_second_factor",
    ),
    path(
        "<str:club>/settings/people/invitations/",
        invitation_pages.invitations,
        name="invitations",
    ),
    path(
        "<str:club>/settings/people/invitations/<int:pk>/revoke/",
        invitation_pages.invitation_revoke,
        name="invitation_revoke",
    ),
]
