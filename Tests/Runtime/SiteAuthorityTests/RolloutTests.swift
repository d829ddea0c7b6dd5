import BusContract
import Foundation
import Testing

@testable import SiteAuthority

/// The staged update of a site's hubs: stages, halts, the way back, and what survives losses.
@Suite struct RolloutTests {
    private let roll = UpdateWish(id: "a", version: "2", action: .roll)

    /// Plays rounds until a condition holds.
    private func play(
        _ site: inout PlayedSite,
        _ wish: UpdateWish? = nil,
        rounds: Int = 100,
        until: (PlayedSite) -> Bool
    ) throws {
        for _ in 0..<rounds where !until(site) { try site.round(wish ?? roll) }
        #expect(until(site), "\(site.rollout?.hubs.map { "\($0.name) \($0.step)" } ?? [])")
    }

    @Test func oneHubThenATenthThenAll() throws {
        var site = PlayedSite(30)
        var most = 0
        var stages: [Int] = []
        try play(&site) { site in
            let begun = site.hubs.count { $0.before != nil }
            if begun > most { stages.append(begun) }
            most = max(most, begun)
            return site.hubs.allSatisfy { $0.installed == "2" && $0.isWhole }
        }
        #expect(stages == [1, 3, 30])
        try play(&site) { $0.rollout?.hasWork == false }
    }

    /// The hub goes back by itself, and no other one is begun.
    @Test func aHubThatDoesNotComeBackHaltsIt() throws {
        var site = PlayedSite(10)
        site.hubs[0].isSound = false
        try play(&site) { $0.rollout?.halt != nil && $0.hubs[0].isWhole }
        #expect(site.rollout?.halt?.hub == "hub-0")
        #expect(site.hubs.allSatisfy { $0.installed == "1" })
        try play(&site) { $0.step("hub-0") == .returned }
        #expect(site.hubs.count { $0.before != nil } == 1)
        #expect(site.rollout?.hasWork == false)
    }

    /// `vitalbus status` shows it while there is something to know, and no longer.
    @Test func theNewsSaysThatItIsUnderWayOrHalted() throws {
        var site = PlayedSite(3)
        try play(&site) { $0.hubs[0].step == .trial }
        #expect(site.rollout?.news == "0 of 3 hubs run 2")
        try play(&site) { $0.rollout?.hasWork == false }
        #expect(site.rollout?.news == nil)
        site = PlayedSite(3)
        site.hubs[0].isSound = false
        try play(&site) { $0.rollout?.hasWork == false }
        let words = try #require(site.rollout?.haltWords)
        #expect(site.rollout?.news == "0 of 3 hubs run 2; \(words)")
        #expect(words.hasPrefix("halted at 'hub-0': "))
        // The operator knows of it, and has decided.
        let back = UpdateWish(id: "b", version: "2", action: .back)
        try play(&site, back) { $0.rollout?.wish == back && $0.rollout?.hasWork == false }
        #expect(site.rollout?.halt != nil && site.rollout?.news == nil)
    }

    @Test func aHubThatIsDarkForThreeMinutesHaltsIt() throws {
        var site = PlayedSite(3)
        try play(&site) { $0.hubs[0].step == .installing }
        site.hubs[0].dark = 600
        let begin = site.now
        try play(&site) { $0.rollout?.halt != nil }
        #expect(site.rollout?.halt == Rollout.Halt(hub: "hub-0", reason: "notBack"))
        #expect((180...200).contains(site.now.timeIntervalSince(begin)))
        // Whichever version it comes back with, it ends with the one before.
        try play(&site) { $0.step("hub-0") == .returned }
        #expect(site.hubs[0].installed == "1" && site.hubs[0].isWhole)
    }

    /// A power cut before root's part has noted the order; the hub then says that it is idle.
    @Test func anOrderThatAPowerCutHasLostIsGivenAgain() throws {
        var site = PlayedSite(2)
        try play(&site) { $0.hubs[0].step == .installing && $0.step("hub-0") == .updating }
        site.hubs[0].forget()
        try play(&site) { $0.hubs.allSatisfy { $0.installed == "2" && $0.isWhole } }
        #expect(site.rollout?.halt == nil)
    }

    @Test func aHubThatLosesEachOrderHaltsIt() throws {
        var site = PlayedSite(2)
        try play(&site) { $0.hubs[0].step == .installing }
        let begin = site.now
        for _ in 0..<100 where site.rollout?.halt == nil {
            if site.hubs[0].step == .installing { site.hubs[0].forget() }
            try site.round(roll)
        }
        #expect(site.rollout?.halt == Rollout.Halt(hub: "hub-0", reason: "notBegun"))
        #expect((170...200).contains(site.now.timeIntervalSince(begin)))
        try play(&site) { $0.step("hub-0") == .returned }
    }

