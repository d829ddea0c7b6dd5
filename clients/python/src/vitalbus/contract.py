"""The contract on the bus, as types. Written by tools/gen-clients; what is not known yet may come: pass over it."""

from __future__ import annotations

from typing import Dict, List, NotRequired, Optional, TypedDict

from .operation import Operation, Told


class Reading(TypedDict):
    """What a device or a display said, before anyone decides whose it is."""

    # Names the reading for ever; no copy of it becomes a second record.
    readingKey: str
    # The decoder's revision of the values, 1 to 2^53 - 1, 1 when absent; a higher one of the same key replaces the
    # values.
    revision: NotRequired[int]
    # The kind of record. For example `biometrics`, `diabetes`, `fitness`, `nutrition`, `routine`, `sleep`,
    # `weight`, `intraday`.
    type: str
    # When it was measured, in UTC, to the millisecond.
    timestamp: str
    # How far local time was ahead of UTC, in seconds; absent where nobody knows.
    utcOffset: NotRequired[int]
    source: ReadingSource
    context: NotRequired[ReadingContext]
    details: NotRequired[ReadingDetails]
    # How far the device's clock was ahead of the hub's, in seconds.
    clockOffsetSeconds: NotRequired[int]
    # When the hub received it, in UTC, to the millisecond.
    receivedAt: str
    # Equal on all hubs that may hold one reading under different keys; absent where keys never differ.
    twinKey: NotRequired[str]
    # How much the timestamp is worth; `unknown` when absent.
    timeQuality: NotRequired[str]
    # The local time as the device sent it.
    deviceTime: NotRequired[str]
    # The hub that received it.
    hub: str
    # The seat that it was made for, where the producer was told one.
    seat: NotRequired[str]
    # The device, for Bluetooth.
    device: NotRequired[str]
    # The device's own number for its user; absent where it sent none. 255: a scale with users does not know which
    # of them it was.
    userIndex: NotRequired[int]
    # The values; empty in events of seats that do not share them, and where only `details` or `context.outOfBounds`
    # say something.
    measurements: List[Measurement]
    # True for a reading out of a memory; false, also when absent, for a live one.
    history: NotRequired[bool]
    # True where whoever asked for the reading wants to confirm it first; false, also when absent, lets the
    # assignments decide.
    awaitsConfirmation: NotRequired[bool]
    # When somebody asked for the device to be read for `seat`; that word is for what is measured from then on.
    askedAt: NotRequired[str]
    # The session that an import was made for; absent for what an assignment decides.
    sessionID: NotRequired[str]
    # Whether its device numbers what it measures; absent where its producer does not say. Equal bytes without a
    # number may be two measurements.
    isNumbered: NotRequired[bool]
    # When the device was first seen for the link over which the reading came alone, where its time is unknown and
    # the device had no reason to send an earlier one again; equal bytes that came before are another measurement
    # then.
    aloneSince: NotRequired[str]
    # True where it has values that do not stand here, because they are not shared; absent where all that it has
    # stands here, also none.
    valuesWithheld: NotRequired[bool]


class ReadingSource(TypedDict):
    """Where a reading or a record comes from."""

    # The way by which it was made. For example `bluetooth`, `ocr`, `healthImport`, `manual`.
    kind: str
    # The number of the peripheral in the catalogue.
    peripheralID: NotRequired[int]
    # The device's manufacturer.
    manufacturer: NotRequired[str]
    # The device's model.
    model: NotRequired[str]
    # The device's serial number.
    serial: NotRequired[str]
    # The software or device that first made the value, where it came through another one.
    originalSource: NotRequired[str]
    # The platform whose health data was imported. For example `apple_health`, `google_fit`.
    platform: NotRequired[str]
    recognition: NotRequired[ReadingRecognition]


class ReadingRecognition(TypedDict):
    """How a display was read; absent for what no camera read."""

    # The display's rows as they were read, divided by line feeds.
    text: str
    # How certain all of it is, from 0 to 1.
    confidence: float
    # Whether that is certain enough to be taken for right.
    accepted: bool
    # Why it is not, as `DisplayResult.reasons` has it; absent where it is.
    reasons: NotRequired[List[str]]
    # How many frames it was made of.
    frames: int
    # What was read in place of the values that a person corrected; absent where nobody corrected anything.
    original: NotRequired[List[Measurement]]


class ReadingContext(TypedDict):
    """What was said beside the values."""

    # The relation to a meal. For example `before_meal`.
    meal: NotRequired[str]
    # Who took the measurement. For example `self`, `health_care_professional`.
    tester: NotRequired[str]
    # Names of what the device reported.
    statusFlags: NotRequired[List[str]]
    # Values that the device could not measure, because they were too low or too high for it.
    outOfBounds: NotRequired[List[ReadingContextOutOfBounds]]
    # Metrics whose value no living person has. Flagged, never dropped.
    implausible: NotRequired[List[str]]


class ReadingContextOutOfBounds(TypedDict):
    """An object."""

    # What was measured.
    metric: str
    # On which side. For example `low`, `high`.
    direction: str


class ReadingDetails(TypedDict):
    """What a record of a time span says beside its values. Pages of many records leave `segments` and `series`
    out of long ones.
    """

    # When it ended, in UTC, to the millisecond; absent where it was a moment.
    end: NotRequired[str]
    # Its name: a workout's, a meal's. For example `Morning Run`, `Breakfast`.
    name: NotRequired[str]
    # Its kind: a workout's, a summary's. For example `running`, `daily`.
    category: NotRequired[str]
    # How hard a workout was. For example `low`, `medium`, `high`.
    intensity: NotRequired[str]
    # Its parts, for example a day's meals.
    segments: NotRequired[List[ReadingSegment]]
    # How long the intervals of `series` are.
    granularity: NotRequired[ReadingDetailsGranularity]
    # Values over the time.
    series: NotRequired[List[ReadingSeries]]


class ReadingSegment(TypedDict):
    """A part of a record, for example one meal."""

    # Its name. For example `Breakfast`.
    name: str
    # Its values.
    measurements: NotRequired[List[Measurement]]
    # What was eaten.
    foods: NotRequired[List[ReadingFood]]


class ReadingFood(TypedDict):
    """Something eaten or drunk."""

    # Its name.
    name: str
    # Who made it.
    brand: NotRequired[str]
    # Its values.
    measurements: NotRequired[List[Measurement]]
    # How many servings.
    servingAmount: NotRequired[float]
    # The digits after the point of `servingAmount`, where it ends in zeros there.
    servingDecimals: NotRequired[int]
    # What a serving is. For example `slice`.
    servingUnit: NotRequired[str]


class ReadingDetailsGranularity(TypedDict):
    """How long the intervals of `series` are."""

    # How many of the unit.
    interval: int
    # The unit. For example `minute`.
    unit: str


class ReadingSeries(TypedDict):
    """One metric over a time."""

    # What was measured. For example `steps`.
    metric: str
    # The unit of all values in UCUM.
    unit: str
    # Where the values come from. For example `device`, `manual`, `unknown`.
    origin: str
    # The values with their times.
    points: List[ReadingPoint]


class ReadingPoint(TypedDict):
    """One value of a series."""

    # When it was measured, or when its interval began, in UTC.
    time: str
    # The value, exact: read it as a decimal.
    value: float
    # The digits after the point, where the value ends in zeros there.
    decimals: NotRequired[int]


class VitalRecord(TypedDict):
    """A reading that belongs to a person: what is queued, uploaded and told."""

    # The record's own identifier, the same in every attempt.
    logID: str
    # The seat whose session it belongs to.
    seat: str
    # Names the reading for ever; no copy of it becomes a second record.
    readingKey: str
    # The decoder's revision of the values, 1 to 2^53 - 1, 1 when absent; a higher one of the same key replaces the
    # values.
    revision: NotRequired[int]
    # The kind of record. For example `biometrics`, `diabetes`, `fitness`, `nutrition`, `routine`, `sleep`,
    # `weight`, `intraday`.
    type: str
    # When it was measured, in UTC, to the millisecond.
    timestamp: str
    # How far local time was ahead of UTC, in seconds; absent where nobody knows.
    utcOffset: NotRequired[int]
    source: ReadingSource
    context: NotRequired[ReadingContext]
    details: NotRequired[ReadingDetails]
    # How far the device's clock was ahead of the hub's, in seconds.
    clockOffsetSeconds: NotRequired[int]
    # When the hub received it, in UTC, to the millisecond.
    receivedAt: str
    # The values; empty in events of seats that do not share them, and where only `details` or `context.outOfBounds`
    # say something.
    measurements: List[Measurement]
    # True where it has values that do not stand here, because those of its seat are not shared; absent where all
    # that it has stands here, also none.
    valuesWithheld: NotRequired[bool]


class Measurement(TypedDict):
    """One measured value, with the digits and the unit that the device sent."""

    # What was measured; unknown names are carried. For example `systolic`, `diastolic`, `pulse`, `blood_glucose`.
    metric: str
    # The value, exact: read it as a decimal, not as a binary fraction.
    value: float
    # The digits after the point, where the value ends in zeros there: 36.50 is `36.5` with `decimals` 2.
    decimals: NotRequired[int]
    # The unit in UCUM. For example `mm[Hg]`, `/min`, `%`, `Cel`, `kg`, `mg/dL`.
    unit: str
    # Where the value comes from. For example `device`, `manual`, `unknown`.
    origin: NotRequired[str]


class Fault(TypedDict):
    """An error as it travels: in replies, events and states."""

    # A stable code; unknown ones are carried.
    code: str
    # What happened, to what, and the way out; never a secret, never a payload.
    message: str
    # Whether the same may succeed later.
    retriable: bool


class ActorInfo(TypedDict):
    """What a process publishes once about itself, retained on `actor/{actor}/{instance}/info`."""

    # The actor's name.
    actor: str
    # The instance's id.
    instance: str
    # The program's version.
    version: str
    # The number of this start; greater than that of every earlier start.
    epoch: int
    # The contract versions that it supports, for example `v1`.
    contracts: List[str]
    # When it started.
    started: str
    # A random id of this start, which tells it from another process with the same number.
    startID: NotRequired[str]


class ActorHealth(TypedDict):
    """The condition of a process, retained on `actor/{actor}/{instance}/health` every 30 seconds."""

    # The condition in one word. `ok` (it works), `degraded` (it works, but `problems` need attention), `failed` (it
    # cannot work now).
    status: str
    # Each problem with its remedy; empty if there is none.
    problems: List[Fault]
    # When the actor's own work last succeeded; nil before the first time.
    lastSuccess: NotRequired[str]
    # Waiting entries, by queue.
    queueDepths: Dict[str, int]
    # The age of the oldest waiting entry, in seconds; nil when nothing waits.
    oldestAgeSeconds: NotRequired[int]
    # Counts since the start, by name; `refused…` counts rejected messages, by reason.
    counters: Dict[str, int]
    # Seconds since the start; the bootstrap fills it in.
    uptimeSeconds: NotRequired[int]
    # The interval between health messages, in seconds: after three missed messages the process counts as silent.
    intervalSeconds: NotRequired[int]
    # How long the broker took to acknowledge the last state that was published, in milliseconds; absent before the
    # first.
    brokerMilliseconds: NotRequired[float]
    # Free space on the disk that stores the state.
    disk: NotRequired[ActorHealthDisk]
    # Whether the machine's time is reliable.
    clock: NotRequired[ActorHealthClock]
    # The validity of the certificate that the process presents; absent if it presents none.
    certificate: NotRequired[ActorHealthCertificate]
    # The last backup of the state directory.
    backup: NotRequired[ActorHealthBackup]
    # The uploader's destinations; absent from others.
    destinations: NotRequired[List[ActorHealthDestination]]


class ActorHealthDisk(TypedDict):
    """Free space on the disk that stores the state."""

    # Bytes that the process may still write.
    freeBytes: int
    # The file system's size in bytes, without the space reserved for root.
    totalBytes: int


class ActorHealthClock(TypedDict):
    """Whether the machine's time is reliable."""

    # Whether a time service or the machine's host sets the clock, or the operator declared it right
    # (`clock.trusted`).
    synchronized: bool
    # The largest error that the kernel estimates, in seconds (`maxerror` of adjtimex(2)); absent if unknown.
    errorSeconds: NotRequired[float]


class ActorHealthCertificate(TypedDict):
    """The validity of the certificate that the process presents."""

    # When renewal is due: after two thirds of the certificate's validity.
    renewal: str
    # When the certificate expires.
    ends: str


class ActorHealthBackup(TypedDict):
    """The last backup of the state directory (`vitalbus backup`)."""

    # When the backup was made; absent if there is none.
    made: NotRequired[str]
    # Since when nothing was backed up: the last backup, or the creation of the site's key; absent if unknown.
    since: NotRequired[str]
    # Whether the backup is of the store's present generation; absent from processes whose store has none.
    isOfThisStore: NotRequired[bool]


class ActorHealthDestination(TypedDict):
    """How a destination accepts records."""

    # The interface that receives the records. `inform` (the cloud service's version 2), `legacy` (the cloud
    # service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
    apiVersion: str
    # The destination's condition. `working` (it accepted the last record, or was sent none yet), `retrying`
    # (attempts fail and are repeated), `paused` (only probes are sent until it is repaired).
    state: str
    # When it last accepted something from this process; absent before the first time.
    lastSuccess: NotRequired[str]


class PeripheralSighted(TypedDict):
    """A device of the catalogue is in sight."""

    # Always null: a sighting does not concern a person.
    seat: Optional[str]
    # The hub that received it.
    hub: str
    # The device.
    device: str
    # The catalogue's peripherals that the advertisement matches.
    peripheralIDs: List[int]
    # The advertised name.
    name: NotRequired[str]
    # Signal strength in dBm.
    rssi: NotRequired[int]
    # The advertisement.
    advertisement: Advertisement
    # When this episode of advertising began; a new episode begins after the device was lost.
    episode: str
    # Whether it is paired with the hub.
    paired: NotRequired[bool]


class Advertisement(TypedDict):
    """A device's advertisement as received."""

    # The advertised services, as full lower-case UUIDs.
    serviceUUIDs: List[str]
    # Manufacturer data in hexadecimal, by company identifier in decimal.
    manufacturerData: Dict[str, str]
    # Service data in hexadecimal, by service UUID.
    serviceData: Dict[str, str]


class PeripheralLost(TypedDict):
    """A seen device no longer advertises."""

    # Always null.
    seat: Optional[str]
    # The hub that received it last.
    hub: str
    # The device.
    device: str


class AdapterState(TypedDict):
    """A hub's radio."""

    # The hub.
    hub: str
    # Whether bluetoothd answers and has an adapter.
    present: bool
    # Whether the adapter is switched on.
    powered: bool
    # Whether it scans.
    discovering: bool
    # When any device's last advertisement was received.
    lastAdvertisement: NotRequired[str]
    # The problem and its remedy, in plain words; null if there is none.
    problem: Optional[str]
    # The code of the problem, for example `serviceHung`; `radioSilent` alone is normal in a quiet room.
    cause: NotRequired[str]
    # How many adapters the hub has.
    adapters: NotRequired[int]
    # The code of the last problem, if there was one.
    lastCause: NotRequired[str]
    # When the radio last recovered from a problem.
    recovered: NotRequired[str]


