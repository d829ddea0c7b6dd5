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
    """What a process says once about itself, retained on `actor/{actor}/{instance}/info`."""

    # The actor's name.
    actor: str
    # The instance's id.
    instance: str
    # The program's version.
    version: str
    # This start of the process; greater than that of every earlier start.
    epoch: int
    # The contract versions that it speaks, for example `v1`.
    contracts: List[str]
    # When it started.
    started: str


class ActorHealth(TypedDict):
    """How a process does, retained on `actor/{actor}/{instance}/health` every 30 seconds."""

    # One word for it all. `ok` (it does its work), `degraded` (it works, but needs a look at `problems`), `failed`
    # (it cannot do its work now).
    status: str
    # What is wrong, and the way out of it; empty when all is well.
    problems: List[Fault]
    # When the actor's own work last succeeded; nil before the first time.
    lastSuccess: NotRequired[str]
    # Entries that wait, by queue.
    queueDepths: Dict[str, int]
    # How long the oldest waiting entry has waited, in seconds; nil when nothing waits.
    oldestAgeSeconds: NotRequired[int]
    # Counts since the start, by name; `refused…` counts messages that were not believed, by reason.
    counters: Dict[str, int]
    # Seconds since the start; the bootstrap fills it in.
    uptimeSeconds: NotRequired[int]
    # How often the process tells its health, in seconds: who misses it three times in a row is not heard.
    intervalSeconds: NotRequired[int]
    # How long the broker took to acknowledge the last state that was published, in milliseconds; absent before the
    # first.
    brokerMilliseconds: NotRequired[float]
    # Free space where state is kept.
    disk: NotRequired[ActorHealthDisk]
    # Whether the machine's time can be relied on.
    clock: NotRequired[ActorHealthClock]
    # The term of the certificate that the process shows to others; absent where it shows none.
    certificate: NotRequired[ActorHealthCertificate]
    # The last backup of the state directory.
    backup: NotRequired[ActorHealthBackup]
    # The uploader's destinations; absent from others.
    destinations: NotRequired[List[ActorHealthDestination]]


class ActorHealthDisk(TypedDict):
    """Free space where state is kept."""

    # Bytes that the process may still write.
    freeBytes: int
    # The file system's size in bytes, without what is kept for root.
    totalBytes: int


class ActorHealthClock(TypedDict):
    """Whether the machine's time can be relied on."""

    # Whether a time service or the machine's host keeps it right, or the operator says that it is
    # (`clock.trusted`).
    synchronized: bool
    # The greatest error that the kernel reckons with, in seconds (`maxerror` of adjtimex(2)); absent where it is
    # unknown.
    errorSeconds: NotRequired[float]


class ActorHealthCertificate(TypedDict):
    """The term of the certificate that the process shows to others."""

    # From when on it is to be renewed: two thirds of its term are over.
    renewal: str
    # When it ends.
    ends: str


class ActorHealthBackup(TypedDict):
    """The last backup of the state directory (`vitalbus backup`)."""

    # When it was made; absent where there was none.
    made: NotRequired[str]
    # Since when nothing was backed up: the last backup, or the making of the site's key; absent where that is not
    # known.
    since: NotRequired[str]
    # Whether it is of the generation of the store that is in use; absent from processes without a store that has
    # one.
    isOfThisStore: NotRequired[bool]


class ActorHealthDestination(TypedDict):
    """How a destination of records takes what it is sent."""

    # The interface that takes its records. `inform` (the cloud service's version 2), `legacy` (the cloud service's
    # version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
    apiVersion: str
    # One word for it. `working` (it took the last record, or was sent none yet), `retrying` (attempts fail and are
    # made again), `paused` (it is sent only probes until it is repaired).
    state: str
    # When it last took something from this process; absent before the first time.
    lastSuccess: NotRequired[str]


class PeripheralSighted(TypedDict):
    """A device of the catalogue is in sight."""

    # Always null: a sighting has no person.
    seat: Optional[str]
    # The hub that heard it.
    hub: str
    # The device.
    device: str
    # The catalogue's peripherals that the advertisement matches.
    peripheralIDs: List[int]
    # The advertised name.
    name: NotRequired[str]
    # Signal strength in dBm.
    rssi: NotRequired[int]
    # What was heard.
    advertisement: Advertisement
    # When this episode of advertising began; a new one begins after the device was lost.
    episode: str
    # Whether it is paired with the hub.
    paired: NotRequired[bool]


class Advertisement(TypedDict):
    """A device's advertisement, as it was heard."""

    # The advertised services, as full lower-case UUIDs.
    serviceUUIDs: List[str]
    # Manufacturer data in hexadecimal, by company identifier in decimal.
    manufacturerData: Dict[str, str]
    # Service data in hexadecimal, by service UUID.
    serviceData: Dict[str, str]


class PeripheralLost(TypedDict):
    """A sighted device is silent."""

    # Always null.
    seat: Optional[str]
    # The hub that heard it last.
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
    # When the last advertisement of any device was heard.
    lastAdvertisement: NotRequired[str]
    # What is wrong and the way out, in plain words; null when nothing is.
    problem: Optional[str]
    # The stable word for what is wrong, for example `serviceHung`; `radioSilent` alone is no problem, for a room
    # may be quiet.
    cause: NotRequired[str]
    # How many adapters the hub has.
    adapters: NotRequired[int]
    # What was wrong last, when something was.
    lastCause: NotRequired[str]
    # When the radio last worked again after something was wrong.
    recovered: NotRequired[str]


class Empty(TypedDict):
    """A payload without content."""


class Sightings(TypedDict):
    """The devices in sight."""

    # Each device's latest sighting; paired ones and those that somebody waits for first, then the nearest.
    devices: List[PeripheralSighted]
    # How many more are in sight than one message has room for; absent where all are listed.
    omitted: NotRequired[int]


class HoldDiscovery(TypedDict):
    """Asks to leave the radio to a device."""

    # The device that is wanted.
    device: str
    # For how long, 1 to 120 s; 0 ends the hold of this device.
    seconds: int


class DiscoveryHeld(TypedDict):
    """Discovery is held."""

    # The end of the hold.
    until: str


class PairingMode(TypedDict):
    """Asks to tell every advertisement at once."""

    # For how long, 1 to 300 s; 0 ends it.
    seconds: int
    # The only device to tell so; all when absent.
    device: NotRequired[str]


class PairingModeUntil(TypedDict):
    """Every advertisement is told at once."""

    # The end of it.
    until: str


class PeripheralEvent(TypedDict):
    """Something happened to a device."""

    # The seat it was done for, if one was named.
    seat: Optional[str]
    # The hub.
    hub: str
    # The catalogue's number.
    peripheralID: int
    # The device.
    device: str


class PeripheralDidRead(TypedDict):
    """A device was read."""

    # The seat it was done for, if one was named.
    seat: Optional[str]
    # The hub.
    hub: str
    # The catalogue's number.
    peripheralID: int
    # The device.
    device: str
    # What was read, the newest 32; in events values only where the seat shares them, in a reply always.
    records: List[Reading]
    # What became of the newest reading. `outbox` (it is safe in the producer's outbox; the session manager has not
    # answered yet), `submitted` (it is a person's record in the queue), `held` (it waits until a person confirms
    # it), `notStored` (it is the default user's: only the event and the reply have it), `unsynced` (it is the
    # record of a session that has ended), `repeat` (it was known already, and nothing changed), `refused` (the
    # session manager refused it).
    disposition: str
    # What became of each of them; absent in `passiveDidRead`, whose reader does not wait for it.
    fates: NotRequired[List[ReadingFate]]


class ReadingFate(TypedDict):
    """What the session manager decided about one reading."""

    # The reading.
    readingKey: str
    # What became of it. `outbox` (it is safe in the producer's outbox; the session manager has not answered yet),
    # `submitted` (it is a person's record in the queue), `held` (it waits until a person confirms it), `notStored`
    # (it is the default user's: only the event and the reply have it), `unsynced` (it is the record of a session
    # that has ended), `repeat` (it was known already, and nothing changed), `refused` (the session manager refused
    # it).
    fate: str
    # Whose it is, once a person is decided.
    seat: NotRequired[str]
    # Its record, once a person is decided.
    logID: NotRequired[str]
    # Why it is held. `noAssignment` (the device is not assigned at the measurement's time), `assignedToAnother` (it
    # was read for one seat, and the device is another's), `olderThanRequest` (it was read for a seat, and measured
    # before that was asked for), `clockUnknown` (the measurement's time is not known), `noSession` (the seat had no
    # session at the measurement's time), `invalid` (something in it breaks the rules: a time in the future, no
    # value), `changedByHand` (it is a later revision of what an operator has corrected, changed or deleted),
    # `awaitsConfirmation` (a person is to confirm it first), `implausible` (its values are very unusual, they
    # contradict each other, or its device doubts them: a person confirms or corrects them), `possibleRepeat` (its
    # device sent equal values with an equal time before, and measured it later: a person says whether they are
    # two), `anotherHubsSeat` (it was read for another hub's seat, although no request for it is recorded).
    reason: NotRequired[str]
    # Whose the device is by its assignment, where that speaks against the seat that was asked for.
    assignedSeat: NotRequired[str]
    # Why it was refused.
    error: NotRequired[Fault]


class PeripheralDidFail(TypedDict):
    """Something failed on a device."""

    # The seat it was done for, if one was named.
    seat: Optional[str]
    # The hub.
    hub: str
    # The catalogue's number.
    peripheralID: int
    # The device; null where none was found.
    device: Optional[str]
    # Why, in the words of the mobile SDK. `communication` (the link broke, or the device answered with an error),
    # `connection` (the device could not be connected), `pairingFailed` (the device refused the pairing, or the code
    # was wrong), `bluetoothOff` (the hub's Bluetooth is off, blocked or away), `noReading` (the device was read and
    # had nothing to send), `noUser` (there is no session at the seat, or the scale has no user for it),
    # `connectionTimeout` (the device was not found or connected in time), `readingTimeout` (the device was
    # connected and sent no measurement in time), `busy` (other foreground work runs), `cancelled` (it was
    # cancelled), `notPaired` (the device has to be paired first), `staleBond` (the device has lost or replaced its
    # half of the pairing: forget it and pair it again), `missingPart` (a key file, a license, an encryption key or
    # a driver is missing; the error says which), `unreadable` (what the device sent cannot be read), `notAllowed`
    # (the device is not among the allowed ones), `storeUnavailable` (the hub's disk cannot keep readings).
    reason: NotRequired[str]
    # What went wrong, and the way out.
    error: Fault
    # The id of the request that failed; absent without a request.
    request: NotRequired[str]


class PeripheralPaired(TypedDict):
    """A device was paired."""

    # The seat it was paired for, if one was named.
    seat: Optional[str]
    # The hub.
    hub: str
    # The catalogue's number.
    peripheralID: int
    # The device; by its lasting address, so it can differ from the one that was asked for.
    device: str
    # Whether the device is the seat's from now on; false if it could not be reported, null where no seat was named.
    assigned: Optional[bool]
    # Why the device is not the seat's although it is paired; absent where it is, or without an answer yet.
    assignmentError: NotRequired[Fault]


class PassiveState(TypedDict):
    """The passive set and its devices."""

    # The hub.
    hub: str
    # The passive set.
    peripheralIDs: List[int]
    # The devices that were sighted.
    devices: List[PassiveStateDevice]


class PassiveStateDevice(TypedDict):
    """One device."""

    # The device.
    device: str
    # The catalogue's number.
    peripheralID: int
    # What it does. `armed` (it is read once it is seen), `reading` (it is being read), `cooling` (it was read, and
    # rests), `failed` (it could not be read, and is tried again), `noReading` (it had nothing to send), `claimed`
    # (another hub reads it), `notPaired` (it is not tried again until it is paired), `missingPart` (it is not tried
    # again until it has what it lacks).
    phase: str


class PeripheralDidCancel(TypedDict):
    """Foreground work was cancelled."""

    # The seat it was done for, if one was named.
    seat: Optional[str]
    # The hub.
    hub: str
    # The catalogue's number.
    peripheralID: int
    # The device; null where none was found yet.
    device: Optional[str]


class PasskeyRequested(TypedDict):
    """A pairing needs a person."""

    # The seat that it is paired for, if one was named.
    seat: Optional[str]
    # The hub.
    hub: str
    # The catalogue's number.
    peripheralID: int
    # The device.
    device: str
    # What `answerPasskey` names.
    request: str
    # The id of the `pairPeripheral` request that is asked about.
    pairing: NotRequired[str]
    # What is asked for. `enter` (the device shows six digits: answer with them), `show` (the person types the
    # digits into the device: no answer is awaited), `confirm` (the device shows digits too: answer whether they are
    # the same).
    kind: str
    # The six digits to type into the device, or to compare; null where the device shows them.
    digits: Optional[str]
    # When an answer comes too late.
    expires: str


