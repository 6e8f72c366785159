"""Addresses of the app club."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from clubscore.club import views
from clubscore.club.login import LoginForm

app_name = "club"
urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path(
        "accounts/login/",
        LoginView.as_view(
            next_page="season:front_page",
            redirect_authenticated_user=True,
            authentication_form=LoginForm,
        ),
        name="login",
    ),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
    path("accounts/password/", views.PasswordPage.as_view(), name="password"),
    path("accounts/clubs/new/", views.club_new, name="new"),
    path("<str:club>/settings/", views.settings_page, name="settings"),
    path("<str:club>/settings/players/", views.players, name="players"),
    path("<str:club>/settings/players/<int:pk>/", views.player, name="player"),
    path("<str:club>/settings/seasons/", views.seasons, name="seasons"),
    path("<str:club>/settings/seasons/new/", views.season_new, name="season_new"),
    path("<str:club>/settings/seasons/<int:pk>/", views.season, name="season"),
    path("<str:club>/settings/people/", views.people, name="people"),
    path("<str:club>/settings/people/<int:pk>/", views.member, name="member"),
    path(
        "<str:club>/settings/people/<int:pk>/remove/",
        views.member_remove,
        name="member_remove",
    ),
]
