internal import ActorRuntime
internal import BusContract
internal import Foundation
internal import HealthRecords
internal import HealthTypes
internal import ImportStore
internal import MessageBus

/// Serves historical fetches, which read a person's imported files again for some sets and days.
@ImporterIsolation struct HistoryService: ImporterPart {
    let parts: ImporterParts

    nonisolated var handlers: [RequestHandler] {
        [
            RequestHandler(HealthTopics.fetchHistoricalSets) { body, request in
                try await self.fetch(body, requestID: request.id)
            },
            RequestHandler(HealthTopics.cancelHistoricalFetch) { body, _ in try await self.cancel(body) },
        ]
    }

    private func fetch(_ body: FetchHistoricalSets, requestID: String) async throws -> HistoricalFetch {
        try BusAddress.check(body.seat, as: "seat")
        let asked = try body.sets.map { try ImportWish.set($0.rawValue) }
        guard !asked.isEmpty, asked.allSatisfy({ [.routine, .fitness, .intraday].contains($0) }) else {
            throw BusError(.invalidArgument, message: "sets must be one or more of routine, fitness and intraday")
        }
        let from = try ImportWish.day(body.from, field: "from")
        let to = try body.to.map { try ImportWish.day($0, field: "to") }
        let subscriptions = try await sessions.user(of: body.seat)
        var (sets, warnings) = Self.sets(of: asked, for: subscriptions)
        let window = HistoricalWindow(
            from: from,
            to: to,
            today: try await today(body.seat, for: subscriptions),
            isIntraday: asked == [.intraday]
        )
        guard let window else { throw BusError(.invalidArgument, message: "no day between from and to can be fetched") }
        if window.first != from { warnings.append("days before \(window.first) are too long ago") }
        let paths = try await inputs(of: body.seat, person: subscriptions.person)
        if paths.isEmpty { warnings.append("no stored import of this person can be read again") }
        let facts = ImportFacts(
            origin: .fetch,
            of: subscriptions,
            wish: ImportWish(sets: sets, window: window, paths: paths)
        )
        let state = try await queue.enqueue(facts, id: requestID, seat: body.seat, path: "")
        return HistoricalFetch(
            seat: body.seat,
            fetchID: state.importID,
            sets: sets.map { HistoricalSet(rawValue: $0.rawValue) },
            from: window.first.description,
            to: window.last.description,
            warnings: warnings
        )
    }

    /// The requested sets that the session's destination accepts and the session enables, with warnings about the
    /// others.
    private static func sets(
        of asked: [HealthSet],
        for subscriptions: Subscriptions
    ) -> (sets: [HealthSet], warnings: [String]) {
        var warnings: [String] = []
        let api = subscriptions.apiVersion.rawValue
        let taken = asked.filter { HealthPlaces.takes($0, api: api) }
        if taken.count < asked.count {
            warnings.append("the \(api) API does not accept intraday: it is not sent")
        }
        let sets = taken.filter { $0 != .intraday || subscriptions.processIntraday }
        if sets.count < taken.count {
            warnings.append("intraday is off for this session: switch it on by setSubscriptions with processIntraday")
        }
        return (sets, warnings)
    }

    /// Today's date in the person's home time zone: the configured one, else that of the inputs, else the machine's.
    private func today(_ seat: String, for wanted: Subscriptions) async throws -> LocalDay {
        var name = try settings.homeZone
        if name == nil { name = try await store.zone(person: try await store.person(wanted.person, seat: seat)) }
        return HistoricalWindow.today(environment.now(), in: name.flatMap { TimeZone(identifier: $0) } ?? .current)
    }

    /// A person's imported files that still exist, the oldest first.
    private func inputs(of seat: String, person: String) async throws -> [String] {
        var paths: [String] = []
        for entry in try await store.latestImports(seat: seat).reversed() where !entry.path.isEmpty {
            guard let facts = ImportFacts(of: entry), facts.state == .done, facts.person == person else { continue }
            paths.removeAll { $0 == entry.path }
            paths.append(entry.path)
        }
        return paths.filter { FileManager.default.isReadableFile(atPath: $0) }
    }

    private func cancel(_ body: CancelHistoricalFetch) async throws -> CancelledFetches {
        var cancelled: [String] = []
        for entry in try await store.openImports(seat: body.seat) {
            guard let facts = ImportFacts(of: entry), facts.origin == .fetch,
                body.fetchID.map({ $0 == entry.id }) ?? true
            else { continue }
            if try await queue.cancel(entry, ongoing: ongoing) { cancelled.append(entry.id) }
        }
        return CancelledFetches(fetchIDs: cancelled)
    }
}
