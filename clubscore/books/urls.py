"""Addresses of the app books."""

from django.urls import path

from clubscore.books import views

app_name = "books"
urlpatterns = [
    path("<str:club>/settings/books/", views.books, name="books"),
    path("<str:club>/settings/books/<int:pk>/", views.book, name="book"),
    path("<str:club>/settings/books/<int:pk>/count/", views.count, name="count"),
    path("<str:club>/settings/books/<int:pk>/offer/", views.offer, name="offer"),
    path("<str:club>/settings/books/<int:pk>/book.json", views.file, name="file"),
    path(
        "<str:club>/settings/books/<int:pk>/last-season/",
        views.last_season,
        name="last_season",
    ),
    path("<str:club>/settings/books/copy/", views.copy, name="copy"),
    path("<str:club>/settings/books/upload/", views.upload, name="upload"),
]
