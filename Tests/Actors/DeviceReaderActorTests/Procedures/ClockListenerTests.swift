import DeviceCodecs
import FoundationEssentials
import MessageBus
import Synchronization
import Testing
import VitalRecords

@testable import DeviceReaderActor

/// Clocks that a device sends only by notification.
@Suite struct ClockListenerTests {
    /// A device that answers a command, announces its clock on subscription, or stays silent.
    private final class ClockRadio: LinkRadio {
        let inbox: LinkInbox
        let announces: [UInt8]?
        let answers: [UInt8]?
        private let written = Mutex<[[UInt8]]>([])
        private let isSubscribed = Mutex(false)

        var commands: [[UInt8]] { written.withLock { $0 } }
        var isOpen: Bool { isSubscribed.withLock { $0 } }

        init(inbox: LinkInbox, announces: [UInt8]? = nil, answers: [UInt8]? = nil) {
            self.inbox = inbox
            self.announces = announces
            self.answers = answers
        }

        func subscribe(_ characteristic: BluetoothUUID) async -> StepFailure? {
            isSubscribed.withLock { $0 = true }
            if let announces { push(characteristic, announces) }
            return nil
        }

        func write(_ bytes: [UInt8], to characteristic: BluetoothUUID) async -> StepFailure? {
            written.withLock { $0.append(bytes) }
            if let answers { push(characteristic, answers) }
            return nil
        }

        func read(_ characteristic: BluetoothUUID) async -> Result<[UInt8], StepFailure> { .failure(.busy) }
        func unsubscribe() async { isSubscribed.withLock { $0 = false } }
        func part() async {}

        private func push(_ characteristic: BluetoothUUID, _ bytes: [UInt8]) {
            inbox.push(.frame(characteristic, bytes, at: Samples.start, after: .zero))
        }
    }

    private func listener(_ radio: ClockRadio, elapsed: @escaping @Sendable () -> Duration = { .zero }) -> ClockListener
    {
        let environment = BusEnvironment(now: { Samples.start }, newID: { "id" }, clock: ContinuousClock())
        return ClockListener(radio: radio, inbox: radio.inbox, elapsed: elapsed, environment: environment)
    }

    /// A time that advances with each query, so that a silent device is given up at once.
    private func hurried() -> @Sendable () -> Duration {
        let looks = Counter()
        return {
            looks.count()
            return .seconds(looks.value * 10)
        }
    }

    @Test func aMeterIsAskedAndNeverSet() async throws {
        let answer = try Samples.bytes("c0030100 ea070b1c000b26")
        let radio = ClockRadio(inbox: LinkInbox(), answers: answer)
        let place = CareSensClock.characteristics[0]
        let heard = await listener(radio).hear(place, asking: CareSensClock.question)
        #expect(heard?.bytes == answer)
        #expect(radio.commands == [CareSensClock.question])
        #expect(!radio.isOpen)
    }

    @Test func aCuffAnnouncesItsClock() async throws {
        let announced = try Samples.bytes("ea070b1c000b26 060000")
        let radio = ClockRadio(inbox: LinkInbox(), announces: announced)
        #expect(await listener(radio).hear(.currentTime)?.bytes == announced)
        #expect(radio.commands.isEmpty)
    }

    @Test func oneThatSaysNothingIsGivenUp() async {
        let silent = ClockRadio(inbox: LinkInbox())
        #expect(await listener(silent, elapsed: hurried()).hear(.currentTime) == nil)
        #expect(await listener(silent, elapsed: hurried()).hear(.currentTime, asking: [1]) == nil)
        let gone = ClockRadio(inbox: LinkInbox())
        gone.inbox.push(.ended)
        #expect(await listener(gone).hear(.currentTime) == nil)
    }
}
