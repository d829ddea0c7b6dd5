internal import VitalRecords

/// Daily totals from devices whose counters run from midnight, one counter for each kind of activity.
///
/// Several files of one day each continue from midnight, so the highest value of each counter is the day's.
struct FITDays {
    /// The counted quantity.
    enum Count: Int, Hashable {
        case steps
        case centimetres
        case kilocalories
    }

    private struct Key: Hashable {
        let source: HealthSource
        let day: Int
        let count: Count
        let activity: Int64
    }

    private var highest: [Key: Int64] = [:]
    /// The most totals; no person has more.
    private static let most = 200_000

    /// Adds a counter value.
    ///
    /// - Parameter clock: The device's local time, in seconds since 1970.
    mutating func take(_ value: Int64, of count: Count, activity: Int64, at clock: Int64, source: HealthSource) {
        guard clock >= 86_400 else { return }
        let day = Int(clock / 86_400)
        let before = Key(source: source, day: day - 1, count: count, activity: activity)
        // A value exactly at midnight belongs to the ending day, unless the counter was reset.
        let isEnd = clock % 86_400 == 0 && value >= highest[before] ?? 0
        let key = isEnd ? before : Key(source: source, day: day, count: count, activity: activity)
        guard highest[key] != nil || highest.count < Self.most else { return }
        highest[key] = max(highest[key] ?? 0, value)
    }

    /// Delivers the totals by day, each activity as a part, because another file may have the day's other activities.
    func deliver(_ writer: inout HealthWriter, into sink: inout some HealthSink) {
        let sorted = highest.sorted { Self.place($0.key) < Self.place($1.key) }
        for (key, sum) in sorted {
            let type = writer.type("HKQuantityTypeIdentifier" + key.count.identifier, into: &sink)
            let value = DecimalNumber(mantissa: sum, exponent: key.count == .centimetres ? -2 : 0)
            writer.deliver(
                dayTotal: value,
                of: type,
                unit: key.count.unit,
                on: key.day,
                part: Int(key.activity),
                source: key.source,
                into: &sink
            )
        }
    }

    private static func place(_ key: Key) -> (Int, String, Int, Int64) {
        (key.count.rawValue, key.source.name, key.day, key.activity)
    }
}

extension FITDays.Count {
    fileprivate var identifier: String {
        switch self {
        case .steps: "StepCount"
        case .centimetres: "DistanceWalkingRunning"
        case .kilocalories: "ActiveEnergyBurned"
        }
    }

    fileprivate var unit: String {
        switch self {
        case .steps: "count"
        case .centimetres: "m"
        case .kilocalories: "kcal"
        }
    }
}

/// The running time of a FIT file; most messages have only its low bits.
struct FITClock: Hashable {
    /// The field with the lower 16 bits in monitoring messages.
    private static let low16: UInt8 = 26
    private static let monitoring: UInt16 = 55

    private var last: Int64?

    /// Applies the lower five bits in a record's header; they wrap around every 32 seconds.
    mutating func advance(low: UInt8) {
        advance(low: Int64(low), bits: 0x1F)
    }

    /// The time of a message in seconds since 1970, from its own field, its low bits or its header.
    mutating func time(of message: FITMessage, hasTime: Bool) -> Int64? {
        if let own = message[FITDecoder.timestampField] {
            last = own
            return FITMessage.time(own)
        }
        if message.number == Self.monitoring, let low = message[Self.low16] {
            advance(low: low, bits: 0xFFFF)
            return last.flatMap(FITMessage.time)
        }
        return hasTime ? last.flatMap(FITMessage.time) : nil
    }

    private mutating func advance(low: Int64, bits: Int64) {
        guard let last else { return }
        self.last = last + ((low - (last & bits)) & bits)
    }
}
