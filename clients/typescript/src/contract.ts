// The contract on the bus, as types. Written by tools/gen-clients; what is not known yet may come: pass over it.

import { Operation, Told, operation, told } from "./operation";

/** What a device or a display said, before anyone decides whose it is. */
export interface Reading {
  /** Names the reading for ever; no copy of it becomes a second record. */
  readingKey: string;
  /**
   * The decoder's revision of the values, 1 to 2^53 - 1, 1 when absent; a higher one of the same key replaces
   * the values.
   */
  revision?: number;
  /**
   * The kind of record. For example `biometrics`, `diabetes`, `fitness`, `nutrition`, `routine`, `sleep`,
   * `weight`, `intraday`.
   */
  type: string;
  /** When it was measured, in UTC, to the millisecond. */
  timestamp: string;
  /** How far local time was ahead of UTC, in seconds; absent where nobody knows. */
  utcOffset?: number;
  source: ReadingSource;
  context?: ReadingContext;
  details?: ReadingDetails;
  /** How far the device's clock was ahead of the hub's, in seconds. */
  clockOffsetSeconds?: number;
  /** When the hub received it, in UTC, to the millisecond. */
  receivedAt: string;
  /** Equal on all hubs that may hold one reading under different keys; absent where keys never differ. */
  twinKey?: string;
  /** How much the timestamp is worth; `unknown` when absent. */
  timeQuality?: string;
  /** The local time as the device sent it. */
  deviceTime?: string;
  /** The hub that received it. */
  hub: string;
  /** The seat that it was made for, where the producer was told one. */
  seat?: string;
  /** The device, for Bluetooth. */
  device?: string;
  /**
   * The device's own number for its user; absent where it sent none. 255: a scale with users does not know which
   * of them it was.
   */
  userIndex?: number;
  /**
   * The values; empty in events of seats that do not share them, and where only `details` or
   * `context.outOfBounds` say something.
   */
  measurements: Measurement[];
  /** True for a reading out of a memory; false, also when absent, for a live one. */
  history?: boolean;
  /**
   * True where whoever asked for the reading wants to confirm it first; false, also when absent, lets the
   * assignments decide.
   */
  awaitsConfirmation?: boolean;
  /** When somebody asked for the device to be read for `seat`; that word is for what is measured from then on. */
  askedAt?: string;
  /** The session that an import was made for; absent for what an assignment decides. */
  sessionID?: string;
  /**
   * Whether its device numbers what it measures; absent where its producer does not say. Equal bytes without a
   * number may be two measurements.
   */
  isNumbered?: boolean;
  /**
   * When the device was first seen for the link over which the reading came alone, where its time is unknown and
   * the device had no reason to send an earlier one again; equal bytes that came before are another measurement
   * then.
   */
  aloneSince?: string;
  /**
   * True where it has values that do not stand here, because they are not shared; absent where all that it has
   * stands here, also none.
   */
  valuesWithheld?: boolean;
}

/** Where a reading or a record comes from. */
export interface ReadingSource {
  /** The way by which it was made. For example `bluetooth`, `ocr`, `healthImport`, `manual`. */
  kind: string;
  /** The number of the peripheral in the catalogue. */
  peripheralID?: number;
  /** The device's manufacturer. */
  manufacturer?: string;
  /** The device's model. */
  model?: string;
  /** The device's serial number. */
  serial?: string;
  /** The software or device that first made the value, where it came through another one. */
  originalSource?: string;
  /** The platform whose health data was imported. For example `apple_health`, `google_fit`. */
  platform?: string;
  recognition?: ReadingRecognition;
}

/** How a display was read; absent for what no camera read. */
export interface ReadingRecognition {
  /** The display's rows as they were read, divided by line feeds. */
  text: string;
  /** How certain all of it is, from 0 to 1. */
  confidence: number;
  /** Whether that is certain enough to be taken for right. */
  accepted: boolean;
  /** Why it is not, as `DisplayResult.reasons` has it; absent where it is. */
  reasons?: string[];
  /** How many frames it was made of. */
  frames: number;
  /** What was read in place of the values that a person corrected; absent where nobody corrected anything. */
  original?: Measurement[];
}

/** What was said beside the values. */
export interface ReadingContext {
  /** The relation to a meal. For example `before_meal`. */
  meal?: string;
  /** Who took the measurement. For example `self`, `health_care_professional`. */
  tester?: string;
  /** Names of what the device reported. */
  statusFlags?: string[];
  /** Values that the device could not measure, because they were too low or too high for it. */
  outOfBounds?: ReadingContextOutOfBounds[];
  /** Metrics whose value no living person has. Flagged, never dropped. */
  implausible?: string[];
}

export interface ReadingContextOutOfBounds {
  /** What was measured. */
  metric: string;
  /** On which side. For example `low`, `high`. */
  direction: string;
}

/**
 * What a record of a time span says beside its values. Pages of many records leave `segments` and `series` out
 * of long ones.
 */
export interface ReadingDetails {
  /** When it ended, in UTC, to the millisecond; absent where it was a moment. */
  end?: string;
  /** Its name: a workout's, a meal's. For example `Morning Run`, `Breakfast`. */
  name?: string;
  /** Its kind: a workout's, a summary's. For example `running`, `daily`. */
  category?: string;
  /** How hard a workout was. For example `low`, `medium`, `high`. */
  intensity?: string;
  /** Its parts, for example a day's meals. */
  segments?: ReadingSegment[];
  /** How long the intervals of `series` are. */
  granularity?: ReadingDetailsGranularity;
  /** Values over the time. */
  series?: ReadingSeries[];
}

/** A part of a record, for example one meal. */
export interface ReadingSegment {
  /** Its name. For example `Breakfast`. */
  name: string;
  /** Its values. */
  measurements?: Measurement[];
  /** What was eaten. */
  foods?: ReadingFood[];
}

/** Something eaten or drunk. */
export interface ReadingFood {
  /** Its name. */
  name: string;
  /** Who made it. */
  brand?: string;
  /** Its values. */
  measurements?: Measurement[];
  /** How many servings. */
  servingAmount?: number;
  /** The digits after the point of `servingAmount`, where it ends in zeros there. */
  servingDecimals?: number;
  /** What a serving is. For example `slice`. */
  servingUnit?: string;
}

/** How long the intervals of `series` are. */
export interface ReadingDetailsGranularity {
  /** How many of the unit. */
  interval: number;
  /** The unit. For example `minute`. */
  unit: string;
}

/** One metric over a time. */
export interface ReadingSeries {
  /** What was measured. For example `steps`. */
  metric: string;
  /** The unit of all values in UCUM. */
  unit: string;
  /** Where the values come from. For example `device`, `manual`, `unknown`. */
  origin: string;
  /** The values with their times. */
  points: ReadingPoint[];
}

/** One value of a series. */
export interface ReadingPoint {
  /** When it was measured, or when its interval began, in UTC. */
  time: string;
  /** The value, exact: read it as a decimal. */
  value: number;
  /** The digits after the point, where the value ends in zeros there. */
  decimals?: number;
}

/** A reading that belongs to a person: what is queued, uploaded and told. */
export interface VitalRecord {
  /** The record's own identifier, the same in every attempt. */
  logID: string;
  /** The seat whose session it belongs to. */
  seat: string;
  /** Names the reading for ever; no copy of it becomes a second record. */
  readingKey: string;
  /**
   * The decoder's revision of the values, 1 to 2^53 - 1, 1 when absent; a higher one of the same key replaces
   * the values.
   */
  revision?: number;
  /**
   * The kind of record. For example `biometrics`, `diabetes`, `fitness`, `nutrition`, `routine`, `sleep`,
   * `weight`, `intraday`.
   */
  type: string;
  /** When it was measured, in UTC, to the millisecond. */
  timestamp: string;
  /** How far local time was ahead of UTC, in seconds; absent where nobody knows. */
  utcOffset?: number;
  source: ReadingSource;
  context?: ReadingContext;
  details?: ReadingDetails;
  /** How far the device's clock was ahead of the hub's, in seconds. */
  clockOffsetSeconds?: number;
  /** When the hub received it, in UTC, to the millisecond. */
  receivedAt: string;
  /**
   * The values; empty in events of seats that do not share them, and where only `details` or
   * `context.outOfBounds` say something.
   */
  measurements: Measurement[];
  /**
   * True where it has values that do not stand here, because those of its seat are not shared; absent where all
   * that it has stands here, also none.
   */
  valuesWithheld?: boolean;
}

/** One measured value, with the digits and the unit that the device sent. */
export interface Measurement {
  /** What was measured; unknown names are carried. For example `systolic`, `diastolic`, `pulse`, `blood_glucose`. */
  metric: string;
  /** The value, exact: read it as a decimal, not as a binary fraction. */
  value: number;
  /** The digits after the point, where the value ends in zeros there: 36.50 is `36.5` with `decimals` 2. */
  decimals?: number;
  /** The unit in UCUM. For example `mm[Hg]`, `/min`, `%`, `Cel`, `kg`, `mg/dL`. */
  unit: string;
  /** Where the value comes from. For example `device`, `manual`, `unknown`. */
  origin?: string;
}

/** An error as it travels: in replies, events and states. */
export interface Fault {
  /** A stable code; unknown ones are carried. */
  code: string;
  /** What happened, to what, and the way out; never a secret, never a payload. */
  message: string;
  /** Whether the same may succeed later. */
  retriable: boolean;
}

/** What a process publishes once about itself, retained on `actor/{actor}/{instance}/info`. */
export interface ActorInfo {
  /** The actor's name. */
  actor: string;
  /** The instance's id. */
  instance: string;
  /** The program's version. */
  version: string;
  /** The number of this start; greater than that of every earlier start. */
  epoch: number;
  /** The contract versions that it supports, for example `v1`. */
  contracts: string[];
  /** When it started. */
  started: string;
  /** A random id of this start, which tells it from another process with the same number. */
  startID?: string;
}

/** The condition of a process, retained on `actor/{actor}/{instance}/health` every 30 seconds. */
export interface ActorHealth {
  /**
   * The condition in one word. `ok` (it works), `degraded` (it works, but `problems` need attention), `failed`
   * (it cannot work now).
   */
  status: string;
  /** Each problem with its remedy; empty if there is none. */
  problems: Fault[];
  /** When the actor's own work last succeeded; nil before the first time. */
  lastSuccess?: string;
  /** Waiting entries, by queue. */
  queueDepths: { [key: string]: number };
  /** The age of the oldest waiting entry, in seconds; nil when nothing waits. */
  oldestAgeSeconds?: number;
  /** Counts since the start, by name; `refused…` counts rejected messages, by reason. */
  counters: { [key: string]: number };
  /** Seconds since the start; the bootstrap fills it in. */
  uptimeSeconds?: number;
  /** The interval between health messages, in seconds: after three missed messages the process counts as silent. */
  intervalSeconds?: number;
  /**
   * How long the broker took to acknowledge the last state that was published, in milliseconds; absent before
   * the first.
   */
  brokerMilliseconds?: number;
  /** Free space on the disk that stores the state. */
  disk?: ActorHealthDisk;
  /** Whether the machine's time is reliable. */
  clock?: ActorHealthClock;
  /** The validity of the certificate that the process presents; absent if it presents none. */
  certificate?: ActorHealthCertificate;
  /** The last backup of the state directory. */
  backup?: ActorHealthBackup;
  /** The uploader's destinations; absent from others. */
  destinations?: ActorHealthDestination[];
}

/** Free space on the disk that stores the state. */
export interface ActorHealthDisk {
  /** Bytes that the process may still write. */
  freeBytes: number;
  /** The file system's size in bytes, without the space reserved for root. */
  totalBytes: number;
}

/** Whether the machine's time is reliable. */
export interface ActorHealthClock {
  /**
   * Whether a time service or the machine's host sets the clock, or the operator declared it right
   * (`clock.trusted`).
   */
  synchronized: boolean;
  /** The largest error that the kernel estimates, in seconds (`maxerror` of adjtimex(2)); absent if unknown. */
  errorSeconds?: number;
}

/** The validity of the certificate that the process presents. */
export interface ActorHealthCertificate {
  /** When renewal is due: after two thirds of the certificate's validity. */
  renewal: string;
  /** When the certificate expires. */
  ends: string;
}

/** The last backup of the state directory (`vitalbus backup`). */
export interface ActorHealthBackup {
  /** When the backup was made; absent if there is none. */
  made?: string;
  /** Since when nothing was backed up: the last backup, or the creation of the site's key; absent if unknown. */
  since?: string;
  /** Whether the backup is of the store's present generation; absent from processes whose store has none. */
  isOfThisStore?: boolean;
}

/** How a destination accepts records. */
export interface ActorHealthDestination {
  /**
   * The interface that receives the records. `inform` (the cloud service's version 2), `legacy` (the cloud
   * service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
   */
  apiVersion: string;
  /**
   * The destination's condition. `working` (it accepted the last record, or was sent none yet), `retrying`
   * (attempts fail and are repeated), `paused` (only probes are sent until it is repaired).
   */
  state: string;
  /** When it last accepted something from this process; absent before the first time. */
  lastSuccess?: string;
}

/** A device of the catalogue is in sight. */
export interface PeripheralSighted {
  /** Always null: a sighting does not concern a person. */
  seat: string | null;
  /** The hub that received it. */
  hub: string;
  /** The device. */
  device: string;
  /** The catalogue's peripherals that the advertisement matches. */
  peripheralIDs: number[];
  /** The advertised name. */
  name?: string;
  /** Signal strength in dBm. */
  rssi?: number;
  /** The advertisement. */
  advertisement: Advertisement;
  /** When this episode of advertising began; a new episode begins after the device was lost. */
  episode: string;
  /** Whether it is paired with the hub. */
  paired?: boolean;
}

/** A device's advertisement as received. */
export interface Advertisement {
  /** The advertised services, as full lower-case UUIDs. */
  serviceUUIDs: string[];
  /** Manufacturer data in hexadecimal, by company identifier in decimal. */
  manufacturerData: { [key: string]: string };
  /** Service data in hexadecimal, by service UUID. */
  serviceData: { [key: string]: string };
}

/** A seen device no longer advertises. */
export interface PeripheralLost {
  /** Always null. */
  seat: string | null;
  /** The hub that received it last. */
  hub: string;
  /** The device. */
  device: string;
}

/** A hub's radio. */
export interface AdapterState {
  /** The hub. */
  hub: string;
  /** Whether bluetoothd answers and has an adapter. */
  present: boolean;
  /** Whether the adapter is switched on. */
  powered: boolean;
  /** Whether it scans. */
  discovering: boolean;
  /** When any device's last advertisement was received. */
  lastAdvertisement?: string;
  /** The problem and its remedy, in plain words; null if there is none. */
  problem: string | null;
  /** The code of the problem, for example `serviceHung`; `radioSilent` alone is normal in a quiet room. */
  cause?: string;
  /** How many adapters the hub has. */
  adapters?: number;
  /** The code of the last problem, if there was one. */
  lastCause?: string;
  /** When the radio last recovered from a problem. */
  recovered?: string;
}

/** A payload without content. */
export interface Empty {
}

