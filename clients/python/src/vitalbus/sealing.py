"""Seals an access token for a site: HPKE (RFC 9180) in base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20Poly1305.

`topics/session-manager.md` has a test vector. Newer libraries have HPKE of their own.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Any, Mapping, Optional

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

INFO = b"vitalbus session-token v1"
KEM = b"KEM\x00\x20"
SUITE = b"HPKE\x00\x20\x00\x01\x00\x03"


def _extract(suite: bytes, salt: bytes, label: bytes, secret: bytes) -> bytes:
    return hmac.new(salt, b"HPKE-v1" + suite + label + secret, hashlib.sha256).digest()


def _expand(suite: bytes, key: bytes, label: bytes, info: bytes, length: int) -> bytes:
    # One block is enough: at most 32 bytes.
    text = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info + b"\x01"
    return hmac.new(key, text, hashlib.sha256).digest()[:length]


def seal_bytes(token: bytes, public_key: bytes, aad: bytes, ephemeral: X25519PrivateKey) -> tuple[bytes, bytes]:
    """The encapsulated key and the ciphertext."""
    enc = ephemeral.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    shared = ephemeral.exchange(X25519PublicKey.from_public_bytes(public_key))
    shared = _expand(KEM, _extract(KEM, b"", b"eae_prk", shared), b"shared_secret", enc + public_key, 32)
    context = b"\x00" + _extract(SUITE, b"", b"psk_id_hash", b"") + _extract(SUITE, b"", b"info_hash", INFO)
    secret = _extract(SUITE, shared, b"secret", b"")
    key = _expand(SUITE, secret, b"key", context, 32)
    return enc, ChaCha20Poly1305(key).encrypt(_expand(SUITE, secret, b"base_nonce", context, 12), token, aad)


def seal(
    token: str, state: Mapping[str, Any], *, site: str, seat: str, user: str, ephemeral: Optional[X25519PrivateKey] = None
) -> dict[str, str]:
    """The `hpkeToken` of a request `startSession`.

    `state` is the data of the retained `state/sealing`; site, seat and user are those of the request.
    """
    aad = f"{site}/{seat}/{user}".encode()
    key = base64.b64decode(state["publicKey"])
    enc, sealed = seal_bytes(token.encode(), key, aad, ephemeral or X25519PrivateKey.generate())
    text = {"enc": base64.b64encode(enc).decode(), "ciphertext": base64.b64encode(sealed).decode()}
    return {"kid": state["kid"], **text}
