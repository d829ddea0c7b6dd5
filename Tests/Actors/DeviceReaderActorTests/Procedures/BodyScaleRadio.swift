import DeviceCodecs
import FoundationEssentials
import Synchronization

@testable import BlueZSimulator
@testable import DeviceReaderActor

/// A link to the simulator's body scale without a bus: what is written is answered at once, and a user who agrees gets
/// what the scale keeps of that user.
final class BodyScaleRadio: LinkRadio {
    private struct State {
        var scale: BodyScaleProfile
        /// Frames of 0x2A9D by user.
        var stored: [UInt8: [[UInt8]]]
        var requests: [[UInt8]] = []
        var subscribed: Set<UInt16> = []
    }

    private let inbox: LinkInbox
    private let now: Date
    private let elapsed: @Sendable () -> Duration
    private let state: Mutex<State>

    init(
        users: [UInt16],
        stored: [UInt8: [[UInt8]]] = [:],
        inbox: LinkInbox,
        now: Date,
        elapsed: @escaping @Sendable () -> Duration
    ) {
        var script = ScenarioDevice(address: "F0:0D:00:00:00:01", profile: .bodyScale)
        script.users = users.map { ScenarioUser(consent: $0) }
        state = Mutex(State(scale: BodyScaleProfile(script), stored: stored))
        self.inbox = inbox
        self.now = now
        self.elapsed = elapsed
    }

    /// What was written to the User Control Point.
    var requests: [[UInt8]] { state.withLock { $0.requests } }
    /// The users by index.
    var users: [UInt8] { state.withLock { $0.scale.userIndices } }

    func subscribe(_ characteristic: BluetoothUUID) async -> StepFailure? {
        state.withLock { _ = $0.subscribed.insert(UInt16(characteristic.assigned ?? "", radix: 16) ?? 0) }
        inbox.open()
        return nil
    }

    func write(_ bytes: [UInt8], to characteristic: BluetoothUUID) async -> StepFailure? {
        state.withLock { state in
            state.requests.append(bytes)
            let moment = ProfileMoment(
                now: .zero,
                clock: CivilTime(seconds: 0),
                isClockSet: false,
                subscribed: state.subscribed
            )
            do {
                for case .answer(let frame) in try state.scale.write(0x2A9F, value: bytes, at: moment) ?? [] {
                    push(.userControlPoint, frame.bytes)
                }
            } catch {
                return .other("\(error)")
            }
            let kept = state.scale.consented.flatMap { state.stored.removeValue(forKey: $0) } ?? []
            for frame in kept { push(.weightMeasurement, frame) }
            return nil
        }
    }

    func read(_ characteristic: BluetoothUUID) async -> Result<[UInt8], StepFailure> {
        .failure(.other("there is nothing to read"))
    }

    func unsubscribe() async {}

    func part() async {
        let open = state.withLock { state -> Int in
            defer { state.subscribed = [] }
            return state.subscribed.count
        }
        for _ in 0..<open { inbox.close() }
    }

    private func push(_ characteristic: BluetoothUUID, _ bytes: [UInt8]) {
        inbox.push(.frame(characteristic, bytes, at: now, after: elapsed()))
    }
}
