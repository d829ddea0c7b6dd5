"""Tests which records the ledger counts as lost, doubled, misbooked and shown wrong, and that the checkers agree."""

import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

from prove import checkers
from prove.history import History, Witness
from prove.ledger import Ledger, Record, key


class LedgerTest(unittest.TestCase):
    """A ledger with two records of one person, and a journal of the cloud that a test writes."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.journal, self.histories = Path(folder.name) / "journal", Path(folder.name)
        self.ledger = Ledger(self.journal)
        self.history = History(self.histories / "hub.jsonl")
        self.addCleanup(self.history.file.close)
        self.witness = Witness(self.history, self.ledger)
        self.one, self.two = self.typed("log-1", number=40), self.typed("log-2", number=41)

    def typed(self, log_id: str, *, number: float) -> Record:
        value = key("body_weight", number)
        self.ledger.owners[value] = "demo-user"
        with self.history.operation(("set", "add"), ("queue", "enqueue"), value=value) as operation:
            operation.ok()
        self.history.note("register", f="write", asked=[value, value], value=[value, value])
        return self.ledger.commit(Record("demo-user", "bed-a", log_id, value))

    def cloud(self, act: str, *, name: str, record: Record, user: str = "demo-user", end: str = "\n") -> None:
        number = float(record.newest.split("=")[1])
        content = {"metrics": [{"type": "body_weight", "value": number}]}
        entry: dict[str, Any] = {"act": act, "record": {"id": name, "user": user, "logID": record.log_id, "content": content}}
        with open(self.journal, "a") as journal:
            journal.write(json.dumps(entry) + end)

    def found(self) -> dict[str, Any]:
        self.witness.look(set())
        return checkers.check(self.history.path)

    def test_all_is_well(self) -> None:
        self.cloud("create", name="a", record=self.one)
        self.cloud("create", name="b", record=self.two)
        self.assertEqual(self.ledger.settle() + self.ledger.doubled() + self.ledger.misbooked(), [])
        self.assertTrue(checkers.holds(self.found()))

    def test_lost(self) -> None:
        self.cloud("create", name="a", record=self.one)
        self.assertEqual(self.ledger.settle(), [self.two])
        self.assertEqual(self.found()["lost"], [self.two.name])

    def test_half_a_line_is_no_delivery(self) -> None:
        self.cloud("create", name="a", record=self.one, end="")
        self.assertEqual(len(self.ledger.settle()), 2)

    def test_what_is_deleted_is_lost(self) -> None:
        self.cloud("create", name="a", record=self.one)
        self.cloud("delete", name="a", record=self.one)
        self.assertIn(self.one, self.ledger.settle())

    def test_doubled(self) -> None:
        for name in ("a", "b"):
            self.cloud("create", name=name, record=self.one)
        self.assertEqual(self.ledger.doubled(), sorted([self.one.newest, "log-1"]))
        self.assertEqual(self.found()["doubled"], [self.one.name])

    def test_a_change_is_not_doubled_and_the_old_value_will_not_do(self) -> None:
        self.cloud("create", name="a", record=self.one)
        new = key("body_weight", 60)
        self.ledger.owners[new] = "demo-user"
        with self.history.operation(("register", "write"), value=[self.one.name, new]) as operation:
            operation.ok()
        self.ledger.change(self.one, new)
        self.assertIn(self.one, self.ledger.settle())
        self.assertEqual(self.found()["stale"], [f"{self.one.name} is {self.one.name}"])
        self.cloud("update", name="a", record=self.one)
        self.assertNotIn(self.one, self.ledger.settle())
        self.assertEqual((self.ledger.doubled(), self.found()["stale"]), ([], []))

    def test_misbooked(self) -> None:
        self.cloud("create", name="a", record=self.one, user="other-user")
        self.assertEqual(self.ledger.misbooked(), [f"{self.one.newest} of demo-user is at other-user"])
        self.assertIn(self.one, self.ledger.settle())

    def test_shown_wrong(self) -> None:
        self.assertEqual(self.ledger.shown_wrong("demo-user", [self.one.newest]), [])
        self.assertEqual(len(self.ledger.shown_wrong("other-user", [self.one.newest, "pulse=1.0000"])), 1)

    def test_what_was_held_stays_shown(self) -> None:
        self.ledger.held = {"pulse=61.0000": "a strike"}
        self.assertEqual(self.ledger.unheld({"pulse=61.0000"}), {})
        self.assertEqual(self.ledger.unheld(set()), {"pulse=61.0000": "a strike"})

    def test_an_unknown_end_may_have_happened(self) -> None:
        with self.history.operation(("set", "add"), ("queue", "enqueue"), value="nobody knows"):
            pass
        kinds = [one["type"] for one in checkers.entries(self.history.path) if one["value"] == "nobody knows"]
        self.assertEqual(kinds, ["invoke", "invoke", "info", "info"])
        for name, record in (("a", self.one), ("b", self.two)):
            self.cloud("create", name=name, record=record)
        self.assertTrue(checkers.holds(self.found()))
