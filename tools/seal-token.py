#!/usr/bin/python3
"""Makes the data of a startSession request, with the access token sealed for a site's public key.

    mosquitto_sub … -C 1 -t 'vitalbus/v1/SITE/site/state/sealing' > sealing.json
    tools/seal-token.py sealing.json --seat bed-a --user USER --organization ORG < token-file \\
        | vitalbus call session-manager startSession -

HPKE (RFC 9180) in base mode: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20Poly1305; topics/session-manager.md has a
test vector. It needs Debian's python3-cryptography; newer libraries have HPKE of their own.
"""
import argparse
import base64
import hashlib
import hmac
import json
import sys

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

INFO = b"vitalbus session-token v1"
KEM = b"KEM\x00\x20"
SUITE = b"HPKE\x00\x20\x00\x01\x00\x03"


def extract(suite, salt, label, secret):
    return hmac.new(salt, b"HPKE-v1" + suite + label + secret, hashlib.sha256).digest()


def expand(suite, key, label, info, length):  # one block is enough: at most 32 bytes
    text = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info + b"\x01"
    return hmac.new(key, text, hashlib.sha256).digest()[:length]


def seal(token, public_key, aad, ephemeral):
    enc = ephemeral.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    shared = ephemeral.exchange(X25519PublicKey.from_public_bytes(public_key))
    shared = expand(KEM, extract(KEM, b"", b"eae_prk", shared), b"shared_secret", enc + public_key, 32)
    context = b"\x00" + extract(SUITE, b"", b"psk_id_hash", b"") + extract(SUITE, b"", b"info_hash", INFO)
    secret = extract(SUITE, shared, b"secret", b"")
    key = expand(SUITE, secret, b"key", context, 32)
    return enc, ChaCha20Poly1305(key).encrypt(expand(SUITE, secret, b"base_nonce", context, 12), token, aad)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sealing", help="a message of state/sealing")
    for name in ("seat", "user", "organization"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--api", default="inform")
    options = parser.parse_args()
    with open(options.sealing, encoding="utf-8") as file:
        message = json.load(file)
    site, state = message["source"].split("/")[1], message["data"]
    aad = f"{site}/{options.seat}/{options.user}".encode()
    token = sys.stdin.buffer.read().strip()
    enc, sealed = seal(token, base64.b64decode(state["publicKey"]), aad, X25519PrivateKey.generate())
    text = {"kid": state["kid"], "enc": base64.b64encode(enc).decode(), "ciphertext": base64.b64encode(sealed).decode()}
    print(json.dumps({"seat": options.seat, "userID": options.user, "organizationID": options.organization,
                      "apiVersion": options.api, "hpkeToken": text}))


if __name__ == "__main__":
    main()
