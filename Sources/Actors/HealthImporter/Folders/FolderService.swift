internal import BusContract
internal import Foundation
internal import Logging
internal import StoreEngine

/// Scans the watched folders and the folders of posted files, and passes complete files to the intake.
@ImporterIsolation final class FolderService: ImporterPart {
    /// The unreadable folders, each with the reason.
    private(set) var problems: [String: String] = [:]
    private var settling = SettlingFiles()
    /// The entries already reported because they are not regular files.
    private var strangeFiles: [String: Set<String>] = [:]
    /// The subfolders of watched folders, which are skipped.
    private(set) var passedOver: [String: [String]] = [:]
    private let intake: FolderIntake
    let parts: ImporterParts
    private let posted: PostedFiles
    private let housekeeping: ImporterUpkeep

    init(_ parts: ImporterParts, housekeeping: ImporterUpkeep, outcomes: ImportOutcomes) {
        self.parts = parts
        self.housekeeping = housekeeping
        intake = FolderIntake(parts: parts, outcomes: outcomes)
        posted = PostedFiles(parts: parts)
    }

    /// Looks for new files until cancelled.
    func run() async {
        while !Task.isCancelled, !ongoing.isDraining {
            do {
                let all = try await folders.all() + posted.folders()
                watch.set(all.map(\.path))
                ongoing.waits.keep(folders: all.map(\.path))
                passedOver = passedOver.filter { path, _ in all.contains { $0.path == path } }
                problems = problems.filter { path, _ in all.contains { $0.path == path } }
                for folder in all where !ongoing.isDraining { await look(at: folder) }
                await posted.sweep()
                await housekeeping.pruneKept()
            } catch {
                logger.warning(
                    "could not list the watched folders; will retry in seconds",
                    metadata: ["error": "\(error)"]
                )
            }
            let now = Self.uptime
            await watch.wait(milliseconds: settling.isWaiting(now: now, patience: settings.settle) ? 200 : 2_000)
        }
    }

    private func look(at folder: ObservedFolders.Folder) async {
        do {
            let listing = try FolderListing(of: folder.path)
            let files = listing.files
            problems[folder.path] = nil
            tellStrange(listing.strange, in: folder)
            let isPosted = posted.isPosted(folder)
            if !isPosted { tellFolders(listing.folders, in: folder) }
            // A posted file gets its name only when it is complete.
            let whole =
                isPosted
                ? files.keys.sorted()
                : settling.settled(in: folder.path, files: files, now: Self.uptime, patience: settings.settle)
            try await intake.take(whole, stamps: files, in: folder, isPosted: isPosted)
        } catch let error as StoreError {
            logger.warning(
                "could not store the files of a folder; will retry in seconds: check the disk",
                metadata: ["error": "\(error)"]
            )
        } catch {
            if problems.updateValue("it cannot be read: check that it exists and its permissions", forKey: folder.path)
                == nil
            {
                logger.warning("a watched folder cannot be read", metadata: ["seat": "\(folder.seat)"])
            }
        }
    }

    /// Logs each skipped entry once, because a person who put a link there waits for its import.
    private func tellStrange(_ strange: [String: String], in folder: ObservedFolders.Folder) {
        let told = strangeFiles[folder.path] ?? []
        for (name, word) in strange.sorted(by: { $0.key < $1.key }) where !told.contains(name) {
            logger.warning(
                "a \(word) in a watched folder is skipped: only plain files are read, so put a copy there",
                metadata: ["seat": "\(folder.seat)", "name": "\(name.prefix(128))"]
            )
        }
        strangeFiles[folder.path] = strange.isEmpty ? nil : Set(strange.keys)
    }

    /// Reports skipped subfolders, once in the log, and in the health report while they exist.
    private func tellFolders(_ names: [String], in folder: ObservedFolders.Folder) {
        let told = passedOver[folder.path] ?? []
        for name in names where !told.contains(name) {
            logger.warning(
                "a folder in a watched folder is skipped: \(Self.wayIn)",
                metadata: ["seat": "\(folder.seat)", "name": "\(name.prefix(128))"]
            )
        }
        passedOver[folder.path] = names.isEmpty ? nil : names
    }

    /// The advice on how to import a subfolder.
    private static let wayIn =
        "put the export's zip there or run 'vitalbus import FOLDER'; hidden folders are skipped silently"

    /// The messages about skipped subfolders.
    var passedOverWords: [String] {
        passedOver.sorted { $0.key < $1.key }.prefix(16).map { path, names in
            let few = names.prefix(3).map { "\($0.prefix(64))" }.joined(separator: ", ")
            let more = names.count > 3 ? " and more" : ""
            return "\(path): its subfolders are skipped (\(few)\(more)): \(Self.wayIn)"
        }
    }

    /// Seconds on a monotonic clock.
    private static var uptime: Double { ProcessInfo.processInfo.systemUptime }
}
