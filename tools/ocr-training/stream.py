"""Drawn displays from `display-generator`: records of a child process, kept in a pool for replay."""

import json
import random
import struct
import subprocess
import threading
import time

import numpy


def records(file):
    """The records of a stream: pairs of a dictionary and a grey picture."""
    while True:
        head = file.read(4)
        if len(head) < 4:
            return
        about = json.loads(file.read(struct.unpack("<I", head)[0]))
        width, height = struct.unpack("<II", file.read(8))
        pixels = file.read(width * height)
        if len(pixels) < width * height:
            return
        yield about, numpy.frombuffer(pixels, numpy.uint8).reshape(height, width)


def drawn(command):
    """All records of one run of the generator."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=1 << 20)
    with child.stdout as file:
        result = list(records(file))
    if child.wait() != 0:
        raise RuntimeError("the generator failed: %s" % " ".join(command))
    return result


class Pool:
    """The newest records of an endless series of the generator's runs, drawn at random.

    `weight(about)` in 0...1 is how often a record is drawn beside the others.  The generator waits while each record
    was used less than `uses` times on average, so that it takes no more of the machine than it must.
    """

    def __init__(self, command, seed, capacity, uses, weight=lambda about: 1.0, chunk=20000):
        self.command, self.seed, self.chunk = command, seed, chunk
        self.capacity, self.uses, self.weight = capacity, uses, weight
        self.kept, self.made, self.used, self.failure = [], 0, 0, None
        self.random = random.Random(seed)
        threading.Thread(target=self.fill, daemon=True).start()

    def fill(self):
        try:
            while True:
                command = self.command + ["--seed", str(self.seed), "--count", str(self.chunk)]
                child = subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=1 << 20)
                for record in records(child.stdout):
                    self.keep(record)
                if child.wait() != 0:
                    raise RuntimeError("the generator failed: %s" % " ".join(command))
                self.seed += 1
        except Exception as failure:
            self.failure = failure

    def keep(self, record):
        while self.made * self.uses > self.used + self.capacity // 4 * self.uses:
            time.sleep(0.02)
        entry = (record[0], record[1], self.weight(record[0]))
        if len(self.kept) < self.capacity:
            self.kept.append(entry)
        else:
            self.kept[self.made % self.capacity] = entry
        self.made += 1

    def draw(self, count, least=2000):
        """`count` records; waits until there are `least` to choose from."""
        while len(self.kept) < least:
            if self.failure:
                raise self.failure
            time.sleep(0.1)
        if self.failure:
            raise self.failure
        result = []
        while len(result) < count:
            about, image, weight = self.kept[self.random.randrange(len(self.kept))]
            if weight >= 1 or self.random.random() < weight:
                result.append((about, image))
        self.used += count
        return result
