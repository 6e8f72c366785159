"""Addresses of the app evening."""

from django.urls import path

from clubscore.evening import (
    calendar_file,
    club_plan_pages,
    live,
    plan_pages,
    reminders,
    sign_on_links,
    views,
)

app_name = "evening"
urlpatterns = [
    path("accounts/mail/evening/", reminders.sign_by_mail, name="sign_by_mail"),
    path("accounts/mail/evening/<str:token>/", reminders.sign_open, name="sign_open"),
    path("accounts/evenings/", sign_on_links.own_evenings, name="own_evenings"),
    path(
        "accounts/evenings/<str:token>/",
        sign_on_links.own_evenings_open,
        name="own_evenings_open",
    ),
    path("<str:club>/live/", live.live, name="live"),
    path("<str:club>/evenings/<day:day>/", views.evening, name="evening"),
    path("<str:club>/calendar.ics", calendar_file.calendar, name="calendar"),
    path("<str:club>/settings/evenings/", plan_pages.plan, name="plan"),
    path("<str:club>/settings/evenings/<int:pk>/", plan_pages.planned, name="planned"),
    path(
        "<str:club>/settings/evenings/links/",
        sign_on_links.links,
        name="sign_on_links",
    ),
    path(
        "<str:club>/settings/evenings/links/<int:pk>/",
        sign_on_links.link,
        name="sign_on_link",
    ),
    path("<str:club>/evenings/<day:day>/sign/", plan_pages.sign, name="sign"),
    path("<str:club>/evenings/<day:day>/here/", views.here, name="here"),
    path("<str:club>/evenings/<day:day>/guests/", views.guests, name="guests"),
    path("<str:club>/evenings/<day:day>/tables/", views.tables, name="tables"),
    path("<str:club>/evenings/<day:day>/links/", views.links, name="evening_links"),
    path("<str:club>/plans/", club_plan_pages.plans, name="plans"),
    path("<str:club>/plans/new/", club_plan_pages.plan_new, name="club_plan_new"),
    path("<str:club>/plans/<int:plan>/", club_plan_pages.plan, name="club_plan"),
    path(
        "<str:club>/plans/<int:plan>/change/",
        club_plan_pages.plan_change,
        name="club_plan_change",
    ),
]
