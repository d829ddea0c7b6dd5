import DeviceCodecs
import ExampleDriver
import FoundationEssentials
import Synchronization

@testable import DeviceReaderActor

/// A link to the example driver's meter: it answers the request for all records with the records and their end.
final class XORMeterRadio: LinkRadio {
    static let key = [UInt8](1...16)

    private let inbox: LinkInbox
    private let now: Date
    private let elapsed: @Sendable () -> Duration
    private let answer: [[UInt8]]
    private let failure: StepFailure?
    private let state = Mutex((open: 0, hasParted: false))

    /// Makes a link.
    ///
    /// - Parameters:
    ///   - answer: The frames that the meter sends on request.
    ///   - failure: The failure of a subscription, if any.
    init(
        _ answer: [[UInt8]],
        failure: StepFailure? = nil,
        inbox: LinkInbox,
        now: Date,
        elapsed: @escaping @Sendable () -> Duration
    ) {
        self.answer = answer
        self.failure = failure
        self.inbox = inbox
        self.now = now
        self.elapsed = elapsed
    }

    var hasParted: Bool { state.withLock { $0.hasParted } }

    /// A record's frame; nil gives the final one.
    static func frame(_ record: (number: UInt8, value: UInt8)?) -> [UInt8] {
        let clear: [UInt8] = record.map { [2, $0.number, 0, $0.value, 0, 0, 0, 0, 0] } ?? [3, 0, 0, 0, 0, 0, 0, 0, 0]
        return zip(clear, key).map { $0 ^ $1 }
    }

    func subscribe(_ characteristic: BluetoothUUID) async -> StepFailure? {
        guard failure == nil else { return failure }
        state.withLock { $0.open += 1 }
        inbox.open()
        return nil
    }

    func write(_ bytes: [UInt8], to characteristic: BluetoothUUID) async -> StepFailure? {
        guard characteristic == XORMeterSession.requests, bytes == [1] else { return .other("no such request") }
        for frame in answer { push(frame) }
        return nil
    }

    func push(_ bytes: [UInt8]) {
        inbox.push(.frame(XORMeterSession.frames, bytes, at: now, after: elapsed()))
    }

    func read(_ characteristic: BluetoothUUID) async -> Result<[UInt8], StepFailure> {
        .failure(.other("there is nothing to read"))
    }

    func unsubscribe() async {}

    func part() async {
        let open = state.withLock { state in
            defer { state = (0, true) }
            return state.open
        }
        for _ in 0..<open { inbox.close() }
    }
}
