import DeviceCodecs
import FoundationEssentials
import Synchronization

@testable import DeviceReaderActor

/// A link to a scripted meter: the answer to a write goes into the inbox at once.
final class MeterRadio: LinkRadio {
    private struct State {
        var meter: ScriptedMeter
        var framesLeft: Int
        var subscribed: [BluetoothUUID] = []
        var hasParted = false
    }

    private let inbox: LinkInbox
    private let now: Date
    private let elapsed: @Sendable () -> Duration
    private let state: Mutex<State>
    /// The device's actions while a subscription is made.
    let whileSubscribing: @Sendable (MeterRadio, BluetoothUUID) async -> Void

    init(
        _ meter: ScriptedMeter,
        breakAfter: Int? = nil,
        inbox: LinkInbox,
        now: Date,
        elapsed: @escaping @Sendable () -> Duration,
        whileSubscribing: @escaping @Sendable (MeterRadio, BluetoothUUID) async -> Void = { _, _ in }
    ) {
        self.whileSubscribing = whileSubscribing
        self.inbox = inbox
        self.now = now
        self.elapsed = elapsed
        state = Mutex(State(meter: meter, framesLeft: breakAfter ?? .max))
    }

    var hasParted: Bool { state.withLock { $0.hasParted } }

    func subscribe(_ characteristic: BluetoothUUID) async -> StepFailure? {
        state.withLock { $0.subscribed.append(characteristic) }
        inbox.open()
        await whileSubscribing(self, characteristic)
        return nil
    }

    func write(_ bytes: [UInt8], to characteristic: BluetoothUUID) async -> StepFailure? {
        state.withLock { state in
            for frame in state.meter.write(bytes) {
                if frame.characteristic != .recordAccessControlPoint {
                    guard state.framesLeft > 0 else { return inbox.push(.ended) }
                    state.framesLeft -= 1
                }
                push(frame.characteristic, frame.bytes)
            }
        }
        return nil
    }

    func push(_ characteristic: BluetoothUUID, _ bytes: [UInt8]) {
        inbox.push(.frame(characteristic, bytes, at: now, after: elapsed()))
    }

    func read(_ characteristic: BluetoothUUID) async -> Result<[UInt8], StepFailure> {
        .failure(.other("there is nothing to read"))
    }

    func unsubscribe() async {}

    func part() async {
        let open = state.withLock { state -> Int in
            state.hasParted = true
            defer { state.subscribed = [] }
            return state.subscribed.count
        }
        for _ in 0..<open { inbox.close() }
    }
}
