internal import ActorRuntime
internal import Archive
internal import BusContract
internal import Foundation
internal import HealthInputs
internal import HealthRecords
internal import HealthTypes
internal import ImportStore
internal import Logging
internal import MessageBus
internal import StoreEngine
internal import VitalRecords

extension HealthImporterActor {
    /// The operations.
    nonisolated var importHandlers: [RequestHandler] {
        [
            RequestHandler(HealthTopics.importFile) { body, request in
                try await self.importFile(body, requestID: request.id)
            },
            RequestHandler(HealthTopics.observe) { body, _ in try await self.observe(body) },
            RequestHandler(HealthTopics.fetchHistoricalSets) { body, request in
                try await self.fetch(body, requestID: request.id)
            },
            RequestHandler(HealthTopics.cancelHistoricalFetch) { body, _ in try await self.cancel(body) },
            RequestHandler(HealthTopics.imports) { body, _ in try await self.imports(body) },
            RequestHandler(HealthTopics.eraseImports) { body, _ in try await self.erase(body) },
        ]
    }

    private func importFile(_ body: ImportFile, requestID: String) async throws -> ImportState {
        if let known = try await repeated(requestID) { return known }
        guard body.path.hasPrefix("/"), body.path.utf8.count <= 4_096 else {
            throw BusError(.invalidArgument, "path is an absolute path on this machine")
        }
        let seat = try await seat(of: body)
        let subscriptions = try await user(of: seat)
        let wish = try ImportWish(body, api: subscriptions.apiVersion.rawValue)
        let input = try await Self.recognise(body.path)
        var facts = ImportFacts(origin: .file, person: subscriptions.person, wish: wish)
        facts.totalBytes = Int64(clamping: input.size)
        return try await enqueue(facts, id: requestID, seat: seat, path: body.path)
    }

    /// The import of a request that comes again.
    private func repeated(_ id: String) async throws -> ImportState? {
        guard let entry = try await store.storedImport(id), let facts = facts(of: entry) else { return nil }
        return facts.state(id: id, seat: entry.seat, hub: hub.rawValue)
    }

    /// The seat's session, which is a user's.
    ///
    /// - Throws: `BusError`: `notFound` without one, `conflict` for the default user's.
    private func user(of seat: String) async throws -> Subscriptions {
        let subscriptions: Subscriptions
        do {
            subscriptions = try await self.subscriptions(of: seat)
        } catch let error as BusError where error.code == .notFound {
            context.logger.warning("nothing is imported without a session", metadata: ["seat": "\(seat)"])
            throw error
        }
        guard !subscriptions.defaultUser else {
            context.logger.warning("nothing is imported for the default user", metadata: ["seat": "\(seat)"])
            throw BusError(.conflict, "nothing is imported for the default user: start a session with a user")
        }
        return subscriptions
    }

    /// The named seat, that of the folder the file is in, or the only one that has a session.
    private func seat(of body: ImportFile) async throws -> String {
        let folder = try await folders().first { body.path.hasPrefix($0.path + "/") }
        if let seat = body.seat {
            try BusAddress.check(seat, as: "seat")
            guard folder.map({ $0.seat == seat }) ?? true else {
                throw BusError(.conflict, "the file lies in the folder of another seat: move it if it is not theirs")
            }
            return seat
        }
        if let folder { return folder.seat }
        guard seats.count == 1, let only = seats.keys.first else {
            throw BusError(
                .invalidArgument,
                "name the seat that the file is for: there are \(seats.count) with a session"
            )
        }
        return only
    }

    /// What a file is.
    ///
    /// - Throws: `BusError` that says what was seen in it.
    private static func recognise(_ path: String) async throws -> HealthInput {
        do {
            return try await Blocking.onThread {
                try HealthInput(ReadableFile(path: path), name: ImportWork.name(path))
            }
        } catch let error as HealthInputsError {
            throw BusError(.invalidArgument, error.message)
        } catch let error as ArchiveError {
            throw BusError(.invalidArgument, error.message + "; the importer reads it, so it needs the right to")
        }
    }

    /// Saves an import; it is done even if this process ends now.
    func enqueue(_ facts: ImportFacts, id: String, seat: String, path: String) async throws -> ImportState {
        // Absent is nil: another form is no address.
        let isUsable = (try? BusAddress.check(id, as: "id")) != nil
        let id = isUsable ? id : context.environment.newID()
        let data = Data(try WireJSON.encode(facts))
        try await store.save(StoredImport(id: id, seat: seat, path: path, facts: data))
        workWake.signal()
        return facts.state(id: id, seat: seat, hub: hub.rawValue)
    }

    private func imports(_ body: ImportsRequest) async throws -> ImportList {
        var entries: [StoredImport]
        if let id = body.importID {
            entries = try await store.storedImport(id).map { [$0] } ?? []
        } else {
            entries = try await store.latestImports(seat: body.seat)
        }
        entries = entries.filter { entry in body.seat.map { $0 == entry.seat } ?? true }
        return ImportList(
            imports: entries.compactMap { entry in
                facts(of: entry)?.state(id: entry.id, seat: entry.seat, hub: hub.rawValue)
            }
        )
    }

