import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import QueueStore
import TestSupport
import Testing

@testable import SessionManagerActor

/// A broker may deliver a request twice, and late: later requests must not be undone.
@Suite struct LateRequestTests {
    @Test func aLateRepeatOfAnEndDoesNotEndTheNextSession() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1", user: "ann")
            let asked = manager.site.time.date
            manager.site.time.pass(1)
            try await manager.end("bed-1")
            let next = try await manager.start("bed-1", user: "bob")
            try await manager.site.calling(at: asked) { late in
                await manager.expect(.notFound) {
                    _ = try await late.call(
                        SessionOperations.endSession,
                        hub: "site",
                        body: SeatReference(seat: "bed-1")
                    )
                }
            }
            #expect(try await manager.call(SessionOperations.session, SeatReference(seat: "bed-1")) == next)
        }
    }

    @Test(arguments: [false, true]) func aLateStartDoesNotReplaceTheNextSession(isEnded: Bool) async throws {
        try await SessionSite().running { manager in
            let body = try manager.startOf("bed-1", user: "ann")
            let asked = manager.site.time.date
            manager.site.time.pass(1)
            try await manager.start("bed-1", user: "bob")
            manager.site.time.pass(1)
            if isEnded { try await manager.end("bed-1") }
            try await manager.site.calling(at: asked) { late in
                await manager.expect(.conflict) {
                    _ = try await late.call(SessionOperations.startSession, hub: "site", body: body)
                }
            }
            #expect(try await manager.told("sessionStarted").count == 1)
        }
    }

    @Test func aSessionThatTheServerEndedDoesNotHinderAStartThatWasAskedForBefore() async throws {
        try await SessionSite().running { manager in
            let first = try await manager.start("bed-1", user: "ann")
            let body = try manager.startOf("bed-1", user: "bob")
            let asked = manager.site.time.date
            manager.site.time.pass(1)
            try await manager.actor.store.sessions.end(
                first.sessionID,
                reason: "unauthorized",
                at: manager.site.time.date
            )
            let second = try await manager.site.calling(at: asked) { late in
                try await late.call(SessionOperations.startSession, hub: "site", body: body)
            }
            #expect(second.userID == "bob")
        }
    }

    /// A device that went from Ann to Bob must not return to Ann, or be taken from Bob, because of an earlier request.
    @Test(arguments: [false, true]) func aLateChangeOfAnAssignmentDoesNotUndoTheNextOne(isEnd: Bool) async throws {
        try await SessionSite().running { manager in
            try await manager.assign(to: "bed-1", from: 0)
            manager.site.time.pass(1)
            let asked = manager.site.time.date
            manager.site.time.pass(1)
            try await manager.assign(to: "bed-2", from: 2)
            try await manager.site.calling(at: asked) { late in
                await manager.expect(.conflict) {
                    if isEnd {
                        let body = UnassignDevice(device: Samples.device())
                        _ = try await late.call(SessionOperations.unassignDevice, hub: "site", body: body)
                    } else {
                        let body = AssignDevice(device: Samples.device(), seat: "bed-1")
                        _ = try await late.call(SessionOperations.assignDevice, hub: "site", body: body)
                    }
                }
            }
            let device = PageRequest(device: Samples.device())
            let stands = try await manager.call(SessionOperations.devices, device).assignments
            #expect(stands.filter { $0.until == nil }.map(\.seat) == ["bed-2"])
        }
    }

    @Test func anAssignmentThatIsAskedForTwiceIsMadeOnce() async throws {
        try await SessionSite().running { manager in
            let asked = manager.site.time.date
            try await manager.assign(to: "bed-1", from: 0)
            manager.site.time.pass(1)
            try await manager.site.calling(at: asked) { late in
                let body = AssignDevice(device: Samples.device(), seat: "bed-1", from: manager.at(0))
                let again = try await late.call(SessionOperations.assignDevice, hub: "site", body: body)
                #expect(again.seat == "bed-1" && again.until == nil)
            }
        }
    }

    /// The two times cannot be compared: the caller's clock is ahead, and a repeat has a newer time.
    @Test func aRepeatIsKnownByItsIdWhateverTheClocksSay() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1", user: "ann")
            manager.site.time.pass(1)
            try await manager.site.calling(at: manager.at(86_400)) { caller in
                let seat = SeatReference(seat: "bed-1")
                let ended = try await caller.call(SessionOperations.endSession, hub: "site", body: seat, id: "end-1")
                let again = try await caller.call(SessionOperations.endSession, hub: "site", body: seat, id: "end-1")
                #expect(again.sessionID == ended.sessionID)
                let next = try await manager.start("bed-1", user: "bob")
                // This must be an error: a caller may use one id for every request, and then means bob's session.
                await manager.expect(.conflict) {
                    _ = try await caller.call(SessionOperations.endSession, hub: "site", body: seat, id: "end-1")
                }
                #expect(try await manager.call(SessionOperations.session, seat) == next)
                let body = AssignDevice(device: Samples.device(), seat: "bed-1", from: manager.at(0))
                _ = try await caller.call(SessionOperations.assignDevice, hub: "site", body: body, id: "assign-1")
                manager.site.time.pass(1)
                let taken = UnassignDevice(device: Samples.device(), until: manager.at(2))
                let cut = try await caller.call(
                    SessionOperations.unassignDevice,
                    hub: "site",
                    body: taken,
                    id: "unassign-1"
                )
                manager.site.time.pass(1)
                let unassigned = try await caller.call(
                    SessionOperations.unassignDevice,
                    hub: "site",
                    body: taken,
                    id: "unassign-1"
                )
                #expect(unassigned == cut)
                try await manager.assign(to: "bed-2", from: 3)
                await manager.expect(.conflict) {
                    _ = try await caller.call(SessionOperations.assignDevice, hub: "site", body: body, id: "assign-1")
                }
                await manager.expect(.conflict) {
                    _ = try await caller.call(
                        SessionOperations.unassignDevice,
                        hub: "site",
                        body: taken,
                        id: "unassign-1"
                    )
                }
                let devices = PageRequest(device: Samples.device())
                let stands = try await manager.call(SessionOperations.devices, devices).assignments
                #expect(stands.filter { $0.until == nil }.map(\.seat) == ["bed-2"])
            }
        }
    }

    @Test func aClockThatIsAheadDoesNotHoldUpWhatOthersAskFor() async throws {
        try await SessionSite().running { manager in
            try await manager.site.calling(at: manager.at(86_400)) { ahead in
                let body = AssignDevice(device: Samples.device(), seat: "bed-1")
                _ = try await ahead.call(SessionOperations.assignDevice, hub: "site", body: body)
            }
            manager.site.time.pass(1)
            #expect(try await manager.assign(to: "bed-2", from: 1).seat == "bed-2")
        }
    }
}
