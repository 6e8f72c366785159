"""A device that holds a passkey, as a browser would speak for it."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

FLAG = AuthenticatorData.FLAG


class Device:
    """Signs whatever it is asked to; what it says of itself can be changed."""

    def __init__(self, origin: str = "http://testserver") -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.credential_id = secrets.token_bytes(32)
        self.counter = 0
        self.flags = FLAG.UP | FLAG.UV
        """Somebody is there, and it has seen who."""
        self.handle: str | None = None
        self.site = "testserver"

    @property
    def credential(self) -> AttestedCredentialData:
        """The public key, as a site keeps it."""
        public = ES256.from_cryptography_key(self.key.public_key())  # type: ignore[no-untyped-call]
        return AttestedCredentialData.create(b"\0" * 16, self.credential_id, public)

    def make(self, options: Mapping[str, Any]) -> str:
        """Return the answer with a new passkey."""
        self.handle = options["publicKey"]["user"]["id"]
        seen = self._seen(self.flags | FLAG.AT, self.credential)
        made = AttestationObject.create("none", seen, {})
        return self._told(
            clientDataJSON=websafe_encode(self._asked("webauthn.create", options)),
            attestationObject=websafe_encode(made),
        )

    def sign(self, options: Mapping[str, Any], **more: Any) -> str:
        """Return the answer that logs in."""
        seen = self._seen(self.flags)
        asked = self._asked("webauthn.get", options)
        signed = self.key.sign(seen + asked.hash, ec.ECDSA(SHA256()))
        told = {
            "clientDataJSON": websafe_encode(asked),
            "authenticatorData": websafe_encode(seen),
            "signature": websafe_encode(signed),
        }
        if self.handle:
            told["userHandle"] = self.handle
        return self._told(**told | more)

    def _asked(self, kind: str, options: Mapping[str, Any]) -> CollectedClientData:
        challenge = websafe_decode(options["publicKey"]["challenge"])
        return CollectedClientData.create(kind, challenge, self.origin)

    def _seen(
        self, flags: FLAG, credential: AttestedCredentialData | bytes = b""
    ) -> AuthenticatorData:
        site = hashlib.sha256(self.site.encode()).digest()
        seen: AuthenticatorData = AuthenticatorData.create(
            site, flags, self.counter, credential
        )
        return seen

    def _told(self, **response: str) -> str:
        name = websafe_encode(self.credential_id)
        return json.dumps(
            {"id": name, "rawId": name, "type": "public-key", "response": response}
        )
