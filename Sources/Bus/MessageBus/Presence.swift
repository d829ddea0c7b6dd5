/// Whether a process is online, by its availability topic.
public enum Availability: String, Sendable, Codable, CaseIterable {
    /// The process serves requests.
    case online
    /// The process finishes its work and accepts no more.
    case draining
    /// The process is gone.
    case offline
}

/// Keeps a process's availability correct: publishes `online`, repeats it after a late last will or on request,
/// and publishes `offline`.
public actor Presence {
    /// The payload that asks on a process's availability topic whether it is online; the process then republishes it.
    ///
    /// It is never retained, so that the question does not overwrite an answer.
    public static let question = "asked"

    private let client: BusClient
    private let states: RetainedStates
    private let topic: String
    private var present = Availability.offline

    /// Creates a presence; ``run()`` starts it.
    public init(_ client: BusClient, states: RetainedStates) {
        self.client = client
        self.states = states
        topic = Self.topic(client.address)
    }

    /// The availability topic of a process.
    public static func topic(_ address: BusAddress) -> String {
        address.topic("actor/\(address.actor)/\(address.instance)/availability")
    }

    /// The last will that the broker publishes when the process vanishes.
    public static func will(_ address: BusAddress) -> BusMessage {
        BusMessage(topic: topic(address), payload: Array(Availability.offline.rawValue.utf8), retain: true)
    }

    /// Publishes a new availability.
    public func say(_ availability: Availability) async {
        present = availability
        await states.set(text: availability.rawValue, at: topic)
    }

    /// Watches its topic until cancelled, and publishes `online` once it does, because readers of that may ask.
    ///
    /// - Throws: ``BusError`` if the topic cannot be subscribed.
    public func serve() async throws {
        try await run { if self.present == .offline { await self.say(.online) } }
    }

    /// Watches the process's own topic until cancelled.
    ///
    /// - Throws: ``BusError`` if the topic cannot be subscribed.
    public func run() async throws { try await run {} }

    private func run(onReady: () async -> Void) async throws {
        let subscription = try await client.bus.subscribe(to: [TopicFilter(topic)], capacity: 16)
        await onReady()
        for await message in subscription {
            let word = String(decoding: message.payload, as: UTF8.self)
            guard word == Availability.offline.rawValue || word == Self.question, present != .offline else { continue }
            await states.set(text: present.rawValue, at: topic)
        }
        subscription.cancel()
    }
}
