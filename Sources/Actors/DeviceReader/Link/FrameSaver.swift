internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus

/// Brings a link's frames to disk as they come, whatever the link's reader is waiting for meanwhile.
///
/// What bluetoothd has confirmed may be nowhere else any more: until it is on disk, a crash loses it. A reader waits for
/// answers of the device, for subscriptions and for its own commits; the frames do not.
actor FrameSaver {
    /// What came together, on disk.
    struct Batch: Sendable {
        /// What came, in its order.
        var events: [LinkInbox.Event]
        /// The frames among it that are kept, in the same order.
        var frames: [ArrivedFrame]
        /// Why they are not on disk.
        var failure: (any Error)?
    }

    /// The most frames that are on disk and that nobody has looked at.
    private static let limit = 65_536

    /// Told of every batch, and of a wish to stop.
    nonisolated let news = WakeUp()
    private let inbox: LinkInbox
    private let sink: FrameSink
    private let passing: Set<BluetoothUUID>
    private let elapsed: @Sendable () -> Duration
    private var batches: [Batch] = []
    private var count = 0
    private var isSaving = false
    private var isStopping = false

    /// Makes a saver.
    ///
    /// - Parameters:
    ///   - inbox: What the link brings.
    ///   - sink: Where frames go.
    ///   - passing: What is no measurement and is not kept.
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

    /// Saves what comes until it is told to stop; what is left then is in the inbox.
    func run() async {
        while !isStopping {
            let events = count < Self.limit ? inbox.take() : []
            guard !events.isEmpty else {
                await inbox.wait(atMost: .seconds(1), clock: sink.environment.clock)
                // It may be the wish to stop.
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

    /// Ends ``run()``, once what it has begun is on disk.
    func stop() {
        isStopping = true
        inbox.nudge()
    }

    /// What is on disk and nobody has looked at, and until when that is all there was.
    ///
    /// - Returns: `until` is nil while something waits for the disk.
    func take() -> (batches: [Batch], until: Duration?) {
        let now = elapsed()
        let isAll = !isSaving && inbox.isEmpty
        defer { (batches, count) = ([], 0) }
        return (batches, isAll ? now : nil)
    }

    /// Saves the measurements of some events in one commit.
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
