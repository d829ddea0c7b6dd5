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

/** What a process says once about itself, retained on `actor/{actor}/{instance}/info`. */
export interface ActorInfo {
  /** The actor's name. */
  actor: string;
  /** The instance's id. */
  instance: string;
  /** The program's version. */
  version: string;
  /** This start of the process; greater than that of every earlier start. */
  epoch: number;
  /** The contract versions that it speaks, for example `v1`. */
  contracts: string[];
  /** When it started. */
  started: string;
}

/** How a process does, retained on `actor/{actor}/{instance}/health` every 30 seconds. */
export interface ActorHealth {
  /**
   * One word for it all. `ok` (it does its work), `degraded` (it works, but needs a look at `problems`),
   * `failed` (it cannot do its work now).
   */
  status: string;
  /** What is wrong, and the way out of it; empty when all is well. */
  problems: Fault[];
  /** When the actor's own work last succeeded; nil before the first time. */
  lastSuccess?: string;
  /** Entries that wait, by queue. */
  queueDepths: { [key: string]: number };
  /** How long the oldest waiting entry has waited, in seconds; nil when nothing waits. */
  oldestAgeSeconds?: number;
  /** Counts since the start, by name; `refused…` counts messages that were not believed, by reason. */
  counters: { [key: string]: number };
  /** Seconds since the start; the bootstrap fills it in. */
  uptimeSeconds?: number;
  /** How often the process tells its health, in seconds: who misses it three times in a row is not heard. */
  intervalSeconds?: number;
  /**
   * How long the broker took to acknowledge the last state that was published, in milliseconds; absent before
   * the first.
   */
  brokerMilliseconds?: number;
  /** Free space where state is kept. */
  disk?: ActorHealthDisk;
  /** Whether the machine's time can be relied on. */
  clock?: ActorHealthClock;
  /** The term of the certificate that the process shows to others; absent where it shows none. */
  certificate?: ActorHealthCertificate;
  /** The last backup of the state directory. */
  backup?: ActorHealthBackup;
  /** The uploader's destinations; absent from others. */
  destinations?: ActorHealthDestination[];
}

/** Free space where state is kept. */
export interface ActorHealthDisk {
  /** Bytes that the process may still write. */
  freeBytes: number;
  /** The file system's size in bytes, without what is kept for root. */
  totalBytes: number;
}

/** Whether the machine's time can be relied on. */
export interface ActorHealthClock {
  /**
   * Whether a time service or the machine's host keeps it right, or the operator says that it is
   * (`clock.trusted`).
   */
  synchronized: boolean;
  /**
   * The greatest error that the kernel reckons with, in seconds (`maxerror` of adjtimex(2)); absent where it is
   * unknown.
   */
  errorSeconds?: number;
}

/** The term of the certificate that the process shows to others. */
export interface ActorHealthCertificate {
  /** From when on it is to be renewed: two thirds of its term are over. */
  renewal: string;
  /** When it ends. */
  ends: string;
}

/** The last backup of the state directory (`vitalbus backup`). */
export interface ActorHealthBackup {
  /** When it was made; absent where there was none. */
  made?: string;
  /**
   * Since when nothing was backed up: the last backup, or the making of the site's key; absent where that is not
   * known.
   */
  since?: string;
  /**
   * Whether it is of the generation of the store that is in use; absent from processes without a store that has
   * one.
   */
  isOfThisStore?: boolean;
}

/** How a destination of records takes what it is sent. */
export interface ActorHealthDestination {
  /**
   * The interface that takes its records. `inform` (the cloud service's version 2), `legacy` (the cloud
   * service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
   */
  apiVersion: string;
  /**
   * One word for it. `working` (it took the last record, or was sent none yet), `retrying` (attempts fail and
   * are made again), `paused` (it is sent only probes until it is repaired).
   */
  state: string;
  /** When it last took something from this process; absent before the first time. */
  lastSuccess?: string;
}

/** A device of the catalogue is in sight. */
export interface PeripheralSighted {
  /** Always null: a sighting has no person. */
  seat: string | null;
  /** The hub that heard it. */
  hub: string;
  /** The device. */
  device: string;
  /** The catalogue's peripherals that the advertisement matches. */
  peripheralIDs: number[];
  /** The advertised name. */
  name?: string;
  /** Signal strength in dBm. */
  rssi?: number;
  /** What was heard. */
  advertisement: Advertisement;
  /** When this episode of advertising began; a new one begins after the device was lost. */
  episode: string;
  /** Whether it is paired with the hub. */
  paired?: boolean;
}

/** A device's advertisement, as it was heard. */
export interface Advertisement {
  /** The advertised services, as full lower-case UUIDs. */
  serviceUUIDs: string[];
  /** Manufacturer data in hexadecimal, by company identifier in decimal. */
  manufacturerData: { [key: string]: string };
  /** Service data in hexadecimal, by service UUID. */
  serviceData: { [key: string]: string };
}

/** A sighted device is silent. */
export interface PeripheralLost {
  /** Always null. */
  seat: string | null;
  /** The hub that heard it last. */
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
  /** When the last advertisement of any device was heard. */
  lastAdvertisement?: string;
  /** What is wrong and the way out, in plain words; null when nothing is. */
  problem: string | null;
  /**
   * The stable word for what is wrong, for example `serviceHung`; `radioSilent` alone is no problem, for a room
   * may be quiet.
   */
  cause?: string;
  /** How many adapters the hub has. */
  adapters?: number;
  /** What was wrong last, when something was. */
  lastCause?: string;
  /** When the radio last worked again after something was wrong. */
  recovered?: string;
}

/** A payload without content. */
export interface Empty {
}

/** The devices in sight. */
export interface Sightings {
  /** Each device's latest sighting; paired ones and those that somebody waits for first, then the nearest. */
  devices: PeripheralSighted[];
  /** How many more are in sight than one message has room for; absent where all are listed. */
  omitted?: number;
}

/** Asks to leave the radio to a device. */
export interface HoldDiscovery {
  /** The device that is wanted. */
  device: string;
  /** For how long, 1 to 120 s; 0 ends the hold of this device. */
  seconds: number;
}

/** Discovery is held. */
export interface DiscoveryHeld {
  /** The end of the hold. */
  until: string;
}

/** Asks to tell every advertisement at once. */
export interface PairingMode {
  /** For how long, 1 to 300 s; 0 ends it. */
  seconds: number;
  /** The only device to tell so; all when absent. */
  device?: string;
}

/** Every advertisement is told at once. */
export interface PairingModeUntil {
  /** The end of it. */
  until: string;
}

/** Something happened to a device. */
export interface PeripheralEvent {
  /** The seat it was done for, if one was named. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The catalogue's number. */
  peripheralID: number;
  /** The device. */
  device: string;
}

/** A device was read. */
export interface PeripheralDidRead {
  /** The seat it was done for, if one was named. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The catalogue's number. */
  peripheralID: number;
  /** The device. */
  device: string;
  /** What was read, the newest 32; in events values only where the seat shares them, in a reply always. */
  records: Reading[];
  /**
   * What became of the newest reading. `outbox` (it is safe in the producer's outbox; the session manager has
   * not answered yet), `submitted` (it is a person's record in the queue), `held` (it waits until a person
   * confirms it), `notStored` (it is the default user's: only the event and the reply have it), `unsynced` (it
   * is the record of a session that has ended), `repeat` (it was known already, and nothing changed), `refused`
   * (the session manager refused it).
   */
  disposition: string;
  /** What became of each of them; absent in `passiveDidRead`, whose reader does not wait for it. */
  fates?: ReadingFate[];
}

/** What the session manager decided about one reading. */
export interface ReadingFate {
  /** The reading. */
  readingKey: string;
  /**
   * What became of it. `outbox` (it is safe in the producer's outbox; the session manager has not answered yet),
   * `submitted` (it is a person's record in the queue), `held` (it waits until a person confirms it),
   * `notStored` (it is the default user's: only the event and the reply have it), `unsynced` (it is the record
   * of a session that has ended), `repeat` (it was known already, and nothing changed), `refused` (the session
   * manager refused it).
   */
  fate: string;
  /** Whose it is, once a person is decided. */
  seat?: string;
  /** Its record, once a person is decided. */
  logID?: string;
  /**
   * Why it is held. `noAssignment` (the device is not assigned at the measurement's time), `assignedToAnother`
   * (it was read for one seat, and the device is another's), `olderThanRequest` (it was read for a seat, and
   * measured before that was asked for), `clockUnknown` (the measurement's time is not known), `noSession` (the
   * seat had no session at the measurement's time), `invalid` (something in it breaks the rules: a time in the
   * future, no value), `changedByHand` (it is a later revision of what an operator has corrected, changed or
   * deleted), `awaitsConfirmation` (a person is to confirm it first), `implausible` (its values are very
   * unusual, they contradict each other, or its device doubts them: a person confirms or corrects them),
   * `possibleRepeat` (its device sent equal values with an equal time before, and measured it later: a person
   * says whether they are two), `anotherHubsSeat` (it was read for another hub's seat, although no request for
   * it is recorded).
   */
  reason?: string;
  /** Whose the device is by its assignment, where that speaks against the seat that was asked for. */
  assignedSeat?: string;
  /** Why it was refused. */
  error?: Fault;
}

/** Something failed on a device. */
export interface PeripheralDidFail {
  /** The seat it was done for, if one was named. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The catalogue's number. */
  peripheralID: number;
  /** The device; null where none was found. */
  device: string | null;
  /**
   * Why, in the words of the mobile SDK. `communication` (the link broke, or the device answered with an error),
   * `connection` (the device could not be connected), `pairingFailed` (the device refused the pairing, or the
   * code was wrong), `bluetoothOff` (the hub's Bluetooth is off, blocked or away), `noReading` (the device was
   * read and had nothing to send), `noUser` (there is no session at the seat, or the scale has no user for it),
   * `connectionTimeout` (the device was not found or connected in time), `readingTimeout` (the device was
   * connected and sent no measurement in time), `busy` (other foreground work runs), `cancelled` (it was
   * cancelled), `notPaired` (the device has to be paired first), `staleBond` (the device has lost or replaced
   * its half of the pairing: forget it and pair it again), `missingPart` (a key file, a license, an encryption
   * key or a driver is missing; the error says which), `unreadable` (what the device sent cannot be read),
   * `notAllowed` (the device is not among the allowed ones), `storeUnavailable` (the hub's disk cannot keep
   * readings).
   */
  reason?: string;
  /** What went wrong, and the way out. */
  error: Fault;
  /** The id of the request that failed; absent without a request. */
  request?: string;
}

/** A device was paired. */
export interface PeripheralPaired {
  /** The seat it was paired for, if one was named. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The catalogue's number. */
  peripheralID: number;
  /** The device; by its lasting address, so it can differ from the one that was asked for. */
  device: string;
  /**
   * Whether the device is the seat's from now on; false if it could not be reported, null where no seat was
   * named.
   */
  assigned: boolean | null;
  /** Why the device is not the seat's although it is paired; absent where it is, or without an answer yet. */
  assignmentError?: Fault;
}

/** The passive set and its devices. */
export interface PassiveState {
  /** The hub. */
  hub: string;
  /** The passive set. */
  peripheralIDs: number[];
  /** The devices that were sighted. */
  devices: PassiveStateDevice[];
}

/** One device. */
export interface PassiveStateDevice {
  /** The device. */
  device: string;
  /** The catalogue's number. */
  peripheralID: number;
  /**
   * What it does. `armed` (it is read once it is seen), `reading` (it is being read), `cooling` (it was read,
   * and rests), `failed` (it could not be read, and is tried again), `noReading` (it had nothing to send),
   * `claimed` (another hub reads it), `notPaired` (it is not tried again until it is paired), `missingPart` (it
   * is not tried again until it has what it lacks).
   */
  phase: string;
}

/** Foreground work was cancelled. */
export interface PeripheralDidCancel {
  /** The seat it was done for, if one was named. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The catalogue's number. */
  peripheralID: number;
  /** The device; null where none was found yet. */
  device: string | null;
}

/** A pairing needs a person. */
export interface PasskeyRequested {
  /** The seat that it is paired for, if one was named. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The catalogue's number. */
  peripheralID: number;
  /** The device. */
  device: string;
  /** What `answerPasskey` names. */
  request: string;
  /** The id of the `pairPeripheral` request that is asked about. */
  pairing?: string;
  /**
   * What is asked for. `enter` (the device shows six digits: answer with them), `show` (the person types the
   * digits into the device: no answer is awaited), `confirm` (the device shows digits too: answer whether they
   * are the same).
   */
  kind: string;
  /** The six digits to type into the device, or to compare; null where the device shows them. */
  digits: string | null;
  /** When an answer comes too late. */
  expires: string;
}