class Empty(TypedDict):
    """A payload without content."""


class Sightings(TypedDict):
    """The devices in sight."""

    # Each device's latest sighting; paired and awaited devices first, then the nearest.
    devices: List[PeripheralSighted]
    # How many more devices are in sight than fit into one message; absent if all are listed.
    omitted: NotRequired[int]
    # The nearest devices with a name that match no entry of the catalogue, so that nothing reads them.
    unknown: NotRequired[List[UnknownDevice]]


class UnknownDevice(TypedDict):
    """A device in sight that the catalogue does not have."""

    # The device.
    device: str
    # The advertised name.
    name: str
    # Signal strength in dBm.
    rssi: NotRequired[int]


class HoldDiscovery(TypedDict):
    """Asks to leave the radio to one device."""

    # The device to connect.
    device: str
    # The duration, 1 to 120 s; 0 ends the hold for this device.
    seconds: int


class DiscoveryHeld(TypedDict):
    """Discovery is paused."""

    # When the pause ends.
    until: str


class PairingMode(TypedDict):
    """Asks to report every advertisement at once."""

    # The duration, 1 to 300 s; 0 ends it.
    seconds: int
    # The only device to report in this way; all devices when absent.
    device: NotRequired[str]


class PairingModeUntil(TypedDict):
    """Every advertisement is reported at once."""

    # When this ends.
    until: str


class PeripheralEvent(TypedDict):
    """An event of a device."""

    # The seat of the work, if one was named.
    seat: Optional[str]
    # The hub.
    hub: str
    # The peripheral's catalogue number.
    peripheralID: int
    # The device.
    device: str


class PeripheralDidRead(TypedDict):
    """A device was read."""

    # The seat of the reading, if one was named.
    seat: Optional[str]
    # The hub.
    hub: str
    # The peripheral's catalogue number.
    peripheralID: int
    # The device.
    device: str
    # The readings, the newest 32; in events with values only if the seat shares them, in a reply always.
    records: List[Reading]
    # What happened to the newest reading. `outbox` (it is stored in the producer's outbox; the session manager has
    # not answered yet), `submitted` (it is a person's record in the queue), `held` (it waits until a person
    # confirms it), `notStored` (it is the default user's: only the event and the reply have it), `unsynced` (it is
    # the record of a session that has ended), `repeat` (it was already known, and nothing changed), `refused` (the
    # session manager refused it).
    disposition: str
    # What happened to each reading; absent in `passiveDidRead`, which does not wait for the decision.
    fates: NotRequired[List[ReadingFate]]


class ReadingFate(TypedDict):
    """What the session manager decided about one reading."""

    # The reading.
    readingKey: str
    # What happened to it. `outbox` (it is stored in the producer's outbox; the session manager has not answered
    # yet), `submitted` (it is a person's record in the queue), `held` (it waits until a person confirms it),
    # `notStored` (it is the default user's: only the event and the reply have it), `unsynced` (it is the record of
    # a session that has ended), `repeat` (it was already known, and nothing changed), `refused` (the session
    # manager refused it).
    fate: str
    # The seat, once an owner is decided.
    seat: NotRequired[str]
    # Its record, once an owner is decided.
    logID: NotRequired[str]
    # Why it is held. `noAssignment` (the device was not assigned at the measurement's time), `assignedToAnother`
    # (the device was read for one seat, but is assigned to another), `olderThanRequest` (the reading was requested
    # for a seat, but measured before the request), `clockUnknown` (the measurement's time is not known),
    # `noSession` (the seat had no session at the measurement's time), `invalid` (it breaks a rule, such as a time
    # in the future or no value), `changedByHand` (it is a later revision of a record that an operator has
    # corrected, changed or deleted), `awaitsConfirmation` (a person has to confirm it first), `implausible` (its
    # values are very unusual, contradict each other, or are doubted by the device: a person confirms or corrects
    # them), `possibleRepeat` (its device sent equal values with an equal time before, but measured this later: a
    # person decides whether they are two), `anotherHubsSeat` (it was read for another hub's seat, but no request
    # for it is recorded).
    reason: NotRequired[str]
    # The seat that the device is assigned to, if that contradicts the requested seat.
    assignedSeat: NotRequired[str]
    # Why it was refused.
    error: NotRequired[Fault]


class PeripheralDidFail(TypedDict):
    """A failure at a device."""

    # The seat of the work, if one was named.
    seat: Optional[str]
    # The hub.
    hub: str
    # The peripheral's catalogue number.
    peripheralID: int
    # The device; null if none was found.
    device: Optional[str]
    # The reason, as a code of the mobile SDK. `communication` (the link broke, or the device answered with an
    # error), `connection` (the connection to the device failed), `pairingFailed` (the device refused the pairing,
    # or the code was wrong), `bluetoothOff` (the hub's Bluetooth is off, blocked or missing), `noReading` (the
    # device was read and had nothing to send), `noUser` (the seat has no session, or the scale has no user for it),
    # `connectionTimeout` (the device was not found or not connected in time), `readingTimeout` (the device was
    # connected but sent no measurement in time), `busy` (other foreground work is running), `cancelled` (it was
    # cancelled), `notPaired` (the device has to be paired first), `staleBond` (the device has lost or replaced its
    # half of the pairing: forget it and pair it again), `missingPart` (a key file, a license, an encryption key or
    # a driver is missing; the error names it), `unreadable` (the device sent data that cannot be decoded),
    # `notAllowed` (the device is not in the list of allowed devices), `storeUnavailable` (the hub's disk cannot
    # store readings).
    reason: NotRequired[str]
    # The error and its remedy.
    error: Fault
    # The id of the failed request; absent without a request.
    request: NotRequired[str]


class PeripheralPaired(TypedDict):
    """A device was paired."""

    # The seat that the device was paired for, if one was named.
    seat: Optional[str]
    # The hub.
    hub: str
    # The peripheral's catalogue number.
    peripheralID: int
    # The device, by its lasting address; this id can differ from the requested one.
    device: str
    # Whether the device is now assigned to the seat; false if that could not be reported, null if no seat was
    # named.
    assigned: Optional[bool]
    # Why the paired device is not assigned to the seat; absent if it is, or if no answer has come yet.
    assignmentError: NotRequired[Fault]


class PassiveState(TypedDict):
    """The passive set and its devices."""

    # The hub.
    hub: str
    # The passive set.
    peripheralIDs: List[int]
    # The devices that were seen.
    devices: List[PassiveStateDevice]


class PassiveStateDevice(TypedDict):
    """One device."""

    # The device.
    device: str
    # The catalogue number.
    peripheralID: int
    # Its state. `armed` (it is read as soon as it is seen), `reading` (the hub reads it), `cooling` (it was read,
    # and rests), `failed` (reading failed and is tried again), `noReading` (it had nothing to send), `claimed`
    # (another hub reads it), `notPaired` (it needs to be paired before the next try), `missingPart` (it lacks
    # something, and is tried again once that is stored).
    phase: str


class PeripheralDidCancel(TypedDict):
    """Foreground work was cancelled."""

    # The seat of the work, if one was named.
    seat: Optional[str]
    # The hub.
    hub: str
    # The peripheral's catalogue number.
    peripheralID: int
    # The device; null if none was found yet.
    device: Optional[str]


class PasskeyRequested(TypedDict):
    """A pairing needs a person's answer."""

    # The seat of the pairing, if one was named.
    seat: Optional[str]
    # The hub.
    hub: str
    # The peripheral's catalogue number.
    peripheralID: int
    # The device.
    device: str
    # The question's id, for `answerPasskey`.
    request: str
    # The id of the `pairPeripheral` request.
    pairing: NotRequired[str]
    # What the person has to do. `enter` (the device shows six digits: answer with these digits), `show` (the person
    # types the digits into the device: no answer is needed), `confirm` (the device shows digits too: answer whether
    # they are equal).
    kind: str
    # The six digits to type into the device, or to compare; null if the device shows them.
    digits: Optional[str]
    # The deadline for the answer.
    expires: str


class FrameUnreadable(TypedDict):
    """A frame that cannot be decoded, without its bytes."""

    # Always null: its person is unknown.
    seat: Optional[str]
    # The hub.
    hub: str
    # The peripheral's catalogue number.
    peripheralID: int
    # The device.
    device: str
    # The UUID of the characteristic that sent it.
    characteristic: str
    # The frame's size in bytes.
    length: int
    # The fault, such as `truncated`.
    code: str
    # The number of its row among the hub's raw frames, which are kept for `frames.keep`.
    frame: int


class ReadingProgress(TypedDict):
    """The progress of a foreground reading."""

    # The seat of the reading, if one was named.
    seat: Optional[str]
    # The hub.
    hub: str
    # The peripheral's catalogue number.
    peripheralID: int
    # The device.
    device: str
    # The id of the `readPeripheral` request.
    request: str
    # The present step. `connecting` (a device was found; the hub connects to it), `waiting` (the device is
    # connected; the hub waits for a measurement), `receiving` (the device sends its measurements).
    phase: str


class PeripheralFilter(TypedDict):
    """Selects entries of the catalogue; every part that is present has to match."""

    # A catalogue number.
    peripheralID: NotRequired[int]
    # One type, for example `bloodPressureMonitor`.
    type: NotRequired[str]
    # Words of the name; case is ignored.
    text: NotRequired[str]
    # Only verified models, or only the others.
    verified: NotRequired[bool]
    # Only models that need pairing, or only the others.
    requiresPairing: NotRequired[bool]
    # Only models that are switched off, or only the others.
    disabled: NotRequired[bool]
    # The page of the selected entries, from 1; 1 when absent. Pages end when the message is full.
    page: NotRequired[int]


class SupportedPeripherals(TypedDict):
    """A page of the catalogue's entries."""

    # The entries.
    peripherals: List[PeripheralView]
    # The page, from 1.
    page: NotRequired[int]
    # The total number of pages.
    pages: NotRequired[int]


class PeripheralView(TypedDict):
    """One entry of the catalogue."""

    # The catalogue number.
    peripheralID: int
    # The name shown to people.
    name: str
    # The maker.
    manufacturer: NotRequired[str]
    # The model.
    model: NotRequired[str]
    # The kind of device.
    type: str
    # Whether the model must be paired.
    requiresPairing: bool
    # How to pair it, in plain words.
    pairingInstructions: str
    # How to begin a reading, in plain words.
    startInstructions: NotRequired[str]
    # How to take a reading, in plain words.
    readingInstructions: str
    # An image of the model: a drawing in a file of the hub, or an address from the operator's catalogue file.
    imageURL: NotRequired[str]
    # The image itself as a `data:` address (RFC 2397), at most 64 KiB of content. Only in the answer to a filter by
    # `peripheralID`; absent if `imageURL` names another machine's file.
    image: NotRequired[str]
    # When it advertises. `beforeMeasurement` (as soon as it is switched on), `afterMeasurement` (only to deliver
    # measurements), `either` (before and after a measurement).
    advertises: NotRequired[str]
    # Whether it can send stored measurements.
    hasMemory: NotRequired[bool]
    # Its protocol: `standard`, or the name of the driver that it needs.
    speaks: NotRequired[str]
    # How the model is known to depart from its profile.
    quirks: NotRequired[List[str]]
    # What this hub still needs before it can read such a device; empty if nothing.
    missing: NotRequired[List[Fault]]
    # Whether it is switched off.
    disabled: bool
    # Whether a frame captured from this model passes its test and this program can read the model.
    verified: bool
    # The evidence for reading the model; absent if this hub has no codec or driver for it. `captured` (a frame
    # captured from this model), `published` (a frame of another project's test), `computed` (computed frames only),
    # `untried` (a standard profile; no frame of the model).
    evidence: NotRequired[str]


class PassivePeripherals(TypedDict):
    """The passive set."""

    # The catalogue numbers; an empty or absent list disables passive reading.
    peripheralIDs: NotRequired[List[int]]


class ReadPeripheral(TypedDict):
    """Asks for a foreground reading."""

    # The device; when absent, the nearest allowed one of this peripheral.
    device: NotRequired[str]
    # The peripheral's catalogue number.
    peripheralID: int
    # The seat the reading is for; null leaves it to the assignments.
    seat: NotRequired[str]
    # Whether the reading is booked at once; true when absent. If false, it is held until `confirmReading`.
    autoSubmit: NotRequired[bool]
    # How long to wait for a measurement: 1 to 300 s; 60 when absent.
    seconds: NotRequired[int]
    # The devices that may be read; an empty list allows none, an absent one any.
    allowedDevices: NotRequired[List[str]]
    # Measurements from this many seconds before the request also belong to the seat: 0 to 600; 0 when absent. For
    # meters that are switched on after the measurement.
    sinceSeconds: NotRequired[int]


class PairPeripheral(TypedDict):
    """Asks to pair a device."""

    # The device.
    device: str
    # The peripheral's catalogue number.
    peripheralID: int
    # The seat that the device is paired for.
    seat: NotRequired[str]
    # The user index on the device that belongs to the seat; absent for all users, or to register a new user on a
    # scale.
    userIndex: NotRequired[int]
    # The PIN of the scale's user with that index, 1 to 4 digits, as the scale or its maker's app shows it. The seat
    # takes over that user instead of registering a new one.
    pin: NotRequired[str]
    # Facts about the seat's person that many scales need for body composition. They are kept sealed until the scale
    # has them.
    person: NotRequired[ScalePerson]


class ScalePerson(TypedDict):
    """What a scale needs to know about a person; the scale keeps its own value for each absent part."""

    # The date of birth: year, month and day, for example 1958-03-14.
    birthDate: NotRequired[str]
    # The sex. `female` (female), `male` (male), `unspecified` (not given; some scales then give no body
    # composition).
    sex: NotRequired[str]
    # The height in centimetres, 50 to 250.
    height: NotRequired[int]


class CancelWork(TypedDict):
    """Asks to end the foreground work."""

    # The id of the request that began the work; absent ends any work, also that of other callers.
    request: NotRequired[str]


class EraseDevices(TypedDict):
    """Names a seat whose persons' data is erased at a hub's reader."""

    # The seat.
    seat: str
    # All assignments of the seat's present and past devices, also to other seats; at most 200.
    assignments: List[AssignmentView]
    # Whether the adapter forgets the seat's devices, which then need to be paired again; false when absent.
    forgetPairing: NotRequired[bool]


AssignmentView = TypedDict(
    "AssignmentView",
    {
        # The device.
        "device": "str",
        # The user index on the device.
        "userIndex": "Optional[int]",
        # The seat.
        "seat": "str",
        # The start.
        "from": "str",
        # The end; null while the assignment is valid.
        "until": "Optional[str]",
        # How many held readings it gave an owner; only in the reply to `assignDevice`.
        "owned": "NotRequired[int]",
    },
)


