"""Strikes whole hubs that `vitalbus up` runs, in ways that torture does not know, and counts at the cloud.

The last line is JSON; the exit code is 1 if anything was lost, doubled, on a wrong person, shown to one, not served in time, or left
behind, or if the history does not hold. The README beside `prove` says what each word and each kind of strike means.
"""

import json
import shutil
import threading
import time
import traceback
from collections import Counter

from prove import checkers
from prove.clock import build_clock
from prove.history import fresh
from prove.ledger import keys
from prove.place import add_length, end_of, place, until_stopped, wanted
from prove.scenarios.strikes import damage, kinds, outside
from prove.scenarios.strikes.struck_hub import StruckHub

KINDS = {
    "start": (kinds.start, 4),
    "supervisor": (kinds.supervisor, 3),
    "group": (kinds.group, 4),
    "stopped": (kinds.stopped, 3),
    "term": (kinds.term, 3),
    "torn": (damage.torn, 3),
    "wal": (damage.wal, 3),
    "server": (outside.server, 4),
    "clock": (outside.clock, 2),
}
FAULTS = ["lost", "doubled", "misbooked", "shownWrong", "notServed", "orphans", "stuck", "broken"]
TOLD = ["held", "updated", "sessions", "refused", "doubted", "accepted", "told"]
EVERY = 50  # strikes of one hub between two comparisons
PEOPLE = 0.25  # how often somebody else takes bed-b before a strike


