"""The pages on which a club writes and publishes rule books of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from clubscore.books import engine, files
from clubscore.books import last_season as recounts
from clubscore.books.draft import BookDraft
from clubscore.club import engine as rule_books
from clubscore.club import journal, own_books
from clubscore.club.access import account_of, administers_club
from clubscore.club.journal import Deed
from clubscore.club.models import BookEdition, Club, OwnBook
from clubscore.club.numbers import number_in
from clubscore.club.requests import HtmxHttpRequest, reads_and_writes
from clubscore.partie.table_screen import WAYS

FIRST_HAND = {"hand": "", "last": "", "seat": "S", "round": "E", "source": "wall"}


@reads_and_writes
@administers_club
def books(request: HttpRequest, club: Club) -> HttpResponse:
    """List the club's own rule books; POST begins one with a book of ours."""
    if request.method != "POST":
        return _list(request, club)
    typed = {name: request.POST.get(name, "").strip() for name in ("base", "name")}
    try:
        made = own_books.book_make(club=club, content=typed)
    except ValidationError as error:
        return _list(request, club, typed=typed, problem=" ".join(error.messages))
    journal.write(request, Deed.BOOK_CHANGED, club=club, about=made.name)
    return redirect("books:book", club.slug, made.pk)


def _list(request: HttpRequest, club: Club, **more: Any) -> HttpResponse:
    """Answer with the list of books, and what was wrong with the one to begin."""
    listed = club.own_books.prefetch_related("editions")
    sought = request.GET.get("q", "").strip()[:100]
    shared, is_all = own_books.shared(club, sought)
    context = {
        "club": club,
        "sought": sought,
        "shared": [(one, _named_base(one.content)) for one in shared],
        "is_all": is_all,
        "books": [(one, _named_base(one.draft), _newest(one)) for one in listed],
        "bases": rule_books.rulesets(),
        "typed": {"base": rule_books.rulesets()[0].key, "name": ""},
        **more,
    }
    return render(request, "books/books.html", context)


@require_POST
@administers_club
def upload(request: HttpRequest, club: Club) -> HttpResponse:
    """Begin a book with the file of one, another club's say."""
    name = " ".join(request.POST.get("file_name", "").split())
    try:
        content = files.book_in(request.FILES.get("file"), name)
        made = own_books.book_make(club=club, content=content)
    except files.BookFileError as error:
        return _list(request, club, faults=error.faults, file_name=name)
    except ValidationError as error:
        return _list(request, club, faults=tuple(error.messages), file_name=name)
    journal.write(request, Deed.BOOK_CHANGED, club=club, about=made.name)
    messages.success(request, gettext("%(name)s is begun.") % {"name": made.name})
    return redirect("books:book", club.slug, made.pk)


@require_POST
@administers_club
def copy(request: HttpRequest, club: Club) -> HttpResponse:
    """Begin a book with one that another club has published."""
    asked = number_in(request.POST.get("edition", ""))
    shared, _is_all = own_books.shared(club, pk=asked or 0)
    if not shared:
        gone = gettext("That rule book is not shown any more.")
        return _list(request, club, refusal=gone)
    try:
        made = own_books.book_copy(club=club, edition=shared[0])
    except ValidationError as error:
        return _list(request, club, refusal=" ".join(error.messages))
    journal.write(request, Deed.BOOK_CHANGED, club=club, about=made.name)
    messages.success(request, gettext("%(name)s is begun.") % {"name": made.name})
    return redirect("books:book", club.slug, made.pk)


