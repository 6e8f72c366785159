"""Pages on which an account chooses its mail, and people follow links of mails."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.mail import EmailMessage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from clubscore.club.access import account_of
from clubscore.club.login import mail_refusal
from clubscore.club.mail import MailKind, mails_stop, stop_called
from clubscore.club.mail_forms import MailForm
from clubscore.club.mail_queue import mail_soon
from clubscore.club.models import Account, Mail, Member
from clubscore.club.requests import reads_and_writes
from clubscore.club.sessions import address_changed

ADDRESS_SALT = "clubscore.club.mail.address"
CONFIRMED_WITHIN = 24 * 60 * 60
"""Seconds for which a link to confirm an address is good."""


# Choosing -----------------------------------------------------------------------------


@reads_and_writes
@login_required
@never_cache
def mail(request: HttpRequest) -> HttpResponse:
    """Show what mail an account gets; POST changes it, or ends links sent so far."""
    account = account_of(request)
    if account is None or not settings.HAS_MAIL:
        raise Http404
    memberships = sorted(
        account.memberships.select_related("club", "player"),
        key=lambda one: one.club.name,
    )
    if request.POST.get("action") == "revoke":
        Mail.objects.filter(member__account=account).update(is_revoked=True)
        messages.success(request, gettext("The links of earlier mails do nothing now."))
        return redirect("club:mail")
    form = MailForm(request.POST or None, account=account, memberships=memberships)
    if request.method == "POST" and form.is_valid():
        _choices_keep(form, account)
        messages.success(request, gettext("Your choice is kept."))
        _address_change(request, account, form.cleaned_data["email"])
        return redirect("club:mail")
    context = {
        "form": form,
        "address": account.email,
        "has_links": Mail.objects.filter(
            member__account=account, kind=MailKind.REMINDER, is_revoked=False
        ).exists(),
    }
    return render(request, "club/mail.html", context)


def _choices_keep(form: MailForm, account: Account) -> None:
    """Keep in which language an account is written to, and what by its clubs."""
    data = form.cleaned_data
    account.language = data["language"]
    account.save(update_fields=["language"])
    for member in form.memberships:
        member.wants_reminders = data[f"wants_reminders_{member.pk}"]
        member.wants_results = data[f"wants_results_{member.pk}"]
    Member.objects.bulk_update(form.memberships, ["wants_reminders", "wants_results"])


def _address_change(request: HttpRequest, account: Account, address: str) -> None:
    """Drop an account's address, or have a new one confirmed."""
    was = account.email
    if address == was:
        return
    if not address:
        _address_take(request, account, "")
        messages.success(request, gettext("Your address is dropped: you get no mail."))
        return
    refusal = mail_refusal(request, account.get_username())
    if refusal:
        messages.error(request, refusal)
        return
    token = signing.dumps(
        {"account": account.pk, "address": address, "was": was}, salt=ADDRESS_SALT
    )
    link = request.build_absolute_uri(reverse("club:mail_address_open", args=[token]))
    told = {
        "name": account.get_username(),
        "site": request.get_host(),
        "address": address,
    }
    text = gettext(
        "Somebody, you most likely, wants mail to %(name)s at %(site)s to go to this "
        "address. If so, confirm it here, within a day:"
    )
    message = EmailMessage(
        gettext("Confirm your address at %(site)s") % told,
        f"{text % told}\n\n{link}\n",
        to=[address],
    )
    if not mail_soon(message, told["name"]):
        sentence = gettext("The mail server does not answer. Try again in a while.")
        messages.error(request, sentence)
        return
    sentence = gettext(
        "A link is on its way to %(address)s: open it to confirm the address. If none "
        "comes, try again in a while."
    )
    messages.success(request, sentence % told)


def _address_take(request: HttpRequest, account: Account, address: str) -> None:
    """Let an account have another address."""
    was, account.email = account.email, address
    account.save(update_fields=["email"])
    address_changed(request, account, was)


# Whoever follows a link ---------------------------------------------------------------


def followed(request: HttpRequest, name: str, token: str, page: str) -> HttpResponse:
    """
    Lead on to a page at whose address nobody can read the token off.

    The token was seen to be ours: each kept one is a row of a session.
    """
    request.session[name] = token
    query = request.GET.urlencode()
    return redirect(f"{reverse(page)}?{query}" if query else reverse(page))


def token_followed(request: HttpRequest, name: str) -> str:
    """Return the token of the page that was shown, or of the link followed last."""
    return str(request.POST.get("token") or request.session.get(name, ""))


def link_gone(request: HttpRequest) -> HttpResponse:
    """Tell that a link of a mail no longer does anything."""
    return render(request, "club/mail_link_gone.html", status=404)


ADDRESS = "mail_address"
"""Where a session keeps the token of the link that was followed."""


@reads_and_writes
@never_cache
def address_open(request: HttpRequest, token: str) -> HttpResponse:
    """Lead on from a link that was sent to a new address."""
    if _address_told(token) is None:
        return link_gone(request)
    return followed(request, ADDRESS, token, "club:mail_address")


@reads_and_writes
@never_cache
def address(request: HttpRequest) -> HttpResponse:
    """Ask whether an address is to be an account's; POST makes it so."""
    token = token_followed(request, ADDRESS)
    told = _address_told(token)
    if told is None:
        return link_gone(request)
    account = Account.objects.filter(pk=told["account"], is_active=True).first()
    if account is None or account.email not in (told["was"], told["address"]):
        return link_gone(request)
    is_done = account.email == told["address"]
    if request.method == "POST" and not is_done:
        _address_take(request, account, told["address"])
        is_done = True
    context: dict[str, Any] = {
        "told": told,
        "name": account.get_username(),
        "token": token,
        "is_done": is_done,
    }
    return render(request, "club/mail_address.html", context)


def _address_told(token: str) -> dict[str, Any] | None:
    """Return whose address is to be which; None if the link was not signed here."""
    try:
        told: dict[str, Any] = signing.loads(
            token, salt=ADDRESS_SALT, max_age=CONFIRMED_WITHIN
        )
    except signing.BadSignature:
        return None
    return told


STOP = "mail_stop"
"""Where a session keeps the token of the link that was followed."""


@csrf_exempt  # mail programs ask by themselves, with nothing but the token
@reads_and_writes
@never_cache
def stop_open(request: HttpRequest, token: str) -> HttpResponse:
    """Lead on from the link below a mail; POST, from a mail program, stops them."""
    if request.method == "POST":
        return _stopped(request, token)
    if stop_called(token) is None:
        return link_gone(request)
    return followed(request, STOP, token, "club:mail_stop")


@reads_and_writes
@never_cache
def stop(request: HttpRequest) -> HttpResponse:
    """Ask whether somebody wants no more such mails; POST stops them."""
    return _stopped(request, token_followed(request, STOP))


def _stopped(request: HttpRequest, token: str) -> HttpResponse:
    found = stop_called(token)
    if found is None:
        return link_gone(request)
    member, kind = found
    if request.method == "POST":
        mails_stop(member=member, kind=kind)
    context = {
        "of_club": member.club,
        "is_reminder": kind == MailKind.REMINDER,
        "is_done": request.method == "POST",
        "token": token,
    }
    return render(request, "club/mail_stop.html", context)
