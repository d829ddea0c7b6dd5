"""Each client's errors, and Python's sealing with the contract's test vector."""

import json
import sys

# From topics/session-manager.md.
VECTOR = {
    "public": "c93a94d76ae7ccb38a6328cccc32bb71974cb89b32cb397f1f3ff181ad488062",
    "ephemeral": "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
    "enc": "358072d6365880d1aeea329adf9121383851ed21a28e3b75e965d0d2cd166254",
    "ciphertext": "67642bb0efec148e2c34c1ba5a03a3a12fe83c3b1e9ba825318c84",
}

# The code of each error, in every language.
CODES = {
    "a seat that is not there": "notFound",
    "a body without its field": "malformed",
    "an operation that is not there": "notAuthorized",
    "a hub that is not the site's": "notAuthorized",
    "a body past 64 KiB": "payloadTooLarge",
    "a request that nobody can meet": "deadlineExceeded",
    "no state of such a seat": "deadlineExceeded",
    "a wrong password": "notAuthorized",
    "a program that asks": "notAuthorized",
    "a program that hears a passkey": "notAuthorized",
}


def faults_told(check, client):
    """The errors of a client in another language, from a program that prints each as a line of JSON."""
    said = check.ran(f"{client.name}: what goes wrong", client.faults(check.hub), env=client.environment())
    if said is not None:
        codes = dict(json.loads(line) for line in said.splitlines())
        check.so(f"{client.name}: each has its code", codes == CODES, {what: code for what, code in codes.items() if CODES.get(what) != code} or codes)


def faults(check, client):
    """The errors of the Python client, as installed by `client`."""
    sys.path[:0] = client.environment()["PYTHONPATH"].split(":")
    import vitalbus
    from vitalbus.contract import DeviceReader, Events, HealthImporter, SessionManager, States

    hub = check.hub
    vector(check)

    def refused(what, ask):
        code = CODES[what]
        try:
            answer = ask()
        except vitalbus.Fault as fault:
            return check.so(f"{what}: {code}", fault.code == code, fault)
        return check.so(f"{what}: {code}", False, answer)

    account = vitalbus.Account.from_folder(hub.folder / "python.vitalbus")
    with vitalbus.Client(account) as client:
        unknown = vitalbus.Operation(SessionManager.seats.actor, "nothing")
        refused("a seat that is not there", lambda: SessionManager.session(client, {"seat": "nowhere"}))
        refused("a body without its field", lambda: client.call(SessionManager.session, {}))
        refused("an operation that is not there", lambda: client.call(unknown, {}))
        refused("a hub that is not the site's", lambda: DeviceReader.cancel(client, {}, hub="room-99"))
        refused("a body past 64 KiB", lambda: HealthImporter.import_file(client, {"path": "x" * 70_000}))
        refused("a request that nobody can meet", lambda: SessionManager.seats(client, {}, timeout=0.0001))
        refused("no state of such a seat", lambda: client.state(States.session_state, hub="site", timeout=0.3, seat="nowhere"))
    wrong = vitalbus.Account(**{**vars(account), "password": "wrong"})
    refused("a wrong password", lambda: vitalbus.Client(wrong).connect())
    program = vitalbus.Account.program(account.site, "house", hub.house, port=hub.tls_port, authority=account.authority)
    with vitalbus.Client(program) as client:
        refused("a program that asks", lambda: SessionManager.process_queue(client, {}))
        refused("a program that hears a passkey", lambda: client.subscribe(Events.passkey_requested))
        since = SessionManager.notifications_since(client, {"cursor": 0})
        check.so("a program has what it missed", since["notifications"], since)


def vector(check):
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
    from vitalbus.sealing import seal_bytes

    known = {name: bytes.fromhex(text) for name, text in VECTOR.items()}
    made = seal_bytes(b"open sesame", known["public"], b"lindenhof/bed-a/resident-0042", X25519PrivateKey.from_private_bytes(known["ephemeral"]))
    check.so("the contract's sealed token", made == (known["enc"], known["ciphertext"]), made)