class DevicesErased(TypedDict):
    """What a hub's reader has erased."""

    # The hub.
    hub: str
    # The number of raw frames erased.
    frames: int
    # The number of readings erased before the session manager had them.
    readings: int
    # The number of raw frames kept, because another person may have measured them on a shared device.
    keptFrames: int
    # Readings of these devices that still wait for the session manager: another person's, or without an owner.
    keptReadings: int
    # The number of devices that the adapter has forgotten.
    forgotten: int


class AnswerPasskey(TypedDict):
    """A person's answer to `passkeyRequested`; give `passkey` or `accept`."""

    # The question's id, from `passkeyRequested`.
    request: str
    # The six digits on the device, with leading zeros.
    passkey: NotRequired[str]
    # Whether the device shows the same digits; false also ends a pairing that asked for a passkey.
    accept: NotRequired[bool]


class StorePeripheralData(TypedDict):
    """What a device needs in addition to its pairing."""

    # The device.
    device: str
    # The peripheral's catalogue number.
    peripheralID: int
    # The device's encryption key: 32 hexadecimal digits.
    encryptionKey: str


class PeripheralDataStored(TypedDict):
    """A device's data was stored, sealed."""

    # The hub.
    hub: str
    # The device.
    device: str
    # What the device still needs before it can be read; empty if nothing.
    missing: List[Fault]


class ForgetDevice(TypedDict):
    """Names a device for a hub to forget."""

    # The device.
    device: str


class DeviceForgotten(TypedDict):
    """A hub has forgotten a device; its assignment stays."""

    # The hub.
    hub: str
    # The device.
    device: str
    # Whether the adapter knew the device; its pairing is then removed.
    pairing: bool
    # The number of the device's secrets that were erased.
    secrets: int


class HealthRecordsProcessed(TypedDict):
    """Records of one type were made from an export."""

    # The seat.
    seat: Optional[str]
    # The importer's hub.
    hub: str
    # The import that made them.
    importID: str
    # The record type, such as `routine`.
    recordType: str
    # The number of new or changed records.
    count: int


class HistoricalFetchProgress(TypedDict):
    """The progress of a historical fetch."""

    # The seat.
    seat: Optional[str]
    # The importer's hub.
    hub: str
    # The fetch's id.
    fetchID: str
    # Counts of each set so far.
    counts: List[HistoricalCount]


class HistoricalCount(TypedDict):
    """The number of records that a fetch has found in a set."""

    # The set. `routine` (a day's activity), `fitness` (workouts), `intraday` (steps in short intervals).
    set: str
    # The number of records found, new or not.
    records: int


class HistoricalFetchCompleted(TypedDict):
    """A historical fetch has ended."""

    # The seat.
    seat: Optional[str]
    # The importer's hub.
    hub: str
    # The fetch's id.
    fetchID: str
    # Counts of each set.
    counts: List[HistoricalCount]
    # Why the fetch stopped early; null if it finished.
    error: Optional[Fault]


class ImportState(TypedDict):
    """An import and its progress."""

    # The seat of the import.
    seat: Optional[str]
    # The importer's hub.
    hub: str
    # The import's id.
    importID: str
    # The session of the person whose data it is: the seat's present session if that person has it, else an earlier
    # one. Absent in imports that an earlier version saved.
    sessionID: NotRequired[str]
    # The origin. `file` (it was requested), `folder` (it was found in a watched folder), `http` (it was uploaded
    # over HTTP), `fetch` (it belongs to a historical fetch).
    origin: str
    # The state. `waiting` (other imports run first), `running` (it is being read), `done` (all of it was read),
    # `held` (it waits for a person's confirmation), `failed` (it cannot be read), `cancelled` (it was cancelled).
    state: str
    # The number of bytes read, uncompressed.
    bytes: int
    # The total number of bytes; 0 if unknown.
    totalBytes: int
    # The number of new records.
    created: int
    # The number of changed records.
    updated: int
    # The number of records that were already known.
    unchanged: int
    # The number of places in the input that could not be read.
    damaged: int
    # What was read but left out, by file and reason; in a list of several imports by reason only. Absent if nothing
    # was.
    leftOut: NotRequired[List[ImportLeftOut]]
    # Why it is held or has failed; null otherwise.
    error: Optional[Fault]


class ImportLeftOut(TypedDict):
    """Data in an input that makes no record."""

    # The reason. `impossible` (no living person has such a value), `noMeasurement` (the format marks it as no
    # measurement: a status, a goal or a zero), `unknownUnit` (its unit is unknown), `unknownElement` (no record is
    # made from its element, column or table), `unknownFile` (the file's format is unknown), `unreadableFile` (the
    # file cannot be opened), `otherUser` (it belongs to another user of the device), `noTimeInBed` (a night from
    # another app lacks the time in bed), `repeated` (another file of the input contains it), `incomplete` (it is
    # incomplete, such as half of a blood pressure).
    reason: str
    # The number of occurrences.
    count: int
    # The file's name without folders; absent if the input is one file, and for a sum of several.
    file: NotRequired[str]
    # The element, column or type; absent for a sum of several.
    element: NotRequired[str]


ImportFile = TypedDict(
    "ImportFile",
    {
        # The file's absolute path on the importer's machine.
        "path": "str",
        # The seat of the import; required unless the site's hub has one seat or the file is in a watched folder.
        "seat": "NotRequired[str]",
        # The seat's session whose person the file belongs to; if the seat has another one, the request is refused with
        # `conflict`. Absent for the seat's present session, whichever it is.
        "sessionID": "NotRequired[str]",
        # The requested sets, such as `routine`; all that the session's destination accepts when absent.
        "sets": "NotRequired[List[str]]",
        # The first local day, such as `2026-03-01`; all days when absent.
        "from": "NotRequired[str]",
        # The last local day; all days when absent.
        "to": "NotRequired[str]",
        # The person's home time zone, by its name in the tz database.
        "zone": "NotRequired[str]",
        # Names of sources, the preferred one first.
        "sources": "NotRequired[List[str]]",
        # Whether to import every heart rate instead of one in a quarter of an hour; false when absent.
        "allHeartRates": "NotRequired[bool]",
        # Whether an operator confirms that the export belongs to the seat's person, although it names another one than
        # before; false when absent.
        "confirmsPerson": "NotRequired[bool]",
        # The user whose values are imported from a device that numbers several users, such as a scale or a cuff.
        # Without it, values of several users are held.
        "userIndex": "NotRequired[int]",
    },
)


class ObserveFolders(TypedDict):
    """Sets the watched folders of a seat."""

    # The seat; when absent, the request only lists the folders of all seats.
    seat: NotRequired[str]
    # Absolute paths on the importer's machine; empty stops watching, absent only lists.
    paths: NotRequired[List[str]]


class ObservedFolders(TypedDict):
    """The watched folders."""

    # The folders.
    folders: List[ObservedFoldersFolder]


class ObservedFoldersFolder(TypedDict):
    """One folder."""

    # The seat whose person's exports the folder receives.
    seat: str
    # Its path.
    path: str


FetchHistoricalSets = TypedDict(
    "FetchHistoricalSets",
    {
        # The seat.
        "seat": "str",
        # The requested sets, one or several. `routine` (a day's activity), `fitness` (workouts), `intraday` (steps in
        # short intervals).
        "sets": "List[str]",
        # The first local day, such as `2026-03-01`. Days more than 179 before today are left out; for intraday, more
        # than 7.
        "from": "str",
        # The last local day; today when absent.
        "to": "NotRequired[str]",
    },
)


HistoricalFetch = TypedDict(
    "HistoricalFetch",
    {
        # The seat.
        "seat": "str",
        # The fetch's id.
        "fetchID": "str",
        # The sets that are fetched; intraday only if the session wants it. `routine` (a day's activity), `fitness`
        # (workouts), `intraday` (steps in short intervals).
        "sets": "List[str]",
        # The first local day.
        "from": "str",
        # The last local day.
        "to": "str",
        # Departures from the request, with reasons.
        "warnings": "List[str]",
    },
)


class CancelHistoricalFetch(TypedDict):
    """Names historical fetches to end."""

    # The seat.
    seat: str
    # The fetch; all of the seat's when absent.
    fetchID: NotRequired[str]


class CancelledFetches(TypedDict):
    """The fetches that were ended."""

    # Their ids; empty if none was running.
    fetchIDs: List[str]


class ImportsRequest(TypedDict):
    """Asks for imports."""

    # Only this seat's; all when absent.
    seat: NotRequired[str]
    # Only this import.
    importID: NotRequired[str]


class ImportList(TypedDict):
    """Imports, the latest first, 50 at most."""

    # The imports.
    imports: List[ImportState]


class CancelImport(TypedDict):
    """Ends an import."""

    # The import.
    importID: str


class CancelledImports(TypedDict):
    """The imports that were ended."""

    # Their ids; empty if it had already ended.
    importIDs: List[str]


class SeatReference(TypedDict):
    """Names a seat, or one of its sessions."""

    # The seat.
    seat: str
    # The session; the seat's present one when absent.
    sessionID: NotRequired[str]


class ImportsErased(TypedDict):
    """What the importer has erased of a seat."""

    # The seat.
    seat: str
    # Marks of records that were already handed over.
    marks: int
    # Records that waited for the session manager.
    readings: int


class OCRDidProcessResult(TypedDict):
    """The worker has examined a picture or a frame."""

    # The seat.
    seat: Optional[str]
    # The hub that examined it.
    hub: str
    # The id of the picture's or stream's job.
    jobID: str
    # The number of the frame, from 1.
    frame: int
    # What was read; without text and values if the seat's values are not shared.
    result: DisplayResult
    # What the frames still need for a reading; absent for a picture, and for the frame that completes one.
    # `smallPrint` (it is as small as print), `upsideDown` (it is also a valid number when read upside down),
    # `unitSymbol` (the last figure may be the symbol of a unit), `longerText` (it may be a part of a longer text),
    # `mayContinue` (there may be more digits next to it), `restoredPoint` (a decimal point was supposed, not seen),
    # `missingValue` (a value that such a meter shows is missing), `severalDisplays` (another meter may be in view),
    # `glare` (a reflection covers a part of it), `glareBeside` (a reflection covers a place next to a value, where
    # another digit would make another value), `outOfTime` (the time for the picture ended before every direction
    # was tried), `unsure` (the confidence is too low; accompanying codes give the main reasons), `blurred` (it is
    # blurred), `faint` (the digits have little contrast), `tooSmall` (it is small in the picture), `tilted` (it is
    # tilted in the picture), `unclearDigits` (digits look like others), `unclearPoint` (a decimal point may have
    # been missed), `unclearDisplay` (the display itself is difficult to recognise), `unusualValue` (the values are
    # rare for such a meter), `unusualLayout` (the rows are not arranged as on such a meter, or something large next
    # to them was not used), `fewChecks` (nothing else on the display confirms a number as short as this one),
    # `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames are too similar to count as
    # independent), `framesDisagree` (the frames show different readings).
    waits: NotRequired[List[str]]
    # The frame as the person with the meter sees it, if a preview was requested and this frame was drawn.
    preview: NotRequired[FramePreview]


class DisplayResult(TypedDict):
    """What was read on a display."""

    # The display's rows, separated by line feeds; empty if nothing was read.
    text: str
    # The values; empty if the reading was refused, or if the seat's values are not shared.
    fields: List[DisplayResultField]
    # The confidence of the whole reading, from 0 to 1.
    confidence: float
    # Whether the confidence is high enough to accept the reading; a person confirms it in any case.
    accepted: bool
    # Why it is not accepted, each a sentence with a remedy; absent if it is, and if `refused` gives the reason.
    # `smallPrint` (it is as small as print), `upsideDown` (it is also a valid number when read upside down),
    # `unitSymbol` (the last figure may be the symbol of a unit), `longerText` (it may be a part of a longer text),
    # `mayContinue` (there may be more digits next to it), `restoredPoint` (a decimal point was supposed, not seen),
    # `missingValue` (a value that such a meter shows is missing), `severalDisplays` (another meter may be in view),
    # `glare` (a reflection covers a part of it), `glareBeside` (a reflection covers a place next to a value, where
    # another digit would make another value), `outOfTime` (the time for the picture ended before every direction
    # was tried), `unsure` (the confidence is too low; accompanying codes give the main reasons), `blurred` (it is
    # blurred), `faint` (the digits have little contrast), `tooSmall` (it is small in the picture), `tilted` (it is
    # tilted in the picture), `unclearDigits` (digits look like others), `unclearPoint` (a decimal point may have
    # been missed), `unclearDisplay` (the display itself is difficult to recognise), `unusualValue` (the values are
    # rare for such a meter), `unusualLayout` (the rows are not arranged as on such a meter, or something large next
    # to them was not used), `fewChecks` (nothing else on the display confirms a number as short as this one),
    # `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames are too similar to count as
    # independent), `framesDisagree` (the frames show different readings).
    reasons: NotRequired[List[str]]
    # Why there is no reading; absent if there is one. `noDisplay` (no display is seen), `displayOff` (the display
    # is off), `severalDisplays` (the picture shows several displays), `errorCode` (it shows an error code of the
    # meter), `outOfRange` (it shows that the value is out of the meter's range), `clock` (it shows the time of
    # day), `memory` (it shows a stored value), `unreadable` (the characters are ambiguous), `implausible` (the
    # values are impossible), `notThisField` (the number does not fit this kind of meter; only a part of it would),
    # `tooDark` (the picture is too dark), `blurred` (the picture is blurred), `glare` (a reflection covers the
    # display), `tooSmall` (the display is too small in the picture), `outOfTime` (the time for the picture ended
    # before every direction was tried).
    refused: NotRequired[str]
    # A reflection on the display; absent if there is none.
    glare: NotRequired[Glare]
    # The display cut out; absent if there is none, and for a stream's frame if the seat's values are not shared.
    crop: NotRequired[PictureReference]
    # The display's place in the picture; absent if none was found.
    display: NotRequired[PictureArea]


class DisplayResultField(TypedDict):
    """One value of the display."""

    # The layout's name for it, such as `sys`.
    key: str
    # The characters, such as `128`.
    text: str
    # The value as records store it.
    measurement: NotRequired[Measurement]
    # The confidence of each character, from 0 to 1.
    characters: List[float]


class Glare(TypedDict):
    """A reflection on a display."""

    # The reflection's place.
    area: PictureArea
    # Its strength, from 0 to 1.
    strength: float


class PictureArea(TypedDict):
    """A rectangle of a picture, in pixels of the upright picture."""

    # The left edge.
    x: int
    # The upper edge.
    y: int
    # Its width.
    width: int
    # Its height.
    height: int


