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
        if let known, paths.contains(where: { files[$0]?.choice == nil }) {
            // The seat's next person must not get what is here now, even if nothing of it is imported.
            _ = try await store.person(known.person, seat: folder.seat)
        }
        guard let wanted = known, !wanted.sampleTypes.isEmpty else {
            let unread = paths.count { files[$0]?.choice == nil }
            let missing = known.map { $0.defaultUser ? .session : .types } ?? ImportWaits.Missing.session
            return ongoing.waits.setFiles(unread, seat: folder.seat, folder: folder.path, for: missing, at: now)
        }
        ongoing.waits.setFiles(0, seat: folder.seat, folder: folder.path, at: now)
        let choice = Self.choice(wanted)
        let queued = try await store.openPaths(seat: folder.seat)
        // The remaining files wait in their folder.
        let room = max(0, Self.mostQueued - queued.count)
        for path in Self.byTime(paths.filter { !queued.contains($0) }).prefix(room) {
            guard let file = files[path], file.stamp == stamps[path], file.choice != choice else { continue }
            try await enqueue(file, choice: choice, wanted: wanted, origin: isPosted ? .http : .folder)
        }
    }

    private func enqueue(
        _ file: ImportedFile,
        choice: String,
        wanted: Subscriptions,
        origin: ImportFacts.Origin
    ) async throws {
        var facts = ImportFacts(origin: origin, person: wanted.person, wish: ImportWish(wanted))
        facts.stamp = file.stamp
        facts.choice = choice
        if try await mayBeAnothers(file, wanted: wanted, origin: origin) {
            facts.state = .held
            facts.error = ImportHold.beforeSession.fault
            try await store.noteDone(file.path, stamp: file.stamp, choice: choice)
        }
        _ = try await queue.enqueue(facts, id: environment.newID(), seat: file.seat, path: file.path)
    }

    /// Whether a file may belong to another person of the seat: by the person to whom it was posted, else by its time.
    private func mayBeAnothers(
        _ file: ImportedFile,
        wanted: Subscriptions,
        origin: ImportFacts.Origin
    ) async throws -> Bool {
        let person = try await store.person(wanted.person, seat: file.seat)
        if origin == .http, let poster = PostedFile.person(inNameOf: file.path) { return poster != wanted.person }
        guard file.firstSeen < wanted.startedAt else { return false }
        return try await store.hadOthers(file.seat, than: person)
    }

    /// When a file came, which may be while this process was stopped and the seat had another person.
    private static func arrival(_ path: String, seen now: Date) -> Date {
        FileArrival.time(of: path).map { min(now, Date(timeIntervalSince1970: $0)) } ?? now
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