/** A frame that cannot be decoded, without its bytes. */
export interface FrameUnreadable {
  /** Always null: its person is unknown. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The catalogue's number. */
  peripheralID: number;
  /** The device. */
  device: string;
  /** The UUID of the characteristic that it came by. */
  characteristic: string;
  /** How many bytes it has. */
  length: number;
  /** What is wrong with it, as `truncated`. */
  code: string;
  /** The number of its row among the hub's raw frames, where it is kept for `frames.keep`. */
  frame: number;
}

/** How far a foreground reading is. */
export interface ReadingProgress {
  /** The seat it is done for, if one was named. */
  seat: string | null;
  /** The hub. */
  hub: string;
  /** The catalogue's number. */
  peripheralID: number;
  /** The device. */
  device: string;
  /** The id of the `readPeripheral` request. */
  request: string;
  /**
   * How far it is. `connecting` (a device was found, and is being connected), `waiting` (it is connected, and
   * waits for a measurement), `receiving` (it sends what it measured).
   */
  phase: string;
}

/** Chooses entries of the catalogue; all parts that are there must hold. */
export interface PeripheralFilter {
  /** One number. */
  peripheralID?: number;
  /** One type, for example `bloodPressureMonitor`. */
  type?: string;
  /** Words of the name, in any case. */
  text?: string;
  /** Only those that are verified, or only the others. */
  verified?: boolean;
  /** Only those that have to be paired, or only the others. */
  requiresPairing?: boolean;
  /** Only those that are switched off, or only the others. */
  disabled?: boolean;
}

/** Entries of the catalogue. */
export interface SupportedPeripherals {
  /** The entries. */
  peripherals: PeripheralView[];
}

/** One entry of the catalogue. */
export interface PeripheralView {
  /** The number. */
  peripheralID: number;
  /** The name that people see. */
  name: string;
  /** The maker. */
  manufacturer?: string;
  /** The model. */
  model?: string;
  /** The kind of device. */
  type: string;
  /** Whether it must be paired. */
  requiresPairing: boolean;
  /** How to pair it, in plain words. */
  pairingInstructions: string;
  /** How to begin a reading, in plain words. */
  startInstructions?: string;
  /** How to take a reading, in plain words. */
  readingInstructions: string;
  /** An image of it: a drawing in a file of the hub, or what the operator's catalogue file names. */
  imageURL?: string;
  /**
   * The image itself as an address that holds it (`data:`, RFC 2397), 64 KiB of content at most; only in the
   * answer to a filter by `peripheralID`, and absent where `imageURL` names another machine's file.
   */
  image?: string;
  /**
   * When it can be seen. `beforeMeasurement` (it can be seen as soon as it is switched on), `afterMeasurement`
   * (it only connects to deliver), `either` (it can be seen before and after).
   */
  advertises?: string;
  /** Whether it may send measurements that it has kept. */
  hasMemory?: boolean;
  /** What it speaks: `standard`, or the name of the driver that it needs. */
  speaks?: string;
  /** The ways in which the model is known to depart from its profile. */
  quirks?: string[];
  /** What is missing at this hub before any such device can be read; empty when nothing is. */
  missing?: Fault[];
  /** Whether it is switched off. */
  disabled: boolean;
  /** Whether a frame captured from this model passes, and this program reads the model. */
  verified: boolean;
}

/** The passive set. */
export interface PassivePeripherals {
  /** The catalogue's numbers; empty or absent disables. */
  peripheralIDs?: number[];
}

/** Asks for a foreground reading. */
export interface ReadPeripheral {
  /** The device; absent takes the nearest one of the peripheral that is allowed. */
  device?: string;
  /** The catalogue's number. */
  peripheralID: number;
  /** The seat the reading is for; null leaves it to the assignments. */
  seat?: string;
  /** Whether the reading is booked at once, true when absent; otherwise it is held until `confirmReading`. */
  autoSubmit?: boolean;
  /** How long to wait for a measurement, 1 to 300 s, 60 when absent. */
  seconds?: number;
  /** The devices that may be read: an empty list allows none, an absent one any. */
  allowedDevices?: string[];
  /**
   * What was measured so many seconds before the request is the seat's too, 0 to 600, 0 when absent: for meters
   * that measure first and are switched on afterwards.
   */
  sinceSeconds?: number;
}

/** Asks to pair a device. */
export interface PairPeripheral {
  /** The device. */
  device: string;
  /** The catalogue's number. */
  peripheralID: number;
  /** The seat it is paired for. */
  seat?: string;
  /** The device's own user index that is the seat's; absent for all that it measures, or for a scale's new user. */
  userIndex?: number;
  /**
   * Takes over the scale's user of that index, and makes no new one: the user's PIN, 1 to 4 digits, as the scale
   * or its maker's app shows it.
   */
  pin?: string;
  /**
   * What the scale needs to know of the seat's person, as without it many give no body composition; kept sealed
   * until the scale has it.
   */
  person?: ScalePerson;
}

/** What a scale needs to know of a person; a part that is absent stays as the scale has it. */
export interface ScalePerson {
  /** The date of birth: year, month and day, as 1958-03-14. */
  birthDate?: string;
  /**
   * The sex. `female` (female), `male` (male), `unspecified` (not said; some scales give no body composition
   * then).
   */
  sex?: string;
  /** The height in centimetres, 50 to 250. */
  height?: number;
}

/** Asks to end the foreground work. */
export interface CancelWork {
  /** The id of the request that began it; absent ends whatever runs, also somebody else's. */
  request?: string;
}

/** Names a seat whose persons' traces are erased at a hub's reader. */
export interface EraseDevices {
  /** The seat. */
  seat: string;
  /** All assignments of the devices that are or were the seat's, other seats' too, 200 at most. */
  assignments: AssignmentView[];
  /** Whether the adapter forgets the seat's devices, which have to be paired again then; false when absent. */
  forgetPairing?: boolean;
}

/** One assignment. */
export interface AssignmentView {
  /** The device. */
  device: string;
  /** The device's own user index. */
  userIndex: number | null;
  /** The seat. */
  seat: string;
  /** From when on. */
  from: string;
  /** Until when, null while it is valid. */
  until: string | null;
  /** How many held readings got their owner by it; only in the reply to `assignDevice`. */
  owned?: number;
}

/** What a hub's reader has erased. */
export interface DevicesErased {
  /** The hub. */
  hub: string;
  /** Raw frames that were erased. */
  frames: number;
  /** Readings that were erased before the session manager had them. */
  readings: number;
  /** Raw frames of shared devices that stay, because they are not the seat's for certain. */
  keptFrames: number;
  /** Readings of the devices that go on waiting for the session manager: another person's, or nobody's yet. */
  keptReadings: number;
  /** How many devices the adapter has forgotten. */
  forgotten: number;
}

/** A person's answer to `passkeyRequested`; one of both parts. */
export interface AnswerPasskey {
  /** The question's id, from `passkeyRequested`. */
  request: string;
  /** The six digits that the device shows, leading zeros too. */
  passkey?: string;
  /** Whether the device shows the same digits; false also ends a pairing that asks for a passkey. */
  accept?: boolean;
}

/** What a device needs beside its pairing, as the person reads it off. */
export interface StorePeripheralData {
  /** The device. */
  device: string;
  /** The catalogue's number. */
  peripheralID: number;
  /** The device's encryption key: 32 hexadecimal digits. */
  encryptionKey: string;
}

/** A device's data is stored, sealed. */
export interface PeripheralDataStored {
  /** The hub. */
  hub: string;
  /** The device. */
  device: string;
  /** What is still missing before the device can be read; empty when nothing is. */
  missing: Fault[];
}

/** Names a device that a hub is to forget. */
export interface ForgetDevice {
  /** The device. */
  device: string;
}

/** A device is forgotten at a hub; whose it is stays as it was assigned. */
export interface DeviceForgotten {
  /** The hub. */
  hub: string;
  /** The device. */
  device: string;
  /** Whether the adapter knew it; its pairing is gone then. */
  pairing: boolean;
  /** How many of its secrets were erased. */
  secrets: number;
}

/** Records of one type were made of what a person exported. */
export interface HealthRecordsProcessed {
  /** The seat. */
  seat: string | null;
  /** The importer's hub. */
  hub: string;
  /** The import that they came by. */
  importID: string;
  /** The record type, as `routine`. */
  recordType: string;
  /** How many records are new or changed. */
  count: number;
}

/** How far a historical fetch is. */
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

/** How many records of a set a fetch has found. */
export interface HistoricalCount {
  /** The set. `routine` (a day's activity), `fitness` (workouts), `intraday` (steps in short intervals). */
  set: string;
  /** How many records it found, new or not. */
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
  /** Why it did not come to its end; null where it did. */
  error: Fault | null;
}

/** An import and how far it is. */
export interface ImportState {
  /** The seat that it is for. */
  seat: string | null;
  /** The importer's hub. */
  hub: string;
  /** The import's id. */
  importID: string;
  /**
   * Where it comes from. `file` (it was requested), `folder` (it was found in a watched folder), `http` (it was
   * posted), `fetch` (it is a historical fetch).
   */
  origin: string;
  /**
   * How far it is. `waiting` (others go first), `running` (it is being read), `done` (all of it is read), `held`
   * (it needs a person's confirmation), `failed` (it cannot be read), `cancelled` (it was cancelled).
   */
  state: string;
  /** How many bytes are done, uncompressed. */
  bytes: number;
  /** How many bytes there are; 0 if unknown. */
  totalBytes: number;
  /** How many records were new. */
  created: number;
  /** How many records changed. */
  updated: number;
  /** How many records were known as they are. */
  unchanged: number;
  /** How many places of the input could not be read. */
  damaged: number;
  /**
   * What was left out though it could be read, by file and reason, in a list of several imports by reason alone;
   * absent where nothing was.
   */
  leftOut?: ImportLeftOut[];
  /** Why it is held or has failed; null where it is not. */
  error: Fault | null;
}

/** Something that an input has and no record is made from. */
export interface ImportLeftOut {
  /**
   * Why. `impossible` (no living person has such a value), `noMeasurement` (by the format's own words nothing
   * was measured: a status, a goal, a zero), `unknownUnit` (its unit is not known), `unknownElement` (nothing is
   * made from its element, column or table), `unknownFile` (its file is of no known kind), `unreadableFile` (its
   * file cannot be opened), `otherUser` (it is of another user of the device), `noTimeInBed` (a night of another
   * app has no time in bed), `repeated` (another file of the input has it), `incomplete` (it is a part without
   * the rest, as half of a blood pressure).
   */
  reason: string;
  /** How often. */
  count: number;
  /** The file's name, without its folders; absent where the input is one file, and for a sum of several. */
  file?: string;
  /** The element, column or type; absent for a sum of several. */
  element?: string;
}

/** Names a file to import, and what of it. */
export interface ImportFile {
  /** The file's absolute path on the importer's machine. */
  path: string;
  /** The seat that it is for; needed unless the site's hub has one seat or the file lies in a watched folder. */
  seat?: string;
  /** The sets that are wanted, as `routine`; all that the session's destination takes when absent. */
  sets?: string[];
  /** The first local day, as `2026-03-01`; all when absent. */
  from?: string;
  /** The last local day; all when absent. */
  to?: string;
  /** The person's home zone by its name in the tz database. */
  zone?: string;
  /** Names of sources, the one that counts most first. */
  sources?: string[];
  /** Whether every heart rate is taken, not one in a quarter of an hour; false when absent. */
  allHeartRates?: boolean;
  /**
   * Whether an operator says that it is the seat's person's, though it names another one than before; false when
   * absent.
   */
  confirmsPerson?: boolean;
  /**
   * Whose values are taken of a device that keeps several users apart by numbers, as scales and cuffs do;
   * without it values of several users are held.
   */
  userIndex?: number;
}

/** Says which folders of a seat are watched. */
export interface ObserveFolders {
  /** The seat; all seats when absent, which only shows. */
  seat?: string;
  /** Absolute paths on the importer's machine; empty stops, absent only shows. */
  paths?: string[];
}

/** The folders that are watched. */
export interface ObservedFolders {
  /** The folders. */
  folders: ObservedFoldersFolder[];
}

/** One folder. */
export interface ObservedFoldersFolder {
  /** The seat whose person's exports come there. */
  seat: string;
  /** Its path. */
  path: string;
}

/** Asks for whole days of the past. */
export interface FetchHistoricalSets {
  /** The seat. */
  seat: string;
  /**
   * The sets that are wanted, one or several. `routine` (a day's activity), `fitness` (workouts), `intraday`
   * (steps in short intervals).
   */
  sets: string[];
  /** The first local day, as `2026-03-01`; days more than 179 before today are left out, of intraday more than 7. */
  from: string;
  /** The last local day; today when absent. */
  to?: string;
}

/** A historical fetch that has begun. */
export interface HistoricalFetch {
  /** The seat. */
  seat: string;
  /** The fetch's id. */
  fetchID: string;
  /**
   * The sets that are fetched; intraday only where the session wants it. `routine` (a day's activity), `fitness`
   * (workouts), `intraday` (steps in short intervals).
   */
  sets: string[];
  /** The first local day. */
  from: string;
  /** The last local day. */
  to: string;
  /** What is not done as asked, and why. */
  warnings: string[];
}

