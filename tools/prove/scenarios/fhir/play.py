"""Strikes a hub that delivers each record to the cloud and to a FHIR server, and counts at both.

The last line is JSON; the exit code is 1 if anything was lost, doubled, on a wrong person, or held up the other destination.
"""

import json
import time
import traceback
from collections import Counter

import pypi

from prove import checkers
from prove.history import fresh
from prove.place import add_length, end_of, place, until_stopped, wanted
from prove.scenarios.fhir import outage, troubles
from prove.scenarios.fhir.fhir_hub import FHIRHub
from prove.scenarios.fhir.servers import OwnServer, SekmetServer
from prove.scenarios.strikes.outside import drain

SEKMET = "sekmet-fhir==0.1.1"
STRIKES = {
    "uploader": (lambda hub: hub.kill("uploader"), 3),
    "session-manager": (lambda hub: hub.kill("session-manager"), 3),
    "all": (lambda hub: hub.kill("uploader", "session-manager"), 2),
    "server": (FHIRHub.strike_server, 3),
    "spoil": (FHIRHub.spoil, 5),
}


class Run:
    def __init__(self, options, root):
        self.options, self.root, self.stop = options, root, until_stopped()
        self.left, self.deadline = wanted(options, usual=40), end_of(options.minutes)
        self.histories = fresh("fhir", seed=options.seed)
        self.findings, self.facts, self.skipped = [], {}, {}

    def servers(self):
        """The servers to deliver to, in turn."""
        wanted = [self.options.server] if self.options.server else ["simulator", "sekmet"]
        if "simulator" in wanted:
            yield OwnServer(self.root / "simulator")
        if "sekmet" in wanted:
            package, reason = pypi.install(SEKMET)
            if package:
                yield SekmetServer(self.root / "sekmet", package)
            else:
                self.skipped["sekmet"] = f"{SEKMET}: {reason}"

    def strike(self, server):
        """A hub's life with one server: strikes, a comparison, a time with each far end away, another comparison."""
        folder = self.root / f"hub-{server.name}"
        folder.mkdir()
        facts = self.facts[server.name] = {"strikes": 0}
        settings = [f"uploader:destination.fhir.mode={self.options.mode}"]
        with FHIRHub(folder, run=self, server=server, settings=settings) as hub:
            try:
                self.strikes(hub, facts)
                self.compare(hub, facts)
                facts.update(outage.measure(hub, self.options.outage))
                self.compare(hub, facts)
            except Exception:
                hub.find("broken", traceback.format_exc())
            self.findings += hub.findings

    def strikes(self, hub, facts):
        names = list(STRIKES)
        for _ in range(self.left):
            if self.stop.is_set() or time.monotonic() > self.deadline:
                return
            kind = hub.random.choices(names, [STRIKES[name][1] for name in names])[0]
            hub.strike = f"{kind} {facts['strikes']}"
            if hub.random.random() < 0.2 or None in hub.owner.values():
                hub.people(("bed-b",) if hub.owner["bed-a"] else hub.seats)
            hub.change(2)
            STRIKES[kind][0](hub)
            hub.heal_all()
            facts["strikes"] += 1
            facts[kind] = facts.get(kind, 0) + 1

    def compare(self, hub, facts):
        """Nobody types; both far ends get their records, and these are counted."""
        hub.strike = f"the comparison after {hub.strike}"
        with hub.lock:
            hub.heal_all()
            for one in drain(hub):
                hub.find("lost", f"at the cloud: {one}")
            for one in outage.wait_until(hub, lambda: outage.missing_charts(hub), seconds=self.options.patience)[0]:
                hub.find("lost", f"at the FHIR server: {one}")
            chart = hub.chart()
            for what, found in (
                ("doubled", [f"at the cloud: {one}" for one in hub.ledger.doubled()] + chart.doubled()),
                ("misbooked", hub.ledger.misbooked() + chart.misbooked()),
            ):
                for text in found:
                    hub.find(what, text)
            hub.witness.look(set())
            facts.update(committed=hub.ledger.committed, updated=hub.facts["updated"], sessions=hub.facts["sessions"])
            facts["observations"] = len(chart.versions)
            facts["versions"] = sum(map(len, chart.versions.values()))
            facts["otherVersions"] = sum(chart.others.values())

    def end(self):
        history = checkers.check_all(self.histories)
        found = Counter(what for what, _ in self.findings)
        print(
            json.dumps(
                {
                    **self.facts,
                    **{what: found[what] for what in ("lost", "doubled", "misbooked", "heldUp", "notServed", "orphans", "untold", "broken")},
                    "history": history,
                    "skipped": self.skipped,
                    "cutShort": self.stop.is_set(),
                    "seed": self.options.seed,
                }
            ),
            flush=True,
        )
        return not self.findings and not self.stop.is_set() and checkers.holds(history)


def add_options(parser):
    add_length(parser, of="for each server (40)")
    parser.add_argument("--server", choices=["simulator", "sekmet"], help="one server alone")
    parser.add_argument("--mode", choices=["put", "ifNoneExist"], default="put", help="who makes the ids of resources, as destination.fhir.mode (put)")
    parser.add_argument("--outage", type=float, default=75, help="seconds that each far end is away (75: until probes come at their slowest)")
    parser.add_argument("--patience", type=float, default=120, help="seconds that a far end has to get what it should have (120)")
    parser.add_argument("--only", choices=["strikes", "troubles"], help="strikes and outages alone, or what people set up wrongly")
    parser.add_argument("--quick", action="store_true", help="a few strikes and troubles, in a minute")


def play(options):
    if options.quick:
        options.strikes, options.outage, options.server = 2, 3, options.server or "simulator"
    with place("vbf", keeps=options.keep) as here:
        run = Run(options, here.path)
        print(f"seed {options.seed}, in {here.path}", flush=True)
        if options.only != "troubles":
            for server in run.servers():
                run.strike(server)
        if options.only != "strikes":
            troubles.play(run)
        here.is_well = run.end()
        return here.is_well