class FrameUnreadable(TypedDict):
    """A frame that cannot be decoded, without its bytes."""

    # Always null: its person is unknown.
    seat: Optional[str]
    # The hub.
    hub: str
    # The catalogue's number.
    peripheralID: int
    # The device.
    device: str
    # The UUID of the characteristic that it came by.
    characteristic: str
    # How many bytes it has.
    length: int
    # What is wrong with it, as `truncated`.
    code: str
    # The number of its row among the hub's raw frames, where it is kept for `frames.keep`.
    frame: int


class ReadingProgress(TypedDict):
    """How far a foreground reading is."""

    # The seat it is done for, if one was named.
    seat: Optional[str]
    # The hub.
    hub: str
    # The catalogue's number.
    peripheralID: int
    # The device.
    device: str
    # The id of the `readPeripheral` request.
    request: str
    # How far it is. `connecting` (a device was found, and is being connected), `waiting` (it is connected, and
    # waits for a measurement), `receiving` (it sends what it measured).
    phase: str


class PeripheralFilter(TypedDict):
    """Chooses entries of the catalogue; all parts that are there must hold."""

    # One number.
    peripheralID: NotRequired[int]
    # One type, for example `bloodPressureMonitor`.
    type: NotRequired[str]
    # Words of the name, in any case.
    text: NotRequired[str]
    # Only those that are verified, or only the others.
    verified: NotRequired[bool]
    # Only those that have to be paired, or only the others.
    requiresPairing: NotRequired[bool]
    # Only those that are switched off, or only the others.
    disabled: NotRequired[bool]


class SupportedPeripherals(TypedDict):
    """Entries of the catalogue."""

    # The entries.
    peripherals: List[PeripheralView]


class PeripheralView(TypedDict):
    """One entry of the catalogue."""

    # The number.
    peripheralID: int
    # The name that people see.
    name: str
    # The maker.
    manufacturer: NotRequired[str]
    # The model.
    model: NotRequired[str]
    # The kind of device.
    type: str
    # Whether it must be paired.
    requiresPairing: bool
    # How to pair it, in plain words.
    pairingInstructions: str
    # How to begin a reading, in plain words.
    startInstructions: NotRequired[str]
    # How to take a reading, in plain words.
    readingInstructions: str
    # An image of it: a drawing in a file of the hub, or what the operator's catalogue file names.
    imageURL: NotRequired[str]
    # The image itself as an address that holds it (`data:`, RFC 2397), 64 KiB of content at most; only in the
    # answer to a filter by `peripheralID`, and absent where `imageURL` names another machine's file.
    image: NotRequired[str]
    # When it can be seen. `beforeMeasurement` (it can be seen as soon as it is switched on), `afterMeasurement` (it
    # only connects to deliver), `either` (it can be seen before and after).
    advertises: NotRequired[str]
    # Whether it may send measurements that it has kept.
    hasMemory: NotRequired[bool]
    # What it speaks: `standard`, or the name of the driver that it needs.
    speaks: NotRequired[str]
    # The ways in which the model is known to depart from its profile.
    quirks: NotRequired[List[str]]
    # What is missing at this hub before any such device can be read; empty when nothing is.
    missing: NotRequired[List[Fault]]
    # Whether it is switched off.
    disabled: bool
    # Whether a frame captured from this model passes, and this program reads the model.
    verified: bool


class PassivePeripherals(TypedDict):
    """The passive set."""

    # The catalogue's numbers; empty or absent disables.
    peripheralIDs: NotRequired[List[int]]


class ReadPeripheral(TypedDict):
    """Asks for a foreground reading."""

    # The device; absent takes the nearest one of the peripheral that is allowed.
    device: NotRequired[str]
    # The catalogue's number.
    peripheralID: int
    # The seat the reading is for; null leaves it to the assignments.
    seat: NotRequired[str]
    # Whether the reading is booked at once, true when absent; otherwise it is held until `confirmReading`.
    autoSubmit: NotRequired[bool]
    # How long to wait for a measurement, 1 to 300 s, 60 when absent.
    seconds: NotRequired[int]
    # The devices that may be read: an empty list allows none, an absent one any.
    allowedDevices: NotRequired[List[str]]
    # What was measured so many seconds before the request is the seat's too, 0 to 600, 0 when absent: for meters
    # that measure first and are switched on afterwards.
    sinceSeconds: NotRequired[int]


class PairPeripheral(TypedDict):
    """Asks to pair a device."""

    # The device.
    device: str
    # The catalogue's number.
    peripheralID: int
    # The seat it is paired for.
    seat: NotRequired[str]
    # The device's own user index that is the seat's; absent for all that it measures, or for a scale's new user.
    userIndex: NotRequired[int]
    # Takes over the scale's user of that index, and makes no new one: the user's PIN, 1 to 4 digits, as the scale
    # or its maker's app shows it.
    pin: NotRequired[str]
    # What the scale needs to know of the seat's person, as without it many give no body composition; kept sealed
    # until the scale has it.
    person: NotRequired[ScalePerson]


class ScalePerson(TypedDict):
    """What a scale needs to know of a person; a part that is absent stays as the scale has it."""

    # The date of birth: year, month and day, as 1958-03-14.
    birthDate: NotRequired[str]
    # The sex. `female` (female), `male` (male), `unspecified` (not said; some scales give no body composition
    # then).
    sex: NotRequired[str]
    # The height in centimetres, 50 to 250.
    height: NotRequired[int]


class CancelWork(TypedDict):
    """Asks to end the foreground work."""

    # The id of the request that began it; absent ends whatever runs, also somebody else's.
    request: NotRequired[str]


class EraseDevices(TypedDict):
    """Names a seat whose persons' traces are erased at a hub's reader."""

    # The seat.
    seat: str
    # All assignments of the devices that are or were the seat's, other seats' too, 200 at most.
    assignments: List[AssignmentView]
    # Whether the adapter forgets the seat's devices, which have to be paired again then; false when absent.
    forgetPairing: NotRequired[bool]


AssignmentView = TypedDict(
    "AssignmentView",
    {
        # The device.
        "device": "str",
        # The device's own user index.
        "userIndex": "Optional[int]",
        # The seat.
        "seat": "str",
        # From when on.
        "from": "str",
        # Until when, null while it is valid.
        "until": "Optional[str]",
        # How many held readings got their owner by it; only in the reply to `assignDevice`.
        "owned": "NotRequired[int]",
    },
)


class DevicesErased(TypedDict):
    """What a hub's reader has erased."""

    # The hub.
    hub: str
    # Raw frames that were erased.
    frames: int
    # Readings that were erased before the session manager had them.
    readings: int
    # Raw frames of shared devices that stay, because they are not the seat's for certain.
    keptFrames: int
    # Readings of the devices that go on waiting for the session manager: another person's, or nobody's yet.
    keptReadings: int
    # How many devices the adapter has forgotten.
    forgotten: int


class AnswerPasskey(TypedDict):
    """A person's answer to `passkeyRequested`; one of both parts."""

    # The question's id, from `passkeyRequested`.
    request: str
    # The six digits that the device shows, leading zeros too.
    passkey: NotRequired[str]
    # Whether the device shows the same digits; false also ends a pairing that asks for a passkey.
    accept: NotRequired[bool]


class StorePeripheralData(TypedDict):
    """What a device needs beside its pairing, as the person reads it off."""

    # The device.
    device: str
    # The catalogue's number.
    peripheralID: int
    # The device's encryption key: 32 hexadecimal digits.
    encryptionKey: str


class PeripheralDataStored(TypedDict):
    """A device's data is stored, sealed."""

    # The hub.
    hub: str
    # The device.
    device: str
    # What is still missing before the device can be read; empty when nothing is.
    missing: List[Fault]


class ForgetDevice(TypedDict):
    """Names a device that a hub is to forget."""

    # The device.
    device: str


class DeviceForgotten(TypedDict):
    """A device is forgotten at a hub; whose it is stays as it was assigned."""

    # The hub.
    hub: str
    # The device.
    device: str
    # Whether the adapter knew it; its pairing is gone then.
    pairing: bool
    # How many of its secrets were erased.
    secrets: int


class HealthRecordsProcessed(TypedDict):
    """Records of one type were made of what a person exported."""

    # The seat.
    seat: Optional[str]
    # The importer's hub.
    hub: str
    # The import that they came by.
    importID: str
    # The record type, as `routine`.
    recordType: str
    # How many records are new or changed.
    count: int


class HistoricalFetchProgress(TypedDict):
    """How far a historical fetch is."""

    # The seat.
    seat: Optional[str]
    # The importer's hub.
    hub: str
    # The fetch's id.
    fetchID: str
    # Counts of each set so far.
    counts: List[HistoricalCount]


class HistoricalCount(TypedDict):
    """How many records of a set a fetch has found."""

    # The set. `routine` (a day's activity), `fitness` (workouts), `intraday` (steps in short intervals).
    set: str
    # How many records it found, new or not.
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
    # Why it did not come to its end; null where it did.
    error: Optional[Fault]


class ImportState(TypedDict):
    """An import and how far it is."""

    # The seat that it is for.
    seat: Optional[str]
    # The importer's hub.
    hub: str
    # The import's id.
    importID: str
    # Where it comes from. `file` (it was requested), `folder` (it was found in a watched folder), `http` (it was
    # posted), `fetch` (it is a historical fetch).
    origin: str
    # How far it is. `waiting` (others go first), `running` (it is being read), `done` (all of it is read), `held`
    # (it needs a person's confirmation), `failed` (it cannot be read), `cancelled` (it was cancelled).
    state: str
    # How many bytes are done, uncompressed.
    bytes: int
    # How many bytes there are; 0 if unknown.
    totalBytes: int
    # How many records were new.
    created: int
    # How many records changed.
    updated: int
    # How many records were known as they are.
    unchanged: int
    # How many places of the input could not be read.
    damaged: int
    # What was left out though it could be read, by file and reason, in a list of several imports by reason alone;
    # absent where nothing was.
    leftOut: NotRequired[List[ImportLeftOut]]
    # Why it is held or has failed; null where it is not.
    error: Optional[Fault]


class ImportLeftOut(TypedDict):
    """Something that an input has and no record is made from."""

    # Why. `impossible` (no living person has such a value), `noMeasurement` (by the format's own words nothing was
    # measured: a status, a goal, a zero), `unknownUnit` (its unit is not known), `unknownElement` (nothing is made
    # from its element, column or table), `unknownFile` (its file is of no known kind), `unreadableFile` (its file
    # cannot be opened), `otherUser` (it is of another user of the device), `noTimeInBed` (a night of another app
    # has no time in bed), `repeated` (another file of the input has it), `incomplete` (it is a part without the
    # rest, as half of a blood pressure).
    reason: str
    # How often.
    count: int
    # The file's name, without its folders; absent where the input is one file, and for a sum of several.
    file: NotRequired[str]
    # The element, column or type; absent for a sum of several.
    element: NotRequired[str]


ImportFile = TypedDict(
    "ImportFile",
    {
        # The file's absolute path on the importer's machine.
        "path": "str",
        # The seat that it is for; needed unless the site's hub has one seat or the file lies in a watched folder.
        "seat": "NotRequired[str]",
        # The sets that are wanted, as `routine`; all that the session's destination takes when absent.
        "sets": "NotRequired[List[str]]",
        # The first local day, as `2026-03-01`; all when absent.
        "from": "NotRequired[str]",
        # The last local day; all when absent.
        "to": "NotRequired[str]",
        # The person's home zone by its name in the tz database.
        "zone": "NotRequired[str]",
        # Names of sources, the one that counts most first.
        "sources": "NotRequired[List[str]]",
        # Whether every heart rate is taken, not one in a quarter of an hour; false when absent.
        "allHeartRates": "NotRequired[bool]",
        # Whether an operator says that it is the seat's person's, though it names another one than before; false when
        # absent.
        "confirmsPerson": "NotRequired[bool]",
        # Whose values are taken of a device that keeps several users apart by numbers, as scales and cuffs do; without
        # it values of several users are held.
        "userIndex": "NotRequired[int]",
    },
)


class ObserveFolders(TypedDict):
    """Says which folders of a seat are watched."""

    # The seat; all seats when absent, which only shows.
    seat: NotRequired[str]
    # Absolute paths on the importer's machine; empty stops, absent only shows.
    paths: NotRequired[List[str]]


class ObservedFolders(TypedDict):
    """The folders that are watched."""

    # The folders.
    folders: List[ObservedFoldersFolder]


class ObservedFoldersFolder(TypedDict):
    """One folder."""

    # The seat whose person's exports come there.
    seat: str
    # Its path.
    path: str


