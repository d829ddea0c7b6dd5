internal import BusContract
internal import MessageBus

/// An event on the bus that changes a measurement.
enum MeasureEvent: Sendable {
    /// A hub's reader is gone.
    case gone(hub: String)
    case progress(ReadingProgress)
    case asked(PasskeyRequested)
    case failed(PeripheralDidFail)
    case held(ReadingHeld)

    /// Decodes a message; nil if it does not concern a measurement.
    init?(_ message: BusMessage) {
        let levels = message.levels
        guard levels.count >= 6 else { return nil }
        if levels[4] == "actor" {
            guard levels.count == 8 else { return nil }
            guard message.payload == Array(Availability.offline.rawValue.utf8) else { return nil }
            self = .gone(hub: levels[3])
            return
        }
        func data<Payload: Codable & Sendable>(_ topic: Topic<Payload>) -> Payload? {
            // Absent is nil: an unreadable message is not an event.
            topic.descriptor.name == levels[5] ? (try? Envelope<Payload>.decode(message.payload))?.data : nil
        }
        let found =
            data(ReaderTopics.readingProgress).map(Self.progress) ?? data(ReaderTopics.passkeyRequested).map(Self.asked)
            ?? data(ReaderTopics.readingFailed).map(Self.failed)
            ?? data(ReaderTopics.didNotPairPeripheral).map(Self.failed)
            ?? data(SessionEvents.readingHeld).map(Self.held)
        guard let found else { return nil }
        self = found
    }
}

/// Passes the readers' events to the desk.
struct MeasureFeed: Sendable {
    private static let events: [TopicDescriptor] = [
        ReaderTopics.readingProgress.descriptor, ReaderTopics.passkeyRequested.descriptor,
        ReaderTopics.readingFailed.descriptor, ReaderTopics.didNotPairPeripheral.descriptor,
        SessionEvents.readingHeld.descriptor,
    ]

    let client: BusClient
    let desk: MeasureDesk

    /// Follows until cancelled.
    ///
    /// - Throws: ``BusError``.
    func run() async throws {
        let readers = try await client.subscribe(
            to: [PresenceTopics.availability],
            hub: nil,
            values: ["actor": BusRole.deviceReader.rawValue],
            capacity: 1_024
        )
        defer { readers.cancel() }
        let told = try await client.subscribe(to: Self.events, hub: nil, capacity: 1_024)
        defer { told.cancel() }
        await withTaskGroup(of: Void.self) { group in
            for subscription in [readers, told] {
                group.addTask {
                    for await message in subscription {
                        if let event = MeasureEvent(message) { await desk.hear(event) }
                    }
                }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
