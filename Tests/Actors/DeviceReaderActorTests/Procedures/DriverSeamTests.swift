import BlueZ
import DeviceCodecs
import DeviceDrivers
import FoundationEssentials
import MessageBus
import Outbox
import Synchronization
import TestSupport
import Testing
import VitalRecords

@testable import DeviceReaderActor

/// A driver's requests to the hub, beyond reads and writes, over a link and a real store.
@Suite struct DriverSeamTests: LinkTests {
    let folder: TemporaryFolder
    private static let place = BluetoothUUID(0xFFF1)

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A session that requests fixed actions when the link is up, and reports its inputs.
    private struct Script: DriverSession {
        let actions: [DriverOutput]
        let heard: @Sendable (String) -> Void
        var leave: [DriverOutput] = []
        /// Its outputs at the end of the link.
        var last: [DriverOutput] = []
        /// Whether it gives up when a write fails, as some drivers do.
        var givesUp = false

        mutating func handle(_ input: DriverInput, elapsed _: Duration) -> [DriverOutput] {
            switch input {
            case .ready: return actions
            case .wrote: heard("wrote")
            case .failed(_, let words):
                heard("failed \(words)")
                return givesUp ? [.fail(words)] : []
            default: break
            }
            return []
        }

        mutating func bonded(_ failure: String?, elapsed _: Duration) -> [DriverOutput] {
            heard("bonded \(failure ?? "-")")
            return [.done]
        }

        mutating func farewell() -> [DriverOutput] { leave }

        mutating func ended(elapsed _: Duration) -> [DriverOutput] { last }
    }

    /// A link that records the actions on it.
    private final class NotingRadio: LinkRadio {
        private let notes = Mutex<[String]>([])
        private let failure: StepFailure?

        /// Creates a link.
        ///
        /// - Parameter failure: The failure of each write.
        init(failure: StepFailure? = nil) { self.failure = failure }

        var done: [String] { notes.withLock { $0 } }

        func note(_ text: String) { notes.withLock { $0.append(text) } }

        func subscribe(_: BluetoothUUID) async -> StepFailure? {
            note("subscribe")
            return nil
        }
        func write(_ bytes: [UInt8], to _: BluetoothUUID) async -> StepFailure? {
            note("write \(bytes)")
            return failure
        }
        func command(_ bytes: [UInt8], to _: BluetoothUUID) async -> StepFailure? {
            note("command \(bytes)")
            return nil
        }
        func read(_: BluetoothUUID) async -> Result<[UInt8], StepFailure> { .failure(.other("nothing")) }
        func unsubscribe() async {}
        func unsubscribe(_: BluetoothUUID) async { note("unsubscribe") }
        func part() async { note("part") }
    }

    private func run(
        _ actions: [DriverOutput],
        leave: [DriverOutput] = [],
        last: [DriverOutput]? = nil,
        givesUp: Bool = false,
        desk: DriverDesk = DriverDesk(),
        stops: Bool = false,
        on radio: NotingRadio
    ) async throws -> LinkResult {
        let store = try await open()
        let inbox = LinkInbox()
        if stops { inbox.stop() }
        if last != nil { inbox.push(.ended) }
        let moment = now
        let link = DriverLink(
            Script(
                actions: actions,
                heard: { radio.note($0) },
                leave: leave,
                last: last ?? [],
                givesUp: givesUp
            ),
            radio: radio,
            inbox: inbox,
            sink: sink(store, BusEnvironment(now: { moment }, newID: { "id" }, clock: ContinuousClock())),
            decoding: FrameDecoding(hub: try Samples.hub(), store: store, logger: logger),
            context: Samples.context(),
            desk: desk,
            limit: .seconds(60),
            elapsed: stopwatch(),
            tellReady: {}
        )
        let result = await link.run([Self.place])
        try await store.close()
        return result
    }

    @Test func bothKindsOfWriteAndTheEndOfASubscriptionReachTheRadio() async throws {
        let radio = NotingRadio()
        let actions: [DriverOutput] = [
            .subscribe(Self.place), .command(Self.place, [1]), .write(Self.place, [2]), .unsubscribe(Self.place), .done,
        ]
        #expect(try await run(actions, on: radio).end == .empty)
        let all = ["subscribe", "command [1]", "wrote", "write [2]", "wrote", "unsubscribe", "part"]
        #expect(radio.done == all)
    }

