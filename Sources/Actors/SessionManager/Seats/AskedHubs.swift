internal import BusContract
internal import Foundation
internal import MessageBus
internal import QueueStore
internal import VitalRecords

/// Knows which hubs a person asked to measure or pair for a seat of another hub, and when.
///
/// A hub itself reports whom it measured, so its report alone could book a value on anyone at the site.
struct AskedHubs: ManagerService {
    /// One request, as a person's program announced it.
    private struct Asked: Codable, Sendable, Hashable {
        let hub: String
        let seat: String
        let at: Date
    }

    /// The setting with all requests.
    private static let setting = "asked-hubs"
    /// The most requests that are remembered; the oldest is dropped first.
    private static let most = 2_000
    /// How far a hub's time of a request may differ from the time of its announcement, in seconds.
    ///
    /// The hub's clock may be off, and it may accept a value measured up to ten minutes earlier (`sinceSeconds`).
    static let window: TimeInterval = 900

    let parts: ServiceParts
    /// Serialises changes, because each one writes all requests.
    private let turn = AsyncLock()

    init(_ parts: ServiceParts) { self.parts = parts }

    /// The operation that announces a request.
    var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.expectReadings) { body, request in
                try await note(body, by: request.caller)
            }
        ]
    }

    /// Whether a hub may report values for a seat: the seat is its own, or a person asked for it around that time.
    func counts(_ hub: String, for seat: String, at moment: Date) async throws -> Bool {
        guard let own = seats.roll.seats(of: hub), !own.contains(seat) else { return true }
        return try await wasAsked(hub, for: seat, at: moment)
    }

    /// Whether a person asked a hub to measure or pair for a seat around that time, whether its own seat or another.
    func wasAsked(_ hub: String, for seat: String, at moment: Date) async throws -> Bool {
        try await all().contains { asked in
            asked.hub == hub && asked.seat == seat && abs(asked.at.timeIntervalSince(moment)) <= Self.window
        }
    }

    private func note(_ body: ExpectReadings, by caller: BusAddress) async throws -> ReadingsExpected {
        try BusAddress.check(body.hub, as: "hub")
        try await seats.require(body.seat)
        // Only a person's program counts: a hub's box could otherwise get another hub's devices for its reader.
        guard seats.roll.seats(of: body.hub) != nil, seats.roll.reach(of: caller) == nil else {
            return ReadingsExpected(hub: body.hub, seat: body.seat)
        }
        let now = environment.now()
        try await turn.withLock {
            let kept = try await all().suffix(Self.most - 1) + [Asked(hub: body.hub, seat: body.seat, at: now)]
            try await store.set(Data(try WireJSON.encode(Array(kept))), for: Self.setting, at: now)
        }
        return ReadingsExpected(hub: body.hub, seat: body.seat, until: now.addingTimeInterval(Self.window))
    }

    private func all() async throws -> [Asked] {
        guard let saved = try await store.setting(Self.setting) else { return [] }
        return try WireJSON.decode([Asked].self, from: Array(saved))
    }
}

/// What the session manager knows about the site, for checks of requests.
struct SiteReach: ReachFacts {
    let asked: AskedHubs
    private var store: QueueStore { asked.store }

    func seats(of hub: String) async throws -> Set<String>? { asked.seats.roll.seats(of: hub) }

    func wasAsked(_ hub: String, for seat: String) async throws -> Bool {
        try await asked.wasAsked(hub, for: seat, at: asked.environment.now())
    }

    func seats(of device: DeviceID) async throws -> Set<String> {
        let known = try await store.assignments.assignments(devices: [device.description])
        return Set(known.filter { $0.until == nil }.map(\.seat))
    }

    func hub(of record: LogID) async throws -> String? {
        try await store.records.record(logID: record.rawValue)?.hub
    }

    func seat(of record: LogID) async throws -> String? {
        try await store.records.record(logID: record.rawValue)?.seat
    }

    func isHeld(_ reading: ReadingKey, by hub: String, for seats: Set<String>) async throws -> Bool {
        let reach = HeldReach(hub: hub, seats: seats)
        if let isOwn = try await store.held.isHeld(reading.rawValue, within: reach) { return isOwn }
        // A decided reading may have become a person's record.
        guard let record = try await store.records.givenKey(reading.rawValue)?.logID else { return true }
        return try await store.records.record(logID: record).map { seats.contains($0.seat) } ?? true
    }
}