    @Test func aHubThatNeverEndsAnInstallationHaltsIt() throws {
        var site = PlayedSite(2)
        for _ in 0..<100 where site.rollout?.halt == nil {
            site.hubs[0].spent = 0
            try site.round(roll)
        }
        #expect(site.rollout?.halt == Rollout.Halt(hub: "hub-0", reason: "notDone"))
    }

    /// The server was off, or its clock was set: that says nothing about a hub.
    @Test(arguments: [3_600.0, -3_600.0]) func onlyTimeWithRoundsCounts(jump: TimeInterval) throws {
        var site = PlayedSite(2)
        try play(&site) { $0.hubs[0].step == .installing && $0.step("hub-0") == .updating }
        site.now += jump
        try site.round(roll)
        #expect(site.rollout?.halt == nil)
        // Its own three minutes stay.
        site.hubs[0].dark = 600
        let begin = site.now
        try play(&site) { $0.rollout?.halt != nil }
        #expect((90...200).contains(site.now.timeIntervalSince(begin)))
    }

    /// An error of the hub is not silence.
    @Test func aRefusalIsTheReason() {
        let start = SiteFolder.start
        var rollout = Rollout(roll, hubs: ["hub-0"], now: start)
        rollout.hear(nil, refusal: "internalError: no disk", from: "hub-0", now: start)
        #expect(rollout.hubs[0].step == .away && rollout.hubs[0].reason == "internalError: no disk")
        rollout.hear(HubVersion(hub: "hub-0", step: .idle, version: "1"), from: "hub-0", now: start)
        #expect(rollout.orders(now: start).map(\.body.version) == ["2"])
        for second in stride(from: 10.0, through: 180, by: 10) {
            rollout.hear(nil, refusal: "internalError: no disk", from: "hub-0", now: start + second)
        }
        #expect(rollout.halt == Rollout.Halt(hub: "hub-0", reason: "internalError: no disk"))
    }

    /// Within two minutes the hub has its version back.
    @Test func readingsThatDoNotArriveHaltIt() throws {
        var site = PlayedSite(12)
        try play(&site) { $0.hubs[0].step == .trial }
        site.hubs[0].oldest = 121
        let begin = site.now
        try play(&site) { $0.hubs[0].installed == "1" && $0.hubs[0].isWhole }
        #expect(site.now.timeIntervalSince(begin) <= 120)
        #expect(site.rollout?.halt?.reason == "notArriving")
        #expect(site.hubs[0].problem == .takenBack)
    }

    @Test func hubsThatMayNotOrCannotAreLeftAlone() throws {
        var site = PlayedSite(5)
        site.hubs[0].isOff = true
        site.hubs[1].dark = 100_000
        site.hubs[2].oldest = 3_600
        try play(&site) { $0.step("hub-3") == .kept && $0.step("hub-4") == .kept }
        #expect(site.step("hub-0") == .off && site.step("hub-1") == .away && site.step("hub-2") == .unasked)
        #expect(site.rollout?.hubs[2].reason == "notArriving")
        #expect(site.hubs[0...2].allSatisfy { $0.installed == "1" } && site.rollout?.halt == nil)
        // They follow once they can.
        (site.hubs[0].isOff, site.hubs[1].dark, site.hubs[2].oldest) = (false, 0, nil)
        try play(&site) { $0.hubs.allSatisfy { $0.installed == "2" && $0.isWhole } }
    }

    @Test func aStopFinishesWhatIsUnderWay() throws {
        var site = PlayedSite(30)
        try play(&site) { $0.hubs.contains { $0.step == .trial } }
        let stop = UpdateWish(id: "b", version: "2", action: .stop)
        try play(&site, stop) { $0.rollout?.wish == stop && $0.rollout?.hasWork == false }
        #expect(site.hubs.count { $0.installed == "2" && $0.isWhole } == 1)
        #expect(site.hubs.count { $0.installed == "1" && $0.before == nil } == 29)
    }

    @Test func allGoBack() throws {
        var site = PlayedSite(12)
        try play(&site) { $0.hubs.allSatisfy { $0.installed == "2" && $0.isWhole } }
        try play(&site, UpdateWish(id: "b", version: "2", action: .back)) { site in
            site.rollout?.hubs.allSatisfy { $0.step == .returned } ?? false
        }
        #expect(site.hubs.allSatisfy { $0.installed == "1" && $0.isWhole })
    }