    // MARK: History

    private func fetch(_ body: FetchHistoricalSets, requestID: String) async throws -> HistoricalFetch {
        try BusAddress.check(body.seat, as: "seat")
        let asked = try body.sets.map { try ImportWish.set($0.rawValue) }
        guard !asked.isEmpty, asked.allSatisfy({ [.routine, .fitness, .intraday].contains($0) }) else {
            throw BusError(.invalidArgument, "sets are routine, fitness and intraday, one or several")
        }
        let from = try ImportWish.day(body.from, "from")
        let to = try body.to.map { try ImportWish.day($0, "to") }
        let subscriptions = try await user(of: body.seat)
        var warnings: [String] = []
        let api = subscriptions.apiVersion.rawValue
        let taken = asked.filter { HealthPlaces.takes($0, api: api) }
        if taken.count < asked.count {
            warnings.append("the \(api) API has no place for intraday: nothing of it is sent")
        }
        let sets = taken.filter { $0 != .intraday || subscriptions.processIntraday }
        if sets.count < taken.count {
            warnings.append("intraday is off for this session: setSubscriptions with processIntraday switches it on")
        }
        let window = HistoricalWindow(
            from: from,
            to: to,
            today: try await today(body.seat, subscriptions),
            isIntraday: asked == [.intraday]
        )
        guard let window else { throw BusError(.invalidArgument, "no day between from and to can be fetched") }
        if window.first != from { warnings.append("days before \(window.first) are too long ago") }
        let paths = try await inputs(of: body.seat, subscriptions.person)
        if paths.isEmpty { warnings.append("nothing of this person has been imported yet that could be read again") }
        let facts = ImportFacts(
            origin: .fetch,
            person: subscriptions.person,
            wish: ImportWish(sets: sets, window, paths: paths)
        )
        let state = try await enqueue(facts, id: requestID, seat: body.seat, path: "")
        return HistoricalFetch(
            seat: body.seat,
            fetchID: state.importID,
            sets: sets.map { HistoricalSet(rawValue: $0.rawValue) },
            from: window.first.description,
            to: window.last.description,
            warnings: warnings
        )
    }

    /// Today's date where the person is at home: by the configuration, else by what their inputs say, else here.
    private func today(_ seat: String, _ wanted: Subscriptions) async throws -> LocalDay {
        var name = try context.configuration[HealthImporterKeys.homeZone]
        if name == nil { name = try await store.zone(person: try await store.person(wanted.person, seat: seat)) }
        return HistoricalWindow.today(
            context.environment.now(),
            in: name.flatMap { TimeZone(identifier: $0) } ?? .current
        )
    }

    /// The files of a person that were imported and are still there, the oldest first.
    private func inputs(of seat: String, _ person: String) async throws -> [String] {
        var paths: [String] = []
        for entry in try await store.latestImports(seat: seat).reversed() where !entry.path.isEmpty {
            guard let facts = facts(of: entry), facts.state == .done, facts.person == person else { continue }
            paths.removeAll { $0 == entry.path }
            paths.append(entry.path)
        }
        return paths.filter { FileManager.default.isReadableFile(atPath: $0) }
    }

    private func cancel(_ body: CancelHistoricalFetch) async throws -> CancelledFetches {
        var cancelled: [String] = []
        for entry in try await store.openImports(seat: body.seat) {
            guard var facts = facts(of: entry), facts.origin == .fetch, !facts.state.isEnd,
                body.fetchID.map({ $0 == entry.id }) ?? true
            else { continue }
            cancelled.append(entry.id)
            if let running = running.named(entry.id) {
                running.stop.stop(.cancelled)
                continue
            }
            facts.state = .cancelled
            facts.error = WireFault(code: "cancelled", message: "it was cancelled", retriable: false)
            var ended = entry
            ended.facts = Data(try WireJSON.encode(facts))
            try await store.save(ended)
        }
        workWake.signal()
        return CancelledFetches(fetchIDs: cancelled)
    }

    // MARK: Erasing

    private func erase(_ body: SeatReference) async throws -> ImportsErased {
        try BusAddress.check(body.seat, as: "seat")
        guard running[body.seat] == nil else {
            throw BusError(.busy, "an import for the seat is under way; end its session first", isRetriable: true)
        }
        try? FileManager.default.removeItem(at: spool.appending(path: body.seat))
        do {
            let erased = try await store.erase(seat: body.seat)
            return ImportsErased(seat: body.seat, marks: erased.marks, readings: erased.readings)
        } catch let error as StoreError where error.code == .locked {
            throw BusError(.busy, "all is erased, but the store's log still has old pages: ask again")
        }
    }
}
