"""Template tags for forecasts, on pages of rooms below that know no ratings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import template
from django.utils import timezone

from clubscore.club.models import Club
from clubscore.evening.club_plan_text import SeatShown
from clubscore.evening.forms import PlayerSeat
from clubscore.partie.models import Partie
from clubscore.season.forecast import (
    Forecaster,
    evening_against_forecasts,
    forecast_of,
    forecaster_for,
)

register = template.Library()


@register.inclusion_tag("season/_forecast.html")
def forecast(partie: Partie) -> dict[str, Any]:
    """Show what is to be expected of a partie that is still played."""
    return {"club": partie.club, "forecast": forecast_of(partie)}


@register.simple_tag
def forecaster(club: Club, day: date | None) -> Forecaster | None:
    """Return what parties up to a day tell of tables, or up to today."""
    return forecaster_for(club, day or timezone.localdate())


@register.inclusion_tag("season/_table_forecast.html")
def drawn_forecast(
    told: Forecaster | None, seats: Sequence[PlayerSeat]
) -> dict[str, Any]:
    """Show what is to be expected of a table that is set up."""
    players = [(seat.player.pk, seat.player.name) for seat in seats]
    return {"forecast": told.at(players) if told is not None else None}


@register.inclusion_tag("season/_table_forecast.html")
def planned_forecast(
    told: Forecaster | None, seats: Sequence[SeatShown]
) -> dict[str, Any]:
    """Show what is to be expected of a table of a plan."""
    players = [(seat.player, seat.name) for seat in seats]
    return {"forecast": told.at(players) if told is not None else None}


@register.simple_tag
def evening_forecast(club: Club, day: date) -> Any:
    """Return what was to be expected of an evening that is over, and what came."""
    return evening_against_forecasts(club, day)
