import BusContract
import DurableStore
import FoundationEssentials
import MessageBus
import TestSupport
import Testing

@testable import SessionManagerActor

/// A broker may deliver a request twice, and late: what was asked for after it must stand.
@Suite(.timeLimit(.minutes(1))) struct LateRequestTests {
    @Test func aLateRepeatOfAnEndDoesNotEndTheNextSession() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1", user: "ann")
            let asked = manager.site.time.date
            manager.site.time.pass(1)
            try await manager.end("bed-1")
            let next = try await manager.start("bed-1", user: "bob")
            try await manager.site.calling(at: asked) { late in
                await manager.expect(.notFound) {
                    _ = try await late.call(SessionOperations.endSession, hub: "site", SeatReference(seat: "bed-1"))
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
                    _ = try await late.call(SessionOperations.startSession, hub: "site", body)
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
            try await manager.actor.store.endSession(
                first.sessionID,
                reason: "unauthorized",
                at: manager.site.time.date
            )
            let second = try await manager.site.calling(at: asked) { late in
                try await late.call(SessionOperations.startSession, hub: "site", body)
            }
            #expect(second.userID == "bob")
        }
    }
}
