"""People at seats: their accounts on the simulated cloud, and the commands that start their sessions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prove.hub import SimulatedHub

ORGANIZATION = "demo-org"


def user(name: str) -> str:
    """A person's name on the cloud."""
    return f"{name}-user"


def token(name: str) -> str:
    """The token that lets the hub deliver for a person."""
    return f"{name}-token"


def account(name: str) -> str:
    """A person's account, as an argument of the simulated cloud."""
    return f"{ORGANIZATION}:{user(name)}:{token(name)}"


def start(name: str, *, seat: str, more: Sequence[str] = ()) -> list[str]:
    """The words of the command that starts a session; the token is given separately."""
    return ["session", "start", "--user", user(name), "--organization", ORGANIZATION, "--seat", seat, *more]


def admit(hub: SimulatedHub, name: str, *, seat: str, more: Sequence[str] = ()) -> bool:
    """Whether a session of a person starts at a seat."""
    return hub.run(*start(name, seat=seat, more=more), given=token(name))


def session(hub: SimulatedHub, seat: str) -> dict[str, object]:
    """A seat's session according to the session manager; empty if there is none."""
    return hub.ask("session", json.dumps({"seat": seat}))


def is_validated(hub: SimulatedHub, seat: str) -> bool:
    """Whether the cloud has confirmed the person of a seat."""
    return session(hub, seat).get("validated") == "yes"


def admit_validated(hub: SimulatedHub, name: str, *, seat: str, more: Sequence[str] = ()) -> None:
    """Starts a session, and waits for the cloud's confirmation; ends the run without it."""
    hub.wait(f"the session of {seat}", lambda: admit(hub, name, seat=seat, more=more))
    hub.wait(f"the cloud's word of {seat}", lambda: is_validated(hub, seat))