/** Names historical fetches that are to end. */
export interface CancelHistoricalFetch {
  /** The seat. */
  seat: string;
  /** The fetch; all of the seat's when absent. */
  fetchID?: string;
}

/** The fetches that were ended. */
export interface CancelledFetches {
  /** Their ids; empty where none ran. */
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
  /** Their ids; empty where it had ended by itself. */
  importIDs: string[];
}

/** Names a seat, or one of its sessions. */
export interface SeatReference {
  /** The seat. */
  seat: string;
  /** The session that is meant; absent for the one that the seat has now. */
  sessionID?: string;
}

/** What the importer has erased of a seat. */
export interface ImportsErased {
  /** The seat. */
  seat: string;
  /** Marks of records that were handed over. */
  marks: number;
  /** Records that waited for the session manager. */
  readings: number;
}

/** A picture or a frame was looked at. */
export interface OCRDidProcessResult {
  /** The seat. */
  seat: string | null;
  /** Where it was looked at. */
  hub: string;
  /** The picture's job, or the stream's. */
  jobID: string;
  /** The number of the frame, from 1. */
  frame: number;
  /** What was seen; without text and values where the seat's values are not shared. */
  result: DisplayResult;
  /**
   * What the frames still lack to make a reading; absent for a picture, and for the frame that completes one.
   * `smallPrint` (it is as small as print), `upsideDown` (it is a number upside down, too), `unitSymbol` (the
   * last figure may be the symbol of a unit), `longerText` (it may be a part of a longer text), `mayContinue`
   * (there may be more digits next to it), `restoredPoint` (a decimal point was supposed, not seen),
   * `missingValue` (a value that such a meter shows is missing), `severalDisplays` (another meter may be in
   * view), `glare` (a reflection covers a part of it), `glareBeside` (a reflection covers a place next to a
   * value, where another digit would make another value), `unsure` (it is not certain enough; the words with
   * this one say what speaks against it most), `blurred` (it is blurred), `faint` (the digits hardly stand out),
   * `tooSmall` (it is small in the picture), `tilted` (it is tilted in the picture), `unclearDigits` (digits
   * look like others), `unclearPoint` (a decimal point may have been missed), `unclearDisplay` (the display
   * itself is hardly recognised), `unusualValue` (the values are rare for such a meter), `unusualLayout` (the
   * rows are not placed as such a meter has them, or something large next to them was not used), `fewChecks`
   * (nothing else on the display confirms a number as short as this one), `fewFrames` (too few frames show a
   * reading so far), `framesAlike` (the frames are so alike that many say little more than one),
   * `framesDisagree` (the frames show different readings).
   */
  waits?: string[];
  /** The frame as whoever holds the meter sees it, where a preview was asked for and this frame was drawn. */
  preview?: FramePreview;
}

/** What was seen on a display. */
export interface DisplayResult {
  /** The display's rows, divided by line feeds; empty where nothing was seen. */
  text: string;
  /** The values; empty where it was refused, or where the seat's values are not shared. */
  fields: DisplayResultField[];
  /** How certain all of it is, from 0 to 1. */
  confidence: number;
  /** Whether it is certain enough to be taken for right; a person confirms it all the same. */
  accepted: boolean;
  /**
   * Why it is not accepted, each a sentence with its way out; absent where it is, and where `refused` says why.
   * `smallPrint` (it is as small as print), `upsideDown` (it is a number upside down, too), `unitSymbol` (the
   * last figure may be the symbol of a unit), `longerText` (it may be a part of a longer text), `mayContinue`
   * (there may be more digits next to it), `restoredPoint` (a decimal point was supposed, not seen),
   * `missingValue` (a value that such a meter shows is missing), `severalDisplays` (another meter may be in
   * view), `glare` (a reflection covers a part of it), `glareBeside` (a reflection covers a place next to a
   * value, where another digit would make another value), `unsure` (it is not certain enough; the words with
   * this one say what speaks against it most), `blurred` (it is blurred), `faint` (the digits hardly stand out),
   * `tooSmall` (it is small in the picture), `tilted` (it is tilted in the picture), `unclearDigits` (digits
   * look like others), `unclearPoint` (a decimal point may have been missed), `unclearDisplay` (the display
   * itself is hardly recognised), `unusualValue` (the values are rare for such a meter), `unusualLayout` (the
   * rows are not placed as such a meter has them, or something large next to them was not used), `fewChecks`
   * (nothing else on the display confirms a number as short as this one), `fewFrames` (too few frames show a
   * reading so far), `framesAlike` (the frames are so alike that many say little more than one),
   * `framesDisagree` (the frames show different readings).
   */
  reasons?: string[];
  /**
   * Why there is no reading; absent where there is one. `noDisplay` (no display is seen), `displayOff` (the
   * display is off), `severalDisplays` (there are several displays), `errorCode` (it shows an error of the
   * meter), `outOfRange` (it shows that the value is out of the meter's range), `clock` (it shows the time),
   * `memory` (it shows an older value), `unreadable` (the characters are ambiguous), `implausible` (such values
   * are impossible), `notThisField` (the number on it is none of this kind, only a part of it would be),
   * `tooDark` (the picture is too dark), `blurred` (the picture is blurred), `glare` (a reflection covers it),
   * `tooSmall` (the display is too small in the picture).
   */
  refused?: string;
  /** A reflection on the display; absent where there is none. */
  glare?: Glare;
  /**
   * The display cut out; absent where there is none, and for a stream's frame where the seat's values are not
   * shared.
   */
  crop?: PictureReference;
  /** Where the display is in the picture; absent where none was found. */
  display?: PictureArea;
}

/** One value of the display. */
export interface DisplayResultField {
  /** The layout's name of it, as `sys`. */
  key: string;
  /** The characters, as `128`. */
  text: string;
  /** The value as a record has it. */
  measurement?: Measurement;
  /** How certain each character is, from 0 to 1. */
  characters: number[];
}

/** A reflection on a display. */
export interface Glare {
  /** Where it is. */
  area: PictureArea;
  /** How strong it is, from 0 to 1. */
  strength: number;
}

/** A rectangle of a picture, in its pixels as it is looked at. */
export interface PictureArea {
  /** From the left. */
  x: number;
  /** From above. */
  y: number;
  /** Its width. */
  width: number;
  /** Its height. */
  height: number;
}

/** Where a picture is, in place of the picture. */
export interface PictureReference {
  /** What it is called there. */
  sha256: string;
  /** Its size in bytes. */
  size: number;
  /** What kind of file it is. `image/jpeg` (JPEG), `image/png` (PNG). */
  contentType: string;
  /**
   * The reading with which the session manager holds it, for `heldPicture`; absent where none has it, as of a
   * frame's crop, for `pictureBytes`.
   */
  readingKey?: string;
}

/** A frame as whoever holds the meter sees it. */
export interface FramePreview {
  /**
   * The whole frame, 640 pixels at most on its longer side, with the overlay, what was found and what is read so
   * far drawn in: for `pictureBytes` with the `previewKey` alone.
   */
  picture: PictureReference;
  /** The picture's width in pixels. */
  width: number;
  /** The picture's height in pixels. */
  height: number;
  /** Where the display belongs, in the picture. */
  frame: PictureArea;
  /** Where a display was found, in the picture; absent where none was. */
  display?: PictureArea;
  /**
   * What helps, the first one first. `aim` (no display is seen), `nearer` (move the meter towards the camera),
   * `farther` (move the meter away from the camera), `left` (move the meter to the left of the picture), `right`
   * (move the meter to the right of the picture), `up` (move the meter up in the picture), `down` (move the
   * meter down in the picture), `straighten` (turn the meter straight), `glare` (avoid the reflection), `dark`
   * (make light), `blurred` (hold still), `off` (switch the meter on), `onlyOne` (show one of the displays
   * alone), `hold` (it is good so).
   */
  hints: string[];
}

/** A display was read; the reading is safe, and waits for a person, or is the default user's and only told. */
export interface OCRDidCompleteReading {
  /** The seat. */
  seat: string | null;
  /** Where it was read. */
  hub: string;
  /** The picture's job, or the stream's. */
  jobID: string;
  /** The reading; without values where the seat's values are not shared. */
  record: Reading;
  /** The display cut out; null where it was not kept. */
  crop: PictureReference | null;
  /** What it rests on. */
  metadata: OCRDidCompleteReadingMetadata;
  /**
   * What becomes of it; `held` when absent. `held` (it waits until a person confirms it), `notStored` (it is the
   * default user's: only the answer has it).
   */
  disposition?: string;
}

/** What the reading rests on. */
export interface OCRDidCompleteReadingMetadata {
  /** How many frames it was made of. */
  frames: number;
  /** Which part of them said the same, from 0 to 1. */
  agreement: number;
  /** How certain it is, from 0 to 1. */
  confidence: number;
  /** Whether it is certain enough to be taken for right. */
  accepted: boolean;
  /**
   * Why it is not accepted; absent where it is. `smallPrint` (it is as small as print), `upsideDown` (it is a
   * number upside down, too), `unitSymbol` (the last figure may be the symbol of a unit), `longerText` (it may
   * be a part of a longer text), `mayContinue` (there may be more digits next to it), `restoredPoint` (a decimal
   * point was supposed, not seen), `missingValue` (a value that such a meter shows is missing),
   * `severalDisplays` (another meter may be in view), `glare` (a reflection covers a part of it), `glareBeside`
   * (a reflection covers a place next to a value, where another digit would make another value), `unsure` (it is
   * not certain enough; the words with this one say what speaks against it most), `blurred` (it is blurred),
   * `faint` (the digits hardly stand out), `tooSmall` (it is small in the picture), `tilted` (it is tilted in
   * the picture), `unclearDigits` (digits look like others), `unclearPoint` (a decimal point may have been
   * missed), `unclearDisplay` (the display itself is hardly recognised), `unusualValue` (the values are rare for
   * such a meter), `unusualLayout` (the rows are not placed as such a meter has them, or something large next to
   * them was not used), `fewChecks` (nothing else on the display confirms a number as short as this one),
   * `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames are so alike that many say
   * little more than one), `framesDisagree` (the frames show different readings).
   */
  reasons?: string[];
  /** The values with the certainty of each character; empty where the seat's values are not shared. */
  fields: DisplayResultField[];
}

/** A picture or a stream ended without a reading. */
export interface OCRDidCancel {
  /** The seat. */
  seat: string | null;
  /** Where it was read. */
  hub: string;
  /** The picture's job, or the stream's. */
  jobID: string;
  /**
   * Why there is no reading. `requested` (it was cancelled), `timedOut` (its time is over), `ended` (there are
   * no more frames), `refused` (there is no reading in it), `failed` (it cannot be read), `draining` (the worker
   * stops).
   */
  reason: string;
}

/** A camera or a stream cannot be had. */
export interface OCRCameraUnavailable {
  /** The seat. */
  seat: string | null;
  /** Where it was looked for. */
  hub: string;
  /** The stream's job. */
  jobID: string;
  /** Its name in the configuration. */
  source: string;
  /**
   * Why it cannot be had. `denied` (the worker has no right to it), `missing` (it is not there), `busy` (another
   * process has it).
   */
  reason: string;
}

/** Asks which displays can be read. */
export interface OCRPeripheralsRequest {
  /** Only this peripheral. */
  peripheralID?: number;
  /** Only those of a type, as `bloodPressure`. */
  type?: string;
}

/** The displays that can be read. */
export interface OCRPeripherals {
  /** All of them, by number. */
  peripherals: OCRPeripheralsEntry[];
}

/** A model whose display can be read. */
export interface OCRPeripheralsEntry {
  /** Its number. */
  peripheralID: number;
  /** Its type, as `bloodPressure`. */
  type: string;
  /** Who makes it. */
  manufacturer: string;
  /** The model. */
  model: string;
  /** Where a picture of it is; absent where nobody shows one. */
  imageURL?: string;
  /** The units that it may be set to, the default first. */
  units: string[];
  /** The keys of the values that it shows, as `sys`. */
  fields: string[];
  /**
   * How well `overlay` knows its display. `model` (its places and proportions were measured), `rows` (its rows
   * and words are known, with its type's proportions), `kind` (nothing is certain: it is drawn as any of its
   * type).
   */
  layout?: string;
}

/** Asks for what to lay over a preview. */
export interface OverlayRequest {
  /** The peripheral. */
  peripheralID: number;
  /** The preview's width in pixels, 16 to 8192. */
  width: number;
  /** The preview's height in pixels, 16 to 8192. */
  height: number;
}

