"""The page on which a club's file is sent in, looked at, and made a club of."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from clubscore.archive.models import ClubUpload
from clubscore.archive.transfer import uploads
from clubscore.archive.transfer.rows import FileError
from clubscore.archive.transfer.upload_form import (
    ClubFileForm,
    ClubFromFileForm,
    not_a_clubs,
    too_long,
)
from clubscore.club.access import account_of, may_make_clubs
from clubscore.club.models import Account
from clubscore.club.networks import network_of
from clubscore.club.requests import HtmxHttpRequest, reads_and_writes

UploadStage = ClubUpload.UploadStage
Wrong = FileError.Wrong

SENTENCES = {
    Wrong.CUT: _(
        "This file cannot be read: perhaps its end is missing. Download it anew, and"
        " send that one."
    ),
    Wrong.MUCH: _(
        "This file holds more than clubs have, and others would have to wait for it:"
        " thousands of players or evenings, or of games in one partie. Whoever runs"
        " this site can read it in, with the command import_club."
    ),
    Wrong.NEWER: _(
        "A newer version of Clubscore has written this file. Whoever runs this site has"
        " to update it first."
    ),
    Wrong.CONTENT: _(
        "Something in this file is not as Clubscore writes it. Download it anew, and"
        " send it without a change."
    ),
    Wrong.CHAIN: _(
        "What this file says was changed after it was recorded. Download it anew where"
        " the club is now. If that does not help, whoever runs this site can read it in"
        " all the same, with the command import_club and --new-chains."
    ),
    uploads.FAULT: _(
        "The fault is ours, and it has been written to the log. Send the file again; if"
        " that does not help, tell whoever runs this site."
    ),
}


@reads_and_writes
@login_required
@never_cache
def club_read(request: HtmxHttpRequest) -> HttpResponse:
    """Show how far a file is that was sent in; POST sends one, or asks for the club."""
    account = account_of(request)
    if account is None or not may_make_clubs(request):
        raise PermissionDenied
    upload = _upload_of(account)
    if request.method == "POST":
        return _written(request, account, upload)
    if upload is not None and upload.is_open:
        uploads.look_after(upload)
    return _page(request, upload)


def _upload_of(account: Account) -> ClubUpload | None:
    found = ClubUpload.objects.filter(account=account).select_related("club")
    return found.defer("content").first()


def _written(
    request: HtmxHttpRequest, account: Account, upload: ClubUpload | None
) -> HttpResponse:
    """Do what was asked for; show the form again if it is wrong."""
    action = request.POST.get("action")
    if action == "drop":
        if upload is not None:
            uploads.upload_drop(upload=upload)
    elif action == "make":
        # A page that was open before may show a file that is looked at no more.
        if upload is not None and upload.state == UploadStage.SHOWN:
            asking = ClubFromFileForm(request.POST, preview=uploads.preview_of(upload))
            if not asking.is_valid():
                return _page(request, upload, asking)
            uploads.upload_ask(
                upload=upload, network=network_of(request), **asking.cleaned_data
            )
    else:
        form = ClubFileForm(request.POST, request.FILES)
        if not form.is_valid():
            return _page(request, None, form)
        try:
            uploads.upload_keep(account=account, content=form.cleaned_data["file"])
        except uploads.BusyError:
            messages.error(
                request,
                gettext("A club is just being made of the file that you sent before."),
            )
    return redirect("archive:club_read")


def _page(
    request: HtmxHttpRequest,
    upload: ClubUpload | None,
    form: ClubFileForm | ClubFromFileForm | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {"upload": upload}
    if upload is None or upload.state == UploadStage.FAILED:
        context["form"] = form or ClubFileForm()
        context["most"] = too_long()
    elif upload.state == UploadStage.SHOWN:
        preview = uploads.preview_of(upload)
        context["preview"] = preview
        context["form"] = form or ClubFromFileForm(preview=preview)
    if upload is not None:
        context["failure"] = _failure_of(upload)
    template = "archive/_club_read.html" if request.htmx else "archive/club_read.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _failure_of(upload: ClubUpload) -> str:
    """Return what went wrong, and what to do; nothing where nothing did."""
    if upload.reason == Wrong.OTHER:
        return not_a_clubs()
    if upload.reason == Wrong.LONG:
        return too_long()
    return str(SENTENCES.get(upload.reason, ""))
