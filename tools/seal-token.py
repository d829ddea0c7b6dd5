#!/usr/bin/python3
"""Makes the data of a startSession request, with the access token sealed for a site's public key.

    mosquitto_sub … -C 1 -t 'vitalbus/v1/SITE/site/state/sealing' > sealing.json
    tools/seal-token.py sealing.json --seat bed-a --user USER --organization ORG < token-file \\
        | vitalbus call session-manager startSession -

HPKE (RFC 9180) in base mode: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20Poly1305; topics/session-manager.md has a
test vector. It needs Debian's python3-cryptography; newer libraries have HPKE of their own.
"""
import argparse
import json
import sys
from pathlib import Path

# Only the module, because the package around it has more dependencies.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "clients" / "python" / "src" / "vitalbus"))
from sealing import seal  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sealing", help="a message of state/sealing")
    for name in ("seat", "user", "organization"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--api", default="inform")
    options = parser.parse_args()
    with open(options.sealing, encoding="utf-8") as file:
        message = json.load(file)
    site, token = message["source"].split("/")[1], sys.stdin.read().strip()
    sealed = seal(token, message["data"], site=site, seat=options.seat, user=options.user)
    print(json.dumps({"seat": options.seat, "userID": options.user, "organizationID": options.organization,
                      "apiVersion": options.api, "hpkeToken": sealed}))


if __name__ == "__main__":
    main()
