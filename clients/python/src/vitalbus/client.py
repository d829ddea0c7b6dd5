"""Calls operations and hears what is told."""

from __future__ import annotations

import collections
import queue
import re
import threading
import time
from typing import Any, Dict, Generic, Iterator, List, Optional, TypeVar, cast

from .account import Account
from .connection import NO_SUBSCRIBERS, Connection
from .envelope import Writer, decoded, encoded, new_id
from .fault import Fault
from .operation import SITE, Operation, Payload, Reply, Request, Told

Value = TypeVar("Value")
# How many ids a subscription remembers to drop repeats.
REPEATS = 1024


class _Call:
    """A request that waits for its reply."""

    def __init__(self, topic: str, envelope: Dict[str, Any], end: float) -> None:
        self.topic, self.envelope, self.payload, self.end = topic, envelope, encoded(envelope), end
        self.done = threading.Event()
        self.reply: Optional[Dict[str, Any]] = None
        self.fault: Optional[Fault] = None

    def acknowledged(self, code: int) -> None:
        if code == NO_SUBSCRIBERS:
            self.fail(Fault("noResponder", f"nobody serves {self.topic}: is the actor running?", retriable=True))
        elif code >= 0x80:
            self.fail(Fault("notAuthorized", f"the broker refuses {self.topic} with the code {code}"))

    def answer(self, reply: Dict[str, Any]) -> None:
        self.reply = reply
        self.done.set()

    def fail(self, fault: Fault) -> None:
        self.fault = fault
        self.done.set()