FetchHistoricalSets = TypedDict(
    "FetchHistoricalSets",
    {
        # The seat.
        "seat": "str",
        # The sets that are wanted, one or several. `routine` (a day's activity), `fitness` (workouts), `intraday`
        # (steps in short intervals).
        "sets": "List[str]",
        # The first local day, as `2026-03-01`; days more than 179 before today are left out, of intraday more than 7.
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
        # The sets that are fetched; intraday only where the session wants it. `routine` (a day's activity), `fitness`
        # (workouts), `intraday` (steps in short intervals).
        "sets": "List[str]",
        # The first local day.
        "from": "str",
        # The last local day.
        "to": "str",
        # What is not done as asked, and why.
        "warnings": "List[str]",
    },
)


class CancelHistoricalFetch(TypedDict):
    """Names historical fetches that are to end."""

    # The seat.
    seat: str
    # The fetch; all of the seat's when absent.
    fetchID: NotRequired[str]


class CancelledFetches(TypedDict):
    """The fetches that were ended."""

    # Their ids; empty where none ran.
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

    # Their ids; empty where it had ended by itself.
    importIDs: List[str]


class SeatReference(TypedDict):
    """Names a seat, or one of its sessions."""

    # The seat.
    seat: str
    # The session that is meant; absent for the one that the seat has now.
    sessionID: NotRequired[str]


class ImportsErased(TypedDict):
    """What the importer has erased of a seat."""

    # The seat.
    seat: str
    # Marks of records that were handed over.
    marks: int
    # Records that waited for the session manager.
    readings: int


class OCRDidProcessResult(TypedDict):
    """A picture or a frame was looked at."""

    # The seat.
    seat: Optional[str]
    # Where it was looked at.
    hub: str
    # The picture's job, or the stream's.
    jobID: str
    # The number of the frame, from 1.
    frame: int
    # What was seen; without text and values where the seat's values are not shared.
    result: DisplayResult
    # What the frames still lack to make a reading; absent for a picture, and for the frame that completes one.
    # `smallPrint` (it is as small as print), `upsideDown` (it is a number upside down, too), `unitSymbol` (the last
    # figure may be the symbol of a unit), `longerText` (it may be a part of a longer text), `mayContinue` (there
    # may be more digits next to it), `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a
    # value that such a meter shows is missing), `severalDisplays` (another meter may be in view), `glare` (a
    # reflection covers a part of it), `glareBeside` (a reflection covers a place next to a value, where another
    # digit would make another value), `unsure` (it is not certain enough; the words with this one say what speaks
    # against it most), `blurred` (it is blurred), `faint` (the digits hardly stand out), `tooSmall` (it is small in
    # the picture), `tilted` (it is tilted in the picture), `unclearDigits` (digits look like others),
    # `unclearPoint` (a decimal point may have been missed), `unclearDisplay` (the display itself is hardly
    # recognised), `unusualValue` (the values are rare for such a meter), `unusualLayout` (the rows are not placed
    # as such a meter has them, or something large next to them was not used), `fewChecks` (nothing else on the
    # display confirms a number as short as this one), `fewFrames` (too few frames show a reading so far),
    # `framesAlike` (the frames are so alike that many say little more than one), `framesDisagree` (the frames show
    # different readings).
    waits: NotRequired[List[str]]
    # The frame as whoever holds the meter sees it, where a preview was asked for and this frame was drawn.
    preview: NotRequired[FramePreview]


class DisplayResult(TypedDict):
    """What was seen on a display."""

    # The display's rows, divided by line feeds; empty where nothing was seen.
    text: str
    # The values; empty where it was refused, or where the seat's values are not shared.
    fields: List[DisplayResultField]
    # How certain all of it is, from 0 to 1.
    confidence: float
    # Whether it is certain enough to be taken for right; a person confirms it all the same.
    accepted: bool
    # Why it is not accepted, each a sentence with its way out; absent where it is, and where `refused` says why.
    # `smallPrint` (it is as small as print), `upsideDown` (it is a number upside down, too), `unitSymbol` (the last
    # figure may be the symbol of a unit), `longerText` (it may be a part of a longer text), `mayContinue` (there
    # may be more digits next to it), `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a
    # value that such a meter shows is missing), `severalDisplays` (another meter may be in view), `glare` (a
    # reflection covers a part of it), `glareBeside` (a reflection covers a place next to a value, where another
    # digit would make another value), `unsure` (it is not certain enough; the words with this one say what speaks
    # against it most), `blurred` (it is blurred), `faint` (the digits hardly stand out), `tooSmall` (it is small in
    # the picture), `tilted` (it is tilted in the picture), `unclearDigits` (digits look like others),
    # `unclearPoint` (a decimal point may have been missed), `unclearDisplay` (the display itself is hardly
    # recognised), `unusualValue` (the values are rare for such a meter), `unusualLayout` (the rows are not placed
    # as such a meter has them, or something large next to them was not used), `fewChecks` (nothing else on the
    # display confirms a number as short as this one), `fewFrames` (too few frames show a reading so far),
    # `framesAlike` (the frames are so alike that many say little more than one), `framesDisagree` (the frames show
    # different readings).
    reasons: NotRequired[List[str]]
    # Why there is no reading; absent where there is one. `noDisplay` (no display is seen), `displayOff` (the
    # display is off), `severalDisplays` (there are several displays), `errorCode` (it shows an error of the meter),
    # `outOfRange` (it shows that the value is out of the meter's range), `clock` (it shows the time), `memory` (it
    # shows an older value), `unreadable` (the characters are ambiguous), `implausible` (such values are
    # impossible), `notThisField` (the number on it is none of this kind, only a part of it would be), `tooDark`
    # (the picture is too dark), `blurred` (the picture is blurred), `glare` (a reflection covers it), `tooSmall`
    # (the display is too small in the picture).
    refused: NotRequired[str]
    # A reflection on the display; absent where there is none.
    glare: NotRequired[Glare]
    # The display cut out; absent where there is none, and for a stream's frame where the seat's values are not
    # shared.
    crop: NotRequired[PictureReference]
    # Where the display is in the picture; absent where none was found.
    display: NotRequired[PictureArea]


class DisplayResultField(TypedDict):
    """One value of the display."""

    # The layout's name of it, as `sys`.
    key: str
    # The characters, as `128`.
    text: str
    # The value as a record has it.
    measurement: NotRequired[Measurement]
    # How certain each character is, from 0 to 1.
    characters: List[float]


class Glare(TypedDict):
    """A reflection on a display."""

    # Where it is.
    area: PictureArea
    # How strong it is, from 0 to 1.
    strength: float


class PictureArea(TypedDict):
    """A rectangle of a picture, in its pixels as it is looked at."""

    # From the left.
    x: int
    # From above.
    y: int
    # Its width.
    width: int
    # Its height.
    height: int


class PictureReference(TypedDict):
    """Where a picture is, in place of the picture."""

    # What it is called there.
    sha256: str
    # Its size in bytes.
    size: int
    # What kind of file it is. `image/jpeg` (JPEG), `image/png` (PNG).
    contentType: str
    # The reading with which the session manager holds it, for `heldPicture`; absent where none has it, as of a
    # frame's crop, for `pictureBytes`.
    readingKey: NotRequired[str]


class FramePreview(TypedDict):
    """A frame as whoever holds the meter sees it."""

    # The whole frame, 640 pixels at most on its longer side, with the overlay, what was found and what is read so
    # far drawn in: for `pictureBytes` with the `previewKey` alone.
    picture: PictureReference
    # The picture's width in pixels.
    width: int
    # The picture's height in pixels.
    height: int
    # Where the display belongs, in the picture.
    frame: PictureArea
    # Where a display was found, in the picture; absent where none was.
    display: NotRequired[PictureArea]
    # What helps, the first one first. `aim` (no display is seen), `nearer` (move the meter towards the camera),
    # `farther` (move the meter away from the camera), `left` (move the meter to the left of the picture), `right`
    # (move the meter to the right of the picture), `up` (move the meter up in the picture), `down` (move the meter
    # down in the picture), `straighten` (turn the meter straight), `glare` (avoid the reflection), `dark` (make
    # light), `blurred` (hold still), `off` (switch the meter on), `onlyOne` (show one of the displays alone),
    # `hold` (it is good so).
    hints: List[str]


class OCRDidCompleteReading(TypedDict):
    """A display was read; the reading is safe, and waits for a person, or is the default user's and only told."""

    # The seat.
    seat: Optional[str]
    # Where it was read.
    hub: str
    # The picture's job, or the stream's.
    jobID: str
    # The reading; without values where the seat's values are not shared.
    record: Reading
    # The display cut out; null where it was not kept.
    crop: Optional[PictureReference]
    # What it rests on.
    metadata: OCRDidCompleteReadingMetadata
    # What becomes of it; `held` when absent. `held` (it waits until a person confirms it), `notStored` (it is the
    # default user's: only the answer has it).
    disposition: NotRequired[str]


class OCRDidCompleteReadingMetadata(TypedDict):
    """What the reading rests on."""

    # How many frames it was made of.
    frames: int
    # Which part of them said the same, from 0 to 1.
    agreement: float
    # How certain it is, from 0 to 1.
    confidence: float
    # Whether it is certain enough to be taken for right.
    accepted: bool
    # Why it is not accepted; absent where it is. `smallPrint` (it is as small as print), `upsideDown` (it is a
    # number upside down, too), `unitSymbol` (the last figure may be the symbol of a unit), `longerText` (it may be
    # a part of a longer text), `mayContinue` (there may be more digits next to it), `restoredPoint` (a decimal
    # point was supposed, not seen), `missingValue` (a value that such a meter shows is missing), `severalDisplays`
    # (another meter may be in view), `glare` (a reflection covers a part of it), `glareBeside` (a reflection covers
    # a place next to a value, where another digit would make another value), `unsure` (it is not certain enough;
    # the words with this one say what speaks against it most), `blurred` (it is blurred), `faint` (the digits
    # hardly stand out), `tooSmall` (it is small in the picture), `tilted` (it is tilted in the picture),
    # `unclearDigits` (digits look like others), `unclearPoint` (a decimal point may have been missed),
    # `unclearDisplay` (the display itself is hardly recognised), `unusualValue` (the values are rare for such a
    # meter), `unusualLayout` (the rows are not placed as such a meter has them, or something large next to them was
    # not used), `fewChecks` (nothing else on the display confirms a number as short as this one), `fewFrames` (too
    # few frames show a reading so far), `framesAlike` (the frames are so alike that many say little more than one),
    # `framesDisagree` (the frames show different readings).
    reasons: NotRequired[List[str]]
    # The values with the certainty of each character; empty where the seat's values are not shared.
    fields: List[DisplayResultField]


class OCRDidCancel(TypedDict):
    """A picture or a stream ended without a reading."""

    # The seat.
    seat: Optional[str]
    # Where it was read.
    hub: str
    # The picture's job, or the stream's.
    jobID: str
    # Why there is no reading. `requested` (it was cancelled), `timedOut` (its time is over), `ended` (there are no
    # more frames), `refused` (there is no reading in it), `failed` (it cannot be read), `draining` (the worker
    # stops).
    reason: str


class OCRCameraUnavailable(TypedDict):
    """A camera or a stream cannot be had."""

    # The seat.
    seat: Optional[str]
    # Where it was looked for.
    hub: str
    # The stream's job.
    jobID: str
    # Its name in the configuration.
    source: str
    # Why it cannot be had. `denied` (the worker has no right to it), `missing` (it is not there), `busy` (another
    # process has it).
    reason: str


class OCRPeripheralsRequest(TypedDict):
    """Asks which displays can be read."""

    # Only this peripheral.
    peripheralID: NotRequired[int]
    # Only those of a type, as `bloodPressure`.
    type: NotRequired[str]


class OCRPeripherals(TypedDict):
    """The displays that can be read."""

    # All of them, by number.
    peripherals: List[OCRPeripheralsEntry]


class OCRPeripheralsEntry(TypedDict):
    """A model whose display can be read."""

    # Its number.
    peripheralID: int
    # Its type, as `bloodPressure`.
    type: str
    # Who makes it.
    manufacturer: str
    # The model.
    model: str
    # Where a picture of it is; absent where nobody shows one.
    imageURL: NotRequired[str]
    # The units that it may be set to, the default first.
    units: List[str]
    # The keys of the values that it shows, as `sys`.
    fields: List[str]
    # How well `overlay` knows its display. `model` (its places and proportions were measured), `rows` (its rows and
    # words are known, with its type's proportions), `kind` (nothing is certain: it is drawn as any of its type).
    layout: NotRequired[str]


class OverlayRequest(TypedDict):
    """Asks for what to lay over a preview."""

    # The peripheral.
    peripheralID: int
    # The preview's width in pixels, 16 to 8192.
    width: int
    # The preview's height in pixels, 16 to 8192.
    height: int


class Overlay(TypedDict):
    """What to lay over a preview, so that the display is held where it is looked for."""

    # The peripheral.
    peripheralID: int
    # Where the display belongs in the preview: the `box` of `recognize` and `startReading`.
    frame: PictureArea
    # The picture to lay over it, as large as the preview, SVG.
    svg: str
    # The same as PNG, base64; absent where it is too large for a message.
    png: NotRequired[str]