/** What to lay over a preview, so that the display is held where it is looked for. */
export interface Overlay {
  /** The peripheral. */
  peripheralID: number;
  /** Where the display belongs in the preview: the `box` of `recognize` and `startReading`. */
  frame: PictureArea;
  /** The picture to lay over it, as large as the preview, SVG. */
  svg: string;
  /** The same as PNG, base64; absent where it is too large for a message. */
  png?: string;
}

/** Announces a picture; the reply says which parts are wanted. A repeat changes nothing and says how far it got. */
export interface PutPicture {
  /** The reading that it shows; absent where a picture is handed over to be read. */
  readingKey?: string;
  /** The SHA-256 of the file as it is sent, 64 hex digits. */
  sha256: string;
  /** The file's size in bytes, 1 to 10000000. */
  size: number;
}

/** How far a picture has got. */
export interface PictureReceived {
  /** The SHA-256 of the file as it was announced: what the picture is called here. */
  sha256: string;
  /** How far it is. `wanted` (parts are missing), `stored` (it is safe here). */
  state: string;
  /** The size of a part in bytes; the last one has the rest. */
  partSize: number;
  /** The parts that are missing, 250 at most; empty too while the last one is being checked: ask again then. */
  missing: number[];
}

/** One part of an announced picture. A repeat changes nothing. */
export interface PicturePart {
  /** The reading that it shows, as it was announced. */
  readingKey?: string;
  /** The SHA-256 of the whole file, as it was announced. */
  sha256: string;
  /** The part, 0 to 249. */
  index: number;
  /** The part's bytes, base64; 40,000 bytes, the last part has the rest. */
  data: string;
}

/** Asks for a piece of a picture of the `ocr-worker`. */
export interface PictureBytesRequest {
  /** The picture, or the crop or preview of a stream's frame: of its newest 16, for a minute. */
  sha256: string;
  /** Where the piece begins. */
  offset: number;
  /** The key that `startReading` asked for a preview with; absent for any other picture. */
  previewKey?: string;
}

/** A piece of an image. */
export interface ImageBytes {
  /** The bytes, base64; 40,000 bytes or what is left. */
  data: string;
}

/** Asks to read a picture that was handed over before by `putPicture`. */
export interface RecognizePicture {
  /** The picture. */
  sha256: string;
  /** What is expected in it; anything when absent. */
  wish?: DisplayWish;
  /** The seat that the reading is for; absent leaves it to whoever confirms it. */
  seat?: string;
  /** When it was taken; now when absent. */
  takenAt?: string;
  /** Whether the reading is held for a confirmation, true when absent; otherwise it is only told. */
  holds?: boolean;
}

/** Which display is expected in a picture. */
export interface DisplayWish {
  /** The OCR peripheral. */
  peripheralID?: number;
  /**
   * The type of display, where no peripheral is named; `any` when absent. `bloodPressure` (a blood pressure
   * monitor's), `glucoseMeter` (a glucose meter's), `thermometer` (a thermometer's), `pulseOximeter` (a pulse
   * oximeter's), `weightScale` (a scale's), `any` (any of these).
   */
  type?: string;
  /** The unit that the meter shows, as `mmol/L`; the peripheral's own when absent. */
  unit?: string;
  /** Where the display is, the overlay's frame; the whole picture when absent. */
  box?: PictureArea;
  /**
   * How far `box` is turned around its centre, in degrees clockwise, -360 to 360: `box` has its place and size
   * before turning, and its upper edge becomes the display's; 0 when absent.
   */
  boxAngle?: number;
}

/** A picture that is to be read or was read; the same request again tells how far it is. */
export interface OCRJob {
  /** The job's id, the request's own. */
  jobID: string;
  /** The key of the reading that it makes, if it makes one. */
  readingKey: string;
  /**
   * How far it is. `waiting` (it is not read yet), `done` (it was read), `failed` (it cannot be read),
   * `cancelled` (it was cancelled).
   */
  state: string;
  /** What was seen, once it is done. */
  result?: DisplayResult;
  /** Why it failed. */
  error?: Fault;
  /** Whether its reading waits for a person's confirmation; absent while it is not done. */
  held?: boolean;
  /**
   * What becomes of its reading; absent where there is none. `held` (it waits until a person confirms it),
   * `notStored` (it is the default user's: only the answer has it).
   */
  disposition?: string;
}

/** Asks to read a display until the frames agree. */
export interface StartReading {
  /**
   * A camera or stream by its name in the configuration of the worker, `folder` with `path`, or `pushed` for
   * frames that the caller gives by `pushFrame`.
   */
  source: string;
  /** The folder's absolute path on the worker's machine, below one that `folders` allows. */
  path?: string;
  /** What is expected; anything when absent. */
  wish?: DisplayWish;
  /** The seat that the reading is for; absent leaves it to whoever confirms it. */
  seat?: string;
  /** How long it may take, 1 to 600 s, 60 when absent. */
  seconds?: number;
  /**
   * Asks for a preview, five frames a second at most, which `pictureBytes` gives to whoever names this key; 16
   * to 64 characters of a-z, A-Z, 0-9 and '-' that nobody can guess, no preview when absent.
   */
  previewKey?: string;
}

/** One part of a frame of a stream whose source is `pushed`, as of a phone's camera. */
export interface PushFrame {
  /** The stream, as `startReading` named it. */
  jobID: string;
  /** The frame's number, from 1; a greater one than the last. */
  frame: number;
  /** The part, from 0. */
  part: number;
  /** How many parts the frame has, 1 to 12. */
  parts: number;
  /** The part's bytes of a JPEG or PNG, base64; 40,000 bytes at most. */
  data: string;
}

/** What a pushed frame shows; its last part is answered when it was looked at. */
export interface FramePushed {
  /**
   * What is read so far, for whoever pushes alone; absent while parts are missing, and for a frame that is no
   * picture.
   */
  seen?: DisplayResult;
  /**
   * What the frames still lack to make a reading; absent where they make one. `smallPrint` (it is as small as
   * print), `upsideDown` (it is a number upside down, too), `unitSymbol` (the last figure may be the symbol of a
   * unit), `longerText` (it may be a part of a longer text), `mayContinue` (there may be more digits next to
   * it), `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a value that such a meter
   * shows is missing), `severalDisplays` (another meter may be in view), `glare` (a reflection covers a part of
   * it), `glareBeside` (a reflection covers a place next to a value, where another digit would make another
   * value), `unsure` (it is not certain enough; the words with this one say what speaks against it most),
   * `blurred` (it is blurred), `faint` (the digits hardly stand out), `tooSmall` (it is small in the picture),
   * `tilted` (it is tilted in the picture), `unclearDigits` (digits look like others), `unclearPoint` (a decimal
   * point may have been missed), `unclearDisplay` (the display itself is hardly recognised), `unusualValue` (the
   * values are rare for such a meter), `unusualLayout` (the rows are not placed as such a meter has them, or
   * something large next to them was not used), `fewChecks` (nothing else on the display confirms a number as
   * short as this one), `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames are so
   * alike that many say little more than one), `framesDisagree` (the frames show different readings).
   */
  waits?: string[];
  /** Where the display is and belongs, and what helps; absent with `seen`. */
  aim?: FrameAim;
  /**
   * Whether its reading waits for a person's confirmation, false where it is the default user's; absent where
   * there is none.
   */
  held?: boolean;
  /** Whether no more frames are wanted. */
  ended: boolean;
}

/** Where the display is in a frame, and what helps to read it. */
export interface FrameAim {
  /** The width in which places are counted. */
  width: number;
  /** The height in which places are counted. */
  height: number;
  /** Where the display belongs. */
  frame: PictureArea;
  /** Where a display was found; absent where none was. */
  display?: PictureArea;
  /**
   * What helps, the first one first. `aim` (no display is seen), `nearer` (move the meter towards the camera),
   * `farther` (move the meter away from the camera), `left` (move the meter to the left of the picture), `right`
   * (move the meter to the right of the picture), `up` (move the meter up in the picture), `down` (move the
   * meter down in the picture), `straighten` (turn the meter straight), `glare` (avoid the reflection), `dark`
   * (make light), `blurred` (hold still), `off` (switch the meter on), `onlyOne` (show one of the displays
   * alone), `hold` (it is good so).
   */
  hints: string[];
}

/** Ends what was started. */
export interface CancelOCR {
  /** A picture's job or a stream's; all streams and all pictures that wait when absent. */
  jobID?: string;
}

/** What was ended. */
export interface CancelledOCR {
  /** The jobs' ids. */
  jobs: string[];
}

/** Asks for the codes of a picture that was handed over before by `putPicture`. */
export interface ScanCode {
  /** The picture. */
  sha256: string;
  /** What is to be found; anything when absent. `key` (the 32 hex digits of a peripheral's key). */
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
  /** What it says. */
  text: string;
}

/** What an `ocr-worker` has erased of a seat. */
export interface PicturesErased {
  /** The seat. */
  seat: string;
  /** Jobs, at whatever stage. */
  jobs: number;
  /** Pictures that were handed over, with their files; one that another job is about too stays. */
  pictures: number;
  /** Readings that waited in its outbox for the session manager. */
  readings: number;
  /** Streams that were ended. */
  streams: number;
}

/** A session began. */
export interface SessionStarted {
  /** The seat. */
  seat: string | null;
  /** `site`: a session is made at no hub. */
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
   * Why it ended. `requested` (a person or program ended it), `replaced` (the seat has another session),
   * `unauthorized` (the server refused its credentials).
   */
  reason: string;
  /** How many of its records are not at the server for certain. */
  unsyncedRecords: number;
  /** The first of them, 32 at most, in the order of `unsyncedRecords {sessionID}`, which has them all. */
  records?: UnsyncedRecord[];
}

/** A record that is not at the server for certain. */
export interface UnsyncedRecord {
  /** The record. */
  logID: string;
  /** The kind of record. */
  type: string;
  /** When it was measured. */
  timestamp: string;
}

/** The deliveries to a further destination of a session ended, with the session or alone. */
export interface DestinationEnded {
  /** The seat. */
  seat: string | null;
  /** `site`. */
  hub: string;
  /** The session. */
  sessionID: string;
  /**
   * The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir`
   * (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
   */
  destination: string;
  /**
   * Why. `requested` (a person or program ended it), `replaced` (the seat has another session), `unauthorized`
   * (the server refused its credentials).
   */
  reason: string;
  /** How many records are not there for certain. */
  unsyncedRecords: number;
  /** The first of them, 32 at most, in the order of `unsyncedRecords`. */
  records?: UnsyncedRecord[];
}

/** The server accepted a record, a change of it or its deletion. */
export interface RecordSubmitted {
  /** The seat. */
  seat: string | null;
  /** Where the reading was made. */
  hub: string;
  /** The record; without values for seats that do not share them, and with `delete`. */
  record: VitalRecord;
  /** The server's id of it; null where it gives none for an update, and for a deletion. */
  serverID: string | null;
  /**
   * What was submitted; take back what you booked with `delete`. `create` (the first revision), `update` (a
   * later revision), `delete` (the record is taken back).
   */
  operation?: string;
  /**
   * Which destination accepted it; absent from older senders. `inform` (the cloud service's version 2), `legacy`
   * (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader
   * runs on).
   */
  destination?: string;
  /**
   * The metrics that the destination has no place for, of which no value was submitted; absent for seats that
   * share no values.
   */
  leftOut?: string[];
}

/** The server refused a record for good. */
export interface SubmissionFailed {
  /** The seat. */
  seat: string | null;
  /** Where the reading was made. */
  hub: string;
  /** The record; without values for seats that do not share them, and with `delete`. */
  record: VitalRecord;
  /** The server's words. */
  error: Fault;
  /**
   * What was refused; the record is still there with `delete`. `create` (the first revision), `update` (a later
   * revision), `delete` (the record is taken back).
   */
  operation?: string;
  /**
   * Which destination refused it; absent from older senders. `inform` (the cloud service's version 2), `legacy`
   * (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader
   * runs on).
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
  /** How often it was tried. */
  attempts: number;
  /** How long until the next attempt, in seconds; sooner where the destination answers again before. */
  retryInSeconds: number;
  /** What went wrong. */
  error: Fault;
  /**
   * Which destination it waits for; absent from older senders. `inform` (the cloud service's version 2),
   * `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the
   * uploader runs on).
   */
  destination?: string;
}

/** A reading is a person's record now. */
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
  /** The session that has it. */
  sessionID: string;
  /**
   * What became of it. `accepted` (its record waits for the server), `unsynced` (its session has ended, and the
   * record waits in its list).
   */
  outcome: string;
}

