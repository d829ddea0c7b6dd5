internal import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// Finds the single reading in the standard's continuous stream, by ``SpotRule``.
///
/// Pure. An episode ends with an unusable sample, after 3 s of silence, or with the link. Its reading is the sample at
/// which the values are steady. A finger that leaves early gives a reading flagged `not_settled`.
struct OximetrySettling: Sendable {
    private var rule = SpotRule<DeviceMeasurement>()
    private var rows: [Int64] = []
    /// The reading, once found.
    private var settled: AssembledFrames?

    mutating func add(_ measurement: DeviceMeasurement, frame: ArrivedFrame) -> [AssembledFrames] {
        var results = expire(at: frame.at)
        rows.append(frame.row)
        guard measurement.isUsable, let sample = Self.sample(measurement, frame: frame) else {
            return results + end(at: frame.at)
        }
        rule.add(sample)
        if settled == nil, rule.isSteady {
            // The rows are kept until the finger is removed, because a replay needs them to find the same episode.
            let found = reading(sample, since: rule.start, rows: [])
            settled = found
            results.append(found)
        }
        return results
    }

    mutating func expire(at now: Date) -> [AssembledFrames] {
        guard let last = rule.last, rule.isSilent(at: now.timeIntervalSinceReferenceDate) else { return [] }
        return end(at: Date(timeIntervalSinceReferenceDate: last.at))
    }

    mutating func flush() -> [AssembledFrames] {
        end(at: rule.last.map { Date(timeIntervalSinceReferenceDate: $0.at) } ?? .distantPast)
    }

    private mutating func end(at now: Date) -> [AssembledFrames] {
        let start = rule.start
        let early = rule.end()
        guard !rows.isEmpty else { return [] }
        // Returns the reading again to cover its rows; it has the same key and changes nothing.
        var result = settled ?? AssembledFrames(rows: rows, receivedAt: now)
        result.rows = rows
        if settled == nil, let early {
            result = reading(early, since: start, rows: rows)
            result.flags = [SpotLimits.notSettled]
        }
        rows = []
        settled = nil
        return [result]
    }

    private func reading(_ sample: SpotRule<DeviceMeasurement>.Sample, since start: Double?, rows: [Int64])
        -> AssembledFrames
    {
        AssembledFrames(
            rows: rows,
            measurement: sample.content,
            receivedAt: Date(timeIntervalSinceReferenceDate: sample.at),
            episode: start.map { Date(timeIntervalSinceReferenceDate: $0) },
            isLive: true
        )
    }

    private static func sample(_ measurement: DeviceMeasurement, frame: ArrivedFrame)
        -> SpotRule<DeviceMeasurement>.Sample?
    {
        // Absent is nil: an undecodable frame is not a sample.
        guard let decoded = try? ContinuousOximetry(decoding: frame.bytes), let spo2 = decoded.values.spo2.number else {
            return nil
        }
        return SpotRule.Sample(
            at: frame.at.timeIntervalSinceReferenceDate,
            spo2: approximate(spo2),
            pulse: decoded.values.pulse.number.map(approximate),
            isEarly: decoded.status?.names.contains("early_estimate") == true,
            content: measurement
        )
    }

    /// Approximates a number for comparison; the reading keeps the exact digits.
    private static func approximate(_ number: DecimalNumber) -> Double {
        var value = Double(number.mantissa)
        for _ in 0..<abs(Int(number.exponent)) { value = number.exponent < 0 ? value / 10 : value * 10 }
        return value
    }
}
