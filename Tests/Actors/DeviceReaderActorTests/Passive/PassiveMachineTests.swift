import BusContract
import ContractLiterals
import FoundationEssentials
import SeededRandom
import Testing
import VitalRecords

@testable import DeviceReaderActor

@Suite struct PassiveMachineTests {
    private func machine(_ peripherals: Set<Int> = [3000], _ model: PassiveModel? = nil) -> PassiveMachine {
        let models = model.map { [3000: $0] } ?? [:]
        return PassiveMachine(peripherals: peripherals, models: models, rearm: 15, longestCooling: 300)
    }

    /// Keeps a device in sight, as the scanner does, and lets time pass; what is to be done comes with its second.
    private func pass(
        _ machine: inout PassiveMachine,
        _ seconds: ClosedRange<Int>,
        content: String? = "00"
    ) -> [Int: [PassiveMachine.Action]] {
        var found: [Int: [PassiveMachine.Action]] = [:]
        for second in seconds {
            var actions: [PassiveMachine.Action] = []
            if let content, second % 10 == 0 {
                actions += machine.sighted(Samples.sighting(content: content), at: at(Double(second)))
            }
            actions += machine.tick(at: at(Double(second)))
            if !actions.isEmpty { found[second] = actions }
        }
        return found
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

    /// A meter on a cable needs no radio.
    @Test func aMeterOnACableIsReadWithoutARadio() {
        var machine = machine([3000], PassiveModel(isOnCable: true))
        #expect(machine.radio(isUp: false).isEmpty)
        #expect(machine.sighted(Samples.sighting(), at: at(0)) == [read()])
        #expect(machine.finished(Samples.device(), outcome: .failed, at: at(1)).isEmpty)
        #expect(machine.phases.map(\.phase) == [.failed(retryAt: at(5), attempts: 1)])
        var other = self.machine()
        #expect(other.radio(isUp: false).isEmpty)
        #expect(other.sighted(Samples.sighting(), at: at(0)).isEmpty)
    }

    @Test func onlyTheSetIsRead() {
        var machine = machine([1, 2])
        #expect(machine.sighted(Samples.sighting(), at: at(0)).isEmpty)
        let actions = machine.sighted(Samples.sighting(2, peripherals: [9, 2]), at: at(0))
        #expect(actions == [.read(Samples.sighting(2, peripherals: [9, 2]), peripheralID: 2)])
    }

    @Test func oneDeviceIsReadAtATimeInTheOrderOfSight() {
        var machine = machine()
        #expect(machine.sighted(Samples.sighting(1), at: at(0)) == [read(1)])
        #expect(machine.sighted(Samples.sighting(2), at: at(1)).isEmpty)
        #expect(machine.sighted(Samples.sighting(3), at: at(2)).isEmpty)
        #expect(machine.finished(Samples.device(1), outcome: .done, at: at(3)) == [read(2)])
        #expect(machine.finished(Samples.device(2), outcome: .failed, at: at(4)) == [read(3)])
        #expect(machine.finished(Samples.device(3), outcome: .done, at: at(5)).isEmpty)
    }

    @Test func aWaitingDeviceThatFallsSilentIsNotRead() {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(1), at: at(0))
        _ = machine.sighted(Samples.sighting(2), at: at(0))
        machine.lost(Samples.device(2), at: at(1))
        #expect(machine.finished(Samples.device(1), outcome: .done, at: at(2)).isEmpty)
        #expect(machine.sighted(Samples.sighting(2), at: at(3)) == [read(2)])
    }

    /// A machine whose device 1 was read at second 10.
    private func cooled(_ outcome: PassiveOutcome = .done, _ model: PassiveModel? = nil) -> PassiveMachine {
        var machine = machine([3000], model)
        _ = machine.sighted(Samples.sighting(), at: at(0))
        _ = machine.finished(Samples.device(), outcome: outcome, at: at(10))
        return machine
    }

    @Test func aDeviceThatWasReadIsReadAgainOnlyAfterItsSilence() {
        var machine = cooled()
        #expect(pass(&machine, 11...99).isEmpty)
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
        #expect(machine.finished(Samples.device(), outcome: .done, at: at(10)).isEmpty)
        #expect(machine.sighted(Samples.sighting(), at: at(24.9)).isEmpty)
        #expect(machine.tick(at: at(25)) == [read()])
    }

    @Test func newContentArmsAtOnce() {
        var machine = cooled()
        #expect(machine.sighted(Samples.sighting(content: "01"), at: at(11)) == [read(content: "01")])
    }

    @Test func aDeviceThatNeverFallsSilentIsReadAgainAfterTheLongestCooling() {
        var machine = cooled()
        #expect(pass(&machine, 11...320) == [310: [read()]])
    }