/** A reading belongs to nobody yet. */
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
   * Why it is held. `noAssignment` (the device is not assigned at the measurement's time), `assignedToAnother`
   * (it was read for one seat, and the device is another's), `olderThanRequest` (it was read for a seat, and
   * measured before that was asked for), `clockUnknown` (the measurement's time is not known), `noSession` (the
   * seat had no session at the measurement's time), `invalid` (something in it breaks the rules: a time in the
   * future, no value), `changedByHand` (it is a later revision of what an operator has corrected, changed or
   * deleted), `awaitsConfirmation` (a person is to confirm it first), `implausible` (its values are very
   * unusual, they contradict each other, or its device doubts them: a person confirms or corrects them),
   * `possibleRepeat` (its device sent equal values with an equal time before, and measured it later: a person
   * says whether they are two), `anotherHubsSeat` (it was read for another hub's seat, although no request for
   * it is recorded).
   */
  reason: string;
  /** The seat that it was made for, where the producer was told one. */
  forSeat?: string;
  /** Whose the device is by its assignment, where that speaks against `forSeat`. */
  assignedSeat?: string;
  /** The values of a display, where that seat's values are shared; absent for other readings. */
  measurements?: Measurement[];
  /** How certain a display was read, from 0 to 1; absent for other readings. */
  confidence?: number;
  /** Whether that is certain enough to be taken for right; absent for other readings. */
  accepted?: boolean;
  /**
   * Why it is not; absent where it is, and for other readings. `smallPrint` (it is as small as print),
   * `upsideDown` (it is a number upside down, too), `unitSymbol` (the last figure may be the symbol of a unit),
   * `longerText` (it may be a part of a longer text), `mayContinue` (there may be more digits next to it),
   * `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a value that such a meter shows is
   * missing), `severalDisplays` (another meter may be in view), `glare` (a reflection covers a part of it),
   * `glareBeside` (a reflection covers a place next to a value, where another digit would make another value),
   * `unsure` (it is not certain enough; the words with this one say what speaks against it most), `blurred` (it
   * is blurred), `faint` (the digits hardly stand out), `tooSmall` (it is small in the picture), `tilted` (it is
   * tilted in the picture), `unclearDigits` (digits look like others), `unclearPoint` (a decimal point may have
   * been missed), `unclearDisplay` (the display itself is hardly recognised), `unusualValue` (the values are
   * rare for such a meter), `unusualLayout` (the rows are not placed as such a meter has them, or something
   * large next to them was not used), `fewChecks` (nothing else on the display confirms a number as short as
   * this one), `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames are so alike that
   * many say little more than one), `framesDisagree` (the frames show different readings).
   */
  reasons?: string[];
  /** The display's picture, for `heldPicture`; absent where there is none. */
  picture?: PictureReference;
}

/** A seat's session, as everybody may see it. */
export interface SessionState {
  /** The seat. */
  seat: string;
  /** Whether there is a session. */
  active: boolean;
  /** The session, null when there is none. */
  sessionID: string | null;
  /** When it began. */
  startedAt?: string;
  /**
   * Whether the server took its credentials; refused credentials end the session. `yes` (the server took them),
   * `pending` (the server was not reachable yet).
   */
  validated?: string;
  /** Whether it is the default user's. */
  defaultUser: boolean;
  /** Another number with each change of the session's subscriptions, which `subscriptions` tells. */
  subscriptionsRevision?: number;
  /**
   * Why the seat's last session ended, where one has. `requested` (a person or program ended it), `replaced`
   * (the seat has another session), `unauthorized` (the server refused its credentials).
   */
  endReason?: string;
  /** How many records of the seat's ended sessions are not at the server for certain; absent where none is. */
  unsyncedRecords?: number;
  /**
   * Further destinations of the running session that have refused its person or credentials; absent where none
   * has. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a FHIR R4
   * server), `file` (files of the machine that the uploader runs on).
   */
  endedDestinations?: string[];
}

/** The queue's depths. */
export interface QueueState {
  /** Records that wait. */
  pending: number;
  /** Records that a worker has. */
  leased: number;
  /** Readings without an owner. */
  held: number;
  /** Records that the server refused, kept for `records.keep`, 30 days at least. */
  rejected: number;
  /** Age of the oldest record that waits, in seconds. */
  oldestSeconds?: number;
  /** Why deliveries pause, in plain words; null when they do not. */
  paused: string | null;
  /** Images that wait for their record or for their own turn. */
  images?: number;
  /** What waits by seat, the oldest first, 16 at most; absent from older senders. */
  waiting?: QueueStateWaiting[];
  /** How many of the rejected records were refused within the last day; absent for none, and from older senders. */
  rejectedLately?: number;
  /** Why the last of them was refused, a code as `http422`. */
  rejectedError?: string;
}

/** What waits in one seat's session. */
export interface QueueStateWaiting {
  /** The seat. */
  seat: string;
  /**
   * The interface that takes its records. `inform` (the cloud service's version 2), `legacy` (the cloud
   * service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
   */
  apiVersion: string;
  /** How many records and images wait or are with a worker. */
  count: number;
  /** How many of them are history, which goes as the destination's limit leaves room. */
  history: number;
  /** Since when the oldest waits. */
  since: string;
  /** What went wrong last with the oldest, a code as `http503`; absent where nothing did. */
  error?: string;
  /**
   * Until when the oldest waits before it is tried again, or its worker has it at most; absent where it is due,
   * and from older senders.
   */
  until?: string;
}

/** The public key that access tokens are sealed for. */
export interface SealingState {
  /**
   * How they are sealed. `hpke-base-x25519-hkdf-sha256-chacha20poly1305` (RFC 9180, base mode, suites 0x0020,
   * 0x0001, 0x0003).
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
   * cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs
   * on).
   */
  destination?: string;
}

/** An image of a record, as notifications tell it. */
export interface ImageMedia {
  /** The image's own id. */
  imageID: string;
  /** What kind of file it is. `image/jpeg` (JPEG), `image/png` (PNG). */
  contentType: string;
  /** Its size in bytes, without metadata. */
  size: number;
  /** The SHA-256 of it, without metadata. */
  sha256: string;
  /** The server's id of it; null where it has none. */
  mediaID: string | null;
  /** Where the server shows it to who is allowed to; null where it does not say. */
  url: string | null;
}

/** An image did not get to the server and is not tried again by itself; its file is gone. */
export interface ImageSubmissionFailed {
  /** The seat. */
  seat: string | null;
  /** Where the reading was made. */
  hub: string;
  /** The record. */
  logID: string;
  /** The image. */
  media: ImageMedia;
  /** Why: the server's words, or `recordRejected`, `recordDeleted`, `imageExpired`, `imageMissing`. */
  error: Fault;
  /**
   * Which destination does not get it; absent from older senders. `inform` (the cloud service's version 2),
   * `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the
   * uploader runs on).
   */
  destination?: string;
}

/** One value of a seat, flat, for programs that show or automate it. */
export interface SharedValue {
  /** The seat. */
  seat: string;
  /** Where it was measured. */
  hub: string;
  /** The metric, its value and unit, as the record has them. */
  measurement: Measurement;
  /** When it was measured. */
  timestamp: string;
  /** The record that it is of. */
  logID: string;
  /**
   * The measurement's value, as a number for programs that read no nested object; absent from older senders, as
   * are the next three.
   */
  value?: number;
  /** Its unit in UCUM. */
  unit?: string;
  /** When it was measured, as `timestamp` has it. */
  measuredAt?: string;
  /** Where the value comes from: `device`, `manual` or `unknown`. */
  origin?: string;
}

/** What is usual of a seat's values, as an operator says; other values stand out where people see them. */
export interface SeatLimits {
  /** The seat. */
  seat: string;
  /** All of its limits, each metric once; none where nothing is said of it. */
  limits: SeatLimitsLimit[];
}

/** What is usual of one metric, in its first unit; at least one of the two is there. */
export interface SeatLimitsLimit {
  /** The metric, as `systolic`. */
  metric: string;
  /** The lowest usual value; absent where none is too low. */
  lowest?: number;
  /** The highest usual value; absent where none is too high. */
  highest?: number;
}

/** A device was assigned. */
export interface DeviceAssigned {
  /** The seat whose readings it makes. */
  seat: string | null;
  /** The hub of the person; `site` for a person at the server. */
  hub: string;
  /** The device. */
  device: string;
  /** The device's own user index; null for every index. */
  userIndex: number | null;
  /** From which measurement time on. */
  from: string;
  /** The seats whose device it was before; empty where it was nobody's. */
  before: string[];
  /** Who said it: the name of an account at the broker. */
  by: string;
}

/** Starts a session; the token is sealed with the site's key, or for its public one. */
export interface StartSession {
  /** The seat. */
  seat: string;
  /** The service's user. */
  userID?: string;
  /** The service's organization. */
  organizationID?: string;
  /** The access token, sealed with the site's key, base64; for who has that key. */
  sealedToken?: string;
  /** The access token, sealed for the site's public key, which `state/sealing` tells; in place of `sealedToken`. */
  hpkeToken?: HPKEToken;
  /** The access token in the open: always refused, with an error that says what to send in its place. */
  accessToken?: string;
  /**
   * The first destination of its records; `inform` when absent. `inform` (the cloud service's version 2),
   * `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the
   * uploader runs on).
   */
  apiVersion?: string;
  /** Starts the default user's session, which delivers nothing. */
  defaultUser?: boolean;
  /** Starts without asking the server about the credentials first; they are checked afterwards. */
  force?: boolean;
  /** Where its records go besides, four at most, each destination once. */
  destinations?: FurtherDestination[];
  /**
   * Sessions of this seat at the destination `file`, 64 at most, whose records go to this session's first
   * destination besides: those of a person who was measured here before an account was named.
   */
  takes?: string[];
}

/** An access token that is sealed for a site's public key by HPKE (RFC 9180, base mode). */
export interface HPKEToken {
  /** Which public key it is sealed for: `kid` of `state/sealing`. */
  kid: string;
  /** The encapsulated key, 32 bytes, base64. */
  enc: string;
  /** The sealed token, 16 bytes longer than the token, base64. */
  ciphertext: string;
}

/** A destination of a session's records beside its first one. */
export interface FurtherDestination {
  /**
   * The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir`
   * (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
   */
  destination: string;
  /**
   * The person there: the service's user, `Patient/ID` or `SYSTEM|VALUE` of a FHIR server; the session's user
   * when absent, but for `fhir`, which needs it.
   */
  userID?: string;
  /** The service's organization; the session's when absent. */
  organizationID?: string;
  /** The access token, sealed with the site's key, base64; the session's own where there is none. */
  sealedToken?: string;
  /** The access token, sealed for the site's public key and bound to this `userID`; in place of `sealedToken`. */
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
   * service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
   */
  apiVersion: string;
  /** When it began. */
  startedAt: string;
  /**
   * Whether the server took its credentials; refused credentials end the session. `yes` (the server took them),
   * `pending` (the server was not reachable yet).
   */
  validated: string;
  /** Whether it is the default user's. */
  defaultUser: boolean;
  /** The seat's configured units for values that a person types without one; only in the reply to `session`. */
  units?: TypedUnit[];
  /** Where its records go besides, also those that have ended there; absent where nowhere. */
  destinations?: SessionDestination[];
}

/** What a number that a person typed without a unit is in. */
export interface TypedUnit {
  /** The metric, as `blood_glucose`. */
  metric: string;
  /** The unit in UCUM. */
  unit: string;
}

/** How a session stands at a further destination, without its secrets. */
export interface SessionDestination {
  /**
   * The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir`
   * (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
   */
  destination: string;
  /** The person there. */
  userID: string;
  /**
   * Whether it took the person and the credentials. `yes` (the server took them), `pending` (the server was not
   * reachable yet).
   */
  validated: string;
  /**
   * Why its deliveries have ended; absent while they go on. `requested` (a person or program ended it),
   * `replaced` (the seat has another session), `unauthorized` (the server refused its credentials).
   */
  endReason?: string;
}

/** What became of a seat's session and of what waits in it. */
export interface SessionRetried {
  /** The seat. */
  seat: string;
  /** The session. */
  sessionID: string;
  /**
   * What the server says of its credentials. `yes` (it takes them), `no` (it refuses them: the session has
   * ended), `pending` (it is not reachable).
   */
  validated: string;
  /** Records that wait and are tried now. */
  waiting: number;
  /** Records of the seat's ended sessions that are not at the server for certain. */
  unsyncedRecords: number;
}

/** Readings from a producer's outbox. */
export interface SubmitRecords {
  /** The readings, 64 at most. */
  records: Reading[];
  /**
   * True where a person says that typed values (`manual` readings) are right although they are very unusual;
   * without it such a reading is `refused` with `unusualValue`.
   */
  unusual?: boolean;
  /**
   * The furthest `mark` that the sender was told: an older copy of the session manager's database is found out
   * by it, and takes nothing over.
   */
  seenMark?: string;
}

/** What became of each reading. */
export interface SubmittedRecords {
  /** In the order of the request. */
  results: SubmittedRecordsResult[];
  /**
   * How far the session manager's database has come, as text; producers keep the furthest and name it when they
   * submit (`seenMark`).
   */
  mark?: string;
  /**
   * How far the last backup of that database reaches, as the third number of `mark`; absent if there was no
   * backup yet. It is 0 after a restore, until the next backup. Producers keep the readings that were taken over
   * since. They offer them again to a database whose `mark` has another first or fourth part: the backup that
   * was restored does not have them.
   */
  backedUpTo?: number;
}

