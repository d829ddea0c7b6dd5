import DeviceCodecs
import FoundationEssentials
import SeededRandom
import Synchronization

@testable import BlueZSimulator
@testable import DeviceReaderActor

/// A link to the simulator's Omron cuff without a bus: writes are answered at once.
final class OmronRadio: LinkRadio {
    private struct State {
        var cuff: VirtualDevice
        var writes: [[UInt8]] = []
        var open = 0
        /// The number of writes until the link breaks; nil for never.
        var left: Int?
    }

    private let inbox: LinkInbox
    private let now: Date
    /// The simulated time of the link.
    private let time: Duration
    private let elapsed: @Sendable () -> Duration
    private let state: Mutex<State>

    /// Makes a link to a cuff.
    init(
        _ cuff: VirtualDevice,
        cutAfter left: Int?,
        inbox: LinkInbox,
        now: Date,
        time: Duration = .zero,
        elapsed: @escaping @Sendable () -> Duration
    ) {
        var cuff = cuff
        _ = cuff.handle(.connected(encrypted: true), at: time)
        state = Mutex(State(cuff: cuff, left: left))
        self.inbox = inbox
        self.now = now
        self.time = time
        self.elapsed = elapsed
    }

    /// The cuff after the link.
    var cuff: VirtualDevice {
        state.withLock { state in
            _ = state.cuff.handle(.disconnected, at: time)
            return state.cuff
        }
    }

    /// The values written so far.
    var writes: [[UInt8]] { state.withLock { $0.writes } }

    /// The characteristics of the cuff.
    var characteristics: [BluetoothUUID] {
        state.withLock { $0.cuff.layout.services.flatMap(\.characteristics) }
            .compactMap { BluetoothUUID(GattUUID.text($0.short)) }
    }

    func subscribe(_ uuid: BluetoothUUID) async -> StepFailure? {
        guard let short = Self.short(uuid) else { return .other("the cuff has no \(uuid)") }
        state.withLock { state in
            state.open += 1
            _ = state.cuff.handle(.subscribe(short, true), at: time)
        }
        inbox.open()
        return nil
    }

    func write(_ bytes: [UInt8], to uuid: BluetoothUUID) async -> StepFailure? {
        guard let short = Self.short(uuid) else { return .other("the cuff has no \(uuid)") }
        return state.withLock { state in
            if state.left == 0 {
                inbox.push(.ended)
                return .linkLost
            }
            state.left = state.left.map { $0 - 1 }
            state.writes.append(bytes)
            do {
                for case .notify(let frame) in try state.cuff.write(short, value: bytes, at: time) {
                    guard let from = BluetoothUUID(GattUUID.text(frame.characteristic)) else { continue }
                    inbox.push(.frame(from, frame.bytes, at: now, after: elapsed()))
                }
                return nil
            } catch {
                return .other("\(error)")
            }
        }
    }

    func read(_: BluetoothUUID) async -> Result<[UInt8], StepFailure> { .failure(.other("nothing to read")) }

    func unsubscribe() async {}

    func unsubscribe(_: BluetoothUUID) async {
        state.withLock { $0.open -= 1 }
        inbox.close()
    }

    func part() async {
        let open = state.withLock { state in
            defer { state.open = 0 }
            return state.open
        }
        for _ in 0..<open { inbox.close() }
    }

    private static func short(_ uuid: BluetoothUUID) -> UInt16? {
        GattUUID.vendor.first { $0.value == uuid.description }?.key
    }
}

/// A clock that runs faster than the real one, so that a driver's pauses cost little.
struct QuickClock: Clock {
    /// The factor of acceleration.
    static let factor = 20

    typealias Instant = ContinuousClock.Instant

    private let start = ContinuousClock.now

    var now: Instant { start + (ContinuousClock.now - start) * Self.factor }
    var minimumResolution: Duration { .microseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await ContinuousClock().sleep(for: (deadline - now) / Self.factor)
    }
}
