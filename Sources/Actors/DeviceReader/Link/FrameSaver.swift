internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus

/// Writes a link's frames to disk as they arrive, independently of the link's reader.
///
/// bluetoothd has already confirmed a frame that it delivers, so a crash before the write loses it. The reader waits
/// for answers, subscriptions and commits; frames must not wait for these.
actor FrameSaver {
    /// Events saved together.
    struct Batch: Sendable {
        /// The events in order.
        var events: [LinkInbox.Event]
        /// The stored frames among them, in the same order.
        var frames: [ArrivedFrame]
        /// Why the frames are not on disk.
        var failure: (any Error)?
    }

    /// The largest number of saved events not taken yet.
    private static let limit = 65_536

    /// Signals every batch and every stop request.
    nonisolated let news = WakeUp()
    private let inbox: LinkInbox
    private let sink: FrameSink
    private let passing: Set<BluetoothUUID>
    private let elapsed: @Sendable () -> Duration
    private var batches: [Batch] = []
    private var count = 0
    private var isSaving = false
    private var isStopping = false

    /// Creates a saver.
    ///
    /// - Parameters:
    ///   - inbox: The link's events.
    ///   - sink: Stores the frames.
    ///   - passing: Characteristics whose frames are not stored.
    ///   - elapsed: The time since the link's start.
    init(
        _ inbox: LinkInbox,
        sink: FrameSink,
        passing: Set<BluetoothUUID> = [],
        elapsed: @escaping @Sendable () -> Duration
    ) {
        self.inbox = inbox
        self.sink = sink
        self.passing = passing
        self.elapsed = elapsed
    }

    /// Saves events until stopped; the rest stays in the inbox.
    func run() async {
        while !isStopping {
            let events = count < Self.limit ? inbox.take() : []
            guard !events.isEmpty else {
                await inbox.wait(atMost: .seconds(1), clock: sink.environment.clock)
                // It may be a stop request.
                news.signal()
                continue
            }
            isSaving = true
            let batch = await saved(events)
            isSaving = false
            count += batch.events.count
            batches.append(batch)
            news.signal()
        }
    }

    /// Ends ``run()`` once the current batch is on disk.
    func stop() {
        isStopping = true
        inbox.nudge()
    }

    /// Takes the saved batches.
    ///
    /// - Returns: The batches, and the time up to which they are complete; nil while events wait for the disk.
    func take() -> (batches: [Batch], until: Duration?) {
        let now = elapsed()
        let isAll = !isSaving && inbox.isEmpty
        defer { (batches, count) = ([], 0) }
        return (batches, isAll ? now : nil)
    }

    /// Saves the frames among some events in one commit.
    func saved(_ events: [LinkInbox.Event]) async -> Batch {
        let new = events.compactMap { event -> (characteristic: BluetoothUUID, bytes: [UInt8], at: Date)? in
            guard case .frame(let characteristic, let bytes, let at, _) = event, !passing.contains(characteristic)
            else { return nil }
            return (characteristic, bytes, at)
        }
        do {
            return Batch(events: events, frames: try await sink.save(new))
        } catch {
            return Batch(events: events, frames: [], failure: error)
        }
    }
}
