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

    /// <summary>What a process publishes once about itself, retained on `actor/{actor}/{instance}/info`.</summary>
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
        /// <summary>The number of this start; greater than that of every earlier start.</summary>
        [JsonProperty("epoch")]
        public long Epoch { get; set; }
        /// <summary>The contract versions that it supports, for example `v1`.</summary>
        [JsonProperty("contracts")]
        public List<string> Contracts { get; set; }
        /// <summary>When it started.</summary>
        [JsonProperty("started")]
        public string Started { get; set; }
        /// <summary>A random id of this start, which tells it from another process with the same number.</summary>
        [JsonProperty("startID", NullValueHandling = NullValueHandling.Ignore)]
        public string StartID { get; set; }
    }

    /// <summary>The condition of a process, retained on `actor/{actor}/{instance}/health` every 30 seconds.</summary>
    public sealed class ActorHealth
    {
        /// <summary>
        /// The condition in one word. `ok` (it works), `degraded` (it works, but `problems` need attention),
        /// `failed` (it cannot work now).
        /// </summary>
        [JsonProperty("status")]
        public string Status { get; set; }
        /// <summary>Each problem with its remedy; empty if there is none.</summary>
        [JsonProperty("problems")]
        public List<Fault> Problems { get; set; }
        /// <summary>When the actor's own work last succeeded; nil before the first time.</summary>
        [JsonProperty("lastSuccess", NullValueHandling = NullValueHandling.Ignore)]
        public string LastSuccess { get; set; }
        /// <summary>Waiting entries, by queue.</summary>
        [JsonProperty("queueDepths")]
        public Dictionary<string, long> QueueDepths { get; set; }
        /// <summary>The age of the oldest waiting entry, in seconds; nil when nothing waits.</summary>
        [JsonProperty("oldestAgeSeconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? OldestAgeSeconds { get; set; }
        /// <summary>Counts since the start, by name; `refused…` counts rejected messages, by reason.</summary>
        [JsonProperty("counters")]
        public Dictionary<string, long> Counters { get; set; }
        /// <summary>Seconds since the start; the bootstrap fills it in.</summary>
        [JsonProperty("uptimeSeconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? UptimeSeconds { get; set; }
        /// <summary>
        /// The interval between health messages, in seconds: after three missed messages the process counts as
        /// silent.
        /// </summary>
        [JsonProperty("intervalSeconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? IntervalSeconds { get; set; }
        /// <summary>
        /// How long the broker took to acknowledge the last state that was published, in milliseconds; absent
        /// before the first.
        /// </summary>
        [JsonProperty("brokerMilliseconds", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? BrokerMilliseconds { get; set; }
        /// <summary>Free space on the disk that stores the state.</summary>
        [JsonProperty("disk", NullValueHandling = NullValueHandling.Ignore)]
        public ActorHealthDisk Disk { get; set; }
        /// <summary>Whether the machine's time is reliable.</summary>
        [JsonProperty("clock", NullValueHandling = NullValueHandling.Ignore)]
        public ActorHealthClock Clock { get; set; }
        /// <summary>The validity of the certificate that the process presents; absent if it presents none.</summary>
        [JsonProperty("certificate", NullValueHandling = NullValueHandling.Ignore)]
        public ActorHealthCertificate Certificate { get; set; }
        /// <summary>The last backup of the state directory.</summary>
        [JsonProperty("backup", NullValueHandling = NullValueHandling.Ignore)]
        public ActorHealthBackup Backup { get; set; }
        /// <summary>The uploader's destinations; absent from others.</summary>
        [JsonProperty("destinations", NullValueHandling = NullValueHandling.Ignore)]
        public List<ActorHealthDestination> Destinations { get; set; }
    }

    /// <summary>Free space on the disk that stores the state.</summary>
    public sealed class ActorHealthDisk
    {
        /// <summary>Bytes that the process may still write.</summary>
        [JsonProperty("freeBytes")]
        public long FreeBytes { get; set; }
        /// <summary>The file system's size in bytes, without the space reserved for root.</summary>
        [JsonProperty("totalBytes")]
        public long TotalBytes { get; set; }
    }

    /// <summary>Whether the machine's time is reliable.</summary>
    public sealed class ActorHealthClock
    {
        /// <summary>
        /// Whether a time service or the machine's host sets the clock, or the operator declared it right
        /// (`clock.trusted`).
        /// </summary>
        [JsonProperty("synchronized")]
        public bool Synchronized { get; set; }
        /// <summary>
        /// The largest error that the kernel estimates, in seconds (`maxerror` of adjtimex(2)); absent if
        /// unknown.
        /// </summary>
        [JsonProperty("errorSeconds", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? ErrorSeconds { get; set; }
    }

    /// <summary>The validity of the certificate that the process presents.</summary>
    public sealed class ActorHealthCertificate
    {
        /// <summary>When renewal is due: after two thirds of the certificate's validity.</summary>
        [JsonProperty("renewal")]
        public string Renewal { get; set; }
        /// <summary>When the certificate expires.</summary>
        [JsonProperty("ends")]
        public string Ends { get; set; }
    }

    /// <summary>The last backup of the state directory (`vitalbus backup`).</summary>
    public sealed class ActorHealthBackup
    {
        /// <summary>When the backup was made; absent if there is none.</summary>
        [JsonProperty("made", NullValueHandling = NullValueHandling.Ignore)]
        public string Made { get; set; }
        /// <summary>
        /// Since when nothing was backed up: the last backup, or the creation of the site's key; absent if
        /// unknown.
        /// </summary>
        [JsonProperty("since", NullValueHandling = NullValueHandling.Ignore)]
        public string Since { get; set; }
        /// <summary>Whether the backup is of the store's present generation; absent from processes whose store has none.</summary>
        [JsonProperty("isOfThisStore", NullValueHandling = NullValueHandling.Ignore)]
        public bool? IsOfThisStore { get; set; }
    }

    /// <summary>How a destination accepts records.</summary>
    public sealed class ActorHealthDestination
    {
        /// <summary>
        /// The interface that receives the records. `inform` (the cloud service's version 2), `legacy` (the cloud
        /// service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
        /// </summary>
        [JsonProperty("apiVersion")]
        public string ApiVersion { get; set; }
        /// <summary>
        /// The destination's condition. `working` (it accepted the last record, or was sent none yet), `retrying`
        /// (attempts fail and are repeated), `paused` (only probes are sent until it is repaired).
        /// </summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>When it last accepted something from this process; absent before the first time.</summary>
        [JsonProperty("lastSuccess", NullValueHandling = NullValueHandling.Ignore)]
        public string LastSuccess { get; set; }
    }

    /// <summary>A device of the catalogue is in sight.</summary>
    public sealed class PeripheralSighted
    {
        /// <summary>Always null: a sighting does not concern a person.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub that received it.</summary>
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
        /// <summary>The advertisement.</summary>
        [JsonProperty("advertisement")]
        public Advertisement Advertisement { get; set; }
        /// <summary>When this episode of advertising began; a new episode begins after the device was lost.</summary>
        [JsonProperty("episode")]
        public string Episode { get; set; }
        /// <summary>Whether it is paired with the hub.</summary>
        [JsonProperty("paired", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Paired { get; set; }
    }

    /// <summary>A device's advertisement as received.</summary>
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

    /// <summary>A seen device no longer advertises.</summary>
    public sealed class PeripheralLost
    {
        /// <summary>Always null.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub that received it last.</summary>
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
        /// <summary>When any device's last advertisement was received.</summary>
        [JsonProperty("lastAdvertisement", NullValueHandling = NullValueHandling.Ignore)]
        public string LastAdvertisement { get; set; }
        /// <summary>The problem and its remedy, in plain words; null if there is none.</summary>
        [JsonProperty("problem")]
        public string Problem { get; set; }
        /// <summary>The code of the problem, for example `serviceHung`; `radioSilent` alone is normal in a quiet room.</summary>
        [JsonProperty("cause", NullValueHandling = NullValueHandling.Ignore)]
        public string Cause { get; set; }
        /// <summary>How many adapters the hub has.</summary>
        [JsonProperty("adapters", NullValueHandling = NullValueHandling.Ignore)]
        public long? Adapters { get; set; }
        /// <summary>The code of the last problem, if there was one.</summary>
        [JsonProperty("lastCause", NullValueHandling = NullValueHandling.Ignore)]
        public string LastCause { get; set; }
        /// <summary>When the radio last recovered from a problem.</summary>
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
        /// <summary>Each device's latest sighting; paired and awaited devices first, then the nearest.</summary>
        [JsonProperty("devices")]
        public List<PeripheralSighted> Devices { get; set; }
        /// <summary>How many more devices are in sight than fit into one message; absent if all are listed.</summary>
        [JsonProperty("omitted", NullValueHandling = NullValueHandling.Ignore)]
        public long? Omitted { get; set; }
        /// <summary>The nearest devices with a name that match no entry of the catalogue, so that nothing reads them.</summary>
        [JsonProperty("unknown", NullValueHandling = NullValueHandling.Ignore)]
        public List<UnknownDevice> Unknown { get; set; }
    }

    /// <summary>A device in sight that the catalogue does not have.</summary>
    public sealed class UnknownDevice
    {
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The advertised name.</summary>
        [JsonProperty("name")]
        public string Name { get; set; }
        /// <summary>Signal strength in dBm.</summary>
        [JsonProperty("rssi", NullValueHandling = NullValueHandling.Ignore)]
        public long? Rssi { get; set; }
    }

    /// <summary>Asks to leave the radio to one device.</summary>
    public sealed class HoldDiscovery
    {
        /// <summary>The device to connect.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The duration, 1 to 120 s; 0 ends the hold for this device.</summary>
        [JsonProperty("seconds")]
        public long Seconds { get; set; }
    }

    /// <summary>Discovery is paused.</summary>
    public sealed class DiscoveryHeld
    {
        /// <summary>When the pause ends.</summary>
        [JsonProperty("until")]
        public string Until { get; set; }
    }

    /// <summary>Asks to report every advertisement at once.</summary>
    public sealed class PairingMode
    {
        /// <summary>The duration, 1 to 300 s; 0 ends it.</summary>
        [JsonProperty("seconds")]
        public long Seconds { get; set; }
        /// <summary>The only device to report in this way; all devices when absent.</summary>
        [JsonProperty("device", NullValueHandling = NullValueHandling.Ignore)]
        public string Device { get; set; }
    }

    /// <summary>Every advertisement is reported at once.</summary>
    public sealed class PairingModeUntil
    {
        /// <summary>When this ends.</summary>
        [JsonProperty("until")]
        public string Until { get; set; }
    }

    /// <summary>An event of a device.</summary>
    public sealed class PeripheralEvent
    {
        /// <summary>The seat of the work, if one was named.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The peripheral's catalogue number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
    }

    /// <summary>A device was read.</summary>
    public sealed class PeripheralDidRead
    {
        /// <summary>The seat of the reading, if one was named.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The peripheral's catalogue number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The readings, the newest 32; in events with values only if the seat shares them, in a reply always.</summary>
        [JsonProperty("records")]
        public List<Reading> Records { get; set; }
        /// <summary>
        /// What happened to the newest reading. `outbox` (it is stored in the producer's outbox; the session
        /// manager has not answered yet), `submitted` (it is a person's record in the queue), `held` (it waits
        /// until a person confirms it), `notStored` (it is the default user's: only the event and the reply have
        /// it), `unsynced` (it is the record of a session that has ended), `repeat` (it was already known, and
        /// nothing changed), `refused` (the session manager refused it).
        /// </summary>
        [JsonProperty("disposition")]
        public string Disposition { get; set; }
        /// <summary>What happened to each reading; absent in `passiveDidRead`, which does not wait for the decision.</summary>
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
        /// What happened to it. `outbox` (it is stored in the producer's outbox; the session manager has not
        /// answered yet), `submitted` (it is a person's record in the queue), `held` (it waits until a person
        /// confirms it), `notStored` (it is the default user's: only the event and the reply have it), `unsynced`
        /// (it is the record of a session that has ended), `repeat` (it was already known, and nothing changed),
        /// `refused` (the session manager refused it).
        /// </summary>
        [JsonProperty("fate")]
        public string Fate { get; set; }
        /// <summary>The seat, once an owner is decided.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>Its record, once an owner is decided.</summary>
        [JsonProperty("logID", NullValueHandling = NullValueHandling.Ignore)]
        public string LogID { get; set; }
        /// <summary>
        /// Why it is held. `noAssignment` (the device was not assigned at the measurement's time),
        /// `assignedToAnother` (the device was read for one seat, but is assigned to another), `olderThanRequest`
        /// (the reading was requested for a seat, but measured before the request), `clockUnknown` (the
        /// measurement's time is not known), `noSession` (the seat had no session at the measurement's time),
        /// `invalid` (it breaks a rule, such as a time in the future or no value), `changedByHand` (it is a later
        /// revision of a record that an operator has corrected, changed or deleted), `awaitsConfirmation` (a
        /// person has to confirm it first), `implausible` (its values are very unusual, contradict each other, or
        /// are doubted by the device: a person confirms or corrects them), `possibleRepeat` (its device sent
        /// equal values with an equal time before, but measured this later: a person decides whether they are
        /// two), `anotherHubsSeat` (it was read for another hub's seat, but no request for it is recorded).
        /// </summary>
        [JsonProperty("reason", NullValueHandling = NullValueHandling.Ignore)]
        public string Reason { get; set; }
        /// <summary>The seat that the device is assigned to, if that contradicts the requested seat.</summary>
        [JsonProperty("assignedSeat", NullValueHandling = NullValueHandling.Ignore)]
        public string AssignedSeat { get; set; }
        /// <summary>Why it was refused.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public Fault Error { get; set; }
    }

    /// <summary>A failure at a device.</summary>
    public sealed class PeripheralDidFail
    {
        /// <summary>The seat of the work, if one was named.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The peripheral's catalogue number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device; null if none was found.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>
        /// The reason, as a code of the mobile SDK. `communication` (the link broke, or the device answered with
        /// an error), `connection` (the connection to the device failed), `pairingFailed` (the device refused the
        /// pairing, or the code was wrong), `bluetoothOff` (the hub's Bluetooth is off, blocked or missing),
        /// `noReading` (the device was read and had nothing to send), `noUser` (the seat has no session, or the
        /// scale has no user for it), `connectionTimeout` (the device was not found or not connected in time),
        /// `readingTimeout` (the device was connected but sent no measurement in time), `busy` (other foreground
        /// work is running), `cancelled` (it was cancelled), `notPaired` (the device has to be paired first),
        /// `staleBond` (the device has lost or replaced its half of the pairing: forget it and pair it again),
        /// `missingPart` (a key file, a license, an encryption key or a driver is missing; the error names it),
        /// `unreadable` (the device sent data that cannot be decoded), `notAllowed` (the device is not in the
        /// list of allowed devices), `storeUnavailable` (the hub's disk cannot store readings).
        /// </summary>
        [JsonProperty("reason", NullValueHandling = NullValueHandling.Ignore)]
        public string Reason { get; set; }
        /// <summary>The error and its remedy.</summary>
        [JsonProperty("error")]
        public Fault Error { get; set; }
        /// <summary>The id of the failed request; absent without a request.</summary>
        [JsonProperty("request", NullValueHandling = NullValueHandling.Ignore)]
        public string Request { get; set; }
    }

    /// <summary>A device was paired.</summary>
    public sealed class PeripheralPaired
    {
        /// <summary>The seat that the device was paired for, if one was named.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The peripheral's catalogue number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device, by its lasting address; this id can differ from the requested one.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>
        /// Whether the device is now assigned to the seat; false if that could not be reported, null if no seat
        /// was named.
        /// </summary>
        [JsonProperty("assigned")]
        public bool? Assigned { get; set; }
        /// <summary>Why the paired device is not assigned to the seat; absent if it is, or if no answer has come yet.</summary>
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
        /// <summary>The devices that were seen.</summary>
        [JsonProperty("devices")]
        public List<PassiveStateDevice> Devices { get; set; }
    }

    /// <summary>One device.</summary>
    public sealed class PassiveStateDevice
    {
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The catalogue number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>
        /// Its state. `armed` (it is read as soon as it is seen), `reading` (the hub reads it), `cooling` (it was
        /// read, and rests), `failed` (reading failed and is tried again), `noReading` (it had nothing to send),
        /// `claimed` (another hub reads it), `notPaired` (it needs to be paired before the next try),
        /// `missingPart` (it lacks something, and is tried again once that is stored).
        /// </summary>
        [JsonProperty("phase")]
        public string Phase { get; set; }
    }

    /// <summary>Foreground work was cancelled.</summary>
    public sealed class PeripheralDidCancel
    {
        /// <summary>The seat of the work, if one was named.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The peripheral's catalogue number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device; null if none was found yet.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
    }

    /// <summary>A pairing needs a person's answer.</summary>
    public sealed class PasskeyRequested
    {
        /// <summary>The seat of the pairing, if one was named.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The peripheral's catalogue number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The question's id, for `answerPasskey`.</summary>
        [JsonProperty("request")]
        public string Request { get; set; }
        /// <summary>The id of the `pairPeripheral` request.</summary>
        [JsonProperty("pairing", NullValueHandling = NullValueHandling.Ignore)]
        public string Pairing { get; set; }
        /// <summary>
        /// What the person has to do. `enter` (the device shows six digits: answer with these digits), `show`
        /// (the person types the digits into the device: no answer is needed), `confirm` (the device shows digits
        /// too: answer whether they are equal).
        /// </summary>
        [JsonProperty("kind")]
        public string Kind { get; set; }
        /// <summary>The six digits to type into the device, or to compare; null if the device shows them.</summary>
        [JsonProperty("digits")]
        public string Digits { get; set; }
        /// <summary>The deadline for the answer.</summary>
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
        /// <summary>The peripheral's catalogue number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The UUID of the characteristic that sent it.</summary>
        [JsonProperty("characteristic")]
        public string Characteristic { get; set; }
        /// <summary>The frame's size in bytes.</summary>
        [JsonProperty("length")]
        public long Length { get; set; }
        /// <summary>The fault, such as `truncated`.</summary>
        [JsonProperty("code")]
        public string Code { get; set; }
        /// <summary>The number of its row among the hub's raw frames, which are kept for `frames.keep`.</summary>
        [JsonProperty("frame")]
        public long Frame { get; set; }
    }

    /// <summary>The progress of a foreground reading.</summary>
    public sealed class ReadingProgress
    {
        /// <summary>The seat of the reading, if one was named.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The peripheral's catalogue number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The id of the `readPeripheral` request.</summary>
        [JsonProperty("request")]
        public string Request { get; set; }
        /// <summary>
        /// The present step. `connecting` (a device was found; the hub connects to it), `waiting` (the device is
        /// connected; the hub waits for a measurement), `receiving` (the device sends its measurements).
        /// </summary>
        [JsonProperty("phase")]
        public string Phase { get; set; }
    }

    /// <summary>Selects entries of the catalogue; every part that is present has to match.</summary>
    public sealed class PeripheralFilter
    {
        /// <summary>A catalogue number.</summary>
        [JsonProperty("peripheralID", NullValueHandling = NullValueHandling.Ignore)]
        public long? PeripheralID { get; set; }
        /// <summary>One type, for example `bloodPressureMonitor`.</summary>
        [JsonProperty("type", NullValueHandling = NullValueHandling.Ignore)]
        public string Type { get; set; }
        /// <summary>Words of the name; case is ignored.</summary>
        [JsonProperty("text", NullValueHandling = NullValueHandling.Ignore)]
        public string Text { get; set; }
        /// <summary>Only verified models, or only the others.</summary>
        [JsonProperty("verified", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Verified { get; set; }
        /// <summary>Only models that need pairing, or only the others.</summary>
        [JsonProperty("requiresPairing", NullValueHandling = NullValueHandling.Ignore)]
        public bool? RequiresPairing { get; set; }
        /// <summary>Only models that are switched off, or only the others.</summary>
        [JsonProperty("disabled", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Disabled { get; set; }
        /// <summary>The page of the selected entries, from 1; 1 when absent. Pages end when the message is full.</summary>
        [JsonProperty("page", NullValueHandling = NullValueHandling.Ignore)]
        public long? Page { get; set; }
    }

    /// <summary>A page of the catalogue's entries.</summary>
    public sealed class SupportedPeripherals
    {
        /// <summary>The entries.</summary>
        [JsonProperty("peripherals")]
        public List<PeripheralView> Peripherals { get; set; }
        /// <summary>The page, from 1.</summary>
        [JsonProperty("page", NullValueHandling = NullValueHandling.Ignore)]
        public long? Page { get; set; }
        /// <summary>The total number of pages.</summary>
        [JsonProperty("pages", NullValueHandling = NullValueHandling.Ignore)]
        public long? Pages { get; set; }
    }

    /// <summary>One entry of the catalogue.</summary>
    public sealed class PeripheralView
    {
        /// <summary>The catalogue number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The name shown to people.</summary>
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
        /// <summary>Whether the model must be paired.</summary>
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
        /// <summary>
        /// An image of the model: a drawing in a file of the hub, or an address from the operator's catalogue
        /// file.
        /// </summary>
        [JsonProperty("imageURL", NullValueHandling = NullValueHandling.Ignore)]
        public string ImageURL { get; set; }
        /// <summary>
        /// The image itself as a `data:` address (RFC 2397), at most 64 KiB of content. Only in the answer to a
        /// filter by `peripheralID`; absent if `imageURL` names another machine's file.
        /// </summary>
        [JsonProperty("image", NullValueHandling = NullValueHandling.Ignore)]
        public string Image { get; set; }
        /// <summary>
        /// When it advertises. `beforeMeasurement` (as soon as it is switched on), `afterMeasurement` (only to
        /// deliver measurements), `either` (before and after a measurement).
        /// </summary>
        [JsonProperty("advertises", NullValueHandling = NullValueHandling.Ignore)]
        public string Advertises { get; set; }
        /// <summary>Whether it can send stored measurements.</summary>
        [JsonProperty("hasMemory", NullValueHandling = NullValueHandling.Ignore)]
        public bool? HasMemory { get; set; }
        /// <summary>Its protocol: `standard`, or the name of the driver that it needs.</summary>
        [JsonProperty("speaks", NullValueHandling = NullValueHandling.Ignore)]
        public string Speaks { get; set; }
        /// <summary>How the model is known to depart from its profile.</summary>
        [JsonProperty("quirks", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Quirks { get; set; }
        /// <summary>What this hub still needs before it can read such a device; empty if nothing.</summary>
        [JsonProperty("missing", NullValueHandling = NullValueHandling.Ignore)]
        public List<Fault> Missing { get; set; }
        /// <summary>Whether it is switched off.</summary>
        [JsonProperty("disabled")]
        public bool Disabled { get; set; }
        /// <summary>Whether a frame captured from this model passes its test and this program can read the model.</summary>
        [JsonProperty("verified")]
        public bool Verified { get; set; }
        /// <summary>
        /// The evidence for reading the model; absent if this hub has no codec or driver for it. `captured` (a
        /// frame captured from this model), `published` (a frame of another project's test), `computed` (computed
        /// frames only), `untried` (a standard profile; no frame of the model).
        /// </summary>
        [JsonProperty("evidence", NullValueHandling = NullValueHandling.Ignore)]
        public string Evidence { get; set; }
    }

    /// <summary>The passive set.</summary>
    public sealed class PassivePeripherals
    {
        /// <summary>The catalogue numbers; an empty or absent list disables passive reading.</summary>
        [JsonProperty("peripheralIDs", NullValueHandling = NullValueHandling.Ignore)]
        public List<long> PeripheralIDs { get; set; }
    }

    /// <summary>Asks for a foreground reading.</summary>
    public sealed class ReadPeripheral
    {
        /// <summary>The device; when absent, the nearest allowed one of this peripheral.</summary>
        [JsonProperty("device", NullValueHandling = NullValueHandling.Ignore)]
        public string Device { get; set; }
        /// <summary>The peripheral's catalogue number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The seat the reading is for; null leaves it to the assignments.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>Whether the reading is booked at once; true when absent. If false, it is held until `confirmReading`.</summary>
        [JsonProperty("autoSubmit", NullValueHandling = NullValueHandling.Ignore)]
        public bool? AutoSubmit { get; set; }
        /// <summary>How long to wait for a measurement: 1 to 300 s; 60 when absent.</summary>
        [JsonProperty("seconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? Seconds { get; set; }
        /// <summary>The devices that may be read; an empty list allows none, an absent one any.</summary>
        [JsonProperty("allowedDevices", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> AllowedDevices { get; set; }
        /// <summary>
        /// Measurements from this many seconds before the request also belong to the seat: 0 to 600; 0 when
        /// absent. For meters that are switched on after the measurement.
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
        /// <summary>The peripheral's catalogue number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The seat that the device is paired for.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>
        /// The user index on the device that belongs to the seat; absent for all users, or to register a new user
        /// on a scale.
        /// </summary>
        [JsonProperty("userIndex", NullValueHandling = NullValueHandling.Ignore)]
        public long? UserIndex { get; set; }
        /// <summary>
        /// The PIN of the scale's user with that index, 1 to 4 digits, as the scale or its maker's app shows it.
        /// The seat takes over that user instead of registering a new one.
        /// </summary>
        [JsonProperty("pin", NullValueHandling = NullValueHandling.Ignore)]
        public string Pin { get; set; }
        /// <summary>
        /// Facts about the seat's person that many scales need for body composition. They are kept sealed until
        /// the scale has them.
        /// </summary>
        [JsonProperty("person", NullValueHandling = NullValueHandling.Ignore)]
        public ScalePerson Person { get; set; }
    }

    /// <summary>What a scale needs to know about a person; the scale keeps its own value for each absent part.</summary>
    public sealed class ScalePerson
    {
        /// <summary>The date of birth: year, month and day, for example 1958-03-14.</summary>
        [JsonProperty("birthDate", NullValueHandling = NullValueHandling.Ignore)]
        public string BirthDate { get; set; }
        /// <summary>
        /// The sex. `female` (female), `male` (male), `unspecified` (not given; some scales then give no body
        /// composition).
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
        /// <summary>The id of the request that began the work; absent ends any work, also that of other callers.</summary>
        [JsonProperty("request", NullValueHandling = NullValueHandling.Ignore)]
        public string Request { get; set; }
    }

    /// <summary>Names a seat whose persons' data is erased at a hub's reader.</summary>
    public sealed class EraseDevices
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>All assignments of the seat's present and past devices, also to other seats; at most 200.</summary>
        [JsonProperty("assignments")]
        public List<AssignmentView> Assignments { get; set; }
        /// <summary>Whether the adapter forgets the seat's devices, which then need to be paired again; false when absent.</summary>
        [JsonProperty("forgetPairing", NullValueHandling = NullValueHandling.Ignore)]
        public bool? ForgetPairing { get; set; }
    }

    /// <summary>One assignment.</summary>
    public sealed class AssignmentView
    {
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The user index on the device.</summary>
        [JsonProperty("userIndex")]
        public long? UserIndex { get; set; }
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The start.</summary>
        [JsonProperty("from")]
        public string From { get; set; }
        /// <summary>The end; null while the assignment is valid.</summary>
        [JsonProperty("until")]
        public string Until { get; set; }
        /// <summary>How many held readings it gave an owner; only in the reply to `assignDevice`.</summary>
        [JsonProperty("owned", NullValueHandling = NullValueHandling.Ignore)]
        public long? Owned { get; set; }
    }

    /// <summary>What a hub's reader has erased.</summary>
    public sealed class DevicesErased
    {
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The number of raw frames erased.</summary>
        [JsonProperty("frames")]
        public long Frames { get; set; }
        /// <summary>The number of readings erased before the session manager had them.</summary>
        [JsonProperty("readings")]
        public long Readings { get; set; }
        /// <summary>The number of raw frames kept, because another person may have measured them on a shared device.</summary>
        [JsonProperty("keptFrames")]
        public long KeptFrames { get; set; }
        /// <summary>
        /// Readings of these devices that still wait for the session manager: another person's, or without an
        /// owner.
        /// </summary>
        [JsonProperty("keptReadings")]
        public long KeptReadings { get; set; }
        /// <summary>The number of devices that the adapter has forgotten.</summary>
        [JsonProperty("forgotten")]
        public long Forgotten { get; set; }
    }

    /// <summary>A person's answer to `passkeyRequested`; give `passkey` or `accept`.</summary>
    public sealed class AnswerPasskey
    {
        /// <summary>The question's id, from `passkeyRequested`.</summary>
        [JsonProperty("request")]
        public string Request { get; set; }
        /// <summary>The six digits on the device, with leading zeros.</summary>
        [JsonProperty("passkey", NullValueHandling = NullValueHandling.Ignore)]
        public string Passkey { get; set; }
        /// <summary>Whether the device shows the same digits; false also ends a pairing that asked for a passkey.</summary>
        [JsonProperty("accept", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Accept { get; set; }
    }

    /// <summary>What a device needs in addition to its pairing.</summary>
    public sealed class StorePeripheralData
    {
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The peripheral's catalogue number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The device's encryption key: 32 hexadecimal digits.</summary>
        [JsonProperty("encryptionKey")]
        public string EncryptionKey { get; set; }
    }

    /// <summary>A device's data was stored, sealed.</summary>
    public sealed class PeripheralDataStored
    {
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>What the device still needs before it can be read; empty if nothing.</summary>
        [JsonProperty("missing")]
        public List<Fault> Missing { get; set; }
    }

    /// <summary>Names a device for a hub to forget.</summary>
    public sealed class ForgetDevice
    {
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
    }

    /// <summary>A hub has forgotten a device; its assignment stays.</summary>
    public sealed class DeviceForgotten
    {
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>Whether the adapter knew the device; its pairing is then removed.</summary>
        [JsonProperty("pairing")]
        public bool Pairing { get; set; }
        /// <summary>The number of the device's secrets that were erased.</summary>
        [JsonProperty("secrets")]
        public long Secrets { get; set; }
    }

    /// <summary>Records of one type were made from an export.</summary>
    public sealed class HealthRecordsProcessed
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The importer's hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The import that made them.</summary>
        [JsonProperty("importID")]
        public string ImportID { get; set; }
        /// <summary>The record type, such as `routine`.</summary>
        [JsonProperty("recordType")]
        public string RecordType { get; set; }
        /// <summary>The number of new or changed records.</summary>
        [JsonProperty("count")]
        public long Count { get; set; }
    }

    /// <summary>The progress of a historical fetch.</summary>
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

    /// <summary>The number of records that a fetch has found in a set.</summary>
    public sealed class HistoricalCount
    {
        /// <summary>The set. `routine` (a day's activity), `fitness` (workouts), `intraday` (steps in short intervals).</summary>
        [JsonProperty("set")]
        public string Set { get; set; }
        /// <summary>The number of records found, new or not.</summary>
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
        /// <summary>Why the fetch stopped early; null if it finished.</summary>
        [JsonProperty("error")]
        public Fault Error { get; set; }
    }

    /// <summary>An import and its progress.</summary>
    public sealed class ImportState
    {
        /// <summary>The seat of the import.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The importer's hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The import's id.</summary>
        [JsonProperty("importID")]
        public string ImportID { get; set; }
        /// <summary>
        /// The session of the person whose data it is: the seat's present session if that person has it, else an
        /// earlier one. Absent in imports that an earlier version saved.
        /// </summary>
        [JsonProperty("sessionID", NullValueHandling = NullValueHandling.Ignore)]
        public string SessionID { get; set; }
        /// <summary>
        /// The origin. `file` (it was requested), `folder` (it was found in a watched folder), `http` (it was
        /// uploaded over HTTP), `fetch` (it belongs to a historical fetch).
        /// </summary>
        [JsonProperty("origin")]
        public string Origin { get; set; }
        /// <summary>
        /// The state. `waiting` (other imports run first), `running` (it is being read), `done` (all of it was
        /// read), `held` (it waits for a person's confirmation), `failed` (it cannot be read), `cancelled` (it
        /// was cancelled).
        /// </summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>The number of bytes read, uncompressed.</summary>
        [JsonProperty("bytes")]
        public long Bytes { get; set; }
        /// <summary>The total number of bytes; 0 if unknown.</summary>
        [JsonProperty("totalBytes")]
        public long TotalBytes { get; set; }
        /// <summary>The number of new records.</summary>
        [JsonProperty("created")]
        public long Created { get; set; }
        /// <summary>The number of changed records.</summary>
        [JsonProperty("updated")]
        public long Updated { get; set; }
        /// <summary>The number of records that were already known.</summary>
        [JsonProperty("unchanged")]
        public long Unchanged { get; set; }
        /// <summary>The number of places in the input that could not be read.</summary>
        [JsonProperty("damaged")]
        public long Damaged { get; set; }
        /// <summary>
        /// What was read but left out, by file and reason; in a list of several imports by reason only. Absent if
        /// nothing was.
        /// </summary>
        [JsonProperty("leftOut", NullValueHandling = NullValueHandling.Ignore)]
        public List<ImportLeftOut> LeftOut { get; set; }
        /// <summary>Why it is held or has failed; null otherwise.</summary>
        [JsonProperty("error")]
        public Fault Error { get; set; }
    }

    /// <summary>Data in an input that makes no record.</summary>
    public sealed class ImportLeftOut
    {
        /// <summary>
        /// The reason. `impossible` (no living person has such a value), `noMeasurement` (the format marks it as
        /// no measurement: a status, a goal or a zero), `unknownUnit` (its unit is unknown), `unknownElement` (no
        /// record is made from its element, column or table), `unknownFile` (the file's format is unknown),
        /// `unreadableFile` (the file cannot be opened), `otherUser` (it belongs to another user of the device),
        /// `noTimeInBed` (a night from another app lacks the time in bed), `repeated` (another file of the input
        /// contains it), `incomplete` (it is incomplete, such as half of a blood pressure).
        /// </summary>
        [JsonProperty("reason")]
        public string Reason { get; set; }
        /// <summary>The number of occurrences.</summary>
        [JsonProperty("count")]
        public long Count { get; set; }
        /// <summary>The file's name without folders; absent if the input is one file, and for a sum of several.</summary>
        [JsonProperty("file", NullValueHandling = NullValueHandling.Ignore)]
        public string File { get; set; }
        /// <summary>The element, column or type; absent for a sum of several.</summary>
        [JsonProperty("element", NullValueHandling = NullValueHandling.Ignore)]
        public string Element { get; set; }
    }

    /// <summary>Names a file to import, and which part of it.</summary>
    public sealed class ImportFile
    {
        /// <summary>The file's absolute path on the importer's machine.</summary>
        [JsonProperty("path")]
        public string Path { get; set; }
        /// <summary>
        /// The seat of the import; required unless the site's hub has one seat or the file is in a watched
        /// folder.
        /// </summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>
        /// The seat's session whose person the file belongs to; if the seat has another one, the request is
        /// refused with `conflict`. Absent for the seat's present session, whichever it is.
        /// </summary>
        [JsonProperty("sessionID", NullValueHandling = NullValueHandling.Ignore)]
        public string SessionID { get; set; }
        /// <summary>The requested sets, such as `routine`; all that the session's destination accepts when absent.</summary>
        [JsonProperty("sets", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Sets { get; set; }
        /// <summary>The first local day, such as `2026-03-01`; all days when absent.</summary>
        [JsonProperty("from", NullValueHandling = NullValueHandling.Ignore)]
        public string From { get; set; }
        /// <summary>The last local day; all days when absent.</summary>
        [JsonProperty("to", NullValueHandling = NullValueHandling.Ignore)]
        public string To { get; set; }
        /// <summary>The person's home time zone, by its name in the tz database.</summary>
        [JsonProperty("zone", NullValueHandling = NullValueHandling.Ignore)]
        public string Zone { get; set; }
        /// <summary>Names of sources, the preferred one first.</summary>
        [JsonProperty("sources", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Sources { get; set; }
        /// <summary>Whether to import every heart rate instead of one in a quarter of an hour; false when absent.</summary>
        [JsonProperty("allHeartRates", NullValueHandling = NullValueHandling.Ignore)]
        public bool? AllHeartRates { get; set; }
        /// <summary>
        /// Whether an operator confirms that the export belongs to the seat's person, although it names another
        /// one than before; false when absent.
        /// </summary>
        [JsonProperty("confirmsPerson", NullValueHandling = NullValueHandling.Ignore)]
        public bool? ConfirmsPerson { get; set; }
        /// <summary>
        /// The user whose values are imported from a device that numbers several users, such as a scale or a
        /// cuff. Without it, values of several users are held.
        /// </summary>
        [JsonProperty("userIndex", NullValueHandling = NullValueHandling.Ignore)]
        public long? UserIndex { get; set; }
    }

    /// <summary>Sets the watched folders of a seat.</summary>
    public sealed class ObserveFolders
    {
        /// <summary>The seat; when absent, the request only lists the folders of all seats.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>Absolute paths on the importer's machine; empty stops watching, absent only lists.</summary>
        [JsonProperty("paths", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Paths { get; set; }
    }

    /// <summary>The watched folders.</summary>
    public sealed class ObservedFolders
    {
        /// <summary>The folders.</summary>
        [JsonProperty("folders")]
        public List<ObservedFoldersFolder> Folders { get; set; }
    }

    /// <summary>One folder.</summary>
    public sealed class ObservedFoldersFolder
    {
        /// <summary>The seat whose person's exports the folder receives.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Its path.</summary>
        [JsonProperty("path")]
        public string Path { get; set; }
    }

    /// <summary>Asks for whole past days.</summary>
    public sealed class FetchHistoricalSets
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>
        /// The requested sets, one or several. `routine` (a day's activity), `fitness` (workouts), `intraday`
        /// (steps in short intervals).
        /// </summary>
        [JsonProperty("sets")]
        public List<string> Sets { get; set; }
        /// <summary>
        /// The first local day, such as `2026-03-01`. Days more than 179 before today are left out; for intraday,
        /// more than 7.
        /// </summary>
        [JsonProperty("from")]
        public string From { get; set; }
        /// <summary>The last local day; today when absent.</summary>
        [JsonProperty("to", NullValueHandling = NullValueHandling.Ignore)]
        public string To { get; set; }
    }

    /// <summary>A historical fetch has begun.</summary>
    public sealed class HistoricalFetch
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The fetch's id.</summary>
        [JsonProperty("fetchID")]
        public string FetchID { get; set; }
        /// <summary>
        /// The sets that are fetched; intraday only if the session wants it. `routine` (a day's activity),
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
        /// <summary>Departures from the request, with reasons.</summary>
        [JsonProperty("warnings")]
        public List<string> Warnings { get; set; }
    }

    /// <summary>Names historical fetches to end.</summary>
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
        /// <summary>Their ids; empty if none was running.</summary>
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
        /// <summary>Their ids; empty if it had already ended.</summary>
        [JsonProperty("importIDs")]
        public List<string> ImportIDs { get; set; }
    }

    /// <summary>Names a seat, or one of its sessions.</summary>
    public sealed class SeatReference
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The session; the seat's present one when absent.</summary>
        [JsonProperty("sessionID", NullValueHandling = NullValueHandling.Ignore)]
        public string SessionID { get; set; }
    }

    /// <summary>What the importer has erased of a seat.</summary>
    public sealed class ImportsErased
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Marks of records that were already handed over.</summary>
        [JsonProperty("marks")]
        public long Marks { get; set; }
        /// <summary>Records that waited for the session manager.</summary>
        [JsonProperty("readings")]
        public long Readings { get; set; }
    }

    /// <summary>The worker has examined a picture or a frame.</summary>
    public sealed class OCRDidProcessResult
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub that examined it.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The id of the picture's or stream's job.</summary>
        [JsonProperty("jobID")]
        public string JobID { get; set; }
        /// <summary>The number of the frame, from 1.</summary>
        [JsonProperty("frame")]
        public long Frame { get; set; }
        /// <summary>What was read; without text and values if the seat's values are not shared.</summary>
        [JsonProperty("result")]
        public DisplayResult Result { get; set; }
        /// <summary>
        /// What the frames still need for a reading; absent for a picture, and for the frame that completes one.
        /// `smallPrint` (it is as small as print), `upsideDown` (it is also a valid number when read upside
        /// down), `unitSymbol` (the last figure may be the symbol of a unit), `longerText` (it may be a part of a
        /// longer text), `mayContinue` (there may be more digits next to it), `restoredPoint` (a decimal point
        /// was supposed, not seen), `missingValue` (a value that such a meter shows is missing),
        /// `severalDisplays` (another meter may be in view), `glare` (a reflection covers a part of it),
        /// `glareBeside` (a reflection covers a place next to a value, where another digit would make another
        /// value), `outOfTime` (the time for the picture ended before every direction was tried), `unsure` (the
        /// confidence is too low; accompanying codes give the main reasons), `blurred` (it is blurred), `faint`
        /// (the digits have little contrast), `tooSmall` (it is small in the picture), `tilted` (it is tilted in
        /// the picture), `unclearDigits` (digits look like others), `unclearPoint` (a decimal point may have been
        /// missed), `unclearDisplay` (the display itself is difficult to recognise), `unusualValue` (the values
        /// are rare for such a meter), `unusualLayout` (the rows are not arranged as on such a meter, or
        /// something large next to them was not used), `fewChecks` (nothing else on the display confirms a number
        /// as short as this one), `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames
        /// are too similar to count as independent), `framesDisagree` (the frames show different readings).
        /// </summary>
        [JsonProperty("waits", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Waits { get; set; }
        /// <summary>The frame as the person with the meter sees it, if a preview was requested and this frame was drawn.</summary>
        [JsonProperty("preview", NullValueHandling = NullValueHandling.Ignore)]
        public FramePreview Preview { get; set; }
    }

    /// <summary>What was read on a display.</summary>
    public sealed class DisplayResult
    {
        /// <summary>The display's rows, separated by line feeds; empty if nothing was read.</summary>
        [JsonProperty("text")]
        public string Text { get; set; }
        /// <summary>The values; empty if the reading was refused, or if the seat's values are not shared.</summary>
        [JsonProperty("fields")]
        public List<DisplayResultField> Fields { get; set; }
        /// <summary>The confidence of the whole reading, from 0 to 1.</summary>
        [JsonProperty("confidence")]
        public decimal Confidence { get; set; }
        /// <summary>Whether the confidence is high enough to accept the reading; a person confirms it in any case.</summary>
        [JsonProperty("accepted")]
        public bool Accepted { get; set; }
        /// <summary>
        /// Why it is not accepted, each a sentence with a remedy; absent if it is, and if `refused` gives the
        /// reason. `smallPrint` (it is as small as print), `upsideDown` (it is also a valid number when read
        /// upside down), `unitSymbol` (the last figure may be the symbol of a unit), `longerText` (it may be a
        /// part of a longer text), `mayContinue` (there may be more digits next to it), `restoredPoint` (a
        /// decimal point was supposed, not seen), `missingValue` (a value that such a meter shows is missing),
        /// `severalDisplays` (another meter may be in view), `glare` (a reflection covers a part of it),
        /// `glareBeside` (a reflection covers a place next to a value, where another digit would make another
        /// value), `outOfTime` (the time for the picture ended before every direction was tried), `unsure` (the
        /// confidence is too low; accompanying codes give the main reasons), `blurred` (it is blurred), `faint`
        /// (the digits have little contrast), `tooSmall` (it is small in the picture), `tilted` (it is tilted in
        /// the picture), `unclearDigits` (digits look like others), `unclearPoint` (a decimal point may have been
        /// missed), `unclearDisplay` (the display itself is difficult to recognise), `unusualValue` (the values
        /// are rare for such a meter), `unusualLayout` (the rows are not arranged as on such a meter, or
        /// something large next to them was not used), `fewChecks` (nothing else on the display confirms a number
        /// as short as this one), `fewFrames` (too few frames show a reading so far), `framesAlike` (the frames
        /// are too similar to count as independent), `framesDisagree` (the frames show different readings).
        /// </summary>
        [JsonProperty("reasons", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Reasons { get; set; }
        /// <summary>
        /// Why there is no reading; absent if there is one. `noDisplay` (no display is seen), `displayOff` (the
        /// display is off), `severalDisplays` (the picture shows several displays), `errorCode` (it shows an
        /// error code of the meter), `outOfRange` (it shows that the value is out of the meter's range), `clock`
        /// (it shows the time of day), `memory` (it shows a stored value), `unreadable` (the characters are
        /// ambiguous), `implausible` (the values are impossible), `notThisField` (the number does not fit this
        /// kind of meter; only a part of it would), `tooDark` (the picture is too dark), `blurred` (the picture
        /// is blurred), `glare` (a reflection covers the display), `tooSmall` (the display is too small in the
        /// picture), `outOfTime` (the time for the picture ended before every direction was tried).
        /// </summary>
        [JsonProperty("refused", NullValueHandling = NullValueHandling.Ignore)]
        public string Refused { get; set; }
        /// <summary>A reflection on the display; absent if there is none.</summary>
        [JsonProperty("glare", NullValueHandling = NullValueHandling.Ignore)]
        public Glare Glare { get; set; }
        /// <summary>
        /// The display cut out; absent if there is none, and for a stream's frame if the seat's values are not
        /// shared.
        /// </summary>
        [JsonProperty("crop", NullValueHandling = NullValueHandling.Ignore)]
        public PictureReference Crop { get; set; }
        /// <summary>The display's place in the picture; absent if none was found.</summary>
        [JsonProperty("display", NullValueHandling = NullValueHandling.Ignore)]
        public PictureArea Display { get; set; }
    }

    /// <summary>One value of the display.</summary>
    public sealed class DisplayResultField
    {
        /// <summary>The layout's name for it, such as `sys`.</summary>
        [JsonProperty("key")]
        public string Key { get; set; }
        /// <summary>The characters, such as `128`.</summary>
        [JsonProperty("text")]
        public string Text { get; set; }
        /// <summary>The value as records store it.</summary>
        [JsonProperty("measurement", NullValueHandling = NullValueHandling.Ignore)]
        public Measurement Measurement { get; set; }
        /// <summary>The confidence of each character, from 0 to 1.</summary>
        [JsonProperty("characters")]
        public List<decimal> Characters { get; set; }
    }

    /// <summary>A reflection on a display.</summary>
    public sealed class Glare
    {
        /// <summary>The reflection's place.</summary>
        [JsonProperty("area")]
        public PictureArea Area { get; set; }
        /// <summary>Its strength, from 0 to 1.</summary>
        [JsonProperty("strength")]
        public decimal Strength { get; set; }
    }

    /// <summary>A rectangle of a picture, in pixels of the upright picture.</summary>
    public sealed class PictureArea
    {
        /// <summary>The left edge.</summary>
        [JsonProperty("x")]
        public long X { get; set; }
        /// <summary>The upper edge.</summary>
        [JsonProperty("y")]
        public long Y { get; set; }
        /// <summary>Its width.</summary>
        [JsonProperty("width")]
        public long Width { get; set; }
        /// <summary>Its height.</summary>
        [JsonProperty("height")]
        public long Height { get; set; }
    }

    /// <summary>Refers to a picture instead of containing it.</summary>
    public sealed class PictureReference
    {
        /// <summary>The picture's name there.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>Its size in bytes.</summary>
        [JsonProperty("size")]
        public long Size { get; set; }
        /// <summary>The file's type. `image/jpeg` (JPEG), `image/png` (PNG).</summary>
        [JsonProperty("contentType")]
        public string ContentType { get; set; }
        /// <summary>
        /// The reading that the session manager holds with it, for `heldPicture`; absent for pictures without
        /// one, such as a frame's crop, for `pictureBytes`.
        /// </summary>
        [JsonProperty("readingKey", NullValueHandling = NullValueHandling.Ignore)]
        public string ReadingKey { get; set; }
    }

    /// <summary>A frame as the person with the meter sees it.</summary>
    public sealed class FramePreview
    {
        /// <summary>
        /// The whole frame, at most 640 pixels on its longer side, with the overlay, the found display and the
        /// present result drawn in. Only `pictureBytes` with the `previewKey` returns it.
        /// </summary>
        [JsonProperty("picture")]
        public PictureReference Picture { get; set; }
        /// <summary>The picture's width in pixels.</summary>
        [JsonProperty("width")]
        public long Width { get; set; }
        /// <summary>The picture's height in pixels.</summary>
        [JsonProperty("height")]
        public long Height { get; set; }
        /// <summary>Where the display should be, in the picture.</summary>
        [JsonProperty("frame")]
        public PictureArea Frame { get; set; }
        /// <summary>Where a display was found, in the picture; absent if none was.</summary>
        [JsonProperty("display", NullValueHandling = NullValueHandling.Ignore)]
        public PictureArea Display { get; set; }
        /// <summary>
        /// The hints, the most important first. `aim` (no display is seen), `nearer` (move the meter towards the
        /// camera), `farther` (move the meter away from the camera), `left` (move the meter to the left of the
        /// picture), `right` (move the meter to the right of the picture), `up` (move the meter up in the
        /// picture), `down` (move the meter down in the picture), `straighten` (turn the meter straight), `glare`
        /// (avoid the reflection on the display), `dark` (add light), `blurred` (hold still), `off` (switch the
        /// meter on), `onlyOne` (show only one display), `hold` (the position is good).
        /// </summary>
        [JsonProperty("hints")]
        public List<string> Hints { get; set; }
    }

    /// <summary>A display was read. The reading is stored and held for a person; a default user's is only reported.</summary>
    public sealed class OCRDidCompleteReading
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub that read it.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The id of the picture's or stream's job.</summary>
        [JsonProperty("jobID")]
        public string JobID { get; set; }
        /// <summary>The reading; without values if the seat's values are not shared.</summary>
        [JsonProperty("record")]
        public Reading Record { get; set; }
        /// <summary>The display cut out; null if it was not kept.</summary>
        [JsonProperty("crop")]
        public PictureReference Crop { get; set; }
        /// <summary>The evidence for the reading.</summary>
        [JsonProperty("metadata")]
        public OCRDidCompleteReadingMetadata Metadata { get; set; }
        /// <summary>
        /// What happens to the reading; `held` when absent. `held` (it waits until a person confirms it),
        /// `notStored` (it is the default user's: only the answer has it).
        /// </summary>
        [JsonProperty("disposition", NullValueHandling = NullValueHandling.Ignore)]
        public string Disposition { get; set; }
    }

    /// <summary>The evidence for the reading.</summary>
    public sealed class OCRDidCompleteReadingMetadata
    {
        /// <summary>The number of frames that it was made from.</summary>
        [JsonProperty("frames")]
        public long Frames { get; set; }
        /// <summary>The part of these frames that agree, from 0 to 1.</summary>
        [JsonProperty("agreement")]
        public decimal Agreement { get; set; }
        /// <summary>The confidence, from 0 to 1.</summary>
        [JsonProperty("confidence")]
        public decimal Confidence { get; set; }
        /// <summary>Whether the confidence is high enough to accept the reading.</summary>
        [JsonProperty("accepted")]
        public bool Accepted { get; set; }
        /// <summary>
        /// Why it is not accepted; absent if it is. `smallPrint` (it is as small as print), `upsideDown` (it is
        /// also a valid number when read upside down), `unitSymbol` (the last figure may be the symbol of a
        /// unit), `longerText` (it may be a part of a longer text), `mayContinue` (there may be more digits next
        /// to it), `restoredPoint` (a decimal point was supposed, not seen), `missingValue` (a value that such a
        /// meter shows is missing), `severalDisplays` (another meter may be in view), `glare` (a reflection
        /// covers a part of it), `glareBeside` (a reflection covers a place next to a value, where another digit
        /// would make another value), `outOfTime` (the time for the picture ended before every direction was
        /// tried), `unsure` (the confidence is too low; accompanying codes give the main reasons), `blurred` (it
        /// is blurred), `faint` (the digits have little contrast), `tooSmall` (it is small in the picture),
        /// `tilted` (it is tilted in the picture), `unclearDigits` (digits look like others), `unclearPoint` (a
        /// decimal point may have been missed), `unclearDisplay` (the display itself is difficult to recognise),
        /// `unusualValue` (the values are rare for such a meter), `unusualLayout` (the rows are not arranged as
        /// on such a meter, or something large next to them was not used), `fewChecks` (nothing else on the
        /// display confirms a number as short as this one), `fewFrames` (too few frames show a reading so far),
        /// `framesAlike` (the frames are too similar to count as independent), `framesDisagree` (the frames show
        /// different readings).
        /// </summary>
        [JsonProperty("reasons", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Reasons { get; set; }
        /// <summary>The values with the confidence of each character; empty if the seat's values are not shared.</summary>
        [JsonProperty("fields")]
        public List<DisplayResultField> Fields { get; set; }
    }

    /// <summary>A picture or a stream ended without a reading.</summary>
    public sealed class OCRDidCancel
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub that read it.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The id of the picture's or stream's job.</summary>
        [JsonProperty("jobID")]
        public string JobID { get; set; }
        /// <summary>
        /// Why there is no reading. `requested` (it was cancelled), `timedOut` (its time is up), `ended` (there
        /// are no more frames), `refused` (it shows no reading), `failed` (the picture cannot be decoded),
        /// `draining` (the worker is stopping).
        /// </summary>
        [JsonProperty("reason")]
        public string Reason { get; set; }
    }

    /// <summary>A camera or a stream cannot be opened.</summary>
    public sealed class OCRCameraUnavailable
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub that tried.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The id of the stream's job.</summary>
        [JsonProperty("jobID")]
        public string JobID { get; set; }
        /// <summary>The camera's name in the configuration.</summary>
        [JsonProperty("source")]
        public string Source { get; set; }
        /// <summary>
        /// Why it cannot be opened. `denied` (the worker has no permission to use it), `missing` (it does not
        /// exist), `busy` (another process uses it).
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
        /// <summary>Only those of a type, such as `bloodPressure`.</summary>
        [JsonProperty("type", NullValueHandling = NullValueHandling.Ignore)]
        public string Type { get; set; }
    }

    /// <summary>The displays that can be read.</summary>
    public sealed class OCRPeripherals
    {
        /// <summary>All models, by catalogue number.</summary>
        [JsonProperty("peripherals")]
        public List<OCRPeripheralsEntry> Peripherals { get; set; }
    }

    /// <summary>A model whose display can be read.</summary>
    public sealed class OCRPeripheralsEntry
    {
        /// <summary>The catalogue number.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>The type of display, such as `bloodPressure`.</summary>
        [JsonProperty("type")]
        public string Type { get; set; }
        /// <summary>The maker.</summary>
        [JsonProperty("manufacturer")]
        public string Manufacturer { get; set; }
        /// <summary>The model.</summary>
        [JsonProperty("model")]
        public string Model { get; set; }
        /// <summary>The address of the model's picture; absent if there is none.</summary>
        [JsonProperty("imageURL", NullValueHandling = NullValueHandling.Ignore)]
        public string ImageURL { get; set; }
        /// <summary>The units that the meter can be set to, the default first.</summary>
        [JsonProperty("units")]
        public List<string> Units { get; set; }
        /// <summary>The keys of the values that it shows, such as `sys`.</summary>
        [JsonProperty("fields")]
        public List<string> Fields { get; set; }
        /// <summary>
        /// How well the layout that `overlay` draws is known. `model` (its places and proportions were measured),
        /// `rows` (its rows and words are known; proportions are those of its type), `kind` (its layout is
        /// unknown: it is drawn as any display of its type).
        /// </summary>
        [JsonProperty("layout", NullValueHandling = NullValueHandling.Ignore)]
        public string Layout { get; set; }
    }

    /// <summary>Asks for the overlay of a preview.</summary>
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

    /// <summary>The overlay of a preview, which shows where to hold the display.</summary>
    public sealed class Overlay
    {
        /// <summary>The peripheral.</summary>
        [JsonProperty("peripheralID")]
        public long PeripheralID { get; set; }
        /// <summary>Where the display should be in the preview: the `box` of `recognize` and `startReading`.</summary>
        [JsonProperty("frame")]
        public PictureArea Frame { get; set; }
        /// <summary>The overlay, as large as the preview, as SVG.</summary>
        [JsonProperty("svg")]
        public string Svg { get; set; }
        /// <summary>The overlay as PNG, base64; absent if it is too large for a message.</summary>
        [JsonProperty("png", NullValueHandling = NullValueHandling.Ignore)]
        public string Png { get; set; }
    }

    /// <summary>Announces a picture; the reply lists the missing parts. A repeat changes nothing and returns the progress.</summary>
    public sealed class PutPicture
    {
        /// <summary>The reading that it shows; absent if the picture is handed over for reading.</summary>
        [JsonProperty("readingKey", NullValueHandling = NullValueHandling.Ignore)]
        public string ReadingKey { get; set; }
        /// <summary>The SHA-256 of the file as sent, 64 hex digits.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>The file's size in bytes, 1 to 10000000.</summary>
        [JsonProperty("size")]
        public long Size { get; set; }
    }

    /// <summary>The progress of a picture's transfer.</summary>
    public sealed class PictureReceived
    {
        /// <summary>The SHA-256 of the file as announced; it names the picture here.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>The state of the transfer. `wanted` (parts are missing), `stored` (the picture is stored here).</summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>The size of a part in bytes; the last one has the rest.</summary>
        [JsonProperty("partSize")]
        public long PartSize { get; set; }
        /// <summary>The missing parts, at most 250; also empty while the last part is being checked: ask again then.</summary>
        [JsonProperty("missing")]
        public List<long> Missing { get; set; }
    }

    /// <summary>One part of an announced picture. A repeat changes nothing.</summary>
    public sealed class PicturePart
    {
        /// <summary>The reading that it shows, as announced.</summary>
        [JsonProperty("readingKey", NullValueHandling = NullValueHandling.Ignore)]
        public string ReadingKey { get; set; }
        /// <summary>The SHA-256 of the whole file, as announced.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>The part, 0 to 249.</summary>
        [JsonProperty("index")]
        public long Index { get; set; }
        /// <summary>The part's bytes, base64: 40,000 bytes; the last part has the rest.</summary>
        [JsonProperty("data")]
        public string Data { get; set; }
    }

    /// <summary>Asks for a piece of a picture of the `ocr-worker`.</summary>
    public sealed class PictureBytesRequest
    {
        /// <summary>The picture, or the crop or preview of a stream's frame; the newest 16 are available for a minute.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>The offset of the piece.</summary>
        [JsonProperty("offset")]
        public long Offset { get; set; }
        /// <summary>The `previewKey` from `startReading`; absent for any other picture.</summary>
        [JsonProperty("previewKey", NullValueHandling = NullValueHandling.Ignore)]
        public string PreviewKey { get; set; }
    }

    /// <summary>A piece of an image.</summary>
    public sealed class ImageBytes
    {
        /// <summary>The bytes, base64: 40,000 bytes, or the rest.</summary>
        [JsonProperty("data")]
        public string Data { get; set; }
    }

    /// <summary>Asks to read a picture that was handed over by `putPicture`.</summary>
    public sealed class RecognizePicture
    {
        /// <summary>The picture.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>The kind of display that is expected; anything when absent.</summary>
        [JsonProperty("wish", NullValueHandling = NullValueHandling.Ignore)]
        public DisplayWish Wish { get; set; }
        /// <summary>The seat of the reading; when absent, the person who confirms it decides.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>When the picture was taken; now when absent.</summary>
        [JsonProperty("takenAt", NullValueHandling = NullValueHandling.Ignore)]
        public string TakenAt { get; set; }
        /// <summary>Whether the reading is held for confirmation; true when absent. If false, it is only reported.</summary>
        [JsonProperty("holds", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Holds { get; set; }
    }

    /// <summary>The kind of display that a picture is expected to show.</summary>
    public sealed class DisplayWish
    {
        /// <summary>The OCR peripheral.</summary>
        [JsonProperty("peripheralID", NullValueHandling = NullValueHandling.Ignore)]
        public long? PeripheralID { get; set; }
        /// <summary>
        /// The type of display if no peripheral is named; `any` when absent. `bloodPressure` (a blood pressure
        /// monitor), `glucoseMeter` (a glucose meter), `thermometer` (a thermometer), `pulseOximeter` (a pulse
        /// oximeter), `weightScale` (a scale), `any` (any of these).
        /// </summary>
        [JsonProperty("type", NullValueHandling = NullValueHandling.Ignore)]
        public string Type { get; set; }
        /// <summary>The unit that the meter shows, such as `mmol/L`; the peripheral's own when absent.</summary>
        [JsonProperty("unit", NullValueHandling = NullValueHandling.Ignore)]
        public string Unit { get; set; }
        /// <summary>The display's place, given by the overlay's frame; the whole picture when absent.</summary>
        [JsonProperty("box", NullValueHandling = NullValueHandling.Ignore)]
        public PictureArea Box { get; set; }
        /// <summary>
        /// The rotation of `box` around its centre, in degrees clockwise, -360 to 360; 0 when absent. `box` gives
        /// the place and size before rotation; its upper edge becomes the display's.
        /// </summary>
        [JsonProperty("boxAngle", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? BoxAngle { get; set; }
    }

    /// <summary>A picture to read, or one that was read; the same request again returns the progress.</summary>
    public sealed class OCRJob
    {
        /// <summary>The job's id, the request's own.</summary>
        [JsonProperty("jobID")]
        public string JobID { get; set; }
        /// <summary>The key of the reading that the job makes, if any.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>
        /// The progress. `waiting` (it was not read yet), `done` (it was read), `failed` (it cannot be read),
        /// `cancelled` (it was cancelled).
        /// </summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>What was read, once the job is done.</summary>
        [JsonProperty("result", NullValueHandling = NullValueHandling.Ignore)]
        public DisplayResult Result { get; set; }
        /// <summary>Why the job failed.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public Fault Error { get; set; }
        /// <summary>Whether its reading waits for a person's confirmation; absent until the job is done.</summary>
        [JsonProperty("held", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Held { get; set; }
        /// <summary>
        /// What happens to its reading; absent if there is none. `held` (it waits until a person confirms it),
        /// `notStored` (it is the default user's: only the answer has it).
        /// </summary>
        [JsonProperty("disposition", NullValueHandling = NullValueHandling.Ignore)]
        public string Disposition { get; set; }
    }

    /// <summary>Asks to read a display until the frames agree.</summary>
    public sealed class StartReading
    {
        /// <summary>
        /// A camera or stream by its name in the worker's configuration, `folder` with `path`, or `pushed` for
        /// frames that the caller sends by `pushFrame`.
        /// </summary>
        [JsonProperty("source")]
        public string Source { get; set; }
        /// <summary>The folder's absolute path on the worker's machine, below a path that `folders` allows.</summary>
        [JsonProperty("path", NullValueHandling = NullValueHandling.Ignore)]
        public string Path { get; set; }
        /// <summary>The kind of display that is expected; anything when absent.</summary>
        [JsonProperty("wish", NullValueHandling = NullValueHandling.Ignore)]
        public DisplayWish Wish { get; set; }
        /// <summary>The seat of the reading; when absent, the person who confirms it decides.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>The time limit, 1 to 600 s; 60 when absent.</summary>
        [JsonProperty("seconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? Seconds { get; set; }
        /// <summary>
        /// Asks for a preview of at most five frames a second, which `pictureBytes` returns to callers that give
        /// this key. Use 16 to 64 random characters of a-z, A-Z, 0-9 and '-'; no preview when absent.
        /// </summary>
        [JsonProperty("previewKey", NullValueHandling = NullValueHandling.Ignore)]
        public string PreviewKey { get; set; }
    }

    /// <summary>One part of a frame for a stream whose source is `pushed`, for example from a phone's camera.</summary>
    public sealed class PushFrame
    {
        /// <summary>The stream, from the reply to `startReading`.</summary>
        [JsonProperty("jobID")]
        public string JobID { get; set; }
        /// <summary>The frame's number, from 1; greater than the last one's.</summary>
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

    /// <summary>The result of a pushed frame; its last part is answered once the frame was examined.</summary>
    public sealed class FramePushed
    {
        /// <summary>
        /// The present result, for the caller only; absent while parts are missing, and if the frame is not a
        /// valid picture.
        /// </summary>
        [JsonProperty("seen", NullValueHandling = NullValueHandling.Ignore)]
        public DisplayResult Seen { get; set; }
        /// <summary>
        /// What the frames still need for a reading; absent if they give one. `smallPrint` (it is as small as
        /// print), `upsideDown` (it is also a valid number when read upside down), `unitSymbol` (the last figure
        /// may be the symbol of a unit), `longerText` (it may be a part of a longer text), `mayContinue` (there
        /// may be more digits next to it), `restoredPoint` (a decimal point was supposed, not seen),
        /// `missingValue` (a value that such a meter shows is missing), `severalDisplays` (another meter may be
        /// in view), `glare` (a reflection covers a part of it), `glareBeside` (a reflection covers a place next
        /// to a value, where another digit would make another value), `outOfTime` (the time for the picture ended
        /// before every direction was tried), `unsure` (the confidence is too low; accompanying codes give the
        /// main reasons), `blurred` (it is blurred), `faint` (the digits have little contrast), `tooSmall` (it is
        /// small in the picture), `tilted` (it is tilted in the picture), `unclearDigits` (digits look like
        /// others), `unclearPoint` (a decimal point may have been missed), `unclearDisplay` (the display itself
        /// is difficult to recognise), `unusualValue` (the values are rare for such a meter), `unusualLayout`
        /// (the rows are not arranged as on such a meter, or something large next to them was not used),
        /// `fewChecks` (nothing else on the display confirms a number as short as this one), `fewFrames` (too few
        /// frames show a reading so far), `framesAlike` (the frames are too similar to count as independent),
        /// `framesDisagree` (the frames show different readings).
        /// </summary>
        [JsonProperty("waits", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Waits { get; set; }
        /// <summary>Where the display is and should be, with hints; absent with `seen`.</summary>
        [JsonProperty("aim", NullValueHandling = NullValueHandling.Ignore)]
        public FrameAim Aim { get; set; }
        /// <summary>
        /// Whether its reading waits for a person's confirmation, false for the default user's; absent if there
        /// is none.
        /// </summary>
        [JsonProperty("held", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Held { get; set; }
        /// <summary>Whether the stream needs no more frames.</summary>
        [JsonProperty("ended")]
        public bool Ended { get; set; }
    }

    /// <summary>Where the display is in a frame, with hints for reading it.</summary>
    public sealed class FrameAim
    {
        /// <summary>The width that the places refer to.</summary>
        [JsonProperty("width")]
        public long Width { get; set; }
        /// <summary>The height that the places refer to.</summary>
        [JsonProperty("height")]
        public long Height { get; set; }
        /// <summary>Where the display should be.</summary>
        [JsonProperty("frame")]
        public PictureArea Frame { get; set; }
        /// <summary>Where a display was found; absent if none was.</summary>
        [JsonProperty("display", NullValueHandling = NullValueHandling.Ignore)]
        public PictureArea Display { get; set; }
        /// <summary>
        /// The hints, the most important first. `aim` (no display is seen), `nearer` (move the meter towards the
        /// camera), `farther` (move the meter away from the camera), `left` (move the meter to the left of the
        /// picture), `right` (move the meter to the right of the picture), `up` (move the meter up in the
        /// picture), `down` (move the meter down in the picture), `straighten` (turn the meter straight), `glare`
        /// (avoid the reflection on the display), `dark` (add light), `blurred` (hold still), `off` (switch the
        /// meter on), `onlyOne` (show only one display), `hold` (the position is good).
        /// </summary>
        [JsonProperty("hints")]
        public List<string> Hints { get; set; }
    }

    /// <summary>Ends jobs.</summary>
    public sealed class CancelOCR
    {
        /// <summary>The id of a picture's or stream's job; when absent, all streams and all waiting pictures.</summary>
        [JsonProperty("jobID", NullValueHandling = NullValueHandling.Ignore)]
        public string JobID { get; set; }
    }

    /// <summary>The jobs that were ended.</summary>
    public sealed class CancelledOCR
    {
        /// <summary>The jobs' ids.</summary>
        [JsonProperty("jobs")]
        public List<string> Jobs { get; set; }
    }

    /// <summary>Asks for the codes in a picture that was handed over by `putPicture`.</summary>
    public sealed class ScanCode
    {
        /// <summary>The picture.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>What to look for; anything when absent. `key` (the 32 hex digits of a peripheral's key).</summary>
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
        /// <summary>The code's text.</summary>
        [JsonProperty("text")]
        public string Text { get; set; }
    }

    /// <summary>What an `ocr-worker` has erased of a seat.</summary>
    public sealed class PicturesErased
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Jobs, in any state.</summary>
        [JsonProperty("jobs")]
        public long Jobs { get; set; }
        /// <summary>Pictures with their files; a picture that another job needs stays.</summary>
        [JsonProperty("pictures")]
        public long Pictures { get; set; }
        /// <summary>Readings in the outbox that waited for the session manager.</summary>
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
        /// <summary>`site`: a session is not bound to a hub.</summary>
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
        /// Why it ended. `requested` (a person or a program ended it), `replaced` (the seat has another session),
        /// `unauthorized` (the server refused its credentials).
        /// </summary>
        [JsonProperty("reason")]
        public string Reason { get; set; }
        /// <summary>The number of its records that are not certain to be at the server.</summary>
        [JsonProperty("unsyncedRecords")]
        public long UnsyncedRecords { get; set; }
        /// <summary>The first of them, at most 32, in the order of `unsyncedRecords {sessionID}`, which lists them all.</summary>
        [JsonProperty("records", NullValueHandling = NullValueHandling.Ignore)]
        public List<UnsyncedRecord> Records { get; set; }
    }

    /// <summary>A record that is not certain to be at the server.</summary>
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

    /// <summary>The deliveries to a further destination of a session have ended, alone or with the session.</summary>
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
        /// `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
        /// </summary>
        [JsonProperty("destination")]
        public string Destination { get; set; }
        /// <summary>
        /// The reason. `requested` (a person or a program ended it), `replaced` (the seat has another session),
        /// `unauthorized` (the server refused its credentials).
        /// </summary>
        [JsonProperty("reason")]
        public string Reason { get; set; }
        /// <summary>The number of records that are not certain to be there.</summary>
        [JsonProperty("unsyncedRecords")]
        public long UnsyncedRecords { get; set; }
        /// <summary>The first of them, at most 32, in the order of `unsyncedRecords`.</summary>
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
        /// <summary>The record; without values if the seat does not share them, and for `delete`.</summary>
        [JsonProperty("record")]
        public VitalRecord Record { get; set; }
        /// <summary>The server's id of it; null for a deletion, and if the server gives none for an update.</summary>
        [JsonProperty("serverID")]
        public string ServerID { get; set; }
        /// <summary>
        /// What was submitted; for `delete`, remove the record from your data too. `create` (the first revision),
        /// `update` (a later revision), `delete` (the record is deleted).
        /// </summary>
        [JsonProperty("operation", NullValueHandling = NullValueHandling.Ignore)]
        public string Operation { get; set; }
        /// <summary>
        /// Which destination accepted it; absent from older senders. `inform` (the cloud service's version 2),
        /// `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that
        /// runs the uploader).
        /// </summary>
        [JsonProperty("destination", NullValueHandling = NullValueHandling.Ignore)]
        public string Destination { get; set; }
        /// <summary>
        /// The metrics that the destination cannot store, whose values were not submitted; absent if the seat
        /// shares no values.
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
        /// <summary>The record; without values if the seat does not share them, and for `delete`.</summary>
        [JsonProperty("record")]
        public VitalRecord Record { get; set; }
        /// <summary>The server's words.</summary>
        [JsonProperty("error")]
        public Fault Error { get; set; }
        /// <summary>
        /// What was refused; after a refused `delete` the record still exists there. `create` (the first
        /// revision), `update` (a later revision), `delete` (the record is deleted).
        /// </summary>
        [JsonProperty("operation", NullValueHandling = NullValueHandling.Ignore)]
        public string Operation { get; set; }
        /// <summary>
        /// Which destination refused it; absent from older senders. `inform` (the cloud service's version 2),
        /// `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that
        /// runs the uploader).
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
        /// <summary>The number of attempts.</summary>
        [JsonProperty("attempts")]
        public long Attempts { get; set; }
        /// <summary>The time until the next attempt, in seconds; it is earlier if the destination answers again before.</summary>
        [JsonProperty("retryInSeconds")]
        public long RetryInSeconds { get; set; }
        /// <summary>The error.</summary>
        [JsonProperty("error")]
        public Fault Error { get; set; }
        /// <summary>
        /// Which destination it waits for; absent from older senders. `inform` (the cloud service's version 2),
        /// `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that
        /// runs the uploader).
        /// </summary>
        [JsonProperty("destination", NullValueHandling = NullValueHandling.Ignore)]
        public string Destination { get; set; }
    }

    /// <summary>A reading has become a person's record.</summary>
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
        /// <summary>The session that the record belongs to.</summary>
        [JsonProperty("sessionID")]
        public string SessionID { get; set; }
        /// <summary>
        /// What happened to the reading. `accepted` (the record waits for delivery to the server), `unsynced`
        /// (the session has ended, and its list has the record).
        /// </summary>
        [JsonProperty("outcome")]
        public string Outcome { get; set; }
    }

    /// <summary>A reading has no owner yet.</summary>
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
        /// Why it is held. `noAssignment` (the device was not assigned at the measurement's time),
        /// `assignedToAnother` (the device was read for one seat, but is assigned to another), `olderThanRequest`
        /// (the reading was requested for a seat, but measured before the request), `clockUnknown` (the
        /// measurement's time is not known), `noSession` (the seat had no session at the measurement's time),
        /// `invalid` (it breaks a rule, such as a time in the future or no value), `changedByHand` (it is a later
        /// revision of a record that an operator has corrected, changed or deleted), `awaitsConfirmation` (a
        /// person has to confirm it first), `implausible` (its values are very unusual, contradict each other, or
        /// are doubted by the device: a person confirms or corrects them), `possibleRepeat` (its device sent
        /// equal values with an equal time before, but measured this later: a person decides whether they are
        /// two), `anotherHubsSeat` (it was read for another hub's seat, but no request for it is recorded).
        /// </summary>
        [JsonProperty("reason")]
        public string Reason { get; set; }
        /// <summary>The seat that the reading was made for, if the producer was given one.</summary>
        [JsonProperty("forSeat", NullValueHandling = NullValueHandling.Ignore)]
        public string ForSeat { get; set; }
        /// <summary>The seat that the device is assigned to, if that contradicts `forSeat`.</summary>
        [JsonProperty("assignedSeat", NullValueHandling = NullValueHandling.Ignore)]
        public string AssignedSeat { get; set; }
        /// <summary>The values on a display, if that seat's values are shared; absent for other readings.</summary>
        [JsonProperty("measurements", NullValueHandling = NullValueHandling.Ignore)]
        public List<Measurement> Measurements { get; set; }
        /// <summary>The confidence of the display's reading, from 0 to 1; absent for other readings.</summary>
        [JsonProperty("confidence", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? Confidence { get; set; }
        /// <summary>Whether the confidence is high enough to accept the reading; absent for other readings.</summary>
        [JsonProperty("accepted", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Accepted { get; set; }
        /// <summary>
        /// Why it was not accepted; absent if it was, and for other readings. `smallPrint` (it is as small as
        /// print), `upsideDown` (it is also a valid number when read upside down), `unitSymbol` (the last figure
        /// may be the symbol of a unit), `longerText` (it may be a part of a longer text), `mayContinue` (there
        /// may be more digits next to it), `restoredPoint` (a decimal point was supposed, not seen),
        /// `missingValue` (a value that such a meter shows is missing), `severalDisplays` (another meter may be
        /// in view), `glare` (a reflection covers a part of it), `glareBeside` (a reflection covers a place next
        /// to a value, where another digit would make another value), `outOfTime` (the time for the picture ended
        /// before every direction was tried), `unsure` (the confidence is too low; accompanying codes give the
        /// main reasons), `blurred` (it is blurred), `faint` (the digits have little contrast), `tooSmall` (it is
        /// small in the picture), `tilted` (it is tilted in the picture), `unclearDigits` (digits look like
        /// others), `unclearPoint` (a decimal point may have been missed), `unclearDisplay` (the display itself
        /// is difficult to recognise), `unusualValue` (the values are rare for such a meter), `unusualLayout`
        /// (the rows are not arranged as on such a meter, or something large next to them was not used),
        /// `fewChecks` (nothing else on the display confirms a number as short as this one), `fewFrames` (too few
        /// frames show a reading so far), `framesAlike` (the frames are too similar to count as independent),
        /// `framesDisagree` (the frames show different readings).
        /// </summary>
        [JsonProperty("reasons", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Reasons { get; set; }
        /// <summary>The display's picture, for `heldPicture`; absent if there is none.</summary>
        [JsonProperty("picture", NullValueHandling = NullValueHandling.Ignore)]
        public PictureReference Picture { get; set; }
    }

    /// <summary>A seat's session, without confidential facts.</summary>
    public sealed class SessionState
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Whether the seat has a session.</summary>
        [JsonProperty("active")]
        public bool Active { get; set; }
        /// <summary>The session; null if there is none.</summary>
        [JsonProperty("sessionID")]
        public string SessionID { get; set; }
        /// <summary>When it began.</summary>
        [JsonProperty("startedAt", NullValueHandling = NullValueHandling.Ignore)]
        public string StartedAt { get; set; }
        /// <summary>
        /// Whether the server accepted its credentials; refused credentials end the session. `yes` (the server
        /// accepted them), `pending` (the server has not answered yet).
        /// </summary>
        [JsonProperty("validated", NullValueHandling = NullValueHandling.Ignore)]
        public string Validated { get; set; }
        /// <summary>Whether it is the default user's.</summary>
        [JsonProperty("defaultUser")]
        public bool DefaultUser { get; set; }
        /// <summary>A number that changes with the session's subscriptions, which `subscriptions` returns.</summary>
        [JsonProperty("subscriptionsRevision", NullValueHandling = NullValueHandling.Ignore)]
        public long? SubscriptionsRevision { get; set; }
        /// <summary>
        /// Why the seat's last session ended; absent without an ended session. `requested` (a person or a program
        /// ended it), `replaced` (the seat has another session), `unauthorized` (the server refused its
        /// credentials).
        /// </summary>
        [JsonProperty("endReason", NullValueHandling = NullValueHandling.Ignore)]
        public string EndReason { get; set; }
        /// <summary>
        /// The number of records in the seat's ended sessions that are not certain to be at the server; absent if
        /// none.
        /// </summary>
        [JsonProperty("unsyncedRecords", NullValueHandling = NullValueHandling.Ignore)]
        public long? UnsyncedRecords { get; set; }
        /// <summary>
        /// Further destinations of the running session that refused its person or credentials; absent if none
        /// did. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a
        /// FHIR R4 server), `file` (files on the machine that runs the uploader).
        /// </summary>
        [JsonProperty("endedDestinations", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> EndedDestinations { get; set; }
    }

    /// <summary>The queue's depths.</summary>
    public sealed class QueueState
    {
        /// <summary>The number of waiting records.</summary>
        [JsonProperty("pending")]
        public long Pending { get; set; }
        /// <summary>The number of records with a worker.</summary>
        [JsonProperty("leased")]
        public long Leased { get; set; }
        /// <summary>The number of readings without an owner.</summary>
        [JsonProperty("held")]
        public long Held { get; set; }
        /// <summary>The number of records that the server refused; kept for `records.keep`, at least 30 days.</summary>
        [JsonProperty("rejected")]
        public long Rejected { get; set; }
        /// <summary>The age of the oldest waiting record, in seconds.</summary>
        [JsonProperty("oldestSeconds", NullValueHandling = NullValueHandling.Ignore)]
        public long? OldestSeconds { get; set; }
        /// <summary>Why deliveries are paused, in plain words; null if they are not.</summary>
        [JsonProperty("paused")]
        public string Paused { get; set; }
        /// <summary>The number of images that wait for their record or for delivery.</summary>
        [JsonProperty("images", NullValueHandling = NullValueHandling.Ignore)]
        public long? Images { get; set; }
        /// <summary>The waiting deliveries by seat, the oldest first, at most 16; absent from older senders.</summary>
        [JsonProperty("waiting", NullValueHandling = NullValueHandling.Ignore)]
        public List<QueueStateWaiting> Waiting { get; set; }
        /// <summary>The number of records that were refused within the last day; absent if none, and from older senders.</summary>
        [JsonProperty("rejectedLately", NullValueHandling = NullValueHandling.Ignore)]
        public long? RejectedLately { get; set; }
        /// <summary>Why the last of them was refused, a code such as `http422`.</summary>
        [JsonProperty("rejectedError", NullValueHandling = NullValueHandling.Ignore)]
        public string RejectedError { get; set; }
    }

    /// <summary>The waiting deliveries of one seat's session.</summary>
    public sealed class QueueStateWaiting
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>
        /// The interface that receives them. `inform` (the cloud service's version 2), `legacy` (the cloud
        /// service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
        /// </summary>
        [JsonProperty("apiVersion")]
        public string ApiVersion { get; set; }
        /// <summary>The number of records and images that wait or are with a worker.</summary>
        [JsonProperty("count")]
        public long Count { get; set; }
        /// <summary>How many of them are history, which is sent when the destination's limit has room.</summary>
        [JsonProperty("history")]
        public long History { get; set; }
        /// <summary>Since when the oldest has been waiting.</summary>
        [JsonProperty("since")]
        public string Since { get; set; }
        /// <summary>The last error of the oldest, a code such as `http503`; absent if there was none.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public string Error { get; set; }
        /// <summary>
        /// When the next attempt of the oldest is due, or when its worker's lease ends; absent if it is due now,
        /// and from older senders.
        /// </summary>
        [JsonProperty("until", NullValueHandling = NullValueHandling.Ignore)]
        public string Until { get; set; }
    }

    /// <summary>The public key that access tokens are sealed for.</summary>
    public sealed class SealingState
    {
        /// <summary>
        /// The method. `hpke-base-x25519-hkdf-sha256-chacha20poly1305` (RFC 9180, base mode, suites 0x0020,
        /// 0x0001, 0x0003).
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
        /// `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that
        /// runs the uploader).
        /// </summary>
        [JsonProperty("destination", NullValueHandling = NullValueHandling.Ignore)]
        public string Destination { get; set; }
    }

    /// <summary>An image of a record, as notifications describe it.</summary>
    public sealed class ImageMedia
    {
        /// <summary>The image's own id.</summary>
        [JsonProperty("imageID")]
        public string ImageID { get; set; }
        /// <summary>The file's type. `image/jpeg` (JPEG), `image/png` (PNG).</summary>
        [JsonProperty("contentType")]
        public string ContentType { get; set; }
        /// <summary>The file's size in bytes, without metadata.</summary>
        [JsonProperty("size")]
        public long Size { get; set; }
        /// <summary>The file's SHA-256, without metadata.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>The server's id of it; null if it has none.</summary>
        [JsonProperty("mediaID")]
        public string MediaID { get; set; }
        /// <summary>The address where the server shows it to authorized people; null if the server gives none.</summary>
        [JsonProperty("url")]
        public string Url { get; set; }
    }

    /// <summary>An image did not reach the server and is not retried automatically; its file is deleted.</summary>
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
        /// <summary>The reason: the server's words, or `recordRejected`, `recordDeleted`, `imageExpired`, `imageMissing`.</summary>
        [JsonProperty("error")]
        public Fault Error { get; set; }
        /// <summary>
        /// The destination that did not get it; absent from older senders. `inform` (the cloud service's version
        /// 2), `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine
        /// that runs the uploader).
        /// </summary>
        [JsonProperty("destination", NullValueHandling = NullValueHandling.Ignore)]
        public string Destination { get; set; }
    }

    /// <summary>One value of a seat, without nesting, for programs that display or automate it.</summary>
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
        /// <summary>The value's record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>
        /// The value as a number, for programs that read no nested object; absent from older senders, as are the
        /// next three.
        /// </summary>
        [JsonProperty("value", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? Value { get; set; }
        /// <summary>Its unit in UCUM.</summary>
        [JsonProperty("unit", NullValueHandling = NullValueHandling.Ignore)]
        public string Unit { get; set; }
        /// <summary>When it was measured; equal to `timestamp`.</summary>
        [JsonProperty("measuredAt", NullValueHandling = NullValueHandling.Ignore)]
        public string MeasuredAt { get; set; }
        /// <summary>The value's origin: `device`, `manual` or `unknown`.</summary>
        [JsonProperty("origin", NullValueHandling = NullValueHandling.Ignore)]
        public string Origin { get; set; }
    }

    /// <summary>The usual values of a seat, set by an operator; other values are highlighted for people.</summary>
    public sealed class SeatLimits
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>All of the seat's limits, each metric once; empty if none are set.</summary>
        [JsonProperty("limits")]
        public List<SeatLimitsLimit> Limits { get; set; }
    }

    /// <summary>The usual range of one metric, in its first unit; at least one limit is present.</summary>
    public sealed class SeatLimitsLimit
    {
        /// <summary>The metric, such as `systolic`.</summary>
        [JsonProperty("metric")]
        public string Metric { get; set; }
        /// <summary>The lowest usual value; absent without a lower limit.</summary>
        [JsonProperty("lowest", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? Lowest { get; set; }
        /// <summary>The highest usual value; absent without an upper limit.</summary>
        [JsonProperty("highest", NullValueHandling = NullValueHandling.Ignore)]
        public decimal? Highest { get; set; }
    }

    /// <summary>A device was assigned.</summary>
    public sealed class DeviceAssigned
    {
        /// <summary>The seat that the device is assigned to.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The hub of the person who assigned it; `site` for a person at the server.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The user index on the device; null for every index.</summary>
        [JsonProperty("userIndex")]
        public long? UserIndex { get; set; }
        /// <summary>The measurement time from which it applies.</summary>
        [JsonProperty("from")]
        public string From { get; set; }
        /// <summary>The seats that had the device before; empty if none had.</summary>
        [JsonProperty("before")]
        public List<string> Before { get; set; }
        /// <summary>The account at the broker that assigned it.</summary>
        [JsonProperty("by")]
        public string By { get; set; }
    }

    /// <summary>Starts a session; the token is sealed with the site's key or for its public key.</summary>
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
        /// <summary>The access token, sealed with the site's key, base64; for callers that have this key.</summary>
        [JsonProperty("sealedToken", NullValueHandling = NullValueHandling.Ignore)]
        public string SealedToken { get; set; }
        /// <summary>The access token, sealed for the site's public key from `state/sealing`; replaces `sealedToken`.</summary>
        [JsonProperty("hpkeToken", NullValueHandling = NullValueHandling.Ignore)]
        public HPKEToken HpkeToken { get; set; }
        /// <summary>The access token in plain text: always refused, with an error that names the right field.</summary>
        [JsonProperty("accessToken", NullValueHandling = NullValueHandling.Ignore)]
        public string AccessToken { get; set; }
        /// <summary>
        /// The first destination of its records; `inform` when absent. `inform` (the cloud service's version 2),
        /// `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that
        /// runs the uploader).
        /// </summary>
        [JsonProperty("apiVersion", NullValueHandling = NullValueHandling.Ignore)]
        public string ApiVersion { get; set; }
        /// <summary>Whether to start the default user's session, which delivers nothing.</summary>
        [JsonProperty("defaultUser", NullValueHandling = NullValueHandling.Ignore)]
        public bool? DefaultUser { get; set; }
        /// <summary>Whether to start before the server has checked the credentials; they are checked afterwards.</summary>
        [JsonProperty("force", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Force { get; set; }
        /// <summary>Further destinations of its records, at most four, each once.</summary>
        [JsonProperty("destinations", NullValueHandling = NullValueHandling.Ignore)]
        public List<FurtherDestination> Destinations { get; set; }
        /// <summary>
        /// Earlier sessions of this seat at the destination `file`, at most 64, whose records also go to this
        /// session's first destination. For a person who was measured before an account existed.
        /// </summary>
        [JsonProperty("takes", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Takes { get; set; }
    }

    /// <summary>An access token, sealed for a site's public key by HPKE (RFC 9180, base mode).</summary>
    public sealed class HPKEToken
    {
        /// <summary>The name of the public key: `kid` of `state/sealing`.</summary>
        [JsonProperty("kid")]
        public string Kid { get; set; }
        /// <summary>The encapsulated key, 32 bytes, base64.</summary>
        [JsonProperty("enc")]
        public string Enc { get; set; }
        /// <summary>The sealed token, 16 bytes longer than the token, base64.</summary>
        [JsonProperty("ciphertext")]
        public string Ciphertext { get; set; }
    }

    /// <summary>A further destination of a session's records.</summary>
    public sealed class FurtherDestination
    {
        /// <summary>
        /// The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1),
        /// `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
        /// </summary>
        [JsonProperty("destination")]
        public string Destination { get; set; }
        /// <summary>
        /// The person there: the service's user, or `Patient/ID` or `SYSTEM|VALUE` of a FHIR server. When absent,
        /// the session's user; `fhir` requires it.
        /// </summary>
        [JsonProperty("userID", NullValueHandling = NullValueHandling.Ignore)]
        public string UserID { get; set; }
        /// <summary>The service's organization; the session's when absent.</summary>
        [JsonProperty("organizationID", NullValueHandling = NullValueHandling.Ignore)]
        public string OrganizationID { get; set; }
        /// <summary>The access token, sealed with the site's key, base64; the session's own when absent.</summary>
        [JsonProperty("sealedToken", NullValueHandling = NullValueHandling.Ignore)]
        public string SealedToken { get; set; }
        /// <summary>The access token, sealed for the site's public key and bound to this `userID`; replaces `sealedToken`.</summary>
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
        /// service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
        /// </summary>
        [JsonProperty("apiVersion")]
        public string ApiVersion { get; set; }
        /// <summary>When it began.</summary>
        [JsonProperty("startedAt")]
        public string StartedAt { get; set; }
        /// <summary>
        /// Whether the server accepted its credentials; refused credentials end the session. `yes` (the server
        /// accepted them), `pending` (the server has not answered yet).
        /// </summary>
        [JsonProperty("validated")]
        public string Validated { get; set; }
        /// <summary>Whether it is the default user's.</summary>
        [JsonProperty("defaultUser")]
        public bool DefaultUser { get; set; }
        /// <summary>
        /// The seat's configured units for values that a person types without a unit; only in the replies to
        /// `session` and `seats`.
        /// </summary>
        [JsonProperty("units", NullValueHandling = NullValueHandling.Ignore)]
        public List<TypedUnit> Units { get; set; }
        /// <summary>Further destinations, including those that have ended; absent if there are none.</summary>
        [JsonProperty("destinations", NullValueHandling = NullValueHandling.Ignore)]
        public List<SessionDestination> Destinations { get; set; }
    }

    /// <summary>The unit of a number that a person types without one.</summary>
    public sealed class TypedUnit
    {
        /// <summary>The metric, such as `blood_glucose`.</summary>
        [JsonProperty("metric")]
        public string Metric { get; set; }
        /// <summary>The unit in UCUM.</summary>
        [JsonProperty("unit")]
        public string Unit { get; set; }
    }

    /// <summary>The state of a session at a further destination, without its secrets.</summary>
    public sealed class SessionDestination
    {
        /// <summary>
        /// The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1),
        /// `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
        /// </summary>
        [JsonProperty("destination")]
        public string Destination { get; set; }
        /// <summary>The person there.</summary>
        [JsonProperty("userID")]
        public string UserID { get; set; }
        /// <summary>
        /// Whether it accepted the person and the credentials. `yes` (the server accepted them), `pending` (the
        /// server has not answered yet).
        /// </summary>
        [JsonProperty("validated")]
        public string Validated { get; set; }
        /// <summary>
        /// Why its deliveries have ended; absent while they continue. `requested` (a person or a program ended
        /// it), `replaced` (the seat has another session), `unauthorized` (the server refused its credentials).
        /// </summary>
        [JsonProperty("endReason", NullValueHandling = NullValueHandling.Ignore)]
        public string EndReason { get; set; }
    }

    /// <summary>The state of a seat's session after a check, with its waiting records.</summary>
    public sealed class SessionRetried
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The session.</summary>
        [JsonProperty("sessionID")]
        public string SessionID { get; set; }
        /// <summary>
        /// The server's answer about its credentials. `yes` (the credentials are valid), `no` (the server refuses
        /// them; the session has ended), `pending` (the server did not answer).
        /// </summary>
        [JsonProperty("validated")]
        public string Validated { get; set; }
        /// <summary>The number of waiting records that are retried now.</summary>
        [JsonProperty("waiting")]
        public long Waiting { get; set; }
        /// <summary>The number of records in the seat's ended sessions that are not certain to be at the server.</summary>
        [JsonProperty("unsyncedRecords")]
        public long UnsyncedRecords { get; set; }
    }

    /// <summary>Readings from a producer's outbox.</summary>
    public sealed class SubmitRecords
    {
        /// <summary>The readings, at most 64.</summary>
        [JsonProperty("records")]
        public List<Reading> Records { get; set; }
        /// <summary>
        /// Whether a person confirms that very unusual typed values (`manual` readings) are right. Without it
        /// such a reading is `refused` with `unusualValue`.
        /// </summary>
        [JsonProperty("unusual", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Unusual { get; set; }
        /// <summary>
        /// The furthest `mark` that the sender has received. It reveals an older copy of the session manager's
        /// database, which then accepts nothing.
        /// </summary>
        [JsonProperty("seenMark", NullValueHandling = NullValueHandling.Ignore)]
        public string SeenMark { get; set; }
    }

    /// <summary>What happened to each reading.</summary>
    public sealed class SubmittedRecords
    {
        /// <summary>The decisions, in the order of the request.</summary>
        [JsonProperty("results")]
        public List<SubmittedRecordsResult> Results { get; set; }
        /// <summary>
        /// The position of the session manager's database, as text; producers keep the furthest one and send it
        /// with their submissions (`seenMark`).
        /// </summary>
        [JsonProperty("mark", NullValueHandling = NullValueHandling.Ignore)]
        public string Mark { get; set; }
        /// <summary>
        /// The position of that database's last backup, as the third number of `mark`; absent if there was no
        /// backup yet. It is 0 after a restore, until the next backup. Producers keep the readings that were
        /// accepted after this position. They offer them again to a database whose `mark` has another first or
        /// fourth part, because a restored backup lacks them.
        /// </summary>
        [JsonProperty("backedUpTo", NullValueHandling = NullValueHandling.Ignore)]
        public long? BackedUpTo { get; set; }
    }

    /// <summary>The decision about one reading.</summary>
    public sealed class SubmittedRecordsResult
    {
        /// <summary>The reading.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>Its revision.</summary>
        [JsonProperty("revision")]
        public long Revision { get; set; }
        /// <summary>
        /// What happened to it. `accepted` (it is a person's record in the queue), `repeat` (it was already
        /// known, and nothing changed), `held` (it waits for a person's decision), `unsynced` (its session has
        /// ended), `notStored` (it is the default user's), `refused` (it was not accepted).
        /// </summary>
        [JsonProperty("outcome")]
        public string Outcome { get; set; }
        /// <summary>Its record, once an owner is decided.</summary>
        [JsonProperty("logID", NullValueHandling = NullValueHandling.Ignore)]
        public string LogID { get; set; }
        /// <summary>The seat, once an owner is decided.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>
        /// Why it is held. `noAssignment` (the device was not assigned at the measurement's time),
        /// `assignedToAnother` (the device was read for one seat, but is assigned to another), `olderThanRequest`
        /// (the reading was requested for a seat, but measured before the request), `clockUnknown` (the
        /// measurement's time is not known), `noSession` (the seat had no session at the measurement's time),
        /// `invalid` (it breaks a rule, such as a time in the future or no value), `changedByHand` (it is a later
        /// revision of a record that an operator has corrected, changed or deleted), `awaitsConfirmation` (a
        /// person has to confirm it first), `implausible` (its values are very unusual, contradict each other, or
        /// are doubted by the device: a person confirms or corrects them), `possibleRepeat` (its device sent
        /// equal values with an equal time before, but measured this later: a person decides whether they are
        /// two), `anotherHubsSeat` (it was read for another hub's seat, but no request for it is recorded).
        /// </summary>
        [JsonProperty("reason", NullValueHandling = NullValueHandling.Ignore)]
        public string Reason { get; set; }
        /// <summary>The seat that the device is assigned to, if that contradicts the requested seat.</summary>
        [JsonProperty("assignedSeat", NullValueHandling = NullValueHandling.Ignore)]
        public string AssignedSeat { get; set; }
        /// <summary>Why it was refused.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public Fault Error { get; set; }
        /// <summary>
        /// The newest revision stored of the reading, if newer than this one, which is then a `repeat`. A
        /// producer that does not know that revision was restored from an older copy; its next change needs a
        /// higher number.
        /// </summary>
        [JsonProperty("knownRevision", NullValueHandling = NullValueHandling.Ignore)]
        public long? KnownRevision { get; set; }
    }

    /// <summary>Asks for a page of a list.</summary>
    public sealed class PageRequest
    {
        /// <summary>Only this seat's; for held readings also those of a device that is or was assigned to it.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>Only this session's, for lists of records.</summary>
        [JsonProperty("sessionID", NullValueHandling = NullValueHandling.Ignore)]
        public string SessionID { get; set; }
        /// <summary>Only this device's, for lists of devices or held readings.</summary>
        [JsonProperty("device", NullValueHandling = NullValueHandling.Ignore)]
        public string Device { get; set; }
        /// <summary>The page, from 1; 1 when absent. Pages end after 32 elements, or when the message is full.</summary>
        [JsonProperty("page", NullValueHandling = NullValueHandling.Ignore)]
        public long? Page { get; set; }
        /// <summary>
        /// The snapshot that page 1 of this list of records opened; without one, the page shows the present
        /// state.
        /// </summary>
        [JsonProperty("snapshot", NullValueHandling = NullValueHandling.Ignore)]
        public string Snapshot { get; set; }
        /// <summary>Whether this request is for page 1 only of a list of records: no snapshot is opened.</summary>
        [JsonProperty("live", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Live { get; set; }
    }

    /// <summary>A page of records.</summary>
    public sealed class RecordPage
    {
        /// <summary>The page, from 1.</summary>
        [JsonProperty("page")]
        public long Page { get; set; }
        /// <summary>The total number of pages.</summary>
        [JsonProperty("pages")]
        public long Pages { get; set; }
        /// <summary>The records.</summary>
        [JsonProperty("records")]
        public List<RecordPageEntry> Records { get; set; }
        /// <summary>
        /// The snapshot for requesting the other pages; absent if there is only one page, and on a page of the
        /// present state. It closes after a minute without use or after five minutes, when newer snapshots need
        /// its place, and when a seat is erased. Requests for it then fail with `snapshotExpired`.
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
        /// `unsynced` (it was not at the server when its session ended), `unknown` (it was not delivered for
        /// certain, but may be at the server).
        /// </summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>The number of attempts.</summary>
        [JsonProperty("attempts")]
        public long Attempts { get; set; }
        /// <summary>The last error; for a waiting record, why it waits.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public Fault Error { get; set; }
        /// <summary>
        /// The destination of this entry: a record has one entry for each. Absent from older senders. `inform`
        /// (the cloud service's version 2), `legacy` (the cloud service's version 1), `fhir` (a FHIR R4 server),
        /// `file` (files on the machine that runs the uploader).
        /// </summary>
        [JsonProperty("destination", NullValueHandling = NullValueHandling.Ignore)]
        public string Destination { get; set; }
        /// <summary>
        /// When the next attempt is due, or when its worker's lease ends; absent if it is due now, if no attempt
        /// follows, and from older senders.
        /// </summary>
        [JsonProperty("until", NullValueHandling = NullValueHandling.Ignore)]
        public string Until { get; set; }
    }

    /// <summary>Assigns a device to a seat: its readings then belong to that seat.</summary>
    public sealed class AssignDevice
    {
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The user index on the device; absent covers every index without its own assignment, but not a scale's.</summary>
        [JsonProperty("userIndex", NullValueHandling = NullValueHandling.Ignore)]
        public long? UserIndex { get; set; }
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The start, now when absent; earlier measurements are not covered.</summary>
        [JsonProperty("from", NullValueHandling = NullValueHandling.Ignore)]
        public string From { get; set; }
        /// <summary>Whether to only check the assignment, without making it.</summary>
        [JsonProperty("checkOnly", NullValueHandling = NullValueHandling.Ignore)]
        public bool? CheckOnly { get; set; }
    }

    /// <summary>Ends an assignment.</summary>
    public sealed class UnassignDevice
    {
        /// <summary>The device.</summary>
        [JsonProperty("device")]
        public string Device { get; set; }
        /// <summary>The user index on the device.</summary>
        [JsonProperty("userIndex", NullValueHandling = NullValueHandling.Ignore)]
        public long? UserIndex { get; set; }
        /// <summary>The end, now when absent; later measurements have no owner.</summary>
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
        /// <summary>The total number of assignments.</summary>
        [JsonProperty("pages", NullValueHandling = NullValueHandling.Ignore)]
        public long? Pages { get; set; }
    }

    /// <summary>Readings without an owner.</summary>
    public sealed class HeldPage
    {
        /// <summary>The page, from 1.</summary>
        [JsonProperty("page")]
        public long Page { get; set; }
        /// <summary>The total number of pages.</summary>
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
        /// Why it is held. `noAssignment` (the device was not assigned at the measurement's time),
        /// `assignedToAnother` (the device was read for one seat, but is assigned to another), `olderThanRequest`
        /// (the reading was requested for a seat, but measured before the request), `clockUnknown` (the
        /// measurement's time is not known), `noSession` (the seat had no session at the measurement's time),
        /// `invalid` (it breaks a rule, such as a time in the future or no value), `changedByHand` (it is a later
        /// revision of a record that an operator has corrected, changed or deleted), `awaitsConfirmation` (a
        /// person has to confirm it first), `implausible` (its values are very unusual, contradict each other, or
        /// are doubted by the device: a person confirms or corrects them), `possibleRepeat` (its device sent
        /// equal values with an equal time before, but measured this later: a person decides whether they are
        /// two), `anotherHubsSeat` (it was read for another hub's seat, but no request for it is recorded).
        /// </summary>
        [JsonProperty("reason")]
        public string Reason { get; set; }
        /// <summary>The seat that the device is assigned to, if that contradicts the requested seat.</summary>
        [JsonProperty("assignedSeat", NullValueHandling = NullValueHandling.Ignore)]
        public string AssignedSeat { get; set; }
        /// <summary>The display's picture, for `heldPicture`; absent if there is none.</summary>
        [JsonProperty("picture", NullValueHandling = NullValueHandling.Ignore)]
        public PictureReference Picture { get; set; }
        /// <summary>Whether the stored reading cannot be decoded: it then has no values here, and can only be discarded.</summary>
        [JsonProperty("isUnreadable", NullValueHandling = NullValueHandling.Ignore)]
        public bool? IsUnreadable { get; set; }
    }

    /// <summary>Asks for notifications that were missed.</summary>
    public sealed class NotificationsSince
    {
        /// <summary>The last cursor that the caller has seen; 0 for the oldest kept.</summary>
        [JsonProperty("cursor")]
        public long Cursor { get; set; }
        /// <summary>The most to return, 1 to 50; 50 when absent.</summary>
        [JsonProperty("limit", NullValueHandling = NullValueHandling.Ignore)]
        public long? Limit { get; set; }
    }

    /// <summary>Notifications, oldest first.</summary>
    public sealed class Notifications
    {
        /// <summary>The notifications.</summary>
        [JsonProperty("notifications")]
        public List<NotificationsEntry> NotificationsValue { get; set; }
        /// <summary>The cursor for the next request.</summary>
        [JsonProperty("cursor")]
        public long Cursor { get; set; }
        /// <summary>Whether more notifications are available now.</summary>
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
        /// <summary>When the event was made.</summary>
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
        /// <summary>The newest revision that the caller knows, from 1; any other is refused.</summary>
        [JsonProperty("baseRevision")]
        public long BaseRevision { get; set; }
        /// <summary>All values of the record, at most 64; they replace the present ones.</summary>
        [JsonProperty("measurements")]
        public List<Measurement> Measurements { get; set; }
        /// <summary>
        /// Whether a person confirms that very unusual values are right. Without it they are refused with
        /// `unusualValue`.
        /// </summary>
        [JsonProperty("unusual", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Unusual { get; set; }
    }

    /// <summary>An operator changed a record; `recordSubmitted` follows when the server has the change.</summary>
    public sealed class RecordChanged
    {
        /// <summary>The record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>The new revision, from 1.</summary>
        [JsonProperty("revision")]
        public long Revision { get; set; }
        /// <summary>
        /// What happened to it. `accepted` (it waits for the server), `repeat` (it was already made), `withdrawn`
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
        /// <summary>The newest revision that the caller knows, from 1; any other is refused.</summary>
        [JsonProperty("baseRevision")]
        public long BaseRevision { get; set; }
    }

    /// <summary>Whether the system logs, what, and where to; retained on `state/logging`.</summary>
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

    /// <summary>Gives a held reading its owner, with corrections.</summary>
    public sealed class ConfirmReading
    {
        /// <summary>The reading.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>The revision that the person looked at; absent for the one that is held.</summary>
        [JsonProperty("revision", NullValueHandling = NullValueHandling.Ignore)]
        public long? Revision { get; set; }
        /// <summary>The seat whose session gets the reading.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The session, which may have ended; when absent, the seat's session at the time of measurement.</summary>
        [JsonProperty("sessionID", NullValueHandling = NullValueHandling.Ignore)]
        public string SessionID { get; set; }
        /// <summary>The corrected time of measurement; a reading of unknown time needs this or `sessionID`.</summary>
        [JsonProperty("timestamp", NullValueHandling = NullValueHandling.Ignore)]
        public string Timestamp { get; set; }
        /// <summary>Corrected values, marked `manual` if they differ; metrics that are not named stay.</summary>
        [JsonProperty("measurements", NullValueHandling = NullValueHandling.Ignore)]
        public List<Measurement> Measurements { get; set; }
        /// <summary>
        /// Whether a person confirms that very unusual values, typed or read by a camera, are right. Without it
        /// they are refused with `unusualValue`.
        /// </summary>
        [JsonProperty("unusual", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Unusual { get; set; }
    }

    /// <summary>What happened to a held reading.</summary>
    public sealed class DecidedReading
    {
        /// <summary>The reading.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>
        /// What happened to it. `accepted` (it is a record of a running session), `unsynced` (its session has
        /// ended), `discarded` (it was discarded), `repeat` (the same decision was made before).
        /// </summary>
        [JsonProperty("outcome")]
        public string Outcome { get; set; }
        /// <summary>Its record, if it has one.</summary>
        [JsonProperty("logID", NullValueHandling = NullValueHandling.Ignore)]
        public string LogID { get; set; }
        /// <summary>The session that the record belongs to.</summary>
        [JsonProperty("sessionID", NullValueHandling = NullValueHandling.Ignore)]
        public string SessionID { get; set; }
        /// <summary>The image that follows the record to the server, if the reading had a picture.</summary>
        [JsonProperty("imageID", NullValueHandling = NullValueHandling.Ignore)]
        public string ImageID { get; set; }
    }

    /// <summary>Discards a held reading.</summary>
    public sealed class DiscardReading
    {
        /// <summary>The reading.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>The revision that the person looked at; absent for the one that is held.</summary>
        [JsonProperty("revision", NullValueHandling = NullValueHandling.Ignore)]
        public long? Revision { get; set; }
    }

    /// <summary>Names the seat whose persons are erased.</summary>
    public sealed class EraseSeat
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>
        /// Whether to only check that erasing is allowed: nothing is erased and all counts are 0. False when
        /// absent.
        /// </summary>
        [JsonProperty("checkOnly", NullValueHandling = NullValueHandling.Ignore)]
        public bool? CheckOnly { get; set; }
    }

    /// <summary>What the session manager has erased of a seat.</summary>
    public sealed class SeatErased
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Records in any state of delivery; records that the cloud service already has stay there.</summary>
        [JsonProperty("records")]
        public long Records { get; set; }
        /// <summary>Sessions.</summary>
        [JsonProperty("sessions")]
        public long Sessions { get; set; }
        /// <summary>Assignments of devices.</summary>
        [JsonProperty("assignments")]
        public long Assignments { get; set; }
        /// <summary>Held readings that were made for the seat, or by a device that belonged to no other seat.</summary>
        [JsonProperty("heldReadings")]
        public long HeldReadings { get; set; }
        /// <summary>Held readings that stay, because other seats had their devices too: confirm or discard them.</summary>
        [JsonProperty("sharedHeldReadings")]
        public long SharedHeldReadings { get; set; }
        /// <summary>The devices of the seat. `eraseDevices`, which comes before this request, erases what their hubs have.</summary>
        [JsonProperty("devices")]
        public List<string> Devices { get; set; }
        /// <summary>Waiting images, with their files.</summary>
        [JsonProperty("images", NullValueHandling = NullValueHandling.Ignore)]
        public long? Images { get; set; }
    }

    /// <summary>Names a set of health types.</summary>
    public sealed class SampleTypesRequest
    {
        /// <summary>
        /// The set. `routine` (a day's activity), `diabetes` (glucose), `weight` (weight and body composition),
        /// `fitness` (workouts), `sleep` (sleep), `basicNutrition` (food and drink), `reproductiveHealth` (the
        /// menstrual cycle; only the legacy API accepts it), `biometrics` (vital signs).
        /// </summary>
        [JsonProperty("set")]
        public string Set { get; set; }
    }

    /// <summary>The health types of a set.</summary>
    public sealed class SampleTypes
    {
        /// <summary>
        /// The set. `routine` (a day's activity), `diabetes` (glucose), `weight` (weight and body composition),
        /// `fitness` (workouts), `sleep` (sleep), `basicNutrition` (food and drink), `reproductiveHealth` (the
        /// menstrual cycle; only the legacy API accepts it), `biometrics` (vital signs).
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
        /// <summary>HealthKit's identifiers, of one or several sets; empty stops, absent leaves them unchanged.</summary>
        [JsonProperty("sampleTypes", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> SampleTypes { get; set; }
        /// <summary>Whether to import steps in short intervals too; absent leaves it unchanged, false at first.</summary>
        [JsonProperty("processIntraday", NullValueHandling = NullValueHandling.Ignore)]
        public bool? ProcessIntraday { get; set; }
    }

    /// <summary>The exported data that a seat's session wants.</summary>
    public sealed class Subscriptions
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The session.</summary>
        [JsonProperty("sessionID")]
        public string SessionID { get; set; }
        /// <summary>The session's user as a keyed hash: equal for equal users, and it reveals nothing about them.</summary>
        [JsonProperty("person")]
        public string Person { get; set; }
        /// <summary>
        /// The interface that receives the session's records. `inform` (the cloud service's version 2), `legacy`
        /// (the cloud service's version 1), `fhir` (a FHIR R4 server), `file` (files on the machine that runs the
        /// uploader).
        /// </summary>
        [JsonProperty("apiVersion")]
        public string ApiVersion { get; set; }
        /// <summary>Whether it is the default user's, for whom nothing is imported.</summary>
        [JsonProperty("defaultUser")]
        public bool DefaultUser { get; set; }
        /// <summary>When the session began.</summary>
        [JsonProperty("startedAt")]
        public string StartedAt { get; set; }
        /// <summary>HealthKit's identifiers.</summary>
        [JsonProperty("sampleTypes")]
        public List<string> SampleTypes { get; set; }
        /// <summary>Whether to import steps in short intervals too.</summary>
        [JsonProperty("processIntraday")]
        public bool ProcessIntraday { get; set; }
        /// <summary>Departures from the request, with reasons.</summary>
        [JsonProperty("warnings")]
        public List<string> Warnings { get; set; }
    }

    /// <summary>
    /// Announces an image of a record; the reply lists the missing parts. A repeat changes nothing and returns
    /// the progress.
    /// </summary>
    public sealed class PutImage
    {
        /// <summary>The record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>The SHA-256 of the file as sent, 64 hex digits.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>The file's size in bytes, 1 to 10000000.</summary>
        [JsonProperty("size")]
        public long Size { get; set; }
    }

    /// <summary>The progress of an image's transfer.</summary>
    public sealed class ImageReceived
    {
        /// <summary>The record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>
        /// The state of the image. `wanted` (parts are missing), `stored` (the image is stored here), `submitted`
        /// (the server has it).
        /// </summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>The image's own id once it is stored; derived from its record and its content without metadata.</summary>
        [JsonProperty("imageID", NullValueHandling = NullValueHandling.Ignore)]
        public string ImageID { get; set; }
        /// <summary>The size of a part in bytes; the last one has the rest.</summary>
        [JsonProperty("partSize")]
        public long PartSize { get; set; }
        /// <summary>The missing parts, at most 250; also empty while the last part is being checked: ask again then.</summary>
        [JsonProperty("missing")]
        public List<long> Missing { get; set; }
        /// <summary>False if no online uploader has a path for images, so that the image waits for one; absent otherwise.</summary>
        [JsonProperty("hasPath", NullValueHandling = NullValueHandling.Ignore)]
        public bool? HasPath { get; set; }
    }

    /// <summary>One part of an announced image. A repeat changes nothing.</summary>
    public sealed class ImagePart
    {
        /// <summary>The record.</summary>
        [JsonProperty("logID")]
        public string LogID { get; set; }
        /// <summary>The SHA-256 of the whole file, as announced.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }
        /// <summary>The part, 0 to 249.</summary>
        [JsonProperty("index")]
        public long Index { get; set; }
        /// <summary>The part's bytes, base64: 40,000 bytes; the last part has the rest.</summary>
        [JsonProperty("data")]
        public string Data { get; set; }
    }

    /// <summary>Asks for a piece of a held reading's picture.</summary>
    public sealed class HeldPictureRequest
    {
        /// <summary>The reading.</summary>
        [JsonProperty("readingKey")]
        public string ReadingKey { get; set; }
        /// <summary>The offset of the piece.</summary>
        [JsonProperty("offset")]
        public long Offset { get; set; }
    }

    /// <summary>Asks for a page of a seat's records, delivered and waiting.</summary>
    public sealed class RecordHistoryRequest
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Only measurements from this time on.</summary>
        [JsonProperty("from", NullValueHandling = NullValueHandling.Ignore)]
        public string From { get; set; }
        /// <summary>Only measurements before this time.</summary>
        [JsonProperty("to", NullValueHandling = NullValueHandling.Ignore)]
        public string To { get; set; }
        /// <summary>Only records with a value of one of these metrics, at most 32; all when absent or empty.</summary>
        [JsonProperty("metrics", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> Metrics { get; set; }
        /// <summary>The page, from 1; 1 when absent. Pages end after 32 elements, or when the message is full.</summary>
        [JsonProperty("page", NullValueHandling = NullValueHandling.Ignore)]
        public long? Page { get; set; }
        /// <summary>The snapshot that page 1 of this list opened; without one, the page shows the present state.</summary>
        [JsonProperty("snapshot", NullValueHandling = NullValueHandling.Ignore)]
        public string Snapshot { get; set; }
        /// <summary>Whether this request is for page 1 only: no snapshot is opened.</summary>
        [JsonProperty("live", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Live { get; set; }
        /// <summary>
        /// The persons to include, by the seat's running session; `present` when absent. `present` (those of the
        /// person in the seat's running session; empty without a session), `before` (those of earlier persons),
        /// `everybody` (those of every person who has had the seat).
        /// </summary>
        [JsonProperty("whose", NullValueHandling = NullValueHandling.Ignore)]
        public string Whose { get; set; }
        /// <summary>Only this user's records, whoever has the seat now; `whose` is then absent or `everybody`.</summary>
        [JsonProperty("userID", NullValueHandling = NullValueHandling.Ignore)]
        public string UserID { get; set; }
        /// <summary>
        /// Whether to return the newest record of each metric since `from` instead of pages: at most 64, without
        /// deleted records. `metrics` and `page` are then absent.
        /// </summary>
        [JsonProperty("newest", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Newest { get; set; }
    }

    /// <summary>A page of a seat's records, the latest measurement first.</summary>
    public sealed class RecordHistory
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The page, from 1.</summary>
        [JsonProperty("page")]
        public long Page { get; set; }
        /// <summary>The total number of pages.</summary>
        [JsonProperty("pages")]
        public long Pages { get; set; }
        /// <summary>The total number of records.</summary>
        [JsonProperty("total")]
        public long Total { get; set; }
        /// <summary>The records.</summary>
        [JsonProperty("records")]
        public List<RecordHistoryEntry> Records { get; set; }
        /// <summary>The snapshot for requesting the other pages.</summary>
        [JsonProperty("snapshot", NullValueHandling = NullValueHandling.Ignore)]
        public string Snapshot { get; set; }
        /// <summary>The person who has the seat now; absent without a session, and from older senders.</summary>
        [JsonProperty("present", NullValueHandling = NullValueHandling.Ignore)]
        public RecordHistoryPresent Present { get; set; }
        /// <summary>Whether earlier persons have records here, which `before` lists; absent from older senders.</summary>
        [JsonProperty("hasBefore", NullValueHandling = NullValueHandling.Ignore)]
        public bool? HasBefore { get; set; }
    }

    /// <summary>One record and its state.</summary>
    public sealed class RecordHistoryEntry
    {
        /// <summary>The record with its values; a deleted record has none.</summary>
        [JsonProperty("record")]
        public VitalRecord Record { get; set; }
        /// <summary>
        /// Its state at the first destination of its session. `waiting` (it is not at the server yet),
        /// `submitted` (the server has it), `failed` (it was refused for good), `unsynced` (it was not at the
        /// server when its session ended), `unknown` (it was not delivered for certain, but may be at the
        /// server), `deleted` (it is deleted).
        /// </summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>Since when the state applies; for a submitted record, when the server accepted it.</summary>
        [JsonProperty("since")]
        public string Since { get; set; }
        /// <summary>The server's id of the record, if known.</summary>
        [JsonProperty("serverID", NullValueHandling = NullValueHandling.Ignore)]
        public string ServerID { get; set; }
        /// <summary>Why it failed.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public Fault Error { get; set; }
        /// <summary>Whether the waiting or failed step is the record's deletion: the record is then still at the server.</summary>
        [JsonProperty("deletes", NullValueHandling = NullValueHandling.Ignore)]
        public bool? Deletes { get; set; }
        /// <summary>Its state at further destinations of its session; absent if there are none.</summary>
        [JsonProperty("elsewhere", NullValueHandling = NullValueHandling.Ignore)]
        public List<RecordHistoryEntryElsewhere> Elsewhere { get; set; }
        /// <summary>The user of its session; absent from older senders.</summary>
        [JsonProperty("userID", NullValueHandling = NullValueHandling.Ignore)]
        public string UserID { get; set; }
        /// <summary>
        /// The metrics that the destination cannot store: their values are not submitted. Absent if there are
        /// none.
        /// </summary>
        [JsonProperty("leftOut", NullValueHandling = NullValueHandling.Ignore)]
        public List<string> LeftOut { get; set; }
    }

    /// <summary>The state of a record at a further destination of its session.</summary>
    public sealed class RecordHistoryEntryElsewhere
    {
        /// <summary>
        /// The destination. `inform` (the cloud service's version 2), `legacy` (the cloud service's version 1),
        /// `fhir` (a FHIR R4 server), `file` (files on the machine that runs the uploader).
        /// </summary>
        [JsonProperty("destination")]
        public string Destination { get; set; }
        /// <summary>
        /// The record's state there. `waiting` (it is not at the server yet), `submitted` (the server has it),
        /// `failed` (it was refused for good), `unsynced` (it was not at the server when its session ended),
        /// `unknown` (it was not delivered for certain, but may be at the server), `deleted` (it is deleted).
        /// </summary>
        [JsonProperty("state")]
        public string State { get; set; }
        /// <summary>Since when the state applies.</summary>
        [JsonProperty("since")]
        public string Since { get; set; }
        /// <summary>The destination's id of the record, if known.</summary>
        [JsonProperty("serverID", NullValueHandling = NullValueHandling.Ignore)]
        public string ServerID { get; set; }
        /// <summary>Why it failed.</summary>
        [JsonProperty("error", NullValueHandling = NullValueHandling.Ignore)]
        public Fault Error { get; set; }
    }

    /// <summary>The person who has a seat now.</summary>
    public sealed class RecordHistoryPresent
    {
        /// <summary>The user of its running session.</summary>
        [JsonProperty("userID")]
        public string UserID { get; set; }
        /// <summary>Since when, over consecutive sessions of this person.</summary>
        [JsonProperty("since")]
        public string Since { get; set; }
    }

    /// <summary>Asks for a page of the site's seats.</summary>
    public sealed class SeatsRequest
    {
        /// <summary>The page, from 1; 1 when absent. Pages end after 50 elements.</summary>
        [JsonProperty("page", NullValueHandling = NullValueHandling.Ignore)]
        public long? Page { get; set; }
    }

    /// <summary>A page of the site's seats, in alphabetical order.</summary>
    public sealed class SeatPage
    {
        /// <summary>The page, from 1.</summary>
        [JsonProperty("page")]
        public long Page { get; set; }
        /// <summary>The total number of pages.</summary>
        [JsonProperty("pages")]
        public long Pages { get; set; }
        /// <summary>The seats.</summary>
        [JsonProperty("seats")]
        public List<SeatPageEntry> Seats { get; set; }
    }

    /// <summary>One seat and its present state.</summary>
    public sealed class SeatPageEntry
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>Whether the site's configuration lists it. Other seats are known from stored data only.</summary>
        [JsonProperty("configured")]
        public bool Configured { get; set; }
        /// <summary>Its present session.</summary>
        [JsonProperty("session", NullValueHandling = NullValueHandling.Ignore)]
        public SessionView Session { get; set; }
        /// <summary>When its last record was measured, without deleted records.</summary>
        [JsonProperty("lastMeasuredAt", NullValueHandling = NullValueHandling.Ignore)]
        public string LastMeasuredAt { get; set; }
        /// <summary>The number of records that wait or are being delivered.</summary>
        [JsonProperty("waiting")]
        public long Waiting { get; set; }
        /// <summary>The number of records in ended sessions that are not certain to be at the server.</summary>
        [JsonProperty("unsynced")]
        public long Unsynced { get; set; }
        /// <summary>The number of records that the server refused.</summary>
        [JsonProperty("rejected")]
        public long Rejected { get; set; }
        /// <summary>The number of held readings that were made for it, or by a device that is or was assigned to it.</summary>
        [JsonProperty("held")]
        public long Held { get; set; }
        /// <summary>The number of devices that are assigned to it now.</summary>
        [JsonProperty("devices")]
        public long Devices { get; set; }
    }

    /// <summary>Announces that a person will ask a hub to measure or pair for a seat; sent just before the hub is asked.</summary>
    public sealed class ExpectReadings
    {
        /// <summary>The hub that will be asked.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The seat for which it measures.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
    }

    /// <summary>What a hub may submit and assign because a person asked for it.</summary>
    public sealed class ReadingsExpected
    {
        /// <summary>The hub.</summary>
        [JsonProperty("hub")]
        public string Hub { get; set; }
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>When the permission ends; absent for a hub on the server itself, which needs none.</summary>
        [JsonProperty("until", NullValueHandling = NullValueHandling.Ignore)]
        public string Until { get; set; }
    }

    /// <summary>A page of sessions, running and ended, the newest first.</summary>
    public sealed class SessionPage
    {
        /// <summary>The page, from 1.</summary>
        [JsonProperty("page")]
        public long Page { get; set; }
        /// <summary>The total number of pages.</summary>
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
        /// Why it ended. `requested` (a person or a program ended it), `replaced` (the seat has another session),
        /// `unauthorized` (the server refused its credentials).
        /// </summary>
        [JsonProperty("reason", NullValueHandling = NullValueHandling.Ignore)]
        public string Reason { get; set; }
        /// <summary>The number of its records that are not certain to be at the server.</summary>
        [JsonProperty("open")]
        public long Open { get; set; }
    }

    /// <summary>
    /// Resends refused records; the server gets each once, whatever it accepted of earlier attempts. A repeat
    /// changes nothing.
    /// </summary>
    public sealed class RetryRecords
    {
        /// <summary>One record; absent for all.</summary>
        [JsonProperty("logID", NullValueHandling = NullValueHandling.Ignore)]
        public string LogID { get; set; }
        /// <summary>Only this seat's.</summary>
        [JsonProperty("seat", NullValueHandling = NullValueHandling.Ignore)]
        public string Seat { get; set; }
        /// <summary>Only records that were refused at this time or later.</summary>
        [JsonProperty("since", NullValueHandling = NullValueHandling.Ignore)]
        public string Since { get; set; }
    }

    /// <summary>What happened to refused records.</summary>
    public sealed class RecordsRetried
    {
        /// <summary>The number of deliveries that are sent again, counted per destination.</summary>
        [JsonProperty("retried")]
        public long Retried { get; set; }
        /// <summary>The number of records that stay refused, because their session has ended.</summary>
        [JsonProperty("ended")]
        public long Ended { get; set; }
    }

    /// <summary>Which measurements of a person's plan are due or overdue, without values and names.</summary>
    public sealed class DueState
    {
        /// <summary>The seat.</summary>
        [JsonProperty("seat")]
        public string Seat { get; set; }
        /// <summary>The session whose person has the plan.</summary>
        [JsonProperty("sessionID")]
        public string SessionID { get; set; }
        /// <summary>The number of metrics that are due and not late.</summary>
        [JsonProperty("due")]
        public long Due { get; set; }
        /// <summary>The number of metrics that are late.</summary>
        [JsonProperty("overdue")]
        public long Overdue { get; set; }
        /// <summary>The due and the late metrics, the late ones first; empty if all are done.</summary>
        [JsonProperty("metrics")]
        public List<DueStateItem> Metrics { get; set; }
        /// <summary>The earliest time at which one of them was due; absent if all are done.</summary>
        [JsonProperty("since", NullValueHandling = NullValueHandling.Ignore)]
        public string Since { get; set; }
        /// <summary>When the next of the other metrics is due; absent if there is none.</summary>
        [JsonProperty("next", NullValueHandling = NullValueHandling.Ignore)]
        public string Next { get; set; }
    }

    /// <summary>One metric that asks for a measurement.</summary>
    public sealed class DueStateItem
    {
        /// <summary>The metric, such as `pulse`; `systolic` means both pressures.</summary>
        [JsonProperty("metric")]
        public string Metric { get; set; }
        /// <summary>The time at which it was due, by the plan.</summary>
        [JsonProperty("since")]
        public string Since { get; set; }
        /// <summary>Whether it is late.</summary>
        [JsonProperty("overdue")]
        public bool Overdue { get; set; }
    }

    /// <summary>What ble-scanner does when it is asked.</summary>
    public static class BleScannerOperations
    {
        /// <summary>The devices that are in sight now.</summary>
        public static readonly Operation<Empty, Sightings> Sightings =
            new Operation<Empty, Sightings>("ble-scanner", "sightings");
        /// <summary>
        /// Leaves the radio to a device that is being connected: discovery pauses until the link is made, and
        /// silence does not count as a fault.
        /// </summary>
        public static readonly Operation<HoldDiscovery, DiscoveryHeld> HoldDiscovery =
            new Operation<HoldDiscovery, DiscoveryHeld>("ble-scanner", "holdDiscovery");
        /// <summary>Reports every advertisement at once for a limited time, for a person who pairs a device.</summary>
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
        /// <summary>Erases what the hub still has of a seat's persons: raw frames and readings measured for the seat.</summary>
        public static readonly Operation<EraseDevices, DevicesErased> EraseDevices =
            new Operation<EraseDevices, DevicesErased>("device-reader", "eraseDevices");
        /// <summary>Answers a `passkeyRequested`.</summary>
        public static readonly Operation<AnswerPasskey, Empty> AnswerPasskey =
            new Operation<AnswerPasskey, Empty>("device-reader", "answerPasskey");
        /// <summary>Stores what a device needs in addition to its pairing, sealed; the reply lists what is still missing.</summary>
        public static readonly Operation<StorePeripheralData, PeripheralDataStored> StorePeripheralData =
            new Operation<StorePeripheralData, PeripheralDataStored>("device-reader", "storePeripheralData");
        /// <summary>Removes a device's pairing and secrets at this hub; the only way to clear a stale pairing.</summary>
        public static readonly Operation<ForgetDevice, DeviceForgotten> ForgetDevice =
            new Operation<ForgetDevice, DeviceForgotten>("device-reader", "forgetDevice");
    }

    /// <summary>What health-importer does when it is asked.</summary>
    public static class HealthImporterOperations
    {
        /// <summary>Imports a file on the importer's machine.</summary>
        public static readonly Operation<ImportFile, ImportState> ImportFile =
            new Operation<ImportFile, ImportState>("health-importer", "importFile");
        /// <summary>Replaces the watched folders of a seat; without `paths` it only lists them.</summary>
        public static readonly Operation<ObserveFolders, ObservedFolders> Observe =
            new Operation<ObserveFolders, ObservedFolders>("health-importer", "observe");
        /// <summary>Makes records of whole past days from what the seat's person has already exported.</summary>
        public static readonly Operation<FetchHistoricalSets, HistoricalFetch> FetchHistoricalSets =
            new Operation<FetchHistoricalSets, HistoricalFetch>("health-importer", "fetchHistoricalSets");
        /// <summary>Ends historical fetches; records that they have already made stay.</summary>
        public static readonly Operation<CancelHistoricalFetch, CancelledFetches> CancelHistoricalFetch =
            new Operation<CancelHistoricalFetch, CancelledFetches>("health-importer", "cancelHistoricalFetch");
        /// <summary>The imports, the latest first.</summary>
        public static readonly Operation<ImportsRequest, ImportList> Imports =
            new Operation<ImportsRequest, ImportList>("health-importer", "imports");
        /// <summary>Ends an import that waits or runs; records that it has already handed over stay.</summary>
        public static readonly Operation<CancelImport, CancelledImports> CancelImport =
            new Operation<CancelImport, CancelledImports>("health-importer", "cancelImport");
        /// <summary>Erases what the importer has of a seat's persons: anchors, uploads over HTTP, and waiting records.</summary>
        public static readonly Operation<SeatReference, ImportsErased> EraseImports =
            new Operation<SeatReference, ImportsErased>("health-importer", "eraseImports");
    }

    /// <summary>What ocr-worker does when it is asked.</summary>
    public static class OcrWorkerOperations
    {
        /// <summary>The displays that can be read.</summary>
        public static readonly Operation<OCRPeripheralsRequest, OCRPeripherals> OcrPeripherals =
            new Operation<OCRPeripheralsRequest, OCRPeripherals>("ocr-worker", "ocrPeripherals");
        /// <summary>The overlay for a preview of a given size, which shows where to hold the display.</summary>
        public static readonly Operation<OverlayRequest, Overlay> Overlay =
            new Operation<OverlayRequest, Overlay>("ocr-worker", "overlay");
        /// <summary>Announces a picture to read; the reply lists the missing parts.</summary>
        public static readonly Operation<PutPicture, PictureReceived> PutPicture =
            new Operation<PutPicture, PictureReceived>("ocr-worker", "putPicture");
        /// <summary>Hands over one part of an announced picture; the last one is answered when the picture is stored.</summary>
        public static readonly Operation<PicturePart, PictureReceived> PicturePart =
            new Operation<PicturePart, PictureReceived>("ocr-worker", "picturePart");
        /// <summary>
        /// A piece of a picture, of a frame's crop or of a preview; for people only. A preview goes only to the
        /// caller that requested it.
        /// </summary>
        public static readonly Operation<PictureBytesRequest, ImageBytes> PictureBytes =
            new Operation<PictureBytesRequest, ImageBytes>("ocr-worker", "pictureBytes");
        /// <summary>
        /// Asks to read a picture; answered once the job is stored. The worker reads it as soon as it has a free
        /// lane.
        /// </summary>
        public static readonly Operation<RecognizePicture, OCRJob> Recognize =
            new Operation<RecognizePicture, OCRJob>("ocr-worker", "recognize");
        /// <summary>Reads a display in the frames of a camera, a stream, a folder or the caller until the frames agree.</summary>
        public static readonly Operation<StartReading, OCRJob> StartReading =
            new Operation<StartReading, OCRJob>("ocr-worker", "startReading");
        /// <summary>
        /// Sends a part of a frame to a stream whose source is `pushed`; the last part is answered with the
        /// result.
        /// </summary>
        public static readonly Operation<PushFrame, FramePushed> PushFrame =
            new Operation<PushFrame, FramePushed>("ocr-worker", "pushFrame");
        /// <summary>Ends streams and waiting pictures.</summary>
        public static readonly Operation<CancelOCR, CancelledOCR> Cancel =
            new Operation<CancelOCR, CancelledOCR>("ocr-worker", "cancel");
        /// <summary>The QR codes and bar codes in a picture.</summary>
        public static readonly Operation<ScanCode, ScannedCodes> ScanCode =
            new Operation<ScanCode, ScannedCodes>("ocr-worker", "scanCode");
        /// <summary>
        /// Erases what the worker has of a seat's persons: jobs, pictures, streams and waiting readings. Pictures
        /// that are being read are dropped.
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
        /// <summary>Checks a seat's session with the server again, and retries its waiting records now.</summary>
        public static readonly Operation<SeatReference, SessionRetried> RetrySession =
            new Operation<SeatReference, SessionRetried>("session-manager", "retrySession");
        /// <summary>Accepts readings from a producer; each is answered once it is stored.</summary>
        public static readonly Operation<SubmitRecords, SubmittedRecords> SubmitRecords =
            new Operation<SubmitRecords, SubmittedRecords>("session-manager", "submitRecords");
        /// <summary>The records that wait or are being delivered.</summary>
        public static readonly Operation<PageRequest, RecordPage> QueuedRecords =
            new Operation<PageRequest, RecordPage>("session-manager", "queuedRecords");
        /// <summary>
        /// The records of an ended session, or of all of a seat's, that are not certain to be at the server; kept
        /// for 7 days. An `integration` gets only those of seats that share values.
        /// </summary>
        public static readonly Operation<PageRequest, RecordPage> UnsyncedRecords =
            new Operation<PageRequest, RecordPage>("session-manager", "unsyncedRecords");
        /// <summary>The records that the server refused; kept for `records.keep`, at least 30 days.</summary>
        public static readonly Operation<PageRequest, RecordPage> RejectedRecords =
            new Operation<PageRequest, RecordPage>("session-manager", "rejectedRecords");
        /// <summary>Retries waiting records now, without back-off.</summary>
        public static readonly Operation<Empty, QueueState> ProcessQueue =
            new Operation<Empty, QueueState>("session-manager", "processQueue");
        /// <summary>Assigns a device to a seat from a given time; held readings that this decides get their owner.</summary>
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
        /// <summary>The notifications after a cursor; kept for 7 days.</summary>
        public static readonly Operation<NotificationsSince, Notifications> NotificationsSince =
            new Operation<NotificationsSince, Notifications>("session-manager", "notificationsSince");
        /// <summary>Gives a record new values, for an operator.</summary>
        public static readonly Operation<UpdateRecord, RecordChanged> UpdateRecord =
            new Operation<UpdateRecord, RecordChanged>("session-manager", "updateRecord");
        /// <summary>Deletes a record here and at the server, for an operator.</summary>
        public static readonly Operation<DeleteRecord, RecordChanged> DeleteRecord =
            new Operation<DeleteRecord, RecordChanged>("session-manager", "deleteRecord");
        /// <summary>Switches logging on or off, and sets its parts and its sink; kept over restarts.</summary>
        public static readonly Operation<LoggingState, LoggingState> SetLogging =
            new Operation<LoggingState, LoggingState>("session-manager", "setLogging");
        /// <summary>Gives a held reading its owner; a repeat changes nothing.</summary>
        public static readonly Operation<ConfirmReading, DecidedReading> ConfirmReading =
            new Operation<ConfirmReading, DecidedReading>("session-manager", "confirmReading");
        /// <summary>Discards a held reading, so that it does not return; a repeat changes nothing.</summary>
        public static readonly Operation<DiscardReading, DecidedReading> DiscardReading =
            new Operation<DiscardReading, DecidedReading>("session-manager", "discardReading");
        /// <summary>Erases a seat's persons from the session manager; refused while the seat has a session.</summary>
        public static readonly Operation<EraseSeat, SeatErased> EraseSeat =
            new Operation<EraseSeat, SeatErased>("session-manager", "eraseSeat");
        /// <summary>The health types of a set, grouped as in the mobile SDK's guide.</summary>
        public static readonly Operation<SampleTypesRequest, SampleTypes> SampleTypes =
            new Operation<SampleTypesRequest, SampleTypes>("session-manager", "sampleTypes");
        /// <summary>Replaces the health types that a seat's session imports; they end with the session.</summary>
        public static readonly Operation<SetSubscriptions, Subscriptions> SetSubscriptions =
            new Operation<SetSubscriptions, Subscriptions>("session-manager", "setSubscriptions");
        /// <summary>The exported data that a seat's session wants.</summary>
        public static readonly Operation<SeatReference, Subscriptions> Subscriptions =
            new Operation<SeatReference, Subscriptions>("session-manager", "subscriptions");
        /// <summary>Announces an image of a record; the reply lists the missing parts.</summary>
        public static readonly Operation<PutImage, ImageReceived> PutImage =
            new Operation<PutImage, ImageReceived>("session-manager", "putImage");
        /// <summary>Hands over one part of an announced image; the last one is answered when the image is stored.</summary>
        public static readonly Operation<ImagePart, ImageReceived> ImagePart =
            new Operation<ImagePart, ImageReceived>("session-manager", "imagePart");
        /// <summary>Announces the picture of a reading that will be held; the reply lists the missing parts.</summary>
        public static readonly Operation<PutPicture, PictureReceived> PutHeldPicture =
            new Operation<PutPicture, PictureReceived>("session-manager", "putHeldPicture");
        /// <summary>Hands over one part of such a picture; the last one is answered when the picture is stored.</summary>
        public static readonly Operation<PicturePart, PictureReceived> HeldPicturePart =
            new Operation<PicturePart, PictureReceived>("session-manager", "heldPicturePart");
        /// <summary>A piece of a held reading's picture, for the person who decides about it.</summary>
        public static readonly Operation<HeldPictureRequest, ImageBytes> HeldPicture =
            new Operation<HeldPictureRequest, ImageBytes>("session-manager", "heldPicture");
        /// <summary>A seat's records, delivered and waiting, the latest measurement first; kept for `records.keep`.</summary>
        public static readonly Operation<RecordHistoryRequest, RecordHistory> RecordHistory =
            new Operation<RecordHistoryRequest, RecordHistory>("session-manager", "recordHistory");
        /// <summary>The site's seats, with session and last readings.</summary>
        public static readonly Operation<SeatsRequest, SeatPage> Seats =
            new Operation<SeatsRequest, SeatPage>("session-manager", "seats");
        /// <summary>
        /// Records that a person will ask a hub to measure or pair for a seat. Without it, a reading for another
        /// hub's seat is held, and an assignment that concerns another hub's seat or device is refused.
        /// </summary>
        public static readonly Operation<ExpectReadings, ReadingsExpected> ExpectReadings =
            new Operation<ExpectReadings, ReadingsExpected>("session-manager", "expectReadings");
        /// <summary>The sessions, running and ended, the newest first.</summary>
        public static readonly Operation<PageRequest, SessionPage> Sessions =
            new Operation<PageRequest, SessionPage>("session-manager", "sessions");
        /// <summary>Sets the usual values of a seat, and replaces earlier ones; kept over restarts.</summary>
        public static readonly Operation<SeatLimits, SeatLimits> SetSeatLimits =
            new Operation<SeatLimits, SeatLimits>("session-manager", "setSeatLimits");
        /// <summary>
        /// Resends records that the server refused, once the cause is removed: one, or all that were refused
        /// since a time.
        /// </summary>
        public static readonly Operation<RetryRecords, RecordsRetried> RetryRecords =
            new Operation<RetryRecords, RecordsRetried>("session-manager", "retryRecords");
    }

    /// <summary>What happened; never kept by the broker.</summary>
    public static class Events
    {
        /// <summary>
        /// A device of the catalogue advertises: sent on first sight, on changed content, and else at most every
        /// 10 s.
        /// </summary>
        public static readonly Told<PeripheralSighted> PeripheralSighted =
            new Told<PeripheralSighted>("event/peripheralSighted", "vitalbus.peripheralSighted.v1");
        /// <summary>A sighted device has not advertised for a while.</summary>
        public static readonly Told<PeripheralLost> PeripheralLost =
            new Told<PeripheralLost>("event/peripheralLost", "vitalbus.peripheralLost.v1");
        /// <summary>A passive device is connected and the hub waits for a measurement: it sent no stored one within 1.5 s.</summary>
        public static readonly Told<PeripheralEvent> PassiveIsReadyToRead =
            new Told<PeripheralEvent>("event/passiveIsReadyToRead", "vitalbus.passiveIsReadyToRead.v1");
        /// <summary>
        /// A passive reading was stored in the outbox; `readingQueued` or `readingHeld` follows with the
        /// decision.
        /// </summary>
        public static readonly Told<PeripheralDidRead> PassiveDidRead =
            new Told<PeripheralDidRead>("event/passiveDidRead", "vitalbus.passiveDidRead.v1");
        /// <summary>A passive reading failed.</summary>
        public static readonly Told<PeripheralDidFail> PassiveDidFail =
            new Told<PeripheralDidFail>("event/passiveDidFail", "vitalbus.passiveDidFail.v1");
        /// <summary>A foreground reading is ready: measure now.</summary>
        public static readonly Told<PeripheralEvent> IsReadyToReadPeripheral =
            new Told<PeripheralEvent>("event/isReadyToReadPeripheral", "vitalbus.isReadyToReadPeripheral.v1");
        /// <summary>A foreground reading has ended; it includes the session manager's decision if that could be asked.</summary>
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
        /// <summary>A pairing needs a person: a passkey to type, read out or compare; sent to people only.</summary>
        public static readonly Told<PasskeyRequested> PasskeyRequested =
            new Told<PasskeyRequested>("event/passkeyRequested", "vitalbus.passkeyRequested.v1");
        /// <summary>A device sent bytes that cannot be decoded; the hub keeps them.</summary>
        public static readonly Told<FrameUnreadable> FrameUnreadable =
            new Told<FrameUnreadable>("event/frameUnreadable", "vitalbus.frameUnreadable.v1");
        /// <summary>The progress of a foreground reading, once a device was found.</summary>
        public static readonly Told<ReadingProgress> ReadingProgress =
            new Told<ReadingProgress>("event/readingProgress", "vitalbus.readingProgress.v1");
        /// <summary>Records of one type were made from an export and stored in the outbox.</summary>
        public static readonly Told<HealthRecordsProcessed> HealthRecordsProcessed =
            new Told<HealthRecordsProcessed>("event/healthRecordsProcessed", "vitalbus.healthRecordsProcessed.v1");
        /// <summary>The progress of a historical fetch.</summary>
        public static readonly Told<HistoricalFetchProgress> HistoricalFetchProgress =
            new Told<HistoricalFetchProgress>("event/historicalFetchProgress", "vitalbus.historicalFetchProgress.v1");
        /// <summary>A historical fetch has ended.</summary>
        public static readonly Told<HistoricalFetchCompleted> HistoricalFetchCompleted =
            new Told<HistoricalFetchCompleted>("event/historicalFetchCompleted", "vitalbus.historicalFetchCompleted.v1");
        /// <summary>The progress of an import; at most several times a second.</summary>
        public static readonly Told<ImportState> ImportProgress =
            new Told<ImportState>("event/importProgress", "vitalbus.importProgress.v1");
        /// <summary>An import has ended, is held, or has failed.</summary>
        public static readonly Told<ImportState> ImportCompleted =
            new Told<ImportState>("event/importCompleted", "vitalbus.importCompleted.v1");
        /// <summary>The worker has examined a picture or a frame.</summary>
        public static readonly Told<OCRDidProcessResult> OcrDidProcessResult =
            new Told<OCRDidProcessResult>("event/ocrDidProcessResult", "vitalbus.ocrDidProcessResult.v1");
        /// <summary>A display was read. The reading is stored and held for a person; a default user's is only reported.</summary>
        public static readonly Told<OCRDidCompleteReading> OcrDidCompleteReading =
            new Told<OCRDidCompleteReading>("event/ocrDidCompleteReading", "vitalbus.ocrDidCompleteReading.v1");
        /// <summary>A picture or a stream ended without a reading.</summary>
        public static readonly Told<OCRDidCancel> OcrDidCancel =
            new Told<OCRDidCancel>("event/ocrDidCancel", "vitalbus.ocrDidCancel.v1");
        /// <summary>A camera or a stream cannot be opened.</summary>
        public static readonly Told<OCRCameraUnavailable> OcrCameraUnavailable =
            new Told<OCRCameraUnavailable>("event/ocrCameraUnavailable", "vitalbus.ocrCameraUnavailable.v1");
        /// <summary>A session began.</summary>
        public static readonly Told<SessionStarted> SessionStarted =
            new Told<SessionStarted>("event/sessionStarted", "vitalbus.sessionStarted.v1");
        /// <summary>A session has ended; `unsyncedRecords` lists its records that are not certain to be delivered.</summary>
        public static readonly Told<SessionEnded> SessionEnded =
            new Told<SessionEnded>("event/sessionEnded", "vitalbus.sessionEnded.v1");
        /// <summary>The deliveries to a further destination of a session have ended, alone or with the session.</summary>
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
        /// A reading has an owner, and its record waits for delivery; imports report `healthRecordsProcessed`
        /// instead.
        /// </summary>
        public static readonly Told<ReadingQueued> ReadingQueued =
            new Told<ReadingQueued>("event/readingQueued", "vitalbus.readingQueued.v1");
        /// <summary>A reading waits for an owner or a confirmation.</summary>
        public static readonly Told<ReadingHeld> ReadingHeld =
            new Told<ReadingHeld>("event/readingHeld", "vitalbus.readingHeld.v1");
        /// <summary>The server has an image of a record.</summary>
        public static readonly Told<ImageSubmitted> ImageSubmitted =
            new Told<ImageSubmitted>("event/imageSubmitted", "vitalbus.imageSubmitted.v1");
        /// <summary>An image did not reach the server and is not retried automatically.</summary>
        public static readonly Told<ImageSubmissionFailed> ImageSubmissionFailed =
            new Told<ImageSubmissionFailed>("event/imageSubmissionFailed", "vitalbus.imageSubmissionFailed.v1");
        /// <summary>A device now makes the readings of a seat: a person assigned it, or paired it there.</summary>
        public static readonly Told<DeviceAssigned> DeviceAssigned =
            new Told<DeviceAssigned>("event/deviceAssigned", "vitalbus.deviceAssigned.v1");
    }

    /// <summary>What is so now; kept by the broker, so that a new subscriber has it at once.</summary>
    public static class States
    {
        /// <summary>The facts of a process's start: version, epoch, contract versions, time.</summary>
        public static readonly Told<ActorInfo> Info =
            new Told<ActorInfo>("actor/{actor}/{instance}/info", "vitalbus.info.v1");
        /// <summary>The condition of a process: last success, queue depths, oldest age, counters.</summary>
        public static readonly Told<ActorHealth> Health =
            new Told<ActorHealth>("actor/{actor}/{instance}/health", "vitalbus.health.v1");
        /// <summary>The adapter as the scanner sees it.</summary>
        public static readonly Told<AdapterState> AdapterState =
            new Told<AdapterState>("state/adapter", "vitalbus.adapterState.v1");
        /// <summary>The passive set and the state of each of its devices.</summary>
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
        /// The newest value of a metric for the person in a seat's running session; retained until the session
        /// ends. Published only for the seats in `vitals.seats`; the broker decides which program receives which
        /// seat.
        /// </summary>
        public static readonly Told<SharedValue> Vital =
            new Told<SharedValue>("vitals/{seat}/{metric}", "vitalbus.vital.v1");
        /// <summary>The usual values of a seat, for people only; no topic if none are set.</summary>
        public static readonly Told<SeatLimits> SeatLimits =
            new Told<SeatLimits>("state/limits/{seat}", "vitalbus.seatLimits.v1");
        /// <summary>
        /// What the plan of a seat's person asks for now, without any value; no topic without a plan or a
        /// session. It holds for the session that it names: a reader ignores it once `sessionState` names another
        /// one, or while the page is not online.
        /// </summary>
        public static readonly Told<DueState> DueState =
            new Told<DueState>("state/due/{seat}", "vitalbus.dueState.v1");
        /// <summary>What is logged and where to; retained, so that every process applies it from its start.</summary>
        public static readonly Told<LoggingState> LoggingState =
            new Told<LoggingState>("state/logging", "vitalbus.loggingState.v1");
    }
}
