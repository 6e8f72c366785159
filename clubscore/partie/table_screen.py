"""
The data of the table screen: seats, choices and words.

It is data for the page's script, which knows no rule and no sentence by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.partie import engine
from clubscore.partie.engine import Chronicle, Terms
from clubscore.partie.entries import RecordedGame
from clubscore.partie.forms.hands import HandForm, dead_reasons
from clubscore.partie.forms.outcomes import FALSE_MAHJONG, OTHERS_AT_FAULT, OutcomeForm
from clubscore.partie.models import Partie
from clubscore.partie.offline_state import ahead_of
from clubscore.partie.phone_engine import engine_address
from clubscore.partie.seats import MOVE, PLAYERS_MOVE, seating_of
from clubscore.partie.short_names import brief_names, short_names
from clubscore.partie.words import Way, circumstance_name
from clubscore.static_files import engine_version

Names = Mapping[str, str]

FIRST_MODULES = (
    *("offline-state", "dom", "draft", "entry", "queue-marks", "outcome", "pad"),
    *("timeout", "queue", "recorded", "screen", "sender", "sentences", "tiles"),
    *("trays", "queued-games", "preview"),
)
MODULES = ("vendor/idb/idb.js", *(f"js/table/{name}.js" for name in FIRST_MODULES))
"""
What the page's script imports, to be loaded at once.

