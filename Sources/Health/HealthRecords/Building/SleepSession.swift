internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// One sleep of one source: samples without a long break.
struct SleepSession {
    let start: Int64
    let end: Int64
    private let samples: [StoredSample]

    init(_ samples: [StoredSample]) {
        self.samples = samples
        start = samples.map(\.start).min() ?? 0
        end = samples.map(\.end).max() ?? 0
    }

    /// Whether it has the time in bed.
    var hasBed: Bool { samples.contains { $0.value == DecimalNumber(HealthCategory.inBed) } }

    /// The time asleep, in seconds: deep and REM sleep, and other sleep without the time awake.
    ///
    /// Watches and apps also write the whole night as one sleep around its stages.
    var asleep: Int64 {
        let awake = [HealthCategory.awake]
        return length(Self.asleepValues + awake) - length(Self.deepValues + awake) + length(Self.deepValues)
    }

    /// The number of awakenings; times awake that overlap or follow each other are one.
    private var awakenings: Int { covered([HealthCategory.awake]).intervals.count }

    private static let lightValues = [HealthCategory.asleepCore, HealthCategory.asleepUnspecified]
    private static let deepValues = [HealthCategory.asleepDeep, HealthCategory.asleepREM]
    private static let asleepValues = lightValues + deepValues

    /// The record's values that the source provides.
    var measurements: [Measurement] {
        var found: [Measurement] = []
        func add(_ metric: MetricName, values: [Int64], seconds: Int64) {
            guard has(values) else { return }
            found.append(Measurement(metric: metric, value: DecimalNumber(seconds), unit: "s"))
        }
        add(.sleepDuration, values: Self.asleepValues, seconds: asleep)
        // Stages have precedence over sleep without a stage.
        add(.lightSleep, values: Self.lightValues, seconds: asleep - length(Self.deepValues))
        add(.deepSleep, values: [HealthCategory.asleepDeep], seconds: length([HealthCategory.asleepDeep]))
        add(.remSleep, values: [HealthCategory.asleepREM], seconds: length([HealthCategory.asleepREM]))
        add(.awakeDuration, values: [HealthCategory.awake], seconds: length([HealthCategory.awake]))
        if has([HealthCategory.awake]) {
            found.append(Measurement(metric: .awakeCount, value: DecimalNumber(Int64(awakenings)), unit: "1"))
        }
        add(.inBedDuration, values: [HealthCategory.inBed], seconds: length([HealthCategory.inBed]))
        return found
    }

    private func has(_ values: [Int64]) -> Bool {
        samples.contains { sample in values.contains { sample.value == DecimalNumber($0) } }
    }

    /// The total length of samples with certain values, in seconds; overlaps count once.
    private func length(_ values: [Int64]) -> Int64 { covered(values).length }

    private func covered(_ values: [Int64]) -> Coverage {
        var taken = Coverage()
        let wanted = samples.filter { sample in values.contains { sample.value == DecimalNumber($0) } }
        taken.insert(wanted.map { $0.start..<max($0.start, $0.end) })
        return taken
    }
}

/// A sleep that later samples may extend.
struct OpenNight {
    /// The most samples of one sleep; real ones have at most a few hundred.
    static let limit = 20_000
    private(set) var samples: [StoredSample] = []
    private(set) var end: Int64 = .min

    mutating func append(_ sample: StoredSample) {
        samples.append(sample)
        end = max(end, sample.end)
    }

    /// Whether a sample continues the sleep.
    func continues(_ sample: StoredSample, longestBreak: Int64) -> Bool {
        !samples.isEmpty && samples.count < Self.limit && sample.start - end <= longestBreak
    }
}

/// The nights of one source that ended on one local day.
struct NightKey: Hashable {
    let day: LocalDay
    let source: Int
}
