"""The connection to the broker: MQTT 5 by paho-mqtt, kept up by a thread of its own."""

from __future__ import annotations

import math
import secrets
import socket
import threading
from typing import Any, Callable, Dict, Optional, Set

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from .account import Account
from .fault import Fault

NO_SUBSCRIBERS = 0x10
NOT_AUTHORIZED = 0x87


class Connection:
    """One connection; what was subscribed is subscribed again after each loss."""

    def __init__(
        self, account: Account, on_message: Callable[[mqtt.MQTTMessage], None], on_return: Callable[[], None]
    ) -> None:
        self._account, self._on_message, self._on_return = account, on_message, on_return
        self._lock = threading.Lock()
        self._filters: Set[str] = set()
        self._published: Dict[int, Callable[[int], None]] = {}
        self._subscribed: Dict[int, Callable[[int], None]] = {}
        self._came = threading.Event()
        self._refusal: Optional[Fault] = None
        self._is_first = True
        self._client = self._made(account)

    def _made(self, account: Account) -> mqtt.Client:
        # Two programs of one account are two clients.
        name = f"{account.principal}.{secrets.token_hex(8)}"
        client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv5)
        client.username_pw_set(account.name, account.password)
        if account.authority:
            client.tls_set(ca_certs=account.authority)
        client.reconnect_delay_set(1, 30)
        client.on_connect, client.on_disconnect = self._connected, self._disconnected
        client.on_publish, client.on_subscribe = self._acknowledged, self._granted
        client.on_message = lambda _client, _data, message: self._on_message(message)
        client.on_socket_open = lambda _client, _data, opened: self._hasten(opened)
        return client

    @staticmethod
    def _hasten(opened: Any) -> None:
        # A short message does not wait for the next one.
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def open(self, timeout: float) -> None:
        """Connects; raises Fault `notConnected` or `notAuthorized`."""
        place = f"{self._account.host} port {self._account.port}"
        try:
            self._client.connect(self._account.host, self._account.port, keepalive=30, clean_start=True)
        except (OSError, ValueError) as error:
            raise Fault("notConnected", f"no broker at {place}: {error}", retriable=True) from error
        self._client.loop_start()
        came = self._came.wait(timeout)
        if self._refusal is None and came:
            return
        self.close()
        raise self._refusal or Fault("notConnected", f"the broker at {place} did not answer in {timeout} s", retriable=True)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    @property
    def is_up(self) -> bool:
        return self._client.is_connected()

    def publish(
        self, topic: str, payload: bytes, *, reply_topic: str, correlation: str, id: str, kind: str, seconds: float,
        when_done: Callable[[int], None],
    ) -> None:
        """Sends a request, QoS 1; the broker drops it when its deadline is over. `when_done` gets the broker's reason code."""
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        properties.ContentType = "application/cloudevents+json"
        properties.ResponseTopic = reply_topic
        properties.CorrelationData = correlation.encode()
        properties.UserProperty = [("id", id), ("type", kind)]
        properties.MessageExpiryInterval = max(1, math.ceil(seconds))
        # The acknowledgement may come before publish returns.
        with self._lock:
            sent = self._client.publish(topic, payload, qos=1, retain=False, properties=properties)
            self._published[sent.mid] = when_done

    def subscribe(self, filter: str, timeout: float) -> None:
        """Returns when the broker has it; raises Fault `notAuthorized`, `deadlineExceeded` or `notConnected`."""
        if not self.is_up:
            raise Fault("notConnected", "the connection to the broker is away: it comes back by itself", retriable=True)
        answered, codes = threading.Event(), []

        def granted(code: int) -> None:
            codes.append(code)
            answered.set()

        with self._lock:
            self._filters.add(filter)
            _, number = self._client.subscribe(filter, options=SubscribeOptions(qos=1))
            if number is not None:
                self._subscribed[number] = granted
        if not answered.wait(timeout):
            raise Fault("deadlineExceeded", f"the broker has not confirmed {filter} in {timeout} s", retriable=True)
        if codes[0] >= 0x80:
            self.forget(filter)
            raise Fault("notAuthorized", f"the broker does not let {self._account.name} hear {filter}")

    def forget(self, filter: str) -> None:
        """Ends a subscription."""
        with self._lock:
            self._filters.discard(filter)
            self._client.unsubscribe(filter)

    def _connected(self, _client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            code = "notAuthorized" if reason.value in (0x86, NOT_AUTHORIZED) else "notConnected"
            self._refusal = Fault(code, f"the broker refuses {self._account.name}: {reason}")
            self._came.set()
            return
        with self._lock:
            for filter in self._filters:
                self._client.subscribe(filter, options=SubscribeOptions(qos=1))
        is_first, self._is_first = self._is_first, False
        self._came.set()
        if not is_first:
            self._on_return()

    def _disconnected(self, *_: Any) -> None:
        # What the last connection has not answered is not answered any more.
        with self._lock:
            self._subscribed.clear()

    def _acknowledged(self, _client: Any, _data: Any, number: int, reason: Any, _properties: Any) -> None:
        with self._lock:
            when_done = self._published.pop(number, None)
        if when_done:
            when_done(reason.value)

    def _granted(self, _client: Any, _data: Any, number: int, reasons: Any, _properties: Any) -> None:
        with self._lock:
            when_done = self._subscribed.pop(number, None)
        if when_done and reasons:
            when_done(reasons[0].value)
