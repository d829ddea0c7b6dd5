internal import BusContract
internal import HealthInputs
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// Requests an import from a hub's importer and shows its progress.
struct ImportFollower: Sendable {
    /// The interval of polling the importer, in case an event was lost.
    private static let interval = Duration.seconds(2)
    /// How many unanswered polls in a row are tolerated, because a restarted importer resumes by itself.
    private static let mostSilences = 60

    let hub: String
    let show: (@Sendable (String) -> Void)?

    /// Requests the import of a file and waits for its end.
    ///
    /// - Throws: `BusError`.
    func run(_ body: ImportFile, over connection: HubConnection) async throws -> ImportState {
        try await follow(connection) {
            let begun = try await connection.requests.call(
                HealthTopics.importFile,
                hub: hub,
                body: body,
                timeout: .seconds(30)
            )
            return (begun.importID, begun.totalBytes)
        }
    }

    /// Starts an import and waits for its end.
    ///
    /// - Parameter begin: Requests the import; returns its id and the number of bytes, 0 if unknown.
    /// - Throws: `BusError`.
    func follow(
        _ connection: HubConnection,
        _ begin: () async throws -> (id: String, bytes: Int64)
    ) async throws -> ImportState {
        let events = try await connection.client.subscribe(
            to: [HealthTopics.importProgress.descriptor, HealthTopics.importCompleted.descriptor],
            hub: hub
        )
        defer { events.cancel() }
        let begun = try await begin()
        return try await withThrowingTaskGroup(of: ImportState?.self) { group in
            group.addTask { await watch(events, begun: begun) }
            group.addTask { try await poll(begun.id, over: connection) }
            defer { group.cancelAll() }
            while let end = try await group.next() {
                if let end { return end }
            }
            throw CancellationError()
        }
    }

    private func watch(_ events: BusSubscription, begun: (id: String, bytes: Int64)) async -> ImportState? {
        var bar = ImportProgress(total: UInt64(clamping: begun.bytes), show: show)
        defer { bar.finish() }
        for await message in events {
            // Absent is nil: another message is not a state of this import.
            guard let state = try? Envelope<ImportState>.decode(message.payload).data,
                state.importID == begun.id
            else { continue }
            if Self.isEnd(state) { return state }
            bar.show(Self.progress(state))
        }
        return nil
    }

    /// The progress of an import, as reported by its importer.
    static func progress(_ state: ImportState) -> HealthProgress {
        let records = Int.clampedSum(state.created, state.updated, state.unchanged)
        return HealthProgress(bytes: UInt64(clamping: state.bytes), elements: records)
    }

    private func poll(_ id: String, over connection: HubConnection) async throws -> ImportState? {
        var silences = 0
        while true {
            try await Task.sleep(for: Self.interval)
            do {
                let reply = try await connection.requests.call(
                    HealthTopics.imports,
                    hub: hub,
                    body: ImportsRequest(importID: id),
                    timeout: .seconds(5)
                )
                silences = 0
                guard let state = reply.imports.first else { throw Self.gone(id) }
                if Self.isEnd(state) { return state }
            } catch let error as BusError where error.isRetriable {
                silences += 1
                guard silences < Self.mostSilences else { throw error }
            }
        }
    }

    private static func gone(_ id: String) -> BusError {
        BusError(
            .notFound,
            message: "the importer no longer knows import \(id): its seat or its store was erased"
        )
    }

    private static func isEnd(_ state: ImportState) -> Bool { ![.waiting, .running].contains(state.state) }
}