class PictureReference(TypedDict):
    """Refers to a picture instead of containing it."""

    # The picture's name there.
    sha256: str
    # Its size in bytes.
    size: int
    # The file's type. `image/jpeg` (JPEG), `image/png` (PNG).
    contentType: str
    # The reading that the session manager holds with it, for `heldPicture`; absent for pictures without one, such
    # as a frame's crop, for `pictureBytes`.
    readingKey: NotRequired[str]


class FramePreview(TypedDict):
    """A frame as the person with the meter sees it."""

    # The whole frame, at most 640 pixels on its longer side, with the overlay, the found display and the present
    # result drawn in. Only `pictureBytes` with the `previewKey` returns it.
    picture: PictureReference
    # The picture's width in pixels.
    width: int
    # The picture's height in pixels.
    height: int
    # Where the display should be, in the picture.
    frame: PictureArea
    # Where a display was found, in the picture; absent if none was.
    display: NotRequired[PictureArea]
    # The hints, the most important first. `aim` (no display is seen), `nearer` (move the meter towards the camera),
    # `farther` (move the meter away from the camera), `left` (move the meter to the left of the picture), `right`
    # (move the meter to the right of the picture), `up` (move the meter up in the picture), `down` (move the meter
    # down in the picture), `straighten` (turn the meter straight), `glare` (avoid the reflection on the display),
    # `dark` (add light), `blurred` (hold still), `off` (switch the meter on), `onlyOne` (show only one display),
    # `hold` (the position is good).
    hints: List[str]


class OCRDidCompleteReading(TypedDict):
    """A display was read. The reading is stored and held for a person; a default user's is only reported."""

    # The seat.
    seat: Optional[str]
    # The hub that read it.
    hub: str
    # The id of the picture's or stream's job.
    jobID: str
    # The reading; without values if the seat's values are not shared.
    record: Reading
    # The display cut out; null if it was not kept.
    crop: Optional[PictureReference]
    # The evidence for the reading.
    metadata: OCRDidCompleteReadingMetadata
    # What happens to the reading; `held` when absent. `held` (it waits until a person confirms it), `notStored` (it
    # is the default user's: only the answer has it).
    disposition: NotRequired[str]


class OCRDidCompleteReadingMetadata(TypedDict):
    """The evidence for the reading."""

    # The number of frames that it was made from.
    frames: int
    # The part of these frames that agree, from 0 to 1.
    agreement: float
    # The confidence, from 0 to 1.
    confidence: float
    # Whether the confidence is high enough to accept the reading.
    accepted: bool
    # Why it is not accepted; absent if it is. `smallPrint` (it is as small as print), `upsideDown` (it is also a
    # valid number when read upside down), `unitSymbol` (the last figure may be the symbol of a unit), `longerText`
    # (it may be a part of a longer text), `mayContinue` (there may be more digits next to it), `restoredPoint` (a
    # decimal point was supposed, not seen), `missingValue` (a value that such a meter shows is missing),
    # `severalDisplays` (another meter may be in view), `glare` (a reflection covers a part of it), `glareBeside` (a
    # reflection covers a place next to a value, where another digit would make another value), `outOfTime` (the
    # time for the picture ended before every direction was tried), `unsure` (the confidence is too low;
    # accompanying codes give the main reasons), `blurred` (it is blurred), `faint` (the digits have little
    # contrast), `tooSmall` (it is small in the picture), `tilted` (it is tilted in the picture), `unclearDigits`
    # (digits look like others), `unclearPoint` (a decimal point may have been missed), `unclearDisplay` (the
    # display itself is difficult to recognise), `unusualValue` (the values are rare for such a meter),
    # `unusualLayout` (the rows are not arranged as on such a meter, or something large next to them was not used),
    # `fewChecks` (nothing else on the display confirms a number as short as this one), `fewFrames` (too few frames
    # show a reading so far), `framesAlike` (the frames are too similar to count as independent), `framesDisagree`
    # (the frames show different readings).
    reasons: NotRequired[List[str]]
    # The values with the confidence of each character; empty if the seat's values are not shared.
    fields: List[DisplayResultField]


class OCRDidCancel(TypedDict):
    """A picture or a stream ended without a reading."""

    # The seat.
    seat: Optional[str]
    # The hub that read it.
    hub: str
    # The id of the picture's or stream's job.
    jobID: str
    # Why there is no reading. `requested` (it was cancelled), `timedOut` (its time is up), `ended` (there are no
    # more frames), `refused` (it shows no reading), `failed` (the picture cannot be decoded), `draining` (the
    # worker is stopping).
    reason: str


class OCRCameraUnavailable(TypedDict):
    """A camera or a stream cannot be opened."""

    # The seat.
    seat: Optional[str]
    # The hub that tried.
    hub: str
    # The id of the stream's job.
    jobID: str
    # The camera's name in the configuration.
    source: str
    # Why it cannot be opened. `denied` (the worker has no permission to use it), `missing` (it does not exist),
    # `busy` (another process uses it).
    reason: str


class OCRPeripheralsRequest(TypedDict):
    """Asks which displays can be read."""

    # Only this peripheral.
    peripheralID: NotRequired[int]
    # Only those of a type, such as `bloodPressure`.
    type: NotRequired[str]


class OCRPeripherals(TypedDict):
    """The displays that can be read."""

    # All models, by catalogue number.
    peripherals: List[OCRPeripheralsEntry]


class OCRPeripheralsEntry(TypedDict):
    """A model whose display can be read."""

    # The catalogue number.
    peripheralID: int
    # The type of display, such as `bloodPressure`.
    type: str
    # The maker.
    manufacturer: str
    # The model.
    model: str
    # The address of the model's picture; absent if there is none.
    imageURL: NotRequired[str]
    # The units that the meter can be set to, the default first.
    units: List[str]
    # The keys of the values that it shows, such as `sys`.
    fields: List[str]
    # How well the layout that `overlay` draws is known. `model` (its places and proportions were measured), `rows`
    # (its rows and words are known; proportions are those of its type), `kind` (its layout is unknown: it is drawn
    # as any display of its type).
    layout: NotRequired[str]


class OverlayRequest(TypedDict):
    """Asks for the overlay of a preview."""

    # The peripheral.
    peripheralID: int
    # The preview's width in pixels, 16 to 8192.
    width: int
    # The preview's height in pixels, 16 to 8192.
    height: int


class Overlay(TypedDict):
    """The overlay of a preview, which shows where to hold the display."""

    # The peripheral.
    peripheralID: int
    # Where the display should be in the preview: the `box` of `recognize` and `startReading`.
    frame: PictureArea
    # The overlay, as large as the preview, as SVG.
    svg: str
    # The overlay as PNG, base64; absent if it is too large for a message.
    png: NotRequired[str]


class PutPicture(TypedDict):
    """Announces a picture; the reply lists the missing parts. A repeat changes nothing and returns the progress."""

    # The reading that it shows; absent if the picture is handed over for reading.
    readingKey: NotRequired[str]
    # The SHA-256 of the file as sent, 64 hex digits.
    sha256: str
    # The file's size in bytes, 1 to 10000000.
    size: int


class PictureReceived(TypedDict):
    """The progress of a picture's transfer."""

    # The SHA-256 of the file as announced; it names the picture here.
    sha256: str
    # The state of the transfer. `wanted` (parts are missing), `stored` (the picture is stored here).
    state: str
    # The size of a part in bytes; the last one has the rest.
    partSize: int
    # The missing parts, at most 250; also empty while the last part is being checked: ask again then.
    missing: List[int]


class PicturePart(TypedDict):
    """One part of an announced picture. A repeat changes nothing."""

    # The reading that it shows, as announced.
    readingKey: NotRequired[str]
    # The SHA-256 of the whole file, as announced.
    sha256: str
    # The part, 0 to 249.
    index: int
    # The part's bytes, base64: 40,000 bytes; the last part has the rest.
    data: str


class PictureBytesRequest(TypedDict):
    """Asks for a piece of a picture of the `ocr-worker`."""

    # The picture, or the crop or preview of a stream's frame; the newest 16 are available for a minute.
    sha256: str
    # The offset of the piece.
    offset: int
    # The `previewKey` from `startReading`; absent for any other picture.
    previewKey: NotRequired[str]


class ImageBytes(TypedDict):
    """A piece of an image."""

    # The bytes, base64: 40,000 bytes, or the rest.
    data: str


class RecognizePicture(TypedDict):
    """Asks to read a picture that was handed over by `putPicture`."""

    # The picture.
    sha256: str
    # The kind of display that is expected; anything when absent.
    wish: NotRequired[DisplayWish]
    # The seat of the reading; when absent, the person who confirms it decides.
    seat: NotRequired[str]
    # When the picture was taken; now when absent.
    takenAt: NotRequired[str]
    # Whether the reading is held for confirmation; true when absent. If false, it is only reported.
    holds: NotRequired[bool]


class DisplayWish(TypedDict):
    """The kind of display that a picture is expected to show."""

    # The OCR peripheral.
    peripheralID: NotRequired[int]
    # The type of display if no peripheral is named; `any` when absent. `bloodPressure` (a blood pressure monitor),
    # `glucoseMeter` (a glucose meter), `thermometer` (a thermometer), `pulseOximeter` (a pulse oximeter),
    # `weightScale` (a scale), `any` (any of these).
    type: NotRequired[str]
    # The unit that the meter shows, such as `mmol/L`; the peripheral's own when absent.
    unit: NotRequired[str]
    # The display's place, given by the overlay's frame; the whole picture when absent.
    box: NotRequired[PictureArea]
    # The rotation of `box` around its centre, in degrees clockwise, -360 to 360; 0 when absent. `box` gives the
    # place and size before rotation; its upper edge becomes the display's.
    boxAngle: NotRequired[float]


class OCRJob(TypedDict):
    """A picture to read, or one that was read; the same request again returns the progress."""

    # The job's id, the request's own.
    jobID: str
    # The key of the reading that the job makes, if any.
    readingKey: str
    # The progress. `waiting` (it was not read yet), `done` (it was read), `failed` (it cannot be read), `cancelled`
    # (it was cancelled).
    state: str
    # What was read, once the job is done.
    result: NotRequired[DisplayResult]
    # Why the job failed.
    error: NotRequired[Fault]
    # Whether its reading waits for a person's confirmation; absent until the job is done.
    held: NotRequired[bool]
    # What happens to its reading; absent if there is none. `held` (it waits until a person confirms it),
    # `notStored` (it is the default user's: only the answer has it).
    disposition: NotRequired[str]


class StartReading(TypedDict):
    """Asks to read a display until the frames agree."""

    # A camera or stream by its name in the worker's configuration, `folder` with `path`, or `pushed` for frames
    # that the caller sends by `pushFrame`.
    source: str
    # The folder's absolute path on the worker's machine, below a path that `folders` allows.
    path: NotRequired[str]
    # The kind of display that is expected; anything when absent.
    wish: NotRequired[DisplayWish]
    # The seat of the reading; when absent, the person who confirms it decides.
    seat: NotRequired[str]
    # The time limit, 1 to 600 s; 60 when absent.
    seconds: NotRequired[int]
    # Asks for a preview of at most five frames a second, which `pictureBytes` returns to callers that give this
    # key. Use 16 to 64 random characters of a-z, A-Z, 0-9 and '-'; no preview when absent.
    previewKey: NotRequired[str]


class PushFrame(TypedDict):
    """One part of a frame for a stream whose source is `pushed`, for example from a phone's camera."""

    # The stream, from the reply to `startReading`.
    jobID: str
    # The frame's number, from 1; greater than the last one's.
    frame: int
    # The part, from 0.
    part: int
    # How many parts the frame has, 1 to 12.
    parts: int
    # The part's bytes of a JPEG or PNG, base64; 40,000 bytes at most.
    data: str


class FramePushed(TypedDict):
    """The result of a pushed frame; its last part is answered once the frame was examined."""

    # The present result, for the caller only; absent while parts are missing, and if the frame is not a valid
    # picture.
    seen: NotRequired[DisplayResult]
    # What the frames still need for a reading; absent if they give one. `smallPrint` (it is as small as print),
    # `upsideDown` (it is also a valid number when read upside down), `unitSymbol` (the last figure may be the
    # symbol of a unit), `longerText` (it may be a part of a longer text), `mayContinue` (there may be more digits
    # next to it), `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a value that such a
    # meter shows is missing), `severalDisplays` (another meter may be in view), `glare` (a reflection covers a part
    # of it), `glareBeside` (a reflection covers a place next to a value, where another digit would make another
    # value), `outOfTime` (the time for the picture ended before every direction was tried), `unsure` (the
    # confidence is too low; accompanying codes give the main reasons), `blurred` (it is blurred), `faint` (the
    # digits have little contrast), `tooSmall` (it is small in the picture), `tilted` (it is tilted in the picture),
    # `unclearDigits` (digits look like others), `unclearPoint` (a decimal point may have been missed),
    # `unclearDisplay` (the display itself is difficult to recognise), `unusualValue` (the values are rare for such
    # a meter), `unusualLayout` (the rows are not arranged as on such a meter, or something large next to them was
    # not used), `fewChecks` (nothing else on the display confirms a number as short as this one), `fewFrames` (too
    # few frames show a reading so far), `framesAlike` (the frames are too similar to count as independent),
    # `framesDisagree` (the frames show different readings).
    waits: NotRequired[List[str]]
    # Where the display is and should be, with hints; absent with `seen`.
    aim: NotRequired[FrameAim]
    # Whether its reading waits for a person's confirmation, false for the default user's; absent if there is none.
    held: NotRequired[bool]
    # Whether the stream needs no more frames.
    ended: bool


class FrameAim(TypedDict):
    """Where the display is in a frame, with hints for reading it."""

    # The width that the places refer to.
    width: int
    # The height that the places refer to.
    height: int
    # Where the display should be.
    frame: PictureArea
    # Where a display was found; absent if none was.
    display: NotRequired[PictureArea]
    # The hints, the most important first. `aim` (no display is seen), `nearer` (move the meter towards the camera),
    # `farther` (move the meter away from the camera), `left` (move the meter to the left of the picture), `right`
    # (move the meter to the right of the picture), `up` (move the meter up in the picture), `down` (move the meter
    # down in the picture), `straighten` (turn the meter straight), `glare` (avoid the reflection on the display),
    # `dark` (add light), `blurred` (hold still), `off` (switch the meter on), `onlyOne` (show only one display),
    # `hold` (the position is good).
    hints: List[str]


class CancelOCR(TypedDict):
    """Ends jobs."""

    # The id of a picture's or stream's job; when absent, all streams and all waiting pictures.
    jobID: NotRequired[str]


class CancelledOCR(TypedDict):
    """The jobs that were ended."""

    # The jobs' ids.
    jobs: List[str]


class ScanCode(TypedDict):
    """Asks for the codes in a picture that was handed over by `putPicture`."""

    # The picture.
    sha256: str
    # What to look for; anything when absent. `key` (the 32 hex digits of a peripheral's key).
    purpose: NotRequired[str]


class ScannedCodes(TypedDict):
    """The codes of a picture."""

    # The codes.
    codes: List[ScannedCodesCode]


