internal import BusContract
internal import MessageBus
internal import VitalRecords

/// Passes the site's events to the board.
struct LiveFeed: Sendable {
    private static let seatEvents: [TopicDescriptor] = [
        SessionEvents.sessionStarted.descriptor, SessionEvents.sessionEnded.descriptor,
        SessionEvents.recordSubmitted.descriptor, SessionEvents.submissionFailed.descriptor,
        SessionEvents.readingQueued.descriptor, SessionEvents.readingHeld.descriptor,
        HealthTopics.importCompleted.descriptor,
    ]
    private static let states: [TopicDescriptor] = [
        SessionEvents.sessionState.descriptor, SessionEvents.queueState.descriptor,
        SessionEvents.seatLimits.descriptor,
    ]

    /// The field that all events of a seat share.
    private struct OfSeat: Codable, Sendable {
        let seat: String?
    }

    private let client: BusClient
    private let board: LiveBoard
    private let hubs: SiteHubs
    private let imports: ImportParts
    private let counts: MenuCounts

    init(_ client: BusClient, board: LiveBoard, hubs: SiteHubs, imports: ImportParts, counts: MenuCounts) {
        (self.client, self.board, self.hubs, self.imports) = (client, board, hubs, imports)
        self.counts = counts
    }

    /// Follows until cancelled.
    ///
    /// - Throws: ``BusError``.
    func run() async throws {
        let topics =
            Self.seatEvents + Self.states + [HealthTopics.importProgress.descriptor, PresenceTopics.availability]
        let subscription = try await client.subscribe(to: topics, hub: nil, capacity: 1_024)
        for await message in subscription {
            if let limits = Self.limits(message) { await board.take(limits) }
            await hubs.note(message)
            await imports.note(message)
            if let held = Self.held(message), counts.take(held: held) { await board.note(.held) }
            for change in Self.changes(message) { await board.note(change) }
        }
        subscription.cancel()
    }

    /// The seat limits in a message; empty limits if they were withdrawn or are unreadable.
    static func limits(_ message: BusMessage) -> SeatLimits? {
        let levels = message.levels
        guard levels.count == 7, levels[4] == "state", levels[5] == "limits", SeatID(rawValue: levels[6]) != nil else {
            return nil
        }
        // Absent is nil: an unreadable message sets no limits.
        let told = try? Envelope<SeatLimits>.decode(message.payload).data
        return SeatLimits(seat: levels[6], limits: told?.limits ?? [])
    }

    /// The number of held readings in the queue's state; nil in other messages.
    static func held(_ message: BusMessage) -> Int? {
        guard message.levels.count == 6, message.levels[4] == "state", message.levels[5] == "queue" else { return nil }
        // Absent is nil: an unreadable state has no number.
        return (try? Envelope<QueueState>.decode(message.payload))?.data.held
    }

    /// The changes to pages that a message causes.
    static func changes(_ message: BusMessage) -> [LiveChange] {
        let levels = message.levels
        guard levels.count >= 6 else { return [] }
        switch (levels[4], levels[5]) {
        case ("event", HealthTopics.importProgress.descriptor.name): return [.imports]
        case ("event", let name):
            // Absent is nil: an unreadable message is not an event.
            let seat = (try? Envelope<OfSeat>.decode(message.payload))?.data.seat
            let held: [LiveChange] = name == SessionEvents.readingHeld.descriptor.name ? [.held] : []
            let ended: [LiveChange] = name == HealthTopics.importCompleted.descriptor.name ? [.imports] : []
            return held + ended + (seat.flatMap(SeatID.init(rawValue:)).map { [.seat($0.rawValue)] } ?? [])
        case ("state", "session") where levels.count == 7:
            return SeatID(rawValue: levels[6]).map { [.seat($0.rawValue)] } ?? []
        case ("state", "limits") where levels.count == 7:
            return SeatID(rawValue: levels[6]).map { [.seat($0.rawValue)] } ?? []
        case ("state", "queue"): return [.queue]
        default: return []
        }
    }
}
