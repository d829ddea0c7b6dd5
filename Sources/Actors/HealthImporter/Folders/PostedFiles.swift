internal import BusContract
internal import DeliveryRules
internal import Foundation
internal import ImportStore
internal import Logging
internal import MessageBus
internal import VitalRecords

/// The spool folders of posted files, one for each seat.
@ImporterIsolation struct PostedFiles: ImporterPart {
    let parts: ImporterParts

    /// The existing spool folders.
    func folders() -> [ObservedFolders.Folder] { Self.folders(in: spool) }

    /// Deletes a seat's posted files; only a folder found here is deleted, never a path named by a request.
    ///
    /// - Throws: A file error if one stays.
    nonisolated static func removeAll(of seat: String, in spool: URL) throws {
        for folder in folders(in: spool) where folder.seat == seat {
            try FileManager.default.removeItem(atPath: folder.path)
        }
    }

    private nonisolated static func folders(in spool: URL) -> [ObservedFolders.Folder] {
        // Absent is nil: a missing folder is empty.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: spool.path)) ?? []
        return names.filter { SeatID(rawValue: $0) != nil }.map {
            ObservedFolders.Folder(seat: $0, path: spool.appending(path: $0).path)
        }
    }

    /// Whether a folder is a spool folder.
    func isPosted(_ folder: ObservedFolders.Folder) -> Bool { folder.path.hasPrefix(spool.path) }

    /// Deletes posted files that have expired, and a seat's oldest ones earlier if it uses much space.
    ///
    /// Unread files stay, because the answer to their senders was that they are safe.
    func sweep() async {
        do {
            try await sweep(keeping: try settings.ingestKeep)
        } catch {
            logger.warning("could not delete old posted files; will retry later", metadata: ["error": "\(error)"])
        }
    }

    private func sweep(keeping keep: Duration) async throws {
        let now = environment.now()
        let mayDelete = retention.mayDelete(at: now)
        let limit = mayDelete ? now.addingTimeInterval(-Double(keep / .seconds(1))) : .distantPast
        for folder in folders() {
            let known = try await store.files(seat: folder.seat)
            let open = try await store.openPaths(seat: folder.seat)
            // Absent is nil: no file has been posted for this seat yet.
            let files = (try? FolderListing.files(of: folder.path)) ?? [:]
            let quota = settings.ingest?.quota ?? .max
            for path in Self.spent(files, known: known, open: open, before: limit, quota: quota) {
                // Absent is nil: a file that stays is not forgotten, or it would be imported again and again.
                try? FileManager.default.removeItem(atPath: path)
                guard !FileManager.default.fileExists(atPath: path) else { continue }
                try await store.forget(path)
            }
        }
    }

    /// A seat's posted files that may be deleted, the oldest first; unread ones stay regardless of age.
    ///
    /// - Parameters:
    ///   - files: The stamps of the files, by path.
    ///   - open: The files whose import has not ended.
    ///   - limit: The time before which read files expire.
    ///   - quota: The quota in bytes; above half of it, read files are deleted early.
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
            if goes { excess -= file.size }  // In range: the size of a file on disk.
            return goes
        }.map(\.path)
    }

    /// Deletes files that an earlier run received incompletely; their senders got no answer, and post again.
    func sweepUnfinished() {
        // Absent is nil: a missing folder is empty.
        for seat in (try? FileManager.default.contentsOfDirectory(atPath: spool.path)) ?? [] {
            let folder = spool.appending(path: seat)
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
                guard name.hasPrefix("."), UUID(uuidString: String(name.dropFirst())) != nil else { continue }
                try? FileManager.default.removeItem(at: folder.appending(path: name))
            }
        }
    }
}