    @Test func aFailedReadingIsTriedAgainAfterGrowingPauses() {
        var machine = cooled(.failed)
        var now = 10.0
        for (number, pause) in [4.0, 8, 16, 32, 60, 60, 60].enumerated() {
            for second in stride(from: 1, to: pause, by: 1) {
                #expect(machine.sighted(Samples.sighting(content: "\(number)"), at: at(now + second)).isEmpty)
            }
            #expect(machine.tick(at: at(now + pause - 0.1)).isEmpty)
            now += pause
            #expect(machine.tick(at: at(now)).count == 1)
            #expect(machine.finished(Samples.device(), outcome: .failed, at: at(now)).isEmpty)
        }
        #expect(machine.sighted(Samples.sighting(content: "last"), at: at(now + 60)).count == 1)
        _ = machine.finished(Samples.device(), outcome: .done, at: at(now + 60))
        #expect(machine.sighted(Samples.sighting(content: "new"), at: at(now + 61)).count == 1)
        _ = machine.finished(Samples.device(), outcome: .failed, at: at(now + 62))
        #expect(machine.tick(at: at(now + 65.9)).isEmpty)
        #expect(machine.tick(at: at(now + 66)).count == 1)
    }

    @Test func foregroundWorkSuspendsAndPassiveReadingResumes() {
        var machine = machine()
        #expect(machine.suspend(true).isEmpty)
        #expect(machine.sighted(Samples.sighting(), at: at(0)).isEmpty)
        #expect(machine.tick(at: at(20)).isEmpty)
        #expect(machine.suspend(false) == [read()])
    }

    @Test func passiveReadingResumesOnceAllForegroundWorkHasEnded() {
        var machine = machine()
        _ = machine.suspend(true)
        _ = machine.suspend(true)
        #expect(machine.sighted(Samples.sighting(), at: at(0)).isEmpty)
        #expect(machine.suspend(false).isEmpty)
        #expect(machine.tick(at: at(1)).isEmpty)
        #expect(machine.suspend(false) == [read()])
        #expect(machine.suspend(false).isEmpty, "an end too many suspends nothing")
        #expect(machine.suspend(true) == [.stop(Samples.device())])
    }

