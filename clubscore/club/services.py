"""Every write of a club."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubscore.club import engine, methods, own_books
from clubscore.club.models import (
    Account,
    Club,
    Invitation,
    Member,
    Player,
    Role,
    Season,
    Token,
)
from clubscore.club.names import folded, free_slug


@transaction.atomic
def club_make(
    *,
    name: str,
    administrator: Account | None = None,
    slug: str = "",
    is_public: bool = True,
    is_unclaimed: bool = False,
) -> Club:
    """
    Make a club, run by *administrator* if there is one yet.

    An *is_unclaimed* one waits for whoever plays there to take it over. Raise
    ValidationError if the name or the address cannot be, or if somebody has the name
    of a new account; nothing is made then.
    """
    taken = set(Club.objects.values_list("slug", flat=True)) if not slug else set()
    club = Club(
        name=name,
        slug=slug or free_slug(name, taken, "club"),
        is_public=is_public,
        is_unclaimed=is_unclaimed,
    )
    club.full_clean()
    club.save()
    if administrator is not None:
        _account_saved(administrator)
        member = Member(club=club, account=administrator, role=Role.ADMINISTRATOR)
        member.full_clean()
        member.save()
    return club


@transaction.atomic
def club_change(
    *,
    club: Club,
    name: str,
    slug: str,
    is_public: bool,
    wall: str,
    correctors: str,
    asks_agreement: bool,
    final_after: int,
    point_worth: Decimal | None,
    currency: str,
    hides_skill_rating: bool,
    fewest_parties: int,
    shows_forecast: bool,
    shows_checklist: bool,
) -> Club:
    """
    Change a club: its name, its readers, what holds at its tables and of its ratings.

    *final_after* counts hours; *point_worth* is None where nobody plays for money.
    """
    club.name, club.slug, club.is_public, club.wall = name, slug, is_public, wall
    club.correctors, club.asks_agreement = correctors, asks_agreement
    club.final_after = final_after
    club.point_worth, club.currency = point_worth, currency
    club.hides_skill_rating, club.fewest_parties = hides_skill_rating, fewest_parties
    club.shows_forecast, club.shows_checklist = shows_forecast, shows_checklist
    club.full_clean()
    club.save()
    return club


def checklist_put_away(*, club: Club) -> None:
    """Show the checklist for a first evening to nobody any more."""
    club.shows_checklist = False
    club.save(update_fields=["shows_checklist"])


@transaction.atomic
def player_add(*, club: Club, name: str, is_guest: bool = False) -> Player:
    """Add a player to a club; raise ValidationError if it has one of that name."""
    taken = set(club.players.values_list("slug", flat=True))
    player = Player(
        club=club,
        name=name,
        slug=free_slug(name, taken, "player"),
        is_guest=is_guest,
    )
    return _player_save(player)


@transaction.atomic
def players_add(*, club: Club, names: Iterable[str]) -> list[Player]:
    """
    Add players to a club; return those who are new.

    A name that somebody has already, or who is shown by initials, is passed over: sent
    twice, a list adds nobody twice.
    """
    # Two who send a list at once add each name once.
    Club.objects.select_for_update().get(pk=club.pk)
    known: set[str] = set()
    slugs: set[str] = set()
    for key, withheld, slug in club.players.values_list("key", "withheld_key", "slug"):
        known |= {key, withheld}
        slugs.add(slug)
    new = []
    for name in names:
        player = Player(club=club, name=name, slug=free_slug(name, slugs, "player"))
        player.clean()
        if player.key in known:
            continue
        player.clean_fields(exclude=["club"])
        known.add(player.key)
        slugs.add(player.slug)
        new.append(player)
    return Player.objects.bulk_create(new)


def player_rename(*, player: Player, name: str) -> Player:
    """
    Correct a player's name; the address stays, for the links that know it.

    Of who is shown by initials it is these that change. Raise ValidationError for a
    name that another player has, or that initials stand for.
    """
    player.name = name
    return _player_save(player)


def _player_save(player: Player) -> Player:
    player.clean()  # works out the key, which must be there to be compared
    if not player.key:  # an accent without a letter, too
        raise ValidationError({"name": _("Enter a name.")})
    same = Player.objects.filter(club=player.club, withheld_key=player.key).first()
    if same is not None:
        raise ValidationError(
            {
                "name": ValidationError(
                    _("The club has a player of this name, shown as %(shown)s."),
                    params={"shown": same.name},
                )
            }
        )
    player.full_clean()
    player.save()
    return player


def player_called(*, club: Club, name: str) -> Player | None:
    """
    Return the player of that name, whatever its case and accents.

    Who is shown by initials is found by both.
    """
    key = folded(name)
    found = club.players.filter(Q(key=key) | Q(withheld_key=key, withheld_key__gt=""))
    player = found.first()
    while player is not None and player.merged_into is not None:
        player = player.merged_into
    return player


@transaction.atomic
def season_make(
    *,
    club: Club,
    name: str,
    starts_on: date,
    ends_on: date | None = None,
    ruleset: str,
    options: Mapping[str, object] | None = None,
    method: Mapping[str, object] | None = None,
) -> Season:
    """
    Open a season with its ruleset, house rules and standings method.

    Without a method it has the one that is usual by its rule book.
    Raise ValidationError for a rule book of another club's own, too.
    """
    own_books.refuse_others(club, ruleset)
    if method is None and engine.usual_standings(ruleset):
        method = methods.stored(methods.usual_preset(ruleset).method)
    taken = set(club.seasons.values_list("slug", flat=True))
    season = Season(
        club=club,
        name=name,
        slug=free_slug(name, taken, "season"),
        starts_on=starts_on,
        ends_on=ends_on,
        ruleset=ruleset,
        options=dict(options or {}),
        method=dict(method or {}),
    )
    season.full_clean()
    season.save()
    return season


def season_change(
    *,
    season: Season,
    name: str,
    starts_on: date,
    ends_on: date | None,
    options: Mapping[str, object],
) -> Season:
    """Change a season; parties that have begun keep the rules they began with."""
    season.name, season.starts_on, season.ends_on = name, starts_on, ends_on
    season.options = dict(options)
    season.full_clean()
    season.save()
    return season


def season_method_change(
    *, season: Season, method: Mapping[str, object], substitutes: str
) -> Season:
    """
    Change how places are worked out, and whom a substitute's result counts for.

    The leaderboard follows the new method from the season's first partie on; parties
    that have begun keep whom their substitutes' results count for.
    """
    season.method = dict(method)
    season.substitutes = substitutes
    season.full_clean()
    season.save(update_fields=["method", "substitutes"])
    return season


@transaction.atomic
def player_change(*, player: Player, name: str, is_guest: bool) -> Player:
    """Correct a player's name, and whether they are a guest."""
    player.is_guest = is_guest
    return player_rename(player=player, name=name)


