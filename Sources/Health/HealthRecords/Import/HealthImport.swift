internal import FoundationEssentials
public import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// Makes records from an input, in time order and within a memory budget.
///
/// An input that exceeds the budget is read again for each part of its time.
public struct HealthImport: Sendable {
    private let options: HealthImportOptions

    /// Creates an import.
    public init(_ options: HealthImportOptions) {
        self.options = options
    }

    /// Reads an input and emits its records.
    ///
    /// - Parameters:
    ///   - pass: Reads the whole input into a collector; called again if the input exceeds the memory budget.
    ///   - emit: Receives a record; throw to stop.
    /// - Returns: The report of the import.
    /// - Throws: ``HealthInputsError`` `tooDense`, and what the two closures throw.
    public func run(
        pass: (inout HealthCollector) throws -> HealthScanReport,
        emit: (HealthRecord) throws -> Void
    ) throws -> HealthImportReport {
        var collector = HealthCollector(options)
        let scan = try pass(&collector)
        try check(collector)
        let lastTime = collector.exported?.time ?? collector.lastInterval
        var builder = RecordBuilder(
            RecordFrame(options, history: history(collector), cuts: scan.cuts, lastTime: lastTime)
        )
        var report = HealthImportReport(scan, collector: collector)
        try build(collector, builder: &builder, emit)
        while collector.endPeriod != .max {
            collector = HealthCollector(options, firstPeriod: collector.endPeriod)
            _ = try pass(&collector)
            try check(collector)
            report.passes += 1
            try build(collector, builder: &builder, emit)
        }
        try builder.finish(collector, emit)
        report.note(builder, collector: collector)
        return report
    }

    private func build(
        _ collector: HealthCollector,
        builder: inout RecordBuilder,
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
            .tooDense,
            message:
                "four weeks of the input need more than \(options.memoryBudget >> 19) MiB, too much for one person"
        )
    }
}

/// The report of an import.
public struct HealthImportReport: Hashable, Sendable {
    /// The report of the pass over the input.
    public var scan: HealthScanReport
    /// A salted hash of the person's identity; nil if the input does not have it.
    public var fingerprint: String?
    /// The files that are listed but not read.
    public var attachments: [HealthAttachment]
    /// The time of the export, in seconds since 1970; nil if unknown.
    public var exportedAt: Int64?
    /// The person's home zone according to the input.
    public var zone: SaidZone
    /// The names of the sources, in the order of the input.
    public var sources: [String]
    /// The number of passes over the input.
    public var passes = 1
    /// The number of values dropped because their metric does not support their unit.
    public var unknownUnits = 0
    /// The number of values dropped because no person has such a value.
    public var outOfRange = 0
    /// The number of nights of other apps dropped because they lack the time in bed.
    public var skippedNights = 0
    /// All parts that were left out, by file and reason.
    public var leftOut = HealthLeftOut()

    init(_ scan: HealthScanReport, collector: HealthCollector) {
        self.scan = scan
        fingerprint = collector.fingerprint
        attachments = collector.attachments
        exportedAt = collector.exported?.time
        zone = SaidZone(collector.hints, exportOffset: collector.exported?.utcOffset)
        sources = collector.sources.map(\.name)
    }

    mutating func note(_ builder: RecordBuilder, collector: HealthCollector) {
        unknownUnits = builder.unknownUnits + scan.leftOut.count(of: .unknownUnit)
        skippedNights = builder.skippedNights
        outOfRange += collector.outOfRange + scan.leftOut.count(of: .impossible)
        leftOut.add(scan.leftOut)
        leftOut.add(builder.frame.leftOut)
        func note(_ element: String, reason: HealthLeftOut.Reason, count: Int) {
            if count > 0 { leftOut.note(element, reason: reason, count: count) }
        }
        note("value", reason: .unknownUnit, count: builder.unknownUnits)
        note("value", reason: .impossible, count: collector.outOfRange)
        note(HealthIdentifier.sleep, reason: .noTimeInBed, count: skippedNights)
        for (element, count) in scan.elements where !Self.isKnown(element) {
            note(element, reason: .unknownElement, count: count)
        }
    }

    /// Whether an element becomes records in any set.
    private static func isKnown(_ element: String) -> Bool {
        [HealthIdentifier.workout, HealthIdentifier.food, HealthIdentifier.bloodPressure].contains(element)
            || !HealthMappingTable.rows(of: element, in: Set(HealthSet.allCases)).isEmpty
    }
}
