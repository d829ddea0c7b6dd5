import BusContract
import FoundationEssentials
import SeededRandom
import Testing
import VitalRecords

@testable import DeviceReaderActor

@Suite struct PassiveMachineTests {
    private func machine(_ peripherals: Set<Int> = [3000], announced: Set<Int> = []) -> PassiveMachine {
        PassiveMachine(peripherals: peripherals, announced: announced, rearm: 15, longestCooling: 300)
    }

    private func at(_ seconds: Double) -> Date { Samples.start.addingTimeInterval(seconds) }

    private func read(_ number: Int = 1, content: String = "00") -> PassiveMachine.Action {
        .read(Samples.sighting(number, content: content), peripheralID: 3000)
    }

    @Test func aSightedDeviceIsReadOnce() {
        var machine = machine()
        #expect(machine.sighted(Samples.sighting(), at: at(0)) == [read()])
        #expect(machine.sighted(Samples.sighting(), at: at(1)).isEmpty)
        #expect(machine.sighted(Samples.sighting(content: "01"), at: at(2)).isEmpty)
        #expect(machine.tick(at: at(1_000)).isEmpty)
        #expect(machine.phases.map(\.phase) == [.reading])
    }

    @Test func onlyTheSetIsRead() {
        var machine = machine([1, 2])
        #expect(machine.sighted(Samples.sighting(), at: at(0)).isEmpty)
        let actions = machine.sighted(Samples.sighting(2, peripherals: [9, 2]), at: at(0))
        #expect(actions == [.read(Samples.sighting(2, peripherals: [9, 2]), peripheralID: 2)])
    }

    @Test func aModelThatAdvertisesBeforeAMeasurementIsAnnounced() {
        var machine = machine(announced: [3000])
        let actions = machine.sighted(Samples.sighting(), at: at(0))
        #expect(actions == [.tellReady(Samples.sighting(), peripheralID: 3000), read()])
        #expect(machine.sighted(Samples.sighting(), at: at(1)).isEmpty)
    }

    @Test func oneDeviceIsReadAtATimeInTheOrderOfSight() {
        var machine = machine()
        #expect(machine.sighted(Samples.sighting(1), at: at(0)) == [read(1)])
        #expect(machine.sighted(Samples.sighting(2), at: at(1)).isEmpty)
        #expect(machine.sighted(Samples.sighting(3), at: at(2)).isEmpty)
        #expect(machine.finished(Samples.device(1), succeeded: true, at: at(3)) == [read(2)])
        #expect(machine.finished(Samples.device(2), succeeded: false, at: at(4)) == [read(3)])
        #expect(machine.finished(Samples.device(3), succeeded: true, at: at(5)).isEmpty)
    }