class PutPicture(TypedDict):
    """Announces a picture; the reply says which parts are wanted. A repeat changes nothing and says how far it
    got.
    """

    # The reading that it shows; absent where a picture is handed over to be read.
    readingKey: NotRequired[str]
    # The SHA-256 of the file as it is sent, 64 hex digits.
    sha256: str
    # The file's size in bytes, 1 to 10000000.
    size: int


class PictureReceived(TypedDict):
    """How far a picture has got."""

    # The SHA-256 of the file as it was announced: what the picture is called here.
    sha256: str
    # How far it is. `wanted` (parts are missing), `stored` (it is safe here).
    state: str
    # The size of a part in bytes; the last one has the rest.
    partSize: int
    # The parts that are missing, 250 at most; empty too while the last one is being checked: ask again then.
    missing: List[int]


class PicturePart(TypedDict):
    """One part of an announced picture. A repeat changes nothing."""

    # The reading that it shows, as it was announced.
    readingKey: NotRequired[str]
    # The SHA-256 of the whole file, as it was announced.
    sha256: str
    # The part, 0 to 249.
    index: int
    # The part's bytes, base64; 40,000 bytes, the last part has the rest.
    data: str


class PictureBytesRequest(TypedDict):
    """Asks for a piece of a picture of the `ocr-worker`."""

    # The picture, or the crop or preview of a stream's frame: of its newest 16, for a minute.
    sha256: str
    # Where the piece begins.
    offset: int
    # The key that `startReading` asked for a preview with; absent for any other picture.
    previewKey: NotRequired[str]


class ImageBytes(TypedDict):
    """A piece of an image."""

    # The bytes, base64; 40,000 bytes or what is left.
    data: str


class RecognizePicture(TypedDict):
    """Asks to read a picture that was handed over before by `putPicture`."""

    # The picture.
    sha256: str
    # What is expected in it; anything when absent.
    wish: NotRequired[DisplayWish]
    # The seat that the reading is for; absent leaves it to whoever confirms it.
    seat: NotRequired[str]
    # When it was taken; now when absent.
    takenAt: NotRequired[str]
    # Whether the reading is held for a confirmation, true when absent; otherwise it is only told.
    holds: NotRequired[bool]


class DisplayWish(TypedDict):
    """Which display is expected in a picture."""

    # The OCR peripheral.
    peripheralID: NotRequired[int]
    # The type of display, where no peripheral is named; `any` when absent. `bloodPressure` (a blood pressure
    # monitor's), `glucoseMeter` (a glucose meter's), `thermometer` (a thermometer's), `pulseOximeter` (a pulse
    # oximeter's), `weightScale` (a scale's), `any` (any of these).
    type: NotRequired[str]
    # The unit that the meter shows, as `mmol/L`; the peripheral's own when absent.
    unit: NotRequired[str]
    # Where the display is, the overlay's frame; the whole picture when absent.
    box: NotRequired[PictureArea]
    # How far `box` is turned around its centre, in degrees clockwise, -360 to 360: `box` has its place and size
    # before turning, and its upper edge becomes the display's; 0 when absent.
    boxAngle: NotRequired[float]


class OCRJob(TypedDict):
    """A picture that is to be read or was read; the same request again tells how far it is."""

    # The job's id, the request's own.
    jobID: str
    # The key of the reading that it makes, if it makes one.
    readingKey: str
    # How far it is. `waiting` (it is not read yet), `done` (it was read), `failed` (it cannot be read), `cancelled`
    # (it was cancelled).
    state: str
    # What was seen, once it is done.
    result: NotRequired[DisplayResult]
    # Why it failed.
    error: NotRequired[Fault]
    # Whether its reading waits for a person's confirmation; absent while it is not done.
    held: NotRequired[bool]
    # What becomes of its reading; absent where there is none. `held` (it waits until a person confirms it),
    # `notStored` (it is the default user's: only the answer has it).
    disposition: NotRequired[str]


class StartReading(TypedDict):
    """Asks to read a display until the frames agree."""

    # A camera or stream by its name in the configuration of the worker, `folder` with `path`, or `pushed` for
    # frames that the caller gives by `pushFrame`.
    source: str
    # The folder's absolute path on the worker's machine, below one that `folders` allows.
    path: NotRequired[str]
    # What is expected; anything when absent.
    wish: NotRequired[DisplayWish]
    # The seat that the reading is for; absent leaves it to whoever confirms it.
    seat: NotRequired[str]
    # How long it may take, 1 to 600 s, 60 when absent.
    seconds: NotRequired[int]
    # Asks for a preview, five frames a second at most, which `pictureBytes` gives to whoever names this key; 16 to
    # 64 characters of a-z, A-Z, 0-9 and '-' that nobody can guess, no preview when absent.
    previewKey: NotRequired[str]


class PushFrame(TypedDict):
    """One part of a frame of a stream whose source is `pushed`, as of a phone's camera."""

    # The stream, as `startReading` named it.
    jobID: str
    # The frame's number, from 1; a greater one than the last.
    frame: int
    # The part, from 0.
    part: int
    # How many parts the frame has, 1 to 12.
    parts: int
    # The part's bytes of a JPEG or PNG, base64; 40,000 bytes at most.
    data: str


class FramePushed(TypedDict):
    """What a pushed frame shows; its last part is answered when it was looked at."""

    # What is read so far, for whoever pushes alone; absent while parts are missing, and for a frame that is no
    # picture.
    seen: NotRequired[DisplayResult]
    # What the frames still lack to make a reading; absent where they make one. `smallPrint` (it is as small as
    # print), `upsideDown` (it is a number upside down, too), `unitSymbol` (the last figure may be the symbol of a
    # unit), `longerText` (it may be a part of a longer text), `mayContinue` (there may be more digits next to it),
    # `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a value that such a meter shows is
    # missing), `severalDisplays` (another meter may be in view), `glare` (a reflection covers a part of it),
    # `glareBeside` (a reflection covers a place next to a value, where another digit would make another value),
    # `unsure` (it is not certain enough; the words with this one say what speaks against it most), `blurred` (it is
    # blurred), `faint` (the digits hardly stand out), `tooSmall` (it is small in the picture), `tilted` (it is
    # tilted in the picture), `unclearDigits` (digits look like others), `unclearPoint` (a decimal point may have
    # been missed), `unclearDisplay` (the display itself is hardly recognised), `unusualValue` (the values are rare
    # for such a meter), `unusualLayout` (the rows are not placed as such a meter has them, or something large next
    # to them was not used), `fewChecks` (nothing else on the display confirms a number as short as this one),
    # `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames are so alike that many say
    # little more than one), `framesDisagree` (the frames show different readings).
    waits: NotRequired[List[str]]
    # Where the display is and belongs, and what helps; absent with `seen`.
    aim: NotRequired[FrameAim]
    # Whether its reading waits for a person's confirmation, false where it is the default user's; absent where
    # there is none.
    held: NotRequired[bool]
    # Whether no more frames are wanted.
    ended: bool


class FrameAim(TypedDict):
    """Where the display is in a frame, and what helps to read it."""

    # The width in which places are counted.
    width: int
    # The height in which places are counted.
    height: int
    # Where the display belongs.
    frame: PictureArea
    # Where a display was found; absent where none was.
    display: NotRequired[PictureArea]
    # What helps, the first one first. `aim` (no display is seen), `nearer` (move the meter towards the camera),
    # `farther` (move the meter away from the camera), `left` (move the meter to the left of the picture), `right`
    # (move the meter to the right of the picture), `up` (move the meter up in the picture), `down` (move the meter
    # down in the picture), `straighten` (turn the meter straight), `glare` (avoid the reflection), `dark` (make
    # light), `blurred` (hold still), `off` (switch the meter on), `onlyOne` (show one of the displays alone),
    # `hold` (it is good so).
    hints: List[str]


class CancelOCR(TypedDict):
    """Ends what was started."""

    # A picture's job or a stream's; all streams and all pictures that wait when absent.
    jobID: NotRequired[str]


class CancelledOCR(TypedDict):
    """What was ended."""

    # The jobs' ids.
    jobs: List[str]


class ScanCode(TypedDict):
    """Asks for the codes of a picture that was handed over before by `putPicture`."""

    # The picture.
    sha256: str
    # What is to be found; anything when absent. `key` (the 32 hex digits of a peripheral's key).
    purpose: NotRequired[str]


class ScannedCodes(TypedDict):
    """The codes of a picture."""

    # The codes.
    codes: List[ScannedCodesCode]


class ScannedCodesCode(TypedDict):
    """One code."""

    # `QR-Code`, `EAN-13`, `CODE-128` and so on.
    kind: str
    # What it says.
    text: str


class PicturesErased(TypedDict):
    """What an `ocr-worker` has erased of a seat."""

    # The seat.
    seat: str
    # Jobs, at whatever stage.
    jobs: int
    # Pictures that were handed over, with their files; one that another job is about too stays.
    pictures: int
    # Readings that waited in its outbox for the session manager.
    readings: int
    # Streams that were ended.
    streams: int


class SessionStarted(TypedDict):
    """A session began."""

    # The seat.
    seat: Optional[str]
    # `site`: a session is made at no hub.
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
    # Why it ended. `requested` (a person or program ended it), `replaced` (the seat has another session),
    # `unauthorized` (the server refused its credentials).
    reason: str
    # How many of its records are not at the server for certain.
    unsyncedRecords: int
    # The first of them, 32 at most, in the order of `unsyncedRecords {sessionID}`, which has them all.
    records: NotRequired[List[UnsyncedRecord]]


class UnsyncedRecord(TypedDict):
    """A record that is not at the server for certain."""

    # The record.
    logID: str
    # The kind of record.
    type: str
    # When it was measured.
    timestamp: str


class DestinationEnded(TypedDict):
    """The deliveries to a further destination of a session ended, with the session or alone."""

    # The seat.
    seat: Optional[str]
    # `site`.
    hub: str
    # The session.
    sessionID: str
    # The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a
    # FHIR R4 server), `file` (files of the machine that the uploader runs on).
    destination: str
    # Why. `requested` (a person or program ended it), `replaced` (the seat has another session), `unauthorized`
    # (the server refused its credentials).
    reason: str
    # How many records are not there for certain.
    unsyncedRecords: int
    # The first of them, 32 at most, in the order of `unsyncedRecords`.
    records: NotRequired[List[UnsyncedRecord]]


class RecordSubmitted(TypedDict):
    """The server accepted a record, a change of it or its deletion."""

    # The seat.
    seat: Optional[str]
    # Where the reading was made.
    hub: str
    # The record; without values for seats that do not share them, and with `delete`.
    record: VitalRecord
    # The server's id of it; null where it gives none for an update, and for a deletion.
    serverID: Optional[str]
    # What was submitted; take back what you booked with `delete`. `create` (the first revision), `update` (a later
    # revision), `delete` (the record is taken back).
    operation: NotRequired[str]
    # Which destination accepted it; absent from older senders. `inform` (the cloud service's version 2), `legacy`
    # (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader
    # runs on).
    destination: NotRequired[str]
    # The metrics that the destination has no place for, of which no value was submitted; absent for seats that
    # share no values.
    leftOut: NotRequired[List[str]]


class SubmissionFailed(TypedDict):
    """The server refused a record for good."""

    # The seat.
    seat: Optional[str]
    # Where the reading was made.
    hub: str
    # The record; without values for seats that do not share them, and with `delete`.
    record: VitalRecord
    # The server's words.
    error: Fault
    # What was refused; the record is still there with `delete`. `create` (the first revision), `update` (a later
    # revision), `delete` (the record is taken back).
    operation: NotRequired[str]
    # Which destination refused it; absent from older senders. `inform` (the cloud service's version 2), `legacy`
    # (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader
    # runs on).
    destination: NotRequired[str]


class SubmissionRetrying(TypedDict):
    """A record waits for another attempt."""

    # The seat.
    seat: Optional[str]
    # Where the reading was made.
    hub: str
    # The record.
    logID: str
    # How often it was tried.
    attempts: int
    # How long until the next attempt, in seconds; sooner where the destination answers again before.
    retryInSeconds: int
    # What went wrong.
    error: Fault
    # Which destination it waits for; absent from older senders. `inform` (the cloud service's version 2), `legacy`
    # (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader
    # runs on).
    destination: NotRequired[str]


class ReadingQueued(TypedDict):
    """A reading is a person's record now."""

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
    # The session that has it.
    sessionID: str
    # What became of it. `accepted` (its record waits for the server), `unsynced` (its session has ended, and the
    # record waits in its list).
    outcome: str


