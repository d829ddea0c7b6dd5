internal import ActorRuntime
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import StoreEngine

extension SessionManagerActor {
    /// Runs what changes files of images, one at a time: a file must not be removed between its writing and its row.
    func withImageFiles<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try await imageLock.withLock(body)
    }

    /// Removes the files that no image needs any more: after each change, at most once a second.
    ///
    /// At the start and once a day images without a file are given up, too.
    func keepImages() async {
        let clock = context.environment.clock
        var looked: Date?
        while !Task.isCancelled {
            let now = context.environment.now()
            let isDaily = looked.map { now.timeIntervalSince($0) >= 86_400 } ?? true
            do {
                try await sweepImages(looksForLost: isDaily)
                if isDaily { looked = now }
            } catch {
                context.logger.warning("images' files wait to be removed", metadata: ["error": "\(error)"])
            }
            do { try await clock.sleep(for: .seconds(1)) } catch { return }
            await imageWake.wait(atMost: .seconds(3600), clock: clock)
        }
    }

    /// Removes the files that no image needs.
    ///
    /// - Parameter looksForLost: Whether images whose file is gone are given up.
    func sweepImages(looksForLost: Bool = false) async throws {
        try await withImageFiles {
            let files = try await images.names()
            guard looksForLost || !files.isEmpty else { return }
            let needed = try await store.neededImages()
            try await images.remove(files.subtracting(needed))
            guard looksForLost else { return }
            for sha256 in needed.subtracting(files).sorted() {
                let count = try await store.loseImages(sha256: sha256, at: context.environment.now())
                context.logger.error("files of images are gone", metadata: ["images": "\(count)"])
                changed()
            }
        }
    }
}
