internal import DeviceCodecs
internal import VitalRecords

/// The result of a link.
struct LinkResult: Sendable {
    /// The readings stored in the outbox, each once, in its newest revision.
    var readings: [Reading] = []
    /// How it ended.
    var end: ProcedureEnd = .noReading
    /// Frames that cannot be decoded; they are kept.
    var unreadable: [AssembledFrames.Unreadable] = []
    /// The number of measurements that yield no reading: control solutions, and those without a result.
    var setAside = 0
    /// Whether more of the device's memory was read than before.
    var hasMovedOn = false
    /// Which of a scale's users consented; nil for devices without users.
    var consents: ConsentProcedure.Finding?
    /// The user data that a scale accepted, by user.
    var userData: [UInt8: UserDataProcedure.Finding] = [:]
    /// Whether the driver wants the bond removed after the link.
    var dropsBond = false
    /// How the device used the link; nil if undetermined.
    var manner: DeviceManner?
    /// Why storing failed; frames on disk are decoded later.
    var failure: (any Error)?

    /// Whether the device has nothing more to send.
    var isComplete: Bool { failure == nil && (end == .done || end == .empty) }

    /// Adds readings; a newer revision replaces an older one.
    mutating func add(_ new: [Reading]) {
        for reading in new {
            if let index = readings.lastIndex(where: { $0.readingKey == reading.readingKey }) {
                if reading.revision > readings[index].revision { readings[index] = reading }
            } else {
                readings.append(reading)
            }
        }
    }

    /// Why there is no reading; nil if there is one, or the device reports that it has none.
    var fault: (any Error)? {
        guard readings.isEmpty, end != .empty else { return nil }
        if let failure { return failure }
        if let first = unreadable.first { return first.error }
        if end == .noReading, let consents, consents.isNobodyStored || !consents.lost.isEmpty {
            return ReadFailure(consents)
        }
        return ReadFailure(end)
    }
}
