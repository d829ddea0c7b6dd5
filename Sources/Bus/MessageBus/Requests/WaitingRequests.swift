internal import DequeModule

/// Requests that wait for their turn, limited in number and bytes; a pure value.
///
/// A topic identifies the publisher at best, and a reply topic can be invented. So each caller that has received an
/// answer before has a separate line, and all others share one. The lines are served in turn, so that a flooding caller
/// delays only itself. No client receives answers at an invented topic.
struct WaitingRequests {
    /// The limits of waiting requests.
    struct Limits {
        /// The limit of messages in one line; a caller has no more calls in progress than this
        /// (``RequestClient/pendingLimit``).
        var count = RequestClient.pendingLimit
        /// The size limit of one line in bytes.
        var bytes = 16 << 20
        /// The limits of messages and bytes for all callers together that have not received an answer yet.
        var strangersCount = 1_024
        var strangersBytes = 8 << 20
        /// The size limit of all lines in bytes; beyond it, only a line with less than ``least`` accepts more.
        var total = 64 << 20
        var least = 1 << 20
        /// The limit of known callers, which suffices for a site of three thousand hubs.
        var known = 16_384
    }

    private struct Line {
        var messages: Deque<BusMessage> = []
        var bytes = 0
    }

    /// The line of callers that have not received an answer yet.
    private static let strangers = ""

    private let limits: Limits
    private var known: Set<String> = []
    private var lines: [String: Line] = [:]
    /// The lines with messages, beginning with the next one.
    private var turns: Deque<String> = []
    private var bytes = 0

    init(_ limits: Limits = Limits()) { self.limits = limits }

    /// Puts a request into its caller's line.
    ///
    /// - Returns: The request without room: this one, or a larger request of an unknown caller that it replaces.
    mutating func add(_ message: BusMessage) -> BusMessage? {
        let place = RequestPlace(message.topic)
        // A line belongs to its caller: a request whose topic names the caller waits in no other line.
        let caller = place.caller?.replyTopic ?? message.properties.responseTopic ?? Self.strangers
        let key = known.contains(caller) ? caller : Self.strangers
        let refused = hasRoom(for: message, key: key) ? nil : displaced(by: message, key: key)
        if let refused, refused.isMine { return refused.message }
        if lines[key] == nil { turns.append(key) }
        lines[key, default: Line()].messages.append(message)
        count(message.payload.count, key: key)
        return refused?.message
    }

    /// Removes the next request.
    mutating func next() -> BusMessage? {
        guard let key = turns.popFirst(), let message = lines[key]?.messages.popFirst() else { return nil }
        count(-message.payload.count, key: key)
        if lines[key]?.messages.isEmpty ?? true { lines[key] = nil } else { turns.append(key) }
        return message
    }

    /// Records whether a client received an answer at a reply topic.
    mutating func note(_ topic: String, isTaken: Bool) {
        guard isTaken else {
            _ = known.remove(topic)
            return
        }
        if known.count >= limits.known, !known.contains(topic), let other = known.first(where: { lines[$0] == nil }) {
            known.remove(other)
        }
        if known.count < limits.known { known.insert(topic) }
    }

    /// Drops all waiting requests.
    mutating func removeAll() { (lines, turns, bytes) = ([:], [], 0) }

    private func hasRoom(for message: BusMessage, key: String) -> Bool {
        let line = lines[key] ?? Line()
        let isStranger = key == Self.strangers
        let size = line.bytes + message.payload.count
        guard line.messages.count < (isStranger ? limits.strangersCount : limits.count) else { return false }
        guard size <= (isStranger ? limits.strangersBytes : limits.bytes) else { return false }
        return bytes + message.payload.count <= limits.total || size <= limits.least
    }

    /// Selects the request to drop: among unknown callers the largest, because a flood is large and a person's first
    /// request small.
    private mutating func displaced(by message: BusMessage, key: String) -> (message: BusMessage, isMine: Bool) {
        guard key == Self.strangers, let line = lines[key],
            let largest = line.messages.indices.max(by: {
                line.messages[$0].payload.count < line.messages[$1].payload.count
            }),
            line.messages[largest].payload.count > message.payload.count,
            let gone = lines[key]?.messages.remove(at: largest)
        else { return (message, true) }
        count(-gone.payload.count, key: key)
        return (gone, false)
    }

    private mutating func count(_ change: Int, key: String) {
        bytes += change
        lines[key]?.bytes += change
    }
}