class ReadingHeld(TypedDict):
    """A reading belongs to nobody yet."""

    # Always null.
    seat: Optional[str]
    # Where the reading was made.
    hub: str
    # The reading.
    readingKey: str
    # The device, if one made it.
    device: Optional[str]
    # Why it is held. `noAssignment` (the device is not assigned at the measurement's time), `assignedToAnother` (it
    # was read for one seat, and the device is another's), `olderThanRequest` (it was read for a seat, and measured
    # before that was asked for), `clockUnknown` (the measurement's time is not known), `noSession` (the seat had no
    # session at the measurement's time), `invalid` (something in it breaks the rules: a time in the future, no
    # value), `changedByHand` (it is a later revision of what an operator has corrected, changed or deleted),
    # `awaitsConfirmation` (a person is to confirm it first), `implausible` (its values are very unusual, they
    # contradict each other, or its device doubts them: a person confirms or corrects them), `possibleRepeat` (its
    # device sent equal values with an equal time before, and measured it later: a person says whether they are
    # two), `anotherHubsSeat` (it was read for another hub's seat, although no request for it is recorded).
    reason: str
    # The seat that it was made for, where the producer was told one.
    forSeat: NotRequired[str]
    # Whose the device is by its assignment, where that speaks against `forSeat`.
    assignedSeat: NotRequired[str]
    # The values of a display, where that seat's values are shared; absent for other readings.
    measurements: NotRequired[List[Measurement]]
    # How certain a display was read, from 0 to 1; absent for other readings.
    confidence: NotRequired[float]
    # Whether that is certain enough to be taken for right; absent for other readings.
    accepted: NotRequired[bool]
    # Why it is not; absent where it is, and for other readings. `smallPrint` (it is as small as print),
    # `upsideDown` (it is a number upside down, too), `unitSymbol` (the last figure may be the symbol of a unit),
    # `longerText` (it may be a part of a longer text), `mayContinue` (there may be more digits next to it),
    # `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a value that such a meter shows is
    # missing), `severalDisplays` (another meter may be in view), `glare` (a reflection covers a part of it),
    # `glareBeside` (a reflection covers a place next to a value, where another digit would make another value),
    # `unsure` (it is not certain enough; the words with this one say what speaks against it most), `blurred` (it is
    # blurred), `faint` (the digits hardly stand out), `tooSmall` (it is small in the picture), `tilted` (it is
    # tilted in the picture), `unclearDigits` (digits look like others), `unclearPoint` (a decimal point may have
    # been missed), `unclearDisplay` (the display itself is hardly recognised), `unusualValue` (the values are rare
    # for such a meter), `unusualLayout` (the rows are not placed as such a meter has them, or something large next
    # to them was not used), `fewChecks` (nothing else on the display confirms a number as short as this one),
    # `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames are so alike that many say
    # little more than one), `framesDisagree` (the frames show different readings).
    reasons: NotRequired[List[str]]
    # The display's picture, for `heldPicture`; absent where there is none.
    picture: NotRequired[PictureReference]


class SessionState(TypedDict):
    """A seat's session, as everybody may see it."""

    # The seat.
    seat: str
    # Whether there is a session.
    active: bool
    # The session, null when there is none.
    sessionID: Optional[str]
    # When it began.
    startedAt: NotRequired[str]
    # Whether the server took its credentials; refused credentials end the session. `yes` (the server took them),
    # `pending` (the server was not reachable yet).
    validated: NotRequired[str]
    # Whether it is the default user's.
    defaultUser: bool
    # Another number with each change of the session's subscriptions, which `subscriptions` tells.
    subscriptionsRevision: NotRequired[int]
    # Why the seat's last session ended, where one has. `requested` (a person or program ended it), `replaced` (the
    # seat has another session), `unauthorized` (the server refused its credentials).
    endReason: NotRequired[str]
    # How many records of the seat's ended sessions are not at the server for certain; absent where none is.
    unsyncedRecords: NotRequired[int]
    # Further destinations of the running session that have refused its person or credentials; absent where none
    # has. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a FHIR R4
    # server), `file` (files of the machine that the uploader runs on).
    endedDestinations: NotRequired[List[str]]


class QueueState(TypedDict):
    """The queue's depths."""

    # Records that wait.
    pending: int
    # Records that a worker has.
    leased: int
    # Readings without an owner.
    held: int
    # Records that the server refused, kept for `records.keep`, 30 days at least.
    rejected: int
    # Age of the oldest record that waits, in seconds.
    oldestSeconds: NotRequired[int]
    # Why deliveries pause, in plain words; null when they do not.
    paused: Optional[str]
    # Images that wait for their record or for their own turn.
    images: NotRequired[int]
    # What waits by seat, the oldest first, 16 at most; absent from older senders.
    waiting: NotRequired[List[QueueStateWaiting]]
    # How many of the rejected records were refused within the last day; absent for none, and from older senders.
    rejectedLately: NotRequired[int]
    # Why the last of them was refused, a code as `http422`.
    rejectedError: NotRequired[str]


class QueueStateWaiting(TypedDict):
    """What waits in one seat's session."""

    # The seat.
    seat: str
    # The interface that takes its records. `inform` (the cloud service's version 2), `legacy` (the cloud service's
    # version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
    apiVersion: str
    # How many records and images wait or are with a worker.
    count: int
    # How many of them are history, which goes as the destination's limit leaves room.
    history: int
    # Since when the oldest waits.
    since: str
    # What went wrong last with the oldest, a code as `http503`; absent where nothing did.
    error: NotRequired[str]
    # Until when the oldest waits before it is tried again, or its worker has it at most; absent where it is due,
    # and from older senders.
    until: NotRequired[str]


class SealingState(TypedDict):
    """The public key that access tokens are sealed for."""

    # How they are sealed. `hpke-base-x25519-hkdf-sha256-chacha20poly1305` (RFC 9180, base mode, suites 0x0020,
    # 0x0001, 0x0003).
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
    # cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs
    # on).
    destination: NotRequired[str]


class ImageMedia(TypedDict):
    """An image of a record, as notifications tell it."""

    # The image's own id.
    imageID: str
    # What kind of file it is. `image/jpeg` (JPEG), `image/png` (PNG).
    contentType: str
    # Its size in bytes, without metadata.
    size: int
    # The SHA-256 of it, without metadata.
    sha256: str
    # The server's id of it; null where it has none.
    mediaID: Optional[str]
    # Where the server shows it to who is allowed to; null where it does not say.
    url: Optional[str]


class ImageSubmissionFailed(TypedDict):
    """An image did not get to the server and is not tried again by itself; its file is gone."""

    # The seat.
    seat: Optional[str]
    # Where the reading was made.
    hub: str
    # The record.
    logID: str
    # The image.
    media: ImageMedia
    # Why: the server's words, or `recordRejected`, `recordDeleted`, `imageExpired`, `imageMissing`.
    error: Fault
    # Which destination does not get it; absent from older senders. `inform` (the cloud service's version 2),
    # `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the
    # uploader runs on).
    destination: NotRequired[str]


class SharedValue(TypedDict):
    """One value of a seat, flat, for programs that show or automate it."""

    # The seat.
    seat: str
    # Where it was measured.
    hub: str
    # The metric, its value and unit, as the record has them.
    measurement: Measurement
    # When it was measured.
    timestamp: str
    # The record that it is of.
    logID: str
    # The measurement's value, as a number for programs that read no nested object; absent from older senders, as
    # are the next three.
    value: NotRequired[float]
    # Its unit in UCUM.
    unit: NotRequired[str]
    # When it was measured, as `timestamp` has it.
    measuredAt: NotRequired[str]
    # Where the value comes from: `device`, `manual` or `unknown`.
    origin: NotRequired[str]


class SeatLimits(TypedDict):
    """What is usual of a seat's values, as an operator says; other values stand out where people see them."""

    # The seat.
    seat: str
    # All of its limits, each metric once; none where nothing is said of it.
    limits: List[SeatLimitsLimit]


class SeatLimitsLimit(TypedDict):
    """What is usual of one metric, in its first unit; at least one of the two is there."""

    # The metric, as `systolic`.
    metric: str
    # The lowest usual value; absent where none is too low.
    lowest: NotRequired[float]
    # The highest usual value; absent where none is too high.
    highest: NotRequired[float]


DeviceAssigned = TypedDict(
    "DeviceAssigned",
    {
        # The seat whose readings it makes.
        "seat": "Optional[str]",
        # The hub of the person; `site` for a person at the server.
        "hub": "str",
        # The device.
        "device": "str",
        # The device's own user index; null for every index.
        "userIndex": "Optional[int]",
        # From which measurement time on.
        "from": "str",
        # The seats whose device it was before; empty where it was nobody's.
        "before": "List[str]",
        # Who said it: the name of an account at the broker.
        "by": "str",
    },
)


class StartSession(TypedDict):
    """Starts a session; the token is sealed with the site's key, or for its public one."""

    # The seat.
    seat: str
    # The service's user.
    userID: NotRequired[str]
    # The service's organization.
    organizationID: NotRequired[str]
    # The access token, sealed with the site's key, base64; for who has that key.
    sealedToken: NotRequired[str]
    # The access token, sealed for the site's public key, which `state/sealing` tells; in place of `sealedToken`.
    hpkeToken: NotRequired[HPKEToken]
    # The access token in the open: always refused, with an error that says what to send in its place.
    accessToken: NotRequired[str]
    # The first destination of its records; `inform` when absent. `inform` (the cloud service's version 2), `legacy`
    # (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader
    # runs on).
    apiVersion: NotRequired[str]
    # Starts the default user's session, which delivers nothing.
    defaultUser: NotRequired[bool]
    # Starts without asking the server about the credentials first; they are checked afterwards.
    force: NotRequired[bool]
    # Where its records go besides, four at most, each destination once.
    destinations: NotRequired[List[FurtherDestination]]
    # Sessions of this seat at the destination `file`, 64 at most, whose records go to this session's first
    # destination besides: those of a person who was measured here before an account was named.
    takes: NotRequired[List[str]]


class HPKEToken(TypedDict):
    """An access token that is sealed for a site's public key by HPKE (RFC 9180, base mode)."""

    # Which public key it is sealed for: `kid` of `state/sealing`.
    kid: str
    # The encapsulated key, 32 bytes, base64.
    enc: str
    # The sealed token, 16 bytes longer than the token, base64.
    ciphertext: str


class FurtherDestination(TypedDict):
    """A destination of a session's records beside its first one."""

    # The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a
    # FHIR R4 server), `file` (files of the machine that the uploader runs on).
    destination: str
    # The person there: the service's user, `Patient/ID` or `SYSTEM|VALUE` of a FHIR server; the session's user when
    # absent, but for `fhir`, which needs it.
    userID: NotRequired[str]
    # The service's organization; the session's when absent.
    organizationID: NotRequired[str]
    # The access token, sealed with the site's key, base64; the session's own where there is none.
    sealedToken: NotRequired[str]
    # The access token, sealed for the site's public key and bound to this `userID`; in place of `sealedToken`.
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
    # version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
    apiVersion: str
    # When it began.
    startedAt: str
    # Whether the server took its credentials; refused credentials end the session. `yes` (the server took them),
    # `pending` (the server was not reachable yet).
    validated: str
    # Whether it is the default user's.
    defaultUser: bool
    # The seat's configured units for values that a person types without one; only in the reply to `session`.
    units: NotRequired[List[TypedUnit]]
    # Where its records go besides, also those that have ended there; absent where nowhere.
    destinations: NotRequired[List[SessionDestination]]


class TypedUnit(TypedDict):
    """What a number that a person typed without a unit is in."""

    # The metric, as `blood_glucose`.
    metric: str
    # The unit in UCUM.
    unit: str


class SessionDestination(TypedDict):
    """How a session stands at a further destination, without its secrets."""

    # The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a
    # FHIR R4 server), `file` (files of the machine that the uploader runs on).
    destination: str
    # The person there.
    userID: str
    # Whether it took the person and the credentials. `yes` (the server took them), `pending` (the server was not
    # reachable yet).
    validated: str
    # Why its deliveries have ended; absent while they go on. `requested` (a person or program ended it), `replaced`
    # (the seat has another session), `unauthorized` (the server refused its credentials).
    endReason: NotRequired[str]


class SessionRetried(TypedDict):
    """What became of a seat's session and of what waits in it."""

    # The seat.
    seat: str
    # The session.
    sessionID: str
    # What the server says of its credentials. `yes` (it takes them), `no` (it refuses them: the session has ended),
    # `pending` (it is not reachable).
    validated: str
    # Records that wait and are tried now.
    waiting: int
    # Records of the seat's ended sessions that are not at the server for certain.
    unsyncedRecords: int


class SubmitRecords(TypedDict):
    """Readings from a producer's outbox."""

    # The readings, 64 at most.
    records: List[Reading]
    # True where a person says that typed values (`manual` readings) are right although they are very unusual;
    # without it such a reading is `refused` with `unusualValue`.
    unusual: NotRequired[bool]
    # The furthest `mark` that the sender was told: an older copy of the session manager's database is found out by
    # it, and takes nothing over.
    seenMark: NotRequired[str]


