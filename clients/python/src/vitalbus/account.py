"""Who a client is at the broker, and where that is."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional, Union

ROOT = "vitalbus/v1"


@dataclass(frozen=True)
class Account:
    """An account that `vitalbus user add` or `vitalbus integration add` has made."""

    site: str
    hub: str
    """The hub that stands in its name; `site` for a program's."""
    actor: str
    """`vitalbus` for a person's account, `integration` for a program's."""
    name: str
    password: str = field(repr=False)
    host: str = "localhost"
    port: int = 8885
    authority: Optional[str] = None
    """The file of the certificate that the broker is trusted by; None for a port without TLS on this machine."""

    @classmethod
    def from_folder(cls, folder: Union[str, Path]) -> "Account":
        """The folder that `vitalbus user add NAME` has written.

        Raises OSError for a file that is missing, ValueError for one that is none of the command's.
        """
        place = Path(folder)
        known = _settings((place / "vitalbus.yaml").read_text("utf-8"))
        try:
            return cls(
                site=known["site"], hub=known["hub"], actor="vitalbus", name=known["bus.username"],
                password=(place / known["bus.password-file"]).read_text("utf-8").strip(),
                host=known["bus.host"], port=int(known["bus.port"]),
                authority=str((place / known["bus.tls.authority"]).resolve()),
            )
        except KeyError as missing:
            raise ValueError(f"{place / 'vitalbus.yaml'} has no {missing}: let 'vitalbus user add' write it") from None

    @classmethod
    def program(
        cls, site: str, name: str, password: str, host: str = "localhost", port: int = 8885, authority: Optional[str] = None
    ) -> "Account":
        """An account of `vitalbus integration add`."""
        return cls(site, "site", "integration", name, password, host, port, authority)

    @property
    def principal(self) -> str:
        """The last level of its request topics."""
        return f"{self.hub}.{self.actor}.{self.name}"

    @property
    def source(self) -> str:
        return f"/{self.site}/{self.hub}/{self.actor}/{self.name}"

    @property
    def reply_topic(self) -> str:
        return self.topic(f"reply/{self.actor}-{self.name}", self.hub)

    def topic(self, leaf: str, hub: str) -> str:
        return f"{ROOT}/{self.site}/{hub}/{leaf}"


def _settings(text: str) -> dict[str, str]:
    """The lines `key: value` of the file; it has no other."""
    found = {}
    for line in text.splitlines():
        key, colon, value = line.strip().partition(": ")
        if colon and not key.startswith("#"):
            found[key] = value.strip()
    return found
