internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// A foreground request for a reading of a device that is read by its adverts.
struct AdvertOrder: Sendable {
    /// The device's catalogue number.
    let peripheralID: Int
    /// The context before the measurement: the seat, the request's time, and whether readings are booked at once.
    let context: ReadContext
    /// The resulting readings; nil while there are none.
    var readings: [Reading]?
    /// Signals that the readings are there.
    let news = WakeUp()

    /// A measurement's context with the request's seat and time.
    func placed(_ context: ReadContext) -> ReadContext {
        var result = context
        result.seat = self.context.seat
        result.askedAt = self.context.askedAt
        result.isSubmitted = self.context.isSubmitted
        return result
    }

    /// Whether a measurement's context belongs to this request.
    func isAnswered(by context: ReadContext) -> Bool {
        context.askedAt == self.context.askedAt && context.seat == self.context.seat
            && context.episode >= self.context.episode
    }
}