class SubmittedRecords(TypedDict):
    """What became of each reading."""

    # In the order of the request.
    results: List[SubmittedRecordsResult]
    # How far the session manager's database has come, as text; producers keep the furthest and name it when they
    # submit (`seenMark`).
    mark: NotRequired[str]
    # How far the last backup of that database reaches, as the third number of `mark`; absent if there was no backup
    # yet. It is 0 after a restore, until the next backup. Producers keep the readings that were taken over since.
    # They offer them again to a database whose `mark` has another first or fourth part: the backup that was
    # restored does not have them.
    backedUpTo: NotRequired[int]


class SubmittedRecordsResult(TypedDict):
    """One reading's fate."""

    # The reading.
    readingKey: str
    # Its revision.
    revision: int
    # What became of it. `accepted` (it is a person's record in the queue), `repeat` (it was known, and nothing
    # changed), `held` (it waits for a person), `unsynced` (its session has ended), `notStored` (it is the default
    # user's), `refused` (it is not taken).
    outcome: str
    # Its record, once a person is decided.
    logID: NotRequired[str]
    # Whose it is, once a person is decided.
    seat: NotRequired[str]
    # Why it is held. `noAssignment` (the device is not assigned at the measurement's time), `assignedToAnother` (it
    # was read for one seat, and the device is another's), `olderThanRequest` (it was read for a seat, and measured
    # before that was asked for), `clockUnknown` (the measurement's time is not known), `noSession` (the seat had no
    # session at the measurement's time), `invalid` (something in it breaks the rules: a time in the future, no
    # value), `changedByHand` (it is a later revision of what an operator has corrected, changed or deleted),
    # `awaitsConfirmation` (a person is to confirm it first), `implausible` (its values are very unusual, they
    # contradict each other, or its device doubts them: a person confirms or corrects them), `possibleRepeat` (its
    # device sent equal values with an equal time before, and measured it later: a person says whether they are
    # two), `anotherHubsSeat` (it was read for another hub's seat, although no request for it is recorded).
    reason: NotRequired[str]
    # Whose the device is by its assignment, where that speaks against the seat that was asked for.
    assignedSeat: NotRequired[str]
    # Why it was refused.
    error: NotRequired[Fault]
    # The newest revision that came of the reading, where it is newer than this one, which is a `repeat` then. A
    # producer that has not made it was set back, and its next change has to be newer still.
    knownRevision: NotRequired[int]


class PageRequest(TypedDict):
    """Asks for a page of a list."""

    # Only this seat's; for held readings those that were made for it, or by a device that is or was assigned to it.
    seat: NotRequired[str]
    # Only this session's, where the list is of records.
    sessionID: NotRequired[str]
    # Only this device's, where the list is of devices or held readings.
    device: NotRequired[str]
    # The page from 1, 1 when absent; pages end with 32 elements or with what fits a message.
    page: NotRequired[int]
    # The snapshot that page 1 of this list of records opened, so that the page is as it was then; without one it is
    # as it is now.
    snapshot: NotRequired[str]
    # True for page 1 as it is now, of a list of records that is not read on: no snapshot is opened.
    live: NotRequired[bool]


class RecordPage(TypedDict):
    """A page of records."""

    # The page, from 1.
    page: int
    # How many there are.
    pages: int
    # The records.
    records: List[RecordPageEntry]
    # The snapshot that the other pages are asked for with; absent where there is one page only, and on a live page.
    # It closes after a minute unused or five minutes in all, when newer ones need its place, and when a seat is
    # erased: `snapshotExpired` then.
    snapshot: NotRequired[str]


class RecordPageEntry(TypedDict):
    """One record and its state."""

    # The record.
    record: VitalRecord
    # Its state. `pending` (it waits), `leased` (a worker has it), `rejected` (the server refused it), `unsynced`
    # (it was not at the server when its session ended), `unknown` (it is unsynced, and may be at the server).
    state: str
    # How often it was tried.
    attempts: int
    # What went wrong last; where it waits, why it waits.
    error: NotRequired[Fault]
    # The destination that this is about: a record stands here once for each; absent from older senders. `inform`
    # (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file`
    # (files of the machine that the uploader runs on).
    destination: NotRequired[str]
    # Until when it waits before it is tried again, or its worker has it at most; absent where it is due, where
    # nothing more is tried, and from older senders.
    until: NotRequired[str]


AssignDevice = TypedDict(
    "AssignDevice",
    {
        # The device.
        "device": "str",
        # The device's own user index; absent covers every index without an assignment of its own, but for a scale's.
        "userIndex": "NotRequired[int]",
        # The seat.
        "seat": "str",
        # From when on, now when absent; measurements made earlier are not covered.
        "from": "NotRequired[str]",
        # True asks only whether it would be taken: nothing is assigned.
        "checkOnly": "NotRequired[bool]",
    },
)


class UnassignDevice(TypedDict):
    """Ends an assignment."""

    # The device.
    device: str
    # The device's own user index.
    userIndex: NotRequired[int]
    # Until when it held, now when absent; measurements made from then on are nobody's.
    until: NotRequired[str]


class Assignments(TypedDict):
    """A page of the assignments."""

    # The assignments, past ones included, the newest first.
    assignments: List[AssignmentView]
    # The page, from 1.
    page: NotRequired[int]
    # How many there are.
    pages: NotRequired[int]


class HeldPage(TypedDict):
    """Readings without an owner."""

    # The page, from 1.
    page: int
    # How many there are.
    pages: int
    # The readings.
    readings: List[HeldPageEntry]


class HeldPageEntry(TypedDict):
    """One reading and why it waits."""

    # The reading.
    reading: Reading
    # Why it is held. `noAssignment` (the device is not assigned at the measurement's time), `assignedToAnother` (it
    # was read for one seat, and the device is another's), `olderThanRequest` (it was read for a seat, and measured
    # before that was asked for), `clockUnknown` (the measurement's time is not known), `noSession` (the seat had no
    # session at the measurement's time), `invalid` (something in it breaks the rules: a time in the future, no
    # value), `changedByHand` (it is a later revision of what an operator has corrected, changed or deleted),
    # `awaitsConfirmation` (a person is to confirm it first), `implausible` (its values are very unusual, they
    # contradict each other, or its device doubts them: a person confirms or corrects them), `possibleRepeat` (its
    # device sent equal values with an equal time before, and measured it later: a person says whether they are
    # two), `anotherHubsSeat` (it was read for another hub's seat, although no request for it is recorded).
    reason: str
    # Whose the device is by its assignment, where that speaks against the seat that was asked for.
    assignedSeat: NotRequired[str]
    # The display's picture, for `heldPicture`; absent where there is none.
    picture: NotRequired[PictureReference]
    # True where what is saved of the reading cannot be read: it has no values here, and can only be discarded.
    isUnreadable: NotRequired[bool]


class NotificationsSince(TypedDict):
    """Asks for notifications that were missed."""

    # The last cursor seen, 0 for the oldest kept.
    cursor: int
    # The most to return, 1 to 50, 50 when absent.
    limit: NotRequired[int]


class Notifications(TypedDict):
    """Notifications, oldest first."""

    # The notifications.
    notifications: List[NotificationsEntry]
    # The cursor to ask with next.
    cursor: int
    # Whether there are more now.
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
    # When it was made.
    time: str
    # The event's `data` as JSON text.
    data: str


class UpdateRecord(TypedDict):
    """Gives a record new values. A repeat changes nothing."""

    # The record.
    logID: str
    # The newest revision that the caller knows, from 1; another one is refused.
    baseRevision: int
    # All values of the record, 64 at most; they replace the present ones.
    measurements: List[Measurement]
    # True where a person says that the values are right although they are very unusual; without it such values are
    # refused with `unusualValue`.
    unusual: NotRequired[bool]


class RecordChanged(TypedDict):
    """A record was changed by an operator's hand; `recordSubmitted` tells when the server has it."""

    # The record.
    logID: str
    # The revision that was made, from 1.
    revision: int
    # What became of it. `accepted` (it waits for the server), `repeat` (it was made before), `withdrawn` (the
    # record is deleted before any of it was sent), `unsynced` (its session has ended).
    outcome: str


class DeleteRecord(TypedDict):
    """Deletes a record. A repeat changes nothing."""

    # The record.
    logID: str
    # The newest revision that the caller knows, from 1; another one is refused.
    baseRevision: int


class LoggingState(TypedDict):
    """Whether, of what and where to the system logs, retained on `state/logging`."""

    # Whether anything is logged.
    enabled: bool
    # The parts that are logged; unknown ones are ignored. `core` (sessions, the queue and deliveries), `bluetooth`
    # (discovery, pairing and readings), `healthkit` (health-data import), `ocr` (recognition of displays).
    components: List[str]
    # Where entries go. `journald` (standard error, which systemd puts into the journal), `file` (the file `log` in
    # each process's state directory), `bus` (the topic `log/{actor}`).
    sink: str


class ConfirmReading(TypedDict):
    """Says whose a held reading is, and what of it the device said wrongly."""

    # The reading.
    readingKey: str
    # The revision that was looked at; absent for whichever is held.
    revision: NotRequired[int]
    # The seat whose session gets it.
    seat: str
    # The session, also an ended one; absent for the one that the seat had when it was measured.
    sessionID: NotRequired[str]
    # When it was measured, where the device was wrong; a reading of unknown time needs this or `sessionID`.
    timestamp: NotRequired[str]
    # Right values in place of the device's, `manual` where they differ; metrics that are not named stay.
    measurements: NotRequired[List[Measurement]]
    # True where a person says that typed values, and those that a camera read, are right although they are very
    # unusual; without it such values are refused with `unusualValue`.
    unusual: NotRequired[bool]


class DecidedReading(TypedDict):
    """What became of a held reading."""

    # The reading.
    readingKey: str
    # What became of it. `accepted` (it is a record of a running session), `unsynced` (its session has ended),
    # `discarded` (it was discarded), `repeat` (it was decided so before).
    outcome: str
    # Its record, if it has one.
    logID: NotRequired[str]
    # The session that has it.
    sessionID: NotRequired[str]
    # The image that goes to the server after the record, where the reading had a picture.
    imageID: NotRequired[str]


class DiscardReading(TypedDict):
    """Discards a held reading."""

    # The reading.
    readingKey: str
    # The revision that was looked at; absent for whichever is held.
    revision: NotRequired[int]


class EraseSeat(TypedDict):
    """Names the seat whose persons are erased."""

    # The seat.
    seat: str
    # Whether nothing is erased yet, only looked whether it may be: all counts are 0; false when absent.
    checkOnly: NotRequired[bool]


class SeatErased(TypedDict):
    """What the session manager has erased of a seat."""

    # The seat.
    seat: str
    # Records, at whatever stage of their delivery; what has arrived at the cloud service stays there.
    records: int
    # Sessions.
    sessions: int
    # Assignments of devices.
    assignments: int
    # Held readings that were made for the seat, or by a device that was nobody else's.
    heldReadings: int
    # Held readings that stay, because their devices were other seats' too: confirm or discard them.
    sharedHeldReadings: int
    # The devices that were the seat's; what their hubs still have is erased by `eraseDevices`, asked for before
    # this.
    devices: List[str]
    # Images that waited, with their files.
    images: NotRequired[int]


class SampleTypesRequest(TypedDict):
    """Names a set of health types."""

    # The set. `routine` (a day's activity), `diabetes` (glucose), `weight` (weight and body composition), `fitness`
    # (workouts), `sleep` (nights), `basicNutrition` (food and drink), `reproductiveHealth` (the cycle; only the
    # legacy API takes it), `biometrics` (vital signs).
    set: str


class SampleTypes(TypedDict):
    """The health types of a set."""

    # The set. `routine` (a day's activity), `diabetes` (glucose), `weight` (weight and body composition), `fitness`
    # (workouts), `sleep` (nights), `basicNutrition` (food and drink), `reproductiveHealth` (the cycle; only the
    # legacy API takes it), `biometrics` (vital signs).
    set: str
    # HealthKit's identifiers of its types.
    sampleTypes: List[str]


class SetSubscriptions(TypedDict):
    """Replaces a session's subscriptions."""

    # The seat.
    seat: str
    # HealthKit's identifiers, of one set or several; empty stops, absent leaves them as they are.
    sampleTypes: NotRequired[List[str]]
    # Whether steps of short intervals are wanted too; absent leaves it as it is, false at first.
    processIntraday: NotRequired[bool]


class Subscriptions(TypedDict):
    """What a seat's session wants of what its person exports."""

    # The seat.
    seat: str
    # The session.
    sessionID: str
    # The session's user as a keyed hash: equal for equal users, and nothing can be read from it.
    person: str
    # The interface that takes its records. `inform` (the cloud service's version 2), `legacy` (the cloud service's
    # version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
    apiVersion: str
    # Whether it is the default user's, of whom nothing is imported.
    defaultUser: bool
    # When the session began.
    startedAt: str
    # HealthKit's identifiers.
    sampleTypes: List[str]
    # Whether steps of short intervals are wanted too.
    processIntraday: bool
    # What is not done as asked, and why.
    warnings: List[str]


