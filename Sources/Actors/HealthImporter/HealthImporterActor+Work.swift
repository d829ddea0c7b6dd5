internal import ActorRuntime
internal import Archive
internal import BusContract
internal import FoundationEssentials
internal import HealthInputs
internal import HealthRecords
internal import ImportStore
internal import Logging
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

extension HealthImporterActor {
    /// Does each seat's imports one after the other until cancelled, what an earlier start left first; no seat's hold up
    /// another's.
    func workUntilCancelled() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled, !isDraining {
                do {
                    let seats = try await store.seatsWithImports()
                    waits.keep(seats)
                    for seat in running.take(seats) {
                        group.addTask { await self.work(seat: seat) }
                    }
                } catch {
                    context.logger.warning(
                        "waiting imports cannot be listed and start at a later look",
                        metadata: ["error": "\(error)"]
                    )
                }
                await workWake.wait(atMost: .seconds(2), clock: context.environment.clock)
            }
        }
    }

    /// Does some of a seat's imports, then leaves its place to others.
    private func work(seat: String) async {
        var hasDone = false
        do {
            for entry in try await store.openImports(seat: seat, limit: 16) where !isDraining {
                if await work(entry) { hasDone = true }
            }
        } catch {
            context.logger.warning(
                "a seat's imports cannot be read and start at a later look",
                metadata: ["seat": "\(seat)", "error": "\(error)"]
            )
        }
        running.give(back: seat)
        // What has to wait is looked at again after a while.
        if hasDone { workWake.signal() }
    }

    /// Does one import; false where it has to wait.
    private func work(_ entry: StoredImport) async -> Bool {
        guard var facts = facts(of: entry) else { return await drop(entry) }
        if facts.state.isEnd { return await tellEnd(entry, facts) }
        do {
            let subscriptions = try await subscriptions(of: entry.seat)
            guard !subscriptions.defaultUser, subscriptions.person == facts.person else {
                throw BusError(.conflict, "the seat's session is not the one any more that the import was made for")
            }
            let stop = StopFlag()
            let import_ = RunningImports.Import(
                id: entry.id,
                session: subscriptions.sessionID,
                person: facts.person,
                stop: stop
            )
            guard running.begin(import_, seat: entry.seat) else { return false }
            facts = try await read(entry, facts, subscriptions, stop)
            facts.state = .done
        } catch {
            guard let failed = end(facts, error, entry) else { return false }
            facts = failed
        }
        _ = running.end(seat: entry.seat)
        waits.end(seat: entry.seat)
        return await finish(entry, facts)
    }

    private func read(
        _ entry: StoredImport,
        _ facts: ImportFacts,
        _ subscriptions: Subscriptions,
        _ stop: StopFlag
    ) async throws -> ImportFacts {
        let person = try await store.person(facts.person, seat: entry.seat)
        let board = ImportBoard(facts)
        var options = try options()
        options.scope = facts.person
        options.seat = SeatID(rawValue: entry.seat)
        options.knownZone = try await store.zone(person: person)
        let work = ImportWork(
            store: store,
            importID: entry.id,
            person: person,
            subscriptions: subscriptions,
            options: options,
            salt: Array(try context.siteKey.fingerprint(of: [], purpose: "import-me").utf8),
            paths: facts.wish.paths ?? [entry.path],
            outboxLimit: outboxLimit,
            stop: stop,
            board: board,
            wake: outboxWake,
            now: context.environment.now,
            retention: retention,
            copies: context.stateDirectory
        )
        if isDraining { stop.stop(.draining) }
        let telling = Task { await self.tellProgress(entry, board) }
        defer { telling.cancel() }
        do {
            return try await Blocking.onThread { try work.run() }
        } catch {
            // What was handed over before stays counted.
            running.note(board.facts, seat: entry.seat)
            throw error
        }
    }

    /// How an import ended that did not come to its end; nil where it is tried again.
    private func end(_ facts: ImportFacts, _ error: any Error, _ entry: StoredImport) -> ImportFacts? {
        let ended = running.end(seat: entry.seat)
        var facts = ended?.last ?? facts
        switch error {
        case let hold as ImportHold:
            facts.state = .held
            facts.error = hold.fault
        case let error as HealthInputsError:
            facts.state = .failed
            facts.error = WireFault(code: error.code.rawValue, message: error.message, retriable: error.isRetriable)
        case let error as ArchiveError:
            facts.state = .failed
            facts.error = WireFault(code: error.code.rawValue, message: error.message, retriable: error.isRetriable)
        case is CancellationError:
            guard ended?.stop.reason == .cancelled else { return nil }
            facts.state = .cancelled
            facts.error = WireFault(code: "cancelled", message: "it was cancelled", retriable: false)
        case let error as BusError where !error.isRetriable:
            // A file of a folder is looked at again when the person has a session again.
            facts.state = facts.stamp == nil ? .failed : .cancelled
            facts.error = WireFault(error)
        case let error as StoreError where !error.isRetriable && error.code != .closed:
            facts.state = .failed
            facts.error = WireFault(code: error.code.rawValue, message: error.message, retriable: false)
        default:
            context.logger.warning("an import waits", metadata: ["seat": "\(entry.seat)", "error": "\(error)"])
            waits.begin(seat: entry.seat, "\(error)", at: context.environment.now())
            return nil
        }
        return facts
    }

    /// Saves the end, and tells it.
    private func finish(_ entry: StoredImport, _ facts: ImportFacts) async -> Bool {
        var entry = entry
        do {
            entry.facts = Data(try WireJSON.encode(facts))
            try await store.save(entry)
            if let stamp = facts.stamp, let choice = facts.choice, facts.state != .cancelled {
                try await store.noteDone(entry.path, stamp: stamp, choice: choice)
            }
        } catch {
            context.logger.warning("an import's end waits", metadata: ["error": "\(error)"])
            return false
        }
        note(entry, facts)
        return await tellEnd(entry, facts)
    }

    private func note(_ entry: StoredImport, _ facts: ImportFacts) {
        counters["imports", default: 0] += 1
        counters["records", default: 0] += Int64(Int.clampedSum(facts.created, facts.updated))
        holds[entry.seat] = nil
        switch facts.state {
        case .held:
            counters["held", default: 0] += 1
            let message = facts.error?.message ?? "held"
            holds[entry.seat] = message
            context.logger.warning("an import is held", metadata: ["seat": "\(entry.seat)", "reason": "\(message)"])
        case .failed:
            counters["failed", default: 0] += 1
            context.logger.error(
                "an import failed",
                metadata: ["seat": "\(entry.seat)", "error": "\(facts.error?.message ?? "")"]
            )
        default:
            lastSuccess = context.environment.now()
            context.activity.note("health data imported", ["seat": entry.seat, "records": "\(facts.created)"])
        }
    }

    private func drop(_ entry: StoredImport) async -> Bool {
        var entry = entry
        entry.isOpen = false
        context.logger.error(
            "a saved import cannot be read and is dropped: import its file once more",
            metadata: ["import": "\(entry.id)", "seat": "\(entry.seat)"]
        )
        do {
            try await store.save(entry)
            return true
        } catch {
            context.logger.warning("a dropped import is not saved yet", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// An import's saved facts; nil for what no version wrote.
    nonisolated func facts(of entry: StoredImport) -> ImportFacts? {
        // Absent is nil: the caller says that the import is dropped.
        try? WireJSON.decode(ImportFacts.self, from: Array(entry.facts))
    }
}