/** One reading's fate. */
export interface SubmittedRecordsResult {
  /** The reading. */
  readingKey: string;
  /** Its revision. */
  revision: number;
  /**
   * What became of it. `accepted` (it is a person's record in the queue), `repeat` (it was known, and nothing
   * changed), `held` (it waits for a person), `unsynced` (its session has ended), `notStored` (it is the default
   * user's), `refused` (it is not taken).
   */
  outcome: string;
  /** Its record, once a person is decided. */
  logID?: string;
  /** Whose it is, once a person is decided. */
  seat?: string;
  /**
   * Why it is held. `noAssignment` (the device is not assigned at the measurement's time), `assignedToAnother`
   * (it was read for one seat, and the device is another's), `olderThanRequest` (it was read for a seat, and
   * measured before that was asked for), `clockUnknown` (the measurement's time is not known), `noSession` (the
   * seat had no session at the measurement's time), `invalid` (something in it breaks the rules: a time in the
   * future, no value), `changedByHand` (it is a later revision of what an operator has corrected, changed or
   * deleted), `awaitsConfirmation` (a person is to confirm it first), `implausible` (its values are very
   * unusual, they contradict each other, or its device doubts them: a person confirms or corrects them),
   * `possibleRepeat` (its device sent equal values with an equal time before, and measured it later: a person
   * says whether they are two), `anotherHubsSeat` (it was read for another hub's seat, although no request for
   * it is recorded).
   */
  reason?: string;
  /** Whose the device is by its assignment, where that speaks against the seat that was asked for. */
  assignedSeat?: string;
  /** Why it was refused. */
  error?: Fault;
  /**
   * The newest revision that came of the reading, where it is newer than this one, which is a `repeat` then. A
   * producer that has not made it was set back, and its next change has to be newer still.
   */
  knownRevision?: number;
}

/** Asks for a page of a list. */
export interface PageRequest {
  /**
   * Only this seat's; for held readings those that were made for it, or by a device that is or was assigned to
   * it.
   */
  seat?: string;
  /** Only this session's, where the list is of records. */
  sessionID?: string;
  /** Only this device's, where the list is of devices or held readings. */
  device?: string;
  /** The page from 1, 1 when absent; pages end with 32 elements or with what fits a message. */
  page?: number;
  /**
   * The snapshot that page 1 of this list of records opened, so that the page is as it was then; without one it
   * is as it is now.
   */
  snapshot?: string;
  /** True for page 1 as it is now, of a list of records that is not read on: no snapshot is opened. */
  live?: boolean;
}

/** A page of records. */
export interface RecordPage {
  /** The page, from 1. */
  page: number;
  /** How many there are. */
  pages: number;
  /** The records. */
  records: RecordPageEntry[];
  /**
   * The snapshot that the other pages are asked for with; absent where there is one page only, and on a live
   * page. It closes after a minute unused or five minutes in all, when newer ones need its place, and when a
   * seat is erased: `snapshotExpired` then.
   */
  snapshot?: string;
}

/** One record and its state. */
export interface RecordPageEntry {
  /** The record. */
  record: VitalRecord;
  /**
   * Its state. `pending` (it waits), `leased` (a worker has it), `rejected` (the server refused it), `unsynced`
   * (it was not at the server when its session ended), `unknown` (it is unsynced, and may be at the server).
   */
  state: string;
  /** How often it was tried. */
  attempts: number;
  /** What went wrong last; where it waits, why it waits. */
  error?: Fault;
  /**
   * The destination that this is about: a record stands here once for each; absent from older senders. `inform`
   * (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file`
   * (files of the machine that the uploader runs on).
   */
  destination?: string;
  /**
   * Until when it waits before it is tried again, or its worker has it at most; absent where it is due, where
   * nothing more is tried, and from older senders.
   */
  until?: string;
}

/** Says whose readings a device makes. */
export interface AssignDevice {
  /** The device. */
  device: string;
  /** The device's own user index; absent covers every index without an assignment of its own, but for a scale's. */
  userIndex?: number;
  /** The seat. */
  seat: string;
  /** From when on, now when absent; measurements made earlier are not covered. */
  from?: string;
  /** True asks only whether it would be taken: nothing is assigned. */
  checkOnly?: boolean;
}

/** Ends an assignment. */
export interface UnassignDevice {
  /** The device. */
  device: string;
  /** The device's own user index. */
  userIndex?: number;
  /** Until when it held, now when absent; measurements made from then on are nobody's. */
  until?: string;
}

/** A page of the assignments. */
export interface Assignments {
  /** The assignments, past ones included, the newest first. */
  assignments: AssignmentView[];
  /** The page, from 1. */
  page?: number;
  /** How many there are. */
  pages?: number;
}

/** Readings without an owner. */
export interface HeldPage {
  /** The page, from 1. */
  page: number;
  /** How many there are. */
  pages: number;
  /** The readings. */
  readings: HeldPageEntry[];
}

/** One reading and why it waits. */
export interface HeldPageEntry {
  /** The reading. */
  reading: Reading;
  /**
   * Why it is held. `noAssignment` (the device is not assigned at the measurement's time), `assignedToAnother`
   * (it was read for one seat, and the device is another's), `olderThanRequest` (it was read for a seat, and
   * measured before that was asked for), `clockUnknown` (the measurement's time is not known), `noSession` (the
   * seat had no session at the measurement's time), `invalid` (something in it breaks the rules: a time in the
   * future, no value), `changedByHand` (it is a later revision of what an operator has corrected, changed or
   * deleted), `awaitsConfirmation` (a person is to confirm it first), `implausible` (its values are very
   * unusual, they contradict each other, or its device doubts them: a person confirms or corrects them),
   * `possibleRepeat` (its device sent equal values with an equal time before, and measured it later: a person
   * says whether they are two), `anotherHubsSeat` (it was read for another hub's seat, although no request for
   * it is recorded).
   */
  reason: string;
  /** Whose the device is by its assignment, where that speaks against the seat that was asked for. */
  assignedSeat?: string;
  /** The display's picture, for `heldPicture`; absent where there is none. */
  picture?: PictureReference;
  /** True where what is saved of the reading cannot be read: it has no values here, and can only be discarded. */
  isUnreadable?: boolean;
}

/** Asks for notifications that were missed. */
export interface NotificationsSince {
  /** The last cursor seen, 0 for the oldest kept. */
  cursor: number;
  /** The most to return, 1 to 50, 50 when absent. */
  limit?: number;
}

/** Notifications, oldest first. */
export interface Notifications {
  /** The notifications. */
  notifications: NotificationsEntry[];
  /** The cursor to ask with next. */
  cursor: number;
  /** Whether there are more now. */
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
  /** When it was made. */
  time: string;
  /** The event's `data` as JSON text. */
  data: string;
}

/** Gives a record new values. A repeat changes nothing. */
export interface UpdateRecord {
  /** The record. */
  logID: string;
  /** The newest revision that the caller knows, from 1; another one is refused. */
  baseRevision: number;
  /** All values of the record, 64 at most; they replace the present ones. */
  measurements: Measurement[];
  /**
   * True where a person says that the values are right although they are very unusual; without it such values
   * are refused with `unusualValue`.
   */
  unusual?: boolean;
}

/** A record was changed by an operator's hand; `recordSubmitted` tells when the server has it. */
export interface RecordChanged {
  /** The record. */
  logID: string;
  /** The revision that was made, from 1. */
  revision: number;
  /**
   * What became of it. `accepted` (it waits for the server), `repeat` (it was made before), `withdrawn` (the
   * record is deleted before any of it was sent), `unsynced` (its session has ended).
   */
  outcome: string;
}

/** Deletes a record. A repeat changes nothing. */
export interface DeleteRecord {
  /** The record. */
  logID: string;
  /** The newest revision that the caller knows, from 1; another one is refused. */
  baseRevision: number;
}

/** Whether, of what and where to the system logs, retained on `state/logging`. */
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

/** Says whose a held reading is, and what of it the device said wrongly. */
export interface ConfirmReading {
  /** The reading. */
  readingKey: string;
  /** The revision that was looked at; absent for whichever is held. */
  revision?: number;
  /** The seat whose session gets it. */
  seat: string;
  /** The session, also an ended one; absent for the one that the seat had when it was measured. */
  sessionID?: string;
  /** When it was measured, where the device was wrong; a reading of unknown time needs this or `sessionID`. */
  timestamp?: string;
  /** Right values in place of the device's, `manual` where they differ; metrics that are not named stay. */
  measurements?: Measurement[];
  /**
   * True where a person says that typed values, and those that a camera read, are right although they are very
   * unusual; without it such values are refused with `unusualValue`.
   */
  unusual?: boolean;
}

/** What became of a held reading. */
export interface DecidedReading {
  /** The reading. */
  readingKey: string;
  /**
   * What became of it. `accepted` (it is a record of a running session), `unsynced` (its session has ended),
   * `discarded` (it was discarded), `repeat` (it was decided so before).
   */
  outcome: string;
  /** Its record, if it has one. */
  logID?: string;
  /** The session that has it. */
  sessionID?: string;
  /** The image that goes to the server after the record, where the reading had a picture. */
  imageID?: string;
}

/** Discards a held reading. */
export interface DiscardReading {
  /** The reading. */
  readingKey: string;
  /** The revision that was looked at; absent for whichever is held. */
  revision?: number;
}

/** Names the seat whose persons are erased. */
export interface EraseSeat {
  /** The seat. */
  seat: string;
  /** Whether nothing is erased yet, only looked whether it may be: all counts are 0; false when absent. */
  checkOnly?: boolean;
}

/** What the session manager has erased of a seat. */
export interface SeatErased {
  /** The seat. */
  seat: string;
  /** Records, at whatever stage of their delivery; what has arrived at the cloud service stays there. */
  records: number;
  /** Sessions. */
  sessions: number;
  /** Assignments of devices. */
  assignments: number;
  /** Held readings that were made for the seat, or by a device that was nobody else's. */
  heldReadings: number;
  /** Held readings that stay, because their devices were other seats' too: confirm or discard them. */
  sharedHeldReadings: number;
  /**
   * The devices that were the seat's; what their hubs still have is erased by `eraseDevices`, asked for before
   * this.
   */
  devices: string[];
  /** Images that waited, with their files. */
  images?: number;
}

/** Names a set of health types. */
export interface SampleTypesRequest {
  /**
   * The set. `routine` (a day's activity), `diabetes` (glucose), `weight` (weight and body composition),
   * `fitness` (workouts), `sleep` (nights), `basicNutrition` (food and drink), `reproductiveHealth` (the cycle;
   * only the legacy API takes it), `biometrics` (vital signs).
   */
  set: string;
}

/** The health types of a set. */
export interface SampleTypes {
  /**
   * The set. `routine` (a day's activity), `diabetes` (glucose), `weight` (weight and body composition),
   * `fitness` (workouts), `sleep` (nights), `basicNutrition` (food and drink), `reproductiveHealth` (the cycle;
   * only the legacy API takes it), `biometrics` (vital signs).
   */
  set: string;
  /** HealthKit's identifiers of its types. */
  sampleTypes: string[];
}

/** Replaces a session's subscriptions. */
export interface SetSubscriptions {
  /** The seat. */
  seat: string;
  /** HealthKit's identifiers, of one set or several; empty stops, absent leaves them as they are. */
  sampleTypes?: string[];
  /** Whether steps of short intervals are wanted too; absent leaves it as it is, false at first. */
  processIntraday?: boolean;
}

/** What a seat's session wants of what its person exports. */
export interface Subscriptions {
  /** The seat. */
  seat: string;
  /** The session. */
  sessionID: string;
  /** The session's user as a keyed hash: equal for equal users, and nothing can be read from it. */
  person: string;
  /**
   * The interface that takes its records. `inform` (the cloud service's version 2), `legacy` (the cloud
   * service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
   */
  apiVersion: string;
  /** Whether it is the default user's, of whom nothing is imported. */
  defaultUser: boolean;
  /** When the session began. */
  startedAt: string;
  /** HealthKit's identifiers. */
  sampleTypes: string[];
  /** Whether steps of short intervals are wanted too. */
  processIntraday: boolean;
  /** What is not done as asked, and why. */
  warnings: string[];
}

/**
 * Announces an image of a record; the reply says which parts are wanted. A repeat changes nothing and says how
 * far it got.
 */
export interface PutImage {
  /** The record. */
  logID: string;
  /** The SHA-256 of the file as it is sent, 64 hex digits. */
  sha256: string;
  /** The file's size in bytes, 1 to 10000000. */
  size: number;
}