    @Test func aWaitingDeviceThatFallsSilentIsNotRead() {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(1), at: at(0))
        _ = machine.sighted(Samples.sighting(2), at: at(0))
        machine.lost(Samples.device(2), at: at(1))
        #expect(machine.finished(Samples.device(1), succeeded: true, at: at(2)).isEmpty)
        #expect(machine.sighted(Samples.sighting(2), at: at(3)) == [read(2)])
    }

    /// A machine whose device 1 was read at second 10.
    private func cooled(_ succeeded: Bool = true) -> PassiveMachine {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(), at: at(0))
        _ = machine.finished(Samples.device(), succeeded: succeeded, at: at(10))
        return machine
    }

    @Test func aDeviceThatWasReadIsReadAgainOnlyAfterItsSilence() {
        var machine = cooled()
        #expect(machine.sighted(Samples.sighting(), at: at(11)).isEmpty)
        #expect(machine.tick(at: at(100)).isEmpty)
        machine.lost(Samples.device(), at: at(100))
        #expect(machine.sighted(Samples.sighting(), at: at(101)).isEmpty)
        #expect(machine.tick(at: at(114.9)).isEmpty)
        #expect(machine.tick(at: at(115)) == [read()])
    }

    @Test func aDeviceThatComesBackLateIsReadAtOnce() {
        var machine = cooled()
        machine.lost(Samples.device(), at: at(20))
        #expect(machine.tick(at: at(60)).isEmpty)
        #expect(machine.phases.map(\.phase) == [.armed])
        #expect(machine.sighted(Samples.sighting(), at: at(61)) == [read()])
    }

    @Test func aDeviceThatFellSilentWhileItWasReadCoolsToo() {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(), at: at(0))
        machine.lost(Samples.device(), at: at(5))
        #expect(machine.finished(Samples.device(), succeeded: true, at: at(10)).isEmpty)
        #expect(machine.sighted(Samples.sighting(), at: at(24.9)).isEmpty)
        #expect(machine.tick(at: at(25)) == [read()])
    }

    @Test func newContentArmsAtOnce() {
        var machine = cooled()
        #expect(machine.sighted(Samples.sighting(content: "01"), at: at(11)) == [read(content: "01")])
    }

    @Test func aDeviceThatNeverFallsSilentIsReadAgainAfterTheLongestCooling() {
        var machine = cooled()
        #expect(machine.tick(at: at(309.9)).isEmpty)
        #expect(machine.tick(at: at(310)) == [read()])
    }

    @Test func aFailedReadingIsTriedAgainAfterGrowingPauses() {
        var machine = cooled(false)
        var now = 10.0
        for pause in [4.0, 8, 16, 32, 60, 60, 60] {
            #expect(machine.sighted(Samples.sighting(content: "\(pause)"), at: at(now + 1)).isEmpty)
            #expect(machine.tick(at: at(now + pause - 0.1)).isEmpty)
            now += pause
            #expect(machine.tick(at: at(now)).count == 1)
            #expect(machine.finished(Samples.device(), succeeded: false, at: at(now)).isEmpty)
        }
        _ = machine.tick(at: at(now + 60))
        _ = machine.finished(Samples.device(), succeeded: true, at: at(now + 60))
        #expect(machine.sighted(Samples.sighting(content: "new"), at: at(now + 61)).count == 1)
        _ = machine.finished(Samples.device(), succeeded: false, at: at(now + 62))
        #expect(machine.tick(at: at(now + 65.9)).isEmpty)
        #expect(machine.tick(at: at(now + 66)).count == 1)
    }

    @Test func foregroundWorkSuspendsAndPassiveReadingResumes() {
        var machine = machine()
        #expect(machine.suspend(true).isEmpty)
        #expect(machine.sighted(Samples.sighting(), at: at(0)).isEmpty)
        #expect(machine.tick(at: at(100)).isEmpty)
        #expect(machine.suspend(false) == [read()])
    }

    @Test func aReadingUnderWayWhenSuspendedEndsInOrder() {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(1), at: at(0))
        _ = machine.sighted(Samples.sighting(2), at: at(0))
        #expect(machine.suspend(true).isEmpty)
        #expect(machine.finished(Samples.device(1), succeeded: true, at: at(1)).isEmpty)
        #expect(machine.suspend(false) == [read(2)])
    }

    @Test func anEmptySetDisables() {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(1), at: at(0))
        _ = machine.sighted(Samples.sighting(2), at: at(0))
        machine.set([])
        #expect(machine.finished(Samples.device(1), succeeded: true, at: at(1)).isEmpty)
        #expect(machine.sighted(Samples.sighting(1, content: "01"), at: at(2)).isEmpty)
        #expect(machine.sighted(Samples.sighting(3), at: at(2)).isEmpty)
        #expect(machine.tick(at: at(10_000)).isEmpty)
        machine.set([3000])
        #expect(machine.sighted(Samples.sighting(2), at: at(10_001)) == [read(2)])
    }

    @Test(arguments: [true, false])
    func aDeviceTakenOutOfTheSetWhileItIsReadIsNotReadAgain(succeeded: Bool) {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(), at: at(0))
        machine.set([])
        #expect(machine.finished(Samples.device(), succeeded: succeeded, at: at(1)).isEmpty)
        for seconds in stride(from: 2.0, to: 1_000, by: 1) { #expect(machine.tick(at: at(seconds)).isEmpty) }
    }

    @Test func devicesThatAreLongGoneMakeRoomForNewOnes() {
        var machine = machine()
        for number in 0..<1_100 {
            let now = Double(number)
            #expect(machine.sighted(Samples.sighting(number), at: at(now)).count == 1)
            _ = machine.finished(Samples.device(number), succeeded: true, at: at(now))
            machine.lost(Samples.device(number), at: at(now))
        }
    }

    /// Whatever happens in whatever order, one reading is under way at most, and none while suspended begins.
    @Test(arguments: 0..<20)
    func neverTwoReadingsAtOnce(seed: Int) {
        var machine = machine([1, 2, 3])
        var random = SplitMix64(seed: UInt64(seed))
        var current: DeviceID?
        var (now, isSuspended) = (0.0, false)
        for _ in 0..<2_000 {
            now += Double(Int.random(in: 0..<20, using: &random))
            let number = Int.random(in: 0..<6, using: &random)
            let actions: [PassiveMachine.Action]
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2:
                let content = "\(Int.random(in: 0..<3, using: &random))"
                actions = machine.sighted(
                    Samples.sighting(number, peripherals: [number], content: content),
                    at: at(now)
                )
            case 3:
                machine.lost(Samples.device(number), at: at(now))
                actions = []
            case 4, 5:
                guard let device = current else { continue }
                current = nil
                actions = machine.finished(device, succeeded: Bool.random(using: &random), at: at(now))
            case 6:
                isSuspended = Int.random(in: 0..<3, using: &random) == 0
                actions = machine.suspend(isSuspended)
            default: actions = machine.tick(at: at(now))
            }
            for case .read(let sighting, _) in actions {
                #expect(current == nil)
                #expect(!isSuspended)
                current = sighting.device
            }
        }
    }
}
