"""A device's bonds, and its actions during a pairing."""

from __future__ import annotations

from collections.abc import Callable

from .formats import address_text
from .link import Link
from .smp import CONFIRM, PUBLIC_KEY, REQUEST, Key

PATIENCE = 30


class Bonding:
    """The part of a device that Pairing queries and informs."""

    def find_key(self, link: Link, ediv: int, rand: bytes) -> Key | None:
        if self.pairing and self.pairing.key and self.pairing.step == "encrypting":
            return self.pairing.key
        bond = self.bonds.get(address_text(link.central[0]))
        return bond if bond and (bond.ediv, bond.rand) == (ediv, rand) else None

    def encrypted(self) -> None:
        if self.pairing:
            self.pairing.encrypted()

    def refuses_pairing(self, link: Link) -> bool:
        return bool(self.strike("pairingRefused"))

    def pairing_step(self, link: Link, code: int) -> bool:
        """Whether a fault swallows a pairing packet."""
        self.idle.at_least(PATIENCE)
        if code in (CONFIRM, PUBLIC_KEY) and self.drop_at("pairing"):
            return True
        if code == REQUEST and self.strike("neverAnswers", lambda fault: fault.step == "pairing"):
            self.silent = True
        return self.silent

    def paired(self, link: Link, bond: Key) -> None:
        self.bonds[address_text(link.central[0])] = bond
        self.bonded_on_this_link = True
        self.rest_idle(PATIENCE)
        self.log("paired", detail=("secure" if bond.secure else "legacy")
                 + (" authenticated" if bond.authenticated else ""))
        self.world.save_bonds()

    def pairing_failed(self, link: Link, reason: int) -> None:
        self.enter_passkey = None
        self.log("pairingFailed", detail=f"0x{reason:02x}")

    def forget_bonds(self) -> None:
        self.bonds.clear()
        self.world.save_bonds()

    def wait_for_passkey(self, link: Link, entered: Callable[[int | None], None]) -> None:
        """Waits for the passkey that the central shows; an earlier input counts."""
        self.enter_passkey = entered
        if self.typed is not None:
            self.type_passkey(self.typed)

    def type_passkey(self, passkey: int) -> None:
        entered, self.enter_passkey = self.enter_passkey, None
        self.typed = None if entered else passkey
        if entered:
            entered(passkey)

    def shown(self, passkey: int) -> None:
        """Displays the number of a numeric comparison."""
        self.log("passkeyShown", detail=f"{passkey:06d}")
