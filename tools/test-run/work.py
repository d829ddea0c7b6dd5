"""A running job: its process, its reports, and the files and processes that it leaves."""
import ctypes
import json
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import plan

# The only guard against a hang: a job that reports nothing for this long is ended, and its running tests have failed. A
# computing one may use that much processor time, because it may have to share the processor.
HANG, COMPUTING = 600.0, 60.0
# Numbers of Linux: prctl's command that drops a capability for good, and the capability to raise a priority.
PR_CAPBSET_DROP, CAP_SYS_NICE = 24, 23
# The time that a test's processes may take to end after it.
GRACE = 20.0
LOGS = plan.ROOT / ".build/test-logs"
# Swift's own driver (`swift --version`) leaves an empty folder of this name at each start, its package manager locks of this one.
DRIVERS = re.compile(r"/TemporaryDirectory\.\w+(/\.keep-directory)?$|/_[^/]+\.lock$")


class Work:
    """The process of a job, in a separate temporary folder."""

    def __init__(self, job, number, scratch, niceness, slowed=1.0):
        self.job = job
        self.hang = HANG * slowed
        self.mark = f"{scratch.name}-{number}"
        self.folder = scratch / str(number)
        self.folder.mkdir(mode=0o700)
        self.log = LOGS / f"{job.name}.log"
        self.events = LOGS / f"{job.name}.events"
        self.events.unlink(missing_ok=True)
        os.mkfifo(self.events)
        self.pipe = os.open(self.events, os.O_RDONLY | os.O_NONBLOCK)
        self.rest = b""
        self.began, self.heard = time.monotonic(), time.monotonic()
        self.started, self.times, self.skipped = {}, {}, {}
        self.failures, self.failed, self.is_complete = [], set(), False
        environment = os.environ | {
            "TMPDIR": str(self.folder), "TEST_JOB_MARK": self.mark, "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "1",
        }
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                plan.RUN + ["--filter", job.filter(), "--event-stream-output-path", str(self.events)],
                cwd=plan.ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                start_new_session=True, preexec_fn=lambda: lower(niceness),
            )
        self.used = 0.0

    def look(self):
        """Reads its new reports; returns True once it has ended."""
        has_ended = self.process.poll() is not None
        self.read()
        if has_ended:
            self.end()
        elif self.hangs():
            self.fail(f"hangs: no report for {self.hang / 60:.0f} minutes")
            os.killpg(self.process.pid, signal.SIGKILL)
            # On a busy machine it takes a while to end, and has failed once.
            self.hang = math.inf
        return has_ended

    def hangs(self):
        if time.monotonic() - self.heard < self.hang:
            return False
        used = processor_time(self.process.pid) - self.used
        return used < COMPUTING or used > self.hang

    def read(self):
        while True:
            try:
                chunk = os.read(self.pipe, 1 << 16)
            except BlockingIOError:
                return
            if not chunk:
                return
            self.heard, self.used = time.monotonic(), processor_time(self.process.pid)
            *lines, self.rest = (self.rest + chunk).split(b"\n")
            for line in lines:
                if line:
                    self.take(json.loads(line))

    def take(self, record):
        if record["kind"] != "event":
            return
        event = record["payload"]
        # The event's name ends with the test's place in the sources.
        kind, test = event["kind"], event.get("testID", "").rsplit("/", 1)[0]
        is_function = "/" in event.get("testID", "")
        when = event["instant"]["absolute"]
        if kind == "testStarted" and is_function:
            self.started[test] = when
        elif kind == "testEnded" and is_function and test in self.started:
            self.times[test] = when - self.started.pop(test)
        elif kind == "testSkipped" and is_function:
            self.skipped[test] = " ".join(message["text"] for message in event["messages"])
        elif kind == "issueRecorded" and not event.get("issue", {}).get("isKnown"):
            self.failed.add(test)
            self.failures.append(f"{test}: " + "\n    ".join(message["text"] for message in event["messages"]))
        elif kind == "runEnded":
            self.is_complete = True

    def fail(self, reason):
        for test in list(self.started) or [self.job.name]:
            self.failed.add(test)
            self.failures.append(f"{test}: {reason} (see {self.log})")

    def end(self):
        os.close(self.pipe)
        self.events.unlink(missing_ok=True)
        self.seconds = time.monotonic() - self.began
        if not self.is_complete and not self.failures:
            self.fail(f"the program ended with {self.process.returncode} in the middle of it")
        elif self.process.returncode not in (0, 69) and not self.failures:
            self.fail(f"the program ended with {self.process.returncode}")
        seen = len(self.times) + len(self.skipped)
        if self.is_complete and seen != len(self.job.tests):
            self.failures.append(f"{self.job.name}: {seen} tests told their end, {len(self.job.tests)} were to run (see {self.log})")
        self.sweep()

    def sweep(self):
        """Fails a run that leaves a process, a file or a socket."""
        deadline = time.monotonic() + GRACE
        while (left := processes(self.mark)) and time.monotonic() < deadline:
            time.sleep(0.05)
        for number, words in left.items():
            self.failures.append(f"{self.job.name}: left a process behind: {words}")
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                continue
        files = [str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if not DRIVERS.search(str(path))]
        if files:
            self.failures.append(f"{self.job.name}: left {len(files)} files behind: {', '.join(sorted(files)[:6])}")
        shutil.rmtree(self.folder, ignore_errors=True)


def processes(mark):
    """The processes that a job started, by number, with their command lines."""
    word = f"TEST_JOB_MARK={mark}".encode()
    found = {}
    for place in pathlib.Path("/proc").iterdir():
        if not place.name.isdigit():
            continue
        try:
            if word in (place / "environ").read_bytes().split(b"\0") and state(place) != "Z":
                found[int(place.name)] = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:200]
        except OSError:
            # It has ended meanwhile, or belongs to another user.
            continue
    return found


def lower(niceness):
    """Lowers the priority for good: Dispatch would give the threads of root priorities of their quality of service."""
    os.nice(niceness)
    ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_SYS_NICE, 0, 0, 0)


def processor_time(number):
    """The seconds of processor time that a process has used; 0 if it has ended."""
    try:
        text = pathlib.Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return 0.0
    fields = text.rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def state(place):
    return (place / "stat").read_text().rsplit(")", 1)[1].split()[0]
