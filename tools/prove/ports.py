"""Free ports."""

import random
import socket
from pathlib import Path

RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")


def free_port() -> int:
    """A port below those that the system gives to programs which leave the choice to it, as what starts later does.

    Raises SystemExit where a hundred ports are taken.
    """
    lowest = int(RANGE.read_text().split()[0])
    for _ in range(100):
        port = random.SystemRandom().randrange(lowest // 2, lowest)
        with socket.socket() as link:
            try:
                link.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise SystemExit("no port of 127.0.0.1 is free: end what listens there")


def is_taken(port: int) -> bool:
    """Whether a process listens on a port of this machine."""
    with socket.socket() as link:
        return link.connect_ex(("127.0.0.1", port)) == 0