    /// A hub without updates, or with nothing to go back to, ends the way back as well.
    @Test func aHubThatCannotGoBackEndsIt() throws {
        var site = PlayedSite(3)
        site.hubs[0].isOff = true
        site.hubs[1].installed = "2"
        let back = UpdateWish(id: "b", version: "2", action: .back)
        try play(&site, back) { $0.rollout?.isUnderWay == false }
        #expect(site.step("hub-0") == .off && site.step("hub-1") == .failed && site.step("hub-2") == .returned)
        #expect(site.rollout?.hubs[1].reason == "noWayBack")
    }

    /// It was away while the others went back, and follows the newer command.
    @Test func aHubThatStillGoesBackFollowsTheNextCommand() throws {
        var site = PlayedSite(2)
        try play(&site) { $0.hubs.allSatisfy { $0.installed == "2" && $0.isWhole } }
        site.hubs[1].dark = 300
        let back = UpdateWish(id: "b", version: "2", action: .back)
        try play(&site, back) { $0.step("hub-0") == .returned && $0.step("hub-1") == .returning }
        try play(&site, UpdateWish(id: "c", version: "2", action: .roll)) { site in
            site.rollout?.hasWork == false && site.hubs.allSatisfy { $0.installed == "2" && $0.isWhole }
        }
    }

    /// A check gives no order, and leaves the hubs' way back as it is.
    @Test func aCheckChangesNothing() throws {
        var site = PlayedSite(3)
        site.hubs[1].isOff = true
        let check = UpdateWish(id: "b", version: "2", action: .check)
        for _ in 0..<5 { try site.round(check) }
        #expect(site.step("hub-0") == .ready && site.step("hub-1") == .off && site.step("hub-2") == .ready)
        #expect(site.hubs.allSatisfy { $0.request == nil && $0.installed == "1" })
    }

    /// A halted update begins again with the same command, at the hubs that do not have the version.
    @Test func theCommandGivenAgainContinues() throws {
        var site = PlayedSite(4)
        site.hubs[0].isSound = false
        try play(&site) { $0.rollout?.halt != nil && $0.rollout?.isUnderWay == false }
        site.hubs[0].isSound = true
        try play(&site, UpdateWish(id: "b", version: "2", action: .roll)) { site in
            site.hubs.allSatisfy { $0.installed == "2" && $0.isWhole }
        }
        #expect(site.rollout?.halt == nil)
    }

    @Test func hubsComeAndGo() throws {
        var site = PlayedSite(2)
        try play(&site) { $0.step("hub-0") == .kept }
        site.hubs.remove(at: 0)
        site.hubs.append(PlayedHub("hub-9"))
        try play(&site) { $0.hubs.allSatisfy { $0.installed == "2" && $0.isWhole } }
        #expect(site.rollout?.hubs.map(\.name) == ["hub-1", "hub-9"])
    }

    /// Twenty updates of two hundred hubs, with power cuts of hubs, kills of the registrar, lost messages, and now and
    /// then a hub that a version does not suit: no hub is left between two versions, and all get the last one.
    @Test(arguments: [UInt64(1), 2, 3]) func twentyUpdatesOfTwoHundredHubs(seed: UInt64) throws {
        var site = PlayedSite(200, seed: seed)
        var cuts = 0
        for number in 2...21 {
            let version = "\(number)"
            for index in site.hubs.indices { site.hubs[index].isSound = !site.happens(1) }
            for attempt in 0..<200 {
                let wish = UpdateWish(id: "\(number)-\(attempt)", version: version, action: .roll)
                for _ in 0..<300 {
                    cuts += try trouble(&site, wish)
                    if site.hubs.allSatisfy({ $0.installed == version && $0.isWhole }) { break }
                    if let rollout = site.rollout, rollout.wish == wish, rollout.halt != nil, !rollout.isUnderWay {
                        break
                    }
                }
                if site.hubs.allSatisfy({ $0.installed == version && $0.isWhole }) { break }
                // A person mends the hub at which it halted, and gives the command again.
                for index in site.hubs.indices { site.hubs[index].isSound = true }
            }
            let done = site.hubs.count { $0.installed == version && $0.isWhole }
            #expect(done == 200, "version \(version): \(done) hubs")
        }
        #expect(cuts > 100)
    }

    /// A round in which something may happen to a hub, to the registrar and to messages; returns the power cuts.
    private func trouble(_ site: inout PlayedSite, _ wish: UpdateWish) throws -> Int {
        var cuts = 0
        if site.happens(30), let index = site.hubs.indices.randomElement(using: &site.random) {
            site.hubs[index].cutPower()
            cuts = 1
        }
        try site.round(wish, loss: 5, isKilled: site.happens(5))
        let versions = Set(["\((Int(wish.version) ?? 0) - 1)", wish.version])
        // None runs a version that is neither the one before nor the wanted one.
        #expect(site.hubs.allSatisfy { versions.contains($0.installed) })
        return cuts
    }
}
