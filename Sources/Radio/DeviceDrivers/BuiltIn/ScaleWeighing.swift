internal import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// A weighing as makers' scales send it, in the metrics of the table.
enum ScaleWeighing {
    /// The metrics by the names that the codecs give their fields.
    private static let metrics: [(field: String, metric: MetricName, unit: String)] = [
        ("weight", .bodyWeight, "kg"), ("fat", .bodyFat, "%"), ("bodyFat", .bodyFat, "%"),
        ("water", "body_water", "%"), ("muscle", "body_muscle", "%"), ("skeletalMuscle", "body_muscle", "%"),
        ("visceralFat", "visceral_fat", "1"), ("bmi", .bmi, "kg/m2"), ("bmr", .basalMetabolicRate, "kcal/d"),
        ("impedance", .bodyImpedance, "Ohm"), ("r1", .bodyImpedance, "Ohm"),
    ]
    /// The weights of people in kilograms; a scale that shows another is empty or damaged.
    private static let people = DecimalNumber(1)...DecimalNumber(500)
    /// Seconds from 1970 to 2012, before which no clock of these scales is right.
    private static let firstYear = 1_325_376_000

    /// Decodes frames with a family's decoder; none if one of them is damaged.
    static func frames(_ frames: [[UInt8]], of family: String, options: DriverOptions = DriverOptions())
        -> [DriverFrame]
    {
        // Absent is nil: a damaged frame has no weighing, and the session reports that where it expects one.
        (try? DriverTable.family(named: family).frames(frames, options: options)) ?? []
    }

    /// The values of a frame that are possible; none without a weight.
    static func values(of frame: DriverFrame) -> [Measurement] {
        let found = possible(in: frame)
        guard let weight = found.first, weight.metric == .bodyWeight, people.contains(weight.value) else { return [] }
        return found
    }

    private static func possible(in frame: DriverFrame) -> [Measurement] {
        metrics.compactMap { field, metric, unit in
            frame.number(field).flatMap {
                isPossible($0, unit: unit) ? Measurement(metric: metric, value: $0, unit: unit) : nil
            }
        }
    }

    private static func isPossible(_ value: DecimalNumber, unit: String) -> Bool {
        value > 0 && (unit != "%" || value <= DecimalNumber(100))
    }

    /// The time of a clock that counts seconds since 1970.
    ///
    /// - Parameter isCompared: Whether the hub saw how far the clock is off, so that even an unset clock is usable.
    static func time(local seconds: Int, isCompared: Bool = false) -> DeviceTime {
        let (day, second) = (seconds / 86_400, seconds % 86_400)
        guard seconds >= 0, let civil = CivilDateTime(daysSince1970: day, secondOfDay: second) else { return .unset }
        return DeviceTime(local: civil, isReliable: isCompared || seconds >= firstYear)
    }

    /// The weighing that a frame reports; nil if its weight is missing or impossible.
    ///
    /// - Parameters:
    ///   - others: Frames of the same weighing that add values.
    ///   - doubted: The metrics that a person checks first.
    static func measurement(
        of frame: DriverFrame,
        with others: [DriverFrame] = [],
        on characteristic: BluetoothUUID,
        time: DeviceTime?,
        keyBytes: [UInt8],
        user: Int? = nil,
        doubted: [MetricName] = []
    ) -> DeviceMeasurement? {
        var values = values(of: frame)
        guard !values.isEmpty else { return nil }
        for value in others.flatMap({ possible(in: $0) }) where !values.contains(where: { $0.metric == value.metric }) {
            values.append(value)
        }
        return DeviceMeasurement(
            characteristic: characteristic,
            time: time,
            keyBytes: keyBytes,
            userIndex: user,
            type: .weight,
            measurements: values,
            context: nil,
            doubted: doubted
        )
    }

    /// A record of an Omron scale's memory; the age of the body is not reported, because the table has no such metric.
    static func omron(_ bytes: [UInt8], user: Int) -> DeviceMeasurement? {
        var options = DriverOptions()
        options.kind = "scale"
        guard let frame = frames([bytes], of: "omron", options: options).first else { return nil }
        let shown = frame.seconds("time").map { time(local: Int($0)) } ?? DeviceTime.unset
        return measurement(of: frame, on: OmronCuffLink.replies[0], time: shown, keyBytes: bytes, user: user)
    }

    /// The weighing of the person on a scale without a clock; its key is the weight, and when the hub saw it.
    static func fresh(
        of frame: DriverFrame,
        with others: [DriverFrame] = [],
        on characteristic: BluetoothUUID,
        doubted: [MetricName] = []
    ) -> DeviceMeasurement? {
        guard let weight = values(of: frame).first?.value.withoutTrailingFractionZeros else { return nil }
        let key = Array("\(weight)".utf8)
        return measurement(of: frame, with: others, on: characteristic, time: nil, keyBytes: key, doubted: doubted)
    }
}

extension DriverStart {
    /// The hub's clock after a part of the link, in seconds since 1970 UTC.
    func seconds(after elapsed: Duration) -> Int {
        Int(clamping: now.timeIntervalSince1970) + Int(elapsed.components.seconds)
    }

    /// A moment in seconds since 1970 UTC, by the clock on the wall.
    func local(_ seconds: Int) -> Int { seconds + utcOffsetAt(Date(timeIntervalSince1970: Double(seconds))) }
}