@require_safe
@administers_club
def file(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Give a book as a file that another club can begin one with."""
    found: OwnBook = get_object_or_404(club.own_books, pk=pk)
    response = HttpResponse(files.text_of(found.draft), "application/json")
    name = slugify(found.name) or "rule-book"
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


def _named_base(content: Mapping[str, Any]) -> str:
    return rule_books.name_of(str(content["base"]))


def _newest(book: OwnBook) -> BookEdition | None:
    editions = sorted(book.editions.all(), key=lambda one: one.number)
    return editions[-1] if editions else None


@reads_and_writes
@administers_club
def book(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Change a book of the club's own; POST saves its draft, or publishes it too."""
    found: OwnBook = get_object_or_404(club.own_books, pk=pk)
    draft = BookDraft(found.draft)
    version = found.version
    if request.method == "POST":
        draft = BookDraft.sent(found.draft, request.POST)
        edited = request.POST.get("edit", "")
        seen = request.POST.get("version", "")
        version = int(seen) if seen.isdecimal() and len(seen) < 10 else -1
        is_right = draft.check()
        if edited and is_right:
            # Nothing that was typed is lost: of another hand it is saved first.
            is_kept = not draft.has_another(edited)
            if not is_kept and _saved(request, club, found, draft, version):
                found.refresh_from_db()
                draft, version, is_kept = BookDraft(found.draft), found.version, True
            if is_kept:
                draft.edit(edited)
        elif is_right and _saved(request, club, found, draft, version):
            return redirect("books:book", club.slug, pk)
    context = {**_of_book(club, found, draft), "version": version}
    context |= _live(found, draft, request.POST)
    return render(request, "books/book.html", context)


def _saved(
    request: HttpRequest, club: Club, found: OwnBook, draft: BookDraft, version: int
) -> bool:
    """Save a draft, and publish it if that is asked; note at it what is refused."""
    try:
        saved = own_books.book_change(
            book=found, version=version, content=draft.content
        )
    except ValidationError as error:
        draft.problems["name"] = " ".join(error.messages)
        return False
    except own_books.StaleError:
        draft.problems[""] = gettext(
            "Somebody else has saved this rule book since you opened it. Open it in"
            " another tab to compare; what you have typed still stands here."
        )
        return False
    name = {"name": saved.name}
    if request.POST.get("action") != "publish":
        journal.write(request, Deed.BOOK_CHANGED, club=club, about=saved.name)
        messages.success(request, gettext("%(name)s is saved.") % name)
        return True
    account = account_of(request)
    author = account.get_username() if account is not None else ""
    edition = own_books.book_publish(book=saved, version=saved.version, author=author)
    journal.write(request, Deed.BOOK_PUBLISHED, club=club, about=saved.name)
    said = gettext(
        "Edition %(number)d of %(name)s is published: seasons and tables can be begun"
        " with it."
    )
    messages.success(request, said % {**name, "number": edition.number})
    return True


def _of_book(club: Club, found: OwnBook, draft: BookDraft) -> dict[str, Any]:
    editions = list(found.editions.order_by("-number"))
    return {
        "club": club,
        "book": found,
        "draft": draft,
        "editions": editions,
        "newest": editions[0] if editions else None,
        "goes_at": own_books.goes_at(found, editions[0] if editions else None),
    }


@require_POST
@administers_club
def count(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Count the hand beside the form by the book as it is typed; nothing is kept."""
    found: OwnBook = get_object_or_404(club.own_books, pk=pk)
    draft = BookDraft.sent(found.draft, request.POST)
    draft.check()
    context = {**_of_book(club, found, draft), **_live(found, draft, request.POST)}
    context["is_fragment"] = True
    return render(request, "books/_counted.html", context)


def _live(found: OwnBook, draft: BookDraft, data: QueryDict) -> dict[str, Any]:
    """Return the hand beside the form, counted by the draft and by what was before."""
    base = draft.base
    typed = {
        name: data.get(f"live.{name}", usual)[:100]
        for name, usual in FIRST_HAND.items()
    }
    counted = []
    newest = _newest(found)
    before = newest.key if newest is not None else base.key
    if typed["hand"]:
        if not draft.problems:
            counted.append(engine.counted_hand(draft.content, typed))
        counted.append(engine.counted_hand(before, typed))
    sources = engine.sources_of(base)
    return {
        "typed": typed,
        "counted": counted,
        "has_edition": newest is not None,
        "seats": engine.seats(),
        "sources": [(key, word) for key, word in WAYS.items() if key in sources],
        "takes_hands": rule_books.takes_tiles(base.key),
    }


@reads_and_writes
@administers_club
def last_season(request: HtmxHttpRequest, club: Club, pk: int) -> HttpResponse:
    """Count a season anew by a book, some parties at a time; nothing is kept."""
    found: OwnBook = get_object_or_404(club.own_books, pk=pk)
    base = str(found.draft["base"])
    seasons = [
        one
        for one in club.seasons.order_by("-starts_on", "-pk")
        if rule_books.base_key(one.ruleset) == base
    ]
    today = timezone.localdate()
    over = [one for one in seasons if one.ends_on is not None and one.ends_on < today]
    asked = request.GET.get("season", "")
    season = next((one for one in seasons if str(one.pk) == asked), None)
    season = season or next(iter([*over, *seasons]), None)
    context: dict[str, Any] = {"club": club, "book": found, "seasons": seasons}
    if season is not None:
        season.club = club
        key = rule_books.own_book(found.draft).key
        sent = request.POST.get("so_far", "")
        recount = recounts.SeasonRecount.from_token(sent, season, key)
        done, many = recounts.count_on(recount, season, found.draft)
        context |= {"season": season, "recount": recount, "done": done, "many": many}
        if done == many:
            context["lines"], context["records"] = recounts.lines_of(recount, season)
    template = "books/_recount.html" if request.htmx else "books/last_season.html"
    return render(request, template, context)


@require_POST
@administers_club
def offer(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Offer a book where seasons and tables begin, or no longer."""
    found: OwnBook = get_object_or_404(club.own_books, pk=pk)
    own_books.book_offer(book=found, is_offered=request.POST.get("offered") == "yes")
    journal.write(request, Deed.BOOK_CHANGED, club=club, about=found.name)
    return redirect("books:book", club.slug, pk)