/** The devices in sight. */
export interface Sightings {
  /** Each device's latest sighting; paired and awaited devices first, then the nearest. */
  devices: PeripheralSighted[];
  /** How many more devices are in sight than fit into one message; absent if all are listed. */
  omitted?: number;
  /** The nearest devices with a name that match no entry of the catalogue, so that nothing reads them. */
  unknown?: UnknownDevice[];
}

/** A device in sight that the catalogue does not have. */
export interface UnknownDevice {
  /** The device. */
  device: string;
  /** The advertised name. */
  name: string;
  /** Signal strength in dBm. */
  rssi?: number;
}

/** Asks to leave the radio to one device. */
export interface HoldDiscovery {
  /** The device to connect. */
  device: string;
  /** The duration, 1 to 120 s; 0 ends the hold for this device. */
  seconds: number;
}

/** Discovery is paused. */
export interface DiscoveryHeld {
  /** When the pause ends. */
  until: string;
}

/** Asks to report every advertisement at once. */
export interface PairingMode {
  /** The duration, 1 to 300 s; 0 ends it. */
  seconds: number;
  /** The only device to report in this way; all devices when absent. */
  device?: string;
}

/** Every advertisement is reported at once. */
export interface PairingModeUntil {
  /** When this ends. */
  until: string;
}

/** An event of a device. */
export interface PeripheralEvent {
  /** The seat of the work, if one was named. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The peripheral's catalogue number. */
  peripheralID: number;
  /** The device. */
  device: string;
}

/** A device was read. */
export interface PeripheralDidRead {
  /** The seat of the reading, if one was named. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The peripheral's catalogue number. */
  peripheralID: number;
  /** The device. */
  device: string;
  /** The readings, the newest 32; in events with values only if the seat shares them, in a reply always. */
  records: Reading[];
  /**
   * What happened to the newest reading. `outbox` (it is stored in the producer's outbox; the session manager
   * has not answered yet), `submitted` (it is a person's record in the queue), `held` (it waits until a person
   * confirms it), `notStored` (it is the default user's: only the event and the reply have it), `unsynced` (it
   * is the record of a session that has ended), `repeat` (it was already known, and nothing changed), `refused`
   * (the session manager refused it).
   */
  disposition: string;
  /** What happened to each reading; absent in `passiveDidRead`, which does not wait for the decision. */
  fates?: ReadingFate[];
}

/** What the session manager decided about one reading. */
export interface ReadingFate {
  /** The reading. */
  readingKey: string;
  /**
   * What happened to it. `outbox` (it is stored in the producer's outbox; the session manager has not answered
   * yet), `submitted` (it is a person's record in the queue), `held` (it waits until a person confirms it),
   * `notStored` (it is the default user's: only the event and the reply have it), `unsynced` (it is the record
   * of a session that has ended), `repeat` (it was already known, and nothing changed), `refused` (the session
   * manager refused it).
   */
  fate: string;
  /** The seat, once an owner is decided. */
  seat?: string;
  /** Its record, once an owner is decided. */
  logID?: string;
  /**
   * Why it is held. `noAssignment` (the device was not assigned at the measurement's time), `assignedToAnother`
   * (the device was read for one seat, but is assigned to another), `olderThanRequest` (the reading was
   * requested for a seat, but measured before the request), `clockUnknown` (the measurement's time is not
   * known), `noSession` (the seat had no session at the measurement's time), `invalid` (it breaks a rule, such
   * as a time in the future or no value), `changedByHand` (it is a later revision of a record that an operator
   * has corrected, changed or deleted), `awaitsConfirmation` (a person has to confirm it first), `implausible`
   * (its values are very unusual, contradict each other, or are doubted by the device: a person confirms or
   * corrects them), `possibleRepeat` (its device sent equal values with an equal time before, but measured this
   * later: a person decides whether they are two), `anotherHubsSeat` (it was read for another hub's seat, but no
   * request for it is recorded).
   */
  reason?: string;
  /** The seat that the device is assigned to, if that contradicts the requested seat. */
  assignedSeat?: string;
  /** Why it was refused. */
  error?: Fault;
}

/** A failure at a device. */
export interface PeripheralDidFail {
  /** The seat of the work, if one was named. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The peripheral's catalogue number. */
  peripheralID: number;
  /** The device; null if none was found. */
  device: string | null;
  /**
   * The reason, as a code of the mobile SDK. `communication` (the link broke, or the device answered with an
   * error), `connection` (the connection to the device failed), `pairingFailed` (the device refused the pairing,
   * or the code was wrong), `bluetoothOff` (the hub's Bluetooth is off, blocked or missing), `noReading` (the
   * device was read and had nothing to send), `noUser` (the seat has no session, or the scale has no user for
   * it), `connectionTimeout` (the device was not found or not connected in time), `readingTimeout` (the device
   * was connected but sent no measurement in time), `busy` (other foreground work is running), `cancelled` (it
   * was cancelled), `notPaired` (the device has to be paired first), `staleBond` (the device has lost or
   * replaced its half of the pairing: forget it and pair it again), `missingPart` (a key file, a license, an
   * encryption key or a driver is missing; the error names it), `unreadable` (the device sent data that cannot
   * be decoded), `notAllowed` (the device is not in the list of allowed devices), `storeUnavailable` (the hub's
   * disk cannot store readings).
   */
  reason?: string;
  /** The error and its remedy. */
  error: Fault;
  /** The id of the failed request; absent without a request. */
  request?: string;
}

/** A device was paired. */
export interface PeripheralPaired {
  /** The seat that the device was paired for, if one was named. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The peripheral's catalogue number. */
  peripheralID: number;
  /** The device, by its lasting address; this id can differ from the requested one. */
  device: string;
  /**
   * Whether the device is now assigned to the seat; false if that could not be reported, null if no seat was
   * named.
   */
  assigned: boolean | null;
  /** Why the paired device is not assigned to the seat; absent if it is, or if no answer has come yet. */
  assignmentError?: Fault;
}

/** The passive set and its devices. */
export interface PassiveState {
  /** The hub. */
  hub: string;
  /** The passive set. */
  peripheralIDs: number[];
  /** The devices that were seen. */
  devices: PassiveStateDevice[];
}

/** One device. */
export interface PassiveStateDevice {
  /** The device. */
  device: string;
  /** The catalogue number. */
  peripheralID: number;
  /**
   * Its state. `armed` (it is read as soon as it is seen), `reading` (the hub reads it), `cooling` (it was read,
   * and rests), `failed` (reading failed and is tried again), `noReading` (it had nothing to send), `claimed`
   * (another hub reads it), `notPaired` (it needs to be paired before the next try), `missingPart` (it lacks
   * something, and is tried again once that is stored).
   */
  phase: string;
}

/** Foreground work was cancelled. */
export interface PeripheralDidCancel {
  /** The seat of the work, if one was named. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The peripheral's catalogue number. */
  peripheralID: number;
  /** The device; null if none was found yet. */
  device: string | null;
}

/** A pairing needs a person's answer. */
export interface PasskeyRequested {
  /** The seat of the pairing, if one was named. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The peripheral's catalogue number. */
  peripheralID: number;
  /** The device. */
  device: string;
  /** The question's id, for `answerPasskey`. */
  request: string;
  /** The id of the `pairPeripheral` request. */
  pairing?: string;
  /**
   * What the person has to do. `enter` (the device shows six digits: answer with these digits), `show` (the
   * person types the digits into the device: no answer is needed), `confirm` (the device shows digits too:
   * answer whether they are equal).
   */
  kind: string;
  /** The six digits to type into the device, or to compare; null if the device shows them. */
  digits: string | null;
  /** The deadline for the answer. */
  expires: string;
}

/** A frame that cannot be decoded, without its bytes. */
export interface FrameUnreadable {
  /** Always null: its person is unknown. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The peripheral's catalogue number. */
  peripheralID: number;
  /** The device. */
  device: string;
  /** The UUID of the characteristic that sent it. */
  characteristic: string;
  /** The frame's size in bytes. */
  length: number;
  /** The fault, such as `truncated`. */
  code: string;
  /** The number of its row among the hub's raw frames, which are kept for `frames.keep`. */
  frame: number;
}

/** The progress of a foreground reading. */
export interface ReadingProgress {
  /** The seat of the reading, if one was named. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The peripheral's catalogue number. */
  peripheralID: number;
  /** The device. */
  device: string;
  /** The id of the `readPeripheral` request. */
  request: string;
  /**
   * The present step. `connecting` (a device was found; the hub connects to it), `waiting` (the device is
   * connected; the hub waits for a measurement), `receiving` (the device sends its measurements).
   */
  phase: string;
}

/** Selects entries of the catalogue; every part that is present has to match. */
export interface PeripheralFilter {
  /** A catalogue number. */
  peripheralID?: number;
  /** One type, for example `bloodPressureMonitor`. */
  type?: string;
  /** Words of the name; case is ignored. */
  text?: string;
  /** Only verified models, or only the others. */
  verified?: boolean;
  /** Only models that need pairing, or only the others. */
  requiresPairing?: boolean;
  /** Only models that are switched off, or only the others. */
  disabled?: boolean;
  /** The page of the selected entries, from 1; 1 when absent. Pages end when the message is full. */
  page?: number;
}

/** A page of the catalogue's entries. */
export interface SupportedPeripherals {
  /** The entries. */
  peripherals: PeripheralView[];
  /** The page, from 1. */
  page?: number;
  /** The total number of pages. */
  pages?: number;
}

/** One entry of the catalogue. */
export interface PeripheralView {
  /** The catalogue number. */
  peripheralID: number;
  /** The name shown to people. */
  name: string;
  /** The maker. */
  manufacturer?: string;
  /** The model. */
  model?: string;
  /** The kind of device. */
  type: string;
  /** Whether the model must be paired. */
  requiresPairing: boolean;
  /** How to pair it, in plain words. */
  pairingInstructions: string;
  /** How to begin a reading, in plain words. */
  startInstructions?: string;
  /** How to take a reading, in plain words. */
  readingInstructions: string;
  /** An image of the model: a drawing in a file of the hub, or an address from the operator's catalogue file. */
  imageURL?: string;
  /**
   * The image itself as a `data:` address (RFC 2397), at most 64 KiB of content. Only in the answer to a filter
   * by `peripheralID`; absent if `imageURL` names another machine's file.
   */
  image?: string;
  /**
   * When it advertises. `beforeMeasurement` (as soon as it is switched on), `afterMeasurement` (only to deliver
   * measurements), `either` (before and after a measurement).
   */
  advertises?: string;
  /** Whether it can send stored measurements. */
  hasMemory?: boolean;
  /** Its protocol: `standard`, or the name of the driver that it needs. */
  speaks?: string;
  /** How the model is known to depart from its profile. */
  quirks?: string[];
  /** What this hub still needs before it can read such a device; empty if nothing. */
  missing?: Fault[];
  /** Whether it is switched off. */
  disabled: boolean;
  /** Whether a frame captured from this model passes its test and this program can read the model. */
  verified: boolean;
  /**
   * The evidence for reading the model; absent if this hub has no codec or driver for it. `captured` (a frame
   * captured from this model), `published` (a frame of another project's test), `computed` (computed frames
   * only), `untried` (a standard profile; no frame of the model).
   */
  evidence?: string;
}

/** The passive set. */
export interface PassivePeripherals {
  /** The catalogue numbers; an empty or absent list disables passive reading. */
  peripheralIDs?: number[];
}

/** Asks for a foreground reading. */
export interface ReadPeripheral {
  /** The device; when absent, the nearest allowed one of this peripheral. */
  device?: string;
  /** The peripheral's catalogue number. */
  peripheralID: number;
  /** The seat the reading is for; null leaves it to the assignments. */
  seat?: string;
  /** Whether the reading is booked at once; true when absent. If false, it is held until `confirmReading`. */
  autoSubmit?: boolean;
  /** How long to wait for a measurement: 1 to 300 s; 60 when absent. */
  seconds?: number;
  /** The devices that may be read; an empty list allows none, an absent one any. */
  allowedDevices?: string[];
  /**
   * Measurements from this many seconds before the request also belong to the seat: 0 to 600; 0 when absent. For
   * meters that are switched on after the measurement.
   */
  sinceSeconds?: number;
}

/** Asks to pair a device. */
export interface PairPeripheral {
  /** The device. */
  device: string;
  /** The peripheral's catalogue number. */
  peripheralID: number;
  /** The seat that the device is paired for. */
  seat?: string;
  /**
   * The user index on the device that belongs to the seat; absent for all users, or to register a new user on a
   * scale.
   */
  userIndex?: number;
  /**
   * The PIN of the scale's user with that index, 1 to 4 digits, as the scale or its maker's app shows it. The
   * seat takes over that user instead of registering a new one.
   */
  pin?: string;
  /**
   * Facts about the seat's person that many scales need for body composition. They are kept sealed until the
   * scale has them.
   */
  person?: ScalePerson;
}

/** What a scale needs to know about a person; the scale keeps its own value for each absent part. */
export interface ScalePerson {
  /** The date of birth: year, month and day, for example 1958-03-14. */
  birthDate?: string;
  /**
   * The sex. `female` (female), `male` (male), `unspecified` (not given; some scales then give no body
   * composition).
   */
  sex?: string;
  /** The height in centimetres, 50 to 250. */
  height?: number;
}

/** Asks to end the foreground work. */
export interface CancelWork {
  /** The id of the request that began the work; absent ends any work, also that of other callers. */
  request?: string;
}

/** Names a seat whose persons' data is erased at a hub's reader. */
export interface EraseDevices {
  /** The seat. */
  seat: string;
  /** All assignments of the seat's present and past devices, also to other seats; at most 200. */
  assignments: AssignmentView[];
  /** Whether the adapter forgets the seat's devices, which then need to be paired again; false when absent. */
  forgetPairing?: boolean;
}

/** One assignment. */
export interface AssignmentView {
  /** The device. */
  device: string;
  /** The user index on the device. */
  userIndex: number | null;
  /** The seat. */
  seat: string;
  /** The start. */
  from: string;
  /** The end; null while the assignment is valid. */
  until: string | null;
  /** How many held readings it gave an owner; only in the reply to `assignDevice`. */
  owned?: number;
}

/** What a hub's reader has erased. */
export interface DevicesErased {
  /** The hub. */
  hub: string;
  /** The number of raw frames erased. */
  frames: number;
  /** The number of readings erased before the session manager had them. */
  readings: number;
  /** The number of raw frames kept, because another person may have measured them on a shared device. */
  keptFrames: number;
  /** Readings of these devices that still wait for the session manager: another person's, or without an owner. */
  keptReadings: number;
  /** The number of devices that the adapter has forgotten. */
  forgotten: number;
}

/** A person's answer to `passkeyRequested`; give `passkey` or `accept`. */
export interface AnswerPasskey {
  /** The question's id, from `passkeyRequested`. */
  request: string;
  /** The six digits on the device, with leading zeros. */
  passkey?: string;
  /** Whether the device shows the same digits; false also ends a pairing that asked for a passkey. */
  accept?: boolean;
}

/** What a device needs in addition to its pairing. */
export interface StorePeripheralData {
  /** The device. */
  device: string;
  /** The peripheral's catalogue number. */
  peripheralID: number;
  /** The device's encryption key: 32 hexadecimal digits. */
  encryptionKey: string;
}

