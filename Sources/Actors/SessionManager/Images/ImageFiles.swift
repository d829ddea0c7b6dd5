internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import StoreEngine

/// The files of images: each is written before the row that needs it, and removed once no row needs it.
struct ImageFiles: Sendable {
    let folder: ImageFolder
    let store: QueueStore
    let environment: BusEnvironment
    let logger: Logger
    let signals: CommitSignals
    /// Held while files are written or removed: a file must not be removed between its writing and its row.
    private let lock = AsyncLock()

    /// Writes a file, and then commits the row that needs it.
    ///
    /// A crash in between leaves a file without a row, which is removed later, and never a row without a file.
    func save<Value: Sendable>(
        _ bytes: [UInt8],
        as sha256: String,
        then commit: () async throws -> Value
    ) async throws -> Value {
        try await lock.withLock {
            try await folder.save(bytes, as: sha256)
            return try await commit()
        }
    }

    /// Reads a piece of a file.
    ///
    /// - Returns: Nil if the file does not exist; empty past its end.
    func read(_ sha256: String, offset: Int, count: Int) async throws -> [UInt8]? {
        try await folder.read(sha256, offset: offset, count: count)
    }

    /// Removes unneeded files after each change, at most once a second, until cancelled.
    ///
    /// At the start and once a day it also gives up images whose file is missing.
    func run() async {
        let clock = environment.clock
        var looked: Date?
        while !Task.isCancelled {
            let now = environment.now()
            let isDaily = looked.map { now.timeIntervalSince($0) >= 86_400 } ?? true
            do {
                try await sweep(looksForLost: isDaily)
                if isDaily { looked = now }
            } catch {
                logger.warning(
                    "could not remove files of images; will retry",
                    metadata: ["error": "\(error)"]
                )
            }
            do { try await clock.sleep(for: .seconds(1)) } catch { return }
            await signals.images.wait(atMost: .seconds(3600), clock: clock)
        }
    }

    /// Removes the files that no row needs.
    ///
    /// - Parameter looksForLost: Whether to give up images whose file is missing.
    func sweep(looksForLost: Bool = false) async throws {
        try await lock.withLock {
            let files = try await folder.names()
            guard looksForLost || !files.isEmpty else { return }
            let needed = try await store.images.needed()
            try await folder.remove(files.subtracting(needed))
            guard looksForLost else { return }
            for sha256 in needed.subtracting(files).sorted() {
                let count = try await store.images.lose(sha256: sha256, at: environment.now())
                logger.error("files of images are missing: giving up the images", metadata: ["images": "\(count)"])
                signals.committed()
            }
        }
    }
}