class ScannedCodesCode(TypedDict):
    """One code."""

    # `QR-Code`, `EAN-13`, `CODE-128` and so on.
    kind: str
    # The code's text.
    text: str


class PicturesErased(TypedDict):
    """What an `ocr-worker` has erased of a seat."""

    # The seat.
    seat: str
    # Jobs, in any state.
    jobs: int
    # Pictures with their files; a picture that another job needs stays.
    pictures: int
    # Readings in the outbox that waited for the session manager.
    readings: int
    # Streams that were ended.
    streams: int


class SessionStarted(TypedDict):
    """A session began."""

    # The seat.
    seat: Optional[str]
    # `site`: a session is not bound to a hub.
    hub: str
    # The session.
    sessionID: str
    # The service's user, null for the default user.
    userID: Optional[str]
    # The service's organization, null for the default user.
    organizationID: Optional[str]


class SessionEnded(TypedDict):
    """A session ended."""

    # The seat.
    seat: Optional[str]
    # `site`.
    hub: str
    # The session.
    sessionID: str
    # The service's user, null for the default user.
    userID: Optional[str]
    # The service's organization, null for the default user.
    organizationID: Optional[str]
    # Why it ended. `requested` (a person or a program ended it), `replaced` (the seat has another session),
    # `unauthorized` (the server refused its credentials).
    reason: str
    # The number of its records that are not certain to be at the server.
    unsyncedRecords: int
    # The first of them, at most 32, in the order of `unsyncedRecords {sessionID}`, which lists them all.
    records: NotRequired[List[UnsyncedRecord]]


class UnsyncedRecord(TypedDict):
    """A record that is not certain to be at the server."""

    # The record.
    logID: str
    # The kind of record.
    type: str
    # When it was measured.
    timestamp: str


class DestinationEnded(TypedDict):
    """The deliveries to a further destination of a session have ended, alone or with the session."""

    # The seat.
    seat: Optional[str]
    # `site`.
    hub: str
    # The session.
    sessionID: str
    # The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a
    # FHIR R4 server), `file` (files on the machine that runs the uploader).
    destination: str
    # The reason. `requested` (a person or a program ended it), `replaced` (the seat has another session),
    # `unauthorized` (the server refused its credentials).
    reason: str
    # The number of records that are not certain to be there.
    unsyncedRecords: int
    # The first of them, at most 32, in the order of `unsyncedRecords`.
    records: NotRequired[List[UnsyncedRecord]]


class RecordSubmitted(TypedDict):
    """The server accepted a record, a change of it or its deletion."""

    # The seat.
    seat: Optional[str]
    # Where the reading was made.
    hub: str
    # The record; without values if the seat does not share them, and for `delete`.
    record: VitalRecord
    # The server's id of it; null for a deletion, and if the server gives none for an update.
    serverID: Optional[str]
    # What was submitted; for `delete`, remove the record from your data too. `create` (the first revision),
    # `update` (a later revision), `delete` (the record is deleted).
    operation: NotRequired[str]
    # Which destination accepted it; absent from older senders. `inform` (the cloud service's version 2), `legacy`
    # (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the
    # uploader).
    destination: NotRequired[str]
    # The metrics that the destination cannot store, whose values were not submitted; absent if the seat shares no
    # values.
    leftOut: NotRequired[List[str]]


class SubmissionFailed(TypedDict):
    """The server refused a record for good."""

    # The seat.
    seat: Optional[str]
    # Where the reading was made.
    hub: str
    # The record; without values if the seat does not share them, and for `delete`.
    record: VitalRecord
    # The server's words.
    error: Fault
    # What was refused; after a refused `delete` the record still exists there. `create` (the first revision),
    # `update` (a later revision), `delete` (the record is deleted).
    operation: NotRequired[str]
    # Which destination refused it; absent from older senders. `inform` (the cloud service's version 2), `legacy`
    # (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the
    # uploader).
    destination: NotRequired[str]


class SubmissionRetrying(TypedDict):
    """A record waits for another attempt."""

    # The seat.
    seat: Optional[str]
    # Where the reading was made.
    hub: str
    # The record.
    logID: str
    # The number of attempts.
    attempts: int
    # The time until the next attempt, in seconds; it is earlier if the destination answers again before.
    retryInSeconds: int
    # The error.
    error: Fault
    # Which destination it waits for; absent from older senders. `inform` (the cloud service's version 2), `legacy`
    # (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the
    # uploader).
    destination: NotRequired[str]


class ReadingQueued(TypedDict):
    """A reading has become a person's record."""

    # The seat.
    seat: Optional[str]
    # Where the reading was made.
    hub: str
    # The reading.
    readingKey: str
    # The device, if one made it.
    device: Optional[str]
    # The record; without values for seats that do not share them.
    record: VitalRecord
    # The session that the record belongs to.
    sessionID: str
    # What happened to the reading. `accepted` (the record waits for delivery to the server), `unsynced` (the
    # session has ended, and its list has the record).
    outcome: str


class ReadingHeld(TypedDict):
    """A reading has no owner yet."""

    # Always null.
    seat: Optional[str]
    # Where the reading was made.
    hub: str
    # The reading.
    readingKey: str
    # The device, if one made it.
    device: Optional[str]
    # Why it is held. `noAssignment` (the device was not assigned at the measurement's time), `assignedToAnother`
    # (the device was read for one seat, but is assigned to another), `olderThanRequest` (the reading was requested
    # for a seat, but measured before the request), `clockUnknown` (the measurement's time is not known),
    # `noSession` (the seat had no session at the measurement's time), `invalid` (it breaks a rule, such as a time
    # in the future or no value), `changedByHand` (it is a later revision of a record that an operator has
    # corrected, changed or deleted), `awaitsConfirmation` (a person has to confirm it first), `implausible` (its
    # values are very unusual, contradict each other, or are doubted by the device: a person confirms or corrects
    # them), `possibleRepeat` (its device sent equal values with an equal time before, but measured this later: a
    # person decides whether they are two), `anotherHubsSeat` (it was read for another hub's seat, but no request
    # for it is recorded).
    reason: str
    # The seat that the reading was made for, if the producer was given one.
    forSeat: NotRequired[str]
    # The seat that the device is assigned to, if that contradicts `forSeat`.
    assignedSeat: NotRequired[str]
    # The values on a display, if that seat's values are shared; absent for other readings.
    measurements: NotRequired[List[Measurement]]
    # The confidence of the display's reading, from 0 to 1; absent for other readings.
    confidence: NotRequired[float]
    # Whether the confidence is high enough to accept the reading; absent for other readings.
    accepted: NotRequired[bool]
    # Why it was not accepted; absent if it was, and for other readings. `smallPrint` (it is as small as print),
    # `upsideDown` (it is also a valid number when read upside down), `unitSymbol` (the last figure may be the
    # symbol of a unit), `longerText` (it may be a part of a longer text), `mayContinue` (there may be more digits
    # next to it), `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a value that such a
    # meter shows is missing), `severalDisplays` (another meter may be in view), `glare` (a reflection covers a part
    # of it), `glareBeside` (a reflection covers a place next to a value, where another digit would make another
    # value), `outOfTime` (the time for the picture ended before every direction was tried), `unsure` (the
    # confidence is too low; accompanying codes give the main reasons), `blurred` (it is blurred), `faint` (the
    # digits have little contrast), `tooSmall` (it is small in the picture), `tilted` (it is tilted in the picture),
    # `unclearDigits` (digits look like others), `unclearPoint` (a decimal point may have been missed),
    # `unclearDisplay` (the display itself is difficult to recognise), `unusualValue` (the values are rare for such
    # a meter), `unusualLayout` (the rows are not arranged as on such a meter, or something large next to them was
    # not used), `fewChecks` (nothing else on the display confirms a number as short as this one), `fewFrames` (too
    # few frames show a reading so far), `framesAlike` (the frames are too similar to count as independent),
    # `framesDisagree` (the frames show different readings).
    reasons: NotRequired[List[str]]
    # The display's picture, for `heldPicture`; absent if there is none.
    picture: NotRequired[PictureReference]


class SessionState(TypedDict):
    """A seat's session, without confidential facts."""

    # The seat.
    seat: str
    # Whether the seat has a session.
    active: bool
    # The session; null if there is none.
    sessionID: Optional[str]
    # When it began.
    startedAt: NotRequired[str]
    # Whether the server accepted its credentials; refused credentials end the session. `yes` (the server accepted
    # them), `pending` (the server has not answered yet).
    validated: NotRequired[str]
    # Whether it is the default user's.
    defaultUser: bool
    # A number that changes with the session's subscriptions, which `subscriptions` returns.
    subscriptionsRevision: NotRequired[int]
    # Why the seat's last session ended; absent without an ended session. `requested` (a person or a program ended
    # it), `replaced` (the seat has another session), `unauthorized` (the server refused its credentials).
    endReason: NotRequired[str]
    # The number of records in the seat's ended sessions that are not certain to be at the server; absent if none.
    unsyncedRecords: NotRequired[int]
    # Further destinations of the running session that refused its person or credentials; absent if none did.
    # `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server),
    # `file` (files on the machine that runs the uploader).
    endedDestinations: NotRequired[List[str]]


class QueueState(TypedDict):
    """The queue's depths."""

    # The number of waiting records.
    pending: int
    # The number of records with a worker.
    leased: int
    # The number of readings without an owner.
    held: int
    # The number of records that the server refused; kept for `records.keep`, at least 30 days.
    rejected: int
    # The age of the oldest waiting record, in seconds.
    oldestSeconds: NotRequired[int]
    # Why deliveries are paused, in plain words; null if they are not.
    paused: Optional[str]
    # The number of images that wait for their record or for delivery.
    images: NotRequired[int]
    # The waiting deliveries by seat, the oldest first, at most 16; absent from older senders.
    waiting: NotRequired[List[QueueStateWaiting]]
    # The number of records that were refused within the last day; absent if none, and from older senders.
    rejectedLately: NotRequired[int]
    # Why the last of them was refused, a code such as `http422`.
    rejectedError: NotRequired[str]


class QueueStateWaiting(TypedDict):
    """The waiting deliveries of one seat's session."""

    # The seat.
    seat: str
    # The interface that receives them. `inform` (the cloud service's version 2), `legacy` (the cloud service's
    # version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
    apiVersion: str
    # The number of records and images that wait or are with a worker.
    count: int
    # How many of them are history, which is sent when the destination's limit has room.
    history: int
    # Since when the oldest has been waiting.
    since: str
    # The last error of the oldest, a code such as `http503`; absent if there was none.
    error: NotRequired[str]
    # When the next attempt of the oldest is due, or when its worker's lease ends; absent if it is due now, and from
    # older senders.
    until: NotRequired[str]


class SealingState(TypedDict):
    """The public key that access tokens are sealed for."""

    # The method. `hpke-base-x25519-hkdf-sha256-chacha20poly1305` (RFC 9180, base mode, suites 0x0020, 0x0001,
    # 0x0003).
    algorithm: str
    # The key's name: the first 16 hexadecimal digits of the SHA-256 of its 32 bytes.
    kid: str
    # The X25519 public key, 32 bytes, base64.
    publicKey: str


class ImageSubmitted(TypedDict):
    """The server has an image of a record."""

    # The seat.
    seat: Optional[str]
    # Where the reading was made.
    hub: str
    # The record.
    logID: str
    # The image.
    media: ImageMedia
    # Which destination has it; absent from older senders. `inform` (the cloud service's version 2), `legacy` (the
    # cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
    destination: NotRequired[str]


class ImageMedia(TypedDict):
    """An image of a record, as notifications describe it."""

    # The image's own id.
    imageID: str
    # The file's type. `image/jpeg` (JPEG), `image/png` (PNG).
    contentType: str
    # The file's size in bytes, without metadata.
    size: int
    # The file's SHA-256, without metadata.
    sha256: str
    # The server's id of it; null if it has none.
    mediaID: Optional[str]
    # The address where the server shows it to authorized people; null if the server gives none.
    url: Optional[str]


class ImageSubmissionFailed(TypedDict):
    """An image did not reach the server and is not retried automatically; its file is deleted."""

    # The seat.
    seat: Optional[str]
    # Where the reading was made.
    hub: str
    # The record.
    logID: str
    # The image.
    media: ImageMedia
    # The reason: the server's words, or `recordRejected`, `recordDeleted`, `imageExpired`, `imageMissing`.
    error: Fault
    # The destination that did not get it; absent from older senders. `inform` (the cloud service's version 2),
    # `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs
    # the uploader).
    destination: NotRequired[str]


class SharedValue(TypedDict):
    """One value of a seat, without nesting, for programs that display or automate it."""

    # The seat.
    seat: str
    # Where it was measured.
    hub: str
    # The metric, its value and unit, as the record has them.
    measurement: Measurement
    # When it was measured.
    timestamp: str
    # The value's record.
    logID: str
    # The value as a number, for programs that read no nested object; absent from older senders, as are the next
    # three.
    value: NotRequired[float]
    # Its unit in UCUM.
    unit: NotRequired[str]
    # When it was measured; equal to `timestamp`.
    measuredAt: NotRequired[str]
    # The value's origin: `device`, `manual` or `unknown`.
    origin: NotRequired[str]


class SeatLimits(TypedDict):
    """The usual values of a seat, set by an operator; other values are highlighted for people."""

    # The seat.
    seat: str
    # All of the seat's limits, each metric once; empty if none are set.
    limits: List[SeatLimitsLimit]


class SeatLimitsLimit(TypedDict):
    """The usual range of one metric, in its first unit; at least one limit is present."""

    # The metric, such as `systolic`.
    metric: str
    # The lowest usual value; absent without a lower limit.
    lowest: NotRequired[float]
    # The highest usual value; absent without an upper limit.
    highest: NotRequired[float]


DeviceAssigned = TypedDict(
    "DeviceAssigned",
    {
        # The seat that the device is assigned to.
        "seat": "Optional[str]",
        # The hub of the person who assigned it; `site` for a person at the server.
        "hub": "str",
        # The device.
        "device": "str",
        # The user index on the device; null for every index.
        "userIndex": "Optional[int]",
        # The measurement time from which it applies.
        "from": "str",
        # The seats that had the device before; empty if none had.
        "before": "List[str]",
        # The account at the broker that assigned it.
        "by": "str",
    },
)


