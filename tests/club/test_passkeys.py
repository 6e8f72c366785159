"""Passkeys: adding, naming, removing them, logging in; every answer that is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from pytest_django import DjangoAssertNumQueries, Settings

from clubscore.club import passkeys
from clubscore.club.models import Account, LoginAttempt, Passkey
from tests.club.device import FLAG, Device
from tests.conftest import prove

MINE = "/accounts/logging-in/"
ADD = "/accounts/passkeys/"
LOGIN = "/accounts/login/"
WITH_PASSKEY = "/accounts/login/passkey/"


def add(client: Client, device: Device, name: str = "my phone") -> str:
    """Add a passkey as the browser would; return the page that follows."""
    options = client.post(f"{ADD}options/").json()
    sent = {"credential": device.make(options), "name": name}
    return client.post(ADD, sent, follow=True).text


def log_in(client: Client, device: Device, **more: str) -> Any:
    """Use a passkey as the browser would."""
    options = client.post(f"{WITH_PASSKEY}options/").json()
    return client.post(WITH_PASSKEY, {"credential": device.sign(options), **more})


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.fixture
def device(administrator: Account) -> Device:
    """Return a device with a passkey of the administrator."""
    client, device = Client(), Device()
    client.force_login(administrator)
    assert "The passkey is added." in add(client, device)
    return device


# On the page of one's own ---------------------------------------------------------


def test_a_passkey_is_added_and_bears_its_name(
    client: Client, administrator: Account
) -> None:
    client.force_login(administrator)
    page = add(client, Device(), " my  pho\0ne ")
    assert "Make recovery codes" in page
    assert "my phone" in client.get(MINE).text
    passkey = Passkey.objects.get()
    assert (passkey.account, passkey.name) == (administrator, "my phone")


def test_one_without_a_name_is_called_by_the_day(
    client: Client, administrator: Account
) -> None:
    client.force_login(administrator)
    add(client, Device(), "")
    assert Passkey.objects.get().name.startswith("Passkey of ")


def test_what_the_browser_is_asked_for(client: Client, administrator: Account) -> None:
    client.force_login(administrator)
    device = Device()
    add(client, device)
    prove(client)
    asked = client.post(f"{ADD}options/").json()["publicKey"]
    assert asked["rp"]["id"] == "testserver"
    assert asked["user"]["name"] == "willem"
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    assert asked["authenticatorSelection"]["userVerification"] == "required"
    assert len(asked["excludeCredentials"]) == 1
    asked = client.post(f"{WITH_PASSKEY}options/").json()["publicKey"]
    assert asked["rpId"] == "testserver"
    assert asked["userVerification"] == "required"
    assert not asked.get("allowCredentials")


def test_a_passkey_is_renamed(
    client: Client, administrator: Account, device: Device
) -> None:
    log_in(client, device)
    passkey = Passkey.objects.get()
    there = f"{ADD}{passkey.pk}/"
    assert 'value="my phone"' in client.get(there).text
    assert "This field is required." in client.post(there, {"name": " "}).text
    assert "old phone" in client.post(there, {"name": "old phone"}, follow=True).text


def test_a_removed_passkey_opens_nothing(client: Client, device: Device) -> None:
    log_in(client, device)
    there = f"{ADD}{Passkey.objects.get().pk}/remove/"
    assert "Remove my phone?" in client.get(there).text
    assert "The passkey is removed." in client.post(there, follow=True).text
    other = Client()
    log_in(other, device)
    assert not is_in(other)


def test_nobody_reaches_the_passkey_of_another(
    client: Client, outsider: Account, device: Device
) -> None:
    client.force_login(outsider)
    there = f"{ADD}{Passkey.objects.get().pk}/"
    for page in (there, f"{there}remove/"):
        assert client.get(page).status_code == 404
        assert client.post(page, {"name": "x"}).status_code == 404
    assert Passkey.objects.get().name == "my phone"


def test_a_known_passkey_is_not_added_again(
    client: Client, outsider: Account, device: Device
) -> None:
    client.force_login(outsider)
    assert "This passkey is known already." in add(client, device)
    assert Passkey.objects.count() == 1


def test_an_account_has_so_many_passkeys_at_most(
    client: Client, administrator: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passkeys, "MOST_PASSKEYS", 1)
    client.force_login(administrator)
    add(client, Device())
    assert "You have too many passkeys." in add(client, Device())
    assert Passkey.objects.count() == 1


def test_the_list_costs_the_same_however_long(
    client: Client,
    administrator: Account,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client.force_login(administrator)
    prove(client)
    for number in (1, 2, 3):
        Passkey.objects.create(
            account=administrator, name="a", credential_id=number, credential=b""
        )
        # Session, account, app, passkeys, codes.
        with django_assert_num_queries(5):
            client.get(MINE)


# Logging in -----------------------------------------------------------------------


def test_a_passkey_logs_in_without_name_or_password(
    client: Client, administrator: Account, device: Device
) -> None:
    assert log_in(client, device)["Location"] == "/"
    assert client.session["_auth_user_id"] == str(administrator.pk)
    passkey = Passkey.objects.get()
    assert passkey.used_at is not None


def test_after_it_one_is_where_one_wanted_to_go_but_on_no_other_site(
    client: Client, device: Device
) -> None:
    there = "/groene-hart/settings/"
    assert log_in(client, device, next=there)["Location"] == there
    assert client.get(there).status_code == 200  # a passkey is two factors
    elsewhere = log_in(Client(), device, next="https://evil.example/")
    assert elsewhere["Location"] == "/"


def test_the_browser_is_known_afterwards(client: Client, device: Device) -> None:
    log_in(client, device)
    assert "__Host-known_browser" in client.cookies


def test_no_pause_keeps_a_passkey_out(client: Client, device: Device) -> None:
    wrong = {"username": "willem", "password": "wrong"}
    for _ in range(6):
        page = client.post(LOGIN, wrong)
    assert "Too many attempts" in page.text
    log_in(client, device)
    assert is_in(client)


def test_the_login_page_offers_it_and_asks_the_database_nothing(
    client: Client, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        page = client.get(f"{LOGIN}?next=/groene-hart/").text
    assert 'data-options="/accounts/login/passkey/options/"' in page
    assert page.count('name="next" value="/groene-hart/"') == 2


# What is refused ------------------------------------------------------------------

Change = Callable[[Device], None]


def _changed(**facts: Any) -> Change:
    def change(device: Device) -> None:
        for name, value in facts.items():
            setattr(device, name, value)

    return change


REFUSED = {
    "another site's page": _changed(origin="http://evil.example"),
    "another port's page": _changed(origin="http://testserver:8000"),
    "not by the same scheme": _changed(origin="https://testserver"),
    "a key for another site": _changed(site="evil.example"),
    "nobody was there": _changed(flags=FLAG.UV),
    "whoever was there": _changed(flags=FLAG.UP),
}


@pytest.mark.parametrize("why", REFUSED)
def test_an_answer_is_refused_when_one_logs_in(
    client: Client, device: Device, why: str
) -> None:
    REFUSED[why](device)
    page = log_in(client, device)
    assert page["Location"] == LOGIN
    assert "This passkey cannot be accepted." in client.get(LOGIN).text
    assert not is_in(client)


@pytest.mark.parametrize("why", REFUSED)
def test_an_answer_is_refused_when_one_is_added(
    client: Client, administrator: Account, why: str
) -> None:
    client.force_login(administrator)
    device = Device()
    REFUSED[why](device)
    assert "This passkey cannot be accepted." in add(client, device)
    assert not Passkey.objects.exists()


def test_the_signature_of_another_key_is_refused(
    client: Client, device: Device
) -> None:
    device.key = Device().key
    log_in(client, device)
    assert not is_in(client)


def test_a_key_that_speaks_for_another_account_is_refused(
    client: Client, device: Device
) -> None:
    device.handle = "Y2x1YnNjb3JlLTk5OQ"
    log_in(client, device)
    assert not is_in(client)


def test_an_unknown_key_is_refused(client: Client, db: None) -> None:
    log_in(client, Device())
    assert not is_in(client)


def test_an_account_that_is_closed_is_refused(client: Client, device: Device) -> None:
    Account.objects.update(is_active=False)
    log_in(client, device)
    assert not is_in(client)


def test_an_answer_is_good_once(client: Client, device: Device) -> None:
    options = client.post(f"{WITH_PASSKEY}options/").json()
    answer = {"credential": device.sign(options)}
    client.post(WITH_PASSKEY, answer)
    assert is_in(client)
    client.post("/accounts/logout/")
    client.post(WITH_PASSKEY, answer)
    assert not is_in(client)


def test_an_answer_is_good_in_the_browser_that_was_asked_alone(
    client: Client, device: Device
) -> None:
    options = client.post(f"{WITH_PASSKEY}options/").json()
    other = Client()
    other.post(f"{WITH_PASSKEY}options/")
    other.post(WITH_PASSKEY, {"credential": device.sign(options)})
    assert not is_in(other)


def test_an_answer_that_was_refused_cannot_be_mended(
    client: Client, device: Device
) -> None:
    options = client.post(f"{WITH_PASSKEY}options/").json()
    client.post(WITH_PASSKEY, {"credential": "{}"})
    client.post(WITH_PASSKEY, {"credential": device.sign(options)})
    assert not is_in(client)


def test_an_answer_comes_within_five_minutes(
    client: Client, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passkeys, "SECONDS", -1)
    log_in(client, device)
    assert "That took too long." in client.get(LOGIN).text
    assert not is_in(client)


def test_what_was_asked_for_a_new_passkey_logs_nobody_in(
    client: Client, administrator: Account, device: Device
) -> None:
    client.force_login(administrator)
    prove(client)
    options = client.post(f"{ADD}options/").json()
    client.post(WITH_PASSKEY, {"credential": device.sign(options)})
    assert Passkey.objects.get().used_at is None


def test_a_counter_that_does_not_grow_is_refused(
    client: Client, device: Device, caplog: pytest.LogCaptureFixture
) -> None:
    device.counter = 7
    log_in(client, device)
    assert is_in(client)
    for copied in (7, 6, 0):
        device.counter = copied
        log_in(other := Client(), device)
        assert not is_in(other)
    assert "it may have been copied" in caplog.text
    device.counter = 8
    log_in(other, device)
    assert is_in(other)
    assert Passkey.objects.get().counter == 8


def test_only_a_host_of_ours_is_asked_for(
    client: Client, administrator: Account, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["club.example"]
    there = f"{WITH_PASSKEY}options/"
    assert client.post(there, headers={"host": "evil.example"}).status_code == 400
    ours = client.post(there, headers={"host": "club.example:8443"}).json()
    assert ours["publicKey"]["rpId"] == "club.example"


def test_so_many_challenges_one_network_gets(client: Client, db: None) -> None:
    there = f"{WITH_PASSKEY}options/"
    for _ in range(30):
        assert client.post(there).status_code == 200
    answer = client.post(there)
    assert answer.status_code == 429
    assert "Wait 15 minutes, or use your password." in answer.json()["error"]
    assert Client(REMOTE_ADDR="192.0.2.7").post(there).status_code == 200
    # They are no attempts to log in.
    page = client.post(LOGIN, {"username": "willem", "password": "wrong"}).text
    assert "Too many" not in page


def test_who_logs_in_leaves_nothing_counted(client: Client, device: Device) -> None:
    log_in(client, device)
    assert not LoginAttempt.objects.exists()


BYTES = st.text("ABCxyz019-_=+", max_size=60)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | BYTES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
RESPONSE = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(
        (
            "clientDataJSON",
            "attestationObject",
            "authenticatorData",
            "signature",
            "userHandle",
        ),
        BYTES | JSON,
    ),
)
ANSWER = st.fixed_dictionaries(
    {"response": RESPONSE | JSON},
    optional={"id": BYTES | JSON, "rawId": BYTES | JSON, "type": JSON},
)


@pytest.mark.same_on_every_database("the library alone reads it")
class TestNoise(TestCase):
    """Whatever is sent instead of an answer."""

    @settings(max_examples=60, suppress_health_check=list(HealthCheck))
    @given(answer=ANSWER.map(json.dumps) | JSON.map(json.dumps) | st.text(max_size=40))
    def test_noise_is_refused_and_breaks_nothing(self, answer: str) -> None:
        account = Account.objects.create_user("willem")
        client = Client()
        client.post(f"{WITH_PASSKEY}options/", REMOTE_ADDR="192.0.2.1")
        reply = client.post(WITH_PASSKEY, {"credential": answer})
        assert reply["Location"] == LOGIN
        client.force_login(account)
        client.post(f"{ADD}options/")
        assert client.post(ADD, {"credential": answer})["Location"] == MINE
        assert not Passkey.objects.exists()