/** A device's data was stored, sealed. */
export interface PeripheralDataStored {
  /** The hub. */
  hub: string;
  /** The device. */
  device: string;
  /** What the device still needs before it can be read; empty if nothing. */
  missing: Fault[];
}

/** Names a device for a hub to forget. */
export interface ForgetDevice {
  /** The device. */
  device: string;
}

/** A hub has forgotten a device; its assignment stays. */
export interface DeviceForgotten {
  /** The hub. */
  hub: string;
  /** The device. */
  device: string;
  /** Whether the adapter knew the device; its pairing is then removed. */
  pairing: boolean;
  /** The number of the device's secrets that were erased. */
  secrets: number;
}

/** Records of one type were made from an export. */
export interface HealthRecordsProcessed {
  /** The seat. */
  seat: string | null;
  /** The importer's hub. */
  hub: string;
  /** The import that made them. */
  importID: string;
  /** The record type, such as `routine`. */
  recordType: string;
  /** The number of new or changed records. */
  count: number;
}

/** The progress of a historical fetch. */
export interface HistoricalFetchProgress {
  /** The seat. */
  seat: string | null;
  /** The importer's hub. */
  hub: string;
  /** The fetch's id. */
  fetchID: string;
  /** Counts of each set so far. */
  counts: HistoricalCount[];
}

/** The number of records that a fetch has found in a set. */
export interface HistoricalCount {
  /** The set. `routine` (a day's activity), `fitness` (workouts), `intraday` (steps in short intervals). */
  set: string;
  /** The number of records found, new or not. */
  records: number;
}

/** A historical fetch has ended. */
export interface HistoricalFetchCompleted {
  /** The seat. */
  seat: string | null;
  /** The importer's hub. */
  hub: string;
  /** The fetch's id. */
  fetchID: string;
  /** Counts of each set. */
  counts: HistoricalCount[];
  /** Why the fetch stopped early; null if it finished. */
  error: Fault | null;
}

/** An import and its progress. */
export interface ImportState {
  /** The seat of the import. */
  seat: string | null;
  /** The importer's hub. */
  hub: string;
  /** The import's id. */
  importID: string;
  /**
   * The session of the person whose data it is: the seat's present session if that person has it, else an
   * earlier one. Absent in imports that an earlier version saved.
   */
  sessionID?: string;
  /**
   * The origin. `file` (it was requested), `folder` (it was found in a watched folder), `http` (it was uploaded
   * over HTTP), `fetch` (it belongs to a historical fetch).
   */
  origin: string;
  /**
   * The state. `waiting` (other imports run first), `running` (it is being read), `done` (all of it was read),
   * `held` (it waits for a person's confirmation), `failed` (it cannot be read), `cancelled` (it was cancelled).
   */
  state: string;
  /** The number of bytes read, uncompressed. */
  bytes: number;
  /** The total number of bytes; 0 if unknown. */
  totalBytes: number;
  /** The number of new records. */
  created: number;
  /** The number of changed records. */
  updated: number;
  /** The number of records that were already known. */
  unchanged: number;
  /** The number of places in the input that could not be read. */
  damaged: number;
  /**
   * What was read but left out, by file and reason; in a list of several imports by reason only. Absent if
   * nothing was.
   */
  leftOut?: ImportLeftOut[];
  /** Why it is held or has failed; null otherwise. */
  error: Fault | null;
}

/** Data in an input that makes no record. */
export interface ImportLeftOut {
  /**
   * The reason. `impossible` (no living person has such a value), `noMeasurement` (the format marks it as no
   * measurement: a status, a goal or a zero), `unknownUnit` (its unit is unknown), `unknownElement` (no record
   * is made from its element, column or table), `unknownFile` (the file's format is unknown), `unreadableFile`
   * (the file cannot be opened), `otherUser` (it belongs to another user of the device), `noTimeInBed` (a night
   * from another app lacks the time in bed), `repeated` (another file of the input contains it), `incomplete`
   * (it is incomplete, such as half of a blood pressure).
   */
  reason: string;
  /** The number of occurrences. */
  count: number;
  /** The file's name without folders; absent if the input is one file, and for a sum of several. */
  file?: string;
  /** The element, column or type; absent for a sum of several. */
  element?: string;
}

/** Names a file to import, and which part of it. */
export interface ImportFile {
  /** The file's absolute path on the importer's machine. */
  path: string;
  /** The seat of the import; required unless the site's hub has one seat or the file is in a watched folder. */
  seat?: string;
  /**
   * The seat's session whose person the file belongs to; if the seat has another one, the request is refused
   * with `conflict`. Absent for the seat's present session, whichever it is.
   */
  sessionID?: string;
  /** The requested sets, such as `routine`; all that the session's destination accepts when absent. */
  sets?: string[];
  /** The first local day, such as `2026-03-01`; all days when absent. */
  from?: string;
  /** The last local day; all days when absent. */
  to?: string;
  /** The person's home time zone, by its name in the tz database. */
  zone?: string;
  /** Names of sources, the preferred one first. */
  sources?: string[];
  /** Whether to import every heart rate instead of one in a quarter of an hour; false when absent. */
  allHeartRates?: boolean;
  /**
   * Whether an operator confirms that the export belongs to the seat's person, although it names another one
   * than before; false when absent.
   */
  confirmsPerson?: boolean;
  /**
   * The user whose values are imported from a device that numbers several users, such as a scale or a cuff.
   * Without it, values of several users are held.
   */
  userIndex?: number;
}

/** Sets the watched folders of a seat. */
export interface ObserveFolders {
  /** The seat; when absent, the request only lists the folders of all seats. */
  seat?: string;
  /** Absolute paths on the importer's machine; empty stops watching, absent only lists. */
  paths?: string[];
}

/** The watched folders. */
export interface ObservedFolders {
  /** The folders. */
  folders: ObservedFoldersFolder[];
}

/** One folder. */
export interface ObservedFoldersFolder {
  /** The seat whose person's exports the folder receives. */
  seat: string;
  /** Its path. */
  path: string;
}

/** Asks for whole past days. */
export interface FetchHistoricalSets {
  /** The seat. */
  seat: string;
  /**
   * The requested sets, one or several. `routine` (a day's activity), `fitness` (workouts), `intraday` (steps in
   * short intervals).
   */
  sets: string[];
  /**
   * The first local day, such as `2026-03-01`. Days more than 179 before today are left out; for intraday, more
   * than 7.
   */
  from: string;
  /** The last local day; today when absent. */
  to?: string;
}

/** A historical fetch has begun. */
export interface HistoricalFetch {
  /** The seat. */
  seat: string;
  /** The fetch's id. */
  fetchID: string;
  /**
   * The sets that are fetched; intraday only if the session wants it. `routine` (a day's activity), `fitness`
   * (workouts), `intraday` (steps in short intervals).
   */
  sets: string[];
  /** The first local day. */
  from: string;
  /** The last local day. */
  to: string;
  /** Departures from the request, with reasons. */
  warnings: string[];
}

/** Names historical fetches to end. */
export interface CancelHistoricalFetch {
  /** The seat. */
  seat: string;
  /** The fetch; all of the seat's when absent. */
  fetchID?: string;
}

/** The fetches that were ended. */
export interface CancelledFetches {
  /** Their ids; empty if none was running. */
  fetchIDs: string[];
}

/** Asks for imports. */
export interface ImportsRequest {
  /** Only this seat's; all when absent. */
  seat?: string;
  /** Only this import. */
  importID?: string;
}

/** Imports, the latest first, 50 at most. */
export interface ImportList {
  /** The imports. */
  imports: ImportState[];
}

/** Ends an import. */
export interface CancelImport {
  /** The import. */
  importID: string;
}

/** The imports that were ended. */
export interface CancelledImports {
  /** Their ids; empty if it had already ended. */
  importIDs: string[];
}

/** Names a seat, or one of its sessions. */
export interface SeatReference {
  /** The seat. */
  seat: string;
  /** The session; the seat's present one when absent. */
  sessionID?: string;
}

/** What the importer has erased of a seat. */
export interface ImportsErased {
  /** The seat. */
  seat: string;
  /** Marks of records that were already handed over. */
  marks: number;
  /** Records that waited for the session manager. */
  readings: number;
}

/** The worker has examined a picture or a frame. */
export interface OCRDidProcessResult {
  /** The seat. */
  seat: string | null;
  /** The hub that examined it. */
  hub: string;
  /** The id of the picture's or stream's job. */
  jobID: string;
  /** The number of the frame, from 1. */
  frame: number;
  /** What was read; without text and values if the seat's values are not shared. */
  result: DisplayResult;
  /**
   * What the frames still need for a reading; absent for a picture, and for the frame that completes one.
   * `smallPrint` (it is as small as print), `upsideDown` (it is also a valid number when read upside down),
   * `unitSymbol` (the last figure may be the symbol of a unit), `longerText` (it may be a part of a longer
   * text), `mayContinue` (there may be more digits next to it), `restoredPoint` (a decimal point was supposed,
   * not seen), `missingValue` (a value that such a meter shows is missing), `severalDisplays` (another meter may
   * be in view), `glare` (a reflection covers a part of it), `glareBeside` (a reflection covers a place next to
   * a value, where another digit would make another value), `outOfTime` (the time for the picture ended before
   * every direction was tried), `unsure` (the confidence is too low; accompanying codes give the main reasons),
   * `blurred` (it is blurred), `faint` (the digits have little contrast), `tooSmall` (it is small in the
   * picture), `tilted` (it is tilted in the picture), `unclearDigits` (digits look like others), `unclearPoint`
   * (a decimal point may have been missed), `unclearDisplay` (the display itself is difficult to recognise),
   * `unusualValue` (the values are rare for such a meter), `unusualLayout` (the rows are not arranged as on such
   * a meter, or something large next to them was not used), `fewChecks` (nothing else on the display confirms a
   * number as short as this one), `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames
   * are too similar to count as independent), `framesDisagree` (the frames show different readings).
   */
  waits?: string[];
  /** The frame as the person with the meter sees it, if a preview was requested and this frame was drawn. */
  preview?: FramePreview;
}

/** What was read on a display. */
export interface DisplayResult {
  /** The display's rows, separated by line feeds; empty if nothing was read. */
  text: string;
  /** The values; empty if the reading was refused, or if the seat's values are not shared. */
  fields: DisplayResultField[];
  /** The confidence of the whole reading, from 0 to 1. */
  confidence: number;
  /** Whether the confidence is high enough to accept the reading; a person confirms it in any case. */
  accepted: boolean;
  /**
   * Why it is not accepted, each a sentence with a remedy; absent if it is, and if `refused` gives the reason.
   * `smallPrint` (it is as small as print), `upsideDown` (it is also a valid number when read upside down),
   * `unitSymbol` (the last figure may be the symbol of a unit), `longerText` (it may be a part of a longer
   * text), `mayContinue` (there may be more digits next to it), `restoredPoint` (a decimal point was supposed,
   * not seen), `missingValue` (a value that such a meter shows is missing), `severalDisplays` (another meter may
   * be in view), `glare` (a reflection covers a part of it), `glareBeside` (a reflection covers a place next to
   * a value, where another digit would make another value), `outOfTime` (the time for the picture ended before
   * every direction was tried), `unsure` (the confidence is too low; accompanying codes give the main reasons),
   * `blurred` (it is blurred), `faint` (the digits have little contrast), `tooSmall` (it is small in the
   * picture), `tilted` (it is tilted in the picture), `unclearDigits` (digits look like others), `unclearPoint`
   * (a decimal point may have been missed), `unclearDisplay` (the display itself is difficult to recognise),
   * `unusualValue` (the values are rare for such a meter), `unusualLayout` (the rows are not arranged as on such
   * a meter, or something large next to them was not used), `fewChecks` (nothing else on the display confirms a
   * number as short as this one), `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames
   * are too similar to count as independent), `framesDisagree` (the frames show different readings).
   */
  reasons?: string[];
  /**
   * Why there is no reading; absent if there is one. `noDisplay` (no display is seen), `displayOff` (the display
   * is off), `severalDisplays` (the picture shows several displays), `errorCode` (it shows an error code of the
   * meter), `outOfRange` (it shows that the value is out of the meter's range), `clock` (it shows the time of
   * day), `memory` (it shows a stored value), `unreadable` (the characters are ambiguous), `implausible` (the
   * values are impossible), `notThisField` (the number does not fit this kind of meter; only a part of it
   * would), `tooDark` (the picture is too dark), `blurred` (the picture is blurred), `glare` (a reflection
   * covers the display), `tooSmall` (the display is too small in the picture), `outOfTime` (the time for the
   * picture ended before every direction was tried).
   */
  refused?: string;
  /** A reflection on the display; absent if there is none. */
  glare?: Glare;
  /** The display cut out; absent if there is none, and for a stream's frame if the seat's values are not shared. */
  crop?: PictureReference;
  /** The display's place in the picture; absent if none was found. */
  display?: PictureArea;
}

/** One value of the display. */
export interface DisplayResultField {
  /** The layout's name for it, such as `sys`. */
  key: string;
  /** The characters, such as `128`. */
  text: string;
  /** The value as records store it. */
  measurement?: Measurement;
  /** The confidence of each character, from 0 to 1. */
  characters: number[];
}

/** A reflection on a display. */
export interface Glare {
  /** The reflection's place. */
  area: PictureArea;
  /** Its strength, from 0 to 1. */
  strength: number;
}

/** A rectangle of a picture, in pixels of the upright picture. */
export interface PictureArea {
  /** The left edge. */
  x: number;
  /** The upper edge. */
  y: number;
  /** Its width. */
  width: number;
  /** Its height. */
  height: number;
}

/** Refers to a picture instead of containing it. */
export interface PictureReference {
  /** The picture's name there. */
  sha256: string;
  /** Its size in bytes. */
  size: number;
  /** The file's type. `image/jpeg` (JPEG), `image/png` (PNG). */
  contentType: string;
  /**
   * The reading that the session manager holds with it, for `heldPicture`; absent for pictures without one, such
   * as a frame's crop, for `pictureBytes`.
   */
  readingKey?: string;
}

/** A frame as the person with the meter sees it. */
export interface FramePreview {
  /**
   * The whole frame, at most 640 pixels on its longer side, with the overlay, the found display and the present
   * result drawn in. Only `pictureBytes` with the `previewKey` returns it.
   */
  picture: PictureReference;
  /** The picture's width in pixels. */
  width: number;
  /** The picture's height in pixels. */
  height: number;
  /** Where the display should be, in the picture. */
  frame: PictureArea;
  /** Where a display was found, in the picture; absent if none was. */
  display?: PictureArea;
  /**
   * The hints, the most important first. `aim` (no display is seen), `nearer` (move the meter towards the
   * camera), `farther` (move the meter away from the camera), `left` (move the meter to the left of the
   * picture), `right` (move the meter to the right of the picture), `up` (move the meter up in the picture),
   * `down` (move the meter down in the picture), `straighten` (turn the meter straight), `glare` (avoid the
   * reflection on the display), `dark` (add light), `blurred` (hold still), `off` (switch the meter on),
   * `onlyOne` (show only one display), `hold` (the position is good).
   */
  hints: string[];
}

