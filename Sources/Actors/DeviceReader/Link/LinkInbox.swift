internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import Synchronization

/// What a link's streams brought and nobody has taken yet.
///
/// It holds 65,536 frames, which no device sends within the time that it has; one more is dropped and a gap told.
final class LinkInbox: Sendable {
    /// What came.
    enum Event: Sendable {
        /// A frame, with the time since the link's start.
        case frame(BluetoothUUID, [UInt8], at: Date, after: Duration)
        /// Frames are missing.
        case gap
        /// The link ended.
        case ended
    }

    private struct State {
        var events: [Event] = []
        var frames = 0
        var isStopping = false
        var streams = 0
    }

    private static let limit = 65_536
    private let state = Mutex(State())
    private let wake = WakeUp()

    /// A stream begins.
    func open() { state.withLock { $0.streams += 1 } }

    /// A stream has ended: what came by it is here.
    func close() {
        state.withLock { $0.streams -= 1 }
        wake.signal()
    }

    /// Whether streams are open.
    var isOpen: Bool { state.withLock { $0.streams > 0 } }

    /// Adds an event.
    func push(_ event: Event) {
        state.withLock { state in
            if case .frame = event {
                guard state.frames < Self.limit else { return state.events.append(.gap) }
                state.frames += 1
            }
            state.events.append(event)
        }
        wake.signal()
    }

    /// Whether nothing waits.
    var isEmpty: Bool { state.withLock { $0.events.isEmpty } }

    /// Wakes whoever waits for something new.
    func nudge() { wake.signal() }

    /// Somebody wants it to end.
    func stop() {
        state.withLock { $0.isStopping = true }
        wake.signal()
    }

    /// Whether it shall end; true once.
    func takeStop() -> Bool {
        state.withLock { state in
            defer { state.isStopping = false }
            return state.isStopping
        }
    }

    /// All that waits, in the order in which it came.
    func take() -> [Event] {
        state.withLock { state in
            defer {
                state.events = []
                state.frames = 0
            }
            return state.events
        }
    }

    /// Waits for something new, at most so long.
    func wait(atMost limit: Duration, clock: any Clock<Duration>) async {
        await wake.wait(atMost: limit, clock: clock)
    }
}

extension LinkInbox {
    /// How long after a link's end its streams may take to end.
    private static let drainLimit = Duration.seconds(10)

    /// Hands on what arrived before a link's end, until its streams are over, and ends its subscriptions.
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
