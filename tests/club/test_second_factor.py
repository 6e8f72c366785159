"""The second factor: who is asked for it, what is good, who must have one."""

from __future__ import annotations

import re
import threading
from io import StringIO
from urllib.parse import quote

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from clubscore.club import factors, login, totp
from clubscore.club.factors import code_use, recovery_codes_make, secret_of
from clubscore.club.models import (
    Account,
    Club,
    CodeApp,
    JournalEntry,
    LoginAttempt,
    Member,
    Passkey,
    RecoveryCode,
    Role,
)
from clubscore.club.seals import SealError, seal
from clubscore.club.services import invitation_accept, invitation_make
from tests.club.device import Device
from tests.club.test_passkeys import add, log_in
from tests.conftest import prove

LOGIN = "/accounts/login/"
STEP = "/accounts/login/code/"
MINE = "/accounts/logging-in/"
APP = "/accounts/code-app/"
CONFIRM = "/accounts/confirm/"
CODES = "/accounts/recovery-codes/"
SETTINGS = "/groene-hart/settings/"
TYPED = {"username": "willem", "password": "tiles and winds"}
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


def code(ahead: int = 0, secret: str = SECRET) -> str:
    """Return the code that the app shows, or so many after it."""
    return totp.code_of(secret, totp.step_at(timezone.now().timestamp()) + ahead)


def wrong() -> str:
    """Return six digits that the app does not show about now."""
    shown = {code(step) for step in range(-2, 3)}
    return next(f"{one:06}" for one in range(10) if f"{one:06}" not in shown)


def app_of(account: Account) -> CodeApp:
    """Return an app that an account has had for long."""
    sealed = seal(SECRET, f"code app of {account.pk}")
    return CodeApp.objects.create(account=account, sealed_secret=sealed, last_step=0)


@pytest.fixture
def app(administrator: Account) -> CodeApp:
    """Return the administrator's app."""
    return app_of(administrator)


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


# The codes ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_codes_are_those_of_the_standard(seconds: int, shown: str) -> None:
    # RFC 6238, appendix B, whose last six digits these are.
    assert totp.code_of(SECRET, totp.step_at(seconds)) == shown


