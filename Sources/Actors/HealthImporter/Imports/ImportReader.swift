internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import HealthRecords
internal import ImportStore
internal import MessageBus
internal import VitalRecords

/// Reads an import on a dedicated thread, and publishes its progress.
@ImporterIsolation struct ImportReader: ImporterPart {
    let parts: ImporterParts

    /// Reads an import to its end.
    ///
    /// - Throws: The errors of ``ImportWork``; the progress made is recorded with the seat's import.
    func read(
        _ entry: StoredImport,
        facts: ImportFacts,
        subscriptions: Subscriptions,
        stop: StopFlag
    ) async throws -> ImportFacts {
        let board = ImportBoard(facts)
        let work = try await work(entry, subscriptions: subscriptions, stop: stop, board: board)
        if ongoing.isDraining { stop.stop(.draining) }
        let progress = Task { await ImportTelling(parts: parts).tellProgress(of: entry, board: board) }
        defer { progress.cancel() }
        do {
            return try await Blocking.onThread { try work.run() }
        } catch {
            // Records handed over before the error stay counted.
            ongoing.running.note(board.facts, seat: entry.seat)
            throw error
        }
    }

    private func work(
        _ entry: StoredImport,
        subscriptions: Subscriptions,
        stop: StopFlag,
        board: ImportBoard
    ) async throws -> ImportWork {
        let facts = board.facts
        let person = try await store.person(facts.person, seat: entry.seat)
        var options = try settings.options(receivedAt: environment.now())
        options.scope = facts.person
        options.seat = SeatID(rawValue: entry.seat)
        options.knownZone = try await store.zone(person: person)
        return ImportWork(
            store: store,
            importID: entry.id,
            person: person,
            subscriptions: subscriptions,
            options: options,
            salt: Array(try parts.context.siteKey.fingerprint(of: [], purpose: "import-me").utf8),
            paths: facts.wish.paths ?? [entry.path],
            outboxLimit: settings.outboxLimit,
            stop: stop,
            board: board,
            wake: outboxWake,
            now: environment.now,
            retention: retention,
            copies: parts.context.stateDirectory
        )
    }
}
