public import FoundationEssentials

extension Reading {
    /// The most measurements of a reading.
    public static let maximumMeasurements = 64
    /// The most entries of each list in a reading's context.
    public static let maximumContextEntries = 64
    /// The longest string of a reading, in UTF-8 bytes.
    public static let maximumStringLength = 256
    /// The highest revision of a reading: the largest integer that every JSON reader keeps exactly.
    ///
    /// An operator's revisions are above it.
    public static let greatestRevision = 1 << 53 - 1

    /// How far the time of a typed value may be ahead, in seconds, because two machines' clocks may differ.
    public static let greatestTypedLead: TimeInterval = 900

    /// Validates limits and times.
    ///
    /// Times must be between the year 2000 and a day after `now`: a device's clock can be ahead, but a reading of next
    /// week has a wrong time. A typed value of later today would hide all that is measured until then. A reading has up to 64 measurements, strings of up to 256 bytes, a UTC offset of up to 18
    /// hours and a revision from 1 to 2^53 - 1. Without a measurement it needs a value in its details, or a device's
    /// statement that a value was out of range. For details see ``maximumDetailsSize`` and the limits near it.
    ///
    /// - Parameter now: The current time.
    /// - Throws: ``VitalRecordsError``; it names the field and the limit.
    public func validate(now: Date) throws(VitalRecordsError) {
        try Self.check(timestamp, field: "timestamp", now: now)
        try Self.check(receivedAt, field: "receivedAt", now: now)
        guard source.kind != .manual || timestamp <= now.addingTimeInterval(Self.greatestTypedLead) else {
            throw VitalRecordsError(
                code: .timeOutOfRange,
                field: "timestamp",
                message: "the time is in the future: correct it"
            )
        }
        guard (1...Self.greatestRevision).contains(revision) else {
            throw Self.invalid("revision", message: "count revisions from 1 to 2^53 - 1")
        }
        if let utcOffset, !(-64_800...64_800).contains(utcOffset) {
            throw Self.invalid("utcOffset", message: "use seconds from -64800 to 64800")
        }
        if let userIndex, !(0...255).contains(userIndex) { throw Self.invalid("userIndex", message: "use 0 to 255") }
        guard !measurements.isEmpty || details?.hasValues == true || context?.outOfBounds.isEmpty == false else {
            throw Self.invalid(
                "measurements",
                message: "a reading needs at least one, or a value that is out of bounds"
            )
        }
        try Self.check(count: measurements.count, field: "measurements", limit: Self.maximumMeasurements)
        try Self.check(measurements.map(\.value), field: "measurements.value")
        for (field, text) in texts { try Self.check(text, field: field) }
        try validateContext()
        try validateDetails(now: now)
    }

    private func validateContext() throws(VitalRecordsError) {
        guard let context else { return }
        let limit = Self.maximumContextEntries
        try Self.check(count: context.statusFlags.count, field: "context.statusFlags", limit: limit)
        try Self.check(count: context.outOfBounds.count, field: "context.outOfBounds", limit: limit)
        try Self.check(count: context.implausible.count, field: "context.implausible", limit: limit)
    }

    /// All free texts of the reading, with their fields.
    private var texts: [(field: String, text: String)] {
        var all = [
            ("type", type.rawValue), ("timeQuality", timeQuality.rawValue), ("source.kind", source.kind.rawValue),
        ]
        let optionals = [
            ("deviceTime", deviceTime), ("source.manufacturer", source.manufacturer), ("source.model", source.model),
            ("source.serial", source.serial), ("source.originalSource", source.originalSource),
            ("source.platform", source.platform),
            ("sessionID", sessionID), ("context.meal", context?.meal), ("context.tester", context?.tester),
        ]
        all += optionals.compactMap { field, text in text.map { (field, $0) } }
        for measurement in measurements {
            all += [
                ("measurements.metric", measurement.metric.rawValue), ("measurements.unit", measurement.unit),
                ("measurements.origin", measurement.origin.rawValue),
            ]
        }
        for flag in context?.statusFlags ?? [] { all.append(("context.statusFlags", flag)) }
        for entry in context?.outOfBounds ?? [] {
            all.append(("context.outOfBounds", entry.metric.rawValue))
            all.append(("context.outOfBounds", entry.direction.rawValue))
        }
        for name in context?.implausible ?? [] { all.append(("context.implausible", name.rawValue)) }
        return all
    }

    static func check(_ time: Date, field: String, now: Date) throws(VitalRecordsError) {
        let earliest = Date(millisecondsSince1970: 946_684_800_000)  // 2000-01-01T00:00:00Z
        guard time >= earliest, time <= now.addingTimeInterval(86_400) else {
            throw VitalRecordsError(
                code: .timeOutOfRange,
                field: field,
                message: "the time is before 2000 or more than a day in the future; check the device's clock"
            )
        }
    }

    static func check(count: Int, field: String, limit: Int) throws(VitalRecordsError) {
        guard count <= limit else {
            throw VitalRecordsError(code: .limitExceeded, field: field, message: "use at most \(limit) entries")
        }
    }

    static func check(_ text: String, field: String) throws(VitalRecordsError) {
        guard text.utf8.count > maximumStringLength else { return }
        throw VitalRecordsError(
            code: .limitExceeded,
            field: field,
            message: "use at most \(maximumStringLength) bytes"
        )
    }

    static func check(_ values: [DecimalNumber], field: String) throws(VitalRecordsError) {
        guard values.allSatisfy({ $0.decimal != nil }) else {
            throw invalid(field, message: "use values below 10^127 with at most 38 digits")
        }
    }

    static func invalid(_ field: String, message: String) -> VitalRecordsError {
        VitalRecordsError(code: .invalidField, field: field, message: message)
    }
}

extension Reading {
    /// Returns the reading with `context.implausible` listing the metrics whose values are outside the possible range.
    ///
    /// Metrics without a row in ``MetricTable``, and units that the row does not have, are not checked: the producer's
    /// own flags stay.
    public func flaggingImplausibleValues() -> Reading {
        let points = details?.series.flatMap { series in series.points.map(series.measurement) } ?? []
        let all = measurements + points
        let judged = Set(all.filter(\.isJudged).map(\.metric))
        var flagged = context ?? ReadingContext()
        let kept = flagged.implausible.filter { !judged.contains($0) }
        let names = kept + all.filter(\.isImplausible).map(\.metric)
        flagged.implausible = names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        var result = self
        result.context = flagged.isEmpty ? context.map { _ in flagged } : flagged
        return result
    }
}

extension Measurement {
    /// Whether ``MetricTable`` has a plausible range for it.
    fileprivate var isJudged: Bool {
        guard let metric = MetricTable.metric(named: metric) else { return false }
        return metric.unit(unit) != nil && metric.plausibleRange != nil
    }
}
