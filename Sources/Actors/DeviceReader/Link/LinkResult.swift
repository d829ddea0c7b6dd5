internal import DeviceCodecs
internal import VitalRecords

/// What a link brought.
struct LinkResult: Sendable {
    /// The readings, which are in the outbox; each once, in its newest revision.
    var readings: [Reading] = []
    /// How it ended.
    var end: ProcedureEnd = .noReading
    /// Frames that cannot be decoded; they are kept.
    var unreadable: [AssembledFrames.Unreadable] = []
    /// Whether the device's memory is read further than before.
    var hasMovedOn = false
    /// Which of a scale's users agreed; nil for what has no users.
    var consents: ConsentProcedure.Finding?
    /// What the device was seen to do with the link, or nil.
    var manner: DeviceManner?
    /// What could not be saved or committed; frames that are on disk are decoded later.
    var failure: (any Error)?

    /// Whether the device has nothing more to say.
    var isComplete: Bool { failure == nil && (end == .done || end == .empty) }

    /// Adds readings; a newer revision takes the older one's place.
    mutating func add(_ new: [Reading]) {
        for reading in new {
            if let index = readings.lastIndex(where: { $0.readingKey == reading.readingKey }) {
                if reading.revision > readings[index].revision { readings[index] = reading }
            } else {
                readings.append(reading)
            }
        }
    }

    /// Why there is no reading; nil where there is one, or where the device says that it has none.
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
