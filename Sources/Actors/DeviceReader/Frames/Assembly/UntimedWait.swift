internal import DeviceCodecs
internal import FoundationEssentials

/// Distinguishes a fresh measurement without a time from those out of a memory.
///
/// Pure. A person cannot measure twice within two seconds, so several untimed measurements together come from a memory,
/// and their times stay unknown. A single one is fresh, because the profiles require a time stamp on stored
/// measurements.
struct UntimedWait: Sendable {
    /// How long a measurement waits for a second one, in seconds.
    static let patience: TimeInterval = 2

    private var waiting: [AssembledFrames] = []
    private var last: Date?

    mutating func add(_ frames: AssembledFrames) -> [AssembledFrames] {
        guard let measurement = frames.measurement, measurement.time == nil, measurement.isUsable, !frames.isLive else {
            return [frames]
        }
        // A repeat does not count as a second measurement.
        if let index = waiting.firstIndex(where: { $0.measurement?.keyBytes == measurement.keyBytes }) {
            waiting[index].rows += frames.rows
            return []
        }
        let isNear = last.map { frames.receivedAt.timeIntervalSince($0) < Self.patience } ?? false
        last = frames.receivedAt
        guard !isNear else {
            defer { waiting = [] }
            return waiting + [frames]
        }
        let before = flush()
        last = frames.receivedAt
        waiting = [frames]
        return before
    }

    mutating func expire(at now: Date) -> [AssembledFrames] {
        guard let last, now.timeIntervalSince(last) >= Self.patience else { return [] }
        return flush()
    }

    mutating func flush() -> [AssembledFrames] {
        defer { waiting = [] }
        return waiting.map { frames in
            var result = frames
            result.isAlone = true
            return result
        }
    }
}
