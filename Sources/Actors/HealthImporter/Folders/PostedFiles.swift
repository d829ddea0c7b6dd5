internal import BusContract
internal import DeliveryRules
internal import Foundation
internal import ImportStore
internal import Logging
internal import MessageBus
internal import VitalRecords

/// The folders that posted files wait in, one for each seat.
@ImporterIsolation struct PostedFiles {
    let store: ImportStore
    let settings: ImporterSettings
    /// Whether the clock is good enough to delete by.
    let retention: RetentionGate
    let environment: BusEnvironment
    let logger: Logger

    private var spool: URL { settings.spool }

    /// The folders of the seats that have some.
    func folders() -> [ObservedFolders.Folder] { Self.folders(in: spool) }

    /// Deletes what was posted for a seat: the folder that was found here, never one that a request names.
    static func removeAll(of seat: String, in spool: URL) {
        for folder in folders(in: spool) where folder.seat == seat {
            try? FileManager.default.removeItem(atPath: folder.path)
        }
    }

    private static func folders(in spool: URL) -> [ObservedFolders.Folder] {
        // Absent is nil: what is not there has nothing.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: spool.path)) ?? []
        return names.filter { SeatID(rawValue: $0) != nil }.map {
            ObservedFolders.Folder(seat: $0, path: spool.appending(path: $0).path)
        }
    }

    /// Whether a folder's files were posted.
    func isPosted(_ folder: ObservedFolders.Folder) -> Bool { folder.path.hasPrefix(spool.path) }

    /// Deletes posted files that are past their time, and of a seat with much the oldest ones before it.
    ///
    /// What was never read stays: its sender was told that it is safe.
    func sweep() async {
        do {
            try await sweep(keeping: try settings.ingestKeep)
        } catch {
            logger.warning("posted files past their time are deleted at a later look", metadata: ["error": "\(error)"])
        }
    }

    private func sweep(keeping keep: Duration) async throws {
        let now = environment.now()
        let mayDelete = retention.mayDelete(at: now)
        let limit = mayDelete ? now.addingTimeInterval(-Double(keep / .seconds(1))) : .distantPast
        for folder in folders() {
            let known = try await store.files(seat: folder.seat)
            let open = try await store.openPaths(seat: folder.seat)
            // Absent is nil: nobody has posted for this seat yet.
            let files = (try? FolderListing.files(of: folder.path)) ?? [:]
            let quota = settings.ingest?.quota ?? .max
            for path in Self.spent(files, known: known, open: open, before: limit, quota: quota) {
                try? FileManager.default.removeItem(atPath: path)
                try await store.forget(path)
            }
        }
    }

    /// The posted files of a seat that may go, the oldest first: what was never read stays, whatever its age.
    ///
    /// - Parameters:
    ///   - files: Their stamps.
    ///   - open: Those with an import that has not ended.
    ///   - limit: What was read goes if it came before.
    ///   - quota: The bytes of all; above a half of it what was read goes before its time.
    nonisolated static func spent(
        _ files: [String: String],
        known: [String: ImportedFile],
        open: Set<String>,
        before limit: Date,
        quota: Int
    ) -> [String] {
        func size(_ stamp: String) -> Int { stamp.split(separator: "-").first.flatMap { Int($0) } ?? 0 }
        var excess = Int.clampedSum(files.values.map(size)) - quota / 2
        let done = files.compactMap { path, stamp -> (path: String, size: Int, came: Date)? in
            guard let file = known[path], file.stamp == stamp, file.choice != nil, !open.contains(path) else {
                return nil
            }
            return (path, size(stamp), file.firstSeen)
        }
        return done.sorted { ($0.came, $0.path) < ($1.came, $1.path) }.filter { file in
            let goes = file.came < limit || excess > 0
            if goes { excess -= file.size }  // In range: a size that the disk has.
            return goes
        }.map(\.path)
    }

    /// Deletes what an earlier start had not taken in to the end: its sender has no answer, and posts again.
    func sweepUnfinished() {
        // Absent is nil: what is not there has nothing.
        for seat in (try? FileManager.default.contentsOfDirectory(atPath: spool.path)) ?? [] {
            let folder = spool.appending(path: seat)
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
                guard name.hasPrefix("."), UUID(uuidString: String(name.dropFirst())) != nil else { continue }
                try? FileManager.default.removeItem(at: folder.appending(path: name))
            }
        }
    }
}
