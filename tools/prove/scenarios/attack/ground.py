"""What all stages of attacks have: what a bystander types, what the cloud has of it, what commands print."""

import os
import signal
import time

from prove import processes
from prove.hub import SimulatedHub
from prove.ledger import Ledger, Record, key, values_of


class Ground(SimulatedHub):
    """A hub or a site with people whose typed values have to come to the cloud, once, whatever happens."""

    # Who sits where, with the cloud's API that their session delivers by.
    people: dict[str, tuple[str, str]] = {}
    # What a person looks with; what it prints must not obey a terminal.
    looks: list[tuple[str, ...]] = []
    # More words of the command that types a value.
    typing: tuple[str, ...] = ()

    def __init__(self, folder, settings=()):
        super().__init__(folder, settings)
        self.ledger = Ledger(folder / "cloud.journal", is_alone=False)
        self.typed, self.pictured, self.printed = [], [], []

    def calm(self):
        """Ends what goes on of an attack."""

    def process(self, name):
        return [number for number, one in processes.family(self.up.pid).items() if one == name]

    def look(self, *arguments, given="", seconds=60):
        """A command's exit code and all that it printed, which is looked at once more at the end."""
        code, text, errors = self.command(*arguments, given=given, seconds=seconds)
        self.printed.append((arguments, text + errors))
        return code, text + errors

    def type(self, seat="bed-b", image=None, is_awaited=True):
        """A bystander types a value; it has to be at the cloud in the end, once, and on this seat's person; its image, too."""
        number = round(40 + 0.01 * len(self.typed), 2)
        user, value = f"{self.people[seat][0]}-user", key("body_weight", number)
        self.ledger.owners[value] = user
        with_image = ("--image", str(image)) if image else ()
        code, text = self.look("record", "add", *self.typing, "--seat", seat, "--type", "weight", f"body_weight={number}kg", *with_image)
        if code:
            return f"a typed value was refused ({code}): {text[:160]}"
        self.typed.append(value)
        # What people read is looked at here, so no log id is known.
        self.ledger.commit(Record(user, seat, "", value))
        if image and is_awaited:
            self.pictured.append(value)
        return ""

    def is_at_cloud(self, value):
        """Whether the cloud has a weight."""
        return key("body_weight", value) in self.ledger.cloud.read().makers

    def images_at_cloud(self):
        """The weights whose records have an image at the cloud, one for each image."""
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
