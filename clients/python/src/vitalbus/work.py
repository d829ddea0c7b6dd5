"""What people do at a hub, in their words: sessions, devices, held readings, photos."""

from __future__ import annotations

import hashlib
import threading
import time
from typing import Callable, List, Optional

from .client import Client
from .contract import (
    AnswerPasskey, ConfirmReading, DecidedReading, DeviceReader, DisplayWish, Events, HeldPageEntry, Measurement, OCRJob, OcrWorker,
    PageRequest, PasskeyRequested, PeripheralDidRead, PeripheralPaired, PictureReceived, PairPeripheral, ReadPeripheral,
    RecognizePicture, SessionManager, SessionView, StartSession, States,
)
from .envelope import new_id
from .fault import Fault
from .operation import SITE
from .pictures import send_picture
from .sealing import seal


class Hub:
    """A hub and the sessions of its site, as a client may use them."""

    def __init__(self, client: Client, hub: Optional[str] = None) -> None:
        self.client, self.hub = client, hub or client.account.hub

    def start_session(self, seat: str, *, user: str, organization: str, token: str, api: str = "inform") -> SessionView:
        """Starts a seat's session; the token crosses the bus sealed for the site alone.

        The server is asked about the credentials first: Fault `unauthorized` where it refuses them.
        """
        state = self.client.state(States.sealing_state, hub=SITE)
        sealed = seal(token, state, site=self.client.account.site, seat=seat, user=user)
        body: StartSession = {
            "seat": seat, "userID": user, "organizationID": organization, "apiVersion": api,
            "hpkeToken": {"kid": sealed["kid"], "enc": sealed["enc"], "ciphertext": sealed["ciphertext"]},
        }
        # The same id again is the same session.
        return self._twice(lambda id: SessionManager.start_session(self.client, body, timeout=15, id=id))

    def end_session(self, seat: str) -> None:
        """Ends a seat's session; what is not delivered goes on when its user's next one starts."""
        SessionManager.end_session(self.client, {"seat": seat})

    def pair(
        self, device: str, peripheral: int, *, seat: Optional[str] = None,
        answer: Optional[Callable[[PasskeyRequested], Optional[AnswerPasskey]]] = None,
    ) -> PeripheralPaired:
        """Pairs a device that is in sight and gives it to a seat; `answer` is asked what a person has to see or type."""
        body: PairPeripheral = {"device": device, "peripheralID": peripheral}
        if seat is not None:
            body["seat"] = seat
        with self.client.subscribe(Events.passkey_requested, hub=self.hub) as questions:
            over = threading.Event()

            def listen() -> None:
                while not over.is_set():
                    try:
                        asked = questions.next(0.2)
                    except Fault:
                        continue
                    reply = answer(asked) if answer and asked["device"] == device else None
                    try:
                        if reply:
                            DeviceReader.answer_passkey(self.client, reply, hub=self.hub)
                    except Fault:
                        # Too late, or answered by somebody else: the pairing says how it ends.
                        continue

            listener = threading.Thread(target=listen, daemon=True)
            listener.start()
            try:
                return DeviceReader.pair_peripheral(self.client, body, hub=self.hub, timeout=180)
            finally:
                over.set()
                listener.join()

    def read(
        self, peripheral: int, *, seat: Optional[str] = None, device: Optional[str] = None, seconds: int = 60, hold: bool = False
    ) -> PeripheralDidRead:
        """Reads a device now; with `hold` its readings wait for `confirm`."""
        body: ReadPeripheral = {"peripheralID": peripheral, "seconds": seconds, "autoSubmit": not hold}
        if seat is not None:
            body["seat"] = seat
        if device is not None:
            body["device"] = device
        return DeviceReader.read_peripheral(self.client, body, hub=self.hub, timeout=seconds + 60)

    def held(self, seat: Optional[str] = None) -> List[HeldPageEntry]:
        """The readings that wait for somebody's word, all or those that were made for a seat."""
        found: List[HeldPageEntry] = []
        page, pages = 1, 1
        while page <= pages:
            body: PageRequest = {"page": page}
            if seat is not None:
                body["seat"] = seat
            answer = SessionManager.held_readings(self.client, body)
            found, page, pages = found + answer["readings"], page + 1, answer["pages"]
        return found

    def confirm(
        self, reading: str, *, seat: str, session: Optional[str] = None, measurements: Optional[List[Measurement]] = None,
        timestamp: Optional[str] = None,
    ) -> DecidedReading:
        """Says whose a held reading is.

        It goes to the session that the seat had when it was measured, or to `session`. `measurements` are right in place of
        what was read, `timestamp` says when it was measured.
        """
        body: ConfirmReading = {"readingKey": reading, "seat": seat}
        if session is not None:
            body["sessionID"] = session
        if measurements is not None:
            body["measurements"] = measurements
        if timestamp is not None:
            body["timestamp"] = timestamp
        return SessionManager.confirm_reading(self.client, body)

    def discard(self, reading: str) -> DecidedReading:
        """Says that nobody wants a held reading: it does not come back."""
        return SessionManager.discard_reading(self.client, {"readingKey": reading})

    def photo(self, picture: bytes, *, seat: Optional[str] = None, wish: Optional[DisplayWish] = None, timeout: float = 120) -> OCRJob:
        """Has a photo of a display read; the reading is held until somebody confirms it.

        JPEG, PNG, HEIC or AVIF. Raises Fault `deadlineExceeded` while it still waits: the same call goes on then.
        """
        sha256 = hashlib.sha256(picture).hexdigest()
        received: PictureReceived = send_picture(
            picture,
            lambda: OcrWorker.put_picture(self.client, {"sha256": sha256, "size": len(picture)}, hub=self.hub),
            lambda number, text: OcrWorker.picture_part(
                self.client, {"sha256": sha256, "index": number, "data": text}, hub=self.hub
            ),
        )
        body: RecognizePicture = {"sha256": received["sha256"]}
        if seat is not None:
            body["seat"] = seat
        if wish is not None:
            body["wish"] = wish
        # The request's id is the job's: the same picture for the same seat is one job.
        id, end = "photo-" + hashlib.sha256(repr(sorted(body.items())).encode()).hexdigest()[:32], time.monotonic() + timeout
        while True:
            job = OcrWorker.recognize(self.client, body, hub=self.hub, id=id)
            if job["state"] != "waiting":
                return self._with_held(job, seat)
            if time.monotonic() > end:
                raise Fault("deadlineExceeded", f"the photo still waits after {timeout} s", retriable=True)
            time.sleep(0.3)

    def _with_held(self, job: OCRJob, seat: Optional[str]) -> OCRJob:
        """The session manager has the reading a moment after the worker has read it."""
        end = time.monotonic() + 5
        while job.get("held") and time.monotonic() < end:
            if any(one["reading"]["readingKey"] == job["readingKey"] for one in self.held(seat)):
                break
            time.sleep(0.1)
        return job

    @staticmethod
    def _twice(ask: Callable[[str], SessionView]) -> SessionView:
        id = new_id()
        try:
            return ask(id)
        except Fault as fault:
            if fault.code != "deadlineExceeded":
                raise
            return ask(id)