A weak signal would else be waited for at every step from module to module.
"""

WORDS: dict[str, str | Promise] = {
    # How it ended
    "who_won": _("Who won?"),
    "from": _("Who gave the winning tile?"),
    "robbed": _("Whose kong was robbed?"),
    "self_drawn": _("self-drawn"),
    "more": _("more"),
    "close": _("Close"),
    "draw": _("Draw"),
    "penalty": _("Penalty"),
    "change": _("change"),
    "wins": _("wins"),
    "dead": _("dead"),
    "draw_said": _("A draw: nobody pays, no hand is counted."),
    "penalty_said": _(
        "A fault that ends the game: its player pays, and no hand is counted."
    ),
    "offender": _("Whose fault ended the game?"),
    "offence": _("What was the fault?"),
    "claimed": _("Whose discard was claimed for it?"),
    "nobodys": _("Nobody’s"),
    "excluded": _("Who receives nothing, because of a fault of their own?"),
    "others_at_fault": OTHERS_AT_FAULT,
    "way": _("How was it won?"),
    "also": _("It was also"),
    "otherwise": _("Nobody won?"),
    "pao": _("Pao: who pays for all?"),
    "pao_why": _("Why does one player pay for all?"),
    "pao_short": _("pao"),
    "dice_east": _("Whom did the dice choose as East?"),
    "other_east": _("Who really sat East?"),
    "other_owner": _("Whose game was it?"),
    "as_rules_say": _("%(name)s, as the rules say"),
    "rests": _("%(name)s rests"),
    "east": _("%(round)s; %(name)s is East"),
    "owner": _("%(round)s; %(name)s owns the game"),
    "game": _("Game %(number)s"),
    # Sets and tiles
    "chow": _("chow"),
    "pung": _("pung"),
    "kong": _("kong"),
    "pair": _("pair"),
    "tile": _("tile"),
    "exposed": _("exposed"),
    "concealed": _("concealed"),
    "tile_adds": _("A tile adds:"),
    "back": _("Undo"),
    "pad": _("Tiles"),
    "none_left": _("%(tile)s: not enough left"),
    "no_chow": _("%(tile)s: no chow begins with it"),
    "not_now": _("%(tile)s: cannot be added now"),
    "set_exposed": _("%(set)s, exposed"),
    "set_concealed": _("%(set)s, concealed"),
    "set_of": _("%(shape)s: %(tiles)s"),
    "winning": _("winning tile"),
    "added": _("%(player)s: %(set)s"),
    "taken_out": _("%(player)s: %(set)s taken out"),
    # The hands
    "hand_of": _("%(name)s’s hand"),
    "hands": _("The hands"),
    "tray_empty_winner": _("Tap the tiles of %(name)s’s whole hand."),
    "tray_empty": _("Tap what scores in %(name)s’s hand. Nothing? Then go on."),
    "tray_unneeded": _("Only the winner’s hand counts; this one need not be entered."),
    "which_won": _("Which tile won the game?"),
    "turn_concealed": _("Turn concealed"),
    "turn_exposed": _("Lay it open"),
    "mark_winning": _("Winning tile: %(tile)s"),
    "drawn_concealed": _("A drawn tile completes no exposed set."),
    "robbed_alone": _("Of a tile that robbed a kong there is no other in the hand."),
    "mark_again": _("Say again which tile won."),
    "turn_it": _("Turn the set concealed that it completed."),
    "joker_for": _("A joker for %(tile)s"),
    "take_out": _("Take out"),
    "loose": _("loose"),
    "dead_hand": _("Dead hand"),
    "original_call": _("Original call"),
    "why_dead": _("Why is it dead?"),
    "own_count": _("Own count"),
    "own_points": _("Points by the player’s own count"),
    "counts": _("Points by the players’ own count"),
    "digits": _("Digits"),
    "erase": _("Take the last digit back"),
    "next_hand": _("Next hand"),
    "without_sets": _("Without sets"),
    "templates": _("Hands without sets"),
    "by_pairs": _("A tap adds a pair"),
    "not_loaded": _("There is no signal to load this. Try again later."),
    "rest": _("Rest of the hand"),
    "rest_holds": _("What holds for the tiles that were not entered too"),
    "whole": _("This is the whole hand"),
    "is_whole": _("The whole hand: it counts as one."),
    "waiting": _("One tile short of"),
    "nothing": _("nothing"),
    "type": _("Type"),
    "type_sets": _("Sets as they lie"),
    "type_tiles": _("Loose tiles"),
    "type_bonus": _("Flowers and seasons"),
    "typed_page": _("Type the whole game instead"),
    # What it comes to
    "pays": _("%(payer)s pays %(payee)s %(amount)s"),
    "nobody_pays": _("Nobody pays anybody."),
    "credited": _("Nobody pays: each is credited the points of the own hand."),
    "no_answer": _("No connection: the points are shown when there is one."),
    "not_yet": _("Say how the game ended."),
    "say_dice": _("Say first whom the dice chose as East."),
    "say_giver": _("Say who gave the winning tile, or that it was self-drawn."),
    "say_robbed": _("Say whose kong was robbed."),
    "say_offender": _("Say whose fault it was."),
    "say_offence": _("Say what the fault was."),
    "say_pao": _("Say why this player pays for all."),
    "crowded": _("%(tile)s: there are only %(most)s, and here lie more: %(holders)s."),
    "say_hand": _("Enter %(name)s’s hand."),
    "say_points": _("Enter the points of %(name)s’s own count."),
    "say_rest": _("%(name)s’s hand has %(many)s of %(all)s tiles."),
    "say_winning": _("Say which tile won the game."),
    "why": _("Why"),
    "pays_word": _("pays"),
    "look": _("Look:"),
    "look_at": _("Look at %(name)s’s hand."),
    # Recording
    "record": _("Record"),
    "recording": _("Recording …"),
    "remark": _("Remark"),
    "refused": _("It is not recorded yet."),
    "recorded": _("Game %(number)s is recorded."),
    "waits": _(
        "Game %(number)s waits on this phone. It is sent by itself, as soon as it can"
        " be."
    ),
    "waits_asked": _("Game %(number)s waits. Say who sat where, and it is sent."),
    "waits_behind": _(
        "Game %(number)s waits on this phone. Decide above about the game before it;"
        " then it is sent."
    ),
    "next": _("Next:"),
    "next_game": _("Next game"),
    "score_sheet": _("Score sheet"),
    "finished": _("The partie is over."),
    "conflict": _("Somebody else wrote first."),
    "conflict_replace": _("Mine is right: replace theirs"),
    "conflict_keep": _("Mine is another game: record it next"),
    "conflict_drop": _("It is the same game: drop mine"),
    "see_game": _("See game %(number)s"),
    "phone": _("This phone"),
    "older": _(
        "A newer version of Clubscore is on the server: this phone does not count"
        " before this page is loaded again with a signal."
    ),
    "throw_away": _("Throw it away"),
    "keep": _("Keep it"),
}
"""Every sentence of the page's script, by its name there."""

SCORES: dict[str, str | Promise] = {
    "unsaid_winner": _("Several, or nobody says"),
    "unsaid_giver": _("Nobody says"),
    "won_by_several": _("won by several or unsaid"),
    "scores": _("What each won or lost"),
    "sign": _("Won or lost: change the sign"),
    "next_player": _("Next player"),
    "sums_to": _("Together: %(sum)s"),
    "say_scores": _("Enter what each won or lost: %(name)s is still missing."),
    "say_sum": _("Together it must be 0, and is %(sum)s."),
    "limit_hand": _("Limit hand, for the record book"),
}
"""What the script says besides, where what each won or lost is typed."""