class PutImage(TypedDict):
    """Announces an image of a record; the reply says which parts are wanted. A repeat changes nothing and says
    how far it got.
    """

    # The record.
    logID: str
    # The SHA-256 of the file as it is sent, 64 hex digits.
    sha256: str
    # The file's size in bytes, 1 to 10000000.
    size: int


class ImageReceived(TypedDict):
    """How far an image has got."""

    # The record.
    logID: str
    # How far it is. `wanted` (parts are missing), `stored` (it is safe here), `submitted` (the server has it).
    state: str
    # The image's own id, once it is stored: by its record and its content without metadata.
    imageID: NotRequired[str]
    # The size of a part in bytes; the last one has the rest.
    partSize: int
    # The parts that are missing, 250 at most; empty too while the last one is being checked: ask again then.
    missing: List[int]
    # False where no uploader that is there has a path for images, so that it waits for one; absent otherwise.
    hasPath: NotRequired[bool]


class ImagePart(TypedDict):
    """One part of an announced image. A repeat changes nothing."""

    # The record.
    logID: str
    # The SHA-256 of the whole file, as it was announced.
    sha256: str
    # The part, 0 to 249.
    index: int
    # The part's bytes, base64; 40,000 bytes, the last part has the rest.
    data: str


class HeldPictureRequest(TypedDict):
    """Asks for a piece of a held reading's picture."""

    # The reading.
    readingKey: str
    # Where the piece begins.
    offset: int


RecordHistoryRequest = TypedDict(
    "RecordHistoryRequest",
    {
        # The seat.
        "seat": "str",
        # Only what was measured then or later.
        "from": "NotRequired[str]",
        # Only what was measured before.
        "to": "NotRequired[str]",
        # Only records that have a value of one of these, 32 at most; all when absent or empty.
        "metrics": "NotRequired[List[str]]",
        # The page from 1, 1 when absent; pages end with 32 elements or with what fits a message.
        "page": "NotRequired[int]",
        # The snapshot that page 1 of this list opened, so that the page is as it was then; without one it is as it is
        # now.
        "snapshot": "NotRequired[str]",
        # True for page 1 as it is now, of a list that is not read on: no snapshot is opened.
        "live": "NotRequired[bool]",
        # Whose records, by the seat's running session; `present` when absent. `present` (those of the person of the
        # seat's running session; none without a session), `before` (those of all others: of whom the seat had before),
        # `everybody` (those of all who have had the seat).
        "whose": "NotRequired[str]",
        # Only this user's, whoever has the seat now; `whose` is absent or `everybody` then.
        "userID": "NotRequired[str]",
        # True for the newest record of each metric since `from`, in place of pages; 64 at most, deleted ones are none,
        # and `metrics` and `page` are absent.
        "newest": "NotRequired[bool]",
    },
)


class RecordHistory(TypedDict):
    """A page of a seat's records, the one that was measured last first."""

    # The seat.
    seat: str
    # The page, from 1.
    page: int
    # How many there are.
    pages: int
    # How many records there are on all pages.
    total: int
    # The records.
    records: List[RecordHistoryEntry]
    # The snapshot that the other pages are asked for with, as that of a list of records.
    snapshot: NotRequired[str]
    # Who has the seat now; absent without a session, and from older senders.
    present: NotRequired[RecordHistoryPresent]
    # Whether others than the present person have records here, which `before` lists; absent from older senders.
    hasBefore: NotRequired[bool]


class RecordHistoryEntry(TypedDict):
    """One record, and what became of it."""

    # The record with its values; without them once it is deleted.
    record: VitalRecord
    # Its state at the first destination of its session. `waiting` (it is not at the server yet), `submitted` (the
    # server has it), `failed` (it was refused for good), `unsynced` (it was not at the server when its session
    # ended), `unknown` (it is unsynced, and may be at the server), `deleted` (it is deleted).
    state: str
    # Since when it is so: of a submitted one, when the server took it.
    since: str
    # The server's id of it, where one is known.
    serverID: NotRequired[str]
    # Why it failed.
    error: NotRequired[Fault]
    # True where what waits or failed is the record's deletion: it is still at the server.
    deletes: NotRequired[bool]
    # What became of it at further destinations of its session; absent where there are none.
    elsewhere: NotRequired[List[RecordHistoryEntryElsewhere]]
    # Whose it is: the user of its session; absent from older senders.
    userID: NotRequired[str]
    # The metrics that the destination has no place for: their values are not submitted; absent where there are
    # none.
    leftOut: NotRequired[List[str]]


class RecordHistoryEntryElsewhere(TypedDict):
    """What became of a record at a further destination of its session."""

    # The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a
    # FHIR R4 server), `file` (files of the machine that the uploader runs on).
    destination: str
    # The record's state there. `waiting` (it is not at the server yet), `submitted` (the server has it), `failed`
    # (it was refused for good), `unsynced` (it was not at the server when its session ended), `unknown` (it is
    # unsynced, and may be at the server), `deleted` (it is deleted).
    state: str
    # Since when it is so.
    since: str
    # The destination's id of it, where one is known.
    serverID: NotRequired[str]
    # Why it failed.
    error: NotRequired[Fault]


class RecordHistoryPresent(TypedDict):
    """Who has a seat now."""

    # The user of its running session.
    userID: str
    # Since when, over all sessions of this person without another's between.
    since: str


class SeatsRequest(TypedDict):
    """Asks for a page of the site's seats."""

    # The page from 1, 1 when absent; pages end with 50 elements.
    page: NotRequired[int]


class SeatPage(TypedDict):
    """A page of the site's seats, in alphabetical order."""

    # The page, from 1.
    page: int
    # How many there are.
    pages: int
    # The seats.
    seats: List[SeatPageEntry]


class SeatPageEntry(TypedDict):
    """One seat, and what stands there."""

    # The seat.
    seat: str
    # Whether the site's configuration lists it; one that it does not list is known by what is here of it.
    configured: bool
    # The session that it has now.
    session: NotRequired[SessionView]
    # When its last record was measured that was not taken back.
    lastMeasuredAt: NotRequired[str]
    # Records that wait or are on their way.
    waiting: int
    # Records of ended sessions that are not at the server for certain.
    unsynced: int
    # Records that the server refused.
    rejected: int
    # Held readings that were made for it, or by a device that is or was assigned to it.
    held: int
    # Devices that are assigned to it now.
    devices: int


class ExpectReadings(TypedDict):
    """Says that a person asks a hub to measure or pair for a seat, just before that hub is asked."""

    # The hub that is going to be asked.
    hub: str
    # The seat that it measures for.
    seat: str


class ReadingsExpected(TypedDict):
    """What a hub may bring, and which device it may assign, by a person's word."""

    # The hub.
    hub: str
    # The seat.
    seat: str
    # What is asked for until then is taken as this person's word; absent for a hub of the server itself, which
    # needs none.
    until: NotRequired[str]


class SessionPage(TypedDict):
    """A page of sessions, running and ended, the newest first."""

    # The page, from 1.
    page: int
    # How many there are.
    pages: int
    # The sessions.
    sessions: List[SessionPageEntry]


class SessionPageEntry(TypedDict):
    """One session, and how it ended."""

    # The session.
    session: SessionView
    # When it ended; absent while it runs.
    endedAt: NotRequired[str]
    # Why it ended. `requested` (a person or program ended it), `replaced` (the seat has another session),
    # `unauthorized` (the server refused its credentials).
    reason: NotRequired[str]
    # How many of its records are not at the server for certain.
    open: int


class RetryRecords(TypedDict):
    """Sends records again that the server refused; it gets each once, whatever it took of the earlier attempts.
    A repeat changes nothing.
    """

    # One record; absent for all.
    logID: NotRequired[str]
    # Only this seat's.
    seat: NotRequired[str]
    # Only what was refused then or later.
    since: NotRequired[str]


class RecordsRetried(TypedDict):
    """What became of refused records."""

    # How many are sent again, each destination counted.
    retried: int
    # How many stay refused, since their session has ended.
    ended: int


class BleScanner:
    """What ble-scanner does when it is asked."""

    # The devices that are in sight now.
    sightings = Operation[Empty, Sightings]("ble-scanner", "sightings")
    # Leaves the radio to a device that is being connected: discovery rests until the link is there, and no silence
    # is taken for a fault.
    hold_discovery = Operation[HoldDiscovery, DiscoveryHeld]("ble-scanner", "holdDiscovery")
    # Tells every advertisement at once for a while, so that a person who pairs a device sees it.
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
    # Erases what the hub still has of a seat's persons: raw frames and readings that were measured for the seat.
    erase_devices = Operation[EraseDevices, DevicesErased]("device-reader", "eraseDevices")
    # Answers what `passkeyRequested` asks.
    answer_passkey = Operation[AnswerPasskey, Empty]("device-reader", "answerPasskey")
    # Stores what a device needs beside its pairing, sealed; its reply says what is still missing.
    store_peripheral_data = Operation[StorePeripheralData, PeripheralDataStored]("device-reader", "storePeripheralData")
    # Forgets a device's pairing and its secrets at this hub; the only way to clear a pairing that went stale.
    forget_device = Operation[ForgetDevice, DeviceForgotten]("device-reader", "forgetDevice")


class HealthImporter:
    """What health-importer does when it is asked."""

    # Imports a file of the importer's machine.
    import_file = Operation[ImportFile, ImportState]("health-importer", "importFile")
    # Replaces the folders of a seat that are watched; without `paths` it only shows them.
    observe = Operation[ObserveFolders, ObservedFolders]("health-importer", "observe")
    # Makes the records of whole days of the past, out of what the seat's person has exported already.
    fetch_historical_sets = Operation[FetchHistoricalSets, HistoricalFetch]("health-importer", "fetchHistoricalSets")
    # Ends historical fetches; what they have made already stays.
    cancel_historical_fetch = Operation[CancelHistoricalFetch, CancelledFetches]("health-importer", "cancelHistoricalFetch")
    # The imports, the latest first.
    imports = Operation[ImportsRequest, ImportList]("health-importer", "imports")
    # Ends an import that waits or runs; what it has handed over already stays.
    cancel_import = Operation[CancelImport, CancelledImports]("health-importer", "cancelImport")
    # Erases what the importer has of a seat's persons: anchors, inputs that came over HTTP, records that wait.
    erase_imports = Operation[SeatReference, ImportsErased]("health-importer", "eraseImports")


class OcrWorker:
    """What ocr-worker does when it is asked."""

    # The displays that can be read.
    ocr_peripherals = Operation[OCRPeripheralsRequest, OCRPeripherals]("ocr-worker", "ocrPeripherals")
    # What to lay over a preview of a size, so that the display is held where it is looked for.
    overlay = Operation[OverlayRequest, Overlay]("ocr-worker", "overlay")
    # Announces a picture to be read; the reply says which parts are wanted.
    put_picture = Operation[PutPicture, PictureReceived]("ocr-worker", "putPicture")
    # Hands over one part of an announced picture; the last one is answered when the picture is safe.
    picture_part = Operation[PicturePart, PictureReceived]("ocr-worker", "picturePart")
    # A piece of a picture that was handed over, for people; of a frame's crop too, and of its preview for who asked
    # for that.
    picture_bytes = Operation[PictureBytesRequest, ImageBytes]("ocr-worker", "pictureBytes")
    # Has a picture read; it is answered once it is safe, and read when a lane is free.
    recognize = Operation[RecognizePicture, OCRJob]("ocr-worker", "recognize")
    # Reads a display in the frames of a camera, a stream, a folder or the caller until they agree.
    start_reading = Operation[StartReading, OCRJob]("ocr-worker", "startReading")
    # Gives a part of a frame to a stream that was started with the source `pushed`; the last one is answered with
    # what it shows.
    push_frame = Operation[PushFrame, FramePushed]("ocr-worker", "pushFrame")
    # Ends streams and pictures that wait.
    cancel = Operation[CancelOCR, CancelledOCR]("ocr-worker", "cancel")
    # The QR and bar codes of a picture.
    scan_code = Operation[ScanCode, ScannedCodes]("ocr-worker", "scanCode")
    # Erases what the worker has of a seat's persons: jobs, pictures, streams, readings that wait.  What is being
    # read is dropped.
    erase_pictures = Operation[SeatReference, PicturesErased]("ocr-worker", "erasePictures")


