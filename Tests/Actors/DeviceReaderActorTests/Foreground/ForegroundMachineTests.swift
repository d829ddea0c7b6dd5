import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import SeededRandom
import Testing
import VitalRecords

@testable import DeviceReaderActor

@Suite struct ForegroundMachineTests {
    private typealias Machine = ForegroundMachine
    private let fault = WireFault(code: "bluetoothOff", message: "off", retriable: true)

    private func read(_ device: Int? = 1, allowed: [Int]? = nil, seconds: Int? = nil) -> Machine.Work {
        .read(
            ReadPeripheral(
                device: device.map { Samples.device($0) },
                peripheralID: 3000,
                seconds: seconds,
                allowedDevices: allowed?.map { Samples.device($0) }
            )
        )
    }

    private func pair(_ device: Int = 1) -> Machine.Work {
        .pair(PairPeripheral(device: Samples.device(device), peripheralID: 3000, seat: "bed-a"))
    }

    private func nearby(_ device: Int, _ rssi: Int?, peripherals: [Int] = [3000]) -> Machine.Nearby {
        Machine.Nearby(device: Samples.device(device), peripheralIDs: peripherals, rssi: rssi)
    }

    private func at(_ seconds: Double) -> Date { Samples.start.addingTimeInterval(seconds) }

    private func begin(
        _ machine: inout Machine,
        _ work: Machine.Work,
        nearby: [Machine.Nearby] = [],
        isKnown: Bool = false,
        problem: WireFault? = nil
    ) throws -> [Machine.Action] {
        try machine.begin(work, nearby: nearby, isKnown: isKnown, problem: problem, at: Samples.start)
    }

    private func started(_ actions: [Machine.Action]) -> [DeviceID] {
        actions.compactMap { action -> DeviceID? in
            guard case .start(_, let device) = action else { return nil }
            return device
        }
    }

    private func endings(_ actions: [Machine.Action]) -> [Machine.Ending] {
        actions.compactMap { action -> Machine.Ending? in
            guard case .finish(_, _, let ending) = action else { return nil }
            return ending
        }
    }

    private func reasons(_ actions: [Machine.Action]) -> [ReaderFailure] {
        endings(actions).compactMap { ending -> ReaderFailure? in
            guard case .failed(let reason, _) = ending else { return nil }
            return reason
        }
    }

    @Test func aKnownDeviceIsReadAtOnceAndPassiveReadingResumesAtTheEnd() throws {
        var machine = Machine()
        let work = read()
        let device = Samples.device(1)
        let first = try begin(&machine, work, isKnown: true)
        #expect(first == [.suspendPassive(true), .tellReady(work, device), .start(work, device)])
        #expect(machine.ended(.done, at: Samples.start) == [.finish(work, device, .done), .suspendPassive(false)])
        #expect(machine.work == nil)
        #expect(machine.ended(.done, at: Samples.start).isEmpty, "an end is told once")
    }

    @Test func aSecondRequestIsBusyAndSaysWhatRuns() throws {
        var machine = Machine()
        _ = try begin(&machine, pair(), isKnown: true)
        let error = #expect(throws: BusError.self) { try begin(&machine, read(2), isKnown: true) }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("pairing of device \(Samples.device(1))") == true)
        #expect(error?.isRetriable == true)
        _ = machine.ended(.done, at: Samples.start)
        #expect(started(try begin(&machine, read(2), isKnown: true)) == [Samples.device(2)])
    }

    @Test func theNearestAllowedDeviceOfThePeripheralIsRead() throws {
        let inSight = [nearby(1, -40, peripherals: [1000]), nearby(2, -80), nearby(3, -50), nearby(4, nil)]
        var any = Machine()
        #expect(started(try begin(&any, read(nil), nearby: inSight)) == [Samples.device(3)])
        var some = Machine()
        #expect(started(try begin(&some, read(nil, allowed: [2, 4]), nearby: inSight)) == [Samples.device(2)])
        var later = Machine()
        #expect(started(try begin(&later, read(nil, allowed: [5]), nearby: inSight)).isEmpty)
        #expect(later.sighted(nearby(3, -30)).isEmpty)
        #expect(started(later.sighted(nearby(5, -90))) == [Samples.device(5)])
        #expect(later.sighted(nearby(5, -90)).isEmpty, "once")
    }

    /// A cuff is still listed for a while after its last advert, and returns only once it has measured.
    @Test func whatCannotBeReachedIsWaitedForWhereNoneWasNamed() throws {
        let away = Machine.Ending.failed(.connectionTimeout, fault)
        var machine = Machine()
        _ = try begin(&machine, read(nil, allowed: [1], seconds: 60), nearby: [nearby(1, -40)])
        #expect(machine.ended(away, at: at(30)).isEmpty && machine.work != nil)
        #expect(started(machine.sighted(nearby(1, -40))) == [Samples.device(1)])
        #expect(reasons(machine.ended(away, at: at(60))) == [.connectionTimeout], "no longer than was said")
        _ = try begin(&machine, read(nil, seconds: 60), nearby: [nearby(1, -40)])
        #expect(machine.ended(away, at: at(1)).isEmpty)
        #expect(reasons(machine.tick(at: at(60))) == [.connectionTimeout])
        _ = try begin(&machine, read(nil, seconds: 60), nearby: [nearby(1, -40)])
        #expect(reasons(machine.ended(.failed(.notPaired, fault), at: at(1))) == [.notPaired])
        _ = try begin(&machine, read(1, seconds: 60), isKnown: true)
        #expect(reasons(machine.ended(away, at: at(1))) == [.connectionTimeout], "one that was named is told at once")
        _ = try begin(&machine, read(nil, seconds: 60), nearby: [nearby(1, -40)])
        _ = machine.cancel()
        #expect(endings(machine.ended(away, at: at(1))) == [.cancelled])
    }

