"""Shared by all stages of attacks: a bystander's typed values, the cloud's records, the commands' output."""

import os
import signal
import time

from prove import processes
from prove.hub import SimulatedHub
from prove.ledger import Ledger, Record, key, values_of


class Ground(SimulatedHub):
    """A hub or a site with people whose typed values must always reach the cloud, once."""

    # Each seat's person, with the cloud's API for their session.
    people: dict[str, tuple[str, str]] = {}
    # The commands with which a person looks; their output must not control a terminal.
    looks: list[tuple[str, ...]] = []
    # Additional words of the command that types a value.
    typing: tuple[str, ...] = ()

    def __init__(self, folder, settings=()):
        super().__init__(folder, settings)
        self.ledger = Ledger(folder / "cloud.journal", is_alone=False)
        self.typed, self.pictured, self.printed = [], [], []

    def calm(self):
        """Ends what is left of an attack."""

    def process(self, name):
        return [number for number, one in processes.family(self.up.pid).items() if one == name]

    def look(self, *arguments, given="", seconds=60):
        """A command's exit code and its whole output, which is checked again at the end."""
        code, text, errors = self.command(*arguments, given=given, seconds=seconds)
        self.printed.append((arguments, text + errors))
        return code, text + errors

    def type(self, seat="bed-b", image=None, *, is_awaited=True):
        """A bystander types a value; finally the cloud must have it once, for this seat's person, with its image."""
        number = round(40 + 0.01 * len(self.typed), 2)
        user, value = f"{self.people[seat][0]}-user", key("body_weight", number)
        self.ledger.owners[value] = user
        with_image = ("--image", str(image)) if image else ()
        code, text = self.look("record", "add", *self.typing, "--seat", seat, "--type", "weight", f"body_weight={number}kg", *with_image)
        if code:
            return f"a typed value was refused ({code}): {text[:160]}"
        self.typed.append(value)
        # Only what people read is checked here, so no log id is known.
        self.ledger.commit(Record(user, seat, "", value))
        if image and is_awaited:
            self.pictured.append(value)
        return ""

    def is_at_cloud(self, value):
        """Whether the cloud has a weight."""
        return key("body_weight", value) in self.ledger.cloud.read().makers

    def images_at_cloud(self):
        """The weights of records with an image in the cloud, one for each image."""
        records = [one["record"] for one in self.delivered()]
        weights = {one["logID"]: value for one in records for value in values_of(one) if value.startswith("body_weight=")}
        return [weights.get(one["content"]["log_id"]) for one in records if one["type"] == "media"]

    def missing(self):
        images = self.images_at_cloud()
        return [one.newest for one in self.ledger.settle()] + [f"the image of {value}" for value in self.pictured if value not in images]

    def log(self, name):
        return "".join(path.read_text(errors="replace") for path in (self.state / "log").glob(f"{name}*.log*"))

    def hang(self, name, seconds):
        for number in self.process(name):
            os.kill(number, signal.SIGSTOP)
        time.sleep(seconds)
        for number in self.process(name):
            os.kill(number, signal.SIGCONT)