/** A display was read. The reading is stored and held for a person; a default user's is only reported. */
export interface OCRDidCompleteReading {
  /** The seat. */
  seat: string | null;
  /** The hub that read it. */
  hub: string;
  /** The id of the picture's or stream's job. */
  jobID: string;
  /** The reading; without values if the seat's values are not shared. */
  record: Reading;
  /** The display cut out; null if it was not kept. */
  crop: PictureReference | null;
  /** The evidence for the reading. */
  metadata: OCRDidCompleteReadingMetadata;
  /**
   * What happens to the reading; `held` when absent. `held` (it waits until a person confirms it), `notStored`
   * (it is the default user's: only the answer has it).
   */
  disposition?: string;
}

/** The evidence for the reading. */
export interface OCRDidCompleteReadingMetadata {
  /** The number of frames that it was made from. */
  frames: number;
  /** The part of these frames that agree, from 0 to 1. */
  agreement: number;
  /** The confidence, from 0 to 1. */
  confidence: number;
  /** Whether the confidence is high enough to accept the reading. */
  accepted: boolean;
  /**
   * Why it is not accepted; absent if it is. `smallPrint` (it is as small as print), `upsideDown` (it is also a
   * valid number when read upside down), `unitSymbol` (the last figure may be the symbol of a unit),
   * `longerText` (it may be a part of a longer text), `mayContinue` (there may be more digits next to it),
   * `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a value that such a meter shows is
   * missing), `severalDisplays` (another meter may be in view), `glare` (a reflection covers a part of it),
   * `glareBeside` (a reflection covers a place next to a value, where another digit would make another value),
   * `outOfTime` (the time for the picture ended before every direction was tried), `unsure` (the confidence is
   * too low; accompanying codes give the main reasons), `blurred` (it is blurred), `faint` (the digits have
   * little contrast), `tooSmall` (it is small in the picture), `tilted` (it is tilted in the picture),
   * `unclearDigits` (digits look like others), `unclearPoint` (a decimal point may have been missed),
   * `unclearDisplay` (the display itself is difficult to recognise), `unusualValue` (the values are rare for
   * such a meter), `unusualLayout` (the rows are not arranged as on such a meter, or something large next to
   * them was not used), `fewChecks` (nothing else on the display confirms a number as short as this one),
   * `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames are too similar to count as
   * independent), `framesDisagree` (the frames show different readings).
   */
  reasons?: string[];
  /** The values with the confidence of each character; empty if the seat's values are not shared. */
  fields: DisplayResultField[];
}

/** A picture or a stream ended without a reading. */
export interface OCRDidCancel {
  /** The seat. */
  seat: string | null;
  /** The hub that read it. */
  hub: string;
  /** The id of the picture's or stream's job. */
  jobID: string;
  /**
   * Why there is no reading. `requested` (it was cancelled), `timedOut` (its time is up), `ended` (there are no
   * more frames), `refused` (it shows no reading), `failed` (the picture cannot be decoded), `draining` (the
   * worker is stopping).
   */
  reason: string;
}

/** A camera or a stream cannot be opened. */
export interface OCRCameraUnavailable {
  /** The seat. */
  seat: string | null;
  /** The hub that tried. */
  hub: string;
  /** The id of the stream's job. */
  jobID: string;
  /** The camera's name in the configuration. */
  source: string;
  /**
   * Why it cannot be opened. `denied` (the worker has no permission to use it), `missing` (it does not exist),
   * `busy` (another process uses it).
   */
  reason: string;
}

/** Asks which displays can be read. */
export interface OCRPeripheralsRequest {
  /** Only this peripheral. */
  peripheralID?: number;
  /** Only those of a type, such as `bloodPressure`. */
  type?: string;
}

/** The displays that can be read. */
export interface OCRPeripherals {
  /** All models, by catalogue number. */
  peripherals: OCRPeripheralsEntry[];
}

/** A model whose display can be read. */
export interface OCRPeripheralsEntry {
  /** The catalogue number. */
  peripheralID: number;
  /** The type of display, such as `bloodPressure`. */
  type: string;
  /** The maker. */
  manufacturer: string;
  /** The model. */
  model: string;
  /** The address of the model's picture; absent if there is none. */
  imageURL?: string;
  /** The units that the meter can be set to, the default first. */
  units: string[];
  /** The keys of the values that it shows, such as `sys`. */
  fields: string[];
  /**
   * How well the layout that `overlay` draws is known. `model` (its places and proportions were measured),
   * `rows` (its rows and words are known; proportions are those of its type), `kind` (its layout is unknown: it
   * is drawn as any display of its type).
   */
  layout?: string;
}

/** Asks for the overlay of a preview. */
export interface OverlayRequest {
  /** The peripheral. */
  peripheralID: number;
  /** The preview's width in pixels, 16 to 8192. */
  width: number;
  /** The preview's height in pixels, 16 to 8192. */
  height: number;
}

/** The overlay of a preview, which shows where to hold the display. */
export interface Overlay {
  /** The peripheral. */
  peripheralID: number;
  /** Where the display should be in the preview: the `box` of `recognize` and `startReading`. */
  frame: PictureArea;
  /** The overlay, as large as the preview, as SVG. */
  svg: string;
  /** The overlay as PNG, base64; absent if it is too large for a message. */
  png?: string;
}

/** Announces a picture; the reply lists the missing parts. A repeat changes nothing and returns the progress. */
export interface PutPicture {
  /** The reading that it shows; absent if the picture is handed over for reading. */
  readingKey?: string;
  /** The SHA-256 of the file as sent, 64 hex digits. */
  sha256: string;
  /** The file's size in bytes, 1 to 10000000. */
  size: number;
}

/** The progress of a picture's transfer. */
export interface PictureReceived {
  /** The SHA-256 of the file as announced; it names the picture here. */
  sha256: string;
  /** The state of the transfer. `wanted` (parts are missing), `stored` (the picture is stored here). */
  state: string;
  /** The size of a part in bytes; the last one has the rest. */
  partSize: number;
  /** The missing parts, at most 250; also empty while the last part is being checked: ask again then. */
  missing: number[];
}

/** One part of an announced picture. A repeat changes nothing. */
export interface PicturePart {
  /** The reading that it shows, as announced. */
  readingKey?: string;
  /** The SHA-256 of the whole file, as announced. */
  sha256: string;
  /** The part, 0 to 249. */
  index: number;
  /** The part's bytes, base64: 40,000 bytes; the last part has the rest. */
  data: string;
}

/** Asks for a piece of a picture of the `ocr-worker`. */
export interface PictureBytesRequest {
  /** The picture, or the crop or preview of a stream's frame; the newest 16 are available for a minute. */
  sha256: string;
  /** The offset of the piece. */
  offset: number;
  /** The `previewKey` from `startReading`; absent for any other picture. */
  previewKey?: string;
}

/** A piece of an image. */
export interface ImageBytes {
  /** The bytes, base64: 40,000 bytes, or the rest. */
  data: string;
}

/** Asks to read a picture that was handed over by `putPicture`. */
export interface RecognizePicture {
  /** The picture. */
  sha256: string;
  /** The kind of display that is expected; anything when absent. */
  wish?: DisplayWish;
  /** The seat of the reading; when absent, the person who confirms it decides. */
  seat?: string;
  /** When the picture was taken; now when absent. */
  takenAt?: string;
  /** Whether the reading is held for confirmation; true when absent. If false, it is only reported. */
  holds?: boolean;
}

/** The kind of display that a picture is expected to show. */
export interface DisplayWish {
  /** The OCR peripheral. */
  peripheralID?: number;
  /**
   * The type of display if no peripheral is named; `any` when absent. `bloodPressure` (a blood pressure
   * monitor), `glucoseMeter` (a glucose meter), `thermometer` (a thermometer), `pulseOximeter` (a pulse
   * oximeter), `weightScale` (a scale), `any` (any of these).
   */
  type?: string;
  /** The unit that the meter shows, such as `mmol/L`; the peripheral's own when absent. */
  unit?: string;
  /** The display's place, given by the overlay's frame; the whole picture when absent. */
  box?: PictureArea;
  /**
   * The rotation of `box` around its centre, in degrees clockwise, -360 to 360; 0 when absent. `box` gives the
   * place and size before rotation; its upper edge becomes the display's.
   */
  boxAngle?: number;
}

/** A picture to read, or one that was read; the same request again returns the progress. */
export interface OCRJob {
  /** The job's id, the request's own. */
  jobID: string;
  /** The key of the reading that the job makes, if any. */
  readingKey: string;
  /**
   * The progress. `waiting` (it was not read yet), `done` (it was read), `failed` (it cannot be read),
   * `cancelled` (it was cancelled).
   */
  state: string;
  /** What was read, once the job is done. */
  result?: DisplayResult;
  /** Why the job failed. */
  error?: Fault;
  /** Whether its reading waits for a person's confirmation; absent until the job is done. */
  held?: boolean;
  /**
   * What happens to its reading; absent if there is none. `held` (it waits until a person confirms it),
   * `notStored` (it is the default user's: only the answer has it).
   */
  disposition?: string;
}

/** Asks to read a display until the frames agree. */
export interface StartReading {
  /**
   * A camera or stream by its name in the worker's configuration, `folder` with `path`, or `pushed` for frames
   * that the caller sends by `pushFrame`.
   */
  source: string;
  /** The folder's absolute path on the worker's machine, below a path that `folders` allows. */
  path?: string;
  /** The kind of display that is expected; anything when absent. */
  wish?: DisplayWish;
  /** The seat of the reading; when absent, the person who confirms it decides. */
  seat?: string;
  /** The time limit, 1 to 600 s; 60 when absent. */
  seconds?: number;
  /**
   * Asks for a preview of at most five frames a second, which `pictureBytes` returns to callers that give this
   * key. Use 16 to 64 random characters of a-z, A-Z, 0-9 and '-'; no preview when absent.
   */
  previewKey?: string;
}

/** One part of a frame for a stream whose source is `pushed`, for example from a phone's camera. */
export interface PushFrame {
  /** The stream, from the reply to `startReading`. */
  jobID: string;
  /** The frame's number, from 1; greater than the last one's. */
  frame: number;
  /** The part, from 0. */
  part: number;
  /** How many parts the frame has, 1 to 12. */
  parts: number;
  /** The part's bytes of a JPEG or PNG, base64; 40,000 bytes at most. */
  data: string;
}

/** The result of a pushed frame; its last part is answered once the frame was examined. */
export interface FramePushed {
  /**
   * The present result, for the caller only; absent while parts are missing, and if the frame is not a valid
   * picture.
   */
  seen?: DisplayResult;
  /**
   * What the frames still need for a reading; absent if they give one. `smallPrint` (it is as small as print),
   * `upsideDown` (it is also a valid number when read upside down), `unitSymbol` (the last figure may be the
   * symbol of a unit), `longerText` (it may be a part of a longer text), `mayContinue` (there may be more digits
   * next to it), `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a value that such a
   * meter shows is missing), `severalDisplays` (another meter may be in view), `glare` (a reflection covers a
   * part of it), `glareBeside` (a reflection covers a place next to a value, where another digit would make
   * another value), `outOfTime` (the time for the picture ended before every direction was tried), `unsure` (the
   * confidence is too low; accompanying codes give the main reasons), `blurred` (it is blurred), `faint` (the
   * digits have little contrast), `tooSmall` (it is small in the picture), `tilted` (it is tilted in the
   * picture), `unclearDigits` (digits look like others), `unclearPoint` (a decimal point may have been missed),
   * `unclearDisplay` (the display itself is difficult to recognise), `unusualValue` (the values are rare for
   * such a meter), `unusualLayout` (the rows are not arranged as on such a meter, or something large next to
   * them was not used), `fewChecks` (nothing else on the display confirms a number as short as this one),
   * `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames are too similar to count as
   * independent), `framesDisagree` (the frames show different readings).
   */
  waits?: string[];
  /** Where the display is and should be, with hints; absent with `seen`. */
  aim?: FrameAim;
  /**
   * Whether its reading waits for a person's confirmation, false for the default user's; absent if there is
   * none.
   */
  held?: boolean;
  /** Whether the stream needs no more frames. */
  ended: boolean;
}

/** Where the display is in a frame, with hints for reading it. */
export interface FrameAim {
  /** The width that the places refer to. */
  width: number;
  /** The height that the places refer to. */
  height: number;
  /** Where the display should be. */
  frame: PictureArea;
  /** Where a display was found; absent if none was. */
  display?: PictureArea;
  /**
   * The hints, the most important first. `aim` (no display is seen), `nearer` (move the meter towards the
   * camera), `farther` (move the meter away from the camera), `left` (move the meter to the left of the
   * picture), `right` (move the meter to the right of the picture), `up` (move the meter up in the picture),
   * `down` (move the meter down in the picture), `straighten` (turn the meter straight), `glare` (avoid the
   * reflection on the display), `dark` (add light), `blurred` (hold still), `off` (switch the meter on),
   * `onlyOne` (show only one display), `hold` (the position is good).
   */
  hints: string[];
}

/** Ends jobs. */
export interface CancelOCR {
  /** The id of a picture's or stream's job; when absent, all streams and all waiting pictures. */
  jobID?: string;
}

/** The jobs that were ended. */
export interface CancelledOCR {
  /** The jobs' ids. */
  jobs: string[];
}

/** Asks for the codes in a picture that was handed over by `putPicture`. */
export interface ScanCode {
  /** The picture. */
  sha256: string;
  /** What to look for; anything when absent. `key` (the 32 hex digits of a peripheral's key). */
  purpose?: string;
}

/** The codes of a picture. */
export interface ScannedCodes {
  /** The codes. */
  codes: ScannedCodesCode[];
}

/** One code. */
export interface ScannedCodesCode {
  /** `QR-Code`, `EAN-13`, `CODE-128` and so on. */
  kind: string;
  /** The code's text. */
  text: string;
}

/** What an `ocr-worker` has erased of a seat. */
export interface PicturesErased {
  /** The seat. */
  seat: string;
  /** Jobs, in any state. */
  jobs: number;
  /** Pictures with their files; a picture that another job needs stays. */
  pictures: number;
  /** Readings in the outbox that waited for the session manager. */
  readings: number;
  /** Streams that were ended. */
  streams: number;
}

/** A session began. */
export interface SessionStarted {
  /** The seat. */
  seat: string | null;
  /** `site`: a session is not bound to a hub. */
  hub: string;
  /** The session. */
  sessionID: string;
  /** The service's user, null for the default user. */
  userID: string | null;
  /** The service's organization, null for the default user. */
  organizationID: string | null;
}

/** A session ended. */
export interface SessionEnded {
  /** The seat. */
  seat: string | null;
  /** `site`. */
  hub: string;
  /** The session. */
  sessionID: string;
  /** The service's user, null for the default user. */
  userID: string | null;
  /** The service's organization, null for the default user. */
  organizationID: string | null;
  /**
   * Why it ended. `requested` (a person or a program ended it), `replaced` (the seat has another session),
   * `unauthorized` (the server refused its credentials).
   */
  reason: string;
  /** The number of its records that are not certain to be at the server. */
  unsyncedRecords: number;
  /** The first of them, at most 32, in the order of `unsyncedRecords {sessionID}`, which lists them all. */
  records?: UnsyncedRecord[];
}

