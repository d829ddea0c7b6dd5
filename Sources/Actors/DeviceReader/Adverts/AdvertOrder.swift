internal import FoundationEssentials
internal import VitalRecords

/// What somebody who waits asked of a device that is read by its adverts.
struct AdvertOrder: Sendable {
    /// What the device is, by the catalogue's number.
    let peripheralID: Int
    /// What is known before it measures: for whom, since when, and whether its readings are booked at once.
    let context: ReadContext
    /// What it has brought; nil while nothing has.
    var readings: [Reading]?

    /// A measurement's context with what was asked for.
    func placed(_ context: ReadContext) -> ReadContext {
        var result = context
        result.seat = self.context.seat
        result.askedAt = self.context.askedAt
        result.isSubmitted = self.context.isSubmitted
        return result
    }

    /// Whether a measurement was made for it.
    func isAnswered(by context: ReadContext) -> Bool {
        context.askedAt == self.context.askedAt && context.seat == self.context.seat
            && context.episode >= self.context.episode
    }
}
