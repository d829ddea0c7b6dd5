internal import VitalRecords

/// Sums of local days of devices that count on from midnight, kind by kind of activity.
///
/// Several files of one day each count from its midnight, so that the highest number of each kind is the day's.
struct FITDays {
    /// What is counted.
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
    /// More than this are none of a person's.
    private static let most = 200_000

    /// Takes a count.
    ///
    /// - Parameter clock: The device's wall clock, in seconds since 1970.
    mutating func take(_ value: Int64, of count: Count, _ activity: Int64, at clock: Int64, _ source: HealthSource) {
        guard clock >= 86_400 else { return }
        let day = Int(clock / 86_400)
        let before = Key(source: source, day: day - 1, count: count, activity: activity)
        // At midnight itself stands the count of the day that ends, unless it began anew.
        let isEnd = clock % 86_400 == 0 && value >= highest[before] ?? 0
        let key = isEnd ? before : Key(source: source, day: day, count: count, activity: activity)
        guard highest[key] != nil || highest.count < Self.most else { return }
        highest[key] = max(highest[key] ?? 0, value)
    }

    /// Hands the sums over, day by day, each activity's as a part: another file may have the others' of the same day.
    func deliver(_ writer: inout HealthWriter, _ sink: inout some HealthSink) {
        let sorted = highest.sorted { Self.place($0.key) < Self.place($1.key) }
        for (key, sum) in sorted {
            let type = writer.type("HKQuantityTypeIdentifier" + key.count.identifier, &sink)
            let value = DecimalNumber(mantissa: sum, exponent: key.count == .centimetres ? -2 : 0)
            writer.deliver(
                dayTotal: value,
                of: type,
                unit: key.count.unit,
                on: key.day,
                part: Int(key.activity),
                key.source,
                &sink
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

/// The running time of a FIT file, which most messages give only the low bits of.
struct FITClock: Hashable {
    /// The field with the lower 16 bits in messages of monitoring.
    private static let low16: UInt8 = 26
    private static let monitoring: UInt16 = 55

    private var last: Int64?

    /// Takes the lower five bits of a record's header; they go round after half a minute.
    mutating func advance(low: UInt8) {
        advance(low: Int64(low), bits: 0x1F)
    }

    /// When a message was, in seconds since 1970: by its own time, by its lower bits, or by its header.
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
