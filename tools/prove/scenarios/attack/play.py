"""Plays attacks against a hub of three seats, and looks after each at what may never happen: a value that a bystander types is
lost, doubled or on another person, a process ends or grows without bound, the hub answers nobody, a terminal is written to.

A table of what was played, then one JSON object; the exit code is 1 if anything broke.
"""

import json
import resource
import time
from collections import Counter

from prove import processes
from prove.place import place
from prove.scenarios.attack import api, bus, files, floods, host, images, legacy, page, radio, site_bus
from prove.scenarios.attack.site_stage import SiteStage
from prove.scenarios.attack.stage import Stage
from prove.waiting import soon

ON_STAGE = {**bus.ATTACKS, **api.ATTACKS, **legacy.ATTACKS, **images.ATTACKS, **files.ATTACKS, **floods.ATTACKS, **radio.ATTACKS}
AT_SITE = {**site_bus.ATTACKS, **page.ATTACKS}
QUICK = """
    marks kinds demand takeover rubbish listen huge-id control-id redirects legacy-huge-id legacy-rows image-control-id
    image-refused image-401 radio-names radio-cuff rows lies expects site-reach site-box site-importer site-listen
    site-forge site-rubbish site-wire site-flood frames open-state foreign-key
""".split()
# What a terminal obeys, or what turns the direction of writing; line ends and tabs are the program's own.
OBEYED = {*range(0x20), *range(0x7F, 0xA0), 0x61C, *range(0x200E, 0x2010), *range(0x2028, 0x202F), *range(0x2066, 0x206A)} - {9, 10}


class Play:
    """The attacks one after the other, with what came of each."""

    def __init__(self, stage):
        self.stage, self.rows = stage, []

    def one(self, name, attack):
        stage, begin = self.stage, time.monotonic()
        stage.watch.begin()
        family = processes.family(stage.up.pid)
        wrong = [what for what in attack(stage) if what]
        stage.calm()
        wrong += [what for what in map(stage.type, stage.people) if what]
        # Paused destinations are probed after 30 s at most, and a wait that a server asks for ends with the pause.
        if not soon(lambda: not stage.missing(), seconds=120):
            wrong.append(f"typed values did not come to the cloud: {stage.missing()[:5]}")
        if processes.family(stage.up.pid) != family:
            gone = sorted(set(family.values()) - set(processes.family(stage.up.pid).values()))
            wrong.append(f"a process ended: {gone or 'and was started again'}")
        peaks = stage.watch.peaks()
        wrong += stage.watch.over(peaks)
        self.note(name, wrong, begin=begin, growth=max((peak - stage.watch.idle.get(one, 0), one) for one, peak in peaks.items()))

    def note(self, name, wrong, *, begin, growth=(0, "")):
        seconds = time.monotonic() - begin
        said = "held" if not wrong else "BROKE: " + "; ".join(wrong)
        self.rows.append((name, said))
        print(f"{name:16} {seconds:6.1f} s  {f'+{growth[0]} MiB {growth[1]}' if growth[1] else '':28} {said}"[:400], flush=True)

    def account(self):
        """What holds for all attacks together."""
        begin, ledger = time.monotonic(), self.stage.ledger
        # Devices may say a value twice; weights are typed or imported, and each of them is another one.
        wrong = [f"{one} is at the cloud more than once" for one in ledger.doubled() if one.startswith("body_weight=") or "=" not in one]
        images = Counter(self.stage.images_at_cloud())
        wrong += [f"{value} has {count} images at the cloud" for value, count in images.items() if count > 1]
        wrong += ledger.misbooked()
        if not soon(lambda: not (self.stage.ask("queuedRecords") or {"records": [1]}).get("records"), seconds=100):
            wrong.append("records that are at the cloud still wait here")
        self.note("all values", wrong, begin=begin)
        begin, wrong = time.monotonic(), []
        for arguments in self.stage.looks:
            code, text = self.stage.look(*arguments)
            if code not in (0, 1):
                wrong.append(f"vitalbus {' '.join(arguments)} ends with {code}: {text[:100]}")
        for arguments, text in self.stage.printed:
            obeyed = sorted({f"U+{ord(one):04X}" for one in text if ord(one) in OBEYED})
            if obeyed or any(line.strip() == "all well" for line in text.splitlines() if arguments != ("doctor",)):
                wrong.append(f"vitalbus {' '.join(arguments)} writes {obeyed or 'a line of another'}")
        self.note("terminal", sorted(set(wrong)), begin=begin)


def add_options(parser):
    parser.add_argument("--quick", action="store_true", help="those that take a moment")
    parser.add_argument("--list", action="store_true", help="say what there is")
    parser.add_argument("--only", nargs="+", metavar="ATTACK", default=[], help="attacks by their names")


def play(options):
    every = {**ON_STAGE, **AT_SITE, **host.ATTACKS}
    if options.list:
        for name, attack in every.items():
            print(f"{name:16} {(attack.__doc__ or '').splitlines()[0]}")
        return True
    if unknown := [name for name in options.only if name not in every]:
        raise SystemExit(f"no attack is called {', '.join(unknown)}; --list names them")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_384), hard))
    wanted = options.only or (QUICK if options.quick else list(every))
    with place("vba", keeps=options.keep) as here:
        rows = on_stages(here.path, wanted)
        alone, skipped = on_own_hubs(here.path, wanted)
        broke = [name for name, said in rows + alone if said != "held"]
        counts = {"held": len(rows + alone) - len(broke), "broke": len(broke), "skipped": len(skipped)}
        print(json.dumps({**counts, "names": broke, "reasons": skipped}))
        here.is_well = not broke
        return here.is_well


def on_stages(root, wanted):
    """Plays what needs a hub, and what needs a site; a row for each."""
    rows = []
    for kind, attacks in ((Stage, ON_STAGE), (SiteStage, AT_SITE)):
        names = [name for name in wanted if name in attacks]
        if not names:
            continue
        folder = root / kind.__name__.lower()
        folder.mkdir()
        with kind(folder) as stage:
            one = Play(stage)
            for name in names:
                one.one(name, attacks[name])
            one.account()
            rows += one.rows
    return rows


def on_own_hubs(root, wanted):
    """Plays what needs a hub of its own; a row for each, and why some were skipped."""
    rows, skipped = [], []
    for name in [name for name in wanted if name in host.ATTACKS]:
        begin, folder = time.monotonic(), root / name
        folder.mkdir()
        wrong = host.ATTACKS[name](folder)
        if isinstance(wrong, str):
            skipped.append(f"{name}: {wrong}")
            print(f"{name:16} skipped: {wrong}", flush=True)
            continue
        one = Play(None)
        one.note(name, wrong, begin=begin)
        rows += one.rows
    return rows, skipped
