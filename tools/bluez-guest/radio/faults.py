"""Decides when the scenario's faults happen, with the same random numbers as bluez-simulator."""

from __future__ import annotations

from collections.abc import Callable

from .formats import SplitMix64
from .scenario import Fault


class FaultPlan:
    """Every fault has separate random numbers, so that one does not shift another."""

    def __init__(self, faults: list[Fault], seed: int) -> None:
        self.seed = seed
        self.entries: list[list] = []
        for fault in faults:
            self.add(fault)

    def add(self, fault: Fault) -> int:
        self.entries.append([fault, 0, SplitMix64(self.seed, 1000 + len(self.entries))])
        return len(self.entries) - 1

    def clear(self) -> int:
        """Removes all faults; those in progress end on their own."""
        count = len(self.entries)
        for entry in self.entries:
            entry[0].count = 0
        return count

    def strike(self, kind: str, device: str | None, now: float,
               where: Callable[[Fault], bool] = lambda fault: True) -> Fault | None:
        """The fault of a kind that happens to a device now, and is counted."""
        for entry in self.entries:
            fault = entry[0]
            if fault.kind != kind or fault.device not in (None, device) or not where(fault):
                continue
            if fault.at <= now and (fault.until is None or now <= fault.until) and self.happens(entry):
                return fault
        return None

    def timed(self, index: int) -> bool:
        """Whether a timed fault happens at its time."""
        return self.happens(self.entries[index])

    @staticmethod
    def happens(entry: list) -> bool:
        fault, struck, random = entry
        if fault.count is not None and struck >= fault.count:
            return False
        if fault.probability < 1 and random.fraction() >= fault.probability:
            return False
        entry[1] += 1
        return True

    def struck(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for fault, count, _ in self.entries:
            counts[fault.kind] = counts.get(fault.kind, 0) + count
        return counts