# Clubs that were made at a table ------------------------------------------------


class ClubClaimedError(Exception):
    """Somebody runs the club already."""


@transaction.atomic
def unclaimed_rename(
    *, club: Club, name: str, season: Season, season_name: str
) -> Club:
    """
    Say how a club that nobody runs yet is called, and its season.

    The addresses stay, for the links that know them. Raise ClubClaimedError if somebody
    runs it.
    """
    found = _unclaimed(club)
    found.name = name
    found.full_clean()
    found.save()
    season = found.seasons.get(pk=season.pk)
    season.name = season_name
    season.full_clean()
    season.save()
    return found


@transaction.atomic
def unclaimed_take_over(
    *,
    club: Club,
    name: str,
    season: Season,
    season_name: str,
    account: Account,
    player: Player | None = None,
) -> Member:
    """
    Let an account run a club that nobody runs yet; *player* is who it is there.

    Raise ClubClaimedError if somebody runs it, and ValidationError if somebody has the
    name of a new account; nothing is changed then.
    """
    found = unclaimed_rename(
        club=club, name=name, season=season, season_name=season_name
    )
    _account_saved(account)
    return member_add(
        club=found, account=account, role=Role.ADMINISTRATOR, player=player
    )


def _unclaimed(club: Club) -> Club:
    """Lock a club that nobody runs yet; raise ClubClaimedError if somebody does."""
    # Of two who take it over at once the second comes too late.
    found = Club.objects.select_for_update().get(pk=club.pk)
    if not found.is_unclaimed:
        raise ClubClaimedError
    return found


# People -------------------------------------------------------------------------


@transaction.atomic
def member_add(
    *, club: Club, account: Account, role: Role, player: Player | None = None
) -> Member:
    """Give an account a role in a club, and a player who it is there."""
    member = Member(club=club, account=account, role=role, player=player)
    member.full_clean()
    member.save()
    return member


@transaction.atomic
def member_change(*, member: Member, role: Role, player: Player | None) -> Member:
    """Change what a member may do and which player it is."""
    if role != Role.ADMINISTRATOR:
        _refuse_last_administrator(member)
        _withdraw_invitations(member)
    if member.player != player:
        member.linked_to = None
    member.role, member.player = role, player
    member.full_clean()
    member.save()
    return member


@transaction.atomic
def member_remove(*, member: Member) -> None:
    """Take an account's role in a club away; the player and all results stay."""
    _refuse_last_administrator(member)
    _withdraw_invitations(member)
    member.delete()


@transaction.atomic
def member_leave(*, member: Member) -> None:
    """
    Take away the role of an account that is being closed.

    Raise ValidationError if nobody runs the club any more, unless nobody is left there.
    """
    club = Club.objects.select_for_update().get(pk=member.club_id)
    if club.members.exclude(pk=member.pk).exists():
        _refuse_last_administrator(member)
    _withdraw_invitations(member)
    member.delete()


