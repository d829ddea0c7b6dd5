"""Strikes against the processes of a hub; after each the hub serves."""

import signal
import time

from prove.processes import parts, send


def start(hub):
    """`vitalbus up` is killed at a random moment of its start; another start follows at once."""
    hub.end(signal.SIGKILL)
    for _ in range(hub.random.randint(1, 3)):
        hub.launch()
        hub.wait_while(hub.random.uniform(0, 1) ** 2 * 3)
        hub.kill_up()
    hub.serve()


def supervisor(hub):
    """`vitalbus up` is killed at full load; its children end on their own."""
    hub.kill_up()
    hub.wait_while(hub.random.choice([0, 0, 0.3, 1, 6]))
    hub.serve()


def group(hub):
    """`up` and some or all of its children are killed at once."""
    members = sorted(hub.members())
    victims = members if hub.random.random() < 0.4 else hub.random.sample(members, hub.random.randint(1, len(members)))
    hub.up.kill()
    for pid in victims:
        send(pid, signal.SIGKILL)
    hub.up.wait()
    hub.serve()


def stopped(hub):
    """A process is stopped for a while; sometimes `up` is killed meanwhile."""
    members = sorted(hub.members().items()) + [(hub.up.pid, "up")]
    pid, name = hub.random.choice(members)
    before = parts(pid)
    send(pid, signal.SIGSTOP)
    hub.wait_while(hub.random.uniform(1, 15))
    is_killed = name != "up" and hub.random.random() < 0.5
    if is_killed:
        hub.kill_up()
        hub.serve()
    now = parts(pid)
    if now and before and now[0] == before[0]:
        send(pid, signal.SIGCONT)
    if not is_killed:
        again(hub)


def again(hub):
    """Waits until a hub that restarts on its own serves again, as long as a start may take."""
    began = time.monotonic()
    while time.monotonic() < began + hub.patience:
        if hub.up.poll() is not None:
            hub.serve()
            return
        if hub.is_served():
            hub.recoveries.append(time.monotonic() - began)
            return
        time.sleep(0.3)
    if not hub.stop.is_set():
        hub.find("notServed", f"{hub.patience} s after what stood still goes on: {hub.output.read_text(errors='replace')[-700:]}")
        hub.crash()
        hub.serve()


def term(hub):
    """`up` is told to end, and killed at a random moment meanwhile."""
    hub.up.terminate()
    hub.wait_while(hub.random.uniform(0, 1) ** 2 * 0.6)
    hub.kill_up()
    hub.serve()