class Subscription(Generic[Payload]):
    """What is told from now on, in order and each once; a state's present value comes first.

    It holds `capacity` messages: what comes while it is full drops the oldest, and counts in `missed`. Events that were missed
    are had from `notificationsSince`.
    """

    def __init__(self, client: "Client", filter: str, type: str, is_event: bool, capacity: int) -> None:
        self.missed = 0
        self._client, self.filter, self._type, self._is_event = client, filter, type, is_event
        self._queue: "queue.Queue[Dict[str, Any]]" = queue.Queue(capacity)
        self._seen: "collections.OrderedDict[str, None]" = collections.OrderedDict()
        levels = [{"+": "[^/]+"}.get(level, re.escape(level)) for level in filter.split("/")]
        self._pattern = re.compile("/".join(levels))

    def offer(self, topic: str, payload: bytes, retained: bool) -> None:
        """Takes a message of the connection."""
        # The broker keeps no events: one that it keeps was put there by somebody else.
        if not self._pattern.fullmatch(topic) or (retained and self._is_event):
            return
        envelope = decoded(payload)
        if envelope is None or envelope.get("type") != self._type or envelope.get("id") in self._seen:
            return
        self._seen[str(envelope.get("id"))] = None
        if len(self._seen) > REPEATS:
            self._seen.popitem(last=False)
        while True:
            try:
                return self._queue.put_nowait(envelope)
            except queue.Full:
                self.missed += 1
                self._queue.get_nowait()

    def next(self, timeout: Optional[float] = None) -> Payload:
        """The next one; raises Fault `deadlineExceeded` after `timeout` seconds."""
        try:
            return cast(Payload, self._queue.get(timeout=timeout)["data"])
        except queue.Empty:
            raise Fault("deadlineExceeded", f"nothing on {self.filter} in {timeout} s", retriable=True) from None

    def __iter__(self) -> Iterator[Payload]:
        while True:
            yield self.next()

    def close(self) -> None:
        self._client.end(self)

    def __enter__(self) -> "Subscription[Payload]":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class Client:
    """A process of its own on the bus, under an account; usable from several threads."""

    def __init__(self, account: Account, *, patience: float = 10.0) -> None:
        self.account = account
        self._patience, self._writer = patience, Writer(account)
        self._lock = threading.Lock()
        self._calls: Dict[str, _Call] = {}
        self._subscriptions: List[Subscription[Any]] = []
        self._connection = Connection(account, self._take, self._again)

    def connect(self) -> "Client":
        """Connects and listens to its replies; raises Fault."""
        self._connection.open(self._patience)
        self._connection.subscribe(self.account.reply_topic, self._patience)
        return self

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "Client":
        return self.connect()

    def __exit__(self, *_: Any) -> None:
        self.close()

    def call(
        self, operation: Operation[Request, Reply], data: Request, *, hub: Optional[str] = None, timeout: float = 10.0,
        id: Optional[str] = None,
    ) -> Reply:
        """Asks an actor and returns its result; an operation that is called itself does the same.

        `hub` is the actor's, by default the account's own; what serves the whole site needs none. The same `id` again is the
        same request: send it once more where no answer came. Raises Fault.
        """
        target = SITE if operation.is_sites else hub or self.account.hub
        topic = self.account.topic(f"request/{operation.actor}/{operation.name}/{self.account.principal}", target)
        envelope = self._writer.request(operation.request_type, data, id=id, correlation=new_id(), seconds=timeout)
        call = _Call(topic, envelope, time.monotonic() + timeout)
        if not self._connection.is_up:
            raise Fault("notConnected", "the connection to the broker is away: it comes back by itself", retriable=True)
        with self._lock:
            self._calls[envelope["correlationid"]] = call
        try:
            self._send(call)
            if not call.done.wait(timeout):
                raise Fault("deadlineExceeded", f"no reply on {topic} within {timeout} s", retriable=True)
        finally:
            with self._lock:
                del self._calls[envelope["correlationid"]]
        if call.fault:
            raise call.fault
        return cast(Reply, self._result(operation, call.reply or {}))

    def subscribe(
        self, told: Told[Payload], *, hub: str = "+", capacity: int = 256, **levels: str
    ) -> Subscription[Payload]:
        """Hears an event or a state, of all hubs by default; `levels` fill the words in braces of its topic."""
        leaf = re.sub(r"{(\w+)}", lambda found: levels.get(found[1], "+"), told.template)
        filter = self.account.topic(leaf, hub)
        subscription: Subscription[Payload] = Subscription(self, filter, told.type, leaf.startswith("event/"), capacity)
        with self._lock:
            self._subscriptions.append(subscription)
        try:
            self._connection.subscribe(filter, self._patience)
        except Fault:
            self.end(subscription)
            raise
        return subscription

    def state(self, told: Told[Payload], *, hub: str, timeout: float = 10.0, **levels: str) -> Payload:
        """The present value of a state; raises Fault `deadlineExceeded` where there is none."""
        with self.subscribe(told, hub=hub, capacity=16, **levels) as heard:
            return heard.next(timeout)

    def end(self, subscription: Subscription[Any]) -> None:
        """Ends a subscription; another one of the same topic goes on."""
        with self._lock:
            if subscription in self._subscriptions:
                self._subscriptions.remove(subscription)
            is_needed = any(one.filter == subscription.filter for one in self._subscriptions)
        if not is_needed:
            self._connection.forget(subscription.filter)

    def _send(self, call: _Call) -> None:
        envelope = call.envelope
        self._connection.publish(
            call.topic, call.payload, reply_topic=self.account.reply_topic, correlation=envelope["correlationid"],
            id=envelope["id"], kind=envelope["type"], seconds=call.end - time.monotonic(), when_done=call.acknowledged,
        )

    def _again(self) -> None:
        """After a lost connection: what is not answered is asked again, which does nothing twice."""
        with self._lock:
            calls = [call for call in self._calls.values() if not call.done.is_set()]
        for call in calls:
            self._send(call)

    def _take(self, message: Any) -> None:
        if message.topic == self.account.reply_topic:
            envelope = decoded(message.payload)
            with self._lock:
                call = self._calls.get(str(envelope.get("correlationid"))) if envelope else None
            if call and envelope:
                call.answer(envelope)
            return
        with self._lock:
            subscriptions = list(self._subscriptions)
        for one in subscriptions:
            one.offer(message.topic, message.payload, message.retain)

    @staticmethod
    def _result(operation: Operation[Any, Any], reply: Dict[str, Any]) -> Any:
        data = reply.get("data")
        known = (f"vitalbus.{operation.actor}.{operation.name}.reply.v1", f"vitalbus.{operation.actor}.error.reply.v1")
        if not isinstance(data, dict) or reply.get("type") not in known:
            raise Fault("malformed", f"the reply of {operation.actor} is none of {operation.name}")
        if data.get("error") is not None or "ok" not in data:
            raise Fault.read(data.get("error"))
        return data["ok"]