def _refuse_last_administrator(member: Member) -> None:
    """Raise ValidationError if nobody else runs the member's club."""
    # Two administrators who leave at once must not both see the other.
    club = Club.objects.select_for_update().get(pk=member.club_id)
    administrators = club.members.filter(role=Role.ADMINISTRATOR)
    if set(administrators.values_list("pk", flat=True)) == {member.pk}:
        raise ValidationError(
            _("A club needs an administrator. Make somebody else one first.")
        )


def _withdraw_invitations(member: Member) -> None:
    """Withdraw what an administrator has sent out, who could come back with it."""
    now = timezone.now()
    sent = member.club.invitations.filter(made_by=member.account_id)
    sent.valid(now).update(revoked_at=now)


# Invitations ----------------------------------------------------------------------


class InvitationGoneError(Exception):
    """The invitation has been used or withdrawn, or its time is over."""


@transaction.atomic
def invitation_make(
    *,
    club: Club,
    made_by: Account,
    role: Role,
    days: int,
    player: Player | None = None,
    places: int = 1,
) -> Invitation:
    """
    Make what lets as many people as there are *places* join a club, for so many days.

    With several places it is for no *player*, and makes nobody an administrator: raise
    ValidationError otherwise.
    """
    invitation = Invitation(
        club=club,
        made_by=made_by,
        role=role,
        player=player,
        places=places,
        expires_at=timezone.now() + timedelta(days=days),
    )
    invitation.full_clean()
    invitation.save()
    return invitation


@transaction.atomic
def invitation_revoke(*, invitation: Invitation) -> None:
    """Withdraw an invitation that nobody has used."""
    now = timezone.now()
    Invitation.objects.valid(now).filter(pk=invitation.pk).update(revoked_at=now)


@transaction.atomic
def invitation_accept(
    *, invitation: Invitation, account: Account, player: Player | None = None
) -> Member:
    """
    Let *account* join the club that it is invited to.

    Whoever the invitation says they are at the table they become, unless somebody
    else has become it since; if it is for many, the *player* whom they say.
    Raise InvitationGoneError if it is no longer valid, and ValidationError if the
    account is a member already, or is new and has the name of another.
    """
    # Two who follow one link at once, or one person with two links.
    club = Club.objects.select_for_update().get(pk=invitation.club_id)
    found = club.invitations.valid(timezone.now()).filter(pk=invitation.pk).first()
    if found is None:
        raise InvitationGoneError
    _account_saved(account)
    if club.members.filter(account=account).exists():
        raise ValidationError(_("You are a member of this club already."))
    player = _free(player if found.is_for_many else found.player)
    member = member_add(
        club=club, account=account, role=Role(found.role), player=player
    )
    _place_taken(found, account)
    return member


def _place_taken(found: Invitation, account: Account) -> None:
    """Note who has joined; with the last place the invitation is used."""
    now = timezone.now()
    if found.is_for_many:
        Invitation.objects.create(
            club=found.club,
            role=found.role,
            made_by=found.made_by,
            expires_at=found.expires_at,
            used_at=now,
            used_by=account,
            part_of=found,
        )
        if found.parts.count() < found.places:
            return
        found.used_at = now
    else:
        found.used_at, found.used_by = now, account
    found.save(update_fields=["used_at", "used_by"])


def _free(player: Player | None) -> Player | None:
    """Return *player*, or whom they turned out to be, if no account is them yet."""
    while player is not None and player.merged_into is not None:
        player = player.merged_into
    is_taken = Member.objects.filter(player=player, player__isnull=False).exists()
    return None if is_taken else player


def account_join(
    *,
    invitation: Invitation,
    username: str,
    password: str,
    player: Player | None = None,
) -> Member:
    """
    Make an account that joins the club of an invitation at once.

    The caller has asked the validators about the password. Raise as
    `invitation_accept` does; there is no account then.
    """
    account = account_new(username, password)
    return invitation_accept(invitation=invitation, account=account, player=player)


def account_new(username: str, password: str) -> Account:
    """
    Return an account that is not saved; the password is hashed, which takes long.

    So never within a transaction: everybody who writes would wait for it.
    """
    account = Account(username=Account.normalize_username(username))
    account.set_password(password)
    return account


def _account_saved(account: Account) -> None:
    """Save *account* if it is new; raise ValidationError if somebody has the name."""
    if account.pk:
        return
    account.full_clean()
    try:
        with transaction.atomic():
            account.save()
    except IntegrityError:  # taken at the same moment
        raise account.unique_error_message(Account, ["username"]) from None


# Other programs -------------------------------------------------------------------


@transaction.atomic
def token_make(*, club: Club, name: str, role: Role) -> tuple[Token, str]:
    """Make a token; return it with its secret, which cannot be asked for again."""
    secret = Token.new_secret()
    token = Token(club=club, name=name, role=role, digest=Token.digest_of(secret))
    token.full_clean()
    token.save()
    return token, secret


@transaction.atomic
def token_revoke(*, token: Token) -> None:
    """Let a token open nothing any more; what was written with it stays signed."""
    token = Token.objects.select_for_update().get(pk=token.pk)
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
