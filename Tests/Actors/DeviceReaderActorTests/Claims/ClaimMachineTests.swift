import BusContract
import ContractLiterals
import FoundationEssentials
import SeededRandom
import Testing
import VitalRecords

@testable import DeviceReaderActor

@Suite struct ClaimMachineTests {
    private let device = Samples.device()

    private func at(_ seconds: Double) -> Date { Samples.start.addingTimeInterval(seconds) }

    private func claim(_ hub: String, _ state: ClaimState, rssi: Int? = -60, bonded: Bool = false) -> DeviceClaim {
        DeviceClaim(hub: hub, device: device, rssi: rssi, bonded: bonded, state: state)
    }

    /// A machine of hub `b` that knows of another hub.
    private func machine() -> ClaimMachine {
        var machine = ClaimMachine(hub: "b", wait: 0.3)
        _ = machine.heard(claim("a", .released), at: at(-30))
        return machine
    }

    /// The verdict of hub `b` at −60 dBm, after the claims that it heard while it waited.
    private func verdict(_ heard: DeviceClaim..., bonded: Bool = false) -> ClaimMachine.Verdict {
        var machine = machine()
        _ = machine.want(device, rssi: -60, isBonded: bonded, at: at(0))
        for claim in heard { _ = machine.heard(claim, at: at(0.1)) }
        return machine.decide(device, at: at(0.3)).verdict
    }

    @Test func aHubThatIsAloneWaitsForNobody() {
        var machine = ClaimMachine(hub: "b", wait: 0.3)
        #expect(machine.want(device, rssi: -60, isBonded: false, at: at(0)).wait == 0)
        #expect(machine.decide(device, at: at(0)).verdict == .mine)
        _ = machine.heard(claim("b", .taken), at: at(0))
        #expect(machine.want(device, rssi: -60, isBonded: false, at: at(1)).wait == 0, "its own voice is no company")
        _ = machine.heard(claim("a", .wanted), at: at(1))
        #expect(machine.want(device, rssi: -60, isBonded: false, at: at(3_600)).wait == 0.3)
        #expect(machine.want(device, rssi: -60, isBonded: false, at: at(3_602)).wait == 0)
    }

    @Test func theBetterClaimTakesTheDevice() {
        let yields = ClaimMachine.Verdict.yield(until: at(2.1))
        #expect(verdict() == .mine)
        #expect(verdict(claim("a", .wanted, rssi: -50)) == yields)
        #expect(verdict(claim("a", .wanted, rssi: -70)) == .mine)
        #expect(verdict(claim("a", .wanted, rssi: -57)) == yields, "within 4 dB the name decides")
        #expect(verdict(claim("c", .wanted, rssi: -57)) == .mine)
        #expect(verdict(claim("a", .wanted, rssi: -90, bonded: true)) == yields)
        #expect(verdict(claim("a", .wanted, rssi: -30), bonded: true) == .mine)
        #expect(verdict(claim("a", .wanted, rssi: nil)) == .mine)
        #expect(verdict(claim("a", .wanted, rssi: 127)) == .mine, "127 means unknown")
    }

    @Test func whoTookItKeepsItHoweverWeak() {
        #expect(verdict(claim("c", .taken, rssi: -99), bonded: true) == .yield(until: at(20.1)))
    }

    @Test func aClaimOfAnotherDeviceDoesNotCount() {
        var other = claim("a", .taken, rssi: -30)
        other.device = Samples.device(2)
        #expect(verdict(other) == .mine)
    }

    @Test func aHubThatWantedAndFellSilentIsForgotten() {
        var machine = machine()
        _ = machine.heard(claim("a", .wanted, rssi: -30), at: at(0))
        _ = machine.want(device, rssi: -60, isBonded: false, at: at(0.1))
        #expect(machine.decide(device, at: at(0.4)).verdict == .yield(until: at(2)))
        _ = machine.want(device, rssi: -60, isBonded: false, at: at(2))
        #expect(machine.decide(device, at: at(2.3)).verdict == .mine)
    }

