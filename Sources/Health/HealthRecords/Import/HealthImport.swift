internal import FoundationEssentials
public import HealthInputs
internal import VitalRecords

/// Makes readings of an input, in the order of time, in bounded memory.
///
/// An input that is larger than the memory it may use is read again for each part of its time.
public struct HealthImport: Sendable {
    private let options: HealthImportOptions

    /// Makes an import.
    public init(_ options: HealthImportOptions) {
        self.options = options
    }

    /// Reads an input and makes its readings.
    ///
    /// - Parameters:
    ///   - pass: Reads the whole input into a collector; called again where the input does not fit into memory at once.
    ///   - emit: Takes a record; throws to stop.
    /// - Returns: What was found.
    /// - Throws: ``HealthInputsError`` with `tooDense`, and what the two closures throw.
    public func run(
        pass: (inout HealthCollector) throws -> HealthScanReport,
        emit: (HealthRecord) throws -> Void
    ) throws -> HealthImportReport {
        var collector = HealthCollector(options)
        let scan = try pass(&collector)
        try check(collector)
        let lastTime = collector.exported?.time ?? collector.lastInterval
        var builder = RecordBuilder(
            RecordFrame(options, history: history(collector), cut: scan.cut, lastTime: lastTime)
        )
        var report = HealthImportReport(scan, collector)
        try build(collector, &builder, emit)
        while collector.endPeriod != .max {
            collector = HealthCollector(options, firstPeriod: collector.endPeriod)
            _ = try pass(&collector)
            try check(collector)
            report.passes += 1
            try build(collector, &builder, emit)
        }
        try builder.finish(collector, emit)
        report.note(builder, collector)
        return report
    }

    private func build(
        _ collector: HealthCollector,
        _ builder: inout RecordBuilder,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        let index = collector.index
        for period in collector.periods { try builder.add(period, keys: index[period] ?? [:], of: collector, emit) }
    }

    private func history(_ collector: HealthCollector) -> ZoneHistory {
        let said = SaidZone(collector.hints, exportOffset: collector.exported?.utcOffset)
        let fallback =
            options.knownZone.flatMap(ZoneClock.init) ?? said.utcOffset.map(ZoneClock.init(fixedOffset:))
            ?? options.machineZone.flatMap(ZoneClock.init) ?? ZoneClock(fixedOffset: 0)
        return ZoneHistory(home: options.homeZone, hints: collector.hints, fallback: fallback)
    }

    private func check(_ collector: HealthCollector) throws(HealthInputsError) {
        guard collector.isTooDense else { return }
        throw HealthInputsError(
            code: .tooDense,
            message:
                "four weeks of the input alone need more than \(options.memoryBudget >> 19) MiB; no person's data do"
        )
    }
}

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
