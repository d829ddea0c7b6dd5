import FoundationEssentials
import Logging
import MessageBus
import Outbox
import StoreEngine
import Synchronization
import TestSupport

@testable import DeviceReaderActor

/// A suite of complete links over a real store.
protocol LinkTests {
    var folder: TemporaryFolder { get }
}

extension LinkTests {
    var now: Date { Date(timeIntervalSince1970: 1_786_000_000) }
    var logger: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }

    /// Opens a store with the link that frames are saved for.
    func open() async throws -> OutboxStore {
        let store = try await OutboxStore.open(
            StoreConfiguration(path: folder.url.appending(path: "outbox.sqlite").path)
        )
        try await store.begin(Samples.context())
        return store
    }

    func sink(_ store: OutboxStore, _ environment: BusEnvironment) -> FrameSink {
        FrameSink(device: Samples.device(), link: 1, store: store, environment: environment, logger: logger)
    }

    func stopwatch() -> @Sendable () -> Duration {
        let start = ContinuousClock.now
        return { ContinuousClock.now - start }
    }
}

/// A counter for calls from any task.
final class Counter: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock { $0 } }

    func count() { number.withLock { $0 += 1 } }
}
