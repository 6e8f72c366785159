"""The addresses of the site; each app has its own."""

from django.contrib import admin
from django.urls import include, path

from clubscore.club.login import staff_login

urlpatterns = [
    path("admin/login/", staff_login),
    path("admin/", admin.site.urls),
    path("api/v1/", include("clubscore.api.urls")),
    # Asked at each tap; what stands before it is tried first, one by one.
    path("", include("clubscore.table.urls")),
    path("", include("clubscore.corrections.urls")),
    path("", include("clubscore.api.health_urls")),
    path("", include("clubscore.privacy.urls")),
    path("", include("clubscore.club.urls")),
    path("", include("clubscore.books.urls")),
    path("", include("clubscore.evening.urls")),
    path("", include("clubscore.archive.urls")),
    path("", include("clubscore.wall.urls")),
    path("", include("clubscore.sheets.urls")),
    path("", include("clubscore.season.urls")),
]