VALUE: dict[str, str | Promise] = {
    "value": _("Value on the card"),
    "value_of": _("%(name)s’s hand on the card"),
    "usual_values": _("Values that most cards have"),
    "dead_hands": _("Dead hands"),
    "not_dead": _("not dead"),
    "say_value": _("Enter what the card says %(name)s’s hand is worth."),
    "penalty_said": _(
        "A fault that ends the game: its player pays by the value of the hand declared."
    ),
}
"""What the script says besides or otherwise, where the value of one hand is typed."""

CORRECTING: dict[str, str | Promise] = {
    "game": _("Correct game %(number)s"),
    "record": _("See what changes"),
    "recording": _("Working it out …"),
    "refused": _("Nothing is changed yet."),
    "stale": _(
        "This game was corrected meanwhile. Is what stands here still to be said?"
    ),
    "throw_away": _("Back to what is recorded"),
    "restored": _("What you had begun to put right is here again."),
    # These are said while a game is corrected alone.
    "ways": _("Other ways"),
    "unsent": _(
        "No connection: what you entered is kept on this phone. Try again when there is"
        " one."
    ),
    "unsent_unkept": _("No connection: leave this page open and try again."),
    "not_allowed": _(
        "You are logged out here, or may not correct this game any more. What you"
        " entered still stands here."
    ),
}
"""What the script says otherwise, or besides, where an earlier game is corrected."""

WAYS = {
    "wall": _("self-drawn"),
    "discard": _("discard"),
    "robbed_kong": _("robbed kong"),
    "replacement": _("replacement tile of a kong"),
    "replacement_bonus": _("replacement tile of a flower or season"),
    "deal": _("dealt tiles"),
}


HOW = {
    "discard": _("on %(giver)s’s discard"),
    "robbed_kong": _("by robbing %(giver)s’s kong"),
    "wall": _("self-drawn"),
}
"""How a game was won, where somebody gave the tile or nobody; it follows the name."""