    @Test func whoReadsSaysSoEveryFewSecondsAndToEachNewcomer() {
        var machine = machine()
        #expect(machine.want(device, rssi: -60, isBonded: false, at: at(0)).actions == [.tell(claim("b", .wanted))])
        #expect(machine.tick(at: at(10)).isEmpty, "nothing was decided yet")
        #expect(machine.decide(device, at: at(10)).actions == [.tell(claim("b", .taken))])
        #expect(machine.tick(at: at(14.9)).isEmpty)
        #expect(machine.tick(at: at(15)) == [.tell(claim("b", .taken))])
        #expect(machine.tick(at: at(16)).isEmpty)
        #expect(machine.heard(claim("a", .wanted, rssi: -30), at: at(16)) == [.tell(claim("b", .taken))])
        var released = claim("b", .released)
        released.done = true
        #expect(machine.end(device, isDone: true) == [.tell(released)])
        #expect(machine.end(device, isDone: true).isEmpty)
        #expect(machine.tick(at: at(30)).isEmpty)
    }

    @Test func whatOthersDoIsToldToTheMachineThatReads() {
        var machine = machine()
        #expect(machine.heard(claim("a", .wanted), at: at(0)).isEmpty)
        #expect(machine.heard(claim("a", .taken), at: at(1)) == [.claimed(device, until: at(21))])
        #expect(machine.heard(claim("c", .taken), at: at(2)) == [.claimed(device, until: at(22))])
        #expect(machine.heard(claim("a", .released), at: at(3)).isEmpty, "the other still reads")
        #expect(machine.heard(claim("c", .released), at: at(4)) == [.released(device, isDone: false)])
        var done = claim("a", .released)
        done.done = true
        #expect(machine.heard(done, at: at(5)) == [.released(device, isDone: true)])
        #expect(machine.heard(claim("a", ClaimState(rawValue: "pondered")), at: at(6)).isEmpty)
        #expect(machine.heard(claim("b", .taken), at: at(7)).isEmpty)
    }

    @Test func whoeverReadsAlreadyGoesOnWhenAnotherDoesToo() {
        var machine = machine()
        _ = machine.want(device, rssi: -60, isBonded: false, at: at(0))
        _ = machine.decide(device, at: at(0.3))
        #expect(machine.heard(claim("a", .taken, rssi: -30), at: at(0.4)).isEmpty)
    }

    @Test func aDeviceThatWasReadDuringTheWaitIsNotReadAgain() {
        var machine = machine()
        _ = machine.want(device, rssi: -60, isBonded: false, at: at(0))
        var done = claim("a", .released)
        done.done = true
        _ = machine.heard(done, at: at(0.1))
        #expect(machine.decide(device, at: at(0.3)).verdict == .settled)
        #expect(machine.end(device, isDone: true).isEmpty)
    }

    @Test func oneHubOfTwoGoesFirst() {
        let claims = [-128, -60, -57, 127].flatMap { rssi in
            [true, false].flatMap { bonded in
                ["a", "b", "c"].map { claim($0, .wanted, rssi: rssi, bonded: bonded) }
            }
        }
        for first in claims {
            for second in claims where first.hub != second.hub {
                #expect(first.goesBefore(second) != second.goesBefore(first))
                for third in claims where third.hub != first.hub && third.hub != second.hub {
                    let isCircle = first.goesBefore(second) && second.goesBefore(third) && third.goesBefore(first)
                    #expect(!isCircle)
                }
            }
        }
    }

    @Test func theMemoryOfOthersIsBounded() {
        var machine = machine()
        for number in 0..<3_000 {
            var taken = claim("a", .taken)
            taken.device = Samples.device(number)
            _ = machine.heard(taken, at: at(Double(number) / 1_000))
        }
        let last = Samples.device(2_999)
        _ = machine.want(last, rssi: -60, isBonded: false, at: at(3))
        #expect(machine.decide(last, at: at(3.3)).verdict != .mine)
    }

    @Test(arguments: 0..<120)
    func whereMessagesArriveOneHubReadsAndNoOther(seed: Int) {
        var ward = ClaimWard(hubs: 2 + seed % 3, seed: UInt64(seed), loss: 0)
        ward.run()
        #expect(ward.mostAtOnce == 1)
        #expect(ward.readings == 1)
    }

    @Test(arguments: 0..<120)
    func whateverIsLostSomebodyReads(seed: Int) {
        var ward = ClaimWard(hubs: 2 + seed % 3, seed: UInt64(seed), loss: [10, 50, 90, 100][seed % 4])
        ward.run()
        #expect(ward.readings >= 1)
    }

    @Test(arguments: 0..<60)
    func aHubThatGivesUpLeavesItToTheNext(seed: Int) {
        var ward = ClaimWard(hubs: 3, seed: UInt64(seed), loss: 0, failures: 2)
        ward.run()
        #expect(ward.mostAtOnce == 1)
        #expect(ward.readings == 1)
    }
}
