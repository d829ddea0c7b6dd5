import DeliveryRules

/// A producer's outbox with its window, and an owner behind a network that may lose, repeat and reorder messages.
struct OutboxWorld: Hashable {
    enum Step: CustomStringConvertible {
        case tick, crash, newRevision, send
        case receive(Int)
        case reply(Int)

        var description: String {
            switch self {
            case .tick: "time passes"
            case .crash: "the producer crashes and starts"
            case .newRevision: "a newer revision is committed"
            case .send: "a batch leaves"
            case .receive(let batch): "the owner receives batch \(batch) and commits"
            case .reply(let batch): "the reply to batch \(batch) comes"
            }
        }
    }

    static let batches = 3
    static let hours: Int64 = 3

    // Durable.
    var rows = ["a": 1, "b": 1]
    var committed = ["a": 1, "b": 1]
    var taken: [String: Int] = [:]

    // Volatile.
    var window = OutboxWindow(window: 2, batchLimit: 1, replyDeadline: .milliseconds(1))

    // The network: the messages sent, and those that the owner replied to. All may arrive at any time.
    var sent: [[OutboxItem]] = []
    var replied: Set<Int> = []
    var now: Int64 = 0

    private var instant: BootInstant { BootInstant(milliseconds: now) }

    func steps() -> [Step] {
        var steps: [Step] = [.crash]
        if now < Self.hours { steps.append(.tick) }
        if committed["a"] == 1 { steps.append(.newRevision) }
        if sent.count < Self.batches, window.room > 0 { steps.append(.send) }
        for batch in sent.indices {
            steps.append(.receive(batch))
            if replied.contains(batch) { steps.append(.reply(batch)) }
        }
        return steps
    }

    /// Takes a step.
    ///
    /// - Parameter trustsPuback: Whether rows are deleted once their batch is sent, which is wrong.
    mutating func take(_ step: Step, trustsPuback: Bool = false) {
        switch step {
        case .tick:
            now += 1
            _ = window.expire(now: instant)
        case .crash: window = OutboxWindow(window: 2, batchLimit: 1, replyDeadline: .milliseconds(1))
        case .newRevision:
            committed["a"] = 2
            rows["a"] = 2
        case .send: send(trustsPuback)
        case .receive(let batch):
            for item in sent[batch] { taken[item.readingKey] = max(taken[item.readingKey] ?? 0, item.revision) }
            replied.insert(batch)
        case .reply(let batch): remove(window.replied(batch: "\(batch)", accepted: sent[batch]))
        }
    }

    private mutating func send(_ trustsPuback: Bool) {
        let waiting = rows.map { OutboxItem(readingKey: $0.key, revision: $0.value) }
            .filter { !window.inFlight.contains($0) }
            .sorted { $0.readingKey < $1.readingKey }
        let batch = Array(waiting.prefix(window.room))
        guard !batch.isEmpty else { return }
        window.sent(batch: "\(sent.count)", items: batch, now: instant)
        sent.append(batch)
        if trustsPuback { remove(batch) }
    }

    private mutating func remove(_ items: [OutboxItem]) {
        for item in items where (rows[item.readingKey] ?? .max) <= item.revision { rows[item.readingKey] = nil }
    }

    /// The promise that this state breaks.
    func fault() -> String? {
        for (key, revision) in committed where (rows[key] ?? 0) < revision && (taken[key] ?? 0) < revision {
            return "(1) revision \(revision) of \(key) is in no outbox and not with the owner"
        }
        return isStuck ? "(1) the outbox is stuck" : nil
    }

    /// Whether a row can never leave: neither now nor after time has freed the window.
    private var isStuck: Bool {
        var later = self
        later.now += 10
        _ = later.window.expire(now: later.instant)
        return later.window.room == 0
            || rows.contains { key, revision in
                later.window.inFlight.contains(OutboxItem(readingKey: key, revision: revision))
            }
    }
}
