// The contract on the bus, as types. Written by tools/gen-clients; what is not known yet may come: pass over it.

using System.Collections.Generic;
using Newtonsoft.Json;

namespace VitalBus.Contract
{
    /// <summary>What a device or a display said, before anyone decides whose it is.</summary>
    public sealed class Reading
    {
        /// <summary>Names the reading for ever; no copy of it becomes a second record.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>
        /// The decoder's revision of the values, 1 to 2^53 - 1, 1 when absent; a higher one of the same key
        /// replaces the values.
        /// </summary>
        [JsonProperty("revision", NullValueHandling = NullValueHandling.Ignore)]
        public long? Revision { get; set; }
        /// <summary>
        /// The kind of record. For example `biometrics`, `diabetes`, `fitness`, `nutrition`, `routine`, `sleep`,
        /// `weight`, `intraday`.
        /// </summary>
        [JsonProperty("type")]
        public string Type { get; set; }
        /// <summary>When it was measured, in UTC, to the millisecond.</summary>
        [JsonProperty("timestamp")]
        public string Timestamp { get; set; }
        /// <summary>How far local time was ahead of UTC, in seconds; absent where nobody knows.</summary>
        [JsonProperty("utcOffset", NullValueHandling = NullValueHandling.Ignore)]
        public long? UtcOffset { get; set; }
        [JsonProperty("source")]
        public ReadingSource Source { get; set; }
        [JsonProperty("context", NullValueHandling = NullValueHandling.Ignore)]
        public ReadingContext Context { get; set; }
        [JsonProperty("details", NullValueHandling = NullValueHandling.Ignore)]
        public ReadingDetails Details { get; set; }
        /// <summary>How far the device's clock was ahead of the hub's, in seconds.</summary>
        [JsonProperty("clockOffsetSeconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? ClockOffsetSeconds { get; set; }
        /// <summary>When the hub received it, in UTC, to the millisecond.</summary>
        [JsonProperty("receivedAt")]
        public string ReceivedAt { get; set; }
        /// <summary>Equal on all hubs that may hold one reading under different keys; absent where keys never differ.</summary>
        [JsonProperty("twinKey", NullValueHandling = NullValueHandling.Ignore)]
        public string TwinKey { get; set; }
        /// <summary>How much the timestamp is worth; `unknown` when absent.</summary>
        [JsonProperty("timeQuality", NullValueHandling = NullValueHandling.Ignore)]
        public string TimeQuality { get; set; }
        /// <summary>The local time as the device sent it.</summary>
        [JsonProperty("deviceTime", NullValueHandling = NullValueHandling.Ignore)]
        public string DeviceTime { get; set; }
        /// <summary>The hub that received it.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The seat that it was made for, where the producer was told one.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>The device, for Bluetooth.</summary>
        [JsonProperty("device", NullValueHandling = NullValueHandling.Ignore)]
        public string Device { get; set; }
        /// <summary>
        /// The device's own number for its user; absent where it sent none. 255: a scale with users does not know
        /// which of them it was.
        /// </summary>
        [JsonProperty("userIndex", NullValueHandling = NullValueHandling.Ignore)]
        public long? UserIndex { get; set; }
        /// <summary>
        /// The values; empty in events of seats that do not share them, and where only `details` or
        /// `context.outOfBounds` say something.
        /// </summary>
        [JsonProperty("measurements")]
        public List<Measurement> Measurements { get; set; }
        /// <summary>True for a reading out of a memory; false, also when absent, for a live one.</summary>
        [JsonProperty("history", NullValueHandling = NullValueHandling.Ignore)]
        public bool? History { get; set; }
        /// <summary>
        /// True where whoever asked for the reading wants to confirm it first; false, also when absent, lets the
        /// assignments decide.
        /// </summary>
        [JsonProperty("awaitsConfirmation", NullValueHandling = NullValueHandling.Ignore)]
        public bool? AwaitsConfirmation { get; set; }
        /// <summary>
        /// When somebody asked for the device to be read for `seat`; that word is for what is measured from then
        /// on.
        /// </summary>
        [JsonProperty("askedAt", NullValueHandling = NullValueHandling.Ignore)]
        public string AskedAt { get; set; }
        /// <summary>The session that an import was made for; absent for what an assignment decides.</summary>
        [JsonProperty("sessionID", NullValueHandling = NullValueHandling.Ignore)]
        public string SessionID { get; set; }
        /// <summary>
        /// Whether its device numbers what it measures; absent where its producer does not say. Equal bytes
        /// without a number may be two measurements.
        /// </summary>
        [JsonProperty("isNumbered", NullValueHandling = NullValueHandling.Ignore)]
        public bool? IsNumbered { get; set; }
        /// <summary>
        /// When the device was first seen for the link over which the reading came alone, where its time is
        /// unknown and the device had no reason to send an earlier one again; equal bytes that came before are
        /// another measurement then.
        /// </summary>
        [JsonProperty("aloneSince", NullValueHandling = NullValueHandling.Ignore)]
        public string AloneSince { get; set; }
        /// <summary>
        /// True where it has values that do not stand here, because they are not shared; absent where all that it
        /// has stands here, also none.
        /// </summary>
        [JsonProperty("valuesWithheld", NullValueHandling = NullValueHandling.Ignore)]
        public bool? ValuesWithheld { get; set; }
    }

    /// <summary>Where a reading or a record comes from.</summary>
    public sealed class ReadingSource
    {
        /// <summary>The way by which it was made. For example `bluetooth`, `ocr`, `healthImport`, `manual`.</summary>
        [JsonProperty("kind")]
        public string Kind { get; set; }
        /// <summary>The number of the peripheral in the catalogue.</summary>
        [JsonProperty("peripheralID", NullValueHandling = NullValueHandling.Ignore)]
        public long? PeripheralID { get; set; }
        /// <summary>The device's manufacturer.</summary>
        [JsonProperty("manufacturer", NullValueHandling = NullValueHandling.Ignore)]
        public string Manufacturer { get; set; }
        /// <summary>The device's model.</summary>
        [JsonProperty("model", NullValueHandling = NullValueHandling.Ignore)]
        public string Model { get; set; }
        /// <summary>The device's serial number.</summary>
        [JsonProperty("serial", NullValueHandling = NullValueHandling.Ignore)]
        public string Serial { get; set; }
        /// <summary>The software or device that first made the value, where it came through another one.</summary>
        [JsonProperty("originalSource", NullValueHandling = NullValueHandling.Ignore)]
        public string OriginalSource { get; set; }
        /// <summary>The platform whose health data was imported. For example `apple_health`, `google_fit`.</summary>
        [JsonProperty("platform", NullValueHandling = NullValueHandling.Ignore)]
        public string Platform { get; set; }
        [JsonProperty("recognition", NullValueHandling = NullValueHandling.Ignore)]
        public ReadingRecognition Recognition { get; set; }
    }

    /// <summary>How a display was read; absent for what no camera read.</summary>
    public sealed class ReadingRecognition
    {
        /// <summary>The display's rows as they were read, divided by line feeds.</summary>
        [JsonProperty("text")]
        public string Text { get; set; }
        /// <summary>How certain all of it is, from 0 to 1.</summary>
        [JsonProperty("confidence")]
        public decimal Confidence { get; set; }
        /// <summary>Whether that is certain enough to be taken for right.</summary>
        [JsonProperty("accepted")]
        public bool Accepted { get; set; }
        /// <summary>Why it is not, as `DisplayResult.reasons` has it; absent where it is.</summary>
        [JsonProperty("reasons", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Reasons { get; set; }
        /// <summary>How many frames it was made of.</summary>
        [JsonProperty("frames")]
        public long Frames { get; set; }
        /// <summary>What was read in place of the values that a person corrected; absent where nobody corrected anything.</summary>
        [JsonProperty("original", NullValueHandling = NullValueHandling.Ignore)]
        public List<Measurement> Original { get; set; }
    }

    /// <summary>What was said beside the values.</summary>
    public sealed class ReadingContext
    {
        /// <summary>The relation to a meal. For example `before_meal`.</summary>
        [JsonProperty("meal", NullValueHandling = NullValueHandling.Ignore)]
        public string Meal { get; set; }
        /// <summary>Who took the measurement. For example `self`, `health_care_professional`.</summary>
        [JsonProperty("tester", NullValueHandling = NullValueHandling.Ignore)]
        public string Tester { get; set; }
        /// <summary>Names of what the device reported.</summary>
        [JsonProperty("statusFlags", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> StatusFlags { get; set; }
        /// <summary>Values that the device could not measure, because they were too low or too high for it.</summary>
        [JsonProperty("outOfBounds", NullValueHandling = NullValueHandling.Ignore)]
        public List<ReadingContextOutOfBounds> OutOfBounds { get; set; }
        /// <summary>Metrics whose value no living person has. Flagged, never dropped.</summary>
        [JsonProperty("implausible", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Implausible { get; set; }
    }

    public sealed class ReadingContextOutOfBounds
    {
        /// <summary>What was measured.</summary>
        [JsonProperty("metric")]
        public string Metric { get; set; }
        /// <summary>On which side. For example `low`, `high`.</summary>
        [JsonProperty("direction")]
        public string Direction { get; set; }
    }

    /// <summary>
    /// What a record of a time span says beside its values. Pages of many records leave `segments` and `series`
    /// out of long ones.
    /// </summary>
    public sealed class ReadingDetails
    {
        /// <summary>When it ended, in UTC, to the millisecond; absent where it was a moment.</summary>
        [JsonProperty("end", NullValueHandling = NullValueHandling.Ignore)]
        public string End { get; set; }
        /// <summary>Its name: a workout's, a meal's. For example `Morning Run`, `Breakfast`.</summary>
        [JsonProperty("name", NullValueHandling = NullValueHandling.Ignore)]
        public string Name { get; set; }
        /// <summary>Its kind: a workout's, a summary's. For example `running`, `daily`.</summary>
        [JsonProperty("category", NullValueHandling = NullValueHandling.Ignore)]
        public string Category { get; set; }
        /// <summary>How hard a workout was. For example `low`, `medium`, `high`.</summary>
        [JsonProperty("intensity", NullValueHandling = NullValueHandling.Ignore)]
        public string Intensity { get; set; }
        /// <summary>Its parts, for example a day's meals.</summary>
        [JsonProperty("segments", NullValueHandling = NullValueHandling.Ignore)]
        public List<ReadingSegment> Segments { get; set; }
        /// <summary>How long the intervals of `series` are.</summary>
        [JsonProperty("granularity", NullValueHandling = NullValueHandling.Ignore)]
        public ReadingDetailsGranularity Granularity { get; set; }
        /// <summary>Values over the time.</summary>
        [JsonProperty("series", NullValueHandling = NullValueHandling.Ignore)]
        public List<ReadingSeries> Series { get; set; }
    }

    /// <summary>A part of a record, for example one meal.</summary>
    public sealed class ReadingSegment
    {
        /// <summary>Its name. For example `Breakfast`.</summary>
        [JsonProperty("name")]
        public string Name { get; set; }
        /// <summary>Its values.</summary>
        [JsonProperty("measurements", NullValueHandling = NullValueHandling.Ignore)]
        public List<Measurement> Measurements { get; set; }
        /// <summary>What was eaten.</summary>
        [JsonProperty("foods", NullValueHandling = NullValueHandling.Ignore)]
        public List<ReadingFood> Foods { get; set; }
    }

    /// <summary>Something eaten or drunk.</summary>
    public sealed class ReadingFood
    {
        /// <summary>Its name.</summary>
        [JsonProperty("name")]
        public string Name { get; set; }
        /// <summary>Who made it.</summary>
        [JsonProperty("brand", NullValueHandling = NullValueHandling.Ignore)]
        public string Brand { get; set; }
        /// <summary>Its values.</summary>
        [JsonProperty("measurements", NullValueHandling = NullValueHandling.Ignore)]
        public List<Measurement> Measurements { get; set; }
        /// <summary>How many servings.</summary>
        [JsonProperty("servingAmount", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? ServingAmount { get; set; }
        /// <summary>The digits after the point of `servingAmount`, where it ends in zeros there.</summary>
        [JsonProperty("servingDecimals", NullValueHandling = NullValueHandling.Ignore)]
        public long? ServingDecimals { get; set; }
        /// <summary>What a serving is. For example `slice`.</summary>
        [JsonProperty("servingUnit", NullValueHandling = NullValueHandling.Ignore)]
        public string ServingUnit { get; set; }
    }

    /// <summary>How long the intervals of `series` are.</summary>
    public sealed class ReadingDetailsGranularity
    {
        /// <summary>How many of the unit.</summary>
        [JsonProperty("interval")]
        public long Interval { get; set; }
        /// <summary>The unit. For example `minute`.</summary>
        [JsonProperty("unit")]
        public string Unit { get; set; }
    }

    /// <summary>One metric over a time.</summary>
    public sealed class ReadingSeries
    {
        /// <summary>What was measured. For example `steps`.</summary>
        [JsonProperty("metric")]
        public string Metric { get; set; }
        /// <summary>The unit of all values in UCUM.</summary>
        [JsonProperty("unit")]
        public string Unit { get; set; }
        /// <summary>Where the values come from. For example `device`, `manual`, `unknown`.</summary>
        [JsonProperty("origin")]
        public string Origin { get; set; }
        /// <summary>The values with their times.</summary>
        [JsonProperty("points")]
        public List<ReadingPoint> Points { get; set; }
    }

    /// <summary>One value of a series.</summary>
    public sealed class ReadingPoint
    {
        /// <summary>When it was measured, or when its interval began, in UTC.</summary>
        [JsonProperty("time")]
        public string Time { get; set; }
        /// <summary>The value, exact: read it as a decimal.</summary>
        [JsonProperty("value")]
        public decimal Value { get; set; }
        /// <summary>The digits after the point, where the value ends in zeros there.</summary>
        [JsonProperty("decimals", NullValueHandling = NullValueHandling.Ignore)]
        public long? Decimals { get; set; }
    }

    /// <summary>A reading that belongs to a person: what is queued, uploaded and told.</summary>
    public sealed class VitalRecord
    {
        /// <summary>The record's own identifier, the same in every attempt.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>The seat whose session it belongs to.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Names the reading for ever; no copy of it becomes a second record.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>
        /// The decoder's revision of the values, 1 to 2^53 - 1, 1 when absent; a higher one of the same key
        /// replaces the values.
        /// </summary>
        [JsonProperty("revision", NullValueHandling = NullValueHandling.Ignore)]
        public long? Revision { get; set; }
        /// <summary>
        /// The kind of record. For example `biometrics`, `diabetes`, `fitness`, `nutrition`, `routine`, `sleep`,
        /// `weight`, `intraday`.
        /// </summary>
        [JsonProperty("type")]
        public string Type { get; set; }
        /// <summary>When it was measured, in UTC, to the millisecond.</summary>
        [JsonProperty("timestamp")]
        public string Timestamp { get; set; }
        /// <summary>How far local time was ahead of UTC, in seconds; absent where nobody knows.</summary>
        [JsonProperty("utcOffset", NullValueHandling = NullValueHandling.Ignore)]
        public long? UtcOffset { get; set; }
        [JsonProperty("source")]
        public ReadingSource Source { get; set; }
        [JsonProperty("context", NullValueHandling = NullValueHandling.Ignore)]
        public ReadingContext Context { get; set; }
        [JsonProperty("details", NullValueHandling = NullValueHandling.Ignore)]
        public ReadingDetails Details { get; set; }
        /// <summary>How far the device's clock was ahead of the hub's, in seconds.</summary>
        [JsonProperty("clockOffsetSeconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? ClockOffsetSeconds { get; set; }
        /// <summary>When the hub received it, in UTC, to the millisecond.</summary>
        [JsonProperty("receivedAt")]
        public string ReceivedAt { get; set; }
        /// <summary>
        /// The values; empty in events of seats that do not share them, and where only `details` or
        /// `context.outOfBounds` say something.
        /// </summary>
        [JsonProperty("measurements")]
        public List<Measurement> Measurements { get; set; }
        /// <summary>
        /// True where it has values that do not stand here, because those of its seat are not shared; absent
        /// where all that it has stands here, also none.
        /// </summary>
        [JsonProperty("valuesWithheld", NullValueHandling = NullValueHandling.Ignore)]
        public bool? ValuesWithheld { get; set; }
    }

    /// <summary>One measured value, with the digits and the unit that the device sent.</summary>
    public sealed class Measurement
    {
        /// <summary>
        /// What was measured; unknown names are carried. For example `systolic`, `diastolic`, `pulse`,
        /// `blood_glucose`.
        /// </summary>
        [JsonProperty("metric")]
        public string Metric { get; set; }
        /// <summary>The value, exact: read it as a decimal, not as a binary fraction.</summary>
        [JsonProperty("value")]
        public decimal Value { get; set; }
        /// <summary>The digits after the point, where the value ends in zeros there: 36.50 is `36.5` with `decimals` 2.</summary>
        [JsonProperty("decimals", NullValueHandling = NullValueHandling.Ignore)]
        public long? Decimals { get; set; }
        /// <summary>The unit in UCUM. For example `mm[Hg]`, `/min`, `%`, `Cel`, `kg`, `mg/dL`.</summary>
        [JsonProperty("unit")]
        public string Unit { get; set; }
        /// <summary>Where the value comes from. For example `device`, `manual`, `unknown`.</summary>
        [JsonProperty("origin", NullValueHandling = NullValueHandling.Ignore)]
        public string Origin { get; set; }
    }

    /// <summary>An error as it travels: in replies, events and states.</summary>
    public sealed class Fault
    {
        /// <summary>A stable code; unknown ones are carried.</summary>
        [JsonProperty("code")]
        public string Code { get; set; }
        /// <summary>What happened, to what, and the way out; never a secret, never a payload.</summary>
        [JsonProperty("message")]
        public string Message { get; set; }
        /// <summary>Whether the same may succeed later.</summary>
        [JsonProperty("retriable")]
        public bool Retriable { get; set; }
    }

    /// <summary>What a process says once about itself, retained on `actor/{actor}/{instance}/info`.</summary>
    public sealed class ActorInfo
    {
        /// <summary>The actor's name.</summary>
        [JsonProperty("actor")]
        public string Actor { get; set; }
        /// <summary>The instance's id.</summary>
        [JsonProperty("instance")]
        public string Instance { get; set; }
        /// <summary>The program's version.</summary>
        [JsonProperty("version")]
        public string Version { get; set; }
        /// <summary>This start of the process; greater than that of every earlier start.</summary>
        [JsonProperty("epoch")]
        public long Epoch { get; set; }
        /// <summary>The contract versions that it speaks, for example `v1`.</summary>
        [JsonProperty("contracts")]
        public List<string> Contracts { get; set; }
        /// <summary>When it started.</summary>
        [JsonProperty("started")]
        public string Started { get; set; }
    }

    /// <summary>How a process does, retained on `actor/{actor}/{instance}/health` every 30 seconds.</summary>
    public sealed class ActorHealth
    {
        /// <summary>
        /// One word for it all. `ok` (it does its work), `degraded` (it works, but needs a look at `problems`),
        /// `failed` (it cannot do its work now).
        /// </summary>
        [JsonProperty("status")]
        public string Status { get; set; }
        /// <summary>What is wrong, and the way out of it; empty when all is well.</summary>
        [JsonProperty("problems")]
        public List<Fault> Problems { get; set; }
        /// <summary>When the actor's own work last succeeded; nil before the first time.</summary>
        [JsonProperty("lastSuccess", NullValueHandling = NullValueHandling.Ignore)]
        public string LastSuccess { get; set; }
        /// <summary>Entries that wait, by queue.</summary>
        [JsonProperty("queueDepths")]
        public Dictionary<string, long> QueueDepths { get; set; }
        /// <summary>How long the oldest waiting entry has waited, in seconds; nil when nothing waits.</summary>
        [JsonProperty("oldestAgeSeconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? OldestAgeSeconds { get; set; }
        /// <summary>Counts since the start, by name; `refused…` counts messages that were not believed, by reason.</summary>
        [JsonProperty("counters")]
        public Dictionary<string, long> Counters { get; set; }
        /// <summary>Seconds since the start; the bootstrap fills it in.</summary>
        [JsonProperty("uptimeSeconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? UptimeSeconds { get; set; }
        /// <summary>How often the process tells its health, in seconds: who misses it three times in a row is not heard.</summary>
        [JsonProperty("intervalSeconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? IntervalSeconds { get; set; }
        /// <summary>
        /// How long the broker took to acknowledge the last state that was published, in milliseconds; absent
        /// before the first.
        /// </summary>
        [JsonProperty("brokerMilliseconds", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? BrokerMilliseconds { get; set; }
        /// <summary>Free space where state is kept.</summary>
        [JsonProperty("disk", NullValueHandling = NullValueHandling.Ignore)]
        public ActorHealthDisk Disk { get; set; }
        /// <summary>Whether the machine's time can be relied on.</summary>
        [JsonProperty("clock", NullValueHandling = NullValueHandling.Ignore)]
        public ActorHealthClock Clock { get; set; }
        /// <summary>The term of the certificate that the process shows to others; absent where it shows none.</summary>
        [JsonProperty("certificate", NullValueHandling = NullValueHandling.Ignore)]
        public ActorHealthCertificate Certificate { get; set; }
        /// <summary>The last backup of the state directory.</summary>
        [JsonProperty("backup", NullValueHandling = NullValueHandling.Ignore)]
        public ActorHealthBackup Backup { get; set; }
        /// <summary>The uploader's destinations; absent from others.</summary>
        [JsonProperty("destinations", NullValueHandling = NullValueHandling.Ignore)]
        public List<ActorHealthDestination> Destinations { get; set; }
    }

    /// <summary>Free space where state is kept.</summary>
    public sealed class ActorHealthDisk
    {
        /// <summary>Bytes that the process may still write.</summary>
        [JsonProperty("freeBytes")]
        public long FreeBytes { get; set; }
        /// <summary>The file system's size in bytes, without what is kept for root.</summary>
        [JsonProperty("totalBytes")]
        public long TotalBytes { get; set; }
    }

    /// <summary>Whether the machine's time can be relied on.</summary>
    public sealed class ActorHealthClock
    {
        /// <summary>
        /// Whether a time service or the machine's host keeps it right, or the operator says that it is
        /// (`clock.trusted`).
        /// </summary>
        [JsonProperty("synchronized")]
        public bool Synchronized { get; set; }
        /// <summary>
        /// The greatest error that the kernel reckons with, in seconds (`maxerror` of adjtimex(2)); absent where
        /// it is unknown.
        /// </summary>
        [JsonProperty("errorSeconds", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? ErrorSeconds { get; set; }
    }

    /// <summary>The term of the certificate that the process shows to others.</summary>
    public sealed class ActorHealthCertificate
    {
        /// <summary>From when on it is to be renewed: two thirds of its term are over.</summary>
        [JsonProperty("renewal")]
        public string Renewal { get; set; }
        /// <summary>When it ends.</summary>
        [JsonProperty("ends")]
        public string Ends { get; set; }
    }

    /// <summary>The last backup of the state directory (`vitalbus backup`).</summary>
    public sealed class ActorHealthBackup
    {
        /// <summary>When it was made; absent where there was none.</summary>
        [JsonProperty("made", NullValueHandling = NullValueHandling.Ignore)]
        public string Made { get; set; }
        /// <summary>
        /// Since when nothing was backed up: the last backup, or the making of the site's key; absent where that
        /// is not known.
        /// </summary>
        [JsonProperty("since", NullValueHandling = NullValueHandling.Ignore)]
        public string Since { get; set; }
        /// <summary>
        /// Whether it is of the generation of the store that is in use; absent from processes without a store
        /// that has one.
        /// </summary>
        [JsonProperty("isOfThisStore", NullValueHandling = NullValueHandling.Ignore)]
        public bool? IsOfThisStore { get; set; }
    }

    /// <summary>How a destination of records takes what it is sent.</summary>
    public sealed class ActorHealthDestination
    {
        /// <summary>
        /// The interface that takes its records. `inform` (the cloud service's version 2), `legacy` (the cloud
        /// service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs
        /// on).
        /// </summary>
        [JsonProperty("apiVersion")]
        public string ApiVersion { get; set; }
        /// <summary>
        /// One word for it. `working` (it took the last record, or was sent none yet), `retrying` (attempts fail
        /// and are made again), `paused` (it is sent only probes until it is repaired).
        /// </summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>When it last took something from this process; absent before the first time.</summary>
        [JsonProperty("lastSuccess", NullValueHandling = NullValueHandling.Ignore)]
        public string LastSuccess { get; set; }
    }

    /// <summary>A device of the catalogue is in sight.</summary>
    public sealed class PeripheralSighted
    {
        /// <summary>Always null: a sighting has no person.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub that heard it.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The catalogue's peripherals that the advertisement matches.</summary>
        [JsonProperty("peripheralIDs")]
        public List<long> PeripheralIDs { get; set; }
        /// <summary>The advertised name.</summary>
        [JsonProperty("name", NullValueHandling = NullValueHandling.Ignore)]
        public string Name { get; set; }
        /// <summary>Signal strength in dBm.</summary>
        [JsonProperty("rssi", NullValueHandling = NullValueHandling.Ignore)]
        public long? Rssi { get; set; }
        /// <summary>What was heard.</summary>
        [JsonProperty("advertisement")]
        public Advertisement Advertisement { get; set; }
        /// <summary>When this episode of advertising began; a new one begins after the device was lost.</summary>
        [JsonProperty("episode")]
        public string Episode { get; set; }
        /// <summary>Whether it is paired with the hub.</summary>
        [JsonProperty("paired", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Paired { get; set; }
    }

    /// <summary>A device's advertisement, as it was heard.</summary>
    public sealed class Advertisement
    {
        /// <summary>The advertised services, as full lower-case UUIDs.</summary>
        [JsonProperty("serviceUUIDs")]
        public List<string> ServiceUUIDs { get; set; }
        /// <summary>Manufacturer data in hexadecimal, by company identifier in decimal.</summary>
        [JsonProperty("manufacturerData")]
        public Dictionary<string, string> ManufacturerData { get; set; }
        /// <summary>Service data in hexadecimal, by service UUID.</summary>
        [JsonProperty("serviceData")]
        public Dictionary<string, string> ServiceData { get; set; }
    }

    /// <summary>A sighted device is silent.</summary>
    public sealed class PeripheralLost
    {
        /// <summary>Always null.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub that heard it last.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
    }

    /// <summary>A hub's radio.</summary>
    public sealed class AdapterState
    {
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>Whether bluetoothd answers and has an adapter.</summary>
        [JsonProperty("present")]
        public bool Present { get; set; }
        /// <summary>Whether the adapter is switched on.</summary>
        [JsonProperty("powered")]
        public bool Powered { get; set; }
        /// <summary>Whether it scans.</summary>
        [JsonProperty("discovering")]
        public bool Discovering { get; set; }
        /// <summary>When the last advertisement of any device was heard.</summary>
        [JsonProperty("lastAdvertisement", NullValueHandling = NullValueHandling.Ignore)]
        public string LastAdvertisement { get; set; }
        /// <summary>What is wrong and the way out, in plain words; null when nothing is.</summary>
        [JsonProperty("problem")]
        public string Problem { get; set; }
        /// <summary>
        /// The stable word for what is wrong, for example `serviceHung`; `radioSilent` alone is no problem, for a
        /// room may be quiet.
        /// </summary>
        [JsonProperty("cause", NullValueHandling = NullValueHandling.Ignore)]
        public string Cause { get; set; }
        /// <summary>How many adapters the hub has.</summary>
        [JsonProperty("adapters", NullValueHandling = NullValueHandling.Ignore)]
        public long? Adapters { get; set; }
        /// <summary>What was wrong last, when something was.</summary>
        [JsonProperty("lastCause", NullValueHandling = NullValueHandling.Ignore)]
        public string LastCause { get; set; }
        /// <summary>When the radio last worked again after something was wrong.</summary>
        [JsonProperty("recovered", NullValueHandling = NullValueHandling.Ignore)]
        public string Recovered { get; set; }
    }

    /// <summary>A payload without content.</summary>
    public sealed class Empty
    {
    }

    /// <summary>The devices in sight.</summary>
    public sealed class Sightings
    {
        /// <summary>Each device's latest sighting; paired ones and those that somebody waits for first, then the nearest.</summary>
        [JsonProperty("devices")]
        public List<PeripheralSighted> Devices { get; set; }
        /// <summary>How many more are in sight than one message has room for; absent where all are listed.</summary>
        [JsonProperty("omitted", NullValueHandling = NullValueHandling.Ignore)]
        public long? Omitted { get; set; }
    }

    /// <summary>Asks to leave the radio to a device.</summary>
    public sealed class HoldDiscovery
    {
        /// <summary>The device that is wanted.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>For how long, 1 to 120 s; 0 ends the hold of this device.</summary>
        [JsonProperty("seconds")]
        public long Seconds { get; set; }
    }

    /// <summary>Discovery is held.</summary>
    public sealed class DiscoveryHeld
    {
        /// <summary>The end of the hold.</summary>
        [JsonProperty("until")]
        public string Until { get; set; }
    }

    /// <summary>Asks to tell every advertisement at once.</summary>
    public sealed class PairingMode
    {
        /// <summary>For how long, 1 to 300 s; 0 ends it.</summary>
        [JsonProperty("seconds")]
        public long Seconds { get; set; }
        /// <summary>The only device to tell so; all when absent.</summary>
        [JsonProperty("device", NullValueHandling = NullValueHandling.Ignore)]
        public string Device { get; set; }
    }

    /// <summary>Every advertisement is told at once.</summary>
    public sealed class PairingModeUntil
    {
        /// <summary>The end of it.</summary>
        [JsonProperty("until")]
        public string Until { get; set; }
    }

    /// <summary>Something happened to a device.</summary>
    public sealed class PeripheralEvent
    {
        /// <summary>The seat it was done for, if one was named.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The catalogue's number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
    }

    /// <summary>A device was read.</summary>
    public sealed class PeripheralDidRead
    {
        /// <summary>The seat it was done for, if one was named.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The catalogue's number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>What was read, the newest 32; in events values only where the seat shares them, in a reply always.</summary>
        [JsonProperty("records")]
        public List<Reading> Records { get; set; }
        /// <summary>
        /// What became of the newest reading. `outbox` (it is safe in the producer's outbox; the session manager
        /// has not answered yet), `submitted` (it is a person's record in the queue), `held` (it waits until a
        /// person confirms it), `notStored` (it is the default user's: only the event and the reply have it),
        /// `unsynced` (it is the record of a session that has ended), `repeat` (it was known already, and nothing
        /// changed), `refused` (the session manager refused it).
        /// </summary>
        [JsonProperty("disposition")]
        public string Disposition { get; set; }
        /// <summary>What became of each of them; absent in `passiveDidRead`, whose reader does not wait for it.</summary>
        [JsonProperty("fates", NullValueHandling = NullValueHandling.Ignore)]
        public List<ReadingFate> Fates { get; set; }
    }

    /// <summary>What the session manager decided about one reading.</summary>
    public sealed class ReadingFate
    {
        /// <summary>The reading.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>
        /// What became of it. `outbox` (it is safe in the producer's outbox; the session manager has not answered
        /// yet), `submitted` (it is a person's record in the queue), `held` (it waits until a person confirms
        /// it), `notStored` (it is the default user's: only the event and the reply have it), `unsynced` (it is
        /// the record of a session that has ended), `repeat` (it was known already, and nothing changed),
        /// `refused` (the session manager refused it).
        /// </summary>
        [JsonProperty("fate")]
        public string Fate { get; set; }
        /// <summary>Whose it is, once a person is decided.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>Its record, once a person is decided.</summary>
        [JsonProperty("logID", NullValueHandling = NullValueHandling.Ignore)]
        public string LogID { get; set; }
        /// <summary>
        /// Why it is held. `noAssignment` (the device is not assigned at the measurement's time),
        /// `assignedToAnother` (it was read for one seat, and the device is another's), `olderThanRequest` (it
        /// was read for a seat, and measured before that was asked for), `clockUnknown` (the measurement's time
        /// is not known), `noSession` (the seat had no session at the measurement's time), `invalid` (something
        /// in it breaks the rules: a time in the future, no value), `changedByHand` (it is a later revision of
        /// what an operator has corrected, changed or deleted), `awaitsConfirmation` (a person is to confirm it
        /// first), `implausible` (its values are very unusual, they contradict each other, or its device doubts
        /// them: a person confirms or corrects them), `possibleRepeat` (its device sent equal values with an
        /// equal time before, and measured it later: a person says whether they are two), `anotherHubsSeat` (it
        /// was read for another hub's seat, although no request for it is recorded).
        /// </summary>
        [JsonProperty("reason", NullValueHandling = NullValueHandling.Ignore)]
        public string Reason { get; set; }
        /// <summary>Whose the device is by its assignment, where that speaks against the seat that was asked for.</summary>
        [JsonProperty("assignedSeat", NullValueHandling = NullValueHandling.Ignore)]
        public string AssignedSeat { get; set; }
        /// <summary>Why it was refused.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public Fault Error { get; set; }
    }

    /// <summary>Something failed on a device.</summary>
    public sealed class PeripheralDidFail
    {
        /// <summary>The seat it was done for, if one was named.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The catalogue's number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device; null where none was found.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>
        /// Why, in the words of the mobile SDK. `communication` (the link broke, or the device answered with an
        /// error), `connection` (the device could not be connected), `pairingFailed` (the device refused the
        /// pairing, or the code was wrong), `bluetoothOff` (the hub's Bluetooth is off, blocked or away),
        /// `noReading` (the device was read and had nothing to send), `noUser` (there is no session at the seat,
        /// or the scale has no user for it), `connectionTimeout` (the device was not found or connected in time),
        /// `readingTimeout` (the device was connected and sent no measurement in time), `busy` (other foreground
        /// work runs), `cancelled` (it was cancelled), `notPaired` (the device has to be paired first),
        /// `staleBond` (the device has lost or replaced its half of the pairing: forget it and pair it again),
        /// `missingPart` (a key file, a license, an encryption key or a driver is missing; the error says which),
        /// `unreadable` (what the device sent cannot be read), `notAllowed` (the device is not among the allowed
        /// ones), `storeUnavailable` (the hub's disk cannot keep readings).
        /// </summary>
        [JsonProperty("reason", NullValueHandling = NullValueHandling.Ignore)]
        public string Reason { get; set; }
        /// <summary>What went wrong, and the way out.</summary>
        [JsonProperty("error")]
        public Fault Error { get; set; }
        /// <summary>The id of the request that failed; absent without a request.</summary>
        [JsonProperty("request", NullValueHandling = NullValueHandling.Ignore)]
        public string Request { get; set; }
    }

    /// <summary>A device was paired.</summary>
    public sealed class PeripheralPaired
    {
        /// <summary>The seat it was paired for, if one was named.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The catalogue's number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device; by its lasting address, so it can differ from the one that was asked for.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>
        /// Whether the device is the seat's from now on; false if it could not be reported, null where no seat
        /// was named.
        /// </summary>
        [JsonProperty("assigned")]
        public bool? Assigned { get; set; }
        /// <summary>Why the device is not the seat's although it is paired; absent where it is, or without an answer yet.</summary>
        [JsonProperty("assignmentError", NullValueHandling = NullValueHandling.Ignore)]
        public Fault AssignmentError { get; set; }
    }

    /// <summary>The passive set and its devices.</summary>
    public sealed class PassiveState
    {
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The passive set.</summary>
        [JsonProperty("peripheralIDs")]
        public List<long> PeripheralIDs { get; set; }
        /// <summary>The devices that were sighted.</summary>
        [JsonProperty("devices")]
        public List<PassiveStateDevice> Devices { get; set; }
    }

    /// <summary>One device.</summary>
    public sealed class PassiveStateDevice
    {
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The catalogue's number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>
        /// What it does. `armed` (it is read once it is seen), `reading` (it is being read), `cooling` (it was
        /// read, and rests), `failed` (it could not be read, and is tried again), `noReading` (it had nothing to
        /// send), `claimed` (another hub reads it), `notPaired` (it is not tried again until it is paired),
        /// `missingPart` (it is not tried again until it has what it lacks).
        /// </summary>
        [JsonProperty("phase")]
        public string Phase { get; set; }
    }

    /// <summary>Foreground work was cancelled.</summary>
    public sealed class PeripheralDidCancel
    {
        /// <summary>The seat it was done for, if one was named.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The catalogue's number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device; null where none was found yet.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
    }

    /// <summary>A pairing needs a person.</summary>
    public sealed class PasskeyRequested
    {
        /// <summary>The seat that it is paired for, if one was named.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The catalogue's number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>What `answerPasskey` names.</summary>
        [JsonProperty("request")]
        public string Request { get; set; }
        /// <summary>The id of the `pairPeripheral` request that is asked about.</summary>
        [JsonProperty("pairing", NullValueHandling = NullValueHandling.Ignore)]
        public string Pairing { get; set; }
        /// <summary>
        /// What is asked for. `enter` (the device shows six digits: answer with them), `show` (the person types
        /// the digits into the device: no answer is awaited), `confirm` (the device shows digits too: answer
        /// whether they are the same).
        /// </summary>
        [JsonProperty("kind")]
        public string Kind { get; set; }
        /// <summary>The six digits to type into the device, or to compare; null where the device shows them.</summary>
        [JsonProperty("digits")]
        public string Digits { get; set; }
        /// <summary>When an answer comes too late.</summary>
        [JsonProperty("expires")]
        public string Expires { get; set; }
    }

    /// <summary>A frame that cannot be decoded, without its bytes.</summary>
    public sealed class FrameUnreadable
    {
        /// <summary>Always null: its person is unknown.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The catalogue's number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The UUID of the characteristic that it came by.</summary>
        [JsonProperty("characteristic")]
        public string Characteristic { get; set; }
        /// <summary>How many bytes it has.</summary>
        [JsonProperty("length")]
        public long Length { get; set; }
        /// <summary>What is wrong with it, as `truncated`.</summary>
        [JsonProperty("code")]
        public string Code { get; set; }
        /// <summary>The number of its row among the hub's raw frames, where it is kept for `frames.keep`.</summary>
        [JsonProperty("frame")]
        public long Frame { get; set; }
    }

    /// <summary>How far a foreground reading is.</summary>
    public sealed class ReadingProgress
    {
        /// <summary>The seat it is done for, if one was named.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The catalogue's number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The id of the `readPeripheral` request.</summary>
        [JsonProperty("request")]
        public string Request { get; set; }
        /// <summary>
        /// How far it is. `connecting` (a device was found, and is being connected), `waiting` (it is connected,
        /// and waits for a measurement), `receiving` (it sends what it measured).
        /// </summary>
        [JsonProperty("phase")]
        public string Phase { get; set; }
    }

    /// <summary>Chooses entries of the catalogue; all parts that are there must hold.</summary>
    public sealed class PeripheralFilter
    {
        /// <summary>One number.</summary>
        [JsonProperty("peripheralID", NullValueHandling = NullValueHandling.Ignore)]
        public long? PeripheralID { get; set; }
        /// <summary>One type, for example `bloodPressureMonitor`.</summary>
        [JsonProperty("type", NullValueHandling = NullValueHandling.Ignore)]
        public string Type { get; set; }
        /// <summary>Words of the name, in any case.</summary>
        [JsonProperty("text", NullValueHandling = NullValueHandling.Ignore)]
        public string Text { get; set; }
        /// <summary>Only those that are verified, or only the others.</summary>
        [JsonProperty("verified", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Verified { get; set; }
        /// <summary>Only those that have to be paired, or only the others.</summary>
        [JsonProperty("requiresPairing", NullValueHandling = NullValueHandling.Ignore)]
        public bool? RequiresPairing { get; set; }
        /// <summary>Only those that are switched off, or only the others.</summary>
        [JsonProperty("disabled", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Disabled { get; set; }
    }

    /// <summary>Entries of the catalogue.</summary>
    public sealed class SupportedPeripherals
    {
        /// <summary>The entries.</summary>
        [JsonProperty("peripherals")]
        public List<PeripheralView> Peripherals { get; set; }
    }

    /// <summary>One entry of the catalogue.</summary>
    public sealed class PeripheralView
    {
        /// <summary>The number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The name that people see.</summary>
        [JsonProperty("name")]
        public string Name { get; set; }
        /// <summary>The maker.</summary>
        [JsonProperty("manufacturer", NullValueHandling = NullValueHandling.Ignore)]
        public string Manufacturer { get; set; }
        /// <summary>The model.</summary>
        [JsonProperty("model", NullValueHandling = NullValueHandling.Ignore)]
        public string Model { get; set; }
        /// <summary>The kind of device.</summary>
        [JsonProperty("type")]
        public string Type { get; set; }
        /// <summary>Whether it must be paired.</summary>
        [JsonProperty("requiresPairing")]
        public bool RequiresPairing { get; set; }
        /// <summary>How to pair it, in plain words.</summary>
        [JsonProperty("pairingInstructions")]
        public string PairingInstructions { get; set; }
        /// <summary>How to begin a reading, in plain words.</summary>
        [JsonProperty("startInstructions", NullValueHandling = NullValueHandling.Ignore)]
        public string StartInstructions { get; set; }
        /// <summary>How to take a reading, in plain words.</summary>
        [JsonProperty("readingInstructions")]
        public string ReadingInstructions { get; set; }
        /// <summary>An image of it: a drawing in a file of the hub, or what the operator's catalogue file names.</summary>
        [JsonProperty("imageURL", NullValueHandling = NullValueHandling.Ignore)]
        public string ImageURL { get; set; }
        /// <summary>
        /// The image itself as an address that holds it (`data:`, RFC 2397), 64 KiB of content at most; only in
        /// the answer to a filter by `peripheralID`, and absent where `imageURL` names another machine's file.
        /// </summary>
        [JsonProperty("image", NullValueHandling = NullValueHandling.Ignore)]
        public string Image { get; set; }
        /// <summary>
        /// When it can be seen. `beforeMeasurement` (it can be seen as soon as it is switched on),
        /// `afterMeasurement` (it only connects to deliver), `either` (it can be seen before and after).
        /// </summary>
        [JsonProperty("advertises", NullValueHandling = NullValueHandling.Ignore)]
        public string Advertises { get; set; }
        /// <summary>Whether it may send measurements that it has kept.</summary>
        [JsonProperty("hasMemory", NullValueHandling = NullValueHandling.Ignore)]
        public bool? HasMemory { get; set; }
        /// <summary>What it speaks: `standard`, or the name of the driver that it needs.</summary>
        [JsonProperty("speaks", NullValueHandling = NullValueHandling.Ignore)]
        public string Speaks { get; set; }
        /// <summary>The ways in which the model is known to depart from its profile.</summary>
        [JsonProperty("quirks", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Quirks { get; set; }
        /// <summary>What is missing at this hub before any such device can be read; empty when nothing is.</summary>
        [JsonProperty("missing", NullValueHandling = NullValueHandling.Ignore)]
        public List<Fault> Missing { get; set; }
        /// <summary>Whether it is switched off.</summary>
        [JsonProperty("disabled")]
        public bool Disabled { get; set; }
        /// <summary>Whether a frame captured from this model passes, and this program reads the model.</summary>
        [JsonProperty("verified")]
        public bool Verified { get; set; }
    }

    /// <summary>The passive set.</summary>
    public sealed class PassivePeripherals
    {
        /// <summary>The catalogue's numbers; empty or absent disables.</summary>
        [JsonProperty("peripheralIDs", NullValueHandling = NullValueHandling.Ignore)]
        public List<long> PeripheralIDs { get; set; }
    }

    /// <summary>Asks for a foreground reading.</summary>
    public sealed class ReadPeripheral
    {
        /// <summary>The device; absent takes the nearest one of the peripheral that is allowed.</summary>
        [JsonProperty("device", NullValueHandling = NullValueHandling.Ignore)]
        public string Device { get; set; }
        /// <summary>The catalogue's number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The seat the reading is for; null leaves it to the assignments.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>Whether the reading is booked at once, true when absent; otherwise it is held until `confirmReading`.</summary>
        [JsonProperty("autoSubmit", NullValueHandling = NullValueHandling.Ignore)]
        public bool? AutoSubmit { get; set; }
        /// <summary>How long to wait for a measurement, 1 to 300 s, 60 when absent.</summary>
        [JsonProperty("seconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? Seconds { get; set; }
        /// <summary>The devices that may be read: an empty list allows none, an absent one any.</summary>
        [JsonProperty("allowedDevices", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> AllowedDevices { get; set; }
        /// <summary>
        /// What was measured so many seconds before the request is the seat's too, 0 to 600, 0 when absent: for
        /// meters that measure first and are switched on afterwards.
        /// </summary>
        [JsonProperty("sinceSeconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? SinceSeconds { get; set; }
    }

    /// <summary>Asks to pair a device.</summary>
    public sealed class PairPeripheral
    {
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The catalogue's number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The seat it is paired for.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>
        /// The device's own user index that is the seat's; absent for all that it measures, or for a scale's new
        /// user.
        /// </summary>
        [JsonProperty("userIndex", NullValueHandling = NullValueHandling.Ignore)]
        public long? UserIndex { get; set; }
        /// <summary>
        /// Takes over the scale's user of that index, and makes no new one: the user's PIN, 1 to 4 digits, as the
        /// scale or its maker's app shows it.
        /// </summary>
        [JsonProperty("pin", NullValueHandling = NullValueHandling.Ignore)]
        public string Pin { get; set; }
        /// <summary>
        /// What the scale needs to know of the seat's person, as without it many give no body composition; kept
        /// sealed until the scale has it.
        /// </summary>
        [JsonProperty("person", NullValueHandling = NullValueHandling.Ignore)]
        public ScalePerson Person { get; set; }
    }

    /// <summary>What a scale needs to know of a person; a part that is absent stays as the scale has it.</summary>
    public sealed class ScalePerson
    {
        /// <summary>The date of birth: year, month and day, as 1958-03-14.</summary>
        [JsonProperty("birthDate", NullValueHandling = NullValueHandling.Ignore)]
        public string BirthDate { get; set; }
        /// <summary>
        /// The sex. `female` (female), `male` (male), `unspecified` (not said; some scales give no body
        /// composition then).
        /// </summary>
        [JsonProperty("sex", NullValueHandling = NullValueHandling.Ignore)]
        public string Sex { get; set; }
        /// <summary>The height in centimetres, 50 to 250.</summary>
        [JsonProperty("height", NullValueHandling = NullValueHandling.Ignore)]
        public long? Height { get; set; }
    }

    /// <summary>Asks to end the foreground work.</summary>
    public sealed class CancelWork
    {
        /// <summary>The id of the request that began it; absent ends whatever runs, also somebody else's.</summary>
        [JsonProperty("request", NullValueHandling = NullValueHandling.Ignore)]
        public string Request { get; set; }
    }

    /// <summary>Names a seat whose persons' traces are erased at a hub's reader.</summary>
    public sealed class EraseDevices
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>All assignments of the devices that are or were the seat's, other seats' too, 200 at most.</summary>
        [JsonProperty("assignments")]
        public List<AssignmentView> Assignments { get; set; }
        /// <summary>Whether the adapter forgets the seat's devices, which have to be paired again then; false when absent.</summary>
        [JsonProperty("forgetPairing", NullValueHandling = NullValueHandling.Ignore)]
        public bool? ForgetPairing { get; set; }
    }

    /// <summary>One assignment.</summary>
    public sealed class AssignmentView
    {
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The device's own user index.</summary>
        [JsonProperty("userIndex")]
        public long? UserIndex { get; set; }
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>From when on.</summary>
        [JsonProperty("from")]
        public string From { get; set; }
        /// <summary>Until when, null while it is valid.</summary>
        [JsonProperty("until")]
        public string Until { get; set; }
        /// <summary>How many held readings got their owner by it; only in the reply to `assignDevice`.</summary>
        [JsonProperty("owned", NullValueHandling = NullValueHandling.Ignore)]
        public long? Owned { get; set; }
    }

    /// <summary>What a hub's reader has erased.</summary>
    public sealed class DevicesErased
    {
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>Raw frames that were erased.</summary>
        [JsonProperty("frames")]
        public long Frames { get; set; }
        /// <summary>Readings that were erased before the session manager had them.</summary>
        [JsonProperty("readings")]
        public long Readings { get; set; }
        /// <summary>Raw frames of shared devices that stay, because they are not the seat's for certain.</summary>
        [JsonProperty("keptFrames")]
        public long KeptFrames { get; set; }
        /// <summary>Readings of the devices that go on waiting for the session manager: another person's, or nobody's yet.</summary>
        [JsonProperty("keptReadings")]
        public long KeptReadings { get; set; }
        /// <summary>How many devices the adapter has forgotten.</summary>
        [JsonProperty("forgotten")]
        public long Forgotten { get; set; }
    }

    /// <summary>A person's answer to `passkeyRequested`; one of both parts.</summary>
    public sealed class AnswerPasskey
    {
        /// <summary>The question's id, from `passkeyRequested`.</summary>
        [JsonProperty("request")]
        public string Request { get; set; }
        /// <summary>The six digits that the device shows, leading zeros too.</summary>
        [JsonProperty("passkey", NullValueHandling = NullValueHandling.Ignore)]
        public string Passkey { get; set; }
        /// <summary>Whether the device shows the same digits; false also ends a pairing that asks for a passkey.</summary>
        [JsonProperty("accept", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Accept { get; set; }
    }

    /// <summary>What a device needs beside its pairing, as the person reads it off.</summary>
    public sealed class StorePeripheralData
    {
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The catalogue's number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device's encryption key: 32 hexadecimal digits.</summary>
        [JsonProperty("encryptionKey")]
        public string EncryptionKey { get; set; }
    }

    /// <summary>A device's data is stored, sealed.</summary>
    public sealed class PeripheralDataStored
    {
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>What is still missing before the device can be read; empty when nothing is.</summary>
        [JsonProperty("missing")]
        public List<Fault> Missing { get; set; }
    }

    /// <summary>Names a device that a hub is to forget.</summary>
    public sealed class ForgetDevice
    {
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
    }

    /// <summary>A device is forgotten at a hub; whose it is stays as it was assigned.</summary>
    public sealed class DeviceForgotten
    {
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>Whether the adapter knew it; its pairing is gone then.</summary>
        [JsonProperty("pairing")]
        public bool Pairing { get; set; }
        /// <summary>How many of its secrets were erased.</summary>
        [JsonProperty("secrets")]
        public long Secrets { get; set; }
    }

    /// <summary>Records of one type were made of what a person exported.</summary>
    public sealed class HealthRecordsProcessed
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The importer's hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The import that they came by.</summary>
        [JsonProperty("importID")]
        public string ImportID { get; set; }
        /// <summary>The record type, as `routine`.</summary>
        [JsonProperty("recordType")]
        public string RecordType { get; set; }
        /// <summary>How many records are new or changed.</summary>
        [JsonProperty("count")]
        public long Count { get; set; }
    }

    /// <summary>How far a historical fetch is.</summary>
    public sealed class HistoricalFetchProgress
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The importer's hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The fetch's id.</summary>
        [JsonProperty("fetchID")]
        public string FetchID { get; set; }
        /// <summary>Counts of each set so far.</summary>
        [JsonProperty("counts")]
        public List<HistoricalCount> Counts { get; set; }
    }

    /// <summary>How many records of a set a fetch has found.</summary>
    public sealed class HistoricalCount
    {
        /// <summary>The set. `routine` (a day's activity), `fitness` (workouts), `intraday` (steps in short intervals).</summary>
        [JsonProperty("set")]
        public string Set { get; set; }
        /// <summary>How many records it found, new or not.</summary>
        [JsonProperty("records")]
        public long Records { get; set; }
    }

    /// <summary>A historical fetch has ended.</summary>
    public sealed class HistoricalFetchCompleted
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The importer's hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The fetch's id.</summary>
        [JsonProperty("fetchID")]
        public string FetchID { get; set; }
        /// <summary>Counts of each set.</summary>
        [JsonProperty("counts")]
        public List<HistoricalCount> Counts { get; set; }
        /// <summary>Why it did not come to its end; null where it did.</summary>
        [JsonProperty("error")]
        public Fault Error { get; set; }
    }

    /// <summary>An import and how far it is.</summary>
    public sealed class ImportState
    {
        /// <summary>The seat that it is for.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The importer's hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The import's id.</summary>
        [JsonProperty("importID")]
        public string ImportID { get; set; }
        /// <summary>
        /// Where it comes from. `file` (it was requested), `folder` (it was found in a watched folder), `http`
        /// (it was posted), `fetch` (it is a historical fetch).
        /// </summary>
        [JsonProperty("origin")]
        public string Origin { get; set; }
        /// <summary>
        /// How far it is. `waiting` (others go first), `running` (it is being read), `done` (all of it is read),
        /// `held` (it needs a person's confirmation), `failed` (it cannot be read), `cancelled` (it was
        /// cancelled).
        /// </summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>How many bytes are done, uncompressed.</summary>
        [JsonProperty("bytes")]
        public long Bytes { get; set; }
        /// <summary>How many bytes there are; 0 if unknown.</summary>
        [JsonProperty("totalBytes")]
        public long TotalBytes { get; set; }
        /// <summary>How many records were new.</summary>
        [JsonProperty("created")]
        public long Created { get; set; }
        /// <summary>How many records changed.</summary>
        [JsonProperty("updated")]
        public long Updated { get; set; }
        /// <summary>How many records were known as they are.</summary>
        [JsonProperty("unchanged")]
        public long Unchanged { get; set; }
        /// <summary>How many places of the input could not be read.</summary>
        [JsonProperty("damaged")]
        public long Damaged { get; set; }
        /// <summary>
        /// What was left out though it could be read, by file and reason, in a list of several imports by reason
        /// alone; absent where nothing was.
        /// </summary>
        [JsonProperty("leftOut", NullValueHandling = NullValueHandling.Ignore)]
        public List<ImportLeftOut> LeftOut { get; set; }
        /// <summary>Why it is held or has failed; null where it is not.</summary>
        [JsonProperty("error")]
        public Fault Error { get; set; }
    }

    /// <summary>Something that an input has and no record is made from.</summary>
    public sealed class ImportLeftOut
    {
        /// <summary>
        /// Why. `impossible` (no living person has such a value), `noMeasurement` (by the format's own words
        /// nothing was measured: a status, a goal, a zero), `unknownUnit` (its unit is not known),
        /// `unknownElement` (nothing is made from its element, column or table), `unknownFile` (its file is of no
        /// known kind), `unreadableFile` (its file cannot be opened), `otherUser` (it is of another user of the
        /// device), `noTimeInBed` (a night of another app has no time in bed), `repeated` (another file of the
        /// input has it), `incomplete` (it is a part without the rest, as half of a blood pressure).
        /// </summary>
        [JsonProperty("reason")]
        public string Reason { get; set; }
        /// <summary>How often.</summary>
        [JsonProperty("count")]
        public long Count { get; set; }
        /// <summary>The file's name, without its folders; absent where the input is one file, and for a sum of several.</summary>
        [JsonProperty("file", NullValueHandling = NullValueHandling.Ignore)]
        public string File { get; set; }
        /// <summary>The element, column or type; absent for a sum of several.</summary>
        [JsonProperty("element", NullValueHandling = NullValueHandling.Ignore)]
        public string Element { get; set; }
    }

    /// <summary>Names a file to import, and what of it.</summary>
    public sealed class ImportFile
    {
        /// <summary>The file's absolute path on the importer's machine.</summary>
        [JsonProperty("path")]
        public string Path { get; set; }
        /// <summary>
        /// The seat that it is for; needed unless the site's hub has one seat or the file lies in a watched
        /// folder.
        /// </summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>The sets that are wanted, as `routine`; all that the session's destination takes when absent.</summary>
        [JsonProperty("sets", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Sets { get; set; }
        /// <summary>The first local day, as `2026-03-01`; all when absent.</summary>
        [JsonProperty("from", NullValueHandling = NullValueHandling.Ignore)]
        public string From { get; set; }
        /// <summary>The last local day; all when absent.</summary>
        [JsonProperty("to", NullValueHandling = NullValueHandling.Ignore)]
        public string To { get; set; }
        /// <summary>The person's home zone by its name in the tz database.</summary>
        [JsonProperty("zone", NullValueHandling = NullValueHandling.Ignore)]
        public string Zone { get; set; }
        /// <summary>Names of sources, the one that counts most first.</summary>
        [JsonProperty("sources", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Sources { get; set; }
        /// <summary>Whether every heart rate is taken, not one in a quarter of an hour; false when absent.</summary>
        [JsonProperty("allHeartRates", NullValueHandling = NullValueHandling.Ignore)]
        public bool? AllHeartRates { get; set; }
        /// <summary>
        /// Whether an operator says that it is the seat's person's, though it names another one than before;
        /// false when absent.
        /// </summary>
        [JsonProperty("confirmsPerson", NullValueHandling = NullValueHandling.Ignore)]
        public bool? ConfirmsPerson { get; set; }
        /// <summary>
        /// Whose values are taken of a device that keeps several users apart by numbers, as scales and cuffs do;
        /// without it values of several users are held.
        /// </summary>
        [JsonProperty("userIndex", NullValueHandling = NullValueHandling.Ignore)]
        public long? UserIndex { get; set; }
    }

    /// <summary>Says which folders of a seat are watched.</summary>
    public sealed class ObserveFolders
    {
        /// <summary>The seat; all seats when absent, which only shows.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>Absolute paths on the importer's machine; empty stops, absent only shows.</summary>
        [JsonProperty("paths", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Paths { get; set; }
    }

    /// <summary>The folders that are watched.</summary>
    public sealed class ObservedFolders
    {
        /// <summary>The folders.</summary>
        [JsonProperty("folders")]
        public List<ObservedFoldersFolder> Folders { get; set; }
    }

    /// <summary>One folder.</summary>
    public sealed class ObservedFoldersFolder
    {
        /// <summary>The seat whose person's exports come there.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Its path.</summary>
        [JsonProperty("path")]
        public string Path { get; set; }
    }

    /// <summary>Asks for whole days of the past.</summary>
    public sealed class FetchHistoricalSets
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>
        /// The sets that are wanted, one or several. `routine` (a day's activity), `fitness` (workouts),
        /// `intraday` (steps in short intervals).
        /// </summary>
        [JsonProperty("sets")]
        public List<string> Sets { get; set; }
        /// <summary>
        /// The first local day, as `2026-03-01`; days more than 179 before today are left out, of intraday more
        /// than 7.
        /// </summary>
        [JsonProperty("from")]
        public string From { get; set; }
        /// <summary>The last local day; today when absent.</summary>
        [JsonProperty("to", NullValueHandling = NullValueHandling.Ignore)]
        public string To { get; set; }
    }

    /// <summary>A historical fetch that has begun.</summary>
    public sealed class HistoricalFetch
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The fetch's id.</summary>
        [JsonProperty("fetchID")]
        public string FetchID { get; set; }
        /// <summary>
        /// The sets that are fetched; intraday only where the session wants it. `routine` (a day's activity),
        /// `fitness` (workouts), `intraday` (steps in short intervals).
        /// </summary>
        [JsonProperty("sets")]
        public List<string> Sets { get; set; }
        /// <summary>The first local day.</summary>
        [JsonProperty("from")]
        public string From { get; set; }
        /// <summary>The last local day.</summary>
        [JsonProperty("to")]
        public string To { get; set; }
        /// <summary>What is not done as asked, and why.</summary>
        [JsonProperty("warnings")]
        public List<string> Warnings { get; set; }
    }

    /// <summary>Names historical fetches that are to end.</summary>
    public sealed class CancelHistoricalFetch
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The fetch; all of the seat's when absent.</summary>
        [JsonProperty("fetchID", NullValueHandling = NullValueHandling.Ignore)]
        public string FetchID { get; set; }
    }

    /// <summary>The fetches that were ended.</summary>
    public sealed class CancelledFetches
    {
        /// <summary>Their ids; empty where none ran.</summary>
        [JsonProperty("fetchIDs")]
        public List<string> FetchIDs { get; set; }
    }

    /// <summary>Asks for imports.</summary>
    public sealed class ImportsRequest
    {
        /// <summary>Only this seat's; all when absent.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>Only this import.</summary>
        [JsonProperty("importID", NullValueHandling = NullValueHandling.Ignore)]
        public string ImportID { get; set; }
    }

    /// <summary>Imports, the latest first, 50 at most.</summary>
    public sealed class ImportList
    {
        /// <summary>The imports.</summary>
        [JsonProperty("imports")]
        public List<ImportState> Imports { get; set; }
    }

    /// <summary>Ends an import.</summary>
    public sealed class CancelImport
    {
        /// <summary>The import.</summary>
        [JsonProperty("importID")]
        public string ImportID { get; set; }
    }

    /// <summary>The imports that were ended.</summary>
    public sealed class CancelledImports
    {
        /// <summary>Their ids; empty where it had ended by itself.</summary>
        [JsonProperty("importIDs")]
        public List<string> ImportIDs { get; set; }
    }

    /// <summary>Names a seat, or one of its sessions.</summary>
    public sealed class SeatReference
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The session that is meant; absent for the one that the seat has now.</summary>
        [JsonProperty("sessionID", NullValueHandling = NullValueHandling.Ignore)]
        public string SessionID { get; set; }
    }

    /// <summary>What the importer has erased of a seat.</summary>
    public sealed class ImportsErased
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Marks of records that were handed over.</summary>
        [JsonProperty("marks")]
        public long Marks { get; set; }
        /// <summary>Records that waited for the session manager.</summary>
        [JsonProperty("readings")]
        public long Readings { get; set; }
    }

    /// <summary>A picture or a frame was looked at.</summary>
    public sealed class OCRDidProcessResult
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Where it was looked at.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The picture's job, or the stream's.</summary>
        [JsonProperty("jobID")]
        public string JobID { get; set; }
        /// <summary>The number of the frame, from 1.</summary>
        [JsonProperty("frame")]
        public long Frame { get; set; }
        /// <summary>What was seen; without text and values where the seat's values are not shared.</summary>
        [JsonProperty("result")]
        public DisplayResult Result { get; set; }
        /// <summary>
        /// What the frames still lack to make a reading; absent for a picture, and for the frame that completes
        /// one. `smallPrint` (it is as small as print), `upsideDown` (it is a number upside down, too),
        /// `unitSymbol` (the last figure may be the symbol of a unit), `longerText` (it may be a part of a longer
        /// text), `mayContinue` (there may be more digits next to it), `restoredPoint` (a decimal point was
        /// supposed, not seen), `missingValue` (a value that such a meter shows is missing), `severalDisplays`
        /// (another meter may be in view), `glare` (a reflection covers a part of it), `glareBeside` (a
        /// reflection covers a place next to a value, where another digit would make another value), `unsure` (it
        /// is not certain enough; the words with this one say what speaks against it most), `blurred` (it is
        /// blurred), `faint` (the digits hardly stand out), `tooSmall` (it is small in the picture), `tilted` (it
        /// is tilted in the picture), `unclearDigits` (digits look like others), `unclearPoint` (a decimal point
        /// may have been missed), `unclearDisplay` (the display itself is hardly recognised), `unusualValue` (the
        /// values are rare for such a meter), `unusualLayout` (the rows are not placed as such a meter has them,
        /// or something large next to them was not used), `fewChecks` (nothing else on the display confirms a
        /// number as short as this one), `fewFrames` (too few frames show a reading so far), `framesAlike` (the
        /// frames are so alike that many say little more than one), `framesDisagree` (the frames show different
        /// readings).
        /// </summary>
        [JsonProperty("waits", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Waits { get; set; }
        /// <summary>The frame as whoever holds the meter sees it, where a preview was asked for and this frame was drawn.</summary>
        [JsonProperty("preview", NullValueHandling = NullValueHandling.Ignore)]
        public FramePreview Preview { get; set; }
    }

    /// <summary>What was seen on a display.</summary>
    public sealed class DisplayResult
    {
        /// <summary>The display's rows, divided by line feeds; empty where nothing was seen.</summary>
        [JsonProperty("text")]
        public string Text { get; set; }
        /// <summary>The values; empty where it was refused, or where the seat's values are not shared.</summary>
        [JsonProperty("fields")]
        public List<DisplayResultField> Fields { get; set; }
        /// <summary>How certain all of it is, from 0 to 1.</summary>
        [JsonProperty("confidence")]
        public decimal Confidence { get; set; }
        /// <summary>Whether it is certain enough to be taken for right; a person confirms it all the same.</summary>
        [JsonProperty("accepted")]
        public bool Accepted { get; set; }
        /// <summary>
        /// Why it is not accepted, each a sentence with its way out; absent where it is, and where `refused` says
        /// why. `smallPrint` (it is as small as print), `upsideDown` (it is a number upside down, too),
        /// `unitSymbol` (the last figure may be the symbol of a unit), `longerText` (it may be a part of a longer
        /// text), `mayContinue` (there may be more digits next to it), `restoredPoint` (a decimal point was
        /// supposed, not seen), `missingValue` (a value that such a meter shows is missing), `severalDisplays`
        /// (another meter may be in view), `glare` (a reflection covers a part of it), `glareBeside` (a
        /// reflection covers a place next to a value, where another digit would make another value), `unsure` (it
        /// is not certain enough; the words with this one say what speaks against it most), `blurred` (it is
        /// blurred), `faint` (the digits hardly stand out), `tooSmall` (it is small in the picture), `tilted` (it
        /// is tilted in the picture), `unclearDigits` (digits look like others), `unclearPoint` (a decimal point
        /// may have been missed), `unclearDisplay` (the display itself is hardly recognised), `unusualValue` (the
        /// values are rare for such a meter), `unusualLayout` (the rows are not placed as such a meter has them,
        /// or something large next to them was not used), `fewChecks` (nothing else on the display confirms a
        /// number as short as this one), `fewFrames` (too few frames show a reading so far), `framesAlike` (the
        /// frames are so alike that many say little more than one), `framesDisagree` (the frames show different
        /// readings).
        /// </summary>
        [JsonProperty("reasons", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Reasons { get; set; }
        /// <summary>
        /// Why there is no reading; absent where there is one. `noDisplay` (no display is seen), `displayOff`
        /// (the display is off), `severalDisplays` (there are several displays), `errorCode` (it shows an error
        /// of the meter), `outOfRange` (it shows that the value is out of the meter's range), `clock` (it shows
        /// the time), `memory` (it shows an older value), `unreadable` (the characters are ambiguous),
        /// `implausible` (such values are impossible), `notThisField` (the number on it is none of this kind,
        /// only a part of it would be), `tooDark` (the picture is too dark), `blurred` (the picture is blurred),
        /// `glare` (a reflection covers it), `tooSmall` (the display is too small in the picture).
        /// </summary>
        [JsonProperty("refused", NullValueHandling = NullValueHandling.Ignore)]
        public string Refused { get; set; }
        /// <summary>A reflection on the display; absent where there is none.</summary>
        [JsonProperty("glare", NullValueHandling = NullValueHandling.Ignore)]
        public Glare Glare { get; set; }
        /// <summary>
        /// The display cut out; absent where there is none, and for a stream's frame where the seat's values are
        /// not shared.
        /// </summary>
        [JsonProperty("crop", NullValueHandling = NullValueHandling.Ignore)]
        public PictureReference Crop { get; set; }
        /// <summary>Where the display is in the picture; absent where none was found.</summary>
        [JsonProperty("display", NullValueHandling = NullValueHandling.Ignore)]
        public PictureArea Display { get; set; }
    }

    /// <summary>One value of the display.</summary>
    public sealed class DisplayResultField
    {
        /// <summary>The layout's name of it, as `sys`.</summary>
        [JsonProperty("key")]
        public string Key { get; set; }
        /// <summary>The characters, as `128`.</summary>
        [JsonProperty("text")]
        public string Text { get; set; }
        /// <summary>The value as a record has it.</summary>
        [JsonProperty("measurement", NullValueHandling = NullValueHandling.Ignore)]
        public Measurement Measurement { get; set; }
        /// <summary>How certain each character is, from 0 to 1.</summary>
        [JsonProperty("characters")]
        public List<decimal> Characters { get; set; }
    }

    /// <summary>A reflection on a display.</summary>
    public sealed class Glare
    {
        /// <summary>Where it is.</summary>
        [JsonProperty("area")]
        public PictureArea Area { get; set; }
        /// <summary>How strong it is, from 0 to 1.</summary>
        [JsonProperty("strength")]
        public decimal Strength { get; set; }
    }

    /// <summary>A rectangle of a picture, in its pixels as it is looked at.</summary>
    public sealed class PictureArea
    {
        /// <summary>From the left.</summary>
        [JsonProperty("x")]
        public long X { get; set; }
        /// <summary>From above.</summary>
        [JsonProperty("y")]
        public long Y { get; set; }
        /// <summary>Its width.</summary>
        [JsonProperty("width")]
        public long Width { get; set; }
        /// <summary>Its height.</summary>
        [JsonProperty("height")]
        public long Height { get; set; }
    }

    /// <summary>Where a picture is, in place of the picture.</summary>
    public sealed class PictureReference
    {
        /// <summary>What it is called there.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>Its size in bytes.</summary>
        [JsonProperty("size")]
        public long Size { get; set; }
        /// <summary>What kind of file it is. `image/jpeg` (JPEG), `image/png` (PNG).</summary>
        [JsonProperty("contentType")]
        public string ContentType { get; set; }
        /// <summary>
        /// The reading with which the session manager holds it, for `heldPicture`; absent where none has it, as
        /// of a frame's crop, for `pictureBytes`.
        /// </summary>
        [JsonProperty("readingKey", NullValueHandling = NullValueHandling.Ignore)]
        public string ReadingKey { get; set; }
    }

    /// <summary>A frame as whoever holds the meter sees it.</summary>
    public sealed class FramePreview
    {
        /// <summary>
        /// The whole frame, 640 pixels at most on its longer side, with the overlay, what was found and what is
        /// read so far drawn in: for `pictureBytes` with the `previewKey` alone.
        /// </summary>
        [JsonProperty("picture")]
        public PictureReference Picture { get; set; }
        /// <summary>The picture's width in pixels.</summary>
        [JsonProperty("width")]
        public long Width { get; set; }
        /// <summary>The picture's height in pixels.</summary>
        [JsonProperty("height")]
        public long Height { get; set; }
        /// <summary>Where the display belongs, in the picture.</summary>
        [JsonProperty("frame")]
        public PictureArea Frame { get; set; }
        /// <summary>Where a display was found, in the picture; absent where none was.</summary>
        [JsonProperty("display", NullValueHandling = NullValueHandling.Ignore)]
        public PictureArea Display { get; set; }
        /// <summary>
        /// What helps, the first one first. `aim` (no display is seen), `nearer` (move the meter towards the
        /// camera), `farther` (move the meter away from the camera), `left` (move the meter to the left of the
        /// picture), `right` (move the meter to the right of the picture), `up` (move the meter up in the
        /// picture), `down` (move the meter down in the picture), `straighten` (turn the meter straight), `glare`
        /// (avoid the reflection), `dark` (make light), `blurred` (hold still), `off` (switch the meter on),
        /// `onlyOne` (show one of the displays alone), `hold` (it is good so).
        /// </summary>
        [JsonProperty("hints")]
        public List<string> Hints { get; set; }
    }

    /// <summary>A display was read; the reading is safe, and waits for a person, or is the default user's and only told.</summary>
    public sealed class OCRDidCompleteReading
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Where it was read.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The picture's job, or the stream's.</summary>
        [JsonProperty("jobID")]
        public string JobID { get; set; }
        /// <summary>The reading; without values where the seat's values are not shared.</summary>
        [JsonProperty("record")]
        public Reading Record { get; set; }
        /// <summary>The display cut out; null where it was not kept.</summary>
        [JsonProperty("crop")]
        public PictureReference Crop { get; set; }
        /// <summary>What it rests on.</summary>
        [JsonProperty("metadata")]
        public OCRDidCompleteReadingMetadata Metadata { get; set; }
        /// <summary>
        /// What becomes of it; `held` when absent. `held` (it waits until a person confirms it), `notStored` (it
        /// is the default user's: only the answer has it).
        /// </summary>
        [JsonProperty("disposition", NullValueHandling = NullValueHandling.Ignore)]
        public string Disposition { get; set; }
    }

    /// <summary>What the reading rests on.</summary>
    public sealed class OCRDidCompleteReadingMetadata
    {
        /// <summary>How many frames it was made of.</summary>
        [JsonProperty("frames")]
        public long Frames { get; set; }
        /// <summary>Which part of them said the same, from 0 to 1.</summary>
        [JsonProperty("agreement")]
        public decimal Agreement { get; set; }
        /// <summary>How certain it is, from 0 to 1.</summary>
        [JsonProperty("confidence")]
        public decimal Confidence { get; set; }
        /// <summary>Whether it is certain enough to be taken for right.</summary>
        [JsonProperty("accepted")]
        public bool Accepted { get; set; }
        /// <summary>
        /// Why it is not accepted; absent where it is. `smallPrint` (it is as small as print), `upsideDown` (it
        /// is a number upside down, too), `unitSymbol` (the last figure may be the symbol of a unit),
        /// `longerText` (it may be a part of a longer text), `mayContinue` (there may be more digits next to it),
        /// `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a value that such a meter
        /// shows is missing), `severalDisplays` (another meter may be in view), `glare` (a reflection covers a
        /// part of it), `glareBeside` (a reflection covers a place next to a value, where another digit would
        /// make another value), `unsure` (it is not certain enough; the words with this one say what speaks
        /// against it most), `blurred` (it is blurred), `faint` (the digits hardly stand out), `tooSmall` (it is
        /// small in the picture), `tilted` (it is tilted in the picture), `unclearDigits` (digits look like
        /// others), `unclearPoint` (a decimal point may have been missed), `unclearDisplay` (the display itself
        /// is hardly recognised), `unusualValue` (the values are rare for such a meter), `unusualLayout` (the
        /// rows are not placed as such a meter has them, or something large next to them was not used),
        /// `fewChecks` (nothing else on the display confirms a number as short as this one), `fewFrames` (too few
        /// frames show a reading so far), `framesAlike` (the frames are so alike that many say little more than
        /// one), `framesDisagree` (the frames show different readings).
        /// </summary>
        [JsonProperty("reasons", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Reasons { get; set; }
        /// <summary>The values with the certainty of each character; empty where the seat's values are not shared.</summary>
        [JsonProperty("fields")]
        public List<DisplayResultField> Fields { get; set; }
    }

    /// <summary>A picture or a stream ended without a reading.</summary>
    public sealed class OCRDidCancel
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Where it was read.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The picture's job, or the stream's.</summary>
        [JsonProperty("jobID")]
        public string JobID { get; set; }
        /// <summary>
        /// Why there is no reading. `requested` (it was cancelled), `timedOut` (its time is over), `ended` (there
        /// are no more frames), `refused` (there is no reading in it), `failed` (it cannot be read), `draining`
        /// (the worker stops).
        /// </summary>
        [JsonProperty("reason")]
        public string Reason { get; set; }
    }

    /// <summary>A camera or a stream cannot be had.</summary>
    public sealed class OCRCameraUnavailable
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Where it was looked for.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The stream's job.</summary>
        [JsonProperty("jobID")]
        public string JobID { get; set; }
        /// <summary>Its name in the configuration.</summary>
        [JsonProperty("source")]
        public string Source { get; set; }
        /// <summary>
        /// Why it cannot be had. `denied` (the worker has no right to it), `missing` (it is not there), `busy`
        /// (another process has it).
        /// </summary>
        [JsonProperty("reason")]
        public string Reason { get; set; }
    }

    /// <summary>Asks which displays can be read.</summary>
    public sealed class OCRPeripheralsRequest
    {
        /// <summary>Only this peripheral.</summary>
        [JsonProperty("peripheralID", NullValueHandling = NullValueHandling.Ignore)]
        public long? PeripheralID { get; set; }
        /// <summary>Only those of a type, as `bloodPressure`.</summary>
        [JsonProperty("type", NullValueHandling = NullValueHandling.Ignore)]
        public string Type { get; set; }
    }

    /// <summary>The displays that can be read.</summary>
    public sealed class OCRPeripherals
    {
        /// <summary>All of them, by number.</summary>
        [JsonProperty("peripherals")]
        public List<OCRPeripheralsEntry> Peripherals { get; set; }
    }

    /// <summary>A model whose display can be read.</summary>
    public sealed class OCRPeripheralsEntry
    {
        /// <summary>Its number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>Its type, as `bloodPressure`.</summary>
        [JsonProperty("type")]
        public string Type { get; set; }
        /// <summary>Who makes it.</summary>
        [JsonProperty("manufacturer")]
        public string Manufacturer { get; set; }
        /// <summary>The model.</summary>
        [JsonProperty("model")]
        public string Model { get; set; }
        /// <summary>Where a picture of it is; absent where nobody shows one.</summary>
        [JsonProperty("imageURL", NullValueHandling = NullValueHandling.Ignore)]
        public string ImageURL { get; set; }
        /// <summary>The units that it may be set to, the default first.</summary>
        [JsonProperty("units")]
        public List<string> Units { get; set; }
        /// <summary>The keys of the values that it shows, as `sys`.</summary>
        [JsonProperty("fields")]
        public List<string> Fields { get; set; }
        /// <summary>
        /// How well `overlay` knows its display. `model` (its places and proportions were measured), `rows` (its
        /// rows and words are known, with its type's proportions), `kind` (nothing is certain: it is drawn as any
        /// of its type).
        /// </summary>
        [JsonProperty("layout", NullValueHandling = NullValueHandling.Ignore)]
        public string Layout { get; set; }
    }

    /// <summary>Asks for what to lay over a preview.</summary>
    public sealed class OverlayRequest
    {
        /// <summary>The peripheral.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The preview's width in pixels, 16 to 8192.</summary>
        [JsonProperty("width")]
        public long Width { get; set; }
        /// <summary>The preview's height in pixels, 16 to 8192.</summary>
        [JsonProperty("height")]
        public long Height { get; set; }
    }

    /// <summary>What to lay over a preview, so that the display is held where it is looked for.</summary>
    public sealed class Overlay
    {
        /// <summary>The peripheral.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>Where the display belongs in the preview: the `box` of `recognize` and `startReading`.</summary>
        [JsonProperty("frame")]
        public PictureArea Frame { get; set; }
        /// <summary>The picture to lay over it, as large as the preview, SVG.</summary>
        [JsonProperty("svg")]
        public string Svg { get; set; }
        /// <summary>The same as PNG, base64; absent where it is too large for a message.</summary>
        [JsonProperty("png", NullValueHandling = NullValueHandling.Ignore)]
        public string Png { get; set; }
    }

    /// <summary>
    /// Announces a picture; the reply says which parts are wanted. A repeat changes nothing and says how far it
    /// got.
    /// </summary>
    public sealed class PutPicture
    {
        /// <summary>The reading that it shows; absent where a picture is handed over to be read.</summary>
        [JsonProperty("readingKey", NullValueHandling = NullValueHandling.Ignore)]
        public string ReadingKey { get; set; }
        /// <summary>The SHA-256 of the file as it is sent, 64 hex digits.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>The file's size in bytes, 1 to 10000000.</summary>
        [JsonProperty("size")]
        public long Size { get; set; }
    }

    /// <summary>How far a picture has got.</summary>
    public sealed class PictureReceived
    {
        /// <summary>The SHA-256 of the file as it was announced: what the picture is called here.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>How far it is. `wanted` (parts are missing), `stored` (it is safe here).</summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>The size of a part in bytes; the last one has the rest.</summary>
        [JsonProperty("partSize")]
        public long PartSize { get; set; }
        /// <summary>
        /// The parts that are missing, 250 at most; empty too while the last one is being checked: ask again
        /// then.
        /// </summary>
        [JsonProperty("missing")]
        public List<long> Missing { get; set; }
    }

    /// <summary>One part of an announced picture. A repeat changes nothing.</summary>
    public sealed class PicturePart
    {
        /// <summary>The reading that it shows, as it was announced.</summary>
        [JsonProperty("readingKey", NullValueHandling = NullValueHandling.Ignore)]
        public string ReadingKey { get; set; }
        /// <summary>The SHA-256 of the whole file, as it was announced.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>The part, 0 to 249.</summary>
        [JsonProperty("index")]
        public long Index { get; set; }
        /// <summary>The part's bytes, base64; 40,000 bytes, the last part has the rest.</summary>
        [JsonProperty("data")]
        public string Data { get; set; }
    }

    /// <summary>Asks for a piece of a picture of the `ocr-worker`.</summary>
    public sealed class PictureBytesRequest
    {
        /// <summary>The picture, or the crop or preview of a stream's frame: of its newest 16, for a minute.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>Where the piece begins.</summary>
        [JsonProperty("offset")]
        public long Offset { get; set; }
        /// <summary>The key that `startReading` asked for a preview with; absent for any other picture.</summary>
        [JsonProperty("previewKey", NullValueHandling = NullValueHandling.Ignore)]
        public string PreviewKey { get; set; }
    }

    /// <summary>A piece of an image.</summary>
    public sealed class ImageBytes
    {
        /// <summary>The bytes, base64; 40,000 bytes or what is left.</summary>
        [JsonProperty("data")]
        public string Data { get; set; }
    }

    /// <summary>Asks to read a picture that was handed over before by `putPicture`.</summary>
    public sealed class RecognizePicture
    {
        /// <summary>The picture.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>What is expected in it; anything when absent.</summary>
        [JsonProperty("wish", NullValueHandling = NullValueHandling.Ignore)]
        public DisplayWish Wish { get; set; }
        /// <summary>The seat that the reading is for; absent leaves it to whoever confirms it.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>When it was taken; now when absent.</summary>
        [JsonProperty("takenAt", NullValueHandling = NullValueHandling.Ignore)]
        public string TakenAt { get; set; }
        /// <summary>Whether the reading is held for a confirmation, true when absent; otherwise it is only told.</summary>
        [JsonProperty("holds", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Holds { get; set; }
    }

    /// <summary>Which display is expected in a picture.</summary>
    public sealed class DisplayWish
    {
        /// <summary>The OCR peripheral.</summary>
        [JsonProperty("peripheralID", NullValueHandling = NullValueHandling.Ignore)]
        public long? PeripheralID { get; set; }
        /// <summary>
        /// The type of display, where no peripheral is named; `any` when absent. `bloodPressure` (a blood
        /// pressure monitor's), `glucoseMeter` (a glucose meter's), `thermometer` (a thermometer's),
        /// `pulseOximeter` (a pulse oximeter's), `weightScale` (a scale's), `any` (any of these).
        /// </summary>
        [JsonProperty("type", NullValueHandling = NullValueHandling.Ignore)]
        public string Type { get; set; }
        /// <summary>The unit that the meter shows, as `mmol/L`; the peripheral's own when absent.</summary>
        [JsonProperty("unit", NullValueHandling = NullValueHandling.Ignore)]
        public string Unit { get; set; }
        /// <summary>Where the display is, the overlay's frame; the whole picture when absent.</summary>
        [JsonProperty("box", NullValueHandling = NullValueHandling.Ignore)]
        public PictureArea Box { get; set; }
        /// <summary>
        /// How far `box` is turned around its centre, in degrees clockwise, -360 to 360: `box` has its place and
        /// size before turning, and its upper edge becomes the display's; 0 when absent.
        /// </summary>
        [JsonProperty("boxAngle", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? BoxAngle { get; set; }
    }

    /// <summary>A picture that is to be read or was read; the same request again tells how far it is.</summary>
    public sealed class OCRJob
    {
        /// <summary>The job's id, the request's own.</summary>
        [JsonProperty("jobID")]
        public string JobID { get; set; }
        /// <summary>The key of the reading that it makes, if it makes one.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>
        /// How far it is. `waiting` (it is not read yet), `done` (it was read), `failed` (it cannot be read),
        /// `cancelled` (it was cancelled).
        /// </summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>What was seen, once it is done.</summary>
        [JsonProperty("result", NullValueHandling = NullValueHandling.Ignore)]
        public DisplayResult Result { get; set; }
        /// <summary>Why it failed.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public Fault Error { get; set; }
        /// <summary>Whether its reading waits for a person's confirmation; absent while it is not done.</summary>
        [JsonProperty("held", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Held { get; set; }
        /// <summary>
        /// What becomes of its reading; absent where there is none. `held` (it waits until a person confirms it),
        /// `notStored` (it is the default user's: only the answer has it).
        /// </summary>
        [JsonProperty("disposition", NullValueHandling = NullValueHandling.Ignore)]
        public string Disposition { get; set; }
    }

    /// <summary>Asks to read a display until the frames agree.</summary>
    public sealed class StartReading
    {
        /// <summary>
        /// A camera or stream by its name in the configuration of the worker, `folder` with `path`, or `pushed`
        /// for frames that the caller gives by `pushFrame`.
        /// </summary>
        [JsonProperty("source")]
        public string Source { get; set; }
        /// <summary>The folder's absolute path on the worker's machine, below one that `folders` allows.</summary>
        [JsonProperty("path", NullValueHandling = NullValueHandling.Ignore)]
        public string Path { get; set; }
        /// <summary>What is expected; anything when absent.</summary>
        [JsonProperty("wish", NullValueHandling = NullValueHandling.Ignore)]
        public DisplayWish Wish { get; set; }
        /// <summary>The seat that the reading is for; absent leaves it to whoever confirms it.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>How long it may take, 1 to 600 s, 60 when absent.</summary>
        [JsonProperty("seconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? Seconds { get; set; }
        /// <summary>
        /// Asks for a preview, five frames a second at most, which `pictureBytes` gives to whoever names this
        /// key; 16 to 64 characters of a-z, A-Z, 0-9 and '-' that nobody can guess, no preview when absent.
        /// </summary>
        [JsonProperty("previewKey", NullValueHandling = NullValueHandling.Ignore)]
        public string PreviewKey { get; set; }
    }

    /// <summary>One part of a frame of a stream whose source is `pushed`, as of a phone's camera.</summary>
    public sealed class PushFrame
    {
        /// <summary>The stream, as `startReading` named it.</summary>
        [JsonProperty("jobID")]
        public string JobID { get; set; }
        /// <summary>The frame's number, from 1; a greater one than the last.</summary>
        [JsonProperty("frame")]
        public long Frame { get; set; }
        /// <summary>The part, from 0.</summary>
        [JsonProperty("part")]
        public long Part { get; set; }
        /// <summary>How many parts the frame has, 1 to 12.</summary>
        [JsonProperty("parts")]
        public long Parts { get; set; }
        /// <summary>The part's bytes of a JPEG or PNG, base64; 40,000 bytes at most.</summary>
        [JsonProperty("data")]
        public string Data { get; set; }
    }

    /// <summary>What a pushed frame shows; its last part is answered when it was looked at.</summary>
    public sealed class FramePushed
    {
        /// <summary>
        /// What is read so far, for whoever pushes alone; absent while parts are missing, and for a frame that is
        /// no picture.
        /// </summary>
        [JsonProperty("seen", NullValueHandling = NullValueHandling.Ignore)]
        public DisplayResult Seen { get; set; }
        /// <summary>
        /// What the frames still lack to make a reading; absent where they make one. `smallPrint` (it is as small
        /// as print), `upsideDown` (it is a number upside down, too), `unitSymbol` (the last figure may be the
        /// symbol of a unit), `longerText` (it may be a part of a longer text), `mayContinue` (there may be more
        /// digits next to it), `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a value
        /// that such a meter shows is missing), `severalDisplays` (another meter may be in view), `glare` (a
        /// reflection covers a part of it), `glareBeside` (a reflection covers a place next to a value, where
        /// another digit would make another value), `unsure` (it is not certain enough; the words with this one
        /// say what speaks against it most), `blurred` (it is blurred), `faint` (the digits hardly stand out),
        /// `tooSmall` (it is small in the picture), `tilted` (it is tilted in the picture), `unclearDigits`
        /// (digits look like others), `unclearPoint` (a decimal point may have been missed), `unclearDisplay`
        /// (the display itself is hardly recognised), `unusualValue` (the values are rare for such a meter),
        /// `unusualLayout` (the rows are not placed as such a meter has them, or something large next to them was
        /// not used), `fewChecks` (nothing else on the display confirms a number as short as this one),
        /// `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames are so alike that many
        /// say little more than one), `framesDisagree` (the frames show different readings).
        /// </summary>
        [JsonProperty("waits", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Waits { get; set; }
        /// <summary>Where the display is and belongs, and what helps; absent with `seen`.</summary>
        [JsonProperty("aim", NullValueHandling = NullValueHandling.Ignore)]
        public FrameAim Aim { get; set; }
        /// <summary>
        /// Whether its reading waits for a person's confirmation, false where it is the default user's; absent
        /// where there is none.
        /// </summary>
        [JsonProperty("held", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Held { get; set; }
        /// <summary>Whether no more frames are wanted.</summary>
        [JsonProperty("ended")]
        public bool Ended { get; set; }
    }

    /// <summary>Where the display is in a frame, and what helps to read it.</summary>
    public sealed class FrameAim
    {
        /// <summary>The width in which places are counted.</summary>
        [JsonProperty("width")]
        public long Width { get; set; }
        /// <summary>The height in which places are counted.</summary>
        [JsonProperty("height")]
        public long Height { get; set; }
        /// <summary>Where the display belongs.</summary>
        [JsonProperty("frame")]
        public PictureArea Frame { get; set; }
        /// <summary>Where a display was found; absent where none was.</summary>
        [JsonProperty("display", NullValueHandling = NullValueHandling.Ignore)]
        public PictureArea Display { get; set; }
        /// <summary>
        /// What helps, the first one first. `aim` (no display is seen), `nearer` (move the meter towards the
        /// camera), `farther` (move the meter away from the camera), `left` (move the meter to the left of the
        /// picture), `right` (move the meter to the right of the picture), `up` (move the meter up in the
        /// picture), `down` (move the meter down in the picture), `straighten` (turn the meter straight), `glare`
        /// (avoid the reflection), `dark` (make light), `blurred` (hold still), `off` (switch the meter on),
        /// `onlyOne` (show one of the displays alone), `hold` (it is good so).
        /// </summary>
        [JsonProperty("hints")]
        public List<string> Hints { get; set; }
    }

    /// <summary>Ends what was started.</summary>
    public sealed class CancelOCR
    {
        /// <summary>A picture's job or a stream's; all streams and all pictures that wait when absent.</summary>
        [JsonProperty("jobID", NullValueHandling = NullValueHandling.Ignore)]
        public string JobID { get; set; }
    }

    /// <summary>What was ended.</summary>
    public sealed class CancelledOCR
    {
        /// <summary>The jobs' ids.</summary>
        [JsonProperty("jobs")]
        public List<string> Jobs { get; set; }
    }

    /// <summary>Asks for the codes of a picture that was handed over before by `putPicture`.</summary>
    public sealed class ScanCode
    {
        /// <summary>The picture.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>What is to be found; anything when absent. `key` (the 32 hex digits of a peripheral's key).</summary>
        [JsonProperty("purpose", NullValueHandling = NullValueHandling.Ignore)]
        public string Purpose { get; set; }
    }

    /// <summary>The codes of a picture.</summary>
    public sealed class ScannedCodes
    {
        /// <summary>The codes.</summary>
        [JsonProperty("codes")]
        public List<ScannedCodesCode> Codes { get; set; }
    }

    /// <summary>One code.</summary>
    public sealed class ScannedCodesCode
    {
        /// <summary>`QR-Code`, `EAN-13`, `CODE-128` and so on.</summary>
        [JsonProperty("kind")]
        public string Kind { get; set; }
        /// <summary>What it says.</summary>
        [JsonProperty("text")]
        public string Text { get; set; }
    }

    /// <summary>What an `ocr-worker` has erased of a seat.</summary>
    public sealed class PicturesErased
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Jobs, at whatever stage.</summary>
        [JsonProperty("jobs")]
        public long Jobs { get; set; }
        /// <summary>Pictures that were handed over, with their files; one that another job is about too stays.</summary>
        [JsonProperty("pictures")]
        public long Pictures { get; set; }
        /// <summary>Readings that waited in its outbox for the session manager.</summary>
        [JsonProperty("readings")]
        public long Readings { get; set; }
        /// <summary>Streams that were ended.</summary>
        [JsonProperty("streams")]
        public long Streams { get; set; }
    }

    /// <summary>A session began.</summary>
    public sealed class SessionStarted
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>`site`: a session is made at no hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The session.</summary>
        [JsonProperty("sessionID")]
        public string SessionID { get; set; }
        /// <summary>The service's user, null for the default user.</summary>
        [JsonProperty("userID")]
        public string UserID { get; set; }
        /// <summary>The service's organization, null for the default user.</summary>
        [JsonProperty("organizationID")]
        public string OrganizationID { get; set; }
    }

    /// <summary>A session ended.</summary>
    public sealed class SessionEnded
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>`site`.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The session.</summary>
        [JsonProperty("sessionID")]
        public string SessionID { get; set; }
        /// <summary>The service's user, null for the default user.</summary>
        [JsonProperty("userID")]
        public string UserID { get; set; }
        /// <summary>The service's organization, null for the default user.</summary>
        [JsonProperty("organizationID")]
        public string OrganizationID { get; set; }
        /// <summary>
        /// Why it ended. `requested` (a person or program ended it), `replaced` (the seat has another session),
        /// `unauthorized` (the server refused its credentials).
        /// </summary>
        [JsonProperty("reason")]
        public string Reason { get; set; }
        /// <summary>How many of its records are not at the server for certain.</summary>
        [JsonProperty("unsyncedRecords")]
        public long UnsyncedRecords { get; set; }
        /// <summary>The first of them, 32 at most, in the order of `unsyncedRecords {sessionID}`, which has them all.</summary>
        [JsonProperty("records", NullValueHandling = NullValueHandling.Ignore)]
        public List<UnsyncedRecord> Records { get; set; }
    }

    /// <summary>A record that is not at the server for certain.</summary>
    public sealed class UnsyncedRecord
    {
        /// <summary>The record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>The kind of record.</summary>
        [JsonProperty("type")]
        public string Type { get; set; }
        /// <summary>When it was measured.</summary>
        [JsonProperty("timestamp")]
        public string Timestamp { get; set; }
    }

    /// <summary>The deliveries to a further destination of a session ended, with the session or alone.</summary>
    public sealed class DestinationEnded
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>`site`.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The session.</summary>
        [JsonProperty("sessionID")]
        public string SessionID { get; set; }
        /// <summary>
        /// The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1),
        /// `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
        /// </summary>
        [JsonProperty("destination")]
        public string Destination { get; set; }
        /// <summary>
        /// Why. `requested` (a person or program ended it), `replaced` (the seat has another session),
        /// `unauthorized` (the server refused its credentials).
        /// </summary>
        [JsonProperty("reason")]
        public string Reason { get; set; }
        /// <summary>How many records are not there for certain.</summary>
        [JsonProperty("unsyncedRecords")]
        public long UnsyncedRecords { get; set; }
        /// <summary>The first of them, 32 at most, in the order of `unsyncedRecords`.</summary>
        [JsonProperty("records", NullValueHandling = NullValueHandling.Ignore)]
        public List<UnsyncedRecord> Records { get; set; }
    }

    /// <summary>The server accepted a record, a change of it or its deletion.</summary>
    public sealed class RecordSubmitted
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Where the reading was made.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The record; without values for seats that do not share them, and with `delete`.</summary>
        [JsonProperty("record")]
        public VitalRecord Record { get; set; }
        /// <summary>The server's id of it; null where it gives none for an update, and for a deletion.</summary>
        [JsonProperty("serverID")]
        public string ServerID { get; set; }
        /// <summary>
        /// What was submitted; take back what you booked with `delete`. `create` (the first revision), `update`
        /// (a later revision), `delete` (the record is taken back).
        /// </summary>
        [JsonProperty("operation", NullValueHandling = NullValueHandling.Ignore)]
        public string Operation { get; set; }
        /// <summary>
        /// Which destination accepted it; absent from older senders. `inform` (the cloud service's version 2),
        /// `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that
        /// the uploader runs on).
        /// </summary>
        [JsonProperty("destination", NullValueHandling = NullValueHandling.Ignore)]
        public string Destination { get; set; }
        /// <summary>
        /// The metrics that the destination has no place for, of which no value was submitted; absent for seats
        /// that share no values.
        /// </summary>
        [JsonProperty("leftOut", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> LeftOut { get; set; }
    }

    /// <summary>The server refused a record for good.</summary>
    public sealed class SubmissionFailed
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Where the reading was made.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The record; without values for seats that do not share them, and with `delete`.</summary>
        [JsonProperty("record")]
        public VitalRecord Record { get; set; }
        /// <summary>The server's words.</summary>
        [JsonProperty("error")]
        public Fault Error { get; set; }
        /// <summary>
        /// What was refused; the record is still there with `delete`. `create` (the first revision), `update` (a
        /// later revision), `delete` (the record is taken back).
        /// </summary>
        [JsonProperty("operation", NullValueHandling = NullValueHandling.Ignore)]
        public string Operation { get; set; }
        /// <summary>
        /// Which destination refused it; absent from older senders. `inform` (the cloud service's version 2),
        /// `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that
        /// the uploader runs on).
        /// </summary>
        [JsonProperty("destination", NullValueHandling = NullValueHandling.Ignore)]
        public string Destination { get; set; }
    }

    /// <summary>A record waits for another attempt.</summary>
    public sealed class SubmissionRetrying
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Where the reading was made.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>How often it was tried.</summary>
        [JsonProperty("attempts")]
        public long Attempts { get; set; }
        /// <summary>How long until the next attempt, in seconds; sooner where the destination answers again before.</summary>
        [JsonProperty("retryInSeconds")]
        public long RetryInSeconds { get; set; }
        /// <summary>What went wrong.</summary>
        [JsonProperty("error")]
        public Fault Error { get; set; }
        /// <summary>
        /// Which destination it waits for; absent from older senders. `inform` (the cloud service's version 2),
        /// `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that
        /// the uploader runs on).
        /// </summary>
        [JsonProperty("destination", NullValueHandling = NullValueHandling.Ignore)]
        public string Destination { get; set; }
    }

    /// <summary>A reading is a person's record now.</summary>
    public sealed class ReadingQueued
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Where the reading was made.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The reading.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>The device, if one made it.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The record; without values for seats that do not share them.</summary>
        [JsonProperty("record")]
        public VitalRecord Record { get; set; }
        /// <summary>The session that has it.</summary>
        [JsonProperty("sessionID")]
        public string SessionID { get; set; }
        /// <summary>
        /// What became of it. `accepted` (its record waits for the server), `unsynced` (its session has ended,
        /// and the record waits in its list).
        /// </summary>
        [JsonProperty("outcome")]
        public string Outcome { get; set; }
    }

    /// <summary>A reading belongs to nobody yet.</summary>
    public sealed class ReadingHeld
    {
        /// <summary>Always null.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Where the reading was made.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The reading.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>The device, if one made it.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>
        /// Why it is held. `noAssignment` (the device is not assigned at the measurement's time),
        /// `assignedToAnother` (it was read for one seat, and the device is another's), `olderThanRequest` (it
        /// was read for a seat, and measured before that was asked for), `clockUnknown` (the measurement's time
        /// is not known), `noSession` (the seat had no session at the measurement's time), `invalid` (something
        /// in it breaks the rules: a time in the future, no value), `changedByHand` (it is a later revision of
        /// what an operator has corrected, changed or deleted), `awaitsConfirmation` (a person is to confirm it
        /// first), `implausible` (its values are very unusual, they contradict each other, or its device doubts
        /// them: a person confirms or corrects them), `possibleRepeat` (its device sent equal values with an
        /// equal time before, and measured it later: a person says whether they are two), `anotherHubsSeat` (it
        /// was read for another hub's seat, although no request for it is recorded).
        /// </summary>
        [JsonProperty("reason")]
        public string Reason { get; set; }
        /// <summary>The seat that it was made for, where the producer was told one.</summary>
        [JsonProperty("forSeat", NullValueHandling = NullValueHandling.Ignore)]
        public string ForSeat { get; set; }
        /// <summary>Whose the device is by its assignment, where that speaks against `forSeat`.</summary>
        [JsonProperty("assignedSeat", NullValueHandling = NullValueHandling.Ignore)]
        public string AssignedSeat { get; set; }
        /// <summary>The values of a display, where that seat's values are shared; absent for other readings.</summary>
        [JsonProperty("measurements", NullValueHandling = NullValueHandling.Ignore)]
        public List<Measurement> Measurements { get; set; }
        /// <summary>How certain a display was read, from 0 to 1; absent for other readings.</summary>
        [JsonProperty("confidence", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? Confidence { get; set; }
        /// <summary>Whether that is certain enough to be taken for right; absent for other readings.</summary>
        [JsonProperty("accepted", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Accepted { get; set; }
        /// <summary>
        /// Why it is not; absent where it is, and for other readings. `smallPrint` (it is as small as print),
        /// `upsideDown` (it is a number upside down, too), `unitSymbol` (the last figure may be the symbol of a
        /// unit), `longerText` (it may be a part of a longer text), `mayContinue` (there may be more digits next
        /// to it), `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a value that such a
        /// meter shows is missing), `severalDisplays` (another meter may be in view), `glare` (a reflection
        /// covers a part of it), `glareBeside` (a reflection covers a place next to a value, where another digit
        /// would make another value), `unsure` (it is not certain enough; the words with this one say what speaks
        /// against it most), `blurred` (it is blurred), `faint` (the digits hardly stand out), `tooSmall` (it is
        /// small in the picture), `tilted` (it is tilted in the picture), `unclearDigits` (digits look like
        /// others), `unclearPoint` (a decimal point may have been missed), `unclearDisplay` (the display itself
        /// is hardly recognised), `unusualValue` (the values are rare for such a meter), `unusualLayout` (the
        /// rows are not placed as such a meter has them, or something large next to them was not used),
        /// `fewChecks` (nothing else on the display confirms a number as short as this one), `fewFrames` (too few
        /// frames show a reading so far), `framesAlike` (the frames are so alike that many say little more than
        /// one), `framesDisagree` (the frames show different readings).
        /// </summary>
        [JsonProperty("reasons", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Reasons { get; set; }
        /// <summary>The display's picture, for `heldPicture`; absent where there is none.</summary>
        [JsonProperty("picture", NullValueHandling = NullValueHandling.Ignore)]
        public PictureReference Picture { get; set; }
    }

    /// <summary>A seat's session, as everybody may see it.</summary>
    public sealed class SessionState
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Whether there is a session.</summary>
        [JsonProperty("active")]
        public bool Active { get; set; }
        /// <summary>The session, null when there is none.</summary>
        [JsonProperty("sessionID")]
        public string SessionID { get; set; }
        /// <summary>When it began.</summary>
        [JsonProperty("startedAt", NullValueHandling = NullValueHandling.Ignore)]
        public string StartedAt { get; set; }
        /// <summary>
        /// Whether the server took its credentials; refused credentials end the session. `yes` (the server took
        /// them), `pending` (the server was not reachable yet).
        /// </summary>
        [JsonProperty("validated", NullValueHandling = NullValueHandling.Ignore)]
        public string Validated { get; set; }
        /// <summary>Whether it is the default user's.</summary>
        [JsonProperty("defaultUser")]
        public bool DefaultUser { get; set; }
        /// <summary>Another number with each change of the session's subscriptions, which `subscriptions` tells.</summary>
        [JsonProperty("subscriptionsRevision", NullValueHandling = NullValueHandling.Ignore)]
        public long? SubscriptionsRevision { get; set; }
        /// <summary>
        /// Why the seat's last session ended, where one has. `requested` (a person or program ended it),
        /// `replaced` (the seat has another session), `unauthorized` (the server refused its credentials).
        /// </summary>
        [JsonProperty("endReason", NullValueHandling = NullValueHandling.Ignore)]
        public string EndReason { get; set; }
        /// <summary>How many records of the seat's ended sessions are not at the server for certain; absent where none is.</summary>
        [JsonProperty("unsyncedRecords", NullValueHandling = NullValueHandling.Ignore)]
        public long? UnsyncedRecords { get; set; }
        /// <summary>
        /// Further destinations of the running session that have refused its person or credentials; absent where
        /// none has. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir`
        /// (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
        /// </summary>
        [JsonProperty("endedDestinations", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> EndedDestinations { get; set; }
    }

    /// <summary>The queue's depths.</summary>
    public sealed class QueueState
    {
        /// <summary>Records that wait.</summary>
        [JsonProperty("pending")]
        public long Pending { get; set; }
        /// <summary>Records that a worker has.</summary>
        [JsonProperty("leased")]
        public long Leased { get; set; }
        /// <summary>Readings without an owner.</summary>
        [JsonProperty("held")]
        public long Held { get; set; }
        /// <summary>Records that the server refused, kept for `records.keep`, 30 days at least.</summary>
        [JsonProperty("rejected")]
        public long Rejected { get; set; }
        /// <summary>Age of the oldest record that waits, in seconds.</summary>
        [JsonProperty("oldestSeconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? OldestSeconds { get; set; }
        /// <summary>Why deliveries pause, in plain words; null when they do not.</summary>
        [JsonProperty("paused")]
        public string Paused { get; set; }
        /// <summary>Images that wait for their record or for their own turn.</summary>
        [JsonProperty("images", NullValueHandling = NullValueHandling.Ignore)]
        public long? Images { get; set; }
        /// <summary>What waits by seat, the oldest first, 16 at most; absent from older senders.</summary>
        [JsonProperty("waiting", NullValueHandling = NullValueHandling.Ignore)]
        public List<QueueStateWaiting> Waiting { get; set; }
        /// <summary>
        /// How many of the rejected records were refused within the last day; absent for none, and from older
        /// senders.
        /// </summary>
        [JsonProperty("rejectedLately", NullValueHandling = NullValueHandling.Ignore)]
        public long? RejectedLately { get; set; }
        /// <summary>Why the last of them was refused, a code as `http422`.</summary>
        [JsonProperty("rejectedError", NullValueHandling = NullValueHandling.Ignore)]
        public string RejectedError { get; set; }
    }

    /// <summary>What waits in one seat's session.</summary>
    public sealed class QueueStateWaiting
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>
        /// The interface that takes its records. `inform` (the cloud service's version 2), `legacy` (the cloud
        /// service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs
        /// on).
        /// </summary>
        [JsonProperty("apiVersion")]
        public string ApiVersion { get; set; }
        /// <summary>How many records and images wait or are with a worker.</summary>
        [JsonProperty("count")]
        public long Count { get; set; }
        /// <summary>How many of them are history, which goes as the destination's limit leaves room.</summary>
        [JsonProperty("history")]
        public long History { get; set; }
        /// <summary>Since when the oldest waits.</summary>
        [JsonProperty("since")]
        public string Since { get; set; }
        /// <summary>What went wrong last with the oldest, a code as `http503`; absent where nothing did.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public string Error { get; set; }
        /// <summary>
        /// Until when the oldest waits before it is tried again, or its worker has it at most; absent where it is
        /// due, and from older senders.
        /// </summary>
        [JsonProperty("until", NullValueHandling = NullValueHandling.Ignore)]
        public string Until { get; set; }
    }

    /// <summary>The public key that access tokens are sealed for.</summary>
    public sealed class SealingState
    {
        /// <summary>
        /// How they are sealed. `hpke-base-x25519-hkdf-sha256-chacha20poly1305` (RFC 9180, base mode, suites
        /// 0x0020, 0x0001, 0x0003).
        /// </summary>
        [JsonProperty("algorithm")]
        public string Algorithm { get; set; }
        /// <summary>The key's name: the first 16 hexadecimal digits of the SHA-256 of its 32 bytes.</summary>
        [JsonProperty("kid")]
        public string Kid { get; set; }
        /// <summary>The X25519 public key, 32 bytes, base64.</summary>
        [JsonProperty("publicKey")]
        public string PublicKey { get; set; }
    }

    /// <summary>The server has an image of a record.</summary>
    public sealed class ImageSubmitted
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Where the reading was made.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>The image.</summary>
        [JsonProperty("media")]
        public ImageMedia Media { get; set; }
        /// <summary>
        /// Which destination has it; absent from older senders. `inform` (the cloud service's version 2),
        /// `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that
        /// the uploader runs on).
        /// </summary>
        [JsonProperty("destination", NullValueHandling = NullValueHandling.Ignore)]
        public string Destination { get; set; }
    }

    /// <summary>An image of a record, as notifications tell it.</summary>
    public sealed class ImageMedia
    {
        /// <summary>The image's own id.</summary>
        [JsonProperty("imageID")]
        public string ImageID { get; set; }
        /// <summary>What kind of file it is. `image/jpeg` (JPEG), `image/png` (PNG).</summary>
        [JsonProperty("contentType")]
        public string ContentType { get; set; }
        /// <summary>Its size in bytes, without metadata.</summary>
        [JsonProperty("size")]
        public long Size { get; set; }
        /// <summary>The SHA-256 of it, without metadata.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>The server's id of it; null where it has none.</summary>
        [JsonProperty("mediaID")]
        public string MediaID { get; set; }
        /// <summary>Where the server shows it to who is allowed to; null where it does not say.</summary>
        [JsonProperty("url")]
        public string Url { get; set; }
    }

    /// <summary>An image did not get to the server and is not tried again by itself; its file is gone.</summary>
    public sealed class ImageSubmissionFailed
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Where the reading was made.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>The image.</summary>
        [JsonProperty("media")]
        public ImageMedia Media { get; set; }
        /// <summary>Why: the server's words, or `recordRejected`, `recordDeleted`, `imageExpired`, `imageMissing`.</summary>
        [JsonProperty("error")]
        public Fault Error { get; set; }
        /// <summary>
        /// Which destination does not get it; absent from older senders. `inform` (the cloud service's version
        /// 2), `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine
        /// that the uploader runs on).
        /// </summary>
        [JsonProperty("destination", NullValueHandling = NullValueHandling.Ignore)]
        public string Destination { get; set; }
    }

    /// <summary>One value of a seat, flat, for programs that show or automate it.</summary>
    public sealed class SharedValue
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Where it was measured.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The metric, its value and unit, as the record has them.</summary>
        [JsonProperty("measurement")]
        public Measurement Measurement { get; set; }
        /// <summary>When it was measured.</summary>
        [JsonProperty("timestamp")]
        public string Timestamp { get; set; }
        /// <summary>The record that it is of.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>
        /// The measurement's value, as a number for programs that read no nested object; absent from older
        /// senders, as are the next three.
        /// </summary>
        [JsonProperty("value", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? Value { get; set; }
        /// <summary>Its unit in UCUM.</summary>
        [JsonProperty("unit", NullValueHandling = NullValueHandling.Ignore)]
        public string Unit { get; set; }
        /// <summary>When it was measured, as `timestamp` has it.</summary>
        [JsonProperty("measuredAt", NullValueHandling = NullValueHandling.Ignore)]
        public string MeasuredAt { get; set; }
        /// <summary>Where the value comes from: `device`, `manual` or `unknown`.</summary>
        [JsonProperty("origin", NullValueHandling = NullValueHandling.Ignore)]
        public string Origin { get; set; }
    }

    /// <summary>What is usual of a seat's values, as an operator says; other values stand out where people see them.</summary>
    public sealed class SeatLimits
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>All of its limits, each metric once; none where nothing is said of it.</summary>
        [JsonProperty("limits")]
        public List<SeatLimitsLimit> Limits { get; set; }
    }

    /// <summary>What is usual of one metric, in its first unit; at least one of the two is there.</summary>
    public sealed class SeatLimitsLimit
    {
        /// <summary>The metric, as `systolic`.</summary>
        [JsonProperty("metric")]
        public string Metric { get; set; }
        /// <summary>The lowest usual value; absent where none is too low.</summary>
        [JsonProperty("lowest", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? Lowest { get; set; }
        /// <summary>The highest usual value; absent where none is too high.</summary>
        [JsonProperty("highest", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? Highest { get; set; }
    }

    /// <summary>A device was assigned.</summary>
    public sealed class DeviceAssigned
    {
        /// <summary>The seat whose readings it makes.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub of the person; `site` for a person at the server.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The device's own user index; null for every index.</summary>
        [JsonProperty("userIndex")]
        public long? UserIndex { get; set; }
        /// <summary>From which measurement time on.</summary>
        [JsonProperty("from")]
        public string From { get; set; }
        /// <summary>The seats whose device it was before; empty where it was nobody's.</summary>
        [JsonProperty("before")]
        public List<string> Before { get; set; }
        /// <summary>Who said it: the name of an account at the broker.</summary>
        [JsonProperty("by")]
        public string By { get; set; }
    }

    /// <summary>Starts a session; the token is sealed with the site's key, or for its public one.</summary>
    public sealed class StartSession
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The service's user.</summary>
        [JsonProperty("userID", NullValueHandling = NullValueHandling.Ignore)]
        public string UserID { get; set; }
        /// <summary>The service's organization.</summary>
        [JsonProperty("organizationID", NullValueHandling = NullValueHandling.Ignore)]
        public string OrganizationID { get; set; }
        /// <summary>The access token, sealed with the site's key, base64; for who has that key.</summary>
        [JsonProperty("sealedToken", NullValueHandling = NullValueHandling.Ignore)]
        public string SealedToken { get; set; }
        /// <summary>
        /// The access token, sealed for the site's public key, which `state/sealing` tells; in place of
        /// `sealedToken`.
        /// </summary>
        [JsonProperty("hpkeToken", NullValueHandling = NullValueHandling.Ignore)]
        public HPKEToken HpkeToken { get; set; }
        /// <summary>The access token in the open: always refused, with an error that says what to send in its place.</summary>
        [JsonProperty("accessToken", NullValueHandling = NullValueHandling.Ignore)]
        public string AccessToken { get; set; }
        /// <summary>
        /// The first destination of its records; `inform` when absent. `inform` (the cloud service's version 2),
        /// `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that
        /// the uploader runs on).
        /// </summary>
        [JsonProperty("apiVersion", NullValueHandling = NullValueHandling.Ignore)]
        public string ApiVersion { get; set; }
        /// <summary>Starts the default user's session, which delivers nothing.</summary>
        [JsonProperty("defaultUser", NullValueHandling = NullValueHandling.Ignore)]
        public bool? DefaultUser { get; set; }
        /// <summary>Starts without asking the server about the credentials first; they are checked afterwards.</summary>
        [JsonProperty("force", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Force { get; set; }
        /// <summary>Where its records go besides, four at most, each destination once.</summary>
        [JsonProperty("destinations", NullValueHandling = NullValueHandling.Ignore)]
        public List<FurtherDestination> Destinations { get; set; }
        /// <summary>
        /// Sessions of this seat at the destination `file`, 64 at most, whose records go to this session's first
        /// destination besides: those of a person who was measured here before an account was named.
        /// </summary>
        [JsonProperty("takes", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Takes { get; set; }
    }

    /// <summary>An access token that is sealed for a site's public key by HPKE (RFC 9180, base mode).</summary>
    public sealed class HPKEToken
    {
        /// <summary>Which public key it is sealed for: `kid` of `state/sealing`.</summary>
        [JsonProperty("kid")]
        public string Kid { get; set; }
        /// <summary>The encapsulated key, 32 bytes, base64.</summary>
        [JsonProperty("enc")]
        public string Enc { get; set; }
        /// <summary>The sealed token, 16 bytes longer than the token, base64.</summary>
        [JsonProperty("ciphertext")]
        public string Ciphertext { get; set; }
    }

    /// <summary>A destination of a session's records beside its first one.</summary>
    public sealed class FurtherDestination
    {
        /// <summary>
        /// The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1),
        /// `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
        /// </summary>
        [JsonProperty("destination")]
        public string Destination { get; set; }
        /// <summary>
        /// The person there: the service's user, `Patient/ID` or `SYSTEM|VALUE` of a FHIR server; the session's
        /// user when absent, but for `fhir`, which needs it.
        /// </summary>
        [JsonProperty("userID", NullValueHandling = NullValueHandling.Ignore)]
        public string UserID { get; set; }
        /// <summary>The service's organization; the session's when absent.</summary>
        [JsonProperty("organizationID", NullValueHandling = NullValueHandling.Ignore)]
        public string OrganizationID { get; set; }
        /// <summary>The access token, sealed with the site's key, base64; the session's own where there is none.</summary>
        [JsonProperty("sealedToken", NullValueHandling = NullValueHandling.Ignore)]
        public string SealedToken { get; set; }
        /// <summary>
        /// The access token, sealed for the site's public key and bound to this `userID`; in place of
        /// `sealedToken`.
        /// </summary>
        [JsonProperty("hpkeToken", NullValueHandling = NullValueHandling.Ignore)]
        public HPKEToken HpkeToken { get; set; }
    }

    /// <summary>A session, without its secrets.</summary>
    public sealed class SessionView
    {
        /// <summary>The session.</summary>
        [JsonProperty("sessionID")]
        public string SessionID { get; set; }
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The service's user.</summary>
        [JsonProperty("userID")]
        public string UserID { get; set; }
        /// <summary>The service's organization.</summary>
        [JsonProperty("organizationID")]
        public string OrganizationID { get; set; }
        /// <summary>
        /// The first destination of its records. `inform` (the cloud service's version 2), `legacy` (the cloud
        /// service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs
        /// on).
        /// </summary>
        [JsonProperty("apiVersion")]
        public string ApiVersion { get; set; }
        /// <summary>When it began.</summary>
        [JsonProperty("startedAt")]
        public string StartedAt { get; set; }
        /// <summary>
        /// Whether the server took its credentials; refused credentials end the session. `yes` (the server took
        /// them), `pending` (the server was not reachable yet).
        /// </summary>
        [JsonProperty("validated")]
        public string Validated { get; set; }
        /// <summary>Whether it is the default user's.</summary>
        [JsonProperty("defaultUser")]
        public bool DefaultUser { get; set; }
        /// <summary>
        /// The seat's configured units for values that a person types without one; only in the reply to
        /// `session`.
        /// </summary>
        [JsonProperty("units", NullValueHandling = NullValueHandling.Ignore)]
        public List<TypedUnit> Units { get; set; }
        /// <summary>Where its records go besides, also those that have ended there; absent where nowhere.</summary>
        [JsonProperty("destinations", NullValueHandling = NullValueHandling.Ignore)]
        public List<SessionDestination> Destinations { get; set; }
    }

    /// <summary>What a number that a person typed without a unit is in.</summary>
    public sealed class TypedUnit
    {
        /// <summary>The metric, as `blood_glucose`.</summary>
        [JsonProperty("metric")]
        public string Metric { get; set; }
        /// <summary>The unit in UCUM.</summary>
        [JsonProperty("unit")]
        public string Unit { get; set; }
    }

    /// <summary>How a session stands at a further destination, without its secrets.</summary>
    public sealed class SessionDestination
    {
        /// <summary>
        /// The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1),
        /// `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
        /// </summary>
        [JsonProperty("destination")]
        public string Destination { get; set; }
        /// <summary>The person there.</summary>
        [JsonProperty("userID")]
        public string UserID { get; set; }
        /// <summary>
        /// Whether it took the person and the credentials. `yes` (the server took them), `pending` (the server
        /// was not reachable yet).
        /// </summary>
        [JsonProperty("validated")]
        public string Validated { get; set; }
        /// <summary>
        /// Why its deliveries have ended; absent while they go on. `requested` (a person or program ended it),
        /// `replaced` (the seat has another session), `unauthorized` (the server refused its credentials).
        /// </summary>
        [JsonProperty("endReason", NullValueHandling = NullValueHandling.Ignore)]
        public string EndReason { get; set; }
    }

    /// <summary>What became of a seat's session and of what waits in it.</summary>
    public sealed class SessionRetried
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The session.</summary>
        [JsonProperty("sessionID")]
        public string SessionID { get; set; }
        /// <summary>
        /// What the server says of its credentials. `yes` (it takes them), `no` (it refuses them: the session has
        /// ended), `pending` (it is not reachable).
        /// </summary>
        [JsonProperty("validated")]
        public string Validated { get; set; }
        /// <summary>Records that wait and are tried now.</summary>
        [JsonProperty("waiting")]
        public long Waiting { get; set; }
        /// <summary>Records of the seat's ended sessions that are not at the server for certain.</summary>
        [JsonProperty("unsyncedRecords")]
        public long UnsyncedRecords { get; set; }
    }

    /// <summary>Readings from a producer's outbox.</summary>
    public sealed class SubmitRecords
    {
        /// <summary>The readings, 64 at most.</summary>
        [JsonProperty("records")]
        public List<Reading> Records { get; set; }
        /// <summary>
        /// True where a person says that typed values (`manual` readings) are right although they are very
        /// unusual; without it such a reading is `refused` with `unusualValue`.
        /// </summary>
        [JsonProperty("unusual", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Unusual { get; set; }
        /// <summary>
        /// The furthest `mark` that the sender was told: an older copy of the session manager's database is found
        /// out by it, and takes nothing over.
        /// </summary>
        [JsonProperty("seenMark", NullValueHandling = NullValueHandling.Ignore)]
        public string SeenMark { get; set; }
    }

    /// <summary>What became of each reading.</summary>
    public sealed class SubmittedRecords
    {
        /// <summary>In the order of the request.</summary>
        [JsonProperty("results")]
        public List<SubmittedRecordsResult> Results { get; set; }
        /// <summary>
        /// How far the session manager's database has come, as text; producers keep the furthest and name it when
        /// they submit (`seenMark`).
        /// </summary>
        [JsonProperty("mark", NullValueHandling = NullValueHandling.Ignore)]
        public string Mark { get; set; }
        /// <summary>
        /// How far the last backup of that database reaches, as the third number of `mark`; absent if there was
        /// no backup yet. It is 0 after a restore, until the next backup. Producers keep the readings that were
        /// taken over since. They offer them again to a database whose `mark` has another first or fourth part:
        /// the backup that was restored does not have them.
        /// </summary>
        [JsonProperty("backedUpTo", NullValueHandling = NullValueHandling.Ignore)]
        public long? BackedUpTo { get; set; }
    }

    /// <summary>One reading's fate.</summary>
    public sealed class SubmittedRecordsResult
    {
        /// <summary>The reading.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>Its revision.</summary>
        [JsonProperty("revision")]
        public long Revision { get; set; }
        /// <summary>
        /// What became of it. `accepted` (it is a person's record in the queue), `repeat` (it was known, and
        /// nothing changed), `held` (it waits for a person), `unsynced` (its session has ended), `notStored` (it
        /// is the default user's), `refused` (it is not taken).
        /// </summary>
        [JsonProperty("outcome")]
        public string Outcome { get; set; }
        /// <summary>Its record, once a person is decided.</summary>
        [JsonProperty("logID", NullValueHandling = NullValueHandling.Ignore)]
        public string LogID { get; set; }
        /// <summary>Whose it is, once a person is decided.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>
        /// Why it is held. `noAssignment` (the device is not assigned at the measurement's time),
        /// `assignedToAnother` (it was read for one seat, and the device is another's), `olderThanRequest` (it
        /// was read for a seat, and measured before that was asked for), `clockUnknown` (the measurement's time
        /// is not known), `noSession` (the seat had no session at the measurement's time), `invalid` (something
        /// in it breaks the rules: a time in the future, no value), `changedByHand` (it is a later revision of
        /// what an operator has corrected, changed or deleted), `awaitsConfirmation` (a person is to confirm it
        /// first), `implausible` (its values are very unusual, they contradict each other, or its device doubts
        /// them: a person confirms or corrects them), `possibleRepeat` (its device sent equal values with an
        /// equal time before, and measured it later: a person says whether they are two), `anotherHubsSeat` (it
        /// was read for another hub's seat, although no request for it is recorded).
        /// </summary>
        [JsonProperty("reason", NullValueHandling = NullValueHandling.Ignore)]
        public string Reason { get; set; }
        /// <summary>Whose the device is by its assignment, where that speaks against the seat that was asked for.</summary>
        [JsonProperty("assignedSeat", NullValueHandling = NullValueHandling.Ignore)]
        public string AssignedSeat { get; set; }
        /// <summary>Why it was refused.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public Fault Error { get; set; }
        /// <summary>
        /// The newest revision that came of the reading, where it is newer than this one, which is a `repeat`
        /// then. A producer that has not made it was set back, and its next change has to be newer still.
        /// </summary>
        [JsonProperty("knownRevision", NullValueHandling = NullValueHandling.Ignore)]
        public long? KnownRevision { get; set; }
    }

    /// <summary>Asks for a page of a list.</summary>
    public sealed class PageRequest
    {
        /// <summary>
        /// Only this seat's; for held readings those that were made for it, or by a device that is or was
        /// assigned to it.
        /// </summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>Only this session's, where the list is of records.</summary>
        [JsonProperty("sessionID", NullValueHandling = NullValueHandling.Ignore)]
        public string SessionID { get; set; }
        /// <summary>Only this device's, where the list is of devices or held readings.</summary>
        [JsonProperty("device", NullValueHandling = NullValueHandling.Ignore)]
        public string Device { get; set; }
        /// <summary>The page from 1, 1 when absent; pages end with 32 elements or with what fits a message.</summary>
        [JsonProperty("page", NullValueHandling = NullValueHandling.Ignore)]
        public long? Page { get; set; }
        /// <summary>
        /// The snapshot that page 1 of this list of records opened, so that the page is as it was then; without
        /// one it is as it is now.
        /// </summary>
        [JsonProperty("snapshot", NullValueHandling = NullValueHandling.Ignore)]
        public string Snapshot { get; set; }
        /// <summary>True for page 1 as it is now, of a list of records that is not read on: no snapshot is opened.</summary>
        [JsonProperty("live", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Live { get; set; }
    }

    /// <summary>A page of records.</summary>
    public sealed class RecordPage
    {
        /// <summary>The page, from 1.</summary>
        [JsonProperty("page")]
        public long Page { get; set; }
        /// <summary>How many there are.</summary>
        [JsonProperty("pages")]
        public long Pages { get; set; }
        /// <summary>The records.</summary>
        [JsonProperty("records")]
        public List<RecordPageEntry> Records { get; set; }
        /// <summary>
        /// The snapshot that the other pages are asked for with; absent where there is one page only, and on a
        /// live page. It closes after a minute unused or five minutes in all, when newer ones need its place, and
        /// when a seat is erased: `snapshotExpired` then.
        /// </summary>
        [JsonProperty("snapshot", NullValueHandling = NullValueHandling.Ignore)]
        public string Snapshot { get; set; }
    }

    /// <summary>One record and its state.</summary>
    public sealed class RecordPageEntry
    {
        /// <summary>The record.</summary>
        [JsonProperty("record")]
        public VitalRecord Record { get; set; }
        /// <summary>
        /// Its state. `pending` (it waits), `leased` (a worker has it), `rejected` (the server refused it),
        /// `unsynced` (it was not at the server when its session ended), `unknown` (it is unsynced, and may be at
        /// the server).
        /// </summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>How often it was tried.</summary>
        [JsonProperty("attempts")]
        public long Attempts { get; set; }
        /// <summary>What went wrong last; where it waits, why it waits.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public Fault Error { get; set; }
        /// <summary>
        /// The destination that this is about: a record stands here once for each; absent from older senders.
        /// `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a FHIR R4
        /// server), `file` (files of the machine that the uploader runs on).
        /// </summary>
        [JsonProperty("destination", NullValueHandling = NullValueHandling.Ignore)]
        public string Destination { get; set; }
        /// <summary>
        /// Until when it waits before it is tried again, or its worker has it at most; absent where it is due,
        /// where nothing more is tried, and from older senders.
        /// </summary>
        [JsonProperty("until", NullValueHandling = NullValueHandling.Ignore)]
        public string Until { get; set; }
    }

    /// <summary>Says whose readings a device makes.</summary>
    public sealed class AssignDevice
    {
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>
        /// The device's own user index; absent covers every index without an assignment of its own, but for a
        /// scale's.
        /// </summary>
        [JsonProperty("userIndex", NullValueHandling = NullValueHandling.Ignore)]
        public long? UserIndex { get; set; }
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>From when on, now when absent; measurements made earlier are not covered.</summary>
        [JsonProperty("from", NullValueHandling = NullValueHandling.Ignore)]
        public string From { get; set; }
        /// <summary>True asks only whether it would be taken: nothing is assigned.</summary>
        [JsonProperty("checkOnly", NullValueHandling = NullValueHandling.Ignore)]
        public bool? CheckOnly { get; set; }
    }

    /// <summary>Ends an assignment.</summary>
    public sealed class UnassignDevice
    {
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The device's own user index.</summary>
        [JsonProperty("userIndex", NullValueHandling = NullValueHandling.Ignore)]
        public long? UserIndex { get; set; }
        /// <summary>Until when it held, now when absent; measurements made from then on are nobody's.</summary>
        [JsonProperty("until", NullValueHandling = NullValueHandling.Ignore)]
        public string Until { get; set; }
    }

    /// <summary>A page of the assignments.</summary>
    public sealed class Assignments
    {
        /// <summary>The assignments, past ones included, the newest first.</summary>
        [JsonProperty("assignments")]
        public List<AssignmentView> AssignmentsValue { get; set; }
        /// <summary>The page, from 1.</summary>
        [JsonProperty("page", NullValueHandling = NullValueHandling.Ignore)]
        public long? Page { get; set; }
        /// <summary>How many there are.</summary>
        [JsonProperty("pages", NullValueHandling = NullValueHandling.Ignore)]
        public long? Pages { get; set; }
    }

    /// <summary>Readings without an owner.</summary>
    public sealed class HeldPage
    {
        /// <summary>The page, from 1.</summary>
        [JsonProperty("page")]
        public long Page { get; set; }
        /// <summary>How many there are.</summary>
        [JsonProperty("pages")]
        public long Pages { get; set; }
        /// <summary>The readings.</summary>
        [JsonProperty("readings")]
        public List<HeldPageEntry> Readings { get; set; }
    }

    /// <summary>One reading and why it waits.</summary>
    public sealed class HeldPageEntry
    {
        /// <summary>The reading.</summary>
        [JsonProperty("reading")]
        public Reading Reading { get; set; }
        /// <summary>
        /// Why it is held. `noAssignment` (the device is not assigned at the measurement's time),
        /// `assignedToAnother` (it was read for one seat, and the device is another's), `olderThanRequest` (it
        /// was read for a seat, and measured before that was asked for), `clockUnknown` (the measurement's time
        /// is not known), `noSession` (the seat had no session at the measurement's time), `invalid` (something
        /// in it breaks the rules: a time in the future, no value), `changedByHand` (it is a later revision of
        /// what an operator has corrected, changed or deleted), `awaitsConfirmation` (a person is to confirm it
        /// first), `implausible` (its values are very unusual, they contradict each other, or its device doubts
        /// them: a person confirms or corrects them), `possibleRepeat` (its device sent equal values with an
        /// equal time before, and measured it later: a person says whether they are two), `anotherHubsSeat` (it
        /// was read for another hub's seat, although no request for it is recorded).
        /// </summary>
        [JsonProperty("reason")]
        public string Reason { get; set; }
        /// <summary>Whose the device is by its assignment, where that speaks against the seat that was asked for.</summary>
        [JsonProperty("assignedSeat", NullValueHandling = NullValueHandling.Ignore)]
        public string AssignedSeat { get; set; }
        /// <summary>The display's picture, for `heldPicture`; absent where there is none.</summary>
        [JsonProperty("picture", NullValueHandling = NullValueHandling.Ignore)]
        public PictureReference Picture { get; set; }
        /// <summary>
        /// True where what is saved of the reading cannot be read: it has no values here, and can only be
        /// discarded.
        /// </summary>
        [JsonProperty("isUnreadable", NullValueHandling = NullValueHandling.Ignore)]
        public bool? IsUnreadable { get; set; }
    }

    /// <summary>Asks for notifications that were missed.</summary>
    public sealed class NotificationsSince
    {
        /// <summary>The last cursor seen, 0 for the oldest kept.</summary>
        [JsonProperty("cursor")]
        public long Cursor { get; set; }
        /// <summary>The most to return, 1 to 50, 50 when absent.</summary>
        [JsonProperty("limit", NullValueHandling = NullValueHandling.Ignore)]
        public long? Limit { get; set; }
    }

    /// <summary>Notifications, oldest first.</summary>
    public sealed class Notifications
    {
        /// <summary>The notifications.</summary>
        [JsonProperty("notifications")]
        public List<NotificationsEntry> NotificationsValue { get; set; }
        /// <summary>The cursor to ask with next.</summary>
        [JsonProperty("cursor")]
        public long Cursor { get; set; }
        /// <summary>Whether there are more now.</summary>
        [JsonProperty("more")]
        public bool More { get; set; }
    }

    /// <summary>One notification.</summary>
    public sealed class NotificationsEntry
    {
        /// <summary>Its place in the log.</summary>
        [JsonProperty("cursor")]
        public long Cursor { get; set; }
        /// <summary>The event's id, the same as on the bus.</summary>
        [JsonProperty("id")]
        public string Id { get; set; }
        /// <summary>The notification's name.</summary>
        [JsonProperty("name")]
        public string Name { get; set; }
        /// <summary>The hub in its topic.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>When it was made.</summary>
        [JsonProperty("time")]
        public string Time { get; set; }
        /// <summary>The event's `data` as JSON text.</summary>
        [JsonProperty("data")]
        public string Data { get; set; }
    }

    /// <summary>Gives a record new values. A repeat changes nothing.</summary>
    public sealed class UpdateRecord
    {
        /// <summary>The record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>The newest revision that the caller knows, from 1; another one is refused.</summary>
        [JsonProperty("baseRevision")]
        public long BaseRevision { get; set; }
        /// <summary>All values of the record, 64 at most; they replace the present ones.</summary>
        [JsonProperty("measurements")]
        public List<Measurement> Measurements { get; set; }
        /// <summary>
        /// True where a person says that the values are right although they are very unusual; without it such
        /// values are refused with `unusualValue`.
        /// </summary>
        [JsonProperty("unusual", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Unusual { get; set; }
    }

    /// <summary>A record was changed by an operator's hand; `recordSubmitted` tells when the server has it.</summary>
    public sealed class RecordChanged
    {
        /// <summary>The record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>The revision that was made, from 1.</summary>
        [JsonProperty("revision")]
        public long Revision { get; set; }
        /// <summary>
        /// What became of it. `accepted` (it waits for the server), `repeat` (it was made before), `withdrawn`
        /// (the record is deleted before any of it was sent), `unsynced` (its session has ended).
        /// </summary>
        [JsonProperty("outcome")]
        public string Outcome { get; set; }
    }

    /// <summary>Deletes a record. A repeat changes nothing.</summary>
    public sealed class DeleteRecord
    {
        /// <summary>The record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>The newest revision that the caller knows, from 1; another one is refused.</summary>
        [JsonProperty("baseRevision")]
        public long BaseRevision { get; set; }
    }

    /// <summary>Whether, of what and where to the system logs, retained on `state/logging`.</summary>
    public sealed class LoggingState
    {
        /// <summary>Whether anything is logged.</summary>
        [JsonProperty("enabled")]
        public bool Enabled { get; set; }
        /// <summary>
        /// The parts that are logged; unknown ones are ignored. `core` (sessions, the queue and deliveries),
        /// `bluetooth` (discovery, pairing and readings), `healthkit` (health-data import), `ocr` (recognition of
        /// displays).
        /// </summary>
        [JsonProperty("components")]
        public List<string> Components { get; set; }
        /// <summary>
        /// Where entries go. `journald` (standard error, which systemd puts into the journal), `file` (the file
        /// `log` in each process's state directory), `bus` (the topic `log/{actor}`).
        /// </summary>
        [JsonProperty("sink")]
        public string Sink { get; set; }
    }

    /// <summary>Says whose a held reading is, and what of it the device said wrongly.</summary>
    public sealed class ConfirmReading
    {
        /// <summary>The reading.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>The revision that was looked at; absent for whichever is held.</summary>
        [JsonProperty("revision", NullValueHandling = NullValueHandling.Ignore)]
        public long? Revision { get; set; }
        /// <summary>The seat whose session gets it.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The session, also an ended one; absent for the one that the seat had when it was measured.</summary>
        [JsonProperty("sessionID", NullValueHandling = NullValueHandling.Ignore)]
        public string SessionID { get; set; }
        /// <summary>When it was measured, where the device was wrong; a reading of unknown time needs this or `sessionID`.</summary>
        [JsonProperty("timestamp", NullValueHandling = NullValueHandling.Ignore)]
        public string Timestamp { get; set; }
        /// <summary>Right values in place of the device's, `manual` where they differ; metrics that are not named stay.</summary>
        [JsonProperty("measurements", NullValueHandling = NullValueHandling.Ignore)]
        public List<Measurement> Measurements { get; set; }
        /// <summary>
        /// True where a person says that typed values, and those that a camera read, are right although they are
        /// very unusual; without it such values are refused with `unusualValue`.
        /// </summary>
        [JsonProperty("unusual", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Unusual { get; set; }
    }

    /// <summary>What became of a held reading.</summary>
    public sealed class DecidedReading
    {
        /// <summary>The reading.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>
        /// What became of it. `accepted` (it is a record of a running session), `unsynced` (its session has
        /// ended), `discarded` (it was discarded), `repeat` (it was decided so before).
        /// </summary>
        [JsonProperty("outcome")]
        public string Outcome { get; set; }
        /// <summary>Its record, if it has one.</summary>
        [JsonProperty("logID", NullValueHandling = NullValueHandling.Ignore)]
        public string LogID { get; set; }
        /// <summary>The session that has it.</summary>
        [JsonProperty("sessionID", NullValueHandling = NullValueHandling.Ignore)]
        public string SessionID { get; set; }
        /// <summary>The image that goes to the server after the record, where the reading had a picture.</summary>
        [JsonProperty("imageID", NullValueHandling = NullValueHandling.Ignore)]
        public string ImageID { get; set; }
    }

    /// <summary>Discards a held reading.</summary>
    public sealed class DiscardReading
    {
        /// <summary>The reading.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>The revision that was looked at; absent for whichever is held.</summary>
        [JsonProperty("revision", NullValueHandling = NullValueHandling.Ignore)]
        public long? Revision { get; set; }
    }

    /// <summary>Names the seat whose persons are erased.</summary>
    public sealed class EraseSeat
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Whether nothing is erased yet, only looked whether it may be: all counts are 0; false when absent.</summary>
        [JsonProperty("checkOnly", NullValueHandling = NullValueHandling.Ignore)]
        public bool? CheckOnly { get; set; }
    }

    /// <summary>What the session manager has erased of a seat.</summary>
    public sealed class SeatErased
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Records, at whatever stage of their delivery; what has arrived at the cloud service stays there.</summary>
        [JsonProperty("records")]
        public long Records { get; set; }
        /// <summary>Sessions.</summary>
        [JsonProperty("sessions")]
        public long Sessions { get; set; }
        /// <summary>Assignments of devices.</summary>
        [JsonProperty("assignments")]
        public long Assignments { get; set; }
        /// <summary>Held readings that were made for the seat, or by a device that was nobody else's.</summary>
        [JsonProperty("heldReadings")]
        public long HeldReadings { get; set; }
        /// <summary>Held readings that stay, because their devices were other seats' too: confirm or discard them.</summary>
        [JsonProperty("sharedHeldReadings")]
        public long SharedHeldReadings { get; set; }
        /// <summary>
        /// The devices that were the seat's; what their hubs still have is erased by `eraseDevices`, asked for
        /// before this.
        /// </summary>
        [JsonProperty("devices")]
        public List<string> Devices { get; set; }
        /// <summary>Images that waited, with their files.</summary>
        [JsonProperty("images", NullValueHandling = NullValueHandling.Ignore)]
        public long? Images { get; set; }
    }

    /// <summary>Names a set of health types.</summary>
    public sealed class SampleTypesRequest
    {
        /// <summary>
        /// The set. `routine` (a day's activity), `diabetes` (glucose), `weight` (weight and body composition),
        /// `fitness` (workouts), `sleep` (nights), `basicNutrition` (food and drink), `reproductiveHealth` (the
        /// cycle; only the legacy API takes it), `biometrics` (vital signs).
        /// </summary>
        [JsonProperty("set")]
        public string Set { get; set; }
    }

    /// <summary>The health types of a set.</summary>
    public sealed class SampleTypes
    {
        /// <summary>
        /// The set. `routine` (a day's activity), `diabetes` (glucose), `weight` (weight and body composition),
        /// `fitness` (workouts), `sleep` (nights), `basicNutrition` (food and drink), `reproductiveHealth` (the
        /// cycle; only the legacy API takes it), `biometrics` (vital signs).
        /// </summary>
        [JsonProperty("set")]
        public string Set { get; set; }
        /// <summary>HealthKit's identifiers of its types.</summary>
        [JsonProperty("sampleTypes")]
        public List<string> SampleTypesValue { get; set; }
    }

    /// <summary>Replaces a session's subscriptions.</summary>
    public sealed class SetSubscriptions
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>HealthKit's identifiers, of one set or several; empty stops, absent leaves them as they are.</summary>
        [JsonProperty("sampleTypes", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> SampleTypes { get; set; }
        /// <summary>Whether steps of short intervals are wanted too; absent leaves it as it is, false at first.</summary>
        [JsonProperty("processIntraday", NullValueHandling = NullValueHandling.Ignore)]
        public bool? ProcessIntraday { get; set; }
    }

    /// <summary>What a seat's session wants of what its person exports.</summary>
    public sealed class Subscriptions
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The session.</summary>
        [JsonProperty("sessionID")]
        public string SessionID { get; set; }
        /// <summary>The session's user as a keyed hash: equal for equal users, and nothing can be read from it.</summary>
        [JsonProperty("person")]
        public string Person { get; set; }
        /// <summary>
        /// The interface that takes its records. `inform` (the cloud service's version 2), `legacy` (the cloud
        /// service's version 1), `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs
        /// on).
        /// </summary>
        [JsonProperty("apiVersion")]
        public string ApiVersion { get; set; }
        /// <summary>Whether it is the default user's, of whom nothing is imported.</summary>
        [JsonProperty("defaultUser")]
        public bool DefaultUser { get; set; }
        /// <summary>When the session began.</summary>
        [JsonProperty("startedAt")]
        public string StartedAt { get; set; }
        /// <summary>HealthKit's identifiers.</summary>
        [JsonProperty("sampleTypes")]
        public List<string> SampleTypes { get; set; }
        /// <summary>Whether steps of short intervals are wanted too.</summary>
        [JsonProperty("processIntraday")]
        public bool ProcessIntraday { get; set; }
        /// <summary>What is not done as asked, and why.</summary>
        [JsonProperty("warnings")]
        public List<string> Warnings { get; set; }
    }

    /// <summary>
    /// Announces an image of a record; the reply says which parts are wanted. A repeat changes nothing and says
    /// how far it got.
    /// </summary>
    public sealed class PutImage
    {
        /// <summary>The record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>The SHA-256 of the file as it is sent, 64 hex digits.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>The file's size in bytes, 1 to 10000000.</summary>
        [JsonProperty("size")]
        public long Size { get; set; }
    }

    /// <summary>How far an image has got.</summary>
    public sealed class ImageReceived
    {
        /// <summary>The record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>
        /// How far it is. `wanted` (parts are missing), `stored` (it is safe here), `submitted` (the server has
        /// it).
        /// </summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>The image's own id, once it is stored: by its record and its content without metadata.</summary>
        [JsonProperty("imageID", NullValueHandling = NullValueHandling.Ignore)]
        public string ImageID { get; set; }
        /// <summary>The size of a part in bytes; the last one has the rest.</summary>
        [JsonProperty("partSize")]
        public long PartSize { get; set; }
        /// <summary>
        /// The parts that are missing, 250 at most; empty too while the last one is being checked: ask again
        /// then.
        /// </summary>
        [JsonProperty("missing")]
        public List<long> Missing { get; set; }
        /// <summary>
        /// False where no uploader that is there has a path for images, so that it waits for one; absent
        /// otherwise.
        /// </summary>
        [JsonProperty("hasPath", NullValueHandling = NullValueHandling.Ignore)]
        public bool? HasPath { get; set; }
    }

    /// <summary>One part of an announced image. A repeat changes nothing.</summary>
    public sealed class ImagePart
    {
        /// <summary>The record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>The SHA-256 of the whole file, as it was announced.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>The part, 0 to 249.</summary>
        [JsonProperty("index")]
        public long Index { get; set; }
        /// <summary>The part's bytes, base64; 40,000 bytes, the last part has the rest.</summary>
        [JsonProperty("data")]
        public string Data { get; set; }
    }

    /// <summary>Asks for a piece of a held reading's picture.</summary>
    public sealed class HeldPictureRequest
    {
        /// <summary>The reading.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>Where the piece begins.</summary>
        [JsonProperty("offset")]
        public long Offset { get; set; }
    }

    /// <summary>Asks for a page of a seat's records, delivered and waiting.</summary>
    public sealed class RecordHistoryRequest
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Only what was measured then or later.</summary>
        [JsonProperty("from", NullValueHandling = NullValueHandling.Ignore)]
        public string From { get; set; }
        /// <summary>Only what was measured before.</summary>
        [JsonProperty("to", NullValueHandling = NullValueHandling.Ignore)]
        public string To { get; set; }
        /// <summary>Only records that have a value of one of these, 32 at most; all when absent or empty.</summary>
        [JsonProperty("metrics", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Metrics { get; set; }
        /// <summary>The page from 1, 1 when absent; pages end with 32 elements or with what fits a message.</summary>
        [JsonProperty("page", NullValueHandling = NullValueHandling.Ignore)]
        public long? Page { get; set; }
        /// <summary>
        /// The snapshot that page 1 of this list opened, so that the page is as it was then; without one it is as
        /// it is now.
        /// </summary>
        [JsonProperty("snapshot", NullValueHandling = NullValueHandling.Ignore)]
        public string Snapshot { get; set; }
        /// <summary>True for page 1 as it is now, of a list that is not read on: no snapshot is opened.</summary>
        [JsonProperty("live", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Live { get; set; }
        /// <summary>
        /// Whose records, by the seat's running session; `present` when absent. `present` (those of the person of
        /// the seat's running session; none without a session), `before` (those of all others: of whom the seat
        /// had before), `everybody` (those of all who have had the seat).
        /// </summary>
        [JsonProperty("whose", NullValueHandling = NullValueHandling.Ignore)]
        public string Whose { get; set; }
        /// <summary>Only this user's, whoever has the seat now; `whose` is absent or `everybody` then.</summary>
        [JsonProperty("userID", NullValueHandling = NullValueHandling.Ignore)]
        public string UserID { get; set; }
        /// <summary>
        /// True for the newest record of each metric since `from`, in place of pages; 64 at most, deleted ones
        /// are none, and `metrics` and `page` are absent.
        /// </summary>
        [JsonProperty("newest", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Newest { get; set; }
    }

    /// <summary>A page of a seat's records, the one that was measured last first.</summary>
    public sealed class RecordHistory
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The page, from 1.</summary>
        [JsonProperty("page")]
        public long Page { get; set; }
        /// <summary>How many there are.</summary>
        [JsonProperty("pages")]
        public long Pages { get; set; }
        /// <summary>How many records there are on all pages.</summary>
        [JsonProperty("total")]
        public long Total { get; set; }
        /// <summary>The records.</summary>
        [JsonProperty("records")]
        public List<RecordHistoryEntry> Records { get; set; }
        /// <summary>The snapshot that the other pages are asked for with, as that of a list of records.</summary>
        [JsonProperty("snapshot", NullValueHandling = NullValueHandling.Ignore)]
        public string Snapshot { get; set; }
        /// <summary>Who has the seat now; absent without a session, and from older senders.</summary>
        [JsonProperty("present", NullValueHandling = NullValueHandling.Ignore)]
        public RecordHistoryPresent Present { get; set; }
        /// <summary>
        /// Whether others than the present person have records here, which `before` lists; absent from older
        /// senders.
        /// </summary>
        [JsonProperty("hasBefore", NullValueHandling = NullValueHandling.Ignore)]
        public bool? HasBefore { get; set; }
    }

    /// <summary>One record, and what became of it.</summary>
    public sealed class RecordHistoryEntry
    {
        /// <summary>The record with its values; without them once it is deleted.</summary>
        [JsonProperty("record")]
        public VitalRecord Record { get; set; }
        /// <summary>
        /// Its state at the first destination of its session. `waiting` (it is not at the server yet),
        /// `submitted` (the server has it), `failed` (it was refused for good), `unsynced` (it was not at the
        /// server when its session ended), `unknown` (it is unsynced, and may be at the server), `deleted` (it is
        /// deleted).
        /// </summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>Since when it is so: of a submitted one, when the server took it.</summary>
        [JsonProperty("since")]
        public string Since { get; set; }
        /// <summary>The server's id of it, where one is known.</summary>
        [JsonProperty("serverID", NullValueHandling = NullValueHandling.Ignore)]
        public string ServerID { get; set; }
        /// <summary>Why it failed.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public Fault Error { get; set; }
        /// <summary>True where what waits or failed is the record's deletion: it is still at the server.</summary>
        [JsonProperty("deletes", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Deletes { get; set; }
        /// <summary>What became of it at further destinations of its session; absent where there are none.</summary>
        [JsonProperty("elsewhere", NullValueHandling = NullValueHandling.Ignore)]
        public List<RecordHistoryEntryElsewhere> Elsewhere { get; set; }
        /// <summary>Whose it is: the user of its session; absent from older senders.</summary>
        [JsonProperty("userID", NullValueHandling = NullValueHandling.Ignore)]
        public string UserID { get; set; }
        /// <summary>
        /// The metrics that the destination has no place for: their values are not submitted; absent where there
        /// are none.
        /// </summary>
        [JsonProperty("leftOut", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> LeftOut { get; set; }
    }

    /// <summary>What became of a record at a further destination of its session.</summary>
    public sealed class RecordHistoryEntryElsewhere
    {
        /// <summary>
        /// The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1),
        /// `fhir` (a FHIR R4 server), `file` (files of the machine that the uploader runs on).
        /// </summary>
        [JsonProperty("destination")]
        public string Destination { get; set; }
        /// <summary>
        /// The record's state there. `waiting` (it is not at the server yet), `submitted` (the server has it),
        /// `failed` (it was refused for good), `unsynced` (it was not at the server when its session ended),
        /// `unknown` (it is unsynced, and may be at the server), `deleted` (it is deleted).
        /// </summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>Since when it is so.</summary>
        [JsonProperty("since")]
        public string Since { get; set; }
        /// <summary>The destination's id of it, where one is known.</summary>
        [JsonProperty("serverID", NullValueHandling = NullValueHandling.Ignore)]
        public string ServerID { get; set; }
        /// <summary>Why it failed.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public Fault Error { get; set; }
    }

    /// <summary>Who has a seat now.</summary>
    public sealed class RecordHistoryPresent
    {
        /// <summary>The user of its running session.</summary>
        [JsonProperty("userID")]
        public string UserID { get; set; }
        /// <summary>Since when, over all sessions of this person without another's between.</summary>
        [JsonProperty("since")]
        public string Since { get; set; }
    }

    /// <summary>Asks for a page of the site's seats.</summary>
    public sealed class SeatsRequest
    {
        /// <summary>The page from 1, 1 when absent; pages end with 50 elements.</summary>
        [JsonProperty("page", NullValueHandling = NullValueHandling.Ignore)]
        public long? Page { get; set; }
    }

    /// <summary>A page of the site's seats, in alphabetical order.</summary>
    public sealed class SeatPage
    {
        /// <summary>The page, from 1.</summary>
        [JsonProperty("page")]
        public long Page { get; set; }
        /// <summary>How many there are.</summary>
        [JsonProperty("pages")]
        public long Pages { get; set; }
        /// <summary>The seats.</summary>
        [JsonProperty("seats")]
        public List<SeatPageEntry> Seats { get; set; }
    }

    /// <summary>One seat, and what stands there.</summary>
    public sealed class SeatPageEntry
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Whether the site's configuration lists it; one that it does not list is known by what is here of it.</summary>
        [JsonProperty("configured")]
        public bool Configured { get; set; }
        /// <summary>The session that it has now.</summary>
        [JsonProperty("session", NullValueHandling = NullValueHandling.Ignore)]
        public SessionView Session { get; set; }
        /// <summary>When its last record was measured that was not taken back.</summary>
        [JsonProperty("lastMeasuredAt", NullValueHandling = NullValueHandling.Ignore)]
        public string LastMeasuredAt { get; set; }
        /// <summary>Records that wait or are on their way.</summary>
        [JsonProperty("waiting")]
        public long Waiting { get; set; }
        /// <summary>Records of ended sessions that are not at the server for certain.</summary>
        [JsonProperty("unsynced")]
        public long Unsynced { get; set; }
        /// <summary>Records that the server refused.</summary>
        [JsonProperty("rejected")]
        public long Rejected { get; set; }
        /// <summary>Held readings that were made for it, or by a device that is or was assigned to it.</summary>
        [JsonProperty("held")]
        public long Held { get; set; }
        /// <summary>Devices that are assigned to it now.</summary>
        [JsonProperty("devices")]
        public long Devices { get; set; }
    }

    /// <summary>Says that a person asks a hub to measure or pair for a seat, just before that hub is asked.</summary>
    public sealed class ExpectReadings
    {
        /// <summary>The hub that is going to be asked.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The seat that it measures for.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
    }

    /// <summary>What a hub may bring, and which device it may assign, by a person's word.</summary>
    public sealed class ReadingsExpected
    {
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>
        /// What is asked for until then is taken as this person's word; absent for a hub of the server itself,
        /// which needs none.
        /// </summary>
        [JsonProperty("until", NullValueHandling = NullValueHandling.Ignore)]
        public string Until { get; set; }
    }

    /// <summary>A page of sessions, running and ended, the newest first.</summary>
    public sealed class SessionPage
    {
        /// <summary>The page, from 1.</summary>
        [JsonProperty("page")]
        public long Page { get; set; }
        /// <summary>How many there are.</summary>
        [JsonProperty("pages")]
        public long Pages { get; set; }
        /// <summary>The sessions.</summary>
        [JsonProperty("sessions")]
        public List<SessionPageEntry> Sessions { get; set; }
    }

    /// <summary>One session, and how it ended.</summary>
    public sealed class SessionPageEntry
    {
        /// <summary>The session.</summary>
        [JsonProperty("session")]
        public SessionView Session { get; set; }
        /// <summary>When it ended; absent while it runs.</summary>
        [JsonProperty("endedAt", NullValueHandling = NullValueHandling.Ignore)]
        public string EndedAt { get; set; }
        /// <summary>
        /// Why it ended. `requested` (a person or program ended it), `replaced` (the seat has another session),
        /// `unauthorized` (the server refused its credentials).
        /// </summary>
        [JsonProperty("reason", NullValueHandling = NullValueHandling.Ignore)]
        public string Reason { get; set; }
        /// <summary>How many of its records are not at the server for certain.</summary>
        [JsonProperty("open")]
        public long Open { get; set; }
    }

    /// <summary>
    /// Sends records again that the server refused; it gets each once, whatever it took of the earlier attempts.
    /// A repeat changes nothing.
    /// </summary>
    public sealed class RetryRecords
    {
        /// <summary>One record; absent for all.</summary>
        [JsonProperty("logID", NullValueHandling = NullValueHandling.Ignore)]
        public string LogID { get; set; }
        /// <summary>Only this seat's.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>Only what was refused then or later.</summary>
        [JsonProperty("since", NullValueHandling = NullValueHandling.Ignore)]
        public string Since { get; set; }
    }

    /// <summary>What became of refused records.</summary>
    public sealed class RecordsRetried
    {
        /// <summary>How many are sent again, each destination counted.</summary>
        [JsonProperty("retried")]
        public long Retried { get; set; }
        /// <summary>How many stay refused, since their session has ended.</summary>
        [JsonProperty("ended")]
        public long Ended { get; set; }
    }

    /// <summary>What ble-scanner does when it is asked.</summary>
    public static class BleScannerOperations
    {
        /// <summary>The devices that are in sight now.</summary>
        public static readonly Operation<Empty, Sightings> Sightings =
            new Operation<Empty, Sightings>("ble-scanner", "sightings");
        /// <summary>
        /// Leaves the radio to a device that is being connected: discovery rests until the link is there, and no
        /// silence is taken for a fault.
        /// </summary>
        public static readonly Operation<HoldDiscovery, DiscoveryHeld> HoldDiscovery =
            new Operation<HoldDiscovery, DiscoveryHeld>("ble-scanner", "holdDiscovery");
        /// <summary>Tells every advertisement at once for a while, so that a person who pairs a device sees it.</summary>
        public static readonly Operation<PairingMode, PairingModeUntil> PairingMode =
            new Operation<PairingMode, PairingModeUntil>("ble-scanner", "pairingMode");
    }

    /// <summary>What device-reader does when it is asked.</summary>
    public static class DeviceReaderOperations
    {
        /// <summary>The catalogue.</summary>
        public static readonly Operation<PeripheralFilter, SupportedPeripherals> SupportedPeripherals =
            new Operation<PeripheralFilter, SupportedPeripherals>("device-reader", "supportedPeripherals");
        /// <summary>Replaces the passive set; an empty or absent list disables passive reading.</summary>
        public static readonly Operation<PassivePeripherals, PassivePeripherals> SetPassivePeripherals =
            new Operation<PassivePeripherals, PassivePeripherals>("device-reader", "setPassivePeripherals");
        /// <summary>Reads a device in the foreground.</summary>
        public static readonly Operation<ReadPeripheral, PeripheralDidRead> ReadPeripheral =
            new Operation<ReadPeripheral, PeripheralDidRead>("device-reader", "readPeripheral");
        /// <summary>Pairs a device that is in sight.</summary>
        public static readonly Operation<PairPeripheral, PeripheralPaired> PairPeripheral =
            new Operation<PairPeripheral, PeripheralPaired>("device-reader", "pairPeripheral");
        /// <summary>Cancels the foreground work.</summary>
        public static readonly Operation<CancelWork, Empty> Cancel =
            new Operation<CancelWork, Empty>("device-reader", "cancel");
        /// <summary>
        /// Erases what the hub still has of a seat's persons: raw frames and readings that were measured for the
        /// seat.
        /// </summary>
        public static readonly Operation<EraseDevices, DevicesErased> EraseDevices =
            new Operation<EraseDevices, DevicesErased>("device-reader", "eraseDevices");
        /// <summary>Answers what `passkeyRequested` asks.</summary>
        public static readonly Operation<AnswerPasskey, Empty> AnswerPasskey =
            new Operation<AnswerPasskey, Empty>("device-reader", "answerPasskey");
        /// <summary>Stores what a device needs beside its pairing, sealed; its reply says what is still missing.</summary>
        public static readonly Operation<StorePeripheralData, PeripheralDataStored> StorePeripheralData =
            new Operation<StorePeripheralData, PeripheralDataStored>("device-reader", "storePeripheralData");
        /// <summary>
        /// Forgets a device's pairing and its secrets at this hub; the only way to clear a pairing that went
        /// stale.
        /// </summary>
        public static readonly Operation<ForgetDevice, DeviceForgotten> ForgetDevice =
            new Operation<ForgetDevice, DeviceForgotten>("device-reader", "forgetDevice");
    }

    /// <summary>What health-importer does when it is asked.</summary>
    public static class HealthImporterOperations
    {
        /// <summary>Imports a file of the importer's machine.</summary>
        public static readonly Operation<ImportFile, ImportState> ImportFile =
            new Operation<ImportFile, ImportState>("health-importer", "importFile");
        /// <summary>Replaces the folders of a seat that are watched; without `paths` it only shows them.</summary>
        public static readonly Operation<ObserveFolders, ObservedFolders> Observe =
            new Operation<ObserveFolders, ObservedFolders>("health-importer", "observe");
        /// <summary>Makes the records of whole days of the past, out of what the seat's person has exported already.</summary>
        public static readonly Operation<FetchHistoricalSets, HistoricalFetch> FetchHistoricalSets =
            new Operation<FetchHistoricalSets, HistoricalFetch>("health-importer", "fetchHistoricalSets");
        /// <summary>Ends historical fetches; what they have made already stays.</summary>
        public static readonly Operation<CancelHistoricalFetch, CancelledFetches> CancelHistoricalFetch =
            new Operation<CancelHistoricalFetch, CancelledFetches>("health-importer", "cancelHistoricalFetch");
        /// <summary>The imports, the latest first.</summary>
        public static readonly Operation<ImportsRequest, ImportList> Imports =
            new Operation<ImportsRequest, ImportList>("health-importer", "imports");
        /// <summary>Ends an import that waits or runs; what it has handed over already stays.</summary>
        public static readonly Operation<CancelImport, CancelledImports> CancelImport =
            new Operation<CancelImport, CancelledImports>("health-importer", "cancelImport");
        /// <summary>
        /// Erases what the importer has of a seat's persons: anchors, inputs that came over HTTP, records that
        /// wait.
        /// </summary>
        public static readonly Operation<SeatReference, ImportsErased> EraseImports =
            new Operation<SeatReference, ImportsErased>("health-importer", "eraseImports");
    }

    /// <summary>What ocr-worker does when it is asked.</summary>
    public static class OcrWorkerOperations
    {
        /// <summary>The displays that can be read.</summary>
        public static readonly Operation<OCRPeripheralsRequest, OCRPeripherals> OcrPeripherals =
            new Operation<OCRPeripheralsRequest, OCRPeripherals>("ocr-worker", "ocrPeripherals");
        /// <summary>What to lay over a preview of a size, so that the display is held where it is looked for.</summary>
        public static readonly Operation<OverlayRequest, Overlay> Overlay =
            new Operation<OverlayRequest, Overlay>("ocr-worker", "overlay");
        /// <summary>Announces a picture to be read; the reply says which parts are wanted.</summary>
        public static readonly Operation<PutPicture, PictureReceived> PutPicture =
            new Operation<PutPicture, PictureReceived>("ocr-worker", "putPicture");
        /// <summary>Hands over one part of an announced picture; the last one is answered when the picture is safe.</summary>
        public static readonly Operation<PicturePart, PictureReceived> PicturePart =
            new Operation<PicturePart, PictureReceived>("ocr-worker", "picturePart");
        /// <summary>
        /// A piece of a picture that was handed over, for people; of a frame's crop too, and of its preview for
        /// who asked for that.
        /// </summary>
        public static readonly Operation<PictureBytesRequest, ImageBytes> PictureBytes =
            new Operation<PictureBytesRequest, ImageBytes>("ocr-worker", "pictureBytes");
        /// <summary>Has a picture read; it is answered once it is safe, and read when a lane is free.</summary>
        public static readonly Operation<RecognizePicture, OCRJob> Recognize =
            new Operation<RecognizePicture, OCRJob>("ocr-worker", "recognize");
        /// <summary>Reads a display in the frames of a camera, a stream, a folder or the caller until they agree.</summary>
        public static readonly Operation<StartReading, OCRJob> StartReading =
            new Operation<StartReading, OCRJob>("ocr-worker", "startReading");
        /// <summary>
        /// Gives a part of a frame to a stream that was started with the source `pushed`; the last one is
        /// answered with what it shows.
        /// </summary>
        public static readonly Operation<PushFrame, FramePushed> PushFrame =
            new Operation<PushFrame, FramePushed>("ocr-worker", "pushFrame");
        /// <summary>Ends streams and pictures that wait.</summary>
        public static readonly Operation<CancelOCR, CancelledOCR> Cancel =
            new Operation<CancelOCR, CancelledOCR>("ocr-worker", "cancel");
        /// <summary>The QR and bar codes of a picture.</summary>
        public static readonly Operation<ScanCode, ScannedCodes> ScanCode =
            new Operation<ScanCode, ScannedCodes>("ocr-worker", "scanCode");
        /// <summary>
        /// Erases what the worker has of a seat's persons: jobs, pictures, streams, readings that wait.  What is
        /// being read is dropped.
        /// </summary>
        public static readonly Operation<SeatReference, PicturesErased> ErasePictures =
            new Operation<SeatReference, PicturesErased>("ocr-worker", "erasePictures");
    }

    /// <summary>What session-manager does when it is asked.</summary>
    public static class SessionManagerOperations
    {
        /// <summary>Starts a seat's session and ends the present one, unless the server refuses the new credentials.</summary>
        public static readonly Operation<StartSession, SessionView> StartSession =
            new Operation<StartSession, SessionView>("session-manager", "startSession");
        /// <summary>Ends a seat's session.</summary>
        public static readonly Operation<SeatReference, SessionEnded> EndSession =
            new Operation<SeatReference, SessionEnded>("session-manager", "endSession");
        /// <summary>A seat's session.</summary>
        public static readonly Operation<SeatReference, SessionView> Session =
            new Operation<SeatReference, SessionView>("session-manager", "session");
        /// <summary>Asks the server about a seat's session again and tries what waits in it now.</summary>
        public static readonly Operation<SeatReference, SessionRetried> RetrySession =
            new Operation<SeatReference, SessionRetried>("session-manager", "retrySession");
        /// <summary>Takes readings over from a producer; each is answered once it is safe.</summary>
        public static readonly Operation<SubmitRecords, SubmittedRecords> SubmitRecords =
            new Operation<SubmitRecords, SubmittedRecords>("session-manager", "submitRecords");
        /// <summary>The records that wait or are on their way.</summary>
        public static readonly Operation<PageRequest, RecordPage> QueuedRecords =
            new Operation<PageRequest, RecordPage>("session-manager", "queuedRecords");
        /// <summary>
        /// The records of an ended session, or of all of a seat's, that are not at the server for certain, kept 7
        /// days; an `integration` is answered for seats that share values only.
        /// </summary>
        public static readonly Operation<PageRequest, RecordPage> UnsyncedRecords =
            new Operation<PageRequest, RecordPage>("session-manager", "unsyncedRecords");
        /// <summary>The records that the server refused, kept for `records.keep`, 30 days at least.</summary>
        public static readonly Operation<PageRequest, RecordPage> RejectedRecords =
            new Operation<PageRequest, RecordPage>("session-manager", "rejectedRecords");
        /// <summary>Tries waiting records now, without back-off.</summary>
        public static readonly Operation<Empty, QueueState> ProcessQueue =
            new Operation<Empty, QueueState>("session-manager", "processQueue");
        /// <summary>
        /// Says whose readings a device makes, from a time on; held readings of it that this decides get their
        /// owner.
        /// </summary>
        public static readonly Operation<AssignDevice, AssignmentView> AssignDevice =
            new Operation<AssignDevice, AssignmentView>("session-manager", "assignDevice");
        /// <summary>Ends an assignment.</summary>
        public static readonly Operation<UnassignDevice, AssignmentView> UnassignDevice =
            new Operation<UnassignDevice, AssignmentView>("session-manager", "unassignDevice");
        /// <summary>The assignments.</summary>
        public static readonly Operation<PageRequest, Assignments> Devices =
            new Operation<PageRequest, Assignments>("session-manager", "devices");
        /// <summary>The readings without an owner.</summary>
        public static readonly Operation<PageRequest, HeldPage> HeldReadings =
            new Operation<PageRequest, HeldPage>("session-manager", "heldReadings");
        /// <summary>The notifications after a cursor, kept 7 days.</summary>
        public static readonly Operation<NotificationsSince, Notifications> NotificationsSince =
            new Operation<NotificationsSince, Notifications>("session-manager", "notificationsSince");
        /// <summary>Gives a record new values, by an operator's hand.</summary>
        public static readonly Operation<UpdateRecord, RecordChanged> UpdateRecord =
            new Operation<UpdateRecord, RecordChanged>("session-manager", "updateRecord");
        /// <summary>Deletes a record here and at the server, by an operator's hand.</summary>
        public static readonly Operation<DeleteRecord, RecordChanged> DeleteRecord =
            new Operation<DeleteRecord, RecordChanged>("session-manager", "deleteRecord");
        /// <summary>Switches logging on or off and says of what and where to; kept over restarts.</summary>
        public static readonly Operation<LoggingState, LoggingState> SetLogging =
            new Operation<LoggingState, LoggingState>("session-manager", "setLogging");
        /// <summary>Says whose a held reading is; the same again changes nothing.</summary>
        public static readonly Operation<ConfirmReading, DecidedReading> ConfirmReading =
            new Operation<ConfirmReading, DecidedReading>("session-manager", "confirmReading");
        /// <summary>Discards a held reading, so that it does not come back; the same again changes nothing.</summary>
        public static readonly Operation<DiscardReading, DecidedReading> DiscardReading =
            new Operation<DiscardReading, DecidedReading>("session-manager", "discardReading");
        /// <summary>Erases what a seat's persons left at the session manager; refused while the seat has a session.</summary>
        public static readonly Operation<EraseSeat, SeatErased> EraseSeat =
            new Operation<EraseSeat, SeatErased>("session-manager", "eraseSeat");
        /// <summary>The health types of a set, as the mobile SDK's guide groups them.</summary>
        public static readonly Operation<SampleTypesRequest, SampleTypes> SampleTypes =
            new Operation<SampleTypesRequest, SampleTypes>("session-manager", "sampleTypes");
        /// <summary>
        /// Replaces the health types that a seat's session wants of what its person exports; they end with the
        /// session.
        /// </summary>
        public static readonly Operation<SetSubscriptions, Subscriptions> SetSubscriptions =
            new Operation<SetSubscriptions, Subscriptions>("session-manager", "setSubscriptions");
        /// <summary>What a seat's session wants of what its person exports.</summary>
        public static readonly Operation<SeatReference, Subscriptions> Subscriptions =
            new Operation<SeatReference, Subscriptions>("session-manager", "subscriptions");
        /// <summary>Announces an image of a record; the reply says which parts are wanted.</summary>
        public static readonly Operation<PutImage, ImageReceived> PutImage =
            new Operation<PutImage, ImageReceived>("session-manager", "putImage");
        /// <summary>Hands over one part of an announced image; the last one is answered when the image is safe.</summary>
        public static readonly Operation<ImagePart, ImageReceived> ImagePart =
            new Operation<ImagePart, ImageReceived>("session-manager", "imagePart");
        /// <summary>Announces the picture of a reading that is going to be held; the reply says which parts are wanted.</summary>
        public static readonly Operation<PutPicture, PictureReceived> PutHeldPicture =
            new Operation<PutPicture, PictureReceived>("session-manager", "putHeldPicture");
        /// <summary>Hands over one part of such a picture; the last one is answered when the picture is safe.</summary>
        public static readonly Operation<PicturePart, PictureReceived> HeldPicturePart =
            new Operation<PicturePart, PictureReceived>("session-manager", "heldPicturePart");
        /// <summary>A piece of a held reading's picture, for the person who decides about it.</summary>
        public static readonly Operation<HeldPictureRequest, ImageBytes> HeldPicture =
            new Operation<HeldPictureRequest, ImageBytes>("session-manager", "heldPicture");
        /// <summary>
        /// A seat's records, delivered and waiting, the one that was measured last first, kept for
        /// `records.keep`.
        /// </summary>
        public static readonly Operation<RecordHistoryRequest, RecordHistory> RecordHistory =
            new Operation<RecordHistoryRequest, RecordHistory>("session-manager", "recordHistory");
        /// <summary>The site's seats, with session and last readings.</summary>
        public static readonly Operation<SeatsRequest, SeatPage> Seats =
            new Operation<SeatsRequest, SeatPage>("session-manager", "seats");
        /// <summary>
        /// Notes that a person asks a hub to measure or pair for a seat: without it a reading for another hub's
        /// seat is held, and an assignment for another hub's seat, or of another hub's device, is refused.
        /// </summary>
        public static readonly Operation<ExpectReadings, ReadingsExpected> ExpectReadings =
            new Operation<ExpectReadings, ReadingsExpected>("session-manager", "expectReadings");
        /// <summary>The sessions, running and ended, the newest first.</summary>
        public static readonly Operation<PageRequest, SessionPage> Sessions =
            new Operation<PageRequest, SessionPage>("session-manager", "sessions");
        /// <summary>Says what is usual of a seat's values, in place of what was said before; kept over restarts.</summary>
        public static readonly Operation<SeatLimits, SeatLimits> SetSeatLimits =
            new Operation<SeatLimits, SeatLimits>("session-manager", "setSeatLimits");
        /// <summary>
        /// Sends records again that the server refused, since the cause is gone: one, or all that were refused
        /// since a time.
        /// </summary>
        public static readonly Operation<RetryRecords, RecordsRetried> RetryRecords =
            new Operation<RetryRecords, RecordsRetried>("session-manager", "retryRecords");
    }

    /// <summary>What happened; never kept by the broker.</summary>
    public static class Events
    {
        /// <summary>A device of the catalogue advertises: on first sight, on changed content, else at most every 10 s.</summary>
        public static readonly Told<PeripheralSighted> PeripheralSighted =
            new Told<PeripheralSighted>("event/peripheralSighted", "vitalbus.peripheralSighted.v1");
        /// <summary>A sighted device has not advertised for a while.</summary>
        public static readonly Told<PeripheralLost> PeripheralLost =
            new Told<PeripheralLost>("event/peripheralLost", "vitalbus.peripheralLost.v1");
        /// <summary>
        /// A passive device is connected and waits for a measurement: nothing that it had stored came within 1.5
        /// s.
        /// </summary>
        public static readonly Told<PeripheralEvent> PassiveIsReadyToRead =
            new Told<PeripheralEvent>("event/passiveIsReadyToRead", "vitalbus.passiveIsReadyToRead.v1");
        /// <summary>A passive reading is safe in the outbox; `readingQueued` or `readingHeld` tells its fate.</summary>
        public static readonly Told<PeripheralDidRead> PassiveDidRead =
            new Told<PeripheralDidRead>("event/passiveDidRead", "vitalbus.passiveDidRead.v1");
        /// <summary>A passive reading failed.</summary>
        public static readonly Told<PeripheralDidFail> PassiveDidFail =
            new Told<PeripheralDidFail>("event/passiveDidFail", "vitalbus.passiveDidFail.v1");
        /// <summary>A foreground reading may begin: measure now.</summary>
        public static readonly Told<PeripheralEvent> IsReadyToReadPeripheral =
            new Told<PeripheralEvent>("event/isReadyToReadPeripheral", "vitalbus.isReadyToReadPeripheral.v1");
        /// <summary>A foreground reading is done, and its fate known where the session manager could be asked.</summary>
        public static readonly Told<PeripheralDidRead> DidReadPeripheral =
            new Told<PeripheralDidRead>("event/didReadPeripheral", "vitalbus.didReadPeripheral.v1");
        /// <summary>A foreground reading failed.</summary>
        public static readonly Told<PeripheralDidFail> ReadingFailed =
            new Told<PeripheralDidFail>("event/readingFailed", "vitalbus.readingFailed.v1");
        /// <summary>A device was paired.</summary>
        public static readonly Told<PeripheralPaired> DidPairPeripheral =
            new Told<PeripheralPaired>("event/didPairPeripheral", "vitalbus.didPairPeripheral.v1");
        /// <summary>A device was not paired.</summary>
        public static readonly Told<PeripheralDidFail> DidNotPairPeripheral =
            new Told<PeripheralDidFail>("event/didNotPairPeripheral", "vitalbus.didNotPairPeripheral.v1");
        /// <summary>A foreground reading was cancelled.</summary>
        public static readonly Told<PeripheralDidCancel> DidCancelReading =
            new Told<PeripheralDidCancel>("event/didCancelReading", "vitalbus.didCancelReading.v1");
        /// <summary>A pairing needs a person: a passkey to type, to show or to compare; for people only.</summary>
        public static readonly Told<PasskeyRequested> PasskeyRequested =
            new Told<PasskeyRequested>("event/passkeyRequested", "vitalbus.passkeyRequested.v1");
        /// <summary>A device sent bytes that cannot be decoded; they are kept at the hub.</summary>
        public static readonly Told<FrameUnreadable> FrameUnreadable =
            new Told<FrameUnreadable>("event/frameUnreadable", "vitalbus.frameUnreadable.v1");
        /// <summary>How far a foreground reading is, once a device was found.</summary>
        public static readonly Told<ReadingProgress> ReadingProgress =
            new Told<ReadingProgress>("event/readingProgress", "vitalbus.readingProgress.v1");
        /// <summary>Records of one type were made of what a person exported, and are safe in the outbox.</summary>
        public static readonly Told<HealthRecordsProcessed> HealthRecordsProcessed =
            new Told<HealthRecordsProcessed>("event/healthRecordsProcessed", "vitalbus.healthRecordsProcessed.v1");
        /// <summary>How far a historical fetch is.</summary>
        public static readonly Told<HistoricalFetchProgress> HistoricalFetchProgress =
            new Told<HistoricalFetchProgress>("event/historicalFetchProgress", "vitalbus.historicalFetchProgress.v1");
        /// <summary>A historical fetch has ended.</summary>
        public static readonly Told<HistoricalFetchCompleted> HistoricalFetchCompleted =
            new Told<HistoricalFetchCompleted>("event/historicalFetchCompleted", "vitalbus.historicalFetchCompleted.v1");
        /// <summary>How far an import is; several times a second at most.</summary>
        public static readonly Told<ImportState> ImportProgress =
            new Told<ImportState>("event/importProgress", "vitalbus.importProgress.v1");
        /// <summary>An import has ended, is held or has failed.</summary>
        public static readonly Told<ImportState> ImportCompleted =
            new Told<ImportState>("event/importCompleted", "vitalbus.importCompleted.v1");
        /// <summary>A picture or a frame was looked at.</summary>
        public static readonly Told<OCRDidProcessResult> OcrDidProcessResult =
            new Told<OCRDidProcessResult>("event/ocrDidProcessResult", "vitalbus.ocrDidProcessResult.v1");
        /// <summary>
        /// A display was read; the reading is safe, and waits for a person, or is the default user's and only
        /// told.
        /// </summary>
        public static readonly Told<OCRDidCompleteReading> OcrDidCompleteReading =
            new Told<OCRDidCompleteReading>("event/ocrDidCompleteReading", "vitalbus.ocrDidCompleteReading.v1");
        /// <summary>A picture or a stream ended without a reading.</summary>
        public static readonly Told<OCRDidCancel> OcrDidCancel =
            new Told<OCRDidCancel>("event/ocrDidCancel", "vitalbus.ocrDidCancel.v1");
        /// <summary>A camera or a stream cannot be had.</summary>
        public static readonly Told<OCRCameraUnavailable> OcrCameraUnavailable =
            new Told<OCRCameraUnavailable>("event/ocrCameraUnavailable", "vitalbus.ocrCameraUnavailable.v1");
        /// <summary>A session began.</summary>
        public static readonly Told<SessionStarted> SessionStarted =
            new Told<SessionStarted>("event/sessionStarted", "vitalbus.sessionStarted.v1");
        /// <summary>A session ended; its unsynced records are listed by `unsyncedRecords`.</summary>
        public static readonly Told<SessionEnded> SessionEnded =
            new Told<SessionEnded>("event/sessionEnded", "vitalbus.sessionEnded.v1");
        /// <summary>The deliveries to a further destination of a session ended, with the session or alone.</summary>
        public static readonly Told<DestinationEnded> DestinationEnded =
            new Told<DestinationEnded>("event/destinationEnded", "vitalbus.destinationEnded.v1");
        /// <summary>A destination accepted a record; once for each of its session's destinations.</summary>
        public static readonly Told<RecordSubmitted> RecordSubmitted =
            new Told<RecordSubmitted>("event/recordSubmitted", "vitalbus.recordSubmitted.v1");
        /// <summary>A destination refused a record for good; it left the queue of that destination.</summary>
        public static readonly Told<SubmissionFailed> SubmissionFailed =
            new Told<SubmissionFailed>("event/submissionFailed", "vitalbus.submissionFailed.v1");
        /// <summary>A record could not be delivered now and stays in the queue.</summary>
        public static readonly Told<SubmissionRetrying> SubmissionRetrying =
            new Told<SubmissionRetrying>("event/submissionRetrying", "vitalbus.submissionRetrying.v1");
        /// <summary>
        /// A reading is a person's now, and its record waits for the server; of imports `healthRecordsProcessed`
        /// tells.
        /// </summary>
        public static readonly Told<ReadingQueued> ReadingQueued =
            new Told<ReadingQueued>("event/readingQueued", "vitalbus.readingQueued.v1");
        /// <summary>A reading awaits an owner or a confirmation.</summary>
        public static readonly Told<ReadingHeld> ReadingHeld =
            new Told<ReadingHeld>("event/readingHeld", "vitalbus.readingHeld.v1");
        /// <summary>The server has an image of a record.</summary>
        public static readonly Told<ImageSubmitted> ImageSubmitted =
            new Told<ImageSubmitted>("event/imageSubmitted", "vitalbus.imageSubmitted.v1");
        /// <summary>An image did not get to the server and is not tried again by itself.</summary>
        public static readonly Told<ImageSubmissionFailed> ImageSubmissionFailed =
            new Told<ImageSubmissionFailed>("event/imageSubmissionFailed", "vitalbus.imageSubmissionFailed.v1");
        /// <summary>A device makes the readings of a seat from now on: a person assigned it, or paired it there.</summary>
        public static readonly Told<DeviceAssigned> DeviceAssigned =
            new Told<DeviceAssigned>("event/deviceAssigned", "vitalbus.deviceAssigned.v1");
    }

    /// <summary>What is so now; kept by the broker, so that a new subscriber has it at once.</summary>
    public static class States
    {
        /// <summary>What the process is: version, epoch, contract versions, start.</summary>
        public static readonly Told<ActorInfo> Info =
            new Told<ActorInfo>("actor/{actor}/{instance}/info", "vitalbus.info.v1");
        /// <summary>How the process does: last success, queue depths, oldest age, counters.</summary>
        public static readonly Told<ActorHealth> Health =
            new Told<ActorHealth>("actor/{actor}/{instance}/health", "vitalbus.health.v1");
        /// <summary>The adapter as the scanner sees it.</summary>
        public static readonly Told<AdapterState> AdapterState =
            new Told<AdapterState>("state/adapter", "vitalbus.adapterState.v1");
        /// <summary>The passive set and what each of its devices does.</summary>
        public static readonly Told<PassiveState> PassiveState =
            new Told<PassiveState>("state/passive", "vitalbus.passiveState.v1");
        /// <summary>A seat's session, without secrets.</summary>
        public static readonly Told<SessionState> SessionState =
            new Told<SessionState>("state/session/{seat}", "vitalbus.sessionState.v1");
        /// <summary>The queue's depths.</summary>
        public static readonly Told<QueueState> QueueState =
            new Told<QueueState>("state/queue", "vitalbus.queueState.v1");
        /// <summary>The public key that access tokens are sealed for.</summary>
        public static readonly Told<SealingState> SealingState =
            new Told<SealingState>("state/sealing", "vitalbus.sealingState.v1");
        /// <summary>
        /// The newest value of a metric that the person of a seat's running session has, retained until the
        /// session ends.  Published for the seats of `vitals.seats` alone; which program hears which seat is the
        /// broker's to hold.
        /// </summary>
        public static readonly Told<SharedValue> Vital =
            new Told<SharedValue>("vitals/{seat}/{metric}", "vitalbus.vital.v1");
        /// <summary>What is usual of a seat's values, for people alone; no topic where nothing was said.</summary>
        public static readonly Told<SeatLimits> SeatLimits =
            new Told<SeatLimits>("state/limits/{seat}", "vitalbus.seatLimits.v1");
        /// <summary>What is logged now, and where to; retained, so that every process follows it from its start.</summary>
        public static readonly Told<LoggingState> LoggingState =
            new Told<LoggingState>("state/logging", "vitalbus.loggingState.v1");
    }
}