    @Test func aDriverBondsOnlyWhereTheHubLetsIt() async throws {
        let refused = try await run([.bond], on: NotingRadio())
        #expect(refused.end == .failed(.notPaired) && !refused.dropsBond)
        var desk = DriverDesk()
        desk.bond = { nil }
        let radio = NotingRadio()
        let bonded = try await run([.dropBond, .bond], desk: desk, on: radio)
        #expect(bonded.end == .empty && bonded.dropsBond)
        #expect(radio.done == ["bonded -", "part"])
        let unpaired = try await run([.unpaired], on: NotingRadio())
        #expect(unpaired.end == .failed(.notPaired))
    }

    @Test func theSmallStoreHasALimitAndItsFailureEndsTheLink() async throws {
        let kept = Mutex<[String]>([])
        let keep: @Sendable ([UInt8], Bool) -> Void = { bytes, isSecret in
            kept.withLock { $0.append("\(bytes.count) \(isSecret)") }
        }
        var desk = DriverDesk()
        desk.keep = { keep($0, $1) }
        let full = [UInt8](repeating: 1, count: 1_024)
        #expect(try await run([.keep(full), .keepSecret([1]), .done], desk: desk, on: NotingRadio()).end == .empty)
        #expect(kept.withLock { $0 } == ["1024 false", "1 true"])
        let long = try await run([.keep(full + [1]), .done], desk: desk, on: NotingRadio())
        #expect((long.fault as? ReadFailure)?.message.contains("1024") == true)
        desk.keep = { _, _ in throw BusError(.storeUnavailable, message: "full") }
        let failed = try await run([.keep([1]), .write(Self.place, [2])], desk: desk, on: NotingRadio())
        #expect(failed.failure is BusError)
    }

    /// Some devices show an error when a session breaks off, so the driver may act before a stopped link ends.
    @Test func aStoppedLinkIsLeftInOrder() async throws {
        let radio = NotingRadio()
        let leave: [DriverOutput] = [.write(Self.place, [9]), .subscribe(Self.place)]
        let result = try await run([], leave: leave, stops: true, on: radio)
        #expect(result.end == .stopped)
        #expect(radio.done == ["write [9]", "part"])
        var desk = DriverDesk()
        desk.mayWrite = { _, _ in false }
        let silent = NotingRadio()
        _ = try await run([], leave: [.write(Self.place, [9])], desk: desk, stops: true, on: silent)
        #expect(silent.done == ["part"])
    }

    /// An oximeter that switches off when the finger leaves ends the link; the last steady value is the reading.
    @Test func theEndOfTheLinkMayCompleteAMeasurement() async throws {
        let spot = DeviceMeasurement(
            characteristic: Self.place,
            time: nil,
            keyBytes: [1],
            type: .biometrics,
            measurements: [Measurement(metric: .spo2, value: 97, unit: "%")],
            context: nil
        )
        let radio = NotingRadio()
        let whole = try await run([], last: [.write(Self.place, [2]), .measurement(spot)], on: radio)
        #expect(whole.end == .done && whole.readings.count == 1)
        #expect(radio.done == ["part"], "nothing is written on a link that is gone")
        let broken = try await run([], last: [], on: NotingRadio())
        #expect(broken.end == .failed(.linkLost) && broken.readings.isEmpty)
    }

    /// A driver may give up at the write that finds the link gone, before the hub learns of the link's end.
    @Test func aLinkThatIsGoneAtAWriteIsALostLink() async throws {
        var desk = DriverDesk()
        desk.stored = [1]
        let lost = try await run(
            [.keep([2]), .write(Self.place, [3])],
            givesUp: true,
            desk: desk,
            on: NotingRadio(failure: .linkLost)
        )
        #expect(lost.end == .partial(.linkLost) && lost.hasMovedOn)
        #expect(PassiveOutcome(.success(lost), isStopped: false) == .advanced)
        let unmoved = try await run(
            [.keep([1]), .keepSecret([2]), .write(Self.place, [3])],
            givesUp: true,
            desk: desk,
            on: NotingRadio(failure: .linkLost)
        )
        #expect(unmoved.end == .failed(.linkLost) && !unmoved.hasMovedOn)
        let refused = try await run(
            [.keep([2]), .write(Self.place, [3])],
            givesUp: true,
            on: NotingRadio(failure: .other("no"))
        )
        #expect(refused.end == .failed(.other("no")))
    }

    @Test func aWriteIsOfTheKindThatTheCharacteristicAllows() {
        #expect(WriteType.request.allowed(by: ["write", "write-without-response"]) == .request)
        #expect(WriteType.command.allowed(by: ["write", "write-without-response"]) == .command)
        #expect(WriteType.request.allowed(by: ["write-without-response"]) == .command)
        #expect(WriteType.command.allowed(by: ["write"]) == .request)
        // A characteristic without properties gets a request, as before.
        #expect(WriteType.request.allowed(by: []) == .request)
    }
}
