import DeviceCodecs
import FoundationEssentials
import Synchronization

@testable import BlueZSimulator
@testable import DeviceReaderActor

/// A link to the simulator's body scale without a bus: writes are answered at once, and a user's consent brings the
/// stored weighings.
final class BodyScaleRadio: LinkRadio {
    private struct State {
        var scale: BodyScaleProfile
        /// Frames of 0x2A9D by user.
        var stored: [UInt8: [[UInt8]]]
        var requests: [[UInt8]] = []
        var subscribed: Set<UInt16> = []
        /// The number of reads and writes until the link breaks; nil for never.
        var left: Int?
    }

    private let inbox: LinkInbox
    private let now: Date
    private let elapsed: @Sendable () -> Duration
    private let state: Mutex<State>

    init(
        users: [UInt16],
        stored: [UInt8: [[UInt8]]] = [:],
        cutAfter left: Int? = nil,
        inbox: LinkInbox,
        now: Date,
        elapsed: @escaping @Sendable () -> Duration
    ) {
        var script = ScenarioDevice(address: "F0:0D:00:00:00:01", profile: .bodyScale)
        script.users = users.map { ScenarioUser(consent: $0) }
        script.needsUserData = true
        state = Mutex(State(scale: BodyScaleProfile(script), stored: stored, left: left))
        self.inbox = inbox
        self.now = now
        self.elapsed = elapsed
    }

    /// The values written to the User Control Point.
    var requests: [[UInt8]] { state.withLock { $0.requests } }
    /// The users by index.
    var users: [UInt8] { state.withLock { $0.scale.userIndices } }
    /// A user's data on the scale.
    func user(_ index: UInt8) -> BodyScaleProfile.User? { state.withLock { $0.scale.users[index] } }

    func subscribe(_ characteristic: BluetoothUUID) async -> StepFailure? {
        state.withLock { _ = $0.subscribed.insert(UInt16(characteristic.assigned ?? "", radix: 16) ?? 0) }
        inbox.open()
        return nil
    }

    /// Begins another link to the same scale.
    func beginLink(cutAfter left: Int? = nil) {
        state.withLock { state in
            state.scale.linkEnded()
            (state.left, state.subscribed) = (left, [])
        }
    }

    /// Whether the link is still alive at a step.
    private func lives(_ state: inout State) -> Bool {
        guard let left = state.left else { return true }
        if left == 0 { inbox.push(.ended) }
        state.left = left - 1
        return left > 0
    }

    func write(_ bytes: [UInt8], to characteristic: BluetoothUUID) async -> StepFailure? {
        let short = UInt16(characteristic.assigned ?? "", radix: 16) ?? 0
        return state.withLock { state in
            guard lives(&state) else { return .linkLost }
            if characteristic == .userControlPoint { state.requests.append(bytes) }
            let moment = ProfileMoment(
                now: .zero,
                clock: CivilTime(seconds: 0),
                isClockSet: false,
                subscribed: state.subscribed
            )
            do {
                for case .answer(let frame) in try state.scale.write(short, value: bytes, at: moment) ?? [] {
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
        let short = UInt16(characteristic.assigned ?? "", radix: 16) ?? 0
        return state.withLock { state in
            guard lives(&state) else { return .failure(.linkLost) }
            do {
                return try state.scale.read(short).map { .success($0) } ?? .failure(.other("nothing to read"))
            } catch {
                return .failure(.other("\(error)"))
            }
        }
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
