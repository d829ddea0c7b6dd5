internal import BusContract
internal import Crypto
internal import Foundation
internal import ImportStore
internal import MessageBus

/// Queues imports for the complete files of a folder, once for each person and choice of types.
@ImporterIsolation struct FolderIntake: ImporterPart {
    /// The largest number of queued imports per seat.
    private static let mostQueued = 1_000

    let parts: ImporterParts
    let outcomes: ImportOutcomes

    /// Records a folder's complete files, and queues those that need reading.
    ///
    /// - Parameter stamps: By path, a stamp that changes when the file does.
    /// - Throws: `StoreError`.
    func take(
        _ paths: [String],
        stamps: [String: String],
        in folder: ObservedFolders.Folder,
        isPosted: Bool
    ) async throws {
        let now = environment.now()
        guard !paths.isEmpty else {
            return ongoing.waits.setFiles(0, seat: folder.seat, folder: folder.path, at: now)
        }
        let noted = try await store.files(seat: folder.seat)
        for path in paths {
            guard let stamp = stamps[path], noted[path]?.stamp != stamp else { continue }
            try await store.noteSeen(path, seat: folder.seat, stamp: stamp, at: Self.arrival(path, seen: now))
        }
        let files = try await store.files(seat: folder.seat)
        let known = await sessions.known(folder.seat)
        let choice = known.map(Self.choice)
        let unread = paths.compactMap { files[$0] }.filter { $0.stamp == stamps[$0.path] && $0.choice != choice }
        var holds: [String: ImportHold] = [:]
        // The seat's next person must not get what is here now, even if nothing of it is imported.
        if let known { holds = try await self.holds(unread, in: folder, for: known, isPosted: isPosted) }
        guard let wanted = known, !wanted.sampleTypes.isEmpty else {
            let count = paths.count { files[$0]?.choice == nil }
            let missing = known.map { $0.defaultUser ? .session : .types } ?? ImportWaits.Missing.session
            return ongoing.waits.setFiles(count, seat: folder.seat, folder: folder.path, for: missing, at: now)
        }
        ongoing.waits.setFiles(0, seat: folder.seat, folder: folder.path, at: now)
        let queued = try await store.openPaths(seat: folder.seat)
        // The remaining files wait in their folder.
        let room = max(0, Self.mostQueued - queued.count)
        let byPath = Dictionary(unread.map { ($0.path, $0) }) { $1 }
        for path in Self.byTime(byPath.keys.filter { !queued.contains($0) }).prefix(room) {
            guard let file = byPath[path] else { continue }
            try await enqueue(file, wanted: wanted, hold: holds[path], origin: isPosted ? .http : .folder)
        }
    }

    private func enqueue(
        _ file: ImportedFile,
        wanted: Subscriptions,
        hold: ImportHold?,
        origin: ImportFacts.Origin
    ) async throws {
        var facts = ImportFacts(origin: origin, of: wanted, wish: ImportWish(wanted))
        let choice = Self.choice(wanted)
        facts.stamp = file.stamp
        facts.choice = choice
        if let hold {
            facts.state = .held
            facts.error = hold.fault
        }
        _ = try await queue.enqueue(facts, id: environment.newID(), seat: file.seat, path: file.path)
        guard hold != nil else { return }
        outcomes.note(facts, seat: file.seat)
        try await store.noteDone(file.path, stamp: file.stamp, choice: choice)
    }

    /// Why files may belong to another person of the seat, by path: by the person to whom a file was posted, else by
    /// its time and the folder's person.
    private func holds(
        _ files: [ImportedFile],
        in folder: ObservedFolders.Folder,
        for wanted: Subscriptions,
        isPosted: Bool
    ) async throws -> [String: ImportHold] {
        guard !files.isEmpty else { return [:] }
        let person = try await store.person(wanted.person, seat: folder.seat)
        let hadOthers = try await store.hadOthers(folder.seat, than: person)
        var holds: [String: ImportHold] = [:]
        for file in files {
            if isPosted, let poster = PostedFile.person(inNameOf: file.path) {
                if poster != wanted.person { holds[file.path] = .beforeSession }
            } else if hadOthers, file.firstSeen < sessions.start(of: wanted) {
                holds[file.path] = .beforeSession
            }
        }
        let others = files.map(\.path).filter { holds[$0] == nil }
        guard !isPosted, !others.isEmpty,
            try await !FolderClaims(parts: parts).claim(folder.path, person: person)
        else { return holds }
        for path in others { holds[path] = .anotherPersonsFolder(folder.seat) }
        return holds
    }

    /// When a file came, which may be while this process was stopped and the seat had another person.
    private static func arrival(_ path: String, seen now: Date) -> Date {
        FileArrival.time(of: path).map { min(now, FileArrival.date($0)) } ?? now
    }

    /// Oldest first, so that the newer of two exports prevails.
    private static func byTime(_ paths: [String]) -> [String] {
        func time(_ path: String) -> Date {
            // Absent is nil: a missing file counts as the oldest.
            (try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date) ?? .distantPast
        }
        return paths.map { ($0, time($0)) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
    }

    /// A digest of the person and their subscriptions; when it changes, the folder's files are read again.
    private static func choice(_ wanted: Subscriptions) -> String {
        let text = ([wanted.person, "\(wanted.processIntraday)"] + wanted.sampleTypes.sorted()).joined(separator: " ")
        return SHA256.hash(data: Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
