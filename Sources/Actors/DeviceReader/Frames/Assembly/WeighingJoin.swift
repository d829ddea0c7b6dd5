internal import DeviceCodecs
internal import FoundationEssentials

/// Joins a weight with the body composition of the same weighing, which arrives before or after it.
///
/// A weight waits 3 s for its composition and is then delivered alone; a later composition updates it. A composition waits
/// until the link ends: without its weight it would have a different key and become a second reading.
struct WeighingJoin: Sendable {
    /// How long a weight waits, in seconds.
    static let patience: TimeInterval = 3

    private struct Waiting: Sendable {
        let measurement: DeviceMeasurement
        let rows: [Int64]
        let at: Date
    }

    private var weights: [Waiting] = []
    private var compositions: [Waiting] = []
    private var part: (value: BodyComposition, row: Int64, at: Date)?
    /// Weights delivered without a composition.
    private var told: [DeviceMeasurement] = []

    mutating func add(_ measurement: DeviceMeasurement, frame: ArrivedFrame) -> [AssembledFrames] {
        add(Waiting(measurement: measurement, rows: [frame.row], at: frame.at))
    }

    mutating func add(_ next: BodyComposition, frame: ArrivedFrame) -> [AssembledFrames] {
        guard let first = part else {
            part = (next, frame.row, frame.at)
            return []
        }
        if let whole = first.value.joined(with: next) {
            part = nil
            return add(Waiting(measurement: whole.deviceMeasurement, rows: [first.row, frame.row], at: frame.at))
        }
        // It belongs to another weighing, so the first part is complete.
        part = (next, frame.row, frame.at)
        return add(Waiting(measurement: first.value.deviceMeasurement, rows: [first.row], at: first.at))
    }

    mutating func expire(at now: Date) -> [AssembledFrames] {
        let late = weights.filter { now.timeIntervalSince($0.at) >= Self.patience }
        weights.removeAll { now.timeIntervalSince($0.at) >= Self.patience }
        told += late.map(\.measurement)
        return late.map(Self.result)
    }

    mutating func flush() -> [AssembledFrames] {
        var results: [AssembledFrames] = []
        if let part {
            self.part = nil
            results += add(Waiting(measurement: part.value.deviceMeasurement, rows: [part.row], at: part.at))
        }
        results += (weights + compositions).map(Self.result)
        weights = []
        compositions = []
        return results
    }

    private mutating func add(_ new: Waiting) -> [AssembledFrames] {
        let isWeight = new.measurement.characteristic == .weightMeasurement
        if isWeight {
            // A vendor's own format has no other half.
            guard new.measurement.partner != nil else { return [Self.result(new)] }
            for (index, other) in compositions.enumerated() {
                guard let whole = new.measurement.joined(with: other.measurement) else { continue }
                compositions.remove(at: index)
                return [joined(whole, weight: new, and: other)]
            }
            weights.append(new)
            return []
        }
        for (index, other) in weights.enumerated() {
            guard let whole = other.measurement.joined(with: new.measurement) else { continue }
            weights.remove(at: index)
            return [joined(whole, weight: other, and: new)]
        }
        for (index, other) in told.enumerated() {
            guard let whole = other.joined(with: new.measurement) else { continue }
            told.remove(at: index)
            return [AssembledFrames(rows: new.rows, measurement: whole, receivedAt: new.at)]
        }
        compositions.append(new)
        return []
    }

    private func joined(_ whole: DeviceMeasurement, weight: Waiting, and other: Waiting) -> AssembledFrames {
        AssembledFrames(rows: weight.rows + other.rows, measurement: whole, receivedAt: weight.at)
    }

    private static func result(_ waiting: Waiting) -> AssembledFrames {
        AssembledFrames(rows: waiting.rows, measurement: waiting.measurement, receivedAt: waiting.at)
    }
}
