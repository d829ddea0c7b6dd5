internal import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// Finds the single reading in an oximeter's stream: the value that settles while a finger is inserted.
///
/// Pure. An episode begins with the first usable sample and ends with an unusable one, after 3 s of silence, or with the
/// link. Its reading is the last sample once at least 6 samples over 8 s spread by at most 1 % saturation and 3 beats. If
/// the finger is removed earlier, 4 s within 2 % are accepted and flagged `not_settled`.
struct OximetrySettling: Sendable {
    private struct Sample: Sendable {
        let at: Date
        let spo2: Double
        let pulse: Double?
        let isEarly: Bool
        let measurement: DeviceMeasurement
    }

    static let silence: TimeInterval = 3
    static let window: TimeInterval = 8
    static let shortWindow: TimeInterval = 4
    static let notSettled = "not_settled"

    private var samples: [Sample] = []
    private var start: Date?
    private var rows: [Int64] = []
    /// The reading, once found.
    private var settled: AssembledFrames?

    mutating func add(_ measurement: DeviceMeasurement, frame: ArrivedFrame) -> [AssembledFrames] {
        var results = expire(at: frame.at)
        guard measurement.isUsable, let sample = Self.sample(measurement, frame: frame) else {
            rows.append(frame.row)
            return results + end(at: frame.at)
        }
        if start == nil { start = frame.at }
        rows.append(frame.row)
        samples.append(sample)
        samples.removeAll { frame.at.timeIntervalSince($0.at) > Self.window }
        if settled == nil, spread(Self.window, count: 6, spo2: 1, pulse: 3, at: frame.at) {
            // The rows are kept until the finger is removed, because a replay needs them to find the same episode.
            let found = reading(sample, rows: [])
            settled = found
            results.append(found)
        }
        return results
    }

    mutating func expire(at now: Date) -> [AssembledFrames] {
        guard let last = samples.last?.at, now.timeIntervalSince(last) >= Self.silence else { return [] }
        return end(at: last)
    }

    mutating func flush() -> [AssembledFrames] {
        end(at: samples.last?.at ?? .distantPast)
    }

    private mutating func end(at now: Date) -> [AssembledFrames] {
        guard !rows.isEmpty else { return [] }
        // Returns the reading again to cover its rows; it has the same key and changes nothing.
        var result = settled ?? AssembledFrames(rows: rows, receivedAt: now)
        result.rows = rows
        if settled == nil, let last = samples.last,
            spread(Self.shortWindow, count: 4, spo2: 2, pulse: .infinity, at: last.at)
        {
            result = reading(last, rows: rows)
            result.flags = [Self.notSettled]
        }
        samples = []
        rows = []
        start = nil
        settled = nil
        return [result]
    }

    private func reading(_ sample: Sample, rows: [Int64]) -> AssembledFrames {
        AssembledFrames(
            rows: rows,
            measurement: sample.measurement,
            receivedAt: sample.at,
            episode: start,
            isLive: true
        )
    }

    /// Whether the episode is long enough and the window's samples are close together.
    private func spread(_ window: TimeInterval, count: Int, spo2: Double, pulse: Double, at now: Date) -> Bool {
        guard let start, now.timeIntervalSince(start) >= window else { return false }
        let recent = samples.filter { now.timeIntervalSince($0.at) <= window }
        guard recent.count >= count, !recent.contains(where: \.isEarly) else { return false }
        return Self.range(recent.map(\.spo2)) <= spo2 && Self.range(recent.compactMap(\.pulse)) <= pulse
    }

    private static func range(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }

    private static func sample(_ measurement: DeviceMeasurement, frame: ArrivedFrame) -> Sample? {
        // Absent is nil: an undecodable frame is not a sample.
        guard let decoded = try? ContinuousOximetry(decoding: frame.bytes), let spo2 = decoded.values.spo2.number else {
            return nil
        }
        return Sample(
            at: frame.at,
            spo2: approximate(spo2),
            pulse: decoded.values.pulse.number.map(approximate),
            isEarly: decoded.status?.names.contains("early_estimate") == true,
            measurement: measurement
        )
    }

    /// Approximates a number for comparison; the reading keeps the exact digits.
    private static func approximate(_ number: DecimalNumber) -> Double {
        var value = Double(number.mantissa)
        for _ in 0..<abs(Int(number.exponent)) { value = number.exponent < 0 ? value / 10 : value * 10 }
        return value
    }
}
