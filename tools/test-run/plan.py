"""Which tests run together: a job is a process of the test program for a suite target, or for one suite of a large target."""
import collections
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/debug/vitalbusPackageTests.xctest"
RUN = [str(PROGRAM), "--testing-library", "swift-testing"]
# What each suite took the last time, in seconds; the longest begin first.
TIMES = ROOT / ".build/test-times.json"

# Tests that compute for long: drawing, pictures, models, whole exports.
COMPUTING = {
    "ArchiveTests", "ContractTests", "DeliveryModelTests", "DeliveryRulesTests", "DisplayGeneratorTests", "DisplayReadingTests",
    "DisplayScoringTests", "FrameSourcesTests", "HealthFormatsTests", "HealthGeneratorTests", "HealthInputsTests",
    "HealthRecordsTests", "ImageCleaningTests", "LeptonicaTests", "NeuralNetTests", "OCREngineTests", "PhotoReadingTests", "PixelsTests",
    "ZBarTests",
}
# Tests that start processes, brokers, buses and servers, and wait for them.
WAITING = {
    "BlueZSimulatorTests", "BlueZTests", "ConfigurationTests", "CurlTests", "DBusTests", "FHIRSimulatorTests", "HubRunnerTests",
    "IntegrationTests", "LineCommitTests", "LocalBrokerTests", "MosquittoTests", "ProcessesTests", "SiteAuthorityTests", "StoreEngineTests", "SystemTests", "TortureTests",
    "UploaderActorTests", "V4L2Tests", "ValidicSimulatorTests", "VitalbusCommandTests",
}
# All others are pure: no broker, no process, nothing on disk beyond temporary files. `tools/house-layout` holds them to it.

# Suites of pure targets that compute for more than some seconds: they run with what computes.
LONG = {
    "DeviceCodecsTests.FuzzTests", "DeviceReaderActorTests.ClaimMachineTests", "DeviceReaderActorTests.GlucoseProcedureTests",
    "HealthImporterActorTests.PartialInputTests", "OCRWorkerActorTests.FrameCropsTests", "OutboxTests.OutboxRelayTests",
    "PageActorTests.PageSessionsTests", "QueueStoreTests.QueueHistoryTests", "StoreBackupTests.BackupTests",
}

# A job is about so long, in seconds: long enough for the start of a process, short enough for the last ones to end together.
LENGTH = 12.0
# What a test takes where nothing is known of its suite, in seconds.
GUESS = {"pure": 0.1, "computing": 1.0, "waiting": 1.5}


class Job:
    """Some suites of a target, which run in one process, one test after the other."""

    def __init__(self, target, suites, kind, expected, tests, wish):
        self.target, self.kind, self.expected, self.tests, self.wish = target, kind, expected, tests, wish
        self.suites = sorted(suites)
        self.name = f"{target}.{self.suites[0]}" + (f"+{len(suites) - 1}" if len(suites) > 1 else "")

    def filter(self):
        """The tests as the program's option `--filter` names them."""
        names = "|".join(re.escape(suite) for suite in self.suites)
        place = rf"{re.escape(self.target)}\.({names})([/.(]|$)"
        return f"^{place}" if self.wish is None else f"^(?={place}).*(?:{self.wish})"


def kind_of(target, suite):
    if target in COMPUTING or f"{target}.{suite}" in LONG:
        return "computing"
    return "waiting" if target in WAITING else "pure"


def listed():
    """The names of all tests of the program: `Target.Suite/test()`."""
    output = subprocess.run(RUN + ["--list-tests"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [line for line in output.splitlines() if "." in line]


def suite_of(name):
    """The target and the outermost suite of a test; a test outside a suite has its own name there."""
    target, rest = name.split(".", 1)
    return target, re.split(r"[/.]", rest, maxsplit=1)[0]


def last_times():
    # Absent is empty: nothing ran yet.
    return json.loads(TIMES.read_text()) if TIMES.exists() else {}


def keep_times(times):
    TIMES.write_text(json.dumps(last_times() | times, indent=0, sort_keys=True))


def jobs(names, wish=None, is_unit=False, slowest=0):
    """The jobs of the tests that match a wish, the longest first.

    wish: a regular expression; slowest: so many suites that took longest the last time, all where 0.
    """
    times = last_times()
    chosen = set(sorted(times, key=times.get, reverse=True)[:slowest])
    suites = collections.defaultdict(list)
    for name in names:
        if (wish is None or re.search(wish, name)) and (not slowest or ".".join(suite_of(name)) in chosen):
            suites[suite_of(name)].append(name)
    bins = collections.defaultdict(list)
    for (target, suite), tests in suites.items():
        kind = kind_of(target, suite)
        expected = times.get(f"{target}.{suite}", GUESS[kind] * len(tests))
        if not is_unit or kind == "pure":
            bins[(target, kind)].append((expected, suite, tests))
    found = [job for (target, kind), parts in bins.items() for job in packed(target, kind, parts, wish)]
    return sorted(found, key=lambda job: job.expected, reverse=True)


def packed(target, kind, parts, wish):
    """A target's suites in jobs of about equal length."""
    count = max(1, round(sum(expected for expected, _, _ in parts) / LENGTH))
    heaps = [[0.0, [], []] for _ in range(min(count, len(parts)))]
    for expected, suite, tests in sorted(parts, key=lambda part: part[0], reverse=True):
        least = min(heaps, key=lambda heap: heap[0])
        least[0] += expected
        least[1].append(suite)
        least[2].extend(tests)
    return [Job(target, names, kind, expected, tests, wish) for expected, names, tests in heaps]