    @Test func anEmptyFilterAllowsNoneAndTheNamedDeviceMustBeAllowed() throws {
        var machine = Machine()
        #expect(reasons(try begin(&machine, read(nil, allowed: []), nearby: [nearby(1, -40)])) == [.notAllowed])
        #expect(reasons(try begin(&machine, read(1, allowed: []), isKnown: true)) == [.notAllowed])
        #expect(reasons(try begin(&machine, read(1, allowed: [2]), isKnown: true)) == [.notAllowed])
        #expect(machine.work == nil)
        #expect(started(try begin(&machine, read(1, allowed: [1]), isKnown: true)) == [Samples.device(1)])
    }

    @Test func withBluetoothOffNothingIsToldReady() throws {
        var machine = Machine()
        let actions = try begin(&machine, read(), isKnown: true, problem: fault)
        #expect(actions == [.finish(read(), Samples.device(1), .failed(.bluetoothOff, fault))])
        #expect(machine.work == nil)
    }

    @Test func aDeviceThatIsNeverSeenIsAConnectionTimeout() throws {
        var machine = Machine()
        _ = try begin(&machine, read(nil, seconds: 20))
        #expect(machine.tick(at: at(19)).isEmpty)
        let actions = machine.tick(at: at(20))
        #expect(reasons(actions) == [.connectionTimeout])
        #expect(actions.last == .suspendPassive(false))
        #expect(machine.tick(at: at(40)).isEmpty)
    }

    @Test func cancellingEndsEachState() throws {
        var idle = Machine()
        #expect(idle.cancel().isEmpty)
        var searching = Machine()
        _ = try begin(&searching, read())
        #expect(searching.cancel() == [.finish(read(), Samples.device(1), .cancelled), .suspendPassive(false)])
        for work in [read(), pair()] {
            var working = Machine()
            _ = try begin(&working, work, isKnown: true)
            #expect(working.cancel() == [.stop])
            #expect(working.cancel().isEmpty, "stopping is asked for once")
            #expect(throws: BusError.self, "busy until it has stopped") { try begin(&working, read(2)) }
            #expect(endings(working.ended(.failed(.communication, fault), at: Samples.start)) == [.cancelled])
            #expect(working.work == nil)
        }
    }

    @Test func whatWasReadBeforeItWasCancelledIsToldAsRead() throws {
        var machine = Machine()
        _ = try begin(&machine, read(), isKnown: true)
        _ = machine.cancel()
        #expect(endings(machine.ended(.done, at: Samples.start)) == [.done])
    }

    @Test func aRadioThatGoesEndsTheWork() throws {
        var searching = Machine()
        _ = try begin(&searching, read())
        #expect(reasons(searching.radioDown(fault)) == [.bluetoothOff])
        var working = Machine()
        _ = try begin(&working, read(), isKnown: true)
        #expect(working.radioDown(fault) == [.stop])
        #expect(reasons(working.ended(.cancelled, at: Samples.start)) == [.bluetoothOff])
    }

    /// Passive reading is suspended exactly while a request runs, and each request ends once, in any order of events.
    @Test(arguments: UInt64(0)..<200)
    func passiveReadingIsNeverLeftSuspended(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var machine = Machine()
        var isSuspended = false
        var (requests, ends) = (0, 0)
        for step in 0..<60 {
            var actions: [Machine.Action] = []
            switch Int.random(in: 0..<7, using: &random) {
            case 0:
                if let begun = try? begin(&machine, read(nil), nearby: [nearby(1, -50)]) {
                    requests += 1
                    actions = begun
                }
            case 1:
                if let begun = try? begin(&machine, pair(), isKnown: true) {
                    requests += 1
                    actions = begun
                }
            case 2: actions = machine.cancel()
            case 3: actions = machine.radioDown(fault)
            case 4: actions = machine.ended(.done, at: Samples.start)
            case 5: actions = machine.ended(.cancelled, at: Samples.start)
            default: actions = machine.tick(at: at(Double(step) * 20))
            }
            for action in actions {
                if case .suspendPassive(let value) = action {
                    #expect(value != isSuspended)
                    isSuspended = value
                }
            }
            ends += endings(actions).count
            #expect(isSuspended == (machine.work != nil))
            #expect(ends == requests - (machine.work == nil ? 0 : 1))
        }
    }
}