class Run:
    """The strikes that all hubs share, and their results."""

    def __init__(self, options, root):
        self.options, self.root, self.stop, self.lock = options, root, until_stopped(), threading.Lock()
        self.deadline, self.histories = end_of(options.minutes), fresh("strikes", seed=options.seed)
        self.left, self.done, self.by_kind, self.hubs, self.skipped = wanted(options, usual=30), 0, Counter[str](), [], {}
        self.findings, self.recoveries = [], []
        self.choice = {name: one for name, one in KINDS.items() if options.only in (None, name)}
        self.clock = build_clock(root)
        if self.clock is None and "clock" in self.choice:
            self.skipped["clock"] = "no C compiler for clock.c"
            del self.choice["clock"]

    def take(self):
        """Whether one more strike is due."""
        with self.lock:
            if self.left <= 0 or self.stop.is_set() or time.monotonic() > self.deadline:
                return False
            self.left -= 1
            return True

    def count(self, kind):
        with self.lock:
            self.by_kind[kind] += 1
            self.done += 1
            if self.done % 25 == 0:
                print(
                    f"{time.strftime('%H:%M:%S')} {self.done} strikes {dict(self.by_kind)}, committed {sum(hub.ledger.committed for hub in self.hubs)}",
                    flush=True,
                )

    def play(self, number):
        """Plays one hub after another: after a step of its clock a hub holds values, so it soon ends."""
        generation, goes_on = 0, True
        while goes_on and self.left > 0 and not self.stop.is_set() and time.monotonic() < self.deadline:
            folder = self.root / f"hub-{number}-{generation}"
            folder.mkdir()
            goes_on = self.live(StruckHub(folder, run=self, number=number, clock=self.clock))
            generation += 1

    def live(self, hub):
        """A hub's whole life; returns whether another may follow."""
        self.hubs.append(hub)
        try:
            with hub:
                self.strikes(hub)
        except Exception:
            hub.find("broken", traceback.format_exc())
        finally:
            for what, names in (("doubled", hub.ledger.doubled()), ("misbooked", hub.ledger.misbooked())):
                for name in names:
                    hub.find(what, name)
            with self.lock:
                self.findings += hub.findings
                self.recoveries += hub.recoveries
        if not hub.findings and not self.options.keep:
            shutil.rmtree(hub.folder, ignore_errors=True)
        return not any(what == "broken" for what, _ in hub.findings)

    def strikes(self, hub):
        names, since = list(self.choice), 0
        weights = [weight for _, weight in self.choice.values()]
        while hub.last != 0 and self.take():
            kind = hub.random.choices(names, weights)[0]
            hub.strike = f"{kind} {hub.count}"
            if hub.random.random() < PEOPLE or None in hub.owner.values():
                hub.people()
            for _ in range(hub.random.randint(1, 4)):
                hub.add(hub.random.choice(hub.seats))
            self.choice[kind][0](hub)
            self.count(kind)
            since += 1
            hub.last = None if hub.last is None else hub.last - 1
            if since == EVERY:
                self.compare(hub)
                since = 0
        hub.quiet()
        self.compare(hub)

    def compare(self, hub):
        """Ends all faults, drains, and compares; nobody types meanwhile."""
        if self.stop.is_set():
            return
        with hub.lock:
            hub.strike = f"the comparison after {hub.strike}"
            outside.heal(hub)
            missing = outside.drain(hub)
            if self.stop.is_set():
                return
            held, waiting = self.held(hub), set()
            for value, strike in hub.ledger.unheld(held).items():
                hub.find("lost", f"{value}, held in {strike}, is not shown as held")
            for seat in hub.seats:
                for way in ([], ["--unsynced"]):
                    waiting |= keys(self.pages(hub, "session", "queue", "--seat", seat, "--all", *way))
                for one in hub.owner[seat] and hub.ledger.shown_wrong(hub.owner[seat], keys(self.pages(hub, "record", "list", "--seat", seat))) or []:
                    hub.find("shownWrong", one)
            for one in missing:
                what = "held" if one.values & held else "stuck" if one.values & waiting else "lost"
                hub.facts["held"] += what == "held"
                if what != "held" or not hub.explained:
                    hub.find(what if what != "held" else "stuck", str(one))
            hub.ledger.pending = []
            hub.witness.look(held | waiting)

    def held(self, hub):
        """The values of all held readings."""
        found, page, pages = set(), 1, 1
        while page <= pages:
            answer = self.pages(hub, "held", "list", "--page", str(page))
            found |= keys(answer)
            page, pages = page + 1, answer[0]["pages"] if answer else 0
        return found

    @staticmethod
    def pages(hub, *arguments):
        """Every JSON document that a command prints."""
        return [json.loads(line) for line in (hub.answer(*arguments, "--json") or "").splitlines() if line.strip()]

    def end(self):
        """Prints the results in one line; returns whether the run passed."""
        history = checkers.check_all(self.histories)
        found, times = Counter(what for what, _ in self.findings), sorted(self.recoveries)
        ways = sorted(one for hub in self.hubs for one in hub.ways)
        print(
            json.dumps(
                {
                    "strikes": self.done,
                    "byKind": dict(self.by_kind),
                    "committed": sum(hub.ledger.committed for hub in self.hubs),
                    "atCloud": sum(len(hub.ledger.cloud.made) for hub in self.hubs),
                    **{what: sum(hub.facts[what] for hub in self.hubs) for what in TOLD},
                    **{what: found[what] for what in FAULTS},
                    "starts": len(times),
                    **quantiles("recovery", times),
                    **quantiles("way", ways),
                    "drains": sorted((round(one) for hub in self.hubs for one in hub.drains), reverse=True)[:10],
                    "history": history,
                    "skipped": self.skipped,
                    "cutShort": self.stop.is_set(),
                    "seed": self.options.seed,
                    "folders": [str(hub.folder) for hub in self.hubs if hub.folder.exists()],
                }
            ),
            flush=True,
        )
        return not self.findings and not self.stop.is_set() and checkers.holds(history)


def quantiles(name, numbers):
    """The median of sorted numbers, the 99th percentile, and the last."""
    at = [numbers[min(len(numbers) - 1, int(len(numbers) * part))] if numbers else None for part in (0.5, 0.99, 1)]
    return {f"{name}{part}": one and round(one, 1) for part, one in zip(("P50", "P99", "Max"), at)}


def add_options(parser):
    add_length(parser, of="of all hubs together (30)")
    parser.add_argument("--hubs", type=int, default=3, help="how many hubs are struck side by side (3)")
    parser.add_argument("--only", choices=KINDS, help="strikes of one kind")


def play(options):
    with place("vbs", keeps=options.keep) as here:
        run = Run(options, here.path)
        print(f"seed {options.seed}, hubs in {here.path}", flush=True)
        if not run.choice:
            print(json.dumps({"strikes": 0, "skipped": run.skipped, "seed": options.seed}))
            here.is_well = True
            return True
        threads = [threading.Thread(target=run.play, args=(number,)) for number in range(options.hubs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        here.is_well = run.end()
        return here.is_well
