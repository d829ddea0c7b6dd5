/// The batches that a producer has in flight to the session manager.
///
/// A row leaves the outbox only after a reply that names it. Without a reply by the deadline a batch's readings may be
/// sent again; a late reply still counts.
public struct OutboxWindow: Sendable, Hashable {
    /// The most readings in flight.
    public let window: Int
    /// The most readings in a batch.
    public let batchLimit: Int
    /// How long a reply may take.
    public let replyDeadline: Duration

    private var batches: [String: Batch] = [:]
    /// How many batches in a row went unanswered; the sender backs off accordingly.
    public private(set) var unansweredInARow = 0

    private struct Batch: Sendable, Hashable {
        var items: [OutboxItem]
        var deadline: BootInstant
    }

    /// Creates a window; sizes below 1 count as 1.
    public init(window: Int = 64, batchLimit: Int = 16, replyDeadline: Duration = .seconds(5)) {
        self.window = max(1, window)
        self.batchLimit = max(1, batchLimit)
        self.replyDeadline = replyDeadline
    }

    /// The readings in flight, to leave out of the next batch.
    public var inFlight: Set<OutboxItem> {
        batches.values.reduce(into: []) { $0.formUnion($1.items) }
    }

    /// How many readings the next batch may have; 0 means to wait for a reply or a deadline.
    public var room: Int {
        min(batchLimit, max(0, window - batches.values.reduce(0) { $0 + $1.items.count }))
    }

    /// When the next reply is overdue; nil if no batch is in flight.
    public var nextDeadline: BootInstant? {
        batches.values.map(\.deadline).min()
    }

    /// Notes a sent batch.
    ///
    /// - Parameters:
    ///   - batch: Its request's correlation id.
    ///   - items: At most ``room`` readings; those already in flight are left out.
    ///   - now: The boot clock.
    public mutating func sent(batch: String, items: [OutboxItem], now: BootInstant) {
        let flying = inFlight
        let fresh = items.filter { !flying.contains($0) }
        guard !fresh.isEmpty, batches[batch] == nil else { return }
        batches[batch] = Batch(items: fresh, deadline: now + replyDeadline)
    }

    /// Notes a reply, late or not.
    ///
    /// - Parameters:
    ///   - batch: Its correlation id.
    ///   - accepted: The readings that the session manager has committed.
    /// - Returns: The readings to remove from the outbox: the accepted ones, whichever batch they were in. The batch's
    ///   other readings may be sent again.
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

    /// Notes a request that could not be sent or got an error: its readings may be sent again.
    public mutating func failed(batch: String) {
        if batches.removeValue(forKey: batch) != nil { unansweredInARow += 1 }
    }

    /// Frees the batches that are overdue.
    ///
    /// - Returns: The freed batches, in no particular order.
    public mutating func expire(now: BootInstant) -> [String] {
        let late = batches.filter { $0.value.deadline <= now }.map(\.key)
        for batch in late { batches[batch] = nil }
        unansweredInARow += late.count
        return late
    }
}