def config_of(
    partie: Partie,
    chronicle: Chronicle,
    names: Names,
    *,
    again: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Return everything that the script of the table screen is told."""
    return {
        **_table_config(partie, chronicle, names, ahead_of(chronicle)),
        "addresses": _addresses(partie),
        "again": again,
        "words": _words(partie.terms),
        # What a phone counts with, and from where on.
        "engine": engine_version(),
        "standing": _standing(partie, chronicle),
    }


def _standing(partie: Partie, chronicle: Chronicle) -> dict[str, Any]:
    """Return how far a partie has come, as `rules.table.waiting` reads it."""
    terms = asdict(partie.terms)
    return {
        "terms": terms | {"options": dict(terms["options"])},
        "uses_chips": partie.uses_chips,
        "progress": chronicle.progress.as_json,
        "totals": chronicle.totals,
        "chips": chronicle.chips,
    }


def correction_config_of(
    partie: Partie,
    chronicle: Chronicle,
    names: Names,
    *,
    game: RecordedGame,
    number: int,
) -> dict[str, Any]:
    """
    Return what the script is told where an earlier game is corrected.

    *chronicle* is the partie before that game, which is filled in with *game*.
    """
    place = [partie.club.slug, partie.number]
    return {
        **_table_config(partie, chronicle, names, ahead_of(chronicle)),
        "number": number,
        "addresses": {
            "typed": reverse("corrections:correct_typed", args=[*place, number]),
            "token": reverse("table:token", args=place),
        },
        "again": game.as_json,
        "words": _words(partie.terms, CORRECTING),
    }


def _table_config(
    partie: Partie, chronicle: Chronicle, names: Names, states: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return what the script is told of a table, whichever game is entered there."""
    players = {key: names[key] for key in chronicle.state.places}
    return {
        "partie": str(partie.pk),
        "number": len(chronicle.games) + 1,
        "version": partie.version,
        "players": players,
        "short": _others(short_names(players), players),
        "brief": _others(brief_names(players), players),
        "next": states,
        "rules": rules_of(partie.terms, chronicle, names, states),
        "tiles": _tile_names(partie.terms),
        "letters": _letters(),
        "winds": {
            letter: gettext(engine.wind_name(letter)) for letter in ("E", "S", "W", "N")
        },
    }


def _words(
    terms: Terms, more: Mapping[str, str | Promise] | None = None
) -> dict[str, str]:
    """Return every sentence of the script, with *more* in place of some or besides."""
    words = (
        WORDS
        | (SCORES if terms.takes_scores else {})
        | (VALUE if terms.takes_value else {})
        | dict(more or {})
    )
    return {name: str(word) for name, word in words.items()}


def _addresses(partie: Partie) -> dict[str, str]:
    place = [partie.club.slug, partie.number]
    return {
        "sheet": partie.get_absolute_url(),
        "screen": reverse("table:record", args=place),
        "typed": reverse("table:record_typed", args=place),
        "preview": reverse("table:preview", args=place),
        "token": reverse("table:token", args=place),
        "recorded": reverse("table:recorded", args=[*place, 0]),
        "engine": engine_address(partie.ruleset),
        "card": partie.card_address,
    }


def rules_of(
    terms: Terms, chronicle: Chronicle, names: Names, states: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return what can be chosen, as the partie's ruleset has it."""
    rules = terms.rules
    pad = engine.pad_of(terms)
    seating = seating_of(chronicle, names, None)
    outcome = OutcomeForm(terms=terms, seating=seating)
    hand = HandForm(terms=terms)
    owners = dict.fromkeys(state["owner"] for state in states)
    if any(owners):
        owners = dict.fromkeys(states[0]["winds"])
    return {
        "rows": [list(row) for row in pad.rows],
        "bonus": list(pad.bonus),
        "jokers": pad.jokers,
        "copies": pad.copies,
        "hand_size": pad.hand_size,
        "short_hands": [list(one) for one in pad.short_hands],
        "templates": _templates(terms),
        "may_expose_chows": pad.may_expose_chows,
        "winner_only": not rules.paying.values_losers,
        # What is entered after a game: tiles, the value of one hand, or all scores.
        "takes": str(rules.counting.takes),
        # Whether what all won or lost adds to 0.
        "balances": terms.must_balance if terms.takes_scores else None,
        # What one tap says that a hand is worth.
        "values": engine.usual_values(terms),
        "sources": {key: str(WAYS[key]) for key in engine.SOURCES},
        # Only these can have completed an exposed set.
        "claimed": list(engine.CLAIMED),
        "how": {
            key: str(HOW[key] if key in HOW else Way(key).label)
            for key in engine.SOURCES
        },
        "circumstances": [
            {"key": key, "name": str(circumstance_name(terms.ruleset, key))}
            for key in engine.CIRCUMSTANCES
        ],
        "ways": {
            owner or "": engine.ways_to_win(terms, owner or None) for owner in owners
        },
        "penalties": outcome.knows_penalties,
        "offences": _choices(outcome, "offence"),
        "claimed_for": rules.paying.may_exclude,
        "knows_claimed": rules.paying.knows_claimed,
        # How many can be at fault at once; one where no fine is for more.
        "offenders": {
            key: rules.paying.most_offenders(key) for key in rules.paying.offences
        },
        "pao": _choices(outcome, "pao_reason"),
        "claims": _choices(hand, "claims"),
        "waiting": _choices(hand, "waiting"),
        "dead": [{"key": key, "name": str(name)} for key, name in dead_reasons(rules)],
        # What is said where players take other places before a round.
        "moves": [str(PLAYERS_MOVE), str(MOVE)] if rules.dealing.seat_changes else [],
        # What is asked after a draw where a hand that is dead is paid for by itself.
        "fines_dead": str(FALSE_MAHJONG) if rules.paying.fines_dead_hands else "",
        "original_call": rules.winning.knows_original_call,
    }


def _templates(terms: Terms) -> list[dict[str, Any]]:
    """Return the hands without sets that can be laid by a tap; some have no form."""
    return [
        {
            "key": one.key,
            "name": gettext(one.name),
            "adds": one.adds,
            "forms": [
                {"tiles": "".join(form.tiles), "shown": "".join(form.shown)}
                for form in one.forms
            ],
        }
        for one in engine.without_sets(terms)
    ]


def _choices(form: forms.Form, name: str) -> list[dict[str, str]]:
    """Return what a field of the typed form offers; nothing if it is not asked."""
    if name not in form.fields:
        return []
    # A widget has every choice by its key and label, whatever kind of field asks.
    choices = form[name].field.widget.choices
    return [{"key": str(key), "name": str(label)} for key, label in choices if key]


def _others(called: Names, players: Names) -> Names:
    """Return of names those that are no player's whole name."""
    return {key: name for key, name in called.items() if name != players[key]}


def _letters() -> dict[str, str]:
    """Return the letters that winds and dragons carry, as their names begin."""
    return {
        key: gettext(name)[0].upper() for key, name in engine.tile_names("1234567z")
    }


def _tile_names(terms: Terms) -> dict[str, str]:
    pad = engine.pad_of(terms)
    keys = [key for row in pad.rows for key in row] + list(pad.bonus)
    if pad.jokers:
        keys.append("0j")
    return {key: gettext(name) for key, name in engine.tile_names("".join(keys))}