/** A record that is not certain to be at the server. */
export interface UnsyncedRecord {
  /** The record. */
  logID: string;
  /** The kind of record. */
  type: string;
  /** When it was measured. */
  timestamp: string;
}

/** The deliveries to a further destination of a session have ended, alone or with the session. */
export interface DestinationEnded {
  /** The seat. */
  seat: string | null;
  /** `site`. */
  hub: string;
  /** The session. */
  sessionID: string;
  /**
   * The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir`
   * (a FHIR R4 server), `file` (files on the machine that runs the uploader).
   */
  destination: string;
  /**
   * The reason. `requested` (a person or a program ended it), `replaced` (the seat has another session),
   * `unauthorized` (the server refused its credentials).
   */
  reason: string;
  /** The number of records that are not certain to be there. */
  unsyncedRecords: number;
  /** The first of them, at most 32, in the order of `unsyncedRecords`. */
  records?: UnsyncedRecord[];
}

/** The server accepted a record, a change of it or its deletion. */
export interface RecordSubmitted {
  /** The seat. */
  seat: string | null;
  /** Where the reading was made. */
  hub: string;
  /** The record; without values if the seat does not share them, and for `delete`. */
  record: VitalRecord;
  /** The server's id of it; null for a deletion, and if the server gives none for an update. */
  serverID: string | null;
  /**
   * What was submitted; for `delete`, remove the record from your data too. `create` (the first revision),
   * `update` (a later revision), `delete` (the record is deleted).
   */
  operation?: string;
  /**
   * Which destination accepted it; absent from older senders. `inform` (the cloud service's version 2), `legacy`
   * (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the
   * uploader).
   */
  destination?: string;
  /**
   * The metrics that the destination cannot store, whose values were not submitted; absent if the seat shares no
   * values.
   */
  leftOut?: string[];
}

/** The server refused a record for good. */
export interface SubmissionFailed {
  /** The seat. */
  seat: string | null;
  /** Where the reading was made. */
  hub: string;
  /** The record; without values if the seat does not share them, and for `delete`. */
  record: VitalRecord;
  /** The server's words. */
  error: Fault;
  /**
   * What was refused; after a refused `delete` the record still exists there. `create` (the first revision),
   * `update` (a later revision), `delete` (the record is deleted).
   */
  operation?: string;
  /**
   * Which destination refused it; absent from older senders. `inform` (the cloud service's version 2), `legacy`
   * (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the
   * uploader).
   */
  destination?: string;
}

/** A record waits for another attempt. */
export interface SubmissionRetrying {
  /** The seat. */
  seat: string | null;
  /** Where the reading was made. */
  hub: string;
  /** The record. */
  logID: string;
  /** The number of attempts. */
  attempts: number;
  /** The time until the next attempt, in seconds; it is earlier if the destination answers again before. */
  retryInSeconds: number;
  /** The error. */
  error: Fault;
  /**
   * Which destination it waits for; absent from older senders. `inform` (the cloud service's version 2),
   * `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs
   * the uploader).
   */
  destination?: string;
}

/** A reading has become a person's record. */
export interface ReadingQueued {
  /** The seat. */
  seat: string | null;
  /** Where the reading was made. */
  hub: string;
  /** The reading. */
  readingKey: string;
  /** The device, if one made it. */
  device: string | null;
  /** The record; without values for seats that do not share them. */
  record: VitalRecord;
  /** The session that the record belongs to. */
  sessionID: string;
  /**
   * What happened to the reading. `accepted` (the record waits for delivery to the server), `unsynced` (the
   * session has ended, and its list has the record).
   */
  outcome: string;
}

/** A reading has no owner yet. */
export interface ReadingHeld {
  /** Always null. */
  seat: string | null;
  /** Where the reading was made. */
  hub: string;
  /** The reading. */
  readingKey: string;
  /** The device, if one made it. */
  device: string | null;
  /**
   * Why it is held. `noAssignment` (the device was not assigned at the measurement's time), `assignedToAnother`
   * (the device was read for one seat, but is assigned to another), `olderThanRequest` (the reading was
   * requested for a seat, but measured before the request), `clockUnknown` (the measurement's time is not
   * known), `noSession` (the seat had no session at the measurement's time), `invalid` (it breaks a rule, such
   * as a time in the future or no value), `changedByHand` (it is a later revision of a record that an operator
   * has corrected, changed or deleted), `awaitsConfirmation` (a person has to confirm it first), `implausible`
   * (its values are very unusual, contradict each other, or are doubted by the device: a person confirms or
   * corrects them), `possibleRepeat` (its device sent equal values with an equal time before, but measured this
   * later: a person decides whether they are two), `anotherHubsSeat` (it was read for another hub's seat, but no
   * request for it is recorded).
   */
  reason: string;
  /** The seat that the reading was made for, if the producer was given one. */
  forSeat?: string;
  /** The seat that the device is assigned to, if that contradicts `forSeat`. */
  assignedSeat?: string;
  /** The values on a display, if that seat's values are shared; absent for other readings. */
  measurements?: Measurement[];
  /** The confidence of the display's reading, from 0 to 1; absent for other readings. */
  confidence?: number;
  /** Whether the confidence is high enough to accept the reading; absent for other readings. */
  accepted?: boolean;
  /**
   * Why it was not accepted; absent if it was, and for other readings. `smallPrint` (it is as small as print),
   * `upsideDown` (it is also a valid number when read upside down), `unitSymbol` (the last figure may be the
   * symbol of a unit), `longerText` (it may be a part of a longer text), `mayContinue` (there may be more digits
   * next to it), `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a value that such a
   * meter shows is missing), `severalDisplays` (another meter may be in view), `glare` (a reflection covers a
   * part of it), `glareBeside` (a reflection covers a place next to a value, where another digit would make
   * another value), `outOfTime` (the time for the picture ended before every direction was tried), `unsure` (the
   * confidence is too low; accompanying codes give the main reasons), `blurred` (it is blurred), `faint` (the
   * digits have little contrast), `tooSmall` (it is small in the picture), `tilted` (it is tilted in the
   * picture), `unclearDigits` (digits look like others), `unclearPoint` (a decimal point may have been missed),
   * `unclearDisplay` (the display itself is difficult to recognise), `unusualValue` (the values are rare for
   * such a meter), `unusualLayout` (the rows are not arranged as on such a meter, or something large next to
   * them was not used), `fewChecks` (nothing else on the display confirms a number as short as this one),
   * `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames are too similar to count as
   * independent), `framesDisagree` (the frames show different readings).
   */
  reasons?: string[];
  /** The display's picture, for `heldPicture`; absent if there is none. */
  picture?: PictureReference;
}

/** A seat's session, without confidential facts. */
export interface SessionState {
  /** The seat. */
  seat: string;
  /** Whether the seat has a session. */
  active: boolean;
  /** The session; null if there is none. */
  sessionID: string | null;
  /** When it began. */
  startedAt?: string;
  /**
   * Whether the server accepted its credentials; refused credentials end the session. `yes` (the server accepted
   * them), `pending` (the server has not answered yet).
   */
  validated?: string;
  /** Whether it is the default user's. */
  defaultUser: boolean;
  /** A number that changes with the session's subscriptions, which `subscriptions` returns. */
  subscriptionsRevision?: number;
  /**
   * Why the seat's last session ended; absent without an ended session. `requested` (a person or a program ended
   * it), `replaced` (the seat has another session), `unauthorized` (the server refused its credentials).
   */
  endReason?: string;
  /** The number of records in the seat's ended sessions that are not certain to be at the server; absent if none. */
  unsyncedRecords?: number;
  /**
   * Further destinations of the running session that refused its person or credentials; absent if none did.
   * `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a FHIR R4
   * server), `file` (files on the machine that runs the uploader).
   */
  endedDestinations?: string[];
}

/** The queue's depths. */
export interface QueueState {
  /** The number of waiting records. */
  pending: number;
  /** The number of records with a worker. */
  leased: number;
  /** The number of readings without an owner. */
  held: number;
  /** The number of records that the server refused; kept for `records.keep`, at least 30 days. */
  rejected: number;
  /** The age of the oldest waiting record, in seconds. */
  oldestSeconds?: number;
  /** Why deliveries are paused, in plain words; null if they are not. */
  paused: string | null;
  /** The number of images that wait for their record or for delivery. */
  images?: number;
  /** The waiting deliveries by seat, the oldest first, at most 16; absent from older senders. */
  waiting?: QueueStateWaiting[];
  /** The number of records that were refused within the last day; absent if none, and from older senders. */
  rejectedLately?: number;
  /** Why the last of them was refused, a code such as `http422`. */
  rejectedError?: string;
}

/** The waiting deliveries of one seat's session. */
export interface QueueStateWaiting {
  /** The seat. */
  seat: string;
  /**
   * The interface that receives them. `inform` (the cloud service's version 2), `legacy` (the cloud service's
   * version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
   */
  apiVersion: string;
  /** The number of records and images that wait or are with a worker. */
  count: number;
  /** How many of them are history, which is sent when the destination's limit has room. */
  history: number;
  /** Since when the oldest has been waiting. */
  since: string;
  /** The last error of the oldest, a code such as `http503`; absent if there was none. */
  error?: string;
  /**
   * When the next attempt of the oldest is due, or when its worker's lease ends; absent if it is due now, and
   * from older senders.
   */
  until?: string;
}

/** The public key that access tokens are sealed for. */
export interface SealingState {
  /**
   * The method. `hpke-base-x25519-hkdf-sha256-chacha20poly1305` (RFC 9180, base mode, suites 0x0020, 0x0001,
   * 0x0003).
   */
  algorithm: string;
  /** The key's name: the first 16 hexadecimal digits of the SHA-256 of its 32 bytes. */
  kid: string;
  /** The X25519 public key, 32 bytes, base64. */
  publicKey: string;
}

/** The server has an image of a record. */
export interface ImageSubmitted {
  /** The seat. */
  seat: string | null;
  /** Where the reading was made. */
  hub: string;
  /** The record. */
  logID: string;
  /** The image. */
  media: ImageMedia;
  /**
   * Which destination has it; absent from older senders. `inform` (the cloud service's version 2), `legacy` (the
   * cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
   */
  destination?: string;
}

/** An image of a record, as notifications describe it. */
export interface ImageMedia {
  /** The image's own id. */
  imageID: string;
  /** The file's type. `image/jpeg` (JPEG), `image/png` (PNG). */
  contentType: string;
  /** The file's size in bytes, without metadata. */
  size: number;
  /** The file's SHA-256, without metadata. */
  sha256: string;
  /** The server's id of it; null if it has none. */
  mediaID: string | null;
  /** The address where the server shows it to authorized people; null if the server gives none. */
  url: string | null;
}

/** An image did not reach the server and is not retried automatically; its file is deleted. */
export interface ImageSubmissionFailed {
  /** The seat. */
  seat: string | null;
  /** Where the reading was made. */
  hub: string;
  /** The record. */
  logID: string;
  /** The image. */
  media: ImageMedia;
  /** The reason: the server's words, or `recordRejected`, `recordDeleted`, `imageExpired`, `imageMissing`. */
  error: Fault;
  /**
   * The destination that did not get it; absent from older senders. `inform` (the cloud service's version 2),
   * `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs
   * the uploader).
   */
  destination?: string;
}

/** One value of a seat, without nesting, for programs that display or automate it. */
export interface SharedValue {
  /** The seat. */
  seat: string;
  /** Where it was measured. */
  hub: string;
  /** The metric, its value and unit, as the record has them. */
  measurement: Measurement;
  /** When it was measured. */
  timestamp: string;
  /** The value's record. */
  logID: string;
  /**
   * The value as a number, for programs that read no nested object; absent from older senders, as are the next
   * three.
   */
  value?: number;
  /** Its unit in UCUM. */
  unit?: string;
  /** When it was measured; equal to `timestamp`. */
  measuredAt?: string;
  /** The value's origin: `device`, `manual` or `unknown`. */
  origin?: string;
}

/** The usual values of a seat, set by an operator; other values are highlighted for people. */
export interface SeatLimits {
  /** The seat. */
  seat: string;
  /** All of the seat's limits, each metric once; empty if none are set. */
  limits: SeatLimitsLimit[];
}

/** The usual range of one metric, in its first unit; at least one limit is present. */
export interface SeatLimitsLimit {
  /** The metric, such as `systolic`. */
  metric: string;
  /** The lowest usual value; absent without a lower limit. */
  lowest?: number;
  /** The highest usual value; absent without an upper limit. */
  highest?: number;
}

/** A device was assigned. */
export interface DeviceAssigned {
  /** The seat that the device is assigned to. */
  seat: string | null;
  /** The hub of the person who assigned it; `site` for a person at the server. */
  hub: string;
  /** The device. */
  device: string;
  /** The user index on the device; null for every index. */
  userIndex: number | null;
  /** The measurement time from which it applies. */
  from: string;
  /** The seats that had the device before; empty if none had. */
  before: string[];
  /** The account at the broker that assigned it. */
  by: string;
}

/** Starts a session; the token is sealed with the site's key or for its public key. */
export interface StartSession {
  /** The seat. */
  seat: string;
  /** The service's user. */
  userID?: string;
  /** The service's organization. */
  organizationID?: string;
  /** The access token, sealed with the site's key, base64; for callers that have this key. */
  sealedToken?: string;
  /** The access token, sealed for the site's public key from `state/sealing`; replaces `sealedToken`. */
  hpkeToken?: HPKEToken;
  /** The access token in plain text: always refused, with an error that names the right field. */
  accessToken?: string;
  /**
   * The first destination of its records; `inform` when absent. `inform` (the cloud service's version 2),
   * `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs
   * the uploader).
   */
  apiVersion?: string;
  /** Whether to start the default user's session, which delivers nothing. */
  defaultUser?: boolean;
  /** Whether to start before the server has checked the credentials; they are checked afterwards. */
  force?: boolean;
  /** Further destinations of its records, at most four, each once. */
  destinations?: FurtherDestination[];
  /**
   * Earlier sessions of this seat at the destination `file`, at most 64, whose records also go to this session's
   * first destination. For a person who was measured before an account existed.
   */
  takes?: string[];
}

/** An access token, sealed for a site's public key by HPKE (RFC 9180, base mode). */
export interface HPKEToken {
  /** The name of the public key: `kid` of `state/sealing`. */
  kid: string;
  /** The encapsulated key, 32 bytes, base64. */
  enc: string;
  /** The sealed token, 16 bytes longer than the token, base64. */
  ciphertext: string;
}

/** A further destination of a session's records. */
export interface FurtherDestination {
  /**
   * The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir`
   * (a FHIR R4 server), `file` (files on the machine that runs the uploader).
   */
  destination: string;
  /**
   * The person there: the service's user, or `Patient/ID` or `SYSTEM|VALUE` of a FHIR server. When absent, the
   * session's user; `fhir` requires it.
   */
  userID?: string;
  /** The service's organization; the session's when absent. */
  organizationID?: string;
  /** The access token, sealed with the site's key, base64; the session's own when absent. */
  sealedToken?: string;
  /** The access token, sealed for the site's public key and bound to this `userID`; replaces `sealedToken`. */
  hpkeToken?: HPKEToken;
}

