"""What can be asked and heard, each with the types of what it carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Optional, TypeVar

if TYPE_CHECKING:
    from .client import Client

Request = TypeVar("Request")
Reply = TypeVar("Reply")
Payload = TypeVar("Payload")

# What serves a whole site stands under this hub.
SITE = "site"
_SITE_ACTORS = {"session-manager", "uploader"}


@dataclass(frozen=True)
class Operation(Generic[Request, Reply]):
    """An operation of an actor."""

    actor: str
    name: str

    def __call__(
        self, client: "Client", data: Request, *, hub: Optional[str] = None, timeout: float = 10.0, id: Optional[str] = None
    ) -> Reply:
        """Asks for it; see `Client.call`."""
        return client.call(self, data, hub=hub, timeout=timeout, id=id)

    @property
    def is_sites(self) -> bool:
        """Whether its actor serves the whole site."""
        return self.actor in _SITE_ACTORS

    @property
    def request_type(self) -> str:
        return f"vitalbus.{self.actor}.{self.name}.request.v1"


@dataclass(frozen=True)
class Told(Generic[Payload]):
    """An event or a state: its topic below a hub, and the `type` of its messages."""

    template: str
    type: str
