internal import BusContract
internal import Foundation
internal import ImportStore
internal import MessageBus

/// All watched folders: those of the configuration, and those set by `observe`.
struct WatchedFolders: Sendable {
    let configured: [ObservedFolders.Folder]
    let store: ImportStore

    /// The current folders, those of the configuration first.
    ///
    /// - Throws: `StoreError`.
    func all() async throws -> [ObservedFolders.Folder] {
        let added = try await store.folders().filter { path, _ in !configured.contains { $0.path == path } }
        return configured
            + added.sorted { $0.key < $1.key }.map { ObservedFolders.Folder(seat: $0.value, path: $0.key) }
    }
}

/// Serves `observe`, which sets or lists the folders watched for a seat.
@ImporterIsolation struct ObserveService: ImporterPart {
    let parts: ImporterParts
    /// Held from the check of a folder's seat until it is saved, so that two seats cannot both get it.
    private let turn = AsyncLock()

    init(parts: ImporterParts) { self.parts = parts }

    nonisolated var handlers: [RequestHandler] {
        [RequestHandler(HealthTopics.observe) { body, _ in try await self.observe(body) }]
    }

    /// Replaces a seat's folders, or only lists them.
    private func observe(_ body: ObserveFolders) async throws -> ObservedFolders {
        if let paths = body.paths {
            guard let seat = body.seat else {
                throw BusError(.invalidArgument, message: "name the seat of the folders")
            }
            try BusAddress.check(seat, as: "seat")
            try await turn.withLock {
                let checked = try await checked(paths, seat: seat)
                try await FolderClaims(parts: parts).assign(checked, seat: seat)
                try await store.setFolders(checked, seat: seat)
            }
            watch.wake()
        }
        let all = try await folders.all()
        return ObservedFolders(folders: all.filter { folder in body.seat.map { $0 == folder.seat } ?? true })
    }

    /// Checks that no other seat watches these folders.
    private func checked(_ paths: [String], seat: String) async throws -> [String] {
        guard paths.count <= 16 else { throw BusError(.invalidArgument, message: "a seat can have at most 16 folders") }
        let others = try await folders.all().filter { $0.seat != seat }
        return try paths.map { path in
            let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
            var isFolder: ObjCBool = false
            guard path.hasPrefix("/"), path.utf8.count <= 4_096 else {
                throw BusError(.invalidArgument, message: "a folder must be an absolute path on this machine")
            }
            guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
                throw BusError(.invalidArgument, message: "the folder does not exist on this machine: create it first")
            }
            if let other = others.first(where: { $0.path == path }) {
                throw BusError(
                    .conflict,
                    message: "the folder belongs to seat '\(other.seat)': each folder has one seat"
                )
            }
            return path
        }
    }
}
