internal import BusContract
internal import FoundationEssentials
public import MessageBus

/// Turns the bus into events of the live table.
public actor HubFeed {
    private static let repeatLimit = 4096
    /// How many pages of held readings are looked through.
    private static let heldPages = 8

    private let client: BusClient
    private let requests: RequestClient
    private var seen: Set<String> = []
    private var order: [String] = []

    /// Makes a feed.
    public init(_ client: BusClient, _ requests: RequestClient) {
        self.client = client
        self.requests = requests
    }

    private static let topics: [TopicDescriptor] = [
        ReaderTopics.passiveDidRead.descriptor, ReaderTopics.didReadPeripheral.descriptor,
        ReaderTopics.passiveDidFail.descriptor, ReaderTopics.readingFailed.descriptor,
        SessionEvents.sessionStarted.descriptor, SessionEvents.sessionEnded.descriptor,
        SessionEvents.recordSubmitted.descriptor, SessionEvents.submissionFailed.descriptor,
        SessionEvents.submissionRetrying.descriptor, SessionEvents.readingHeld.descriptor,
        HealthTopics.importProgress.descriptor, HealthTopics.importCompleted.descriptor,
        SessionEvents.queueState.descriptor, SessionEvents.sessionState.descriptor,
        ReaderTopics.passiveState.descriptor, ScannerTopics.adapterState.descriptor, PresenceTopics.availability,
    ]

    /// Subscribes and hands every event on until cancelled; repeats of an event are dropped.
    ///
    /// - Throws: ``BusError`` when the topics cannot be subscribed.
    public func run(_ take: @Sendable (LiveEvent) async -> Void) async throws {
        let subscription = try await client.subscribe(to: Self.topics, hub: nil, capacity: 1024)
        for await message in subscription {
            if let event = decode(message) { await take(event) }
        }
        subscription.cancel()
    }

    /// The records in the queue now, its first pages; nil when the session manager does not answer.
    public func queued() async -> LiveEvent? {
        let page = try? await requests.call(
            SessionOperations.queuedRecords,
            hub: BusAddress.siteHub,
            PageRequest(live: true),
            timeout: .seconds(3)
        )
        return page.map { .queued($0.records.map(\.record)) }
    }

    /// The readings that are held now, with their values, 256 at most; nil when the session manager does not answer.
    public func held() async -> LiveEvent? {
        var (entries, page, pages): ([HeldPage.Entry], Int, Int) = ([], 1, 1)
        while page <= min(pages, Self.heldPages) {
            let found = try? await requests.call(
                SessionOperations.heldReadings,
                hub: BusAddress.siteHub,
                PageRequest(page: page),
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
        let levels = message.topic.split(separator: "/").map(String.init)
        guard levels.count >= 6 else { return nil }
        if levels[4] == "actor", levels.count == 8 {
            let word = String(decoding: message.payload, as: UTF8.self)
            return Availability(rawValue: word).map { .availability(actor: levels[5], instance: levels[6], $0) }
        }
        guard isNew(message) else { return nil }
        return levels[4] == "state" ? state(levels[5], message.payload) : event(levels[5], message.payload)
    }

    private func state(_ name: String, _ bytes: [UInt8]) -> LiveEvent? {
        switch name {
        case "queue": data(SessionEvents.queueState, bytes).map { .queue($0) }
        case "session": data(SessionEvents.sessionState, bytes).map { .session($0) }
        case "passive": data(ReaderTopics.passiveState, bytes).map { .passive($0) }
        case "adapter": data(ScannerTopics.adapterState, bytes).map { .adapter($0) }
        default: nil
        }
    }

    private func event(_ name: String, _ bytes: [UInt8]) -> LiveEvent? {
        switch name {
        case "passiveDidRead", "didReadPeripheral": data(ReaderTopics.passiveDidRead, bytes).map { .read($0) }
        case "passiveDidFail", "readingFailed": data(ReaderTopics.passiveDidFail, bytes).map { .readFailed($0) }
        case "sessionStarted": data(SessionEvents.sessionStarted, bytes).map { .sessionStarted($0) }
        case "sessionEnded": data(SessionEvents.sessionEnded, bytes).map { .sessionEnded($0) }
        case "recordSubmitted": data(SessionEvents.recordSubmitted, bytes).map { .submitted($0) }
        case "submissionFailed": data(SessionEvents.submissionFailed, bytes).map { .failed($0) }
        case "submissionRetrying": data(SessionEvents.submissionRetrying, bytes).map { .retrying($0) }
        case "importProgress", "importCompleted": data(HealthTopics.importProgress, bytes).map { .importing($0) }
        case "readingHeld": data(SessionEvents.readingHeld, bytes).map { .held($0) }
        default: nil
        }
    }

    private func data<Payload>(_ topic: Topic<Payload>, _ bytes: [UInt8]) -> Payload? {
        try? Envelope<Payload>.decode(bytes).data
    }

    private func isNew(_ message: BusMessage) -> Bool {
        guard let id = try? Envelope<IgnoredPayload>.decode(message.payload).id else { return false }
        guard seen.insert(id).inserted else { return false }
        order.append(id)
        if order.count > Self.repeatLimit { seen.remove(order.removeFirst()) }
        return true
    }
}
