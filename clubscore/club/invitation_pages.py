"""Pages on which people join a club by an invitation, or choose a new password."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.views import PasswordResetConfirmView
from django.core.exceptions import ValidationError
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from clubscore.club import journal, services
from clubscore.club.access import account_of, administers_club, membership_of
from clubscore.club.forms import InvitationForm, JoinForm, WhoForm
from clubscore.club.journal import Deed
from clubscore.club.login import (
    Attempted,
    account_refusal,
    attempt_count_not,
    log_in_new,
)
from clubscore.club.models import Account, Club, Invitation
from clubscore.club.new_passwords import link_path, new_password_tokens, why_not
from clubscore.club.qr import qr_code
from clubscore.club.requests import reads_and_writes
from clubscore.club.sessions import password_changed

# In the settings --------------------------------------------------------------------


@reads_and_writes
@administers_club
@never_cache
def invitations(request: HttpRequest, club: Club) -> HttpResponse:
    """List the invitations that can still be accepted; POST makes one."""
    account = account_of(request)
    assert account is not None
    form = InvitationForm(request.POST or None, club=club)
    if request.method == "POST" and form.accepted(
        lambda data: services.invitation_make(club=club, made_by=account, **data)
    ):
        journal.write(request, Deed.INVITATION_MADE, club=club)
        messages.success(
            request, gettext("The invitation is made. Send its link, or show its code.")
        )
        return redirect("club:invitations", club.slug)
    found = (
        club.invitations.valid(timezone.now())
        .select_related("player", "made_by")
        .annotate(joined=Count("parts"))
    )
    return render(
        request,
        "club/invitations.html",
        {
            "club": club,
            "form": form,
            "open": [_shown(request, one) for one in found],
        },
    )


def _shown(request: HttpRequest, found: Invitation) -> dict[str, Any]:
    """Return an invitation with its link and the code of the link."""
    link = request.build_absolute_uri(found.get_absolute_url())
    return {
        "invitation": found,
        "id": f"link-{found.pk}",
        "link": link,
        "qr": qr_code(link),
    }


@require_POST
@administers_club
def invitation_revoke(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Withdraw an invitation."""
    services.invitation_revoke(invitation=get_object_or_404(club.invitations, pk=pk))
    journal.write(request, Deed.INVITATION_REVOKED, club=club)
    messages.success(request, gettext("The invitation is withdrawn."))
    return redirect("club:invitations", club.slug)


