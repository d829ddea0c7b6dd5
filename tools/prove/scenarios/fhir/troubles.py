"""Wrong settings and changes to patients: each is reported in plain words, and the other deliveries continue."""

import base64
import os
import re
import time
import traceback

from prove.scenarios.fhir import outage
from prove.scenarios.fhir.fhir_hub import FHIRHub
from prove.scenarios.fhir.servers import OwnServer
from prove.waiting import soon

PATIENCE = 45  # seconds until a reason is told: a pause's probes come every 30 s at most


def key(folder, name):
    """Writes a private key and returns its public half as a JWK; None without python3-cryptography."""
    try:
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
    except ImportError:
        return None
    private = ec.generate_private_key(ec.SECP384R1())
    path = folder / f"{name}.pem"
    with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
        file.write(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    numbers = private.public_key().public_numbers()
    text = lambda number: base64.urlsafe_b64encode(number.to_bytes(48, "big")).decode().rstrip("=")  # noqa: E731
    return {"kty": "EC", "crv": "P-384", "kid": name, "x": text(numbers.x), "y": text(numbers.y)}


class Troubles:
    """One hub, whose server requires authentication; one trouble after the other, each repaired."""

    def __init__(self, run, hub, *, jwk):
        self.run, self.hub, self.jwk = run, hub, jwk
        self.server, self.facts = hub.server, run.facts.setdefault("troubles", {})

    def client(self, **more):
        self.server.control("clients", {"id": "hub", "keys": {"keys": [{**self.jwk, **more}] if self.jwk else []}})
        self.server.control("revoke", {})

    def behaviour(self, **members):
        self.server.control("behaviour", members, method="PUT")

    def patient(self, number, **members):
        self.server.control("patients", {"id": number, "identifiers": [f"urn:vitalbus:test|{number}"], **members})

    def told(self):
        """All texts of the commands for people."""
        texts = [self.hub.said("doctor"), self.hub.said("status")]
        for seat in self.hub.seats:
            texts += [self.hub.said("session", *words, "--seat", seat) for words in (["show"], ["queue", "--all"], ["queue", "--rejected"])]
        # Commands wrap their lines.
        return re.sub(r"\s+", " ", "\n".join(texts))

    def wait_for(self, words):
        """The seconds until a command reports the words."""
        began, said = time.monotonic(), ""

        def is_said():
            nonlocal said
            said = self.told()
            return re.search(words, said)

        if soon(is_said, seconds=PATIENCE, goes_on=lambda: not self.run.stop.is_set(), sleep=self.hub.wait_while):
            return time.monotonic() - began
        self.hub.find("untold", f"nobody says /{words}/: {said[:1500]}")
        return PATIENCE

    def play(self, name, words, *, harm, mend, is_hit):
        """Does harm, types, looks what is told and what arrives, and mends it.

        `is_hit` says of a record and its seat whether the FHIR server may not get it; what is refused for good stays refused.
        """
        hub = self.hub
        hub.strike = name
        harm()
        hub.kill("uploader")  # what it knew of the server is gone
        typed = [(seat, hub.add(seat)) for seat in hub.seats for _ in range(2)]
        records = [one for _, one in typed if one]
        hit = [one for seat, one in typed if one and is_hit(seat, one)]
        fine = [one for one in records if one not in hit]
        if len(records) < 4:
            hub.find("broken", "records were not taken")
        for one in outage.wait_until(hub, lambda: [each for each in records if each in hub.ledger.settle()], seconds=20)[0]:
            hub.find("heldUp", f"not at the cloud: {one}")
        for one in outage.wait_until(hub, lambda: outage.missing_charts(hub, fine), seconds=30)[0]:
            hub.find("heldUp", f"not at the FHIR server although nothing is wrong with it: {one}")
        seconds = self.wait_for(words)
        if len(outage.missing_charts(hub, hit)) < len(hit):
            hub.find("misbooked", "the FHIR server has what it should not have")
        mend()
        self.facts[name] = {"told in": round(seconds, 1), "hit": len(hit), "fine": len(fine)}
        return hit

    def pause(self, name, words, *, harm, mend):
        """A trouble of the whole destination: all waits, and comes once it is mended."""
        hit = self.play(name, words, harm=harm, mend=mend, is_hit=lambda *_: True)
        self.hub.said("session", "queue", "--seat", "bed-a", "--now")
        left, seconds = outage.wait_until(self.hub, lambda: outage.missing_charts(self.hub, hit), seconds=90)
        for one in left:
            self.hub.find("lost", f"mended, and not at the FHIR server: {one}")
        self.facts[name]["caught up"] = round(seconds, 1)

    def refuse(self, name, words, *, harm, mend, is_hit):
        """A trouble of some records: they are refused with the reason, the others go on."""
        hit = self.play(name, words, harm=harm, mend=mend, is_hit=is_hit)
        self.hub.records = [one for one in self.hub.records if one not in hit]

    def all(self):
        at_a = lambda seat, _: seat == "bed-a"  # noqa: E731
        if self.jwk:
            self.pause("wrong client", r"rejects the site's key.*registered client", harm=lambda: None, mend=self.client)
        if self.jwk and not self.run.options.quick:
            self.pause("expired key", r"rejects the site's key.*expired", harm=lambda: self.client(expires=1), mend=self.client)
            self.pause("unknown key", r"rejects the site's key.*no key of the client", harm=lambda: self.client(kid="other"), mend=self.client)
        if not self.jwk:
            self.run.skipped["keys"] = "no python3-cryptography makes a key"
        for version, name in (("1.0.2", "DSTU2"), ("5.0.0", "R5"))[self.run.options.quick :]:
            self.pause(
                f"a server of {name}",
                rf"uses FHIR {name} .*R4",
                harm=lambda version=version: self.behaviour(fhirVersion=version),
                mend=lambda: self.behaviour(fhirVersion="4.0.1"),
            )
        if self.run.options.quick:
            return
        self.pause(
            "no transactions", r"offers no transactions", harm=lambda: self.behaviour(transactions=False), mend=lambda: self.behaviour(transactions=True)
        )
        self.refuse("patient merged", r"merged into another", harm=lambda: self.patient("1", replacedBy="3"), mend=lambda: self.patient("1"), is_hit=at_a)
        self.refuse(
            "patient deleted", r"no longer has the patient", harm=lambda: self.patient("1", isDeleted=True), mend=lambda: self.patient("1"), is_hit=at_a
        )
        self.refuse(
            "a profile refuses",
            r"takes no observation with the code 8310-5",
            harm=lambda: self.behaviour(refusedCodes=["8310-5"]),
            mend=lambda: self.behaviour(refusedCodes=[]),
            is_hit=lambda _, one: one.newest.startswith("body_temperature"),
        )
        self.refuse(
            "patient unknown",
            r"ended there|does not have the patient",
            harm=lambda: self.hub.admit_as("bed-a", "demo-user", patient="Patient/99"),
            mend=lambda: self.hub.admit("bed-a", "demo-user"),
            is_hit=at_a,
        )


def play(run):
    folder = run.root / "hub-troubles"
    folder.mkdir()
    jwk = key(folder, "k1")
    clients = [{"id": "somebody-else", "keys": {"keys": [jwk]}}] if jwk else None
    server = OwnServer(run.root / "troubles", clients=clients)
    settings = [f"uploader:destination.fhir.{one}" for one in ("auth=smart", "client-id=hub", "key-id=k1", f"key-file={folder}/k1.pem")] if jwk else []
    with FHIRHub(folder, run=run, server=server, settings=settings) as hub:
        hub.quiet()
        hub.records = []
        try:
            Troubles(run, hub, jwk=jwk).all()
        except Exception:
            hub.find("broken", traceback.format_exc())
        run.findings += hub.findings