/** A session, without its secrets. */
export interface SessionView {
  /** The session. */
  sessionID: string;
  /** The seat. */
  seat: string;
  /** The service's user. */
  userID: string | null;
  /** The service's organization. */
  organizationID: string | null;
  /**
   * The first destination of its records. `inform` (the cloud service's version 2), `legacy` (the cloud
   * service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
   */
  apiVersion: string;
  /** When it began. */
  startedAt: string;
  /**
   * Whether the server accepted its credentials; refused credentials end the session. `yes` (the server accepted
   * them), `pending` (the server has not answered yet).
   */
  validated: string;
  /** Whether it is the default user's. */
  defaultUser: boolean;
  /**
   * The seat's configured units for values that a person types without a unit; only in the replies to `session`
   * and `seats`.
   */
  units?: TypedUnit[];
  /** Further destinations, including those that have ended; absent if there are none. */
  destinations?: SessionDestination[];
}

/** The unit of a number that a person types without one. */
export interface TypedUnit {
  /** The metric, such as `blood_glucose`. */
  metric: string;
  /** The unit in UCUM. */
  unit: string;
}

/** The state of a session at a further destination, without its secrets. */
export interface SessionDestination {
  /**
   * The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir`
   * (a FHIR R4 server), `file` (files on the machine that runs the uploader).
   */
  destination: string;
  /** The person there. */
  userID: string;
  /**
   * Whether it accepted the person and the credentials. `yes` (the server accepted them), `pending` (the server
   * has not answered yet).
   */
  validated: string;
  /**
   * Why its deliveries have ended; absent while they continue. `requested` (a person or a program ended it),
   * `replaced` (the seat has another session), `unauthorized` (the server refused its credentials).
   */
  endReason?: string;
}

/** The state of a seat's session after a check, with its waiting records. */
export interface SessionRetried {
  /** The seat. */
  seat: string;
  /** The session. */
  sessionID: string;
  /**
   * The server's answer about its credentials. `yes` (the credentials are valid), `no` (the server refuses them;
   * the session has ended), `pending` (the server did not answer).
   */
  validated: string;
  /** The number of waiting records that are retried now. */
  waiting: number;
  /** The number of records in the seat's ended sessions that are not certain to be at the server. */
  unsyncedRecords: number;
}

/** Readings from a producer's outbox. */
export interface SubmitRecords {
  /** The readings, at most 64. */
  records: Reading[];
  /**
   * Whether a person confirms that very unusual typed values (`manual` readings) are right. Without it such a
   * reading is `refused` with `unusualValue`.
   */
  unusual?: boolean;
  /**
   * The furthest `mark` that the sender has received. It reveals an older copy of the session manager's
   * database, which then accepts nothing.
   */
  seenMark?: string;
}

/** What happened to each reading. */
export interface SubmittedRecords {
  /** The decisions, in the order of the request. */
  results: SubmittedRecordsResult[];
  /**
   * The position of the session manager's database, as text; producers keep the furthest one and send it with
   * their submissions (`seenMark`).
   */
  mark?: string;
  /**
   * The position of that database's last backup, as the third number of `mark`; absent if there was no backup
   * yet. It is 0 after a restore, until the next backup. Producers keep the readings that were accepted after
   * this position. They offer them again to a database whose `mark` has another first or fourth part, because a
   * restored backup lacks them.
   */
  backedUpTo?: number;
}

/** The decision about one reading. */
export interface SubmittedRecordsResult {
  /** The reading. */
  readingKey: string;
  /** Its revision. */
  revision: number;
  /**
   * What happened to it. `accepted` (it is a person's record in the queue), `repeat` (it was already known, and
   * nothing changed), `held` (it waits for a person's decision), `unsynced` (its session has ended), `notStored`
   * (it is the default user's), `refused` (it was not accepted).
   */
  outcome: string;
  /** Its record, once an owner is decided. */
  logID?: string;
  /** The seat, once an owner is decided. */
  seat?: string;
  /**
   * Why it is held. `noAssignment` (the device was not assigned at the measurement's time), `assignedToAnother`
   * (the device was read for one seat, but is assigned to another), `olderThanRequest` (the reading was
   * requested for a seat, but measured before the request), `clockUnknown` (the measurement's time is not
   * known), `noSession` (the seat had no session at the measurement's time), `invalid` (it breaks a rule, such
   * as a time in the future or no value), `changedByHand` (it is a later revision of a record that an operator
   * has corrected, changed or deleted), `awaitsConfirmation` (a person has to confirm it first), `implausible`
   * (its values are very unusual, contradict each other, or are doubted by the device: a person confirms or
   * corrects them), `possibleRepeat` (its device sent equal values with an equal time before, but measured this
   * later: a person decides whether they are two), `anotherHubsSeat` (it was read for another hub's seat, but no
   * request for it is recorded).
   */
  reason?: string;
  /** The seat that the device is assigned to, if that contradicts the requested seat. */
  assignedSeat?: string;
  /** Why it was refused. */
  error?: Fault;
  /**
   * The newest revision stored of the reading, if newer than this one, which is then a `repeat`. A producer that
   * does not know that revision was restored from an older copy; its next change needs a higher number.
   */
  knownRevision?: number;
}

/** Asks for a page of a list. */
export interface PageRequest {
  /** Only this seat's; for held readings also those of a device that is or was assigned to it. */
  seat?: string;
  /** Only this session's, for lists of records. */
  sessionID?: string;
  /** Only this device's, for lists of devices or held readings. */
  device?: string;
  /** The page, from 1; 1 when absent. Pages end after 32 elements, or when the message is full. */
  page?: number;
  /** The snapshot that page 1 of this list of records opened; without one, the page shows the present state. */
  snapshot?: string;
  /** Whether this request is for page 1 only of a list of records: no snapshot is opened. */
  live?: boolean;
}

/** A page of records. */
export interface RecordPage {
  /** The page, from 1. */
  page: number;
  /** The total number of pages. */
  pages: number;
  /** The records. */
  records: RecordPageEntry[];
  /**
   * The snapshot for requesting the other pages; absent if there is only one page, and on a page of the present
   * state. It closes after a minute without use or after five minutes, when newer snapshots need its place, and
   * when a seat is erased. Requests for it then fail with `snapshotExpired`.
   */
  snapshot?: string;
}

/** One record and its state. */
export interface RecordPageEntry {
  /** The record. */
  record: VitalRecord;
  /**
   * Its state. `pending` (it waits), `leased` (a worker has it), `rejected` (the server refused it), `unsynced`
   * (it was not at the server when its session ended), `unknown` (it was not delivered for certain, but may be
   * at the server).
   */
  state: string;
  /** The number of attempts. */
  attempts: number;
  /** The last error; for a waiting record, why it waits. */
  error?: Fault;
  /**
   * The destination of this entry: a record has one entry for each. Absent from older senders. `inform` (the
   * cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file`
   * (files on the machine that runs the uploader).
   */
  destination?: string;
  /**
   * When the next attempt is due, or when its worker's lease ends; absent if it is due now, if no attempt
   * follows, and from older senders.
   */
  until?: string;
}

/** Assigns a device to a seat: its readings then belong to that seat. */
export interface AssignDevice {
  /** The device. */
  device: string;
  /** The user index on the device; absent covers every index without its own assignment, but not a scale's. */
  userIndex?: number;
  /** The seat. */
  seat: string;
  /** The start, now when absent; earlier measurements are not covered. */
  from?: string;
  /** Whether to only check the assignment, without making it. */
  checkOnly?: boolean;
}

/** Ends an assignment. */
export interface UnassignDevice {
  /** The device. */
  device: string;
  /** The user index on the device. */
  userIndex?: number;
  /** The end, now when absent; later measurements have no owner. */
  until?: string;
}

/** A page of the assignments. */
export interface Assignments {
  /** The assignments, past ones included, the newest first. */
  assignments: AssignmentView[];
  /** The page, from 1. */
  page?: number;
  /** The total number of assignments. */
  pages?: number;
}

/** Readings without an owner. */
export interface HeldPage {
  /** The page, from 1. */
  page: number;
  /** The total number of pages. */
  pages: number;
  /** The readings. */
  readings: HeldPageEntry[];
}

/** One reading and why it waits. */
export interface HeldPageEntry {
  /** The reading. */
  reading: Reading;
  /**
   * Why it is held. `noAssignment` (the device was not assigned at the measurement's time), `assignedToAnother`
   * (the device was read for one seat, but is assigned to another), `olderThanRequest` (the reading was
   * requested for a seat, but measured before the request), `clockUnknown` (the measurement's time is not
   * known), `noSession` (the seat had no session at the measurement's time), `invalid` (it breaks a rule, such
   * as a time in the future or no value), `changedByHand` (it is a later revision of a record that an operator
   * has corrected, changed or deleted), `awaitsConfirmation` (a person has to confirm it first), `implausible`
   * (its values are very unusual, contradict each other, or are doubted by the device: a person confirms or
   * corrects them), `possibleRepeat` (its device sent equal values with an equal time before, but measured this
   * later: a person decides whether they are two), `anotherHubsSeat` (it was read for another hub's seat, but no
   * request for it is recorded).
   */
  reason: string;
  /** The seat that the device is assigned to, if that contradicts the requested seat. */
  assignedSeat?: string;
  /** The display's picture, for `heldPicture`; absent if there is none. */
  picture?: PictureReference;
  /** Whether the stored reading cannot be decoded: it then has no values here, and can only be discarded. */
  isUnreadable?: boolean;
}

/** Asks for notifications that were missed. */
export interface NotificationsSince {
  /** The last cursor that the caller has seen; 0 for the oldest kept. */
  cursor: number;
  /** The most to return, 1 to 50; 50 when absent. */
  limit?: number;
}

/** Notifications, oldest first. */
export interface Notifications {
  /** The notifications. */
  notifications: NotificationsEntry[];
  /** The cursor for the next request. */
  cursor: number;
  /** Whether more notifications are available now. */
  more: boolean;
}

/** One notification. */
export interface NotificationsEntry {
  /** Its place in the log. */
  cursor: number;
  /** The event's id, the same as on the bus. */
  id: string;
  /** The notification's name. */
  name: string;
  /** The hub in its topic. */
  hub: string;
  /** When the event was made. */
  time: string;
  /** The event's `data` as JSON text. */
  data: string;
}

/** Gives a record new values. A repeat changes nothing. */
export interface UpdateRecord {
  /** The record. */
  logID: string;
  /** The newest revision that the caller knows, from 1; any other is refused. */
  baseRevision: number;
  /** All values of the record, at most 64; they replace the present ones. */
  measurements: Measurement[];
  /**
   * Whether a person confirms that very unusual values are right. Without it they are refused with
   * `unusualValue`.
   */
  unusual?: boolean;
}

/** An operator changed a record; `recordSubmitted` follows when the server has the change. */
export interface RecordChanged {
  /** The record. */
  logID: string;
  /** The new revision, from 1. */
  revision: number;
  /**
   * What happened to it. `accepted` (it waits for the server), `repeat` (it was already made), `withdrawn` (the
   * record is deleted before any of it was sent), `unsynced` (its session has ended).
   */
  outcome: string;
}

/** Deletes a record. A repeat changes nothing. */
export interface DeleteRecord {
  /** The record. */
  logID: string;
  /** The newest revision that the caller knows, from 1; any other is refused. */
  baseRevision: number;
}

/** Whether the system logs, what, and where to; retained on `state/logging`. */
export interface LoggingState {
  /** Whether anything is logged. */
  enabled: boolean;
  /**
   * The parts that are logged; unknown ones are ignored. `core` (sessions, the queue and deliveries),
   * `bluetooth` (discovery, pairing and readings), `healthkit` (health-data import), `ocr` (recognition of
   * displays).
   */
  components: string[];
  /**
   * Where entries go. `journald` (standard error, which systemd puts into the journal), `file` (the file `log`
   * in each process's state directory), `bus` (the topic `log/{actor}`).
   */
  sink: string;
}

/** Gives a held reading its owner, with corrections. */
export interface ConfirmReading {
  /** The reading. */
  readingKey: string;
  /** The revision that the person looked at; absent for the one that is held. */
  revision?: number;
  /** The seat whose session gets the reading. */
  seat: string;
  /** The session, which may have ended; when absent, the seat's session at the time of measurement. */
  sessionID?: string;
  /** The corrected time of measurement; a reading of unknown time needs this or `sessionID`. */
  timestamp?: string;
  /** Corrected values, marked `manual` if they differ; metrics that are not named stay. */
  measurements?: Measurement[];
  /**
   * Whether a person confirms that very unusual values, typed or read by a camera, are right. Without it they
   * are refused with `unusualValue`.
   */
  unusual?: boolean;
}

/** What happened to a held reading. */
export interface DecidedReading {
  /** The reading. */
  readingKey: string;
  /**
   * What happened to it. `accepted` (it is a record of a running session), `unsynced` (its session has ended),
   * `discarded` (it was discarded), `repeat` (the same decision was made before).
   */
  outcome: string;
  /** Its record, if it has one. */
  logID?: string;
  /** The session that the record belongs to. */
  sessionID?: string;
  /** The image that follows the record to the server, if the reading had a picture. */
  imageID?: string;
}

/** Discards a held reading. */
export interface DiscardReading {
  /** The reading. */
  readingKey: string;
  /** The revision that the person looked at; absent for the one that is held. */
  revision?: number;
}

/** Names the seat whose persons are erased. */
export interface EraseSeat {
  /** The seat. */
  seat: string;
  /** Whether to only check that erasing is allowed: nothing is erased and all counts are 0. False when absent. */
  checkOnly?: boolean;
}

/** What the session manager has erased of a seat. */
export interface SeatErased {
  /** The seat. */
  seat: string;
  /** Records in any state of delivery; records that the cloud service already has stay there. */
  records: number;
  /** Sessions. */
  sessions: number;
  /** Assignments of devices. */
  assignments: number;
  /** Held readings that were made for the seat, or by a device that belonged to no other seat. */
  heldReadings: number;
  /** Held readings that stay, because other seats had their devices too: confirm or discard them. */
  sharedHeldReadings: number;
  /** The devices of the seat. `eraseDevices`, which comes before this request, erases what their hubs have. */
  devices: string[];
  /** Waiting images, with their files. */
  images?: number;
}

/** Names a set of health types. */
export interface SampleTypesRequest {
  /**
   * The set. `routine` (a day's activity), `diabetes` (glucose), `weight` (weight and body composition),
   * `fitness` (workouts), `sleep` (sleep), `basicNutrition` (food and drink), `reproductiveHealth` (the
   * menstrual cycle; only the legacy API accepts it), `biometrics` (vital signs).
   */
  set: string;
}

/** The health types of a set. */
export interface SampleTypes {
  /**
   * The set. `routine` (a day's activity), `diabetes` (glucose), `weight` (weight and body composition),
   * `fitness` (workouts), `sleep` (sleep), `basicNutrition` (food and drink), `reproductiveHealth` (the
   * menstrual cycle; only the legacy API accepts it), `biometrics` (vital signs).
   */
  set: string;
  /** HealthKit's identifiers of its types. */
  sampleTypes: string[];
}

