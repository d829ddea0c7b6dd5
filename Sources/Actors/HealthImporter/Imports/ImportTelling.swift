internal import BusContract
internal import FoundationEssentials
internal import ImportStore
internal import Logging
internal import MessageBus

/// Publishes the progress and the ends of imports.
@ImporterIsolation struct ImportTelling: ImporterPart {
    let parts: ImporterParts

    /// Publishes an import's progress up to four times a second, until cancelled.
    func tellProgress(of entry: StoredImport, board: ImportBoard) async {
        var told: ImportFacts?
        while !Task.isCancelled {
            let facts = board.facts
            if facts != told {
                told = facts
                let state = facts.state(id: entry.id, seat: entry.seat, hub: hub)
                await tell(HealthTopics.importProgress, data: state)
                if facts.origin == .fetch {
                    let progress = HistoricalFetchProgress(
                        seat: entry.seat,
                        hub: hub,
                        fetchID: entry.id,
                        counts: facts.historicalCounts
                    )
                    await tell(HealthTopics.historicalFetchProgress, data: progress)
                }
            }
            do { try await environment.clock.sleep(for: .milliseconds(250)) } catch { return }
        }
    }

    /// Publishes progress; a lost message is superseded by the next.
    private func tell<Payload>(_ topic: Topic<Payload>, data: Payload) async {
        do {
            try await client.publish(topic, data: data)
        } catch {
            logger.debug("could not publish an import's progress", metadata: ["error": "\(error)"])
        }
    }

    /// Publishes an import's end; after a crash it is repeated with the same ids.
    ///
    /// - Returns: Whether the broker has it; otherwise it is published again later.
    func tellEnd(of entry: StoredImport, facts: ImportFacts) async -> Bool {
        let seat = entry.seat
        do {
            for (type, count) in facts.counts.sorted(by: { $0.key < $1.key }) {
                try await client.publish(
                    HealthTopics.healthRecordsProcessed,
                    id: "\(entry.id)-\(type)",
                    data: HealthRecordsProcessed(
                        seat: seat,
                        hub: hub,
                        importID: entry.id,
                        recordType: type,
                        count: count
                    )
                )
            }
            if facts.origin == .fetch {
                let completed = HistoricalFetchCompleted(
                    seat: seat,
                    hub: hub,
                    fetchID: entry.id,
                    counts: facts.historicalCounts,
                    error: facts.error
                )
                try await client.publish(
                    HealthTopics.historicalFetchCompleted,
                    id: "\(entry.id)-fetch",
                    data: completed
                )
            }
            try await client.publish(
                HealthTopics.importCompleted,
                id: "\(entry.id)-end",
                data: facts.state(id: entry.id, seat: seat, hub: hub)
            )
            var told = entry
            told.isOpen = false
            told.facts = Data(try WireJSON.encode(facts))
            try await store.save(told)
            return true
        } catch {
            logger.info(
                "could not publish the result of an import; will retry",
                metadata: ["error": "\(error)"]
            )
            return false
        }
    }
}
