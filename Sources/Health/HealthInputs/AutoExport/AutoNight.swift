internal import HealthTypes
internal import VitalRecords

/// A point that describes a whole night: the lengths of its stages, without their times.
struct AutoNight {
    private var sleepStart: CivilMoment?
    private var sleepEnd: CivilMoment?
    private var bedStart: CivilMoment?
    private var bedEnd: CivilMoment?
    private(set) var sleepSource: String?
    private(set) var bedSource: String?
    private var bed: DecimalNumber?
    private var total: DecimalNumber?
    private var lengths: [Int64: DecimalNumber] = [:]

    /// One stage.
    struct Stage {
        let value: Int64
        let start: Int64
        let end: Int64
    }

    /// Reads a field of the point if it belongs to a night.
    mutating func take(_ name: String, from reader: inout JSONReader) throws {
        switch name {
        case "sleepStart": sleepStart = try reader.moment()
        case "sleepEnd": sleepEnd = try reader.moment()
        case "inBedStart": bedStart = try reader.moment()
        case "inBedEnd": bedEnd = try reader.moment()
        case "sleepSource": sleepSource = try reader.text()
        case "inBedSource": bedSource = try reader.text()
        case "inBed": bed = try reader.decimal()
        case "totalSleep": total = try reader.decimal()
        default:
            guard let stage = Self.fields[name] else { return try reader.skip() }
            lengths[stage] = try reader.decimal()
        }
    }

    /// Whether the point describes a night.
    var isNight: Bool { sleepStart != nil || bedStart != nil }

    /// The time in bed; if only its length is given, it starts with the sleep.
    ///
    /// - Parameter unit: The length of the unit of lengths, in seconds.
    func inBed(unit: Int64) -> Stage? {
        let start = bedStart?.time ?? sleepStart?.time
        guard let start else { return nil }
        if let end = bedEnd?.time, bedStart != nil, end > start {
            return Stage(value: HealthCategory.inBed, start: start, end: end)
        }
        guard let seconds = seconds(bed, unit: unit) else { return nil }
        return Stage(value: HealthCategory.inBed, start: start, end: start + seconds)
    }

    /// The stages, laid end to end from the start of sleep.
    ///
    /// Their lengths are correct, but their times are unknown.
    ///
    /// - Parameter unit: The length of the unit of lengths, in seconds.
    func stages(unit: Int64) -> [Stage] {
        guard var start = sleepStart?.time else { return [] }
        var found: [Stage] = []
        for value in Self.order {
            let length = value == HealthCategory.asleepUnspecified ? unspecified : lengths[value]
            guard let seconds = seconds(length, unit: unit) else { continue }
            found.append(Stage(value: value, start: start, end: start + seconds))
            start += seconds
        }
        return found
    }

    /// Sleep without a stage: `asleep`, or the total of a night without stages.
    private var unspecified: DecimalNumber? {
        if let asleep = lengths[HealthCategory.asleepUnspecified], asleep.mantissa != 0 { return asleep }
        let staged = [HealthCategory.asleepCore, HealthCategory.asleepDeep, HealthCategory.asleepREM]
        return staged.contains { lengths[$0].map { $0.mantissa != 0 } ?? false } ? nil : total
    }

    private static let fields: [String: Int64] = [
        "asleep": HealthCategory.asleepUnspecified, "core": HealthCategory.asleepCore,
        "deep": HealthCategory.asleepDeep, "rem": HealthCategory.asleepREM, "awake": HealthCategory.awake,
    ]

    private static let order = [
        HealthCategory.asleepCore, HealthCategory.asleepDeep, HealthCategory.asleepREM, HealthCategory.awake,
        HealthCategory.asleepUnspecified,
    ]

    /// The number of lengths that no night has.
    func countImpossible(unit: Int64) -> Int {
        ([bed, total].compactMap { $0 } + lengths.values).count { length in
            length.counted(in: unit).map { $0 < 0 || $0 > Self.longest } ?? true
        }
    }

    /// The longest night in seconds: a day and a half.
    private static let longest: Int64 = 36 * 3_600

    /// Converts a length to seconds; nil without one, and for one that no night has.
    private func seconds(_ length: DecimalNumber?, unit: Int64) -> Int64? {
        guard let seconds = length?.counted(in: unit), seconds > 0, seconds <= Self.longest else { return nil }
        return seconds
    }
}
