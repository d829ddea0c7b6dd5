internal import ActorRuntime
internal import BusContract
internal import Foundation
internal import HubRunner
internal import ImportStore
internal import JobStore
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// The stores of a hub's processes, while none of them runs.
struct HubStores {
    let layout: HubLayout
    /// The hub's name, with which its folders begin: `{hub}.{actor}.{instance}`.
    let hub: String

    private static let mark = "session-manager.mark"

    private func folders() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: layout.state).sorted().filter { name in
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            // Lock files have the same beginning.
            return parts.count == 3 && parts[0] == hub && parts[2] != "lock"
        }
    }

    /// Items that the site has not answered, in words that follow a number; empty if all are decided.
    ///
    /// - Throws: `StoreError` for a store that cannot be read.
    func waiting() async throws -> [String] {
        var found: [String] = []
        for folder in try folders() {
            let counts = try await withStores(of: folder) { try await $0.undecided() }.flatMap { $0 }
            found += counts.filter { $0.count > 0 }.map { "\($0.count) \($0.what) in \(folder)" }
        }
        return found
    }

    /// Removes everything of the site's and the hub's name from the stores, so that the next hub's processes find them
    /// under any name.
    ///
    /// It may be repeated, even after a kill.
    ///
    /// - Throws: `StoreError`, `RuntimeError`.
    func release() async throws {
        for folder in try folders() {
            let path = "\(layout.state)/\(folder)"
            _ = try await withStores(of: folder) { try await $0.release() }
            // This mark is the position of the old site's database, which does not apply to the next one.
            if FileManager.default.fileExists(atPath: "\(path)/\(Self.mark)") {
                try FileManager.default.removeItem(atPath: "\(path)/\(Self.mark)")
            }
            try UnnamedFolder.rename(in: path, from: hub, to: UnnamedFolder.hub)
            let unnamed = ([UnnamedFolder.hub] + folder.split(separator: ".").dropFirst().map(String.init))
            try PrivateFile.move(path, to: "\(layout.state)/\(unnamed.joined(separator: "."))")
        }
    }

    /// Opens each store of a folder that may hold data of the site's, one after the other; closing it empties its log.
    private func withStores<Result: Sendable>(
        of folder: String,
        _ body: (HubStore) async throws -> Result
    ) async throws -> [Result] {
        var results: [Result] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(layout.state)/\(folder)").sorted() {
            guard let store = try await HubStore.open("\(layout.state)/\(folder)/\(name)") else { continue }
            do {
                results.append(try await body(store))
            } catch {
                // Cleanup: the first error is the one to report.
                try? await store.close()
                throw error
            }
            try await store.close()
        }
        return results
    }
}

/// A store of a producer, or of the pictures that wait for an OCR worker.
private enum HubStore {
    case outbox(OutboxStore)
    case imports(ImportStore, posts: PostedToHub)
    case jobs(JobStore)

    /// Opens a file; nil if it is not such a store.
    static func open(_ path: String) async throws -> HubStore? {
        let name = URL(filePath: path).lastPathComponent
        guard name.hasSuffix(".sqlite") else { return nil }
        let configuration = StoreConfiguration(path: path)
        if name.hasPrefix("\(BusRole.deviceReader.rawValue)-") {
            return .outbox(try await OutboxStore.open(configuration))
        }
        if name.hasPrefix("\(BusRole.healthImporter.rawValue)-") {
            let store = try await ImportStore.open(configuration)
            let folder = URL(filePath: path).deletingLastPathComponent().path
            return .imports(store, posts: PostedToHub(store: store, folder: folder))
        }
        switch name {
        case "ocr-worker.sqlite": return .outbox(try await DisplayStore.open(configuration).outbox)
        case "ocr-jobs.sqlite": return .jobs(try await JobStore.open(configuration))
        default: return nil
        }
    }

    func undecided() async throws -> [(count: Int, what: String)] {
        switch self {
        case .outbox(let outbox): return try await Self.undecided(outbox)
        case .imports(let imports, let posts):
            let unread = (try await posts.unread().count, "posted files not yet read")
            let open = (try await imports.openImportCount(), "unfinished imports")
            return try await Self.undecided(imports.outbox) + [open, unread]
        case .jobs(let jobs):
            let depths = try await jobs.depths()
            return [(Int.clampedSum([depths.waiting, depths.reading]), "photos not yet read")]
        }
    }

    private static func undecided(_ outbox: OutboxStore) async throws -> [(count: Int, what: String)] {
        let found = try await outbox.leaving.undecided()
        return [
            (found.readings, "readings not yet confirmed by the site"),
            (found.frames, "device frames not yet decoded"),
            (found.assignments, "unanswered assignments of paired devices"),
        ]
    }

    func release() async throws {
        switch self {
        case .outbox(let outbox): try await outbox.leaving.releaseFromSite()
        case .imports(let imports, let posts):
            try await posts.release()
            try await imports.releaseFromSite()
        // A photo's reading waits for a person at any site.
        case .jobs: break
        }
    }

    func close() async throws {
        switch self {
        case .outbox(let outbox): try await outbox.close()
        case .imports(let imports, _): try await imports.close()
        case .jobs(let jobs): try await jobs.close()
        }
    }
}

/// The files posted by phones to a hub's importer, in one folder per seat.
private struct PostedToHub {
    let store: ImportStore
    /// The importer's folder.
    let folder: String

    private var posted: String { "\(folder)/posted" }

    /// All files, with whether each was read for its seat's session.
    private func files() async throws -> [(path: String, isRead: Bool)] {
        guard FileManager.default.fileExists(atPath: posted) else { return [] }
        var found: [(path: String, isRead: Bool)] = []
        for seat in try FileManager.default.contentsOfDirectory(atPath: posted).sorted() {
            let (known, open) = (try await store.files(seat: seat), try await store.openPaths(seat: seat))
            for name in try FileManager.default.contentsOfDirectory(atPath: "\(posted)/\(seat)").sorted() {
                let path = "\(posted)/\(seat)/\(name)"
                found.append((path, known[path]?.choice != nil && !open.contains(path)))
            }
        }
        return found
    }

    func unread() async throws -> [String] { try await files().filter { !$0.isRead }.map(\.path) }

    /// Deletes read files and sets the others aside for a person; otherwise a seat of the same name at another site
    /// would receive them.
    func release() async throws {
        let files = FileManager.default
        for file in try await self.files() where file.isRead { try files.removeItem(atPath: file.path) }
        guard files.fileExists(atPath: posted) else { return }
        guard try await !unread().isEmpty else { return try files.removeItem(atPath: posted) }
        let number = (1...).first { !files.fileExists(atPath: "\(posted).left.\($0)") } ?? 0
        try PrivateFile.move(posted, to: "\(posted).left.\(number)")
    }
}
