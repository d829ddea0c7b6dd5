/// What a producer has in flight to the session manager: batches that wait for their replies.
///
/// A row leaves the outbox only by a reply that names it. No reply by the deadline frees a batch's readings, to be sent
/// again; a late reply still counts.
public struct OutboxWindow: Sendable, Hashable {
    /// The most readings in flight.
    public let window: Int
    /// The most readings in a batch.
    public let batchLimit: Int
    /// How long a reply may take.
    public let replyDeadline: Duration

    private var batches: [String: Batch] = [:]
    /// Batches in a row that went unanswered; the sender backs off by it.
    public private(set) var unansweredInARow = 0

    private struct Batch: Sendable, Hashable {
        var items: [OutboxItem]
        var deadline: BootInstant
    }

    /// Makes a window; sizes below 1 count as 1.
    public init(window: Int = 64, batchLimit: Int = 16, replyDeadline: Duration = .seconds(5)) {
        self.window = max(1, window)
        self.batchLimit = max(1, batchLimit)
        self.replyDeadline = replyDeadline
    }

    /// What is in flight, to be left out of the next batch.
    public var inFlight: Set<OutboxItem> {
        batches.values.reduce(into: []) { $0.formUnion($1.items) }
    }

    /// How many readings the next batch may have; 0 means wait for a reply or a deadline.
    public var room: Int {
        min(batchLimit, max(0, window - batches.values.reduce(0) { $0 + $1.items.count }))
    }

    /// When the next reply is overdue; nil with nothing in flight.
    public var nextDeadline: BootInstant? {
        batches.values.map(\.deadline).min()
    }

    /// A batch left.
    ///
    /// - Parameters:
    ///   - batch: Its request's correlation id.
    ///   - items: At most ``room`` readings; what is in flight already is left out.
    ///   - now: The boot clock.
    public mutating func sent(batch: String, items: [OutboxItem], now: BootInstant) {
        let flying = inFlight
        let fresh = items.filter { !flying.contains($0) }
        guard !fresh.isEmpty, batches[batch] == nil else { return }
        batches[batch] = Batch(items: fresh, deadline: now + replyDeadline)
    }

    /// A reply came, late or not.
    ///
    /// - Parameters:
    ///   - batch: Its correlation id.
    ///   - accepted: The readings that the session manager has committed.
    /// - Returns: What to remove from the outbox: the accepted, whichever batch they were in. The batch's others are
    ///   free to be sent again.
    public mutating func replied(batch: String, accepted: [OutboxItem]) -> [OutboxItem] {
        batches[batch] = nil
        unansweredInARow = 0
        let settled = Set(accepted)
        for (name, var other) in batches {
            other.items.removeAll(where: settled.contains)
            batches[name] = other.items.isEmpty ? nil : other
        }
        return accepted
    }

    /// The request could not leave, or was answered with an error: its readings are free to be sent again.
    public mutating func failed(batch: String) {
        if batches.removeValue(forKey: batch) != nil { unansweredInARow += 1 }
    }

    /// Time has passed: frees what was not answered.
    ///
    /// - Returns: The batches that were given up, in no order.
    public mutating func expire(now: BootInstant) -> [String] {
        let late = batches.filter { $0.value.deadline <= now }.map(\.key)
        for batch in late { batches[batch] = nil }
        unansweredInARow += late.count
        return late
    }
}
