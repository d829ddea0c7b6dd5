"""Groups tests into jobs: a job is a process of the test program for some suites or tests of one target."""
import collections
import functools
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/debug/vitalbusPackageTests.xctest"
RUN = [str(PROGRAM), "--testing-library", "swift-testing"]
# The duration of each test in the last run, in seconds; the longest begin first.
TIMES = ROOT / ".build/test-times.json"

# Groups whose small suites form one target, as in Package.swift; a folder's tests are those in `Tests/GROUP/FOLDER`.
TOGETHER = {
    "Bus": "BusTests", "Displays": "DisplaysTests", "Health": "HealthTests", "Radio": "RadioTests", "Records": "RecordsTests",
    "Runtime": "RuntimeTests", "Store": "StoreTests", "System": "SystemGroupTests",
}
# Folders of these groups that are nevertheless separate targets.
APART = {"DeliveryModelTests"}

# Folders of tests that compute for long: drawing, pictures, models, whole exports.
COMPUTING = {
    "ArchiveTests", "ContractTests", "DeliveryModelTests", "DeliveryRulesTests", "DisplayGeneratorTests", "DisplayReadingTests",
    "DisplayScoringTests", "FrameSourcesTests", "HealthFormatsTests", "HealthGeneratorTests", "HealthInputsTests",
    "HealthRecordsTests", "ImageCleaningTests", "LeptonicaTests", "NeuralNetTests", "OCREngineTests", "PhotoReadingTests", "PixelsTests",
    "ZBarTests",
}
# Folders of tests that start processes, brokers, buses and servers, and wait for them.
WAITING = {
    "BlueZSimulatorTests", "BlueZTests", "ConfigurationTests", "CurlTests", "DBusTests", "FHIRSimulatorTests", "HubRunnerTests",
    "IntegrationTests", "LineCommitTests", "LocalBrokerTests", "MosquittoTests", "ProcessesTests", "SiteAuthorityTests", "StoreEngineTests", "SystemTests", "TortureTests",
    "UploaderActorTests", "V4L2Tests", "ValidicSimulatorTests", "VitalbusCommandTests",
}
# All others are pure: no broker, no process, only temporary files on disk. `tools/house-layout` checks this.

# Suites of pure folders that compute for more than some seconds, and run with the computing ones.
LONG = {
    "DeviceCodecsTests.FuzzTests", "DeviceReaderActorTests.ClaimMachineTests", "DeviceReaderActorTests.FrameDecodingTests",
    "DeviceReaderActorTests.GlucoseProcedureTests", "HealthImporterActorTests.PartialInputTests",
    "MessageBusTests.EnvelopeCodecTests", "OCRWorkerActorTests.FrameCropsTests", "OutboxTests.OutboxRelayTests",
    "PageActorTests.PageSessionsTests", "QueueStoreTests.QueueHistoryTests", "StoreBackupTests.BackupTests",
}
# Suites of pure folders that start processes.
STARTING = {"DeviceReaderActorTests.HookRunnerTests", "HealthImporterActorTests.IngestCertificateTests"}

# The approximate length of a job, in seconds. A process works for 0.7 s before its first test, so jobs are long; they are
# short enough for the last ones to end together.
LENGTH = 24.0
# The assumed duration of a test in an unknown suite, in seconds. Whole hubs take longest and begin first.
GUESS = {"pure": 0.1, "computing": 1.0, "waiting": 1.5}
WHOLE, WHOLE_GUESS = "SystemTests", 13.0


class Job:
    """Some suites, or tests of a long one, of a target, which run one after the other in one process."""

    def __init__(self, target, kind, parts, wish):
        self.target, self.kind, self.wish = target, kind, wish
        self.expected = sum(expected for expected, _, _ in parts)
        self.places = sorted(place for _, place, _ in parts)
        self.tests = [test for _, _, tests in parts for test in tests]
        self.name = f"{target}.{self.places[0].split('(')[0].replace('/', '.')}" + (f"+{len(parts) - 1}" if len(parts) > 1 else "")

    def filter(self):
        """The tests in the form of the program's option `--filter`."""
        names = "|".join(re.escape(place) + ("" if "/" in place else "([/.(]|$)") for place in self.places)
        place = rf"{re.escape(self.target)}\.({names})"
        return f"^{place}" if self.wish is None else f"^(?={place}).*(?:{self.wish})"


