public import HealthInputs

/// What an import found, beside its readings.
public struct HealthImportReport: Hashable, Sendable {
    /// What the pass over the input found.
    public var scan: HealthScanReport
    /// Whose data it is, as a salted fingerprint; nil where the input does not say.
    public var fingerprint: String?
    /// Files beside the samples.
    public var attachments: [HealthAttachment]
    /// When the input was made, in seconds since 1970; nil where it does not say.
    public var exportedAt: Int64?
    /// The zone that it says the person is at home in.
    public var zone: SaidZone
    /// The names of the sources, in the order of the input.
    public var sources: [String]
    /// How often the input was read.
    public var passes = 1
    /// How many values had a unit that their metric cannot have; they are left out.
    public var unknownUnits = 0
    /// How many values were larger than anything of a person; they are left out.
    public var outOfRange = 0
    /// How many nights of other apps said nothing of the time in bed; they are left out.
    public var skippedNights = 0

    init(_ scan: HealthScanReport, _ collector: HealthCollector) {
        self.scan = scan
        fingerprint = collector.fingerprint
        attachments = collector.attachments
        exportedAt = collector.exported?.time
        zone = SaidZone(collector.hints, exportOffset: collector.exported?.utcOffset)
        sources = collector.sources.map(\.name)
    }

    mutating func note(_ builder: RecordBuilder, _ collector: HealthCollector) {
        unknownUnits = builder.unknownUnits
        skippedNights = builder.skippedNights
        outOfRange += collector.outOfRange
    }
}
