internal import BusContract
internal import FoundationEssentials
public import MessageBus

/// Converts bus messages to events of the live table.
public actor HubFeed {
    private static let repeatLimit = 4096
    /// How many pages of held readings are read.
    private static let heldPages = 8

    private let client: BusClient
    private let requests: RequestClient
    private let hubs: [String]?
    private let seats: [String]
    private var seen: Set<String> = []
    private var order: [String] = []

    /// Creates a feed.
    ///
    /// - Parameters:
    ///   - hubs: The hubs whose events and states are followed; nil for all of the site.
    ///   - seats: The seats whose state is followed; all if empty.
    public init(_ client: BusClient, requests: RequestClient, hubs: [String]? = nil, seats: [String] = []) {
        self.client = client
        self.requests = requests
        (self.hubs, self.seats) = (hubs, seats)
    }

    /// The feed of one hub of a site, which ignores the events of all other hubs.
    public init(_ client: BusClient, requests: RequestClient, of hub: LiveHub) {
        let isPart = hub.isOfSite
        self.init(
            client,
            requests: requests,
            hubs: isPart ? [hub.hub, BusAddress.siteHub] : nil,
            seats: isPart ? hub.seats : []
        )
    }

    /// A topic with the conversion of its messages to events.
    private struct Source: Sendable {
        let topic: TopicDescriptor
        let event: @Sendable ([UInt8]) -> LiveEvent?

        init<Payload>(_ topic: Topic<Payload>, _ event: @escaping @Sendable (Payload) -> LiveEvent) {
            self.topic = topic.descriptor
            // Absent is nil: an undecodable message is not shown.
            self.event = { bytes in (try? Envelope<Payload>.decode(bytes).data).map(event) }
        }
    }

    private static let sources: [Source] = [
        Source(ReaderTopics.passiveDidRead) { .read($0) }, Source(ReaderTopics.didReadPeripheral) { .read($0) },
        Source(ReaderTopics.passiveDidFail) { .readFailed($0) }, Source(ReaderTopics.readingFailed) { .readFailed($0) },
        Source(SessionEvents.sessionStarted) { .sessionStarted($0) },
        Source(SessionEvents.sessionEnded) { .sessionEnded($0) },
        Source(SessionEvents.recordSubmitted) { .submitted($0) },
        Source(SessionEvents.submissionFailed) { .failed($0) },
        Source(SessionEvents.submissionRetrying) { .retrying($0) }, Source(SessionEvents.readingHeld) { .held($0) },
        Source(HealthTopics.importProgress) { .importing($0) }, Source(HealthTopics.importCompleted) { .importing($0) },
        Source(SessionEvents.queueState) { .queue($0) }, Source(SessionEvents.sessionState) { .session($0) },
        Source(ReaderTopics.passiveState) { .passive($0) }, Source(ScannerTopics.adapterState) { .adapter($0) },
    ]

    private static let topics = sources.map(\.topic) + [PresenceTopics.availability]
    /// The sources by the first two levels of their topics, which are unique.
    private static let byPlace = Dictionary(sources.map { (place($0.topic.template), $0) }) { first, _ in first }

    private static func place(_ topic: String) -> String {
        topic.split(separator: "/").prefix(2).joined(separator: "/")
    }

    /// Subscribes and passes on every event until cancelled; duplicate events are dropped.
    ///
    /// - Throws: ``BusError`` if the topics cannot be subscribed.
    public func run(_ take: @Sendable (LiveEvent) async -> Void) async throws {
        let subscription = try await client.bus.subscribe(to: filters(), capacity: 1024)
        for await message in subscription {
            if let event = decode(message) { await take(event) }
        }
        subscription.cancel()
    }

    private func filters() throws -> [TopicFilter] {
        try (hubs ?? ["+"]).flatMap { hub in
            try Self.topics.flatMap { topic in
                let isOfSeats = !seats.isEmpty && topic.template.hasSuffix("/{seat}")
                let leaves = isOfSeats ? seats.map { topic.leaf(["seat": $0]) } : [topic.leaf()]
                return try leaves.map { try TopicFilter(client.address.topic($0, hub: hub)) }
            }
        }
    }

    /// The records in the queue now, limited to its first pages; nil if the session manager does not answer.
    public func queued() async -> LiveEvent? {
        // Absent is nil: without an answer, the caller asks again.
        let page = try? await requests.call(
            SessionOperations.queuedRecords,
            hub: BusAddress.siteHub,
            body: PageRequest(live: true),
            timeout: .seconds(3)
        )
        return page.map { .queued($0.records.map(\.record)) }
    }

    /// The readings held now with their values, 256 at most; nil if the session manager does not answer.
    public func held() async -> LiveEvent? {
        var (entries, page, pages): ([HeldPage.Entry], Int, Int) = ([], 1, 1)
        while page <= min(pages, Self.heldPages) {
            // Absent is nil: without an answer, the caller asks again.
            let found = try? await requests.call(
                SessionOperations.heldReadings,
                hub: BusAddress.siteHub,
                body: PageRequest(page: page),
                timeout: .seconds(3)
            )
            guard let found else { return nil }
            entries.append(contentsOf: found.readings)
            pages = found.pages
            page += 1
        }
        return .heldNow(entries, isWhole: pages <= Self.heldPages)
    }

    private func decode(_ message: BusMessage) -> LiveEvent? {
        let levels = message.levels
        guard levels.count >= 6 else { return nil }
        if levels[4] == "actor", levels.count == 8 {
            let word = String(decoding: message.payload, as: UTF8.self)
            return Availability(rawValue: word).map { .availability(actor: levels[5], instance: levels[6], $0) }
        }
        guard isNew(message) else { return nil }
        return Self.byPlace["\(levels[4])/\(levels[5])"]?.event(message.payload)
    }

    private func isNew(_ message: BusMessage) -> Bool {
        // Absent is nil: a message without an id is not a duplicate.
        guard let id = try? Envelope<IgnoredPayload>.decode(message.payload).id else { return false }
        guard seen.insert(id).inserted else { return false }
        order.append(id)
        if order.count > Self.repeatLimit { seen.remove(order.removeFirst()) }
        return true
    }
}