/** Replaces a session's subscriptions. */
export interface SetSubscriptions {
  /** The seat. */
  seat: string;
  /** HealthKit's identifiers, of one or several sets; empty stops, absent leaves them unchanged. */
  sampleTypes?: string[];
  /** Whether to import steps in short intervals too; absent leaves it unchanged, false at first. */
  processIntraday?: boolean;
}

/** The exported data that a seat's session wants. */
export interface Subscriptions {
  /** The seat. */
  seat: string;
  /** The session. */
  sessionID: string;
  /** The session's user as a keyed hash: equal for equal users, and it reveals nothing about them. */
  person: string;
  /**
   * The interface that receives the session's records. `inform` (the cloud service's version 2), `legacy` (the
   * cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
   */
  apiVersion: string;
  /** Whether it is the default user's, for whom nothing is imported. */
  defaultUser: boolean;
  /** When the session began. */
  startedAt: string;
  /** HealthKit's identifiers. */
  sampleTypes: string[];
  /** Whether to import steps in short intervals too. */
  processIntraday: boolean;
  /** Departures from the request, with reasons. */
  warnings: string[];
}

/**
 * Announces an image of a record; the reply lists the missing parts. A repeat changes nothing and returns the
 * progress.
 */
export interface PutImage {
  /** The record. */
  logID: string;
  /** The SHA-256 of the file as sent, 64 hex digits. */
  sha256: string;
  /** The file's size in bytes, 1 to 10000000. */
  size: number;
}

/** The progress of an image's transfer. */
export interface ImageReceived {
  /** The record. */
  logID: string;
  /**
   * The state of the image. `wanted` (parts are missing), `stored` (the image is stored here), `submitted` (the
   * server has it).
   */
  state: string;
  /** The image's own id once it is stored; derived from its record and its content without metadata. */
  imageID?: string;
  /** The size of a part in bytes; the last one has the rest. */
  partSize: number;
  /** The missing parts, at most 250; also empty while the last part is being checked: ask again then. */
  missing: number[];
  /** False if no online uploader has a path for images, so that the image waits for one; absent otherwise. */
  hasPath?: boolean;
}

/** One part of an announced image. A repeat changes nothing. */
export interface ImagePart {
  /** The record. */
  logID: string;
  /** The SHA-256 of the whole file, as announced. */
  sha256: string;
  /** The part, 0 to 249. */
  index: number;
  /** The part's bytes, base64: 40,000 bytes; the last part has the rest. */
  data: string;
}

/** Asks for a piece of a held reading's picture. */
export interface HeldPictureRequest {
  /** The reading. */
  readingKey: string;
  /** The offset of the piece. */
  offset: number;
}

/** Asks for a page of a seat's records, delivered and waiting. */
export interface RecordHistoryRequest {
  /** The seat. */
  seat: string;
  /** Only measurements from this time on. */
  from?: string;
  /** Only measurements before this time. */
  to?: string;
  /** Only records with a value of one of these metrics, at most 32; all when absent or empty. */
  metrics?: string[];
  /** The page, from 1; 1 when absent. Pages end after 32 elements, or when the message is full. */
  page?: number;
  /** The snapshot that page 1 of this list opened; without one, the page shows the present state. */
  snapshot?: string;
  /** Whether this request is for page 1 only: no snapshot is opened. */
  live?: boolean;
  /**
   * The persons to include, by the seat's running session; `present` when absent. `present` (those of the person
   * in the seat's running session; empty without a session), `before` (those of earlier persons), `everybody`
   * (those of every person who has had the seat).
   */
  whose?: string;
  /** Only this user's records, whoever has the seat now; `whose` is then absent or `everybody`. */
  userID?: string;
  /**
   * Whether to return the newest record of each metric since `from` instead of pages: at most 64, without
   * deleted records. `metrics` and `page` are then absent.
   */
  newest?: boolean;
}

/** A page of a seat's records, the latest measurement first. */
export interface RecordHistory {
  /** The seat. */
  seat: string;
  /** The page, from 1. */
  page: number;
  /** The total number of pages. */
  pages: number;
  /** The total number of records. */
  total: number;
  /** The records. */
  records: RecordHistoryEntry[];
  /** The snapshot for requesting the other pages. */
  snapshot?: string;
  /** The person who has the seat now; absent without a session, and from older senders. */
  present?: RecordHistoryPresent;
  /** Whether earlier persons have records here, which `before` lists; absent from older senders. */
  hasBefore?: boolean;
}

/** One record and its state. */
export interface RecordHistoryEntry {
  /** The record with its values; a deleted record has none. */
  record: VitalRecord;
  /**
   * Its state at the first destination of its session. `waiting` (it is not at the server yet), `submitted` (the
   * server has it), `failed` (it was refused for good), `unsynced` (it was not at the server when its session
   * ended), `unknown` (it was not delivered for certain, but may be at the server), `deleted` (it is deleted).
   */
  state: string;
  /** Since when the state applies; for a submitted record, when the server accepted it. */
  since: string;
  /** The server's id of the record, if known. */
  serverID?: string;
  /** Why it failed. */
  error?: Fault;
  /** Whether the waiting or failed step is the record's deletion: the record is then still at the server. */
  deletes?: boolean;
  /** Its state at further destinations of its session; absent if there are none. */
  elsewhere?: RecordHistoryEntryElsewhere[];
  /** The user of its session; absent from older senders. */
  userID?: string;
  /** The metrics that the destination cannot store: their values are not submitted. Absent if there are none. */
  leftOut?: string[];
}

/** The state of a record at a further destination of its session. */
export interface RecordHistoryEntryElsewhere {
  /**
   * The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir`
   * (a FHIR R4 server), `file` (files on the machine that runs the uploader).
   */
  destination: string;
  /**
   * The record's state there. `waiting` (it is not at the server yet), `submitted` (the server has it), `failed`
   * (it was refused for good), `unsynced` (it was not at the server when its session ended), `unknown` (it was
   * not delivered for certain, but may be at the server), `deleted` (it is deleted).
   */
  state: string;
  /** Since when the state applies. */
  since: string;
  /** The destination's id of the record, if known. */
  serverID?: string;
  /** Why it failed. */
  error?: Fault;
}

/** The person who has a seat now. */
export interface RecordHistoryPresent {
  /** The user of its running session. */
  userID: string;
  /** Since when, over consecutive sessions of this person. */
  since: string;
}

/** Asks for a page of the site's seats. */
export interface SeatsRequest {
  /** The page, from 1; 1 when absent. Pages end after 50 elements. */
  page?: number;
}

/** A page of the site's seats, in alphabetical order. */
export interface SeatPage {
  /** The page, from 1. */
  page: number;
  /** The total number of pages. */
  pages: number;
  /** The seats. */
  seats: SeatPageEntry[];
}

/** One seat and its present state. */
export interface SeatPageEntry {
  /** The seat. */
  seat: string;
  /** Whether the site's configuration lists it. Other seats are known from stored data only. */
  configured: boolean;
  /** Its present session. */
  session?: SessionView;
  /** When its last record was measured, without deleted records. */
  lastMeasuredAt?: string;
  /** The number of records that wait or are being delivered. */
  waiting: number;
  /** The number of records in ended sessions that are not certain to be at the server. */
  unsynced: number;
  /** The number of records that the server refused. */
  rejected: number;
  /** The number of held readings that were made for it, or by a device that is or was assigned to it. */
  held: number;
  /** The number of devices that are assigned to it now. */
  devices: number;
}

/** Announces that a person will ask a hub to measure or pair for a seat; sent just before the hub is asked. */
export interface ExpectReadings {
  /** The hub that will be asked. */
  hub: string;
  /** The seat for which it measures. */
  seat: string;
}

/** What a hub may submit and assign because a person asked for it. */
export interface ReadingsExpected {
  /** The hub. */
  hub: string;
  /** The seat. */
  seat: string;
  /** When the permission ends; absent for a hub on the server itself, which needs none. */
  until?: string;
}

/** A page of sessions, running and ended, the newest first. */
export interface SessionPage {
  /** The page, from 1. */
  page: number;
  /** The total number of pages. */
  pages: number;
  /** The sessions. */
  sessions: SessionPageEntry[];
}

/** One session, and how it ended. */
export interface SessionPageEntry {
  /** The session. */
  session: SessionView;
  /** When it ended; absent while it runs. */
  endedAt?: string;
  /**
   * Why it ended. `requested` (a person or a program ended it), `replaced` (the seat has another session),
   * `unauthorized` (the server refused its credentials).
   */
  reason?: string;
  /** The number of its records that are not certain to be at the server. */
  open: number;
}

/**
 * Resends refused records; the server gets each once, whatever it accepted of earlier attempts. A repeat changes
 * nothing.
 */
export interface RetryRecords {
  /** One record; absent for all. */
  logID?: string;
  /** Only this seat's. */
  seat?: string;
  /** Only records that were refused at this time or later. */
  since?: string;
}

/** What happened to refused records. */
export interface RecordsRetried {
  /** The number of deliveries that are sent again, counted per destination. */
  retried: number;
  /** The number of records that stay refused, because their session has ended. */
  ended: number;
}

/** Which measurements of a person's plan are due or overdue, without values and names. */
export interface DueState {
  /** The seat. */
  seat: string;
  /** The session whose person has the plan. */
  sessionID: string;
  /** The number of metrics that are due and not late. */
  due: number;
  /** The number of metrics that are late. */
  overdue: number;
  /** The due and the late metrics, the late ones first; empty if all are done. */
  metrics: DueStateItem[];
  /** The earliest time at which one of them was due; absent if all are done. */
  since?: string;
  /** When the next of the other metrics is due; absent if there is none. */
  next?: string;
}

/** One metric that asks for a measurement. */
export interface DueStateItem {
  /** The metric, such as `pulse`; `systolic` means both pressures. */
  metric: string;
  /** The time at which it was due, by the plan. */
  since: string;
  /** Whether it is late. */
  overdue: boolean;
}

/** What ble-scanner does when it is asked. */
export const BleScanner = {
  /** The devices that are in sight now. */
  sightings: operation("ble-scanner", "sightings") as Operation<Empty, Sightings>,
  /**
   * Leaves the radio to a device that is being connected: discovery pauses until the link is made, and silence
   * does not count as a fault.
   */
  holdDiscovery: operation("ble-scanner", "holdDiscovery") as Operation<HoldDiscovery, DiscoveryHeld>,
  /** Reports every advertisement at once for a limited time, for a person who pairs a device. */
  pairingMode: operation("ble-scanner", "pairingMode") as Operation<PairingMode, PairingModeUntil>,
};

/** What device-reader does when it is asked. */
export const DeviceReader = {
  /** The catalogue. */
  supportedPeripherals: operation("device-reader", "supportedPeripherals") as Operation<PeripheralFilter, SupportedPeripherals>,
  /** Replaces the passive set; an empty or absent list disables passive reading. */
  setPassivePeripherals: operation("device-reader", "setPassivePeripherals") as Operation<PassivePeripherals, PassivePeripherals>,
  /** Reads a device in the foreground. */
  readPeripheral: operation("device-reader", "readPeripheral") as Operation<ReadPeripheral, PeripheralDidRead>,
  /** Pairs a device that is in sight. */
  pairPeripheral: operation("device-reader", "pairPeripheral") as Operation<PairPeripheral, PeripheralPaired>,
  /** Cancels the foreground work. */
  cancel: operation("device-reader", "cancel") as Operation<CancelWork, Empty>,
  /** Erases what the hub still has of a seat's persons: raw frames and readings measured for the seat. */
  eraseDevices: operation("device-reader", "eraseDevices") as Operation<EraseDevices, DevicesErased>,
  /** Answers a `passkeyRequested`. */
  answerPasskey: operation("device-reader", "answerPasskey") as Operation<AnswerPasskey, Empty>,
  /** Stores what a device needs in addition to its pairing, sealed; the reply lists what is still missing. */
  storePeripheralData: operation("device-reader", "storePeripheralData") as Operation<StorePeripheralData, PeripheralDataStored>,
  /** Removes a device's pairing and secrets at this hub; the only way to clear a stale pairing. */
  forgetDevice: operation("device-reader", "forgetDevice") as Operation<ForgetDevice, DeviceForgotten>,
};

/** What health-importer does when it is asked. */
export const HealthImporter = {
  /** Imports a file on the importer's machine. */
  importFile: operation("health-importer", "importFile") as Operation<ImportFile, ImportState>,
  /** Replaces the watched folders of a seat; without `paths` it only lists them. */
  observe: operation("health-importer", "observe") as Operation<ObserveFolders, ObservedFolders>,
  /** Makes records of whole past days from what the seat's person has already exported. */
  fetchHistoricalSets: operation("health-importer", "fetchHistoricalSets") as Operation<FetchHistoricalSets, HistoricalFetch>,
  /** Ends historical fetches; records that they have already made stay. */
  cancelHistoricalFetch: operation("health-importer", "cancelHistoricalFetch") as Operation<CancelHistoricalFetch, CancelledFetches>,
  /** The imports, the latest first. */
  imports: operation("health-importer", "imports") as Operation<ImportsRequest, ImportList>,
  /** Ends an import that waits or runs; records that it has already handed over stay. */
  cancelImport: operation("health-importer", "cancelImport") as Operation<CancelImport, CancelledImports>,
  /** Erases what the importer has of a seat's persons: anchors, uploads over HTTP, and waiting records. */
  eraseImports: operation("health-importer", "eraseImports") as Operation<SeatReference, ImportsErased>,
};

/** What ocr-worker does when it is asked. */
export const OcrWorker = {
  /** The displays that can be read. */
  ocrPeripherals: operation("ocr-worker", "ocrPeripherals") as Operation<OCRPeripheralsRequest, OCRPeripherals>,
  /** The overlay for a preview of a given size, which shows where to hold the display. */
  overlay: operation("ocr-worker", "overlay") as Operation<OverlayRequest, Overlay>,
  /** Announces a picture to read; the reply lists the missing parts. */
  putPicture: operation("ocr-worker", "putPicture") as Operation<PutPicture, PictureReceived>,
  /** Hands over one part of an announced picture; the last one is answered when the picture is stored. */
  picturePart: operation("ocr-worker", "picturePart") as Operation<PicturePart, PictureReceived>,
  /**
   * A piece of a picture, of a frame's crop or of a preview; for people only. A preview goes only to the caller
   * that requested it.
   */
  pictureBytes: operation("ocr-worker", "pictureBytes") as Operation<PictureBytesRequest, ImageBytes>,
  /** Asks to read a picture; answered once the job is stored. The worker reads it as soon as it has a free lane. */
  recognize: operation("ocr-worker", "recognize") as Operation<RecognizePicture, OCRJob>,
  /** Reads a display in the frames of a camera, a stream, a folder or the caller until the frames agree. */
  startReading: operation("ocr-worker", "startReading") as Operation<StartReading, OCRJob>,
  /** Sends a part of a frame to a stream whose source is `pushed`; the last part is answered with the result. */
  pushFrame: operation("ocr-worker", "pushFrame") as Operation<PushFrame, FramePushed>,
  /** Ends streams and waiting pictures. */
  cancel: operation("ocr-worker", "cancel") as Operation<CancelOCR, CancelledOCR>,
  /** The QR codes and bar codes in a picture. */
  scanCode: operation("ocr-worker", "scanCode") as Operation<ScanCode, ScannedCodes>,
  /**
   * Erases what the worker has of a seat's persons: jobs, pictures, streams and waiting readings. Pictures that
   * are being read are dropped.
   */
  erasePictures: operation("ocr-worker", "erasePictures") as Operation<SeatReference, PicturesErased>,
};