@reads_and_writes
@administers_club
@never_cache
def member_password(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Make a link with which a member chooses a new password; GET asks first."""
    member = get_object_or_404(club.members.select_related("account"), pk=pk)
    refusal = why_not(member.account, club)
    link = ""
    if request.method == "POST" and not refusal:
        link = request.build_absolute_uri(link_path(member.account))
        about = member.account.get_username()
        journal.write(request, Deed.PASSWORD_LINK, club=club, about=about)
    context = {
        "club": club,
        "member": member,
        "refusal": refusal,
        "link": link,
        "qr": qr_code(link) if link else None,
    }
    return render(request, "club/member_password.html", context)


# Whoever follows a link -------------------------------------------------------------


INVITED = "invitation"
"""Where a session keeps the token of the link that was followed."""


@reads_and_writes
@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show what a link invites to, at an address that nobody can read it off."""
    if request.method == "POST":  # from a page that was open before
        return _invited(request, token)
    if not Invitation.objects.called(token).exists():
        return _gone(request, None)
    request.session[INVITED] = token
    return redirect("club:invitation_open")


@reads_and_writes
@never_cache
def invitation_open(request: HttpRequest) -> HttpResponse:
    """Show what somebody is invited to; POST joins the club, with a new account too."""
    return _invited(request, request.session.get(INVITED, ""))


def _invited(request: HttpRequest, token: str) -> HttpResponse:
    found = Invitation.objects.select_related("club", "player").called(token).first()
    if found is None:
        return _gone(request, None)
    if membership_of(request, found.club) is not None:
        return _known(request, found)
    if not Invitation.objects.valid(timezone.now()).filter(pk=found.pk).exists():
        return _gone(request, found)
    account = account_of(request)
    try:
        if account is None:
            return _with_new_account(request, found)
        return _with_account(request, found, account)
    except services.InvitationGoneError:
        found.refresh_from_db()
        return _gone(request, found)


def _with_account(
    request: HttpRequest, found: Invitation, account: Account
) -> HttpResponse:
    """Let somebody who is logged in join with one tap."""
    who = _asked_who(request, found)
    if request.method != "POST" or (who is not None and not who.is_valid()):
        return _shown_to(request, found, who=who)
    player = who.cleaned_data["player"] if who is not None else None
    try:
        services.invitation_accept(invitation=found, account=account, player=player)
    except ValidationError:  # tapped twice
        return redirect(found.club)
    return _welcome(request, found.club)


def _asked_who(request: HttpRequest, found: Invitation) -> WhoForm | None:
    """Return the question which player somebody is; None where it is known."""
    if not found.is_for_many:
        return None
    data = request.POST if request.method == "POST" else None
    return WhoForm(data, whose=found.club)


def _with_new_account(request: HttpRequest, found: Invitation) -> HttpResponse:
    """Let somebody make an account that joins at once."""
    whose = found.club if found.is_for_many else None
    refusal = account_refusal(request) if request.method == "POST" else ""
    if refusal:
        messages.error(request, refusal)
        return _shown_to(request, found, JoinForm(whose=whose))
    form = JoinForm(request.POST or None, whose=whose)
    if not form.is_valid():
        return _shown_to(request, found, form)
    try:
        member = services.account_join(
            invitation=found,
            username=form.cleaned_data["username"],
            password=form.cleaned_data["password1"],
            player=form.cleaned_data.get("player"),
        )
    except ValidationError as error:  # somebody took the name in the meantime
        form.add_error(None, error.messages)
        return _shown_to(request, found, form)
    # A whole club may join from one address.
    attempt_count_not(request, Attempted.ACCOUNT)
    return _welcome(request, found.club, member.account)


def _shown_to(
    request: HttpRequest,
    found: Invitation,
    form: JoinForm | None = None,
    who: WhoForm | None = None,
) -> HttpResponse:
    """Show what somebody is invited to."""
    context = {"invitation": found, "club": found.club, "form": form, "who": who}
    return render(request, "club/invitation.html", context)


def _welcome(
    request: HttpRequest, club: Club, new: Account | None = None
) -> HttpResponse:
    """Go to the club that was joined, logged in with a *new* account."""
    response = redirect(club)
    if new is not None:
        log_in_new(request, new, response)
    journal.write(request, Deed.ROLE_JOINED, club=club)
    welcome = gettext("Welcome. You are a member of %(name)s now.")
    messages.success(request, welcome % {"name": club.name})
    return response


def _known(request: HttpRequest, found: Invitation) -> HttpResponse:
    """Tell a member that there is nothing to join; the invitation stays as it is."""
    if request.method == "POST":
        return redirect(found.club)
    context = {"club": found.club, "is_member": True}
    return render(request, "club/invitation.html", context)


def _gone(request: HttpRequest, found: Invitation | None) -> HttpResponse:
    """Tell why an invitation cannot be accepted."""
    context = {"invitation": found}
    return render(request, "club/invitation_gone.html", context, status=404)


class NewPasswordPage(PasswordResetConfirmView):
    """Choose a new password by the link that an administrator made."""

    template_name = "club/password_new.html"
    success_url = reverse_lazy("club:login")
    token_generator = new_password_tokens

    def form_valid(self, form: SetPasswordForm[Account]) -> HttpResponse:
        """Change it and say so."""
        response = super().form_valid(form)
        password_changed(self.request, form.user, Deed.PASSWORD_CHOSEN)
        messages.success(
            self.request, gettext("The password is changed. Log in with it.")
        )
        return response

    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponse:
        """Answer as a missing page does when the link is no longer good."""
        if not self.validlink:
            more["status"] = 404
        return super().render_to_response(context, **more)