/** How far an image has got. */
export interface ImageReceived {
  /** The record. */
  logID: string;
  /** How far it is. `wanted` (parts are missing), `stored` (it is safe here), `submitted` (the server has it). */
  state: string;
  /** The image's own id, once it is stored: by its record and its content without metadata. */
  imageID?: string;
  /** The size of a part in bytes; the last one has the rest. */
  partSize: number;
  /** The parts that are missing, 250 at most; empty too while the last one is being checked: ask again then. */
  missing: number[];
  /** False where no uploader that is there has a path for images, so that it waits for one; absent otherwise. */
  hasPath?: boolean;
}

/** One part of an announced image. A repeat changes nothing. */
export interface ImagePart {
  /** The record. */
  logID: string;
  /** The SHA-256 of the whole file, as it was announced. */
  sha256: string;
  /** The part, 0 to 249. */
  index: number;
  /** The part's bytes, base64; 40,000 bytes, the last part has the rest. */
  data: string;
}

/** Asks for a piece of a held reading's picture. */
export interface HeldPictureRequest {
  /** The reading. */
  readingKey: string;
  /** Where the piece begins. */
  offset: number;
}

/** Asks for a page of a seat's records, delivered and waiting. */
export interface RecordHistoryRequest {
  /** The seat. */
  seat: string;
  /** Only what was measured then or later. */
  from?: string;
  /** Only what was measured before. */
  to?: string;
  /** Only records that have a value of one of these, 32 at most; all when absent or empty. */
  metrics?: string[];
  /** The page from 1, 1 when absent; pages end with 32 elements or with what fits a message. */
  page?: number;
  /**
   * The snapshot that page 1 of this list opened, so that the page is as it was then; without one it is as it is
   * now.
   */
  snapshot?: string;
  /** True for page 1 as it is now, of a list that is not read on: no snapshot is opened. */
  live?: boolean;
  /**
   * Whose records, by the seat's running session; `present` when absent. `present` (those of the person of the
   * seat's running session; none without a session), `before` (those of all others: of whom the seat had
   * before), `everybody` (those of all who have had the seat).
   */
  whose?: string;
  /** Only this user's, whoever has the seat now; `whose` is absent or `everybody` then. */
  userID?: string;
  /**
   * True for the newest record of each metric since `from`, in place of pages; 64 at most, deleted ones are
   * none, and `metrics` and `page` are absent.
   */
  newest?: boolean;
}

/** A page of a seat's records, the one that was measured last first. */
export interface RecordHistory {
  /** The seat. */
  seat: string;
  /** The page, from 1. */
  page: number;
  /** How many there are. */
  pages: number;
  /** How many records there are on all pages. */
  total: number;
  /** The records. */
  records: RecordHistoryEntry[];
  /** The snapshot that the other pages are asked for with, as that of a list of records. */
  snapshot?: string;
  /** Who has the seat now; absent without a session, and from older senders. */
  present?: RecordHistoryPresent;
  /** Whether others than the present person have records here, which `before` lists; absent from older senders. */
  hasBefore?: boolean;
}

/** One record, and what became of it. */
export interface RecordHistoryEntry {
  /** The record with its values; without them once it is deleted. */
  record: VitalRecord;
  /**
   * Its state at the first destination of its session. `waiting` (it is not at the server yet), `submitted` (the
   * server has it), `failed` (it was refused for good), `unsynced` (it was not at the server when its session
   * ended), `unknown` (it is unsynced, and may be at the server), `deleted` (it is deleted).
   */
  state: string;
  /** Since when it is so: of a submitted one, when the server took it. */
  since: string;
  /** The server's id of it, where one is known. */
  serverID?: string;
  /** Why it failed. */
  error?: Fault;
  /** True where what waits or failed is the record's deletion: it is still at the server. */
  deletes?: boolean;
  /** What became of it at further destinations of its session; absent where there are none. */
  elsewhere?: RecordHistoryEntryElsewhere[];
  /** Whose it is: the user of its session; absent from older senders. */
  userID?: string;
  /**
   * The metrics that the destination has no place for: their values are not submitted; absent where there are
   * none.
   */
  leftOut?: string[];
}

/** What became of a record at a further destination of its session. */
export interface RecordHistoryEntryElsewhere {
  /**
   * The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir`
   * (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
   */
  destination: string;
  /**
   * The record's state there. `waiting` (it is not at the server yet), `submitted` (the server has it), `failed`
   * (it was refused for good), `unsynced` (it was not at the server when its session ended), `unknown` (it is
   * unsynced, and may be at the server), `deleted` (it is deleted).
   */
  state: string;
  /** Since when it is so. */
  since: string;
  /** The destination's id of it, where one is known. */
  serverID?: string;
  /** Why it failed. */
  error?: Fault;
}

/** Who has a seat now. */
export interface RecordHistoryPresent {
  /** The user of its running session. */
  userID: string;
  /** Since when, over all sessions of this person without another's between. */
  since: string;
}

/** Asks for a page of the site's seats. */
export interface SeatsRequest {
  /** The page from 1, 1 when absent; pages end with 50 elements. */
  page?: number;
}

/** A page of the site's seats, in alphabetical order. */
export interface SeatPage {
  /** The page, from 1. */
  page: number;
  /** How many there are. */
  pages: number;
  /** The seats. */
  seats: SeatPageEntry[];
}

/** One seat, and what stands there. */
export interface SeatPageEntry {
  /** The seat. */
  seat: string;
  /** Whether the site's configuration lists it; one that it does not list is known by what is here of it. */
  configured: boolean;
  /** The session that it has now. */
  session?: SessionView;
  /** When its last record was measured that was not taken back. */
  lastMeasuredAt?: string;
  /** Records that wait or are on their way. */
  waiting: number;
  /** Records of ended sessions that are not at the server for certain. */
  unsynced: number;
  /** Records that the server refused. */
  rejected: number;
  /** Held readings that were made for it, or by a device that is or was assigned to it. */
  held: number;
  /** Devices that are assigned to it now. */
  devices: number;
}

/** Says that a person asks a hub to measure or pair for a seat, just before that hub is asked. */
export interface ExpectReadings {
  /** The hub that is going to be asked. */
  hub: string;
  /** The seat that it measures for. */
  seat: string;
}

/** What a hub may bring, and which device it may assign, by a person's word. */
export interface ReadingsExpected {
  /** The hub. */
  hub: string;
  /** The seat. */
  seat: string;
  /**
   * What is asked for until then is taken as this person's word; absent for a hub of the server itself, which
   * needs none.
   */
  until?: string;
}

/** A page of sessions, running and ended, the newest first. */
export interface SessionPage {
  /** The page, from 1. */
  page: number;
  /** How many there are. */
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
   * Why it ended. `requested` (a person or program ended it), `replaced` (the seat has another session),
   * `unauthorized` (the server refused its credentials).
   */
  reason?: string;
  /** How many of its records are not at the server for certain. */
  open: number;
}

/**
 * Sends records again that the server refused; it gets each once, whatever it took of the earlier attempts. A
 * repeat changes nothing.
 */
export interface RetryRecords {
  /** One record; absent for all. */
  logID?: string;
  /** Only this seat's. */
  seat?: string;
  /** Only what was refused then or later. */
  since?: string;
}

/** What became of refused records. */
export interface RecordsRetried {
  /** How many are sent again, each destination counted. */
  retried: number;
  /** How many stay refused, since their session has ended. */
  ended: number;
}

/** What ble-scanner does when it is asked. */
export const BleScanner = {
  /** The devices that are in sight now. */
  sightings: operation("ble-scanner", "sightings") as Operation<Empty, Sightings>,
  /**
   * Leaves the radio to a device that is being connected: discovery rests until the link is there, and no
   * silence is taken for a fault.
   */
  holdDiscovery: operation("ble-scanner", "holdDiscovery") as Operation<HoldDiscovery, DiscoveryHeld>,
  /** Tells every advertisement at once for a while, so that a person who pairs a device sees it. */
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
  /** Erases what the hub still has of a seat's persons: raw frames and readings that were measured for the seat. */
  eraseDevices: operation("device-reader", "eraseDevices") as Operation<EraseDevices, DevicesErased>,
  /** Answers what `passkeyRequested` asks. */
  answerPasskey: operation("device-reader", "answerPasskey") as Operation<AnswerPasskey, Empty>,
  /** Stores what a device needs beside its pairing, sealed; its reply says what is still missing. */
  storePeripheralData: operation("device-reader", "storePeripheralData") as Operation<StorePeripheralData, PeripheralDataStored>,
  /** Forgets a device's pairing and its secrets at this hub; the only way to clear a pairing that went stale. */
  forgetDevice: operation("device-reader", "forgetDevice") as Operation<ForgetDevice, DeviceForgotten>,
};

/** What health-importer does when it is asked. */
export const HealthImporter = {
  /** Imports a file of the importer's machine. */
  importFile: operation("health-importer", "importFile") as Operation<ImportFile, ImportState>,
  /** Replaces the folders of a seat that are watched; without `paths` it only shows them. */
  observe: operation("health-importer", "observe") as Operation<ObserveFolders, ObservedFolders>,
  /** Makes the records of whole days of the past, out of what the seat's person has exported already. */
  fetchHistoricalSets: operation("health-importer", "fetchHistoricalSets") as Operation<FetchHistoricalSets, HistoricalFetch>,
  /** Ends historical fetches; what they have made already stays. */
  cancelHistoricalFetch: operation("health-importer", "cancelHistoricalFetch") as Operation<CancelHistoricalFetch, CancelledFetches>,
  /** The imports, the latest first. */
  imports: operation("health-importer", "imports") as Operation<ImportsRequest, ImportList>,
  /** Ends an import that waits or runs; what it has handed over already stays. */
  cancelImport: operation("health-importer", "cancelImport") as Operation<CancelImport, CancelledImports>,
  /** Erases what the importer has of a seat's persons: anchors, inputs that came over HTTP, records that wait. */
  eraseImports: operation("health-importer", "eraseImports") as Operation<SeatReference, ImportsErased>,
};

