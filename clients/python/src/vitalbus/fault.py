"""The one shape of an error."""

from __future__ import annotations

from typing import Any


class Fault(Exception):
    """What an actor answered, or why it could not be asked.

    An actor's codes are those of the contract; go by `retriable` where you do not know one. The client's own are
    `notConnected`, `noResponder` (nobody serves the operation), `deadlineExceeded` and `notAuthorized`.
    """

    def __init__(self, code: str, message: str, retriable: bool = False) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.retriable = retriable

    @classmethod
    def read(cls, value: Any) -> "Fault":
        """An `error` of a reply."""
        if not isinstance(value, dict):
            return cls("malformed", "the reply has neither 'ok' nor 'error'")
        return cls(str(value.get("code", "")), str(value.get("message", "")), value.get("retriable") is True)
