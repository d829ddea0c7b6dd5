internal import HealthTypes
internal import VitalRecords

/// A session of Google Fit: a workout or a night.
struct TakeoutSession: JSONEntry {
    private var activity = ""
    private var start: CivilMoment?
    private var end: CivilMoment?
    private var duration: DecimalNumber?
    private var distance: DecimalNumber?
    private var energy: DecimalNumber?
    private var segments: [TakeoutSession] = []
    private var offset: UInt64

    /// The most segments of a session; a night has about fifty.
    private static let mostSegments = 2_048
    private static let workout = "HKWorkoutTypeIdentifier"
    private static let sleep = "HKCategoryTypeIdentifierSleepAnalysis"

    init(offset: UInt64) {
        self.offset = offset
    }

    mutating func take(_ name: String, from reader: inout JSONReader) throws {
        switch name {
        case "fitnessActivity": activity = try reader.text() ?? ""
        case "startTime": start = try reader.moment()
        case "endTime": end = try reader.moment()
        case "duration":
            let text = try reader.text() ?? ""
            duration = text.hasSuffix("s") ? DecimalNumber(String(text.dropLast())) : nil
        case "aggregate": try aggregates(&reader)
        case "segment": try nested(&reader)
        default: try reader.skip()
        }
    }

    /// Nested segments are unused and could be of any depth, so they are skipped.
    private mutating func nested(_ reader: inout JSONReader) throws {
        guard reader.depth == 1 else { return try reader.skip() }
        var found: [TakeoutSession] = []
        try reader.elements { reader in
            let segment = try TakeoutSession(&reader)
            if found.count < Self.mostSegments { found.append(segment) }
        }
        segments = found
    }

    private mutating func aggregates(_ reader: inout JSONReader) throws {
        var session = self
        try reader.elements { reader in
            var name = ""
            var value: DecimalNumber?
            try reader.members { reader, field in
                switch field {
                case "metricName": name = try reader.text() ?? ""
                case "floatValue", "intValue": value = try reader.decimal()
                default: try reader.skip()
                }
            }
            if name == "com.google.distance.delta" { session.distance = value }
            if name == "com.google.calories.expended" { session.energy = value }
        }
        self = session
    }

    /// Delivers the session.
    func deliver(_ writer: inout HealthWriter, into sink: inout some HealthSink) {
        guard let start = start?.time, let end = end?.time else {
            return writer.report.damage.note(
                offset,
                element: "session",
                message: "its times cannot be read; it was left out"
            )
        }
        guard activity != "sleep" else { return night(start, end: end, into: &writer, sink: &sink) }
        writer.count(Self.workout)
        guard let times = writer.times(start, end: end, at: offset, element: Self.workout) else { return }
        sink.receive(
            .workout(
                HealthWorkout(
                    activity: AutoActivity.identifier(activity),
                    source: writer.source(TakeoutTable.source, into: &sink),
                    start: times.0,
                    end: times.1,
                    duration: duration,
                    statistics: statistics
                )
            )
        )
    }

    private var statistics: [HealthStatistic] {
        var found: [HealthStatistic] = []
        if let distance {
            found.append(HealthStatistic(type: HealthWorkout.totalDistance, unit: "m", sum: distance))
        }
        if let energy { found.append(HealthStatistic(type: HealthWorkout.totalEnergy, unit: "kcal", sum: energy)) }
        return found
    }

    private func night(_ start: Int64, end: Int64, into writer: inout HealthWriter, sink: inout some HealthSink) {
        let type = writer.type(Self.sleep, into: &sink)
        func deliver(_ value: Int64, start: Int64, end: Int64, offset: UInt64) {
            let value = DecimalNumber(value)
            let draft = HealthDraft(type: type, source: TakeoutTable.source, start: start, end: end, value: value)
            writer.deliver(draft, at: offset, into: &sink)
        }
        deliver(HealthCategory.inBed, start: start, end: end, offset: offset)
        if segments.isEmpty { deliver(HealthCategory.asleepUnspecified, start: start, end: end, offset: offset) }
        for segment in segments {
            guard let stage = Self.stages[segment.activity], let start = segment.start?.time,
                let end = segment.end?.time
            else { continue }
            deliver(stage, start: start, end: end, offset: segment.offset)
        }
    }

    private static let stages: [String: Int64] = [
        "sleep": HealthCategory.asleepUnspecified, "sleep.light": HealthCategory.asleepCore,
        "sleep.deep": HealthCategory.asleepDeep, "sleep.rem": HealthCategory.asleepREM,
        "sleep.awake": HealthCategory.awake, "awake": HealthCategory.awake,
    ]
}
