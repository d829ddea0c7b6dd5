internal import ActorRuntime
internal import Archive
internal import BusContract
internal import Foundation
internal import HealthInputs
internal import ImportStore
internal import MessageBus
internal import StoreEngine

/// Serves imports by command, the list of imports, and erasure.
@ImporterIsolation struct ImportService: ImporterPart {
    let parts: ImporterParts

    nonisolated var handlers: [RequestHandler] {
        [
            RequestHandler(HealthTopics.importFile) { body, request in
                try await self.importFile(body, requestID: request.id)
            },
            RequestHandler(HealthTopics.imports) { body, _ in try await self.imports(body) },
            RequestHandler(HealthTopics.cancelImport) { body, _ in try await self.cancel(body) },
            RequestHandler(HealthTopics.eraseImports) { body, _ in try await self.erase(body) },
        ]
    }

    private func importFile(_ body: ImportFile, requestID: String) async throws -> ImportState {
        if let entry = try await store.storedImport(requestID), let known = queue.state(of: entry) { return known }
        guard body.path.hasPrefix("/"), body.path.utf8.count <= 4_096 else {
            throw BusError(.invalidArgument, message: "path must be an absolute path on this machine")
        }
        let seat = try await seat(of: body)
        let subscriptions = try await sessions.user(of: seat)
        guard body.sessionID.map({ $0 == subscriptions.sessionID }) ?? true else {
            throw BusError(
                .conflict,
                message: "seat '\(seat)' has another session than the one that the file is for: check who is there"
            )
        }
        let wish = try ImportWish(body, api: subscriptions.apiVersion.rawValue)
        let input = try await Self.recognise(body.path)
        var facts = ImportFacts(origin: .file, of: subscriptions, wish: wish)
        facts.totalBytes = Int64(clamping: input.size)
        return try await queue.enqueue(facts, id: requestID, seat: seat, path: body.path)
    }

    /// The named seat, or that of the file's watched folder, or the only one with a session.
    private func seat(of body: ImportFile) async throws -> String {
        let folder = try await folders.all().first { body.path.hasPrefix($0.path + "/") }
        if let seat = body.seat {
            try BusAddress.check(seat, as: "seat")
            guard folder.map({ $0.seat == seat }) ?? true else {
                throw BusError(
                    .conflict,
                    message: "the file is in the folder of another seat: move it if it belongs to this seat"
                )
            }
            return seat
        }
        if let folder { return folder.seat }
        return try sessions.onlySeat()
    }

    /// Recognises the kind of a file.
    ///
    /// - Throws: `BusError` that describes the file's content.
    private static func recognise(_ path: String) async throws -> HealthInput {
        do {
            return try await Blocking.onThread {
                try HealthInput(path: path)
            }
        } catch let error as HealthInputsError {
            throw BusError(.invalidArgument, message: error.message)
        } catch let error as ArchiveError {
            throw BusError(
                .invalidArgument,
                message: error.message + "; the importer must have permission to read it"
            )
        }
    }

    private func imports(_ body: ImportsRequest) async throws -> ImportList {
        var entries: [StoredImport]
        if let id = body.importID {
            entries = try await store.storedImport(id).map { [$0] } ?? []
        } else {
            entries = try await store.latestImports(seat: body.seat)
        }
        entries = entries.filter { entry in body.seat.map { $0 == entry.seat } ?? true }
        let isBrief = entries.count > 1
        let present = await present(at: Set(entries.map(\.seat)))
        return ImportList(
            imports: entries.compactMap { queue.state(of: $0, isBrief: isBrief, present: present[$0.seat]) }
        )
    }

    /// The present sessions of seats.
    ///
    /// They are asked for together: one after another, a session manager that does not answer would use up the time of
    /// the request.
    private func present(at seats: Set<String>) async -> [String: Subscriptions] {
        let sessions = sessions
        return await withTaskGroup(of: (String, Subscriptions?).self) { group in
            for seat in seats { group.addTask { (seat, await sessions.present(seat)) } }
            var present: [String: Subscriptions] = [:]
            for await (seat, session) in group { present[seat] = session }
            return present
        }
    }

    private func cancel(_ body: CancelImport) async throws -> CancelledImports {
        guard let entry = try await store.storedImport(body.importID) else {
            throw BusError(.notFound, message: "unknown import '\(body.importID.prefix(64))'")
        }
        let isCancelled = try await queue.cancel(entry, ongoing: ongoing)
        return CancelledImports(importIDs: isCancelled ? [entry.id] : [])
    }

    private func erase(_ body: SeatReference) async throws -> ImportsErased {
        try BusAddress.check(body.seat, as: "seat")
        guard ongoing.running[body.seat] == nil else {
            throw BusError(
                .busy,
                message: "an import for the seat is under way; end its session first",
                isRetriable: true
            )
        }
        do {
            try PostedFiles.removeAll(of: body.seat, in: spool)
        } catch {
            throw BusError(
                .storeUnavailable,
                message: "the seat's posted files cannot be deleted: check \(spool.path), and repeat the request",
                isRetriable: true
            )
        }
        do {
            let erased = try await store.erase(seat: body.seat)
            return ImportsErased(seat: body.seat, marks: erased.marks, readings: erased.readings)
        } catch let error as StoreError where error.code == .locked {
            throw BusError(
                .busy,
                message: "all data is erased, but the store's log still contains old pages: repeat the request"
            )
        }
    }
}