def kind_of(folder, suite):
    if folder in COMPUTING or f"{folder}.{suite}" in LONG:
        return "computing"
    return "waiting" if folder in WAITING or f"{folder}.{suite}" in STARTING else "pure"


def place_of(file):
    """The folder and the target of a file of tests: `Tests/GROUP/FOLDER/…`, or `Tests/FOLDER/…` for tests of the whole."""
    parts = pathlib.Path(file).resolve().relative_to(ROOT / "Tests").parts
    folder = parts[0] if parts[0].endswith("Tests") else parts[1]
    return folder, folder if folder in APART else TOGETHER.get(parts[0], folder)


@functools.cache
def folders():
    """The folder of each test type, by target and type."""
    found = {}
    for file in (ROOT / "Tests").rglob("*.swift"):
        folder, target = place_of(file)
        for name in re.findall(r"^(?:@.*)?(?:final |private )*(?:struct|class|enum|actor) (\w+)", file.read_text(), re.M):
            found[(target, name)] = folder
    return found


def folder_of(target, suite):
    """The folder of a suite; for a target with one folder it is the target's name.

    Raises LookupError for a suite of a target of several folders that no file declares at its top.
    """
    return folders()[(target, suite)] if target in TOGETHER.values() else target


def targets_of(suite):
    """The targets that have a suite of this name."""
    return sorted(target for target, name in folders() if name == suite)


def listed():
    """The names of all tests in the program: `Target.Suite/test()`."""
    output = subprocess.run(RUN + ["--list-tests"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [line for line in output.splitlines() if "." in line]


def suite_of(name):
    """The target and the outermost suite of a test; a test outside a suite has its own name there."""
    target, rest = name.split(".", 1)
    return target, re.split(r"[/.]", rest, maxsplit=1)[0]


def last_times():
    # Absent is empty: no test has run yet.
    return json.loads(TIMES.read_text()) if TIMES.exists() else {}


def keep_times(times):
    TIMES.write_text(json.dumps(last_times() | times, indent=0, sort_keys=True))


def jobs(names, wish=None, is_unit=False, slowest=0):
    """The jobs of the tests that match a wish, the longest first.

    wish: a regular expression; slowest: so many suites that took longest the last time, all where 0.
    """
    times = last_times()
    sums = collections.Counter()
    for name, seconds in times.items():
        sums[suite_of(name)] += seconds
    chosen = {suite for suite, _ in sums.most_common(slowest)}
    suites = collections.defaultdict(list)
    for name in names:
        if (wish is None or re.search(wish, name)) and (not slowest or suite_of(name) in chosen):
            suites[suite_of(name)].append(name)
    bins = collections.defaultdict(list)
    for (target, suite), tests in suites.items():
        kind = kind_of(folder_of(target, suite), suite)
        if not is_unit or kind == "pure":
            guess = WHOLE_GUESS if target == WHOLE else GUESS[kind]
            bins[(target, kind)] += parts_of(suite, [(times.get(test, guess), test) for test in tests])
    found = [job for (target, kind), parts in bins.items() for job in packed(target, kind, parts, wish)]
    return sorted(found, key=lambda job: job.expected, reverse=True)


def parts_of(suite, tests):
    """A suite as one part, or as one per test if it is long: its expected seconds, its name, its tests."""
    expected = sum(seconds for seconds, _ in tests)
    if expected < 1.5 * LENGTH:
        return [(expected, suite, [test for _, test in tests])]
    return [(seconds, test.split(".", 1)[1], [test]) for seconds, test in tests]


def packed(target, kind, parts, wish):
    """A target's parts in jobs of about equal length."""
    count = max(1, round(sum(expected for expected, _, _ in parts) / LENGTH))
    heaps = [(0.0, []) for _ in range(min(count, len(parts)))]
    for part in sorted(parts, key=lambda part: part[0], reverse=True):
        place = min(range(len(heaps)), key=lambda index: heaps[index][0])
        heaps[place] = (heaps[place][0] + part[0], heaps[place][1] + [part])
    return [Job(target, kind, inside, wish) for _, inside in heaps if inside]


if __name__ == "__main__":
    print("\n".join(targets_of(sys.argv[1])))
