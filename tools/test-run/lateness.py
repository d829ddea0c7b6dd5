"""The machine's lateness: the delay of a timer with a little work, beyond its time."""
import threading
import time

PAUSE, WORK = 0.1, 0.002


class Lateness(threading.Thread):
    """Measures ten times a second while the tests run."""

    def __init__(self):
        super().__init__(daemon=True)
        self.recent, self.worst, self.count, self.sum = [], 0.0, 0, 0.0

    def run(self):
        while True:
            began = time.monotonic()
            time.sleep(PAUSE)
            used = time.thread_time()
            while time.thread_time() - used < WORK:
                pass
            late = max(0.0, time.monotonic() - began - PAUSE - WORK)
            self.recent = (self.recent + [late])[-30:]
            self.count, self.sum, self.worst = self.count + 1, self.sum + late, max(self.worst, late)

    def now(self):
        """The lateness of the last three seconds that a tenth of the timers exceeded, in seconds."""
        recent = sorted(self.recent)
        return recent[len(recent) * 9 // 10] if recent else 0.0

    def text(self):
        mean = self.sum / self.count if self.count else 0.0
        return f"timers fired {mean * 1000:.0f} ms late on average, {self.worst * 1000:.0f} at most"


class Places:
    """The number of parallel jobs: fewer while the machine is late, more while it is not."""

    LATE, IN_TIME, STEP = 0.03, 0.008, 4.0

    def __init__(self, lateness, cores, most=None):
        self.lateness = lateness
        # Whole hubs wait most of their time: twice as many as start together fit a machine that stays in time.
        self.least, self.most = 2, most or 4 * cores
        self.count = min(self.most, 2 * cores)
        self.changed = time.monotonic()

    def now(self):
        """The number of places; it changes by one, at most every four seconds."""
        if time.monotonic() - self.changed < self.STEP:
            return self.count
        late = self.lateness.now()
        if late > self.LATE and self.count > self.least:
            self.count, self.changed = self.count - 1, time.monotonic()
        elif late < self.IN_TIME and self.count < self.most:
            self.count, self.changed = self.count + 1, time.monotonic()
        return self.count