class StartSession(TypedDict):
    """Starts a session; the token is sealed with the site's key or for its public key."""

    # The seat.
    seat: str
    # The service's user.
    userID: NotRequired[str]
    # The service's organization.
    organizationID: NotRequired[str]
    # The access token, sealed with the site's key, base64; for callers that have this key.
    sealedToken: NotRequired[str]
    # The access token, sealed for the site's public key from `state/sealing`; replaces `sealedToken`.
    hpkeToken: NotRequired[HPKEToken]
    # The access token in plain text: always refused, with an error that names the right field.
    accessToken: NotRequired[str]
    # The first destination of its records; `inform` when absent. `inform` (the cloud service's version 2), `legacy`
    # (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the
    # uploader).
    apiVersion: NotRequired[str]
    # Whether to start the default user's session, which delivers nothing.
    defaultUser: NotRequired[bool]
    # Whether to start before the server has checked the credentials; they are checked afterwards.
    force: NotRequired[bool]
    # Further destinations of its records, at most four, each once.
    destinations: NotRequired[List[FurtherDestination]]
    # Earlier sessions of this seat at the destination `file`, at most 64, whose records also go to this session's
    # first destination. For a person who was measured before an account existed.
    takes: NotRequired[List[str]]


class HPKEToken(TypedDict):
    """An access token, sealed for a site's public key by HPKE (RFC 9180, base mode)."""

    # The name of the public key: `kid` of `state/sealing`.
    kid: str
    # The encapsulated key, 32 bytes, base64.
    enc: str
    # The sealed token, 16 bytes longer than the token, base64.
    ciphertext: str


class FurtherDestination(TypedDict):
    """A further destination of a session's records."""

    # The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a
    # FHIR R4 server), `file` (files on the machine that runs the uploader).
    destination: str
    # The person there: the service's user, or `Patient/ID` or `SYSTEM|VALUE` of a FHIR server. When absent, the
    # session's user; `fhir` requires it.
    userID: NotRequired[str]
    # The service's organization; the session's when absent.
    organizationID: NotRequired[str]
    # The access token, sealed with the site's key, base64; the session's own when absent.
    sealedToken: NotRequired[str]
    # The access token, sealed for the site's public key and bound to this `userID`; replaces `sealedToken`.
    hpkeToken: NotRequired[HPKEToken]


class SessionView(TypedDict):
    """A session, without its secrets."""

    # The session.
    sessionID: str
    # The seat.
    seat: str
    # The service's user.
    userID: Optional[str]
    # The service's organization.
    organizationID: Optional[str]
    # The first destination of its records. `inform` (the cloud service's version 2), `legacy` (the cloud service's
    # version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
    apiVersion: str
    # When it began.
    startedAt: str
    # Whether the server accepted its credentials; refused credentials end the session. `yes` (the server accepted
    # them), `pending` (the server has not answered yet).
    validated: str
    # Whether it is the default user's.
    defaultUser: bool
    # The seat's configured units for values that a person types without a unit; only in the replies to `session`
    # and `seats`.
    units: NotRequired[List[TypedUnit]]
    # Further destinations, including those that have ended; absent if there are none.
    destinations: NotRequired[List[SessionDestination]]


class TypedUnit(TypedDict):
    """The unit of a number that a person types without one."""

    # The metric, such as `blood_glucose`.
    metric: str
    # The unit in UCUM.
    unit: str


class SessionDestination(TypedDict):
    """The state of a session at a further destination, without its secrets."""

    # The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a
    # FHIR R4 server), `file` (files on the machine that runs the uploader).
    destination: str
    # The person there.
    userID: str
    # Whether it accepted the person and the credentials. `yes` (the server accepted them), `pending` (the server
    # has not answered yet).
    validated: str
    # Why its deliveries have ended; absent while they continue. `requested` (a person or a program ended it),
    # `replaced` (the seat has another session), `unauthorized` (the server refused its credentials).
    endReason: NotRequired[str]


class SessionRetried(TypedDict):
    """The state of a seat's session after a check, with its waiting records."""

    # The seat.
    seat: str
    # The session.
    sessionID: str
    # The server's answer about its credentials. `yes` (the credentials are valid), `no` (the server refuses them;
    # the session has ended), `pending` (the server did not answer).
    validated: str
    # The number of waiting records that are retried now.
    waiting: int
    # The number of records in the seat's ended sessions that are not certain to be at the server.
    unsyncedRecords: int


class SubmitRecords(TypedDict):
    """Readings from a producer's outbox."""

    # The readings, at most 64.
    records: List[Reading]
    # Whether a person confirms that very unusual typed values (`manual` readings) are right. Without it such a
    # reading is `refused` with `unusualValue`.
    unusual: NotRequired[bool]
    # The furthest `mark` that the sender has received. It reveals an older copy of the session manager's database,
    # which then accepts nothing.
    seenMark: NotRequired[str]


class SubmittedRecords(TypedDict):
    """What happened to each reading."""

    # The decisions, in the order of the request.
    results: List[SubmittedRecordsResult]
    # The position of the session manager's database, as text; producers keep the furthest one and send it with
    # their submissions (`seenMark`).
    mark: NotRequired[str]
    # The position of that database's last backup, as the third number of `mark`; absent if there was no backup yet.
    # It is 0 after a restore, until the next backup. Producers keep the readings that were accepted after this
    # position. They offer them again to a database whose `mark` has another first or fourth part, because a
    # restored backup lacks them.
    backedUpTo: NotRequired[int]


class SubmittedRecordsResult(TypedDict):
    """The decision about one reading."""

    # The reading.
    readingKey: str
    # Its revision.
    revision: int
    # What happened to it. `accepted` (it is a person's record in the queue), `repeat` (it was already known, and
    # nothing changed), `held` (it waits for a person's decision), `unsynced` (its session has ended), `notStored`
    # (it is the default user's), `refused` (it was not accepted).
    outcome: str
    # Its record, once an owner is decided.
    logID: NotRequired[str]
    # The seat, once an owner is decided.
    seat: NotRequired[str]
    # Why it is held. `noAssignment` (the device was not assigned at the measurement's time), `assignedToAnother`
    # (the device was read for one seat, but is assigned to another), `olderThanRequest` (the reading was requested
    # for a seat, but measured before the request), `clockUnknown` (the measurement's time is not known),
    # `noSession` (the seat had no session at the measurement's time), `invalid` (it breaks a rule, such as a time
    # in the future or no value), `changedByHand` (it is a later revision of a record that an operator has
    # corrected, changed or deleted), `awaitsConfirmation` (a person has to confirm it first), `implausible` (its
    # values are very unusual, contradict each other, or are doubted by the device: a person confirms or corrects
    # them), `possibleRepeat` (its device sent equal values with an equal time before, but measured this later: a
    # person decides whether they are two), `anotherHubsSeat` (it was read for another hub's seat, but no request
    # for it is recorded).
    reason: NotRequired[str]
    # The seat that the device is assigned to, if that contradicts the requested seat.
    assignedSeat: NotRequired[str]
    # Why it was refused.
    error: NotRequired[Fault]
    # The newest revision stored of the reading, if newer than this one, which is then a `repeat`. A producer that
    # does not know that revision was restored from an older copy; its next change needs a higher number.
    knownRevision: NotRequired[int]


class PageRequest(TypedDict):
    """Asks for a page of a list."""

    # Only this seat's; for held readings also those of a device that is or was assigned to it.
    seat: NotRequired[str]
    # Only this session's, for lists of records.
    sessionID: NotRequired[str]
    # Only this device's, for lists of devices or held readings.
    device: NotRequired[str]
    # The page, from 1; 1 when absent. Pages end after 32 elements, or when the message is full.
    page: NotRequired[int]
    # The snapshot that page 1 of this list of records opened; without one, the page shows the present state.
    snapshot: NotRequired[str]
    # Whether this request is for page 1 only of a list of records: no snapshot is opened.
    live: NotRequired[bool]


class RecordPage(TypedDict):
    """A page of records."""

    # The page, from 1.
    page: int
    # The total number of pages.
    pages: int
    # The records.
    records: List[RecordPageEntry]
    # The snapshot for requesting the other pages; absent if there is only one page, and on a page of the present
    # state. It closes after a minute without use or after five minutes, when newer snapshots need its place, and
    # when a seat is erased. Requests for it then fail with `snapshotExpired`.
    snapshot: NotRequired[str]


class RecordPageEntry(TypedDict):
    """One record and its state."""

    # The record.
    record: VitalRecord
    # Its state. `pending` (it waits), `leased` (a worker has it), `rejected` (the server refused it), `unsynced`
    # (it was not at the server when its session ended), `unknown` (it was not delivered for certain, but may be at
    # the server).
    state: str
    # The number of attempts.
    attempts: int
    # The last error; for a waiting record, why it waits.
    error: NotRequired[Fault]
    # The destination of this entry: a record has one entry for each. Absent from older senders. `inform` (the cloud
    # service's version 2), `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on
    # the machine that runs the uploader).
    destination: NotRequired[str]
    # When the next attempt is due, or when its worker's lease ends; absent if it is due now, if no attempt follows,
    # and from older senders.
    until: NotRequired[str]


AssignDevice = TypedDict(
    "AssignDevice",
    {
        # The device.
        "device": "str",
        # The user index on the device; absent covers every index without its own assignment, but not a scale's.
        "userIndex": "NotRequired[int]",
        # The seat.
        "seat": "str",
        # The start, now when absent; earlier measurements are not covered.
        "from": "NotRequired[str]",
        # Whether to only check the assignment, without making it.
        "checkOnly": "NotRequired[bool]",
    },
)


class UnassignDevice(TypedDict):
    """Ends an assignment."""

    # The device.
    device: str
    # The user index on the device.
    userIndex: NotRequired[int]
    # The end, now when absent; later measurements have no owner.
    until: NotRequired[str]


class Assignments(TypedDict):
    """A page of the assignments."""

    # The assignments, past ones included, the newest first.
    assignments: List[AssignmentView]
    # The page, from 1.
    page: NotRequired[int]
    # The total number of assignments.
    pages: NotRequired[int]


class HeldPage(TypedDict):
    """Readings without an owner."""

    # The page, from 1.
    page: int
    # The total number of pages.
    pages: int
    # The readings.
    readings: List[HeldPageEntry]


class HeldPageEntry(TypedDict):
    """One reading and why it waits."""

    # The reading.
    reading: Reading
    # Why it is held. `noAssignment` (the device was not assigned at the measurement's time), `assignedToAnother`
    # (the device was read for one seat, but is assigned to another), `olderThanRequest` (the reading was requested
    # for a seat, but measured before the request), `clockUnknown` (the measurement's time is not known),
    # `noSession` (the seat had no session at the measurement's time), `invalid` (it breaks a rule, such as a time
    # in the future or no value), `changedByHand` (it is a later revision of a record that an operator has
    # corrected, changed or deleted), `awaitsConfirmation` (a person has to confirm it first), `implausible` (its
    # values are very unusual, contradict each other, or are doubted by the device: a person confirms or corrects
    # them), `possibleRepeat` (its device sent equal values with an equal time before, but measured this later: a
    # person decides whether they are two), `anotherHubsSeat` (it was read for another hub's seat, but no request
    # for it is recorded).
    reason: str
    # The seat that the device is assigned to, if that contradicts the requested seat.
    assignedSeat: NotRequired[str]
    # The display's picture, for `heldPicture`; absent if there is none.
    picture: NotRequired[PictureReference]
    # Whether the stored reading cannot be decoded: it then has no values here, and can only be discarded.
    isUnreadable: NotRequired[bool]


class NotificationsSince(TypedDict):
    """Asks for notifications that were missed."""

    # The last cursor that the caller has seen; 0 for the oldest kept.
    cursor: int
    # The most to return, 1 to 50; 50 when absent.
    limit: NotRequired[int]


class Notifications(TypedDict):
    """Notifications, oldest first."""

    # The notifications.
    notifications: List[NotificationsEntry]
    # The cursor for the next request.
    cursor: int
    # Whether more notifications are available now.
    more: bool


class NotificationsEntry(TypedDict):
    """One notification."""

    # Its place in the log.
    cursor: int
    # The event's id, the same as on the bus.
    id: str
    # The notification's name.
    name: str
    # The hub in its topic.
    hub: str
    # When the event was made.
    time: str
    # The event's `data` as JSON text.
    data: str


class UpdateRecord(TypedDict):
    """Gives a record new values. A repeat changes nothing."""

    # The record.
    logID: str
    # The newest revision that the caller knows, from 1; any other is refused.
    baseRevision: int
    # All values of the record, at most 64; they replace the present ones.
    measurements: List[Measurement]
    # Whether a person confirms that very unusual values are right. Without it they are refused with `unusualValue`.
    unusual: NotRequired[bool]


class RecordChanged(TypedDict):
    """An operator changed a record; `recordSubmitted` follows when the server has the change."""

    # The record.
    logID: str
    # The new revision, from 1.
    revision: int
    # What happened to it. `accepted` (it waits for the server), `repeat` (it was already made), `withdrawn` (the
    # record is deleted before any of it was sent), `unsynced` (its session has ended).
    outcome: str


class DeleteRecord(TypedDict):
    """Deletes a record. A repeat changes nothing."""

    # The record.
    logID: str
    # The newest revision that the caller knows, from 1; any other is refused.
    baseRevision: int


class LoggingState(TypedDict):
    """Whether the system logs, what, and where to; retained on `state/logging`."""

    # Whether anything is logged.
    enabled: bool
    # The parts that are logged; unknown ones are ignored. `core` (sessions, the queue and deliveries), `bluetooth`
    # (discovery, pairing and readings), `healthkit` (health-data import), `ocr` (recognition of displays).
    components: List[str]
    # Where entries go. `journald` (standard error, which systemd puts into the journal), `file` (the file `log` in
    # each process's state directory), `bus` (the topic `log/{actor}`).
    sink: str


class ConfirmReading(TypedDict):
    """Gives a held reading its owner, with corrections."""

    # The reading.
    readingKey: str
    # The revision that the person looked at; absent for the one that is held.
    revision: NotRequired[int]
    # The seat whose session gets the reading.
    seat: str
    # The session, which may have ended; when absent, the seat's session at the time of measurement.
    sessionID: NotRequired[str]
    # The corrected time of measurement; a reading of unknown time needs this or `sessionID`.
    timestamp: NotRequired[str]
    # Corrected values, marked `manual` if they differ; metrics that are not named stay.
    measurements: NotRequired[List[Measurement]]
    # Whether a person confirms that very unusual values, typed or read by a camera, are right. Without it they are
    # refused with `unusualValue`.
    unusual: NotRequired[bool]


class DecidedReading(TypedDict):
    """What happened to a held reading."""

    # The reading.
    readingKey: str
    # What happened to it. `accepted` (it is a record of a running session), `unsynced` (its session has ended),
    # `discarded` (it was discarded), `repeat` (the same decision was made before).
    outcome: str
    # Its record, if it has one.
    logID: NotRequired[str]
    # The session that the record belongs to.
    sessionID: NotRequired[str]
    # The image that follows the record to the server, if the reading had a picture.
    imageID: NotRequired[str]


class DiscardReading(TypedDict):
    """Discards a held reading."""

    # The reading.
    readingKey: str
    # The revision that the person looked at; absent for the one that is held.
    revision: NotRequired[int]


class EraseSeat(TypedDict):
    """Names the seat whose persons are erased."""

    # The seat.
    seat: str
    # Whether to only check that erasing is allowed: nothing is erased and all counts are 0. False when absent.
    checkOnly: NotRequired[bool]