/** What session-manager does when it is asked. */
export const SessionManager = {
  /** Starts a seat's session and ends the present one, unless the server refuses the new credentials. */
  startSession: operation("session-manager", "startSession") as Operation<StartSession, SessionView>,
  /** Ends a seat's session. */
  endSession: operation("session-manager", "endSession") as Operation<SeatReference, SessionEnded>,
  /** A seat's session. */
  session: operation("session-manager", "session") as Operation<SeatReference, SessionView>,
  /** Checks a seat's session with the server again, and retries its waiting records now. */
  retrySession: operation("session-manager", "retrySession") as Operation<SeatReference, SessionRetried>,
  /** Accepts readings from a producer; each is answered once it is stored. */
  submitRecords: operation("session-manager", "submitRecords") as Operation<SubmitRecords, SubmittedRecords>,
  /** The records that wait or are being delivered. */
  queuedRecords: operation("session-manager", "queuedRecords") as Operation<PageRequest, RecordPage>,
  /**
   * The records of an ended session, or of all of a seat's, that are not certain to be at the server; kept for 7
   * days. An `integration` gets only those of seats that share values.
   */
  unsyncedRecords: operation("session-manager", "unsyncedRecords") as Operation<PageRequest, RecordPage>,
  /** The records that the server refused; kept for `records.keep`, at least 30 days. */
  rejectedRecords: operation("session-manager", "rejectedRecords") as Operation<PageRequest, RecordPage>,
  /** Retries waiting records now, without back-off. */
  processQueue: operation("session-manager", "processQueue") as Operation<Empty, QueueState>,
  /** Assigns a device to a seat from a given time; held readings that this decides get their owner. */
  assignDevice: operation("session-manager", "assignDevice") as Operation<AssignDevice, AssignmentView>,
  /** Ends an assignment. */
  unassignDevice: operation("session-manager", "unassignDevice") as Operation<UnassignDevice, AssignmentView>,
  /** The assignments. */
  devices: operation("session-manager", "devices") as Operation<PageRequest, Assignments>,
  /** The readings without an owner. */
  heldReadings: operation("session-manager", "heldReadings") as Operation<PageRequest, HeldPage>,
  /** The notifications after a cursor; kept for 7 days. */
  notificationsSince: operation("session-manager", "notificationsSince") as Operation<NotificationsSince, Notifications>,
  /** Gives a record new values, for an operator. */
  updateRecord: operation("session-manager", "updateRecord") as Operation<UpdateRecord, RecordChanged>,
  /** Deletes a record here and at the server, for an operator. */
  deleteRecord: operation("session-manager", "deleteRecord") as Operation<DeleteRecord, RecordChanged>,
  /** Switches logging on or off, and sets its parts and its sink; kept over restarts. */
  setLogging: operation("session-manager", "setLogging") as Operation<LoggingState, LoggingState>,
  /** Gives a held reading its owner; a repeat changes nothing. */
  confirmReading: operation("session-manager", "confirmReading") as Operation<ConfirmReading, DecidedReading>,
  /** Discards a held reading, so that it does not return; a repeat changes nothing. */
  discardReading: operation("session-manager", "discardReading") as Operation<DiscardReading, DecidedReading>,
  /** Erases a seat's persons from the session manager; refused while the seat has a session. */
  eraseSeat: operation("session-manager", "eraseSeat") as Operation<EraseSeat, SeatErased>,
  /** The health types of a set, grouped as in the mobile SDK's guide. */
  sampleTypes: operation("session-manager", "sampleTypes") as Operation<SampleTypesRequest, SampleTypes>,
  /** Replaces the health types that a seat's session imports; they end with the session. */
  setSubscriptions: operation("session-manager", "setSubscriptions") as Operation<SetSubscriptions, Subscriptions>,
  /** The exported data that a seat's session wants. */
  subscriptions: operation("session-manager", "subscriptions") as Operation<SeatReference, Subscriptions>,
  /** Announces an image of a record; the reply lists the missing parts. */
  putImage: operation("session-manager", "putImage") as Operation<PutImage, ImageReceived>,
  /** Hands over one part of an announced image; the last one is answered when the image is stored. */
  imagePart: operation("session-manager", "imagePart") as Operation<ImagePart, ImageReceived>,
  /** Announces the picture of a reading that will be held; the reply lists the missing parts. */
  putHeldPicture: operation("session-manager", "putHeldPicture") as Operation<PutPicture, PictureReceived>,
  /** Hands over one part of such a picture; the last one is answered when the picture is stored. */
  heldPicturePart: operation("session-manager", "heldPicturePart") as Operation<PicturePart, PictureReceived>,
  /** A piece of a held reading's picture, for the person who decides about it. */
  heldPicture: operation("session-manager", "heldPicture") as Operation<HeldPictureRequest, ImageBytes>,
  /** A seat's records, delivered and waiting, the latest measurement first; kept for `records.keep`. */
  recordHistory: operation("session-manager", "recordHistory") as Operation<RecordHistoryRequest, RecordHistory>,
  /** The site's seats, with session and last readings. */
  seats: operation("session-manager", "seats") as Operation<SeatsRequest, SeatPage>,
  /**
   * Records that a person will ask a hub to measure or pair for a seat. Without it, a reading for another hub's
   * seat is held, and an assignment that concerns another hub's seat or device is refused.
   */
  expectReadings: operation("session-manager", "expectReadings") as Operation<ExpectReadings, ReadingsExpected>,
  /** The sessions, running and ended, the newest first. */
  sessions: operation("session-manager", "sessions") as Operation<PageRequest, SessionPage>,
  /** Sets the usual values of a seat, and replaces earlier ones; kept over restarts. */
  setSeatLimits: operation("session-manager", "setSeatLimits") as Operation<SeatLimits, SeatLimits>,
  /**
   * Resends records that the server refused, once the cause is removed: one, or all that were refused since a
   * time.
   */
  retryRecords: operation("session-manager", "retryRecords") as Operation<RetryRecords, RecordsRetried>,
};

/** What happened; never kept by the broker. */
export const Events = {
  /** A device of the catalogue advertises: sent on first sight, on changed content, and else at most every 10 s. */
  peripheralSighted: told("event/peripheralSighted", "vitalbus.peripheralSighted.v1") as Told<PeripheralSighted>,
  /** A sighted device has not advertised for a while. */
  peripheralLost: told("event/peripheralLost", "vitalbus.peripheralLost.v1") as Told<PeripheralLost>,
  /** A passive device is connected and the hub waits for a measurement: it sent no stored one within 1.5 s. */
  passiveIsReadyToRead: told("event/passiveIsReadyToRead", "vitalbus.passiveIsReadyToRead.v1") as Told<PeripheralEvent>,
  /** A passive reading was stored in the outbox; `readingQueued` or `readingHeld` follows with the decision. */
  passiveDidRead: told("event/passiveDidRead", "vitalbus.passiveDidRead.v1") as Told<PeripheralDidRead>,
  /** A passive reading failed. */
  passiveDidFail: told("event/passiveDidFail", "vitalbus.passiveDidFail.v1") as Told<PeripheralDidFail>,
  /** A foreground reading is ready: measure now. */
  isReadyToReadPeripheral: told("event/isReadyToReadPeripheral", "vitalbus.isReadyToReadPeripheral.v1") as Told<PeripheralEvent>,
  /** A foreground reading has ended; it includes the session manager's decision if that could be asked. */
  didReadPeripheral: told("event/didReadPeripheral", "vitalbus.didReadPeripheral.v1") as Told<PeripheralDidRead>,
  /** A foreground reading failed. */
  readingFailed: told("event/readingFailed", "vitalbus.readingFailed.v1") as Told<PeripheralDidFail>,
  /** A device was paired. */
  didPairPeripheral: told("event/didPairPeripheral", "vitalbus.didPairPeripheral.v1") as Told<PeripheralPaired>,
  /** A device was not paired. */
  didNotPairPeripheral: told("event/didNotPairPeripheral", "vitalbus.didNotPairPeripheral.v1") as Told<PeripheralDidFail>,
  /** A foreground reading was cancelled. */
  didCancelReading: told("event/didCancelReading", "vitalbus.didCancelReading.v1") as Told<PeripheralDidCancel>,
  /** A pairing needs a person: a passkey to type, read out or compare; sent to people only. */
  passkeyRequested: told("event/passkeyRequested", "vitalbus.passkeyRequested.v1") as Told<PasskeyRequested>,
  /** A device sent bytes that cannot be decoded; the hub keeps them. */
  frameUnreadable: told("event/frameUnreadable", "vitalbus.frameUnreadable.v1") as Told<FrameUnreadable>,
  /** The progress of a foreground reading, once a device was found. */
  readingProgress: told("event/readingProgress", "vitalbus.readingProgress.v1") as Told<ReadingProgress>,
  /** Records of one type were made from an export and stored in the outbox. */
  healthRecordsProcessed: told("event/healthRecordsProcessed", "vitalbus.healthRecordsProcessed.v1") as Told<HealthRecordsProcessed>,
  /** The progress of a historical fetch. */
  historicalFetchProgress: told("event/historicalFetchProgress", "vitalbus.historicalFetchProgress.v1") as Told<HistoricalFetchProgress>,
  /** A historical fetch has ended. */
  historicalFetchCompleted: told("event/historicalFetchCompleted", "vitalbus.historicalFetchCompleted.v1") as Told<HistoricalFetchCompleted>,
  /** The progress of an import; at most several times a second. */
  importProgress: told("event/importProgress", "vitalbus.importProgress.v1") as Told<ImportState>,
  /** An import has ended, is held, or has failed. */
  importCompleted: told("event/importCompleted", "vitalbus.importCompleted.v1") as Told<ImportState>,
  /** The worker has examined a picture or a frame. */
  ocrDidProcessResult: told("event/ocrDidProcessResult", "vitalbus.ocrDidProcessResult.v1") as Told<OCRDidProcessResult>,
  /** A display was read. The reading is stored and held for a person; a default user's is only reported. */
  ocrDidCompleteReading: told("event/ocrDidCompleteReading", "vitalbus.ocrDidCompleteReading.v1") as Told<OCRDidCompleteReading>,
  /** A picture or a stream ended without a reading. */
  ocrDidCancel: told("event/ocrDidCancel", "vitalbus.ocrDidCancel.v1") as Told<OCRDidCancel>,
  /** A camera or a stream cannot be opened. */
  ocrCameraUnavailable: told("event/ocrCameraUnavailable", "vitalbus.ocrCameraUnavailable.v1") as Told<OCRCameraUnavailable>,
  /** A session began. */
  sessionStarted: told("event/sessionStarted", "vitalbus.sessionStarted.v1") as Told<SessionStarted>,
  /** A session has ended; `unsyncedRecords` lists its records that are not certain to be delivered. */
  sessionEnded: told("event/sessionEnded", "vitalbus.sessionEnded.v1") as Told<SessionEnded>,
  /** The deliveries to a further destination of a session have ended, alone or with the session. */
  destinationEnded: told("event/destinationEnded", "vitalbus.destinationEnded.v1") as Told<DestinationEnded>,
  /** A destination accepted a record; once for each of its session's destinations. */
  recordSubmitted: told("event/recordSubmitted", "vitalbus.recordSubmitted.v1") as Told<RecordSubmitted>,
  /** A destination refused a record for good; it left the queue of that destination. */
  submissionFailed: told("event/submissionFailed", "vitalbus.submissionFailed.v1") as Told<SubmissionFailed>,
  /** A record could not be delivered now and stays in the queue. */
  submissionRetrying: told("event/submissionRetrying", "vitalbus.submissionRetrying.v1") as Told<SubmissionRetrying>,
  /** A reading has an owner, and its record waits for delivery; imports report `healthRecordsProcessed` instead. */
  readingQueued: told("event/readingQueued", "vitalbus.readingQueued.v1") as Told<ReadingQueued>,
  /** A reading waits for an owner or a confirmation. */
  readingHeld: told("event/readingHeld", "vitalbus.readingHeld.v1") as Told<ReadingHeld>,
  /** The server has an image of a record. */
  imageSubmitted: told("event/imageSubmitted", "vitalbus.imageSubmitted.v1") as Told<ImageSubmitted>,
  /** An image did not reach the server and is not retried automatically. */
  imageSubmissionFailed: told("event/imageSubmissionFailed", "vitalbus.imageSubmissionFailed.v1") as Told<ImageSubmissionFailed>,
  /** A device now makes the readings of a seat: a person assigned it, or paired it there. */
  deviceAssigned: told("event/deviceAssigned", "vitalbus.deviceAssigned.v1") as Told<DeviceAssigned>,
};

/** What is so now; kept by the broker, so that a new subscriber has it at once. */
export const States = {
  /** The facts of a process's start: version, epoch, contract versions, time. */
  info: told("actor/{actor}/{instance}/info", "vitalbus.info.v1") as Told<ActorInfo>,
  /** The condition of a process: last success, queue depths, oldest age, counters. */
  health: told("actor/{actor}/{instance}/health", "vitalbus.health.v1") as Told<ActorHealth>,
  /** The adapter as the scanner sees it. */
  adapterState: told("state/adapter", "vitalbus.adapterState.v1") as Told<AdapterState>,
  /** The passive set and the state of each of its devices. */
  passiveState: told("state/passive", "vitalbus.passiveState.v1") as Told<PassiveState>,
  /** A seat's session, without secrets. */
  sessionState: told("state/session/{seat}", "vitalbus.sessionState.v1") as Told<SessionState>,
  /** The queue's depths. */
  queueState: told("state/queue", "vitalbus.queueState.v1") as Told<QueueState>,
  /** The public key that access tokens are sealed for. */
  sealingState: told("state/sealing", "vitalbus.sealingState.v1") as Told<SealingState>,
  /**
   * The newest value of a metric for the person in a seat's running session; retained until the session ends.
   * Published only for the seats in `vitals.seats`; the broker decides which program receives which seat.
   */
  vital: told("vitals/{seat}/{metric}", "vitalbus.vital.v1") as Told<SharedValue>,
  /** The usual values of a seat, for people only; no topic if none are set. */
  seatLimits: told("state/limits/{seat}", "vitalbus.seatLimits.v1") as Told<SeatLimits>,
  /**
   * What the plan of a seat's person asks for now, without any value; no topic without a plan or a session. It
   * holds for the session that it names: a reader ignores it once `sessionState` names another one, or while the
   * page is not online.
   */
  dueState: told("state/due/{seat}", "vitalbus.dueState.v1") as Told<DueState>,
  /** What is logged and where to; retained, so that every process applies it from its start. */
  loggingState: told("state/logging", "vitalbus.loggingState.v1") as Told<LoggingState>,
};
