/// Whether a process is there, as its availability topic says it.
public enum Availability: String, Sendable, Codable, CaseIterable {
    /// It serves.
    case online
    /// It finishes what it holds and takes nothing new.
    case draining
    /// It is gone.
    case offline
}

/// Keeps a process's availability true: says `online`, says it again when a late last will overtook it, says `offline`.
public actor Presence {
    private let client: BusClient
    private let states: RetainedStates
    private let topic: String
    private var present = Availability.offline

    /// Makes a presence; ``run()`` starts it.
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

    /// Says a new availability.
    public func say(_ availability: Availability) async {
        present = availability
        await states.set(text: availability.rawValue, at: topic)
    }

    /// Watches the own topic until cancelled.
    ///
    /// - Throws: ``BusError`` when the topic cannot be subscribed.
    public func run() async throws {
        let subscription = try await client.bus.subscribe(to: [TopicFilter(topic)], capacity: 16)
        for await message in subscription {
            let said = Availability(rawValue: String(decoding: message.payload, as: UTF8.self))
            if said == .offline, present != .offline { await states.set(text: present.rawValue, at: topic) }
        }
        subscription.cancel()
    }
}
