"""A tool's checks and their results: each check is a line, and the last line counts."""

import threading
import time
from collections.abc import Callable

from prove.waiting import PATIENCE, soon


class Looks:
    """Counts checks; several threads may check. `ok    …`, `WRONG …: why` and `skip  …: why` are the lines."""

    # A person who reads along needs only the failures.
    tells_all = True

    def __init__(self) -> None:
        self.passed = self.failed = self.skipped = 0
        self.lock, self.began = threading.Lock(), time.monotonic()

    def place(self) -> str:
        """The words before each line."""
        return ""

    def title(self, words: str) -> None:
        print(f"\n== {words}", flush=True)

    def so(self, what: str, is_so: object, why: object = "") -> bool:  # noqa: PLR0917, said hundreds of times
        """Counts whether a condition holds."""
        with self.lock:
            self.passed, self.failed = self.passed + bool(is_so), self.failed + (not is_so)
            if not is_so:
                print(f"WRONG {self.place()}{what}: {str(why)[-3000:]}", flush=True)
            elif self.tells_all:
                print(f"ok    {self.place()}{what}", flush=True)
        return bool(is_so)

    def skip(self, what: str, why: str) -> None:
        with self.lock:
            self.skipped += 1
            print(f"skip  {self.place()}{what}: {why}", flush=True)

    def soon(self, what: str, look: Callable[[], object], seconds: float = PATIENCE) -> bool:  # noqa: PLR0917
        """Counts whether a condition comes true. One that cannot be checked yet counts as false."""
        last: object = None

        def is_so() -> object:
            nonlocal last
            try:
                last = look()
            except Exception as error:  # A page that is being drawn, a line that is half written.
                last = error
                return False
            return last

        return self.so(what, soon(is_so, seconds=seconds), f"not in {seconds:.0f} s: {str(last)[:600]}")

    def end(self, name: str) -> bool:
        """Prints the counts; returns whether every check passed."""
        print(f"{name}: {self.passed} passed, {self.failed} failed, {self.skipped} skipped", flush=True)
        return not self.failed
