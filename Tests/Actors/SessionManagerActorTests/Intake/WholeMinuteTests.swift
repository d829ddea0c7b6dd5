import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import Testing
import VitalRecords

@testable import SessionManagerActor

/// Readings of devices that report whole minutes or seconds, when the person changes within one.
@Suite struct WholeMinuteTests {
    private func reading(
        _ number: Int,
        at seconds: Double,
        received: Double,
        quality: TimeQuality = .deviceClock,
        hasSeconds: Bool = false
    ) throws -> Reading {
        var reading = try Samples.reading(number, at: seconds, quality: quality, received: received)
        reading.deviceTime = hasSeconds ? "2026-08-06T07:07:00" : "2026-08-06T07:07"
        return reading
    }

    @Test func aReadingOfTheMinuteInWhichThePersonChangedIsHeld() async throws {
        try await SessionSite().running { manager in
            try await manager.assign(to: "bed-1", from: 0)
            try await manager.start("bed-1", user: "ann")
            manager.pass(100)
            try await manager.start("bed-1", user: "bob")
            manager.pass(100)
            let results = try await manager.submit([
                try reading(1, at: 60, received: 110),
                try reading(2, at: 130, received: 180, quality: .corrected),
                // Received before the change, after it, and with seconds: the time decides.
                try reading(3, at: 60, received: 95),
                try reading(4, at: 120, received: 180),
                try reading(5, at: 60, received: 110, hasSeconds: true),
            ])
            #expect(results.map(\.outcome) == ["held", "held", "unsynced", "accepted", "unsynced"])
            #expect(results.compactMap(\.reason) == ["clockUnknown", "clockUnknown"])
            await manager.expect(.invalidArgument) { _ = try await manager.confirm(1, for: "bed-1") }
        }
    }

    @Test func aReadingOfTheSecondInWhichThePersonChangedIsHeld() async throws {
        try await SessionSite().running { manager in
            try await manager.assign(to: "bed-1", from: 0)
            try await manager.start("bed-1", user: "ann")
            manager.pass(100.5)
            try await manager.start("bed-1", user: "bob")
            manager.pass(100)
            let results = try await manager.submit([
                try reading(1, at: 100, received: 110, hasSeconds: true),
                try reading(2, at: 101, received: 111, quality: .corrected, hasSeconds: true),
                // Received before the change, and of the seconds before and after it.
                try reading(3, at: 100, received: 100.4, hasSeconds: true),
                try reading(4, at: 99, received: 112, hasSeconds: true),
                try reading(5, at: 101, received: 113, hasSeconds: true),
            ])
            #expect(results.map(\.outcome) == ["held", "held", "unsynced", "unsynced", "accepted"])
            #expect(results.compactMap(\.reason) == ["clockUnknown", "clockUnknown"])
        }
    }

    @Test func aReadingOfTheMinuteInWhichTheDeviceMovedIsHeld() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1", user: "ann")
            try await manager.start("bed-2", user: "bob")
            try await manager.assign(to: "bed-1", from: 0)
            manager.pass(200)
            try await manager.assign(to: "bed-2", from: 100)
            let results = try await manager.submit([
                try reading(1, at: 60, received: 110), try reading(2, at: 60, received: 95),
                try reading(3, at: 120, received: 180),
            ])
            #expect(results.map(\.outcome) == ["held", "accepted", "accepted"])
            #expect(results.first?.reason == "clockUnknown")
        }
    }

    @Test func aLaterAssignmentDoesNotDecideIt() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1", user: "ann")
            manager.pass(100)
            try await manager.start("bed-1", user: "bob")
            manager.pass(100)
            #expect(try await manager.submit([try reading(1, at: 60, received: 110)]).first?.outcome == "held")
            try await manager.assign(to: "bed-1", from: 0)
            #expect(try await manager.held().map(\.reason) == ["clockUnknown"])
        }
    }
}