    @Test func aReadingThatWasStoppedIsNoFailure() {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(), at: at(0))
        _ = machine.suspend(true)
        #expect(machine.finished(Samples.device(), outcome: .stopped, at: at(1)).isEmpty)
        #expect(machine.tick(at: at(2)).isEmpty)
        #expect(machine.suspend(false) == [read()])
        _ = machine.finished(Samples.device(), outcome: .failed, at: at(3))
        #expect(machine.phases.map(\.phase) == [.failed(retryAt: at(7), attempts: 1)])
    }

    @Test func theEndOfTheProcessStopsNothingAndBeginsNothing() {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(1), at: at(0))
        _ = machine.sighted(Samples.sighting(2), at: at(0))
        machine.close()
        #expect(machine.tick(at: at(1)).isEmpty)
        #expect(machine.finished(Samples.device(1), outcome: .done, at: at(2)).isEmpty)
        #expect(machine.tick(at: at(3)).isEmpty)
    }

    @Test func aDeviceThatGaveNothingIsTriedAgainAfterGrowingPausesWhileItIsInSight() {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(), at: at(0))
        var now = 0
        for pause in [5, 10, 20, 40, 60, 60] {
            #expect(machine.finished(Samples.device(), outcome: .noReading, at: at(Double(now))).isEmpty)
            #expect(pass(&machine, now + 1...now + pause) == [now + pause: [read()]])
            now += pause
        }
        // Silence in between starts the count again.
        _ = machine.finished(Samples.device(), outcome: .noReading, at: at(Double(now)))
        machine.lost(Samples.device(), at: at(Double(now) + 1))
        #expect(machine.sighted(Samples.sighting(), at: at(Double(now) + 2)) == [read()])
        _ = machine.finished(Samples.device(), outcome: .noReading, at: at(Double(now) + 3))
        #expect(machine.tick(at: at(Double(now) + 8)) == [read()])
    }

    @Test(arguments: [true, false])
    func newContentAfterNoReadingCountsForAnAnnouncedModel(isAnnounced: Bool) {
        var machine = cooled(.noReading, PassiveModel(isAnnounced: isAnnounced))
        let actions = machine.sighted(Samples.sighting(content: "01"), at: at(11))
        #expect(actions == (isAnnounced ? [read(content: "01")] : []))
    }

    @Test(arguments: [PassiveOutcome.done, .empty])
    func aDeviceWithNothingStoredCoolsLikeOneThatWasRead(outcome: PassiveOutcome) {
        var machine = cooled(outcome)
        #expect(machine.phases.map(\.phase.word) == ["cooling"])
        #expect(pass(&machine, 11...300).isEmpty)
    }

    @Test func aModelsOwnRearmTimeGoesBeforeTheUsualOne() {
        var machine = cooled(.done, PassiveModel(rearm: 40))
        #expect(pass(&machine, 11...60) == [50: [read()]])
    }

    @Test func aModelMayHaveToHoldStillBeforeItIsConnected() {
        var machine = machine([3000], PassiveModel(connectDelay: 3))
        #expect(machine.sighted(Samples.sighting(content: "01"), at: at(0)).isEmpty)
        #expect(machine.sighted(Samples.sighting(content: "02"), at: at(2)).isEmpty)
        #expect(machine.tick(at: at(4.9)).isEmpty)
        #expect(machine.tick(at: at(5)) == [read(content: "02")])
    }

    @Test(arguments: [PassiveOutcome.notPaired, .missingPart])
    func aDeviceThatLacksSomethingWaitsUntilItHasIt(outcome: PassiveOutcome) {
        var machine = cooled(outcome)
        #expect(pass(&machine, 11...1_000).isEmpty)
        #expect(machine.sighted(Samples.sighting(content: "01"), at: at(1_001)).isEmpty)
        #expect(machine.repaired(Samples.device(2), at: at(1_002)).isEmpty)
        #expect(machine.repaired(Samples.device(), at: at(1_003)) == [read(content: "01")])
        #expect(machine.repaired(Samples.device(), at: at(1_004)).isEmpty)
    }

    @Test func aDeviceThatLacksSomethingIsTriedAgainAfterAnHour() {
        var machine = cooled(.notPaired)
        machine.lost(Samples.device(), at: at(20))
        #expect(machine.sighted(Samples.sighting(), at: at(3_600)).isEmpty)
        #expect(machine.tick(at: at(3_609.9)).isEmpty)
        #expect(machine.tick(at: at(3_610)) == [read()])
    }

    @Test func aSightingThatIsNotRepeatedExpires() {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(1), at: at(0))
        _ = machine.sighted(Samples.sighting(2), at: at(0))
        #expect(machine.tick(at: at(29.9)).isEmpty)
        #expect(machine.isInSight(Samples.device(2)))
        #expect(machine.tick(at: at(30)).isEmpty)
        #expect(!machine.isInSight(Samples.device(2)))
        #expect(machine.finished(Samples.device(1), outcome: .done, at: at(40)).isEmpty, "nobody is there any more")
        #expect(machine.sighted(Samples.sighting(2), at: at(41)) == [read(2)])
    }

    @Test func nothingIsReadWithoutARadioAndNothingCountsAsFailed() {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(1), at: at(0))
        _ = machine.sighted(Samples.sighting(2), at: at(0))
        #expect(machine.radio(isUp: false).isEmpty)
        #expect(machine.finished(Samples.device(1), outcome: .failed, at: at(1)).isEmpty)
        #expect(machine.tick(at: at(2)).isEmpty)
        #expect(machine.phases.map(\.phase) == [.armed, .armed])
        #expect(machine.radio(isUp: true).isEmpty)
        #expect(machine.tick(at: at(3)) == [read(2)], "it has waited longer")
        #expect(machine.finished(Samples.device(2), outcome: .done, at: at(4)) == [read(1)])
    }

    @Test func aDeviceThatAnotherHubReadsIsLeftAloneUntilThen() {
        var machine = machine()
        _ = machine.suspend(true)
        _ = machine.sighted(Samples.sighting(), at: at(0))
        machine.claimed(Samples.device(), until: at(20))
        #expect(machine.suspend(false).isEmpty)
        #expect(pass(&machine, 1...15).isEmpty)
        machine.claimed(Samples.device(), until: at(25))
        #expect(pass(&machine, 16...26) == [25: [read()]])
    }

    @Test func aDeviceThatAnotherHubGaveUpIsReadAtOnce() {
        var machine = cooled(.yielded(until: at(1_000)))
        #expect(machine.phases.map(\.phase.word) == ["claimed"])
        #expect(machine.released(Samples.device(), isDone: false, at: at(12)) == [read()])
        #expect(machine.released(Samples.device(), isDone: true, at: at(13)).isEmpty, "its own reading stands")
        #expect(machine.phases.map(\.phase) == [.reading])
    }

    @Test func aDeviceThatAnotherHubHasReadCoolsHereToo() {
        var machine = cooled(.yielded(until: at(1_000)))
        #expect(machine.released(Samples.device(), isDone: true, at: at(12)).isEmpty)
        #expect(machine.phases.map(\.phase.word) == ["cooling"])
        #expect(pass(&machine, 13...100).isEmpty)
        #expect(machine.sighted(Samples.sighting(content: "01"), at: at(101)) == [read(content: "01")])
    }

    @Test func aReadingUnderWayWhenSuspendedEndsInOrder() {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(1), at: at(0))
        _ = machine.sighted(Samples.sighting(2), at: at(0))
        #expect(machine.suspend(true) == [.stop(Samples.device(1))])
        // Whoever suspends may have dropped it.
        #expect(machine.tick(at: at(0.5)) == [.stop(Samples.device(1))])
        #expect(machine.finished(Samples.device(1), outcome: .done, at: at(1)).isEmpty)
        #expect(machine.tick(at: at(1.5)).isEmpty)
        #expect(machine.suspend(false) == [read(2)])
    }

    @Test func anEmptySetDisables() {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(1), at: at(0))
        _ = machine.sighted(Samples.sighting(2), at: at(0))
        machine.set([])
        #expect(machine.finished(Samples.device(1), outcome: .done, at: at(1)).isEmpty)
        #expect(machine.sighted(Samples.sighting(1, content: "01"), at: at(2)).isEmpty)
        #expect(machine.sighted(Samples.sighting(3), at: at(2)).isEmpty)
        #expect(machine.tick(at: at(10_000)).isEmpty)
        machine.set([3000])
        #expect(machine.sighted(Samples.sighting(2), at: at(10_001)) == [read(2)])
    }

    @Test(arguments: [PassiveOutcome.done, .failed, .noReading, .stopped])
    func aDeviceTakenOutOfTheSetWhileItIsReadIsNotReadAgain(outcome: PassiveOutcome) {
        var machine = machine()
        _ = machine.sighted(Samples.sighting(), at: at(0))
        machine.set([])
        #expect(machine.finished(Samples.device(), outcome: outcome, at: at(1)).isEmpty)
        for seconds in stride(from: 2.0, to: 1_000, by: 1) { #expect(machine.tick(at: at(seconds)).isEmpty) }
    }

    @Test func devicesThatAreLongGoneMakeRoomForNewOnes() {
        var machine = machine()
        for number in 0..<1_100 {
            let now = Double(number)
            #expect(machine.sighted(Samples.sighting(number), at: at(now)).count == 1)
            _ = machine.finished(Samples.device(number), outcome: .done, at: at(now))
            machine.lost(Samples.device(number), at: at(now))
        }
    }

    /// Whatever happens in whatever order, one reading is under way at most, and none begins while it must not.
    @Test(arguments: 0..<20)
    func neverTwoReadingsAtOnce(seed: Int) {
        var machine = machine([1, 2, 3])
        var random = SplitMix64(seed: UInt64(seed))
        var current: DeviceID?
        var (now, suspensions, isRadioUp) = (0.0, 0, true)
        let outcomes: [PassiveOutcome] = [
            .done, .empty, .noReading, .advanced, .failed, .notPaired, .missingPart, .stopped,
            .yielded(until: at(5_000)),
        ]
        for _ in 0..<2_000 {
            now += Double(Int.random(in: 0..<20, using: &random))
            let number = Int.random(in: 0..<6, using: &random)
            let (device, instant) = (Samples.device(number), at(now))
            var actions: [PassiveMachine.Action] = []
            switch Int.random(in: 0..<12, using: &random) {
            case 0...2:
                let content = "\(Int.random(in: 0..<3, using: &random))"
                actions = machine.sighted(
                    Samples.sighting(number, peripherals: [number], content: content),
                    at: instant
                )
            case 3: machine.lost(device, at: instant)
            case 4, 5:
                guard let read = current, let outcome = outcomes.randomElement(using: &random) else { continue }
                current = nil
                actions = machine.finished(read, outcome: outcome, at: instant)
            case 6:
                let isBeginning = suspensions == 0 && Bool.random(using: &random)
                suspensions = max(0, suspensions + (isBeginning ? 1 : -1))
                actions = machine.suspend(isBeginning)
            case 7:
                isRadioUp = Bool.random(using: &random)
                actions = machine.radio(isUp: isRadioUp)
            case 8: machine.claimed(device, until: instant.addingTimeInterval(20))
            case 9: actions = machine.released(device, isDone: Bool.random(using: &random), at: instant)
            case 10: actions = machine.repaired(device, at: instant)
            default: actions = machine.tick(at: instant)
            }
            for case .read(let sighting, _) in actions {
                #expect(current == nil)
                #expect(suspensions == 0 && isRadioUp)
                current = sighting.device
            }
            for case .stop(let device) in actions { #expect(device == current) }
        }
    }
}
