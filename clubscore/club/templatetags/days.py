"""A template filter for dates with the day of the week."""

from __future__ import annotations

from django import template

from clubscore.club import days

register = template.Library()

with_weekday = register.filter(days.with_weekday)
