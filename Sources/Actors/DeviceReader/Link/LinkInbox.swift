internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import Synchronization

/// Queues the events of a link's streams for the reader.
///
/// It holds 65,536 events, more than any device sends in its time. Further frames are dropped and counted by a gap
/// event in their place.
final class LinkInbox: Sendable {
    /// An event of a stream.
    enum Event: Sendable {
        /// A frame, with the time since the link's start.
        case frame(BluetoothUUID, [UInt8], at: Date, after: Duration)
        /// At least this many frames are missing here.
        case gap(dropped: Int)
        /// The link ended.
        case ended
    }

    private struct State {
        var events: [Event] = []
        var isStopping = false
        var streams = 0

        /// Adds an event, and merges consecutive gaps.
        mutating func add(_ event: Event) {
            guard case .gap(let dropped) = event, case .gap(let before) = events.last else {
                events.append(event)
                return
            }
            events[events.count - 1] = .gap(dropped: before + dropped)
        }
    }

    /// The largest number of events held, apart from the ends of streams.
    static let limit = 65_536
    private let state = Mutex(State())
    private let wake = WakeUp()

    /// Counts a stream that opens.
    func open() { state.withLock { $0.streams += 1 } }

    /// Counts a stream that ended, with all of its events queued.
    func close() {
        state.withLock { $0.streams -= 1 }
        wake.signal()
    }

    /// Whether streams are open.
    var isOpen: Bool { state.withLock { $0.streams > 0 } }

    /// Adds an event; a frame beyond the limit becomes a gap.
    func push(_ event: Event) {
        state.withLock { state in
            if case .frame = event, state.events.count >= Self.limit {
                state.add(.gap(dropped: 1))
            } else {
                state.add(event)
            }
        }
        wake.signal()
    }

    /// Whether it holds no event.
    var isEmpty: Bool { state.withLock { $0.events.isEmpty } }

    /// Wakes the waiter without an event.
    func nudge() { wake.signal() }

    /// Requests the end of the link.
    func stop() {
        state.withLock { $0.isStopping = true }
        wake.signal()
    }

    /// Consumes a pending stop request.
    func takeStop() -> Bool {
        state.withLock { state in
            defer { state.isStopping = false }
            return state.isStopping
        }
    }

    /// Takes all events in order of arrival.
    func take() -> [Event] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    /// Waits for a new event, up to a time limit.
    func wait(atMost limit: Duration, clock: any Clock<Duration>) async {
        await wake.wait(atMost: limit, clock: clock)
    }
}

extension LinkInbox {
    /// How long after a link's end its streams may take to end.
    private static let drainLimit = Duration.seconds(10)

    /// Processes the events that arrived before the link's end until its streams end, then unsubscribes.
    func drain(
        _ radio: any LinkRadio,
        clock: any Clock<Duration>,
        elapsed: () -> Duration,
        _ take: ([Event]) async -> Void
    ) async {
        let limit = elapsed() + Self.drainLimit
        while isOpen, elapsed() < limit {
            await take(self.take())
            guard isOpen else { break }
            await wait(atMost: .seconds(1), clock: clock)
        }
        await radio.unsubscribe()
        await take(self.take())
    }
}
