"""Checks that each client still receives messages after a restart of the broker."""

import subprocess
import threading
import time


class Watcher:
    """The example `watch` of a client, and its output."""

    def __init__(self, hub, client):
        self.name, self.lines = client.name, []
        self.process = subprocess.Popen(
            [str(word) for word in client.watch(hub.folder / f"{client.name}.vitalbus")], env=client.environment(),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        self.lines.extend(self.process.stdout)

    def keys(self):
        """The keys of the received readings."""
        return [line.split()[1] for line in self.lines if line.startswith("seat-")]

    def end(self):
        self.process.kill()
        self.process.wait()


def all_have_heard(hub, watchers):
    """Whether all have received one; otherwise sends another, because messages are lost while a client reconnects."""
    if all(one.keys() for one in watchers):
        return True
    value = f"systolic={time.time_ns() // 10**8 % 90 + 100}"
    hub.run("record", "add", "--type", "biometrics", "--seat", f"seat-{watchers[0].name}", value, "diastolic=82")
    return False


def watching(check, clients):
    hub = check.hub
    watchers = [Watcher(hub, client) for client in clients]
    try:
        for one in watchers:
            check.soon(f"{one.name}: listens", lambda one=one: "listening\n" in one.lines)
        # The broker restarts for a new account.
        hub.must("integration", "add", "another", "--password-file", str(hub.folder / "another.password"))
        check.soon("all hear on", lambda: all_have_heard(hub, watchers))
        for one in watchers:
            keys = one.keys()
            check.so(f"{one.name}: hears after the broker's new start, each once", keys and len(set(keys)) == len(keys), "".join(one.lines))
    finally:
        for one in watchers:
            one.end()