class SeatErased(TypedDict):
    """What the session manager has erased of a seat."""

    # The seat.
    seat: str
    # Records in any state of delivery; records that the cloud service already has stay there.
    records: int
    # Sessions.
    sessions: int
    # Assignments of devices.
    assignments: int
    # Held readings that were made for the seat, or by a device that belonged to no other seat.
    heldReadings: int
    # Held readings that stay, because other seats had their devices too: confirm or discard them.
    sharedHeldReadings: int
    # The devices of the seat. `eraseDevices`, which comes before this request, erases what their hubs have.
    devices: List[str]
    # Waiting images, with their files.
    images: NotRequired[int]


class SampleTypesRequest(TypedDict):
    """Names a set of health types."""

    # The set. `routine` (a day's activity), `diabetes` (glucose), `weight` (weight and body composition), `fitness`
    # (workouts), `sleep` (sleep), `basicNutrition` (food and drink), `reproductiveHealth` (the menstrual cycle;
    # only the legacy API accepts it), `biometrics` (vital signs).
    set: str


class SampleTypes(TypedDict):
    """The health types of a set."""

    # The set. `routine` (a day's activity), `diabetes` (glucose), `weight` (weight and body composition), `fitness`
    # (workouts), `sleep` (sleep), `basicNutrition` (food and drink), `reproductiveHealth` (the menstrual cycle;
    # only the legacy API accepts it), `biometrics` (vital signs).
    set: str
    # HealthKit's identifiers of its types.
    sampleTypes: List[str]


class SetSubscriptions(TypedDict):
    """Replaces a session's subscriptions."""

    # The seat.
    seat: str
    # HealthKit's identifiers, of one or several sets; empty stops, absent leaves them unchanged.
    sampleTypes: NotRequired[List[str]]
    # Whether to import steps in short intervals too; absent leaves it unchanged, false at first.
    processIntraday: NotRequired[bool]


class Subscriptions(TypedDict):
    """The exported data that a seat's session wants."""

    # The seat.
    seat: str
    # The session.
    sessionID: str
    # The session's user as a keyed hash: equal for equal users, and it reveals nothing about them.
    person: str
    # The interface that receives the session's records. `inform` (the cloud service's version 2), `legacy` (the
    # cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
    apiVersion: str
    # Whether it is the default user's, for whom nothing is imported.
    defaultUser: bool
    # When the session began.
    startedAt: str
    # HealthKit's identifiers.
    sampleTypes: List[str]
    # Whether to import steps in short intervals too.
    processIntraday: bool
    # Departures from the request, with reasons.
    warnings: List[str]


class PutImage(TypedDict):
    """Announces an image of a record; the reply lists the missing parts. A repeat changes nothing and returns
    the progress.
    """

    # The record.
    logID: str
    # The SHA-256 of the file as sent, 64 hex digits.
    sha256: str
    # The file's size in bytes, 1 to 10000000.
    size: int


class ImageReceived(TypedDict):
    """The progress of an image's transfer."""

    # The record.
    logID: str
    # The state of the image. `wanted` (parts are missing), `stored` (the image is stored here), `submitted` (the
    # server has it).
    state: str
    # The image's own id once it is stored; derived from its record and its content without metadata.
    imageID: NotRequired[str]
    # The size of a part in bytes; the last one has the rest.
    partSize: int
    # The missing parts, at most 250; also empty while the last part is being checked: ask again then.
    missing: List[int]
    # False if no online uploader has a path for images, so that the image waits for one; absent otherwise.
    hasPath: NotRequired[bool]


class ImagePart(TypedDict):
    """One part of an announced image. A repeat changes nothing."""

    # The record.
    logID: str
    # The SHA-256 of the whole file, as announced.
    sha256: str
    # The part, 0 to 249.
    index: int
    # The part's bytes, base64: 40,000 bytes; the last part has the rest.
    data: str


class HeldPictureRequest(TypedDict):
    """Asks for a piece of a held reading's picture."""

    # The reading.
    readingKey: str
    # The offset of the piece.
    offset: int


RecordHistoryRequest = TypedDict(
    "RecordHistoryRequest",
    {
        # The seat.
        "seat": "str",
        # Only measurements from this time on.
        "from": "NotRequired[str]",
        # Only measurements before this time.
        "to": "NotRequired[str]",
        # Only records with a value of one of these metrics, at most 32; all when absent or empty.
        "metrics": "NotRequired[List[str]]",
        # The page, from 1; 1 when absent. Pages end after 32 elements, or when the message is full.
        "page": "NotRequired[int]",
        # The snapshot that page 1 of this list opened; without one, the page shows the present state.
        "snapshot": "NotRequired[str]",
        # Whether this request is for page 1 only: no snapshot is opened.
        "live": "NotRequired[bool]",
        # The persons to include, by the seat's running session; `present` when absent. `present` (those of the person
        # in the seat's running session; empty without a session), `before` (those of earlier persons), `everybody`
        # (those of every person who has had the seat).
        "whose": "NotRequired[str]",
        # Only this user's records, whoever has the seat now; `whose` is then absent or `everybody`.
        "userID": "NotRequired[str]",
        # Whether to return the newest record of each metric since `from` instead of pages: at most 64, without deleted
        # records. `metrics` and `page` are then absent.
        "newest": "NotRequired[bool]",
    },
)


class RecordHistory(TypedDict):
    """A page of a seat's records, the latest measurement first."""

    # The seat.
    seat: str
    # The page, from 1.
    page: int
    # The total number of pages.
    pages: int
    # The total number of records.
    total: int
    # The records.
    records: List[RecordHistoryEntry]
    # The snapshot for requesting the other pages.
    snapshot: NotRequired[str]
    # The person who has the seat now; absent without a session, and from older senders.
    present: NotRequired[RecordHistoryPresent]
    # Whether earlier persons have records here, which `before` lists; absent from older senders.
    hasBefore: NotRequired[bool]


class RecordHistoryEntry(TypedDict):
    """One record and its state."""

    # The record with its values; a deleted record has none.
    record: VitalRecord
    # Its state at the first destination of its session. `waiting` (it is not at the server yet), `submitted` (the
    # server has it), `failed` (it was refused for good), `unsynced` (it was not at the server when its session
    # ended), `unknown` (it was not delivered for certain, but may be at the server), `deleted` (it is deleted).
    state: str
    # Since when the state applies; for a submitted record, when the server accepted it.
    since: str
    # The server's id of the record, if known.
    serverID: NotRequired[str]
    # Why it failed.
    error: NotRequired[Fault]
    # Whether the waiting or failed step is the record's deletion: the record is then still at the server.
    deletes: NotRequired[bool]
    # Its state at further destinations of its session; absent if there are none.
    elsewhere: NotRequired[List[RecordHistoryEntryElsewhere]]
    # The user of its session; absent from older senders.
    userID: NotRequired[str]
    # The metrics that the destination cannot store: their values are not submitted. Absent if there are none.
    leftOut: NotRequired[List[str]]


class RecordHistoryEntryElsewhere(TypedDict):
    """The state of a record at a further destination of its session."""

    # The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a
    # FHIR R4 server), `file` (files on the machine that runs the uploader).
    destination: str
    # The record's state there. `waiting` (it is not at the server yet), `submitted` (the server has it), `failed`
    # (it was refused for good), `unsynced` (it was not at the server when its session ended), `unknown` (it was not
    # delivered for certain, but may be at the server), `deleted` (it is deleted).
    state: str
    # Since when the state applies.
    since: str
    # The destination's id of the record, if known.
    serverID: NotRequired[str]
    # Why it failed.
    error: NotRequired[Fault]


class RecordHistoryPresent(TypedDict):
    """The person who has a seat now."""

    # The user of its running session.
    userID: str
    # Since when, over consecutive sessions of this person.
    since: str


class SeatsRequest(TypedDict):
    """Asks for a page of the site's seats."""

    # The page, from 1; 1 when absent. Pages end after 50 elements.
    page: NotRequired[int]


class SeatPage(TypedDict):
    """A page of the site's seats, in alphabetical order."""

    # The page, from 1.
    page: int
    # The total number of pages.
    pages: int
    # The seats.
    seats: List[SeatPageEntry]


class SeatPageEntry(TypedDict):
    """One seat and its present state."""

    # The seat.
    seat: str
    # Whether the site's configuration lists it. Other seats are known from stored data only.
    configured: bool
    # Its present session.
    session: NotRequired[SessionView]
    # When its last record was measured, without deleted records.
    lastMeasuredAt: NotRequired[str]
    # The number of records that wait or are being delivered.
    waiting: int
    # The number of records in ended sessions that are not certain to be at the server.
    unsynced: int
    # The number of records that the server refused.
    rejected: int
    # The number of held readings that were made for it, or by a device that is or was assigned to it.
    held: int
    # The number of devices that are assigned to it now.
    devices: int


class ExpectReadings(TypedDict):
    """Announces that a person will ask a hub to measure or pair for a seat; sent just before the hub is asked."""

    # The hub that will be asked.
    hub: str
    # The seat for which it measures.
    seat: str


class ReadingsExpected(TypedDict):
    """What a hub may submit and assign because a person asked for it."""

    # The hub.
    hub: str
    # The seat.
    seat: str
    # When the permission ends; absent for a hub on the server itself, which needs none.
    until: NotRequired[str]


class SessionPage(TypedDict):
    """A page of sessions, running and ended, the newest first."""

    # The page, from 1.
    page: int
    # The total number of pages.
    pages: int
    # The sessions.
    sessions: List[SessionPageEntry]


class SessionPageEntry(TypedDict):
    """One session, and how it ended."""

    # The session.
    session: SessionView
    # When it ended; absent while it runs.
    endedAt: NotRequired[str]
    # Why it ended. `requested` (a person or a program ended it), `replaced` (the seat has another session),
    # `unauthorized` (the server refused its credentials).
    reason: NotRequired[str]
    # The number of its records that are not certain to be at the server.
    open: int


class RetryRecords(TypedDict):
    """Resends refused records; the server gets each once, whatever it accepted of earlier attempts. A repeat
    changes nothing.
    """

    # One record; absent for all.
    logID: NotRequired[str]
    # Only this seat's.
    seat: NotRequired[str]
    # Only records that were refused at this time or later.
    since: NotRequired[str]


class RecordsRetried(TypedDict):
    """What happened to refused records."""

    # The number of deliveries that are sent again, counted per destination.
    retried: int
    # The number of records that stay refused, because their session has ended.
    ended: int


class DueState(TypedDict):
    """Which measurements of a person's plan are due or overdue, without values and names."""

    # The seat.
    seat: str
    # The session whose person has the plan.
    sessionID: str
    # The number of metrics that are due and not late.
    due: int
    # The number of metrics that are late.
    overdue: int
    # The due and the late metrics, the late ones first; empty if all are done.
    metrics: List[DueStateItem]
    # The earliest time at which one of them was due; absent if all are done.
    since: NotRequired[str]
    # When the next of the other metrics is due; absent if there is none.
    next: NotRequired[str]


class DueStateItem(TypedDict):
    """One metric that asks for a measurement."""

    # The metric, such as `pulse`; `systolic` means both pressures.
    metric: str
    # The time at which it was due, by the plan.
    since: str
    # Whether it is late.
    overdue: bool


class BleScanner:
    """What ble-scanner does when it is asked."""

    # The devices that are in sight now.
    sightings = Operation[Empty, Sightings]("ble-scanner", "sightings")
    # Leaves the radio to a device that is being connected: discovery pauses until the link is made, and silence
    # does not count as a fault.
    hold_discovery = Operation[HoldDiscovery, DiscoveryHeld]("ble-scanner", "holdDiscovery")
    # Reports every advertisement at once for a limited time, for a person who pairs a device.
    pairing_mode = Operation[PairingMode, PairingModeUntil]("ble-scanner", "pairingMode")


class DeviceReader:
    """What device-reader does when it is asked."""

    # The catalogue.
    supported_peripherals = Operation[PeripheralFilter, SupportedPeripherals]("device-reader", "supportedPeripherals")
    # Replaces the passive set; an empty or absent list disables passive reading.
    set_passive_peripherals = Operation[PassivePeripherals, PassivePeripherals]("device-reader", "setPassivePeripherals")
    # Reads a device in the foreground.
    read_peripheral = Operation[ReadPeripheral, PeripheralDidRead]("device-reader", "readPeripheral")
    # Pairs a device that is in sight.
    pair_peripheral = Operation[PairPeripheral, PeripheralPaired]("device-reader", "pairPeripheral")
    # Cancels the foreground work.
    cancel = Operation[CancelWork, Empty]("device-reader", "cancel")
    # Erases what the hub still has of a seat's persons: raw frames and readings measured for the seat.
    erase_devices = Operation[EraseDevices, DevicesErased]("device-reader", "eraseDevices")
    # Answers a `passkeyRequested`.
    answer_passkey = Operation[AnswerPasskey, Empty]("device-reader", "answerPasskey")
    # Stores what a device needs in addition to its pairing, sealed; the reply lists what is still missing.
    store_peripheral_data = Operation[StorePeripheralData, PeripheralDataStored]("device-reader", "storePeripheralData")
    # Removes a device's pairing and secrets at this hub; the only way to clear a stale pairing.
    forget_device = Operation[ForgetDevice, DeviceForgotten]("device-reader", "forgetDevice")


class HealthImporter:
    """What health-importer does when it is asked."""

    # Imports a file on the importer's machine.
    import_file = Operation[ImportFile, ImportState]("health-importer", "importFile")
    # Replaces the watched folders of a seat; without `paths` it only lists them.
    observe = Operation[ObserveFolders, ObservedFolders]("health-importer", "observe")
    # Makes records of whole past days from what the seat's person has already exported.
    fetch_historical_sets = Operation[FetchHistoricalSets, HistoricalFetch]("health-importer", "fetchHistoricalSets")
    # Ends historical fetches; records that they have already made stay.
    cancel_historical_fetch = Operation[CancelHistoricalFetch, CancelledFetches]("health-importer", "cancelHistoricalFetch")
    # The imports, the latest first.
    imports = Operation[ImportsRequest, ImportList]("health-importer", "imports")
    # Ends an import that waits or runs; records that it has already handed over stay.
    cancel_import = Operation[CancelImport, CancelledImports]("health-importer", "cancelImport")
    # Erases what the importer has of a seat's persons: anchors, uploads over HTTP, and waiting records.
    erase_imports = Operation[SeatReference, ImportsErased]("health-importer", "eraseImports")