class SessionManager:
    """What session-manager does when it is asked."""

    # Starts a seat's session and ends the present one, unless the server refuses the new credentials.
    start_session = Operation[StartSession, SessionView]("session-manager", "startSession")
    # Ends a seat's session.
    end_session = Operation[SeatReference, SessionEnded]("session-manager", "endSession")
    # A seat's session.
    session = Operation[SeatReference, SessionView]("session-manager", "session")
    # Asks the server about a seat's session again and tries what waits in it now.
    retry_session = Operation[SeatReference, SessionRetried]("session-manager", "retrySession")
    # Takes readings over from a producer; each is answered once it is safe.
    submit_records = Operation[SubmitRecords, SubmittedRecords]("session-manager", "submitRecords")
    # The records that wait or are on their way.
    queued_records = Operation[PageRequest, RecordPage]("session-manager", "queuedRecords")
    # The records of an ended session, or of all of a seat's, that are not at the server for certain, kept 7 days;
    # an `integration` is answered for seats that share values only.
    unsynced_records = Operation[PageRequest, RecordPage]("session-manager", "unsyncedRecords")
    # The records that the server refused, kept for `records.keep`, 30 days at least.
    rejected_records = Operation[PageRequest, RecordPage]("session-manager", "rejectedRecords")
    # Tries waiting records now, without back-off.
    process_queue = Operation[Empty, QueueState]("session-manager", "processQueue")
    # Says whose readings a device makes, from a time on; held readings of it that this decides get their owner.
    assign_device = Operation[AssignDevice, AssignmentView]("session-manager", "assignDevice")
    # Ends an assignment.
    unassign_device = Operation[UnassignDevice, AssignmentView]("session-manager", "unassignDevice")
    # The assignments.
    devices = Operation[PageRequest, Assignments]("session-manager", "devices")
    # The readings without an owner.
    held_readings = Operation[PageRequest, HeldPage]("session-manager", "heldReadings")
    # The notifications after a cursor, kept 7 days.
    notifications_since = Operation[NotificationsSince, Notifications]("session-manager", "notificationsSince")
    # Gives a record new values, by an operator's hand.
    update_record = Operation[UpdateRecord, RecordChanged]("session-manager", "updateRecord")
    # Deletes a record here and at the server, by an operator's hand.
    delete_record = Operation[DeleteRecord, RecordChanged]("session-manager", "deleteRecord")
    # Switches logging on or off and says of what and where to; kept over restarts.
    set_logging = Operation[LoggingState, LoggingState]("session-manager", "setLogging")
    # Says whose a held reading is; the same again changes nothing.
    confirm_reading = Operation[ConfirmReading, DecidedReading]("session-manager", "confirmReading")
    # Discards a held reading, so that it does not come back; the same again changes nothing.
    discard_reading = Operation[DiscardReading, DecidedReading]("session-manager", "discardReading")
    # Erases what a seat's persons left at the session manager; refused while the seat has a session.
    erase_seat = Operation[EraseSeat, SeatErased]("session-manager", "eraseSeat")
    # The health types of a set, as the mobile SDK's guide groups them.
    sample_types = Operation[SampleTypesRequest, SampleTypes]("session-manager", "sampleTypes")
    # Replaces the health types that a seat's session wants of what its person exports; they end with the session.
    set_subscriptions = Operation[SetSubscriptions, Subscriptions]("session-manager", "setSubscriptions")
    # What a seat's session wants of what its person exports.
    subscriptions = Operation[SeatReference, Subscriptions]("session-manager", "subscriptions")
    # Announces an image of a record; the reply says which parts are wanted.
    put_image = Operation[PutImage, ImageReceived]("session-manager", "putImage")
    # Hands over one part of an announced image; the last one is answered when the image is safe.
    image_part = Operation[ImagePart, ImageReceived]("session-manager", "imagePart")
    # Announces the picture of a reading that is going to be held; the reply says which parts are wanted.
    put_held_picture = Operation[PutPicture, PictureReceived]("session-manager", "putHeldPicture")
    # Hands over one part of such a picture; the last one is answered when the picture is safe.
    held_picture_part = Operation[PicturePart, PictureReceived]("session-manager", "heldPicturePart")
    # A piece of a held reading's picture, for the person who decides about it.
    held_picture = Operation[HeldPictureRequest, ImageBytes]("session-manager", "heldPicture")
    # A seat's records, delivered and waiting, the one that was measured last first, kept for `records.keep`.
    record_history = Operation[RecordHistoryRequest, RecordHistory]("session-manager", "recordHistory")
    # The site's seats, with session and last readings.
    seats = Operation[SeatsRequest, SeatPage]("session-manager", "seats")
    # Notes that a person asks a hub to measure or pair for a seat: without it a reading for another hub's seat is
    # held, and an assignment for another hub's seat, or of another hub's device, is refused.
    expect_readings = Operation[ExpectReadings, ReadingsExpected]("session-manager", "expectReadings")
    # The sessions, running and ended, the newest first.
    sessions = Operation[PageRequest, SessionPage]("session-manager", "sessions")
    # Says what is usual of a seat's values, in place of what was said before; kept over restarts.
    set_seat_limits = Operation[SeatLimits, SeatLimits]("session-manager", "setSeatLimits")
    # Sends records again that the server refused, since the cause is gone: one, or all that were refused since a
    # time.
    retry_records = Operation[RetryRecords, RecordsRetried]("session-manager", "retryRecords")


class Events:
    """What happened; never kept by the broker."""

    # A device of the catalogue advertises: on first sight, on changed content, else at most every 10 s.
    peripheral_sighted = Told[PeripheralSighted]("event/peripheralSighted", "vitalbus.peripheralSighted.v1")
    # A sighted device has not advertised for a while.
    peripheral_lost = Told[PeripheralLost]("event/peripheralLost", "vitalbus.peripheralLost.v1")
    # A passive device is connected and waits for a measurement: nothing that it had stored came within 1.5 s.
    passive_is_ready_to_read = Told[PeripheralEvent]("event/passiveIsReadyToRead", "vitalbus.passiveIsReadyToRead.v1")
    # A passive reading is safe in the outbox; `readingQueued` or `readingHeld` tells its fate.
    passive_did_read = Told[PeripheralDidRead]("event/passiveDidRead", "vitalbus.passiveDidRead.v1")
    # A passive reading failed.
    passive_did_fail = Told[PeripheralDidFail]("event/passiveDidFail", "vitalbus.passiveDidFail.v1")
    # A foreground reading may begin: measure now.
    is_ready_to_read_peripheral = Told[PeripheralEvent]("event/isReadyToReadPeripheral", "vitalbus.isReadyToReadPeripheral.v1")
    # A foreground reading is done, and its fate known where the session manager could be asked.
    did_read_peripheral = Told[PeripheralDidRead]("event/didReadPeripheral", "vitalbus.didReadPeripheral.v1")
    # A foreground reading failed.
    reading_failed = Told[PeripheralDidFail]("event/readingFailed", "vitalbus.readingFailed.v1")
    # A device was paired.
    did_pair_peripheral = Told[PeripheralPaired]("event/didPairPeripheral", "vitalbus.didPairPeripheral.v1")
    # A device was not paired.
    did_not_pair_peripheral = Told[PeripheralDidFail]("event/didNotPairPeripheral", "vitalbus.didNotPairPeripheral.v1")
    # A foreground reading was cancelled.
    did_cancel_reading = Told[PeripheralDidCancel]("event/didCancelReading", "vitalbus.didCancelReading.v1")
    # A pairing needs a person: a passkey to type, to show or to compare; for people only.
    passkey_requested = Told[PasskeyRequested]("event/passkeyRequested", "vitalbus.passkeyRequested.v1")
    # A device sent bytes that cannot be decoded; they are kept at the hub.
    frame_unreadable = Told[FrameUnreadable]("event/frameUnreadable", "vitalbus.frameUnreadable.v1")
    # How far a foreground reading is, once a device was found.
    reading_progress = Told[ReadingProgress]("event/readingProgress", "vitalbus.readingProgress.v1")
    # Records of one type were made of what a person exported, and are safe in the outbox.
    health_records_processed = Told[HealthRecordsProcessed]("event/healthRecordsProcessed", "vitalbus.healthRecordsProcessed.v1")
    # How far a historical fetch is.
    historical_fetch_progress = Told[HistoricalFetchProgress]("event/historicalFetchProgress", "vitalbus.historicalFetchProgress.v1")
    # A historical fetch has ended.
    historical_fetch_completed = Told[HistoricalFetchCompleted]("event/historicalFetchCompleted", "vitalbus.historicalFetchCompleted.v1")
    # How far an import is; several times a second at most.
    import_progress = Told[ImportState]("event/importProgress", "vitalbus.importProgress.v1")
    # An import has ended, is held or has failed.
    import_completed = Told[ImportState]("event/importCompleted", "vitalbus.importCompleted.v1")
    # A picture or a frame was looked at.
    ocr_did_process_result = Told[OCRDidProcessResult]("event/ocrDidProcessResult", "vitalbus.ocrDidProcessResult.v1")
    # A display was read; the reading is safe, and waits for a person, or is the default user's and only told.
    ocr_did_complete_reading = Told[OCRDidCompleteReading]("event/ocrDidCompleteReading", "vitalbus.ocrDidCompleteReading.v1")
    # A picture or a stream ended without a reading.
    ocr_did_cancel = Told[OCRDidCancel]("event/ocrDidCancel", "vitalbus.ocrDidCancel.v1")
    # A camera or a stream cannot be had.
    ocr_camera_unavailable = Told[OCRCameraUnavailable]("event/ocrCameraUnavailable", "vitalbus.ocrCameraUnavailable.v1")
    # A session began.
    session_started = Told[SessionStarted]("event/sessionStarted", "vitalbus.sessionStarted.v1")
    # A session ended; its unsynced records are listed by `unsyncedRecords`.
    session_ended = Told[SessionEnded]("event/sessionEnded", "vitalbus.sessionEnded.v1")
    # The deliveries to a further destination of a session ended, with the session or alone.
    destination_ended = Told[DestinationEnded]("event/destinationEnded", "vitalbus.destinationEnded.v1")
    # A destination accepted a record; once for each of its session's destinations.
    record_submitted = Told[RecordSubmitted]("event/recordSubmitted", "vitalbus.recordSubmitted.v1")
    # A destination refused a record for good; it left the queue of that destination.
    submission_failed = Told[SubmissionFailed]("event/submissionFailed", "vitalbus.submissionFailed.v1")
    # A record could not be delivered now and stays in the queue.
    submission_retrying = Told[SubmissionRetrying]("event/submissionRetrying", "vitalbus.submissionRetrying.v1")
    # A reading is a person's now, and its record waits for the server; of imports `healthRecordsProcessed` tells.
    reading_queued = Told[ReadingQueued]("event/readingQueued", "vitalbus.readingQueued.v1")
    # A reading awaits an owner or a confirmation.
    reading_held = Told[ReadingHeld]("event/readingHeld", "vitalbus.readingHeld.v1")
    # The server has an image of a record.
    image_submitted = Told[ImageSubmitted]("event/imageSubmitted", "vitalbus.imageSubmitted.v1")
    # An image did not get to the server and is not tried again by itself.
    image_submission_failed = Told[ImageSubmissionFailed]("event/imageSubmissionFailed", "vitalbus.imageSubmissionFailed.v1")
    # A device makes the readings of a seat from now on: a person assigned it, or paired it there.
    device_assigned = Told[DeviceAssigned]("event/deviceAssigned", "vitalbus.deviceAssigned.v1")


class States:
    """What is so now; kept by the broker, so that a new subscriber has it at once."""

    # What the process is: version, epoch, contract versions, start.
    info = Told[ActorInfo]("actor/{actor}/{instance}/info", "vitalbus.info.v1")
    # How the process does: last success, queue depths, oldest age, counters.
    health = Told[ActorHealth]("actor/{actor}/{instance}/health", "vitalbus.health.v1")
    # The adapter as the scanner sees it.
    adapter_state = Told[AdapterState]("state/adapter", "vitalbus.adapterState.v1")
    # The passive set and what each of its devices does.
    passive_state = Told[PassiveState]("state/passive", "vitalbus.passiveState.v1")
    # A seat's session, without secrets.
    session_state = Told[SessionState]("state/session/{seat}", "vitalbus.sessionState.v1")
    # The queue's depths.
    queue_state = Told[QueueState]("state/queue", "vitalbus.queueState.v1")
    # The public key that access tokens are sealed for.
    sealing_state = Told[SealingState]("state/sealing", "vitalbus.sealingState.v1")
    # The newest value of a metric that the person of a seat's running session has, retained until the session ends.
    # Published for the seats of `vitals.seats` alone; which program hears which seat is the broker's to hold.
    vital = Told[SharedValue]("vitals/{seat}/{metric}", "vitalbus.vital.v1")
    # What is usual of a seat's values, for people alone; no topic where nothing was said.
    seat_limits = Told[SeatLimits]("state/limits/{seat}", "vitalbus.seatLimits.v1")
    # What is logged now, and where to; retained, so that every process follows it from its start.
    logging_state = Told[LoggingState]("state/logging", "vitalbus.loggingState.v1")
