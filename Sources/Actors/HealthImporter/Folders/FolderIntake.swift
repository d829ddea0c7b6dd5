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
            try await store.noteSeen(path, seat: folder.seat, stamp: stamp, at: now)
        }
        let files = try await store.files(seat: folder.seat)
        let known = await sessions.known(folder.seat)
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
        let person = try await store.person(wanted.person, seat: file.seat)
        if file.firstSeen < wanted.startedAt, try await store.hadOthers(file.seat, than: person) {
            facts.state = .held
            facts.error = ImportHold.beforeSession.fault
            try await store.noteDone(file.path, stamp: file.stamp, choice: choice)
        }
        _ = try await queue.enqueue(facts, id: environment.newID(), seat: file.seat, path: file.path)
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
