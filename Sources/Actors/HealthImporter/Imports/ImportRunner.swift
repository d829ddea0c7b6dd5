internal import Archive
internal import BusContract
internal import FoundationEssentials
internal import HealthInputs
internal import ImportStore
internal import Logging
internal import MessageBus
internal import StoreEngine

/// Runs queued imports, one at a time for each seat, but several seats in parallel.
@ImporterIsolation struct ImportRunner: ImporterPart {
    let parts: ImporterParts
    let outcomes: ImportOutcomes

    /// Runs imports until cancelled, unfinished ones of an earlier run first; no seat delays another.
    func run() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled, !ongoing.isDraining {
                do {
                    let seats = try await store.seatsWithImports()
                    ongoing.waits.keep(seats)
                    for seat in ongoing.running.take(seats) {
                        group.addTask { await self.work(seat: seat) }
                    }
                } catch {
                    logger.warning(
                        "could not list queued imports; will retry",
                        metadata: ["error": "\(error)"]
                    )
                }
                await ongoing.wake.wait(atMost: .seconds(2), clock: environment.clock)
            }
        }
    }

    /// Runs some of a seat's imports, then yields to other seats.
    private func work(seat: String) async {
        var hasDone = false
        do {
            for entry in try await store.openImports(seat: seat, limit: 16) where !ongoing.isDraining {
                if await work(entry) { hasDone = true }
            }
        } catch {
            logger.warning(
                "could not read a seat's imports; will retry",
                metadata: ["seat": "\(seat)", "error": "\(error)"]
            )
        }
        ongoing.running.give(back: seat)
        ongoing.endWake.signal()
        // Imports that must wait are tried again later.
        if hasDone { ongoing.wake.signal() }
    }

    /// Runs one import; false if it must wait.
    private func work(_ entry: StoredImport) async -> Bool {
        guard var facts = ImportFacts(of: entry) else { return await drop(entry) }
        if facts.state.isEnd { return await ImportTelling(parts: parts).tellEnd(of: entry, facts: facts) }
        do {
            let subscriptions = try await sessions.subscriptions(of: entry.seat)
            guard !subscriptions.defaultUser, subscriptions.person == facts.person else {
                throw BusError(
                    .conflict,
                    message: "the seat's session is no longer the session of this import"
                )
            }
            let stop = StopFlag()
            let running = RunningImports.Import(
                id: entry.id,
                session: subscriptions.sessionID,
                person: facts.person,
                stop: stop
            )
            guard ongoing.running.begin(running, seat: entry.seat) else { return false }
            facts.session = subscriptions.sessionID
            let reader = ImportReader(parts: parts)
            facts = try await reader.read(entry, facts: facts, subscriptions: subscriptions, stop: stop)
            facts.state = .done
        } catch {
            guard let failed = end(entry, facts: facts, error: error) else { return false }
            facts = failed
        }
        _ = ongoing.running.end(seat: entry.seat)
        ongoing.waits.end(seat: entry.seat)
        return await finish(entry, facts: facts)
    }

    /// The final state of a failed import; nil if it will be retried.
    private func end(_ entry: StoredImport, facts: ImportFacts, error: any Error) -> ImportFacts? {
        let ended = ongoing.running.end(seat: entry.seat)
        var facts = ended?.last ?? facts
        switch error {
        case let hold as ImportHold:
            facts.state = .held
            facts.error = hold.fault
        case let error as HealthInputsError:
            // A person must name the device's user, so the import is held like one of unclear ownership.
            facts.state = error.code == .severalPeople ? .held : .failed
            facts.error = WireFault(code: error.code.rawValue, message: error.message, retriable: error.isRetriable)
        case let error as ArchiveError:
            facts.state = .failed
            facts.error = WireFault(code: error.code.rawValue, message: error.message, retriable: error.isRetriable)
        case is CancellationError:
            guard ended?.stop.reason == .cancelled else { return nil }
            facts.state = .cancelled
            facts.error = WireFault(code: "cancelled", message: "it was cancelled", retriable: false)
        case let error as BusError where !error.isRetriable:
            // A folder's file is tried again when the person has a session again.
            facts.state = facts.stamp == nil ? .failed : .cancelled
            facts.error = WireFault(error)
        case let error as StoreError where !error.isRetriable && error.code != .closed:
            facts.state = .failed
            facts.error = WireFault(code: error.code.rawValue, message: error.message, retriable: false)
        default:
            logger.warning(
                "an import was interrupted; will retry automatically",
                metadata: ["seat": "\(entry.seat)", "error": "\(error)"]
            )
            ongoing.waits.begin(seat: entry.seat, reason: error.plainWords, at: environment.now())
            return nil
        }
        return facts
    }

    /// Saves the end and publishes it.
    private func finish(_ entry: StoredImport, facts: ImportFacts) async -> Bool {
        var entry = entry
        do {
            entry.facts = Data(try WireJSON.encode(facts))
            try await store.save(entry)
            if let stamp = facts.stamp, let choice = facts.choice, facts.state != .cancelled {
                try await store.noteDone(entry.path, stamp: stamp, choice: choice)
            }
        } catch {
            logger.warning(
                "could not save the result of an import; will retry: check the disk",
                metadata: ["error": "\(error)"]
            )
            return false
        }
        outcomes.note(facts, seat: entry.seat)
        return await ImportTelling(parts: parts).tellEnd(of: entry, facts: facts)
    }

    private func drop(_ entry: StoredImport) async -> Bool {
        var entry = entry
        entry.isOpen = false
        logger.error(
            "cannot read a stored import, so it was dropped: import its file again",
            metadata: ["import": "\(entry.id)", "seat": "\(entry.seat)"]
        )
        do {
            try await store.save(entry)
            return true
        } catch {
            logger.warning(
                "could not mark an import as dropped; will retry: check the disk",
                metadata: ["error": "\(error)"]
            )
            return false
        }
    }
}