@pytest.mark.parametrize(
    ("ahead", "good"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_a_clock_may_be_half_a_minute_wrong(ahead: int, good: bool) -> None:
    shown = totp.code_of(SECRET, 1000 + ahead)
    assert (totp.step_of(SECRET, shown, 1000) is not None) == good


# Setting it up --------------------------------------------------------------------


def key_on(page: str) -> str:
    found = re.search(r'id="code-app-key">([A-Z2-7 ]+)<', page)
    assert found is not None
    return found[1].replace(" ", "")


def test_an_app_is_set_up_by_its_first_code(
    client: Client, administrator: Account
) -> None:
    client.force_login(administrator)
    page = client.get(APP).text
    secret = key_on(page)
    assert 'class="qr"' in page
    assert f"otpauth://totp/testserver:willem?secret={secret}" in page
    assert "not the code of this key" in client.post(APP, {"code": "12"}).text
    assert not CodeApp.objects.exists()
    typed = code(secret=secret)
    page = client.post(APP, {"code": f"{typed[:3]} {typed[3:]}"}, follow=True).text
    assert "The app is set up." in page
    assert "Make recovery codes" in page
    kept = CodeApp.objects.get()
    assert secret not in kept.sealed_secret
    assert secret_of(kept) == secret
    # The code that set it up is used.
    assert not code_use(account=administrator, code=typed)
    # Who has just shown one is not asked for it.
    assert client.get(SETTINGS).status_code == 200


def test_what_codes_are_made_of_follows_the_keys_of_the_installation(
    administrator: Account, outsider: Account, app: CodeApp, settings: Settings
) -> None:
    before, out = settings.SECRET_KEY, StringIO()
    settings.SECRET_KEY = "another"
    assert not code_use(account=administrator, code=code())
    settings.SECRET_KEY_FALLBACKS = [before]
    assert code_use(account=administrator, code=code())
    lost = app_of(outsider)
    lost.sealed_secret = app.sealed_secret  # copied into another account's row
    lost.save()
    with pytest.raises(SealError):
        secret_of(lost)
    call_command("seal_anew", stdout=out)
    assert "1 sealed anew, 1 lost" in out.getvalue()
    assert "No key opens the app of" in out.getvalue()
    settings.SECRET_KEY_FALLBACKS = []
    assert code_use(account=administrator, code=code(1))


@pytest.mark.parametrize("there", [APP, "/accounts/passkeys/"])
def test_a_first_factor_asks_for_the_password_unless_it_was_just_given(
    client: Client, administrator: Account, there: str
) -> None:
    client.post(LOGIN, TYPED)
    assert client.get(APP).status_code == 200
    assert "Give your password" not in client.get(MINE).text
    session = client.session
    session[factors.CONFIRMED] -= factors.CONFIRMED_FOR
    session.save()
    back = APP if there == APP else MINE
    asked = client.get(there) if there == APP else client.post(there)
    assert asked["Location"] == f"{CONFIRM}?next={quote(back, safe='')}"
    page = client.get(MINE).text
    assert "Give your password" in page
    assert "passkey-add-form" not in page
    assert client.post("/accounts/passkeys/options/").status_code == 302
    sent = {"password": "wrong", "next": back}
    assert "This is not your password." in client.post(CONFIRM, sent).text
    assert JournalEntry.objects.filter(deed="password.wrong").count() == 1
    assert LoginAttempt.objects.count() == 1
    sent["password"] = TYPED["password"]
    assert client.post(CONFIRM, sent)["Location"] == back
    assert client.get(APP).status_code == 200
    assert not LoginAttempt.objects.exists()
    sent["next"] = "https://evil.example/"
    assert client.post(CONFIRM, sent)["Location"] == "/"


def test_who_must_have_one_comes_back_to_the_page_that_asked_for_it(
    client: Client, administrator: Account, settings: Settings
) -> None:
    settings.SECOND_FACTOR = "required"
    client.force_login(administrator)
    wanted = f"{SETTINGS}journal/?kind=login"
    assert client.get(wanted)["Location"] == MINE
    typed = code(secret=key_on(client.get(APP).text))
    assert client.post(APP, {"code": typed})["Location"] == CODES
    page = client.post(CODES).text
    assert f'href="{wanted}">I have them' in page
    assert client.get(wanted).status_code == 200
    assert f'href="{MINE}">I have them' in client.post(CODES).text


def test_every_key_is_another(client: Client, administrator: Account) -> None:
    client.force_login(administrator)
    first = key_on(client.get(APP).text)
    assert key_on(client.get(APP).text) == first  # until a code of it was typed
    other = Client()
    other.force_login(administrator)
    assert key_on(other.get(APP).text) != first


def test_recovery_codes_are_shown_once_and_kept_as_hashes(
    client: Client, administrator: Account, app: CodeApp
) -> None:
    client.force_login(administrator)
    prove(client)
    assert "You have none." in client.get(CODES).text
    page = client.post(CODES).text
    made = re.findall(r"<li>((?:\w{4}-){3}\w{4})</li>", page)
    assert len(set(made)) == 8
    assert "8 are left" in client.get(CODES).text
    assert made[0] not in client.get(CODES).text
    kept = set(RecoveryCode.objects.values_list("digest", flat=True))
    assert all(len(one) == 64 for one in kept)
    client.post(CODES)
    assert not code_use(account=administrator, code=made[0])


def test_recovery_codes_stand_in_for_something(
    client: Client, administrator: Account
) -> None:
    client.force_login(administrator)
    assert "Add one first." in client.get(CODES).text
    assert client.post(CODES).status_code == 409
    assert not RecoveryCode.objects.exists()


def test_the_codes_go_with_the_last_factor(
    client: Client, administrator: Account, app: CodeApp
) -> None:
    client.force_login(administrator)
    prove(client)
    add(client, Device())
    recovery_codes_make(account=administrator)
    there = f"/accounts/passkeys/{Passkey.objects.get().pk}/remove/"
    client.post(there)
    assert RecoveryCode.objects.count() == 8
    assert "Remove the app?" in client.get(f"{APP}remove/").text
    client.post(f"{APP}remove/")
    assert not RecoveryCode.objects.exists()
    assert not factors.factors_of(administrator)


# After the password ---------------------------------------------------------------


def test_the_password_alone_lets_nobody_in_who_has_an_app(
    client: Client, app: CodeApp
) -> None:
    response = client.post(LOGIN, TYPED | {"next": SETTINGS})
    assert response["Location"] == f"{STEP}?next=%2Fgroene-hart%2Fsettings%2F"
    assert not is_in(client)
    assert client.get(SETTINGS)["Location"].startswith(LOGIN)
    page = client.get(response["Location"]).text
    assert "the code that your app shows now" in page
    assert "Use a passkey" not in page
    sent = {"code": code(), "next": SETTINGS}
    assert client.post(STEP, sent)["Location"] == SETTINGS
    assert client.get(SETTINGS).status_code == 200
    assert "__Host-known_browser" in client.cookies
    assert not LoginAttempt.objects.exists()


def test_a_code_is_good_once(client: Client, app: CodeApp) -> None:
    used = {"code": code()}
    client.post(LOGIN, TYPED)
    assert client.post(STEP, used).status_code == 302
    other = Client()
    other.post(LOGIN, TYPED)
    page = other.post(STEP, used).text
    assert "This code is not right, or has been used." in page
    assert not is_in(other)
    assert other.post(STEP, {"code": code(1)}).status_code == 302


def test_a_recovery_code_is_good_once_however_it_is_typed(
    client: Client, administrator: Account, app: CodeApp
) -> None:
    first, *_ = recovery_codes_make(account=administrator)
    client.post(LOGIN, TYPED)
    typed = first.upper().replace("-", " ")
    page = client.post(STEP, {"code": typed}, follow=True).text
    assert "That recovery code is used up; 7 are left." in page
    assert is_in(client)
    other = Client()
    other.post(LOGIN, TYPED)
    other.post(STEP, {"code": first})
    assert not is_in(other)


def test_a_passkey_takes_the_place_of_the_code(
    client: Client, administrator: Account
) -> None:
    device, own = Device(), Client()
    own.force_login(administrator)
    add(own, device)
    there = client.post(LOGIN, TYPED)["Location"]
    assert "Use a passkey" in client.get(there).text
    log_in(client, device)
    assert is_in(client)


def test_wrong_codes_are_attempts_to_log_in(client: Client, app: CodeApp) -> None:
    client.post(LOGIN, TYPED)
    for _ in range(4):
        assert "This code is not right" in client.post(STEP, {"code": wrong()}).text
    for typed in (wrong(), code()):
        page = client.post(STEP, {"code": typed}).text
        assert "Too many attempts have failed." in page
    # The right password begins nothing anew.
    assert "Too many attempts have failed." in client.post(LOGIN, TYPED).text
    assert not is_in(client)


def test_without_the_password_there_is_no_second_step(
    client: Client, administrator: Account, app: CodeApp
) -> None:
    assert client.get(STEP)["Location"] == LOGIN
    assert client.post(STEP, {"code": code()})["Location"] == LOGIN


def test_the_second_step_waits_ten_minutes_and_for_one_password(
    client: Client,
    administrator: Account,
    app: CodeApp,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client.post(LOGIN, TYPED)
    with monkeypatch.context() as patch:
        patch.setattr(login, "WAITS", -1)
        assert client.get(STEP)["Location"] == LOGIN
    administrator.set_password("four winds blow")
    administrator.save()
    assert client.post(STEP, {"code": code()})["Location"] == LOGIN
    assert not is_in(client)


@pytest.mark.parametrize("typed", ["", "x", "١٢٣٤٥٦", "1" * 40, "------", "😀" * 6])
def test_odd_codes_are_wrong_codes(client: Client, app: CodeApp, typed: str) -> None:
    client.post(LOGIN, TYPED)
    assert client.post(STEP, {"code": typed}).status_code == 200
    assert not is_in(client)


def test_who_has_none_is_asked_for_none(client: Client, administrator: Account) -> None:
    assert client.post(LOGIN, TYPED)["Location"] == "/"
    assert client.get(STEP)["Location"] == "/"


def test_what_the_second_step_asks_the_database(
    client: Client, app: CodeApp, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.post(LOGIN, TYPED)
    # The session, the account, its factors.
    with django_assert_num_queries(3):
        client.get(STEP)


# Two at once ----------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["app", "recovery"])
def test_of_two_who_use_a_code_at_once_one_gets_in(kind: str) -> None:
    account = Account.objects.create_user("willem")
    app_of(account)
    shared = code() if kind == "app" else recovery_codes_make(account=account)[0]
    meet, found = threading.Barrier(6), []

    def use() -> None:
        meet.wait(60)
        found.append(code_use(account=account, code=shared))
        connection.close()

    threads = [threading.Thread(target=use) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(60)
    assert sorted(found) == [False] * 5 + [True]


# Who must have one ----------------------------------------------------------------


def runs_the_site(account: Account) -> Account:
    account.is_staff = account.is_superuser = True
    account.save()
    return account


@pytest.mark.parametrize("setting", ["asked", "staff", "required"])
@pytest.mark.parametrize("is_staff", [False, True])
def test_who_must_have_one_sets_it_up_before_any_settings_page(
    client: Client,
    administrator: Account,
    settings: Settings,
    setting: str,
    is_staff: bool,
) -> None:
    settings.SECOND_FACTOR = setting
    if is_staff:
        runs_the_site(administrator)
    client.force_login(administrator)
    must = setting == "required" or (setting == "staff" and is_staff)
    for page in ("", "people/", "programs/", "export/club.json"):
        answer = client.get(SETTINGS + page)
        assert answer.status_code == (302 if must else 200)
        assert not must or answer["Location"] == MINE
    assert client.post(f"{SETTINGS}players/", {"name": "Ida"}).status_code == 302
    assert Club.objects.get().players.exists() != must
    assert ("has a second factor. Set one up" in client.get(MINE).text) == must
    # Everything else goes on as it was.
    assert client.get("/groene-hart/").status_code == 200


def test_who_need_not_have_one_is_reminded_in_the_settings(
    client: Client, administrator: Account, settings: Settings
) -> None:
    settings.SECOND_FACTOR = "asked"
    client.force_login(administrator)
    reminder = "Whoever learns your password runs this club."
    assert reminder in client.get(SETTINGS).text
    app_of(administrator)
    prove(client)
    assert reminder not in client.get(SETTINGS).text


@pytest.mark.parametrize("setting", ["asked", "staff"])
def test_the_staffs_pages_ask_for_it_too(
    client: Client, administrator: Account, settings: Settings, setting: str
) -> None:
    settings.SECOND_FACTOR = setting
    client.force_login(runs_the_site(administrator))
    page = client.get("/admin/", follow=True)
    if setting == "asked":
        assert page.redirect_chain == []
    else:
        assert page.redirect_chain[-1] == (MINE, 302)
        assert "Set one up, then go on." in page.text
    app_of(administrator)
    page = client.get("/admin/club/club/", follow=True)
    there = page.redirect_chain[-1][0]
    assert there == f"{STEP}?next=%2Fadmin%2Fclub%2Fclub%2F"
    sent = {"code": code(), "next": "/admin/club/club/"}
    assert client.post(STEP, sent)["Location"] == "/admin/club/club/"
    assert client.get("/admin/club/club/").status_code == 200


def test_the_staffs_way_to_log_in_leads_to_no_other_site(
    client: Client, administrator: Account
) -> None:
    client.force_login(runs_the_site(administrator))
    prove(client)
    for elsewhere in ("https://evil.example/", "evil"):
        there = client.get(f"/admin/login/?next={elsewhere}")
        assert there["Location"] == "/admin/"
        assert client.get(f"{STEP}?next={elsewhere}")["Location"] == "/"


def test_who_is_not_of_the_staff_is_told_so(
    client: Client, administrator: Account
) -> None:
    client.force_login(administrator)
    assert client.get("/admin/", follow=True).status_code == 403


@pytest.mark.parametrize("page", [MINE, APP, f"{APP}remove/", CODES, SETTINGS])
def test_an_open_browser_is_asked_before_it_changes_how_one_logs_in(
    client: Client, administrator: Account, page: str
) -> None:
    client.force_login(administrator)
    assert client.get(page).status_code == 200
    app_of(administrator)
    assert client.get(page)["Location"].startswith(STEP)
    client.post(f"{APP}remove/")
    assert CodeApp.objects.exists()
    assert client.post(STEP, {"code": code(), "next": page})["Location"] == page
    assert client.get(page).status_code == 200


def test_the_passkey_of_somebody_else_proves_nothing(
    client: Client, administrator: Account, outsider: Account, app: CodeApp
) -> None:
    theirs, device = Client(), Device()
    theirs.force_login(outsider)
    add(theirs, device)
    client.force_login(administrator)
    log_in(client, device)
    assert "This passkey is of another account." in client.get(STEP).text
    assert client.get(SETTINGS)["Location"].startswith(STEP)
    assert client.session["_auth_user_id"] == str(administrator.pk)


def test_who_has_shown_it_is_asked_no_more_queries(
    client: Client,
    administrator: Account,
    app: CodeApp,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client.force_login(administrator)
    prove(client)
    # The session, the account, the club, the role.
    with django_assert_num_queries(4):
        client.get(SETTINGS)


# Who has lost the phone -----------------------------------------------------------


@pytest.fixture
def member(club: Club, administrator: Account, outsider: Account) -> Member:
    """Return a member of this club alone, with an app."""
    invitation = invitation_make(
        club=club, made_by=administrator, role=Role.MEMBER, days=7
    )
    app_of(outsider)
    recovery_codes_make(account=outsider)
    return invitation_accept(invitation=invitation, account=outsider)


def test_an_administrator_takes_the_factor_of_a_member_away(
    client: Client,
    administrator: Account,
    member: Member,
    caplog: pytest.LogCaptureFixture,
) -> None:
    theirs = Client()
    theirs.force_login(member.account)
    client.force_login(administrator)
    there = f"{SETTINGS}people/{member.pk}/second-factor/"
    assert there in client.get(f"{SETTINGS}people/{member.pk}/").text
    assert "Take it away" in client.get(there).text
    assert CodeApp.objects.exists()
    page = client.post(there, follow=True).text
    assert "otto logs in with the password alone now." in page
    assert not CodeApp.objects.exists()
    assert not RecoveryCode.objects.exists()
    assert "'willem' has taken a second factor away: 'otto', in" in caplog.text
    assert JournalEntry.objects.filter(deed="factor.taken", club=member.club).exists()
    # The phone, wherever it is, is logged out.
    assert theirs.get(MINE)["Location"].startswith(LOGIN)
    assert "They have none" in client.get(there).text
    typed = TYPED | {"username": "otto"}
    assert Client().post(LOGIN, typed)["Location"] == "/"


def test_who_lost_it_is_told_by_mail_where_there_is_mail(
    client: Client, administrator: Account, member: Member, settings: Settings
) -> None:
    Account.objects.update(email="otto@club.example")
    client.force_login(administrator)
    there = f"{SETTINGS}people/{member.pk}/second-factor/"
    client.post(there)
    assert mail.outbox == []
    settings.HAS_MAIL = True
    client.post(there)
    [told] = mail.outbox
    assert told.to == ["otto@club.example"]
    assert told.subject == "Your second factor at testserver was taken away"
    assert "otto logs in at testserver with the password alone now." in told.body


def test_who_changes_how_they_log_in_is_told_by_mail(
    client: Client, administrator: Account, settings: Settings
) -> None:
    settings.HAS_MAIL = True
    Account.objects.update(email="willem@club.example")
    client.force_login(administrator)
    prove(client)
    add(client, Device())
    client.post(CODES)
    secret = key_on(client.get(APP).text)
    client.post(APP, {"code": code(secret=secret)})
    client.post(f"{APP}remove/")
    client.post(f"/accounts/passkeys/{administrator.passkeys.get().pk}/remove/")
    assert [told.subject for told in mail.outbox] == [
        "How you log in at testserver was changed"
    ] * 5
    assert "recovery codes of willem at testserver" in mail.outbox[0].body


def test_the_journal_tells_every_change_of_a_second_factor(
    client: Client, administrator: Account
) -> None:
    client.force_login(administrator)
    add(client, Device())
    client.post(CODES)
    secret = key_on(client.get(APP).text)
    client.post(APP, {"code": code(secret=secret)})
    client.post(f"{APP}remove/")
    first, *_ = recovery_codes_make(account=administrator)
    client.post("/accounts/logout/")
    client.post(LOGIN, TYPED)
    client.post(STEP, {"code": "x" * 16})
    client.post(STEP, {"code": first})
    told = JournalEntry.objects.exclude(deed__in=["login.done", "login.out"])
    assert list(told.order_by("pk").values_list("deed", "account__username")) == [
        (deed, "willem")
        for deed in (
            *("factor.passkey", "factor.codes", "factor.app", "factor.removed"),
            *("login.failed", "factor.used"),
        )
    ]


def test_a_session_that_has_shown_it_is_still_on_the_list(
    client: Client, administrator: Account, app: CodeApp
) -> None:
    client.force_login(administrator)
    client.post(STEP, {"code": code()})
    assert "this browser" in client.get("/accounts/sessions/").text
    other = Client()
    other.force_login(administrator)
    page = other.get("/accounts/sessions/").text
    assert page.count('name="end"') == 1


@pytest.mark.parametrize("why", ["staff", "another club"])
def test_but_not_of_who_belongs_elsewhere_too(
    client: Client, administrator: Account, member: Member, why: str
) -> None:
    if why == "staff":
        runs_the_site(member.account)
    else:
        other = Club.objects.create(name="Other", slug="other")
        Member.objects.create(club=other, account=member.account)
    client.force_login(administrator)
    page = client.post(f"{SETTINGS}people/{member.pk}/second-factor/").text
    assert "can help" in page
    assert "Take it away" not in page
    assert CodeApp.objects.exists()


def test_the_staff_take_it_away(
    client: Client, administrator: Account, app: CodeApp
) -> None:
    client.force_login(Account.objects.create_superuser("root"))
    prove(client)
    sent = {"action": "second_factor_remove", "_selected_action": administrator.pk}
    page = client.post("/admin/club/account/", sent, follow=True).text
    assert "The second factor is taken away." in page
    assert not CodeApp.objects.exists()


def test_so_does_a_command(administrator: Account, app: CodeApp) -> None:
    def said(*arguments: str) -> str:
        call_command("second_factor", *arguments, stdout=(out := StringIO()))
        return out.getvalue()

    assert said("willem") == "willem has an app with codes.\n"
    assert said("willem", "--remove") == "willem has no second factor.\n"
    assert not CodeApp.objects.exists()
    assert JournalEntry.objects.get(deed="factor.taken").about == "willem"
    with pytest.raises(CommandError, match="No account is called 'nobody'"):
        said("nobody")