/** What ocr-worker does when it is asked. */
export const OcrWorker = {
  /** The displays that can be read. */
  ocrPeripherals: operation("ocr-worker", "ocrPeripherals") as Operation<OCRPeripheralsRequest, OCRPeripherals>,
  /** What to lay over a preview of a size, so that the display is held where it is looked for. */
  overlay: operation("ocr-worker", "overlay") as Operation<OverlayRequest, Overlay>,
  /** Announces a picture to be read; the reply says which parts are wanted. */
  putPicture: operation("ocr-worker", "putPicture") as Operation<PutPicture, PictureReceived>,
  /** Hands over one part of an announced picture; the last one is answered when the picture is safe. */
  picturePart: operation("ocr-worker", "picturePart") as Operation<PicturePart, PictureReceived>,
  /**
   * A piece of a picture that was handed over, for people; of a frame's crop too, and of its preview for who
   * asked for that.
   */
  pictureBytes: operation("ocr-worker", "pictureBytes") as Operation<PictureBytesRequest, ImageBytes>,
  /** Has a picture read; it is answered once it is safe, and read when a lane is free. */
  recognize: operation("ocr-worker", "recognize") as Operation<RecognizePicture, OCRJob>,
  /** Reads a display in the frames of a camera, a stream, a folder or the caller until they agree. */
  startReading: operation("ocr-worker", "startReading") as Operation<StartReading, OCRJob>,
  /**
   * Gives a part of a frame to a stream that was started with the source `pushed`; the last one is answered with
   * what it shows.
   */
  pushFrame: operation("ocr-worker", "pushFrame") as Operation<PushFrame, FramePushed>,
  /** Ends streams and pictures that wait. */
  cancel: operation("ocr-worker", "cancel") as Operation<CancelOCR, CancelledOCR>,
  /** The QR and bar codes of a picture. */
  scanCode: operation("ocr-worker", "scanCode") as Operation<ScanCode, ScannedCodes>,
  /**
   * Erases what the worker has of a seat's persons: jobs, pictures, streams, readings that wait.  What is being
   * read is dropped.
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
  /** Asks the server about a seat's session again and tries what waits in it now. */
  retrySession: operation("session-manager", "retrySession") as Operation<SeatReference, SessionRetried>,
  /** Takes readings over from a producer; each is answered once it is safe. */
  submitRecords: operation("session-manager", "submitRecords") as Operation<SubmitRecords, SubmittedRecords>,
  /** The records that wait or are on their way. */
  queuedRecords: operation("session-manager", "queuedRecords") as Operation<PageRequest, RecordPage>,
  /**
   * The records of an ended session, or of all of a seat's, that are not at the server for certain, kept 7 days;
   * an `integration` is answered for seats that share values only.
   */
  unsyncedRecords: operation("session-manager", "unsyncedRecords") as Operation<PageRequest, RecordPage>,
  /** The records that the server refused, kept for `records.keep`, 30 days at least. */
  rejectedRecords: operation("session-manager", "rejectedRecords") as Operation<PageRequest, RecordPage>,
  /** Tries waiting records now, without back-off. */
  processQueue: operation("session-manager", "processQueue") as Operation<Empty, QueueState>,
  /** Says whose readings a device makes, from a time on; held readings of it that this decides get their owner. */
  assignDevice: operation("session-manager", "assignDevice") as Operation<AssignDevice, AssignmentView>,
  /** Ends an assignment. */
  unassignDevice: operation("session-manager", "unassignDevice") as Operation<UnassignDevice, AssignmentView>,
  /** The assignments. */
  devices: operation("session-manager", "devices") as Operation<PageRequest, Assignments>,
  /** The readings without an owner. */
  heldReadings: operation("session-manager", "heldReadings") as Operation<PageRequest, HeldPage>,
  /** The notifications after a cursor, kept 7 days. */
  notificationsSince: operation("session-manager", "notificationsSince") as Operation<NotificationsSince, Notifications>,
  /** Gives a record new values, by an operator's hand. */
  updateRecord: operation("session-manager", "updateRecord") as Operation<UpdateRecord, RecordChanged>,
  /** Deletes a record here and at the server, by an operator's hand. */
  deleteRecord: operation("session-manager", "deleteRecord") as Operation<DeleteRecord, RecordChanged>,
  /** Switches logging on or off and says of what and where to; kept over restarts. */
  setLogging: operation("session-manager", "setLogging") as Operation<LoggingState, LoggingState>,
  /** Says whose a held reading is; the same again changes nothing. */
  confirmReading: operation("session-manager", "confirmReading") as Operation<ConfirmReading, DecidedReading>,
  /** Discards a held reading, so that it does not come back; the same again changes nothing. */
  discardReading: operation("session-manager", "discardReading") as Operation<DiscardReading, DecidedReading>,
  /** Erases what a seat's persons left at the session manager; refused while the seat has a session. */
  eraseSeat: operation("session-manager", "eraseSeat") as Operation<EraseSeat, SeatErased>,
  /** The health types of a set, as the mobile SDK's guide groups them. */
  sampleTypes: operation("session-manager", "sampleTypes") as Operation<SampleTypesRequest, SampleTypes>,
  /** Replaces the health types that a seat's session wants of what its person exports; they end with the session. */
  setSubscriptions: operation("session-manager", "setSubscriptions") as Operation<SetSubscriptions, Subscriptions>,
  /** What a seat's session wants of what its person exports. */
  subscriptions: operation("session-manager", "subscriptions") as Operation<SeatReference, Subscriptions>,
  /** Announces an image of a record; the reply says which parts are wanted. */
  putImage: operation("session-manager", "putImage") as Operation<PutImage, ImageReceived>,
  /** Hands over one part of an announced image; the last one is answered when the image is safe. */
  imagePart: operation("session-manager", "imagePart") as Operation<ImagePart, ImageReceived>,
  /** Announces the picture of a reading that is going to be held; the reply says which parts are wanted. */
  putHeldPicture: operation("session-manager", "putHeldPicture") as Operation<PutPicture, PictureReceived>,
  /** Hands over one part of such a picture; the last one is answered when the picture is safe. */
  heldPicturePart: operation("session-manager", "heldPicturePart") as Operation<PicturePart, PictureReceived>,
  /** A piece of a held reading's picture, for the person who decides about it. */
  heldPicture: operation("session-manager", "heldPicture") as Operation<HeldPictureRequest, ImageBytes>,
  /** A seat's records, delivered and waiting, the one that was measured last first, kept for `records.keep`. */
  recordHistory: operation("session-manager", "recordHistory") as Operation<RecordHistoryRequest, RecordHistory>,
  /** The site's seats, with session and last readings. */
  seats: operation("session-manager", "seats") as Operation<SeatsRequest, SeatPage>,
  /**
   * Notes that a person asks a hub to measure or pair for a seat: without it a reading for another hub's seat is
   * held, and an assignment for another hub's seat, or of another hub's device, is refused.
   */
  expectReadings: operation("session-manager", "expectReadings") as Operation<ExpectReadings, ReadingsExpected>,
  /** The sessions, running and ended, the newest first. */
  sessions: operation("session-manager", "sessions") as Operation<PageRequest, SessionPage>,
  /** Says what is usual of a seat's values, in place of what was said before; kept over restarts. */
  setSeatLimits: operation("session-manager", "setSeatLimits") as Operation<SeatLimits, SeatLimits>,
  /**
   * Sends records again that the server refused, since the cause is gone: one, or all that were refused since a
   * time.
   */
  retryRecords: operation("session-manager", "retryRecords") as Operation<RetryRecords, RecordsRetried>,
};

/** What happened; never kept by the broker. */
export const Events = {
  /** A device of the catalogue advertises: on first sight, on changed content, else at most every 10 s. */
  peripheralSighted: told("event/peripheralSighted", "vitalbus.peripheralSighted.v1") as Told<PeripheralSighted>,
  /** A sighted device has not advertised for a while. */
  peripheralLost: told("event/peripheralLost", "vitalbus.peripheralLost.v1") as Told<PeripheralLost>,
  /** A passive device is connected and waits for a measurement: nothing that it had stored came within 1.5 s. */
  passiveIsReadyToRead: told("event/passiveIsReadyToRead", "vitalbus.passiveIsReadyToRead.v1") as Told<PeripheralEvent>,
  /** A passive reading is safe in the outbox; `readingQueued` or `readingHeld` tells its fate. */
  passiveDidRead: told("event/passiveDidRead", "vitalbus.passiveDidRead.v1") as Told<PeripheralDidRead>,
  /** A passive reading failed. */
  passiveDidFail: told("event/passiveDidFail", "vitalbus.passiveDidFail.v1") as Told<PeripheralDidFail>,
  /** A foreground reading may begin: measure now. */
  isReadyToReadPeripheral: told("event/isReadyToReadPeripheral", "vitalbus.isReadyToReadPeripheral.v1") as Told<PeripheralEvent>,
  /** A foreground reading is done, and its fate known where the session manager could be asked. */
  didReadPeripheral: told("event/didReadPeripheral", "vitalbus.didReadPeripheral.v1") as Told<PeripheralDidRead>,
  /** A foreground reading failed. */
  readingFailed: told("event/readingFailed", "vitalbus.readingFailed.v1") as Told<PeripheralDidFail>,
  /** A device was paired. */
  didPairPeripheral: told("event/didPairPeripheral", "vitalbus.didPairPeripheral.v1") as Told<PeripheralPaired>,
  /** A device was not paired. */
  didNotPairPeripheral: told("event/didNotPairPeripheral", "vitalbus.didNotPairPeripheral.v1") as Told<PeripheralDidFail>,
  /** A foreground reading was cancelled. */
  didCancelReading: told("event/didCancelReading", "vitalbus.didCancelReading.v1") as Told<PeripheralDidCancel>,
  /** A pairing needs a person: a passkey to type, to show or to compare; for people only. */
  passkeyRequested: told("event/passkeyRequested", "vitalbus.passkeyRequested.v1") as Told<PasskeyRequested>,
  /** A device sent bytes that cannot be decoded; they are kept at the hub. */
  frameUnreadable: told("event/frameUnreadable", "vitalbus.frameUnreadable.v1") as Told<FrameUnreadable>,
  /** How far a foreground reading is, once a device was found. */
  readingProgress: told("event/readingProgress", "vitalbus.readingProgress.v1") as Told<ReadingProgress>,
  /** Records of one type were made of what a person exported, and are safe in the outbox. */
  healthRecordsProcessed: told("event/healthRecordsProcessed", "vitalbus.healthRecordsProcessed.v1") as Told<HealthRecordsProcessed>,
  /** How far a historical fetch is. */
  historicalFetchProgress: told("event/historicalFetchProgress", "vitalbus.historicalFetchProgress.v1") as Told<HistoricalFetchProgress>,
  /** A historical fetch has ended. */
  historicalFetchCompleted: told("event/historicalFetchCompleted", "vitalbus.historicalFetchCompleted.v1") as Told<HistoricalFetchCompleted>,
  /** How far an import is; several times a second at most. */
  importProgress: told("event/importProgress", "vitalbus.importProgress.v1") as Told<ImportState>,
  /** An import has ended, is held or has failed. */
  importCompleted: told("event/importCompleted", "vitalbus.importCompleted.v1") as Told<ImportState>,
  /** A picture or a frame was looked at. */
  ocrDidProcessResult: told("event/ocrDidProcessResult", "vitalbus.ocrDidProcessResult.v1") as Told<OCRDidProcessResult>,
  /** A display was read; the reading is safe, and waits for a person, or is the default user's and only told. */
  ocrDidCompleteReading: told("event/ocrDidCompleteReading", "vitalbus.ocrDidCompleteReading.v1") as Told<OCRDidCompleteReading>,
  /** A picture or a stream ended without a reading. */
  ocrDidCancel: told("event/ocrDidCancel", "vitalbus.ocrDidCancel.v1") as Told<OCRDidCancel>,
  /** A camera or a stream cannot be had. */
  ocrCameraUnavailable: told("event/ocrCameraUnavailable", "vitalbus.ocrCameraUnavailable.v1") as Told<OCRCameraUnavailable>,
  /** A session began. */
  sessionStarted: told("event/sessionStarted", "vitalbus.sessionStarted.v1") as Told<SessionStarted>,
  /** A session ended; its unsynced records are listed by `unsyncedRecords`. */
  sessionEnded: told("event/sessionEnded", "vitalbus.sessionEnded.v1") as Told<SessionEnded>,
  /** The deliveries to a further destination of a session ended, with the session or alone. */
  destinationEnded: told("event/destinationEnded", "vitalbus.destinationEnded.v1") as Told<DestinationEnded>,
  /** A destination accepted a record; once for each of its session's destinations. */
  recordSubmitted: told("event/recordSubmitted", "vitalbus.recordSubmitted.v1") as Told<RecordSubmitted>,
  /** A destination refused a record for good; it left the queue of that destination. */
  submissionFailed: told("event/submissionFailed", "vitalbus.submissionFailed.v1") as Told<SubmissionFailed>,
  /** A record could not be delivered now and stays in the queue. */
  submissionRetrying: told("event/submissionRetrying", "vitalbus.submissionRetrying.v1") as Told<SubmissionRetrying>,
  /** A reading is a person's now, and its record waits for the server; of imports `healthRecordsProcessed` tells. */
  readingQueued: told("event/readingQueued", "vitalbus.readingQueued.v1") as Told<ReadingQueued>,
  /** A reading awaits an owner or a confirmation. */
  readingHeld: told("event/readingHeld", "vitalbus.readingHeld.v1") as Told<ReadingHeld>,
  /** The server has an image of a record. */
  imageSubmitted: told("event/imageSubmitted", "vitalbus.imageSubmitted.v1") as Told<ImageSubmitted>,
  /** An image did not get to the server and is not tried again by itself. */
  imageSubmissionFailed: told("event/imageSubmissionFailed", "vitalbus.imageSubmissionFailed.v1") as Told<ImageSubmissionFailed>,
  /** A device makes the readings of a seat from now on: a person assigned it, or paired it there. */
  deviceAssigned: told("event/deviceAssigned", "vitalbus.deviceAssigned.v1") as Told<DeviceAssigned>,
};

/** What is so now; kept by the broker, so that a new subscriber has it at once. */
export const States = {
  /** What the process is: version, epoch, contract versions, start. */
  info: told("actor/{actor}/{instance}/info", "vitalbus.info.v1") as Told<ActorInfo>,
  /** How the process does: last success, queue depths, oldest age, counters. */
  health: told("actor/{actor}/{instance}/health", "vitalbus.health.v1") as Told<ActorHealth>,
  /** The adapter as the scanner sees it. */
  adapterState: told("state/adapter", "vitalbus.adapterState.v1") as Told<AdapterState>,
  /** The passive set and what each of its devices does. */
  passiveState: told("state/passive", "vitalbus.passiveState.v1") as Told<PassiveState>,
  /** A seat's session, without secrets. */
  sessionState: told("state/session/{seat}", "vitalbus.sessionState.v1") as Told<SessionState>,
  /** The queue's depths. */
  queueState: told("state/queue", "vitalbus.queueState.v1") as Told<QueueState>,
  /** The public key that access tokens are sealed for. */
  sealingState: told("state/sealing", "vitalbus.sealingState.v1") as Told<SealingState>,
  /**
   * The newest value of a metric that the person of a seat's running session has, retained until the session
   * ends.  Published for the seats of `vitals.seats` alone; which program hears which seat is the broker's to
   * hold.
   */
  vital: told("vitals/{seat}/{metric}", "vitalbus.vital.v1") as Told<SharedValue>,
  /** What is usual of a seat's values, for people alone; no topic where nothing was said. */
  seatLimits: told("state/limits/{seat}", "vitalbus.seatLimits.v1") as Told<SeatLimits>,
  /** What is logged now, and where to; retained, so that every process follows it from its start. */
  loggingState: told("state/logging", "vitalbus.loggingState.v1") as Told<LoggingState>,
};