class OcrWorker:
    """What ocr-worker does when it is asked."""

    # The displays that can be read.
    ocr_peripherals = Operation[OCRPeripheralsRequest, OCRPeripherals]("ocr-worker", "ocrPeripherals")
    # The overlay for a preview of a given size, which shows where to hold the display.
    overlay = Operation[OverlayRequest, Overlay]("ocr-worker", "overlay")
    # Announces a picture to read; the reply lists the missing parts.
    put_picture = Operation[PutPicture, PictureReceived]("ocr-worker", "putPicture")
    # Hands over one part of an announced picture; the last one is answered when the picture is stored.
    picture_part = Operation[PicturePart, PictureReceived]("ocr-worker", "picturePart")
    # A piece of a picture, of a frame's crop or of a preview; for people only. A preview goes only to the caller
    # that requested it.
    picture_bytes = Operation[PictureBytesRequest, ImageBytes]("ocr-worker", "pictureBytes")
    # Asks to read a picture; answered once the job is stored. The worker reads it as soon as it has a free lane.
    recognize = Operation[RecognizePicture, OCRJob]("ocr-worker", "recognize")
    # Reads a display in the frames of a camera, a stream, a folder or the caller until the frames agree.
    start_reading = Operation[StartReading, OCRJob]("ocr-worker", "startReading")
    # Sends a part of a frame to a stream whose source is `pushed`; the last part is answered with the result.
    push_frame = Operation[PushFrame, FramePushed]("ocr-worker", "pushFrame")
    # Ends streams and waiting pictures.
    cancel = Operation[CancelOCR, CancelledOCR]("ocr-worker", "cancel")
    # The QR codes and bar codes in a picture.
    scan_code = Operation[ScanCode, ScannedCodes]("ocr-worker", "scanCode")
    # Erases what the worker has of a seat's persons: jobs, pictures, streams and waiting readings. Pictures that
    # are being read are dropped.
    erase_pictures = Operation[SeatReference, PicturesErased]("ocr-worker", "erasePictures")


class SessionManager:
    """What session-manager does when it is asked."""

    # Starts a seat's session and ends the present one, unless the server refuses the new credentials.
    start_session = Operation[StartSession, SessionView]("session-manager", "startSession")
    # Ends a seat's session.
    end_session = Operation[SeatReference, SessionEnded]("session-manager", "endSession")
    # A seat's session.
    session = Operation[SeatReference, SessionView]("session-manager", "session")
    # Checks a seat's session with the server again, and retries its waiting records now.
    retry_session = Operation[SeatReference, SessionRetried]("session-manager", "retrySession")
    # Accepts readings from a producer; each is answered once it is stored.
    submit_records = Operation[SubmitRecords, SubmittedRecords]("session-manager", "submitRecords")
    # The records that wait or are being delivered.
    queued_records = Operation[PageRequest, RecordPage]("session-manager", "queuedRecords")
    # The records of an ended session, or of all of a seat's, that are not certain to be at the server; kept for 7
    # days. An `integration` gets only those of seats that share values.
    unsynced_records = Operation[PageRequest, RecordPage]("session-manager", "unsyncedRecords")
    # The records that the server refused; kept for `records.keep`, at least 30 days.
    rejected_records = Operation[PageRequest, RecordPage]("session-manager", "rejectedRecords")
    # Retries waiting records now, without back-off.
    process_queue = Operation[Empty, QueueState]("session-manager", "processQueue")
    # Assigns a device to a seat from a given time; held readings that this decides get their owner.
    assign_device = Operation[AssignDevice, AssignmentView]("session-manager", "assignDevice")
    # Ends an assignment.
    unassign_device = Operation[UnassignDevice, AssignmentView]("session-manager", "unassignDevice")
    # The assignments.
    devices = Operation[PageRequest, Assignments]("session-manager", "devices")
    # The readings without an owner.
    held_readings = Operation[PageRequest, HeldPage]("session-manager", "heldReadings")
    # The notifications after a cursor; kept for 7 days.
    notifications_since = Operation[NotificationsSince, Notifications]("session-manager", "notificationsSince")
    # Gives a record new values, for an operator.
    update_record = Operation[UpdateRecord, RecordChanged]("session-manager", "updateRecord")
    # Deletes a record here and at the server, for an operator.
    delete_record = Operation[DeleteRecord, RecordChanged]("session-manager", "deleteRecord")
    # Switches logging on or off, and sets its parts and its sink; kept over restarts.
    set_logging = Operation[LoggingState, LoggingState]("session-manager", "setLogging")
    # Gives a held reading its owner; a repeat changes nothing.
    confirm_reading = Operation[ConfirmReading, DecidedReading]("session-manager", "confirmReading")
    # Discards a held reading, so that it does not return; a repeat changes nothing.
    discard_reading = Operation[DiscardReading, DecidedReading]("session-manager", "discardReading")
    # Erases a seat's persons from the session manager; refused while the seat has a session.
    erase_seat = Operation[EraseSeat, SeatErased]("session-manager", "eraseSeat")
    # The health types of a set, grouped as in the mobile SDK's guide.
    sample_types = Operation[SampleTypesRequest, SampleTypes]("session-manager", "sampleTypes")
    # Replaces the health types that a seat's session imports; they end with the session.
    set_subscriptions = Operation[SetSubscriptions, Subscriptions]("session-manager", "setSubscriptions")
    # The exported data that a seat's session wants.
    subscriptions = Operation[SeatReference, Subscriptions]("session-manager", "subscriptions")
    # Announces an image of a record; the reply lists the missing parts.
    put_image = Operation[PutImage, ImageReceived]("session-manager", "putImage")
    # Hands over one part of an announced image; the last one is answered when the image is stored.
    image_part = Operation[ImagePart, ImageReceived]("session-manager", "imagePart")
    # Announces the picture of a reading that will be held; the reply lists the missing parts.
    put_held_picture = Operation[PutPicture, PictureReceived]("session-manager", "putHeldPicture")
    # Hands over one part of such a picture; the last one is answered when the picture is stored.
    held_picture_part = Operation[PicturePart, PictureReceived]("session-manager", "heldPicturePart")
    # A piece of a held reading's picture, for the person who decides about it.
    held_picture = Operation[HeldPictureRequest, ImageBytes]("session-manager", "heldPicture")
    # A seat's records, delivered and waiting, the latest measurement first; kept for `records.keep`.
    record_history = Operation[RecordHistoryRequest, RecordHistory]("session-manager", "recordHistory")
    # The site's seats, with session and last readings.
    seats = Operation[SeatsRequest, SeatPage]("session-manager", "seats")
    # Records that a person will ask a hub to measure or pair for a seat. Without it, a reading for another hub's
    # seat is held, and an assignment that concerns another hub's seat or device is refused.
    expect_readings = Operation[ExpectReadings, ReadingsExpected]("session-manager", "expectReadings")
    # The sessions, running and ended, the newest first.
    sessions = Operation[PageRequest, SessionPage]("session-manager", "sessions")
    # Sets the usual values of a seat, and replaces earlier ones; kept over restarts.
    set_seat_limits = Operation[SeatLimits, SeatLimits]("session-manager", "setSeatLimits")
    # Resends records that the server refused, once the cause is removed: one, or all that were refused since a
    # time.
    retry_records = Operation[RetryRecords, RecordsRetried]("session-manager", "retryRecords")


class Events:
    """What happened; never kept by the broker."""

    # A device of the catalogue advertises: sent on first sight, on changed content, and else at most every 10 s.
    peripheral_sighted = Told[PeripheralSighted]("event/peripheralSighted", "vitalbus.peripheralSighted.v1")
    # A sighted device has not advertised for a while.
    peripheral_lost = Told[PeripheralLost]("event/peripheralLost", "vitalbus.peripheralLost.v1")
    # A passive device is connected and the hub waits for a measurement: it sent no stored one within 1.5 s.
    passive_is_ready_to_read = Told[PeripheralEvent]("event/passiveIsReadyToRead", "vitalbus.passiveIsReadyToRead.v1")
    # A passive reading was stored in the outbox; `readingQueued` or `readingHeld` follows with the decision.
    passive_did_read = Told[PeripheralDidRead]("event/passiveDidRead", "vitalbus.passiveDidRead.v1")
    # A passive reading failed.
    passive_did_fail = Told[PeripheralDidFail]("event/passiveDidFail", "vitalbus.passiveDidFail.v1")
    # A foreground reading is ready: measure now.
    is_ready_to_read_peripheral = Told[PeripheralEvent]("event/isReadyToReadPeripheral", "vitalbus.isReadyToReadPeripheral.v1")
    # A foreground reading has ended; it includes the session manager's decision if that could be asked.
    did_read_peripheral = Told[PeripheralDidRead]("event/didReadPeripheral", "vitalbus.didReadPeripheral.v1")
    # A foreground reading failed.
    reading_failed = Told[PeripheralDidFail]("event/readingFailed", "vitalbus.readingFailed.v1")
    # A device was paired.
    did_pair_peripheral = Told[PeripheralPaired]("event/didPairPeripheral", "vitalbus.didPairPeripheral.v1")
    # A device was not paired.
    did_not_pair_peripheral = Told[PeripheralDidFail]("event/didNotPairPeripheral", "vitalbus.didNotPairPeripheral.v1")
    # A foreground reading was cancelled.
    did_cancel_reading = Told[PeripheralDidCancel]("event/didCancelReading", "vitalbus.didCancelReading.v1")
    # A pairing needs a person: a passkey to type, read out or compare; sent to people only.
    passkey_requested = Told[PasskeyRequested]("event/passkeyRequested", "vitalbus.passkeyRequested.v1")
    # A device sent bytes that cannot be decoded; the hub keeps them.
    frame_unreadable = Told[FrameUnreadable]("event/frameUnreadable", "vitalbus.frameUnreadable.v1")
    # The progress of a foreground reading, once a device was found.
    reading_progress = Told[ReadingProgress]("event/readingProgress", "vitalbus.readingProgress.v1")
    # Records of one type were made from an export and stored in the outbox.
    health_records_processed = Told[HealthRecordsProcessed]("event/healthRecordsProcessed", "vitalbus.healthRecordsProcessed.v1")
    # The progress of a historical fetch.
    historical_fetch_progress = Told[HistoricalFetchProgress]("event/historicalFetchProgress", "vitalbus.historicalFetchProgress.v1")
    # A historical fetch has ended.
    historical_fetch_completed = Told[HistoricalFetchCompleted]("event/historicalFetchCompleted", "vitalbus.historicalFetchCompleted.v1")
    # The progress of an import; at most several times a second.
    import_progress = Told[ImportState]("event/importProgress", "vitalbus.importProgress.v1")
    # An import has ended, is held, or has failed.
    import_completed = Told[ImportState]("event/importCompleted", "vitalbus.importCompleted.v1")
    # The worker has examined a picture or a frame.
    ocr_did_process_result = Told[OCRDidProcessResult]("event/ocrDidProcessResult", "vitalbus.ocrDidProcessResult.v1")
    # A display was read. The reading is stored and held for a person; a default user's is only reported.
    ocr_did_complete_reading = Told[OCRDidCompleteReading]("event/ocrDidCompleteReading", "vitalbus.ocrDidCompleteReading.v1")
    # A picture or a stream ended without a reading.
    ocr_did_cancel = Told[OCRDidCancel]("event/ocrDidCancel", "vitalbus.ocrDidCancel.v1")
    # A camera or a stream cannot be opened.
    ocr_camera_unavailable = Told[OCRCameraUnavailable]("event/ocrCameraUnavailable", "vitalbus.ocrCameraUnavailable.v1")
    # A session began.
    session_started = Told[SessionStarted]("event/sessionStarted", "vitalbus.sessionStarted.v1")
    # A session has ended; `unsyncedRecords` lists its records that are not certain to be delivered.
    session_ended = Told[SessionEnded]("event/sessionEnded", "vitalbus.sessionEnded.v1")
    # The deliveries to a further destination of a session have ended, alone or with the session.
    destination_ended = Told[DestinationEnded]("event/destinationEnded", "vitalbus.destinationEnded.v1")
    # A destination accepted a record; once for each of its session's destinations.
    record_submitted = Told[RecordSubmitted]("event/recordSubmitted", "vitalbus.recordSubmitted.v1")
    # A destination refused a record for good; it left the queue of that destination.
    submission_failed = Told[SubmissionFailed]("event/submissionFailed", "vitalbus.submissionFailed.v1")
    # A record could not be delivered now and stays in the queue.
    submission_retrying = Told[SubmissionRetrying]("event/submissionRetrying", "vitalbus.submissionRetrying.v1")
    # A reading has an owner, and its record waits for delivery; imports report `healthRecordsProcessed` instead.
    reading_queued = Told[ReadingQueued]("event/readingQueued", "vitalbus.readingQueued.v1")
    # A reading waits for an owner or a confirmation.
    reading_held = Told[ReadingHeld]("event/readingHeld", "vitalbus.readingHeld.v1")
    # The server has an image of a record.
    image_submitted = Told[ImageSubmitted]("event/imageSubmitted", "vitalbus.imageSubmitted.v1")
    # An image did not reach the server and is not retried automatically.
    image_submission_failed = Told[ImageSubmissionFailed]("event/imageSubmissionFailed", "vitalbus.imageSubmissionFailed.v1")
    # A device now makes the readings of a seat: a person assigned it, or paired it there.
    device_assigned = Told[DeviceAssigned]("event/deviceAssigned", "vitalbus.deviceAssigned.v1")


class States:
    """What is so now; kept by the broker, so that a new subscriber has it at once."""

    # The facts of a process's start: version, epoch, contract versions, time.
    info = Told[ActorInfo]("actor/{actor}/{instance}/info", "vitalbus.info.v1")
    # The condition of a process: last success, queue depths, oldest age, counters.
    health = Told[ActorHealth]("actor/{actor}/{instance}/health", "vitalbus.health.v1")
    # The adapter as the scanner sees it.
    adapter_state = Told[AdapterState]("state/adapter", "vitalbus.adapterState.v1")
    # The passive set and the state of each of its devices.
    passive_state = Told[PassiveState]("state/passive", "vitalbus.passiveState.v1")
    # A seat's session, without secrets.
    session_state = Told[SessionState]("state/session/{seat}", "vitalbus.sessionState.v1")
    # The queue's depths.
    queue_state = Told[QueueState]("state/queue", "vitalbus.queueState.v1")
    # The public key that access tokens are sealed for.
    sealing_state = Told[SealingState]("state/sealing", "vitalbus.sealingState.v1")
    # The newest value of a metric for the person in a seat's running session; retained until the session ends.
    # Published only for the seats in `vitals.seats`; the broker decides which program receives which seat.
    vital = Told[SharedValue]("vitals/{seat}/{metric}", "vitalbus.vital.v1")
    # The usual values of a seat, for people only; no topic if none are set.
    seat_limits = Told[SeatLimits]("state/limits/{seat}", "vitalbus.seatLimits.v1")
    # What the plan of a seat's person asks for now, without any value; no topic without a plan or a session. It
    # holds for the session that it names: a reader ignores it once `sessionState` names another one, or while the
    # page is not online.
    due_state = Told[DueState]("state/due/{seat}", "vitalbus.dueState.v1")
    # What is logged and where to; retained, so that every process applies it from its start.
    logging_state = Told[LoggingState]("state/logging", "vitalbus.loggingState.v1")
