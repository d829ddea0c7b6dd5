import ActorRuntime
import BusContract
import ContractLiterals
import FoundationEssentials
import Logging
import MessageBus
import TestSupport
import Testing

@testable import DeviceReaderActor

@Suite struct SeatSessionsTests {
    private let broker = InMemoryBroker()

    private func client(_ actor: String, hub: String) throws -> BusClient {
        BusClient(
            bus: broker.connect(),
            address: try BusAddress(site: "home", hub: hub, actor: actor, instance: "main"),
            epoch: 1,
            environment: .system
        )
    }

    @Test func aSeatIsWithoutASessionOnlyOnceThatWasPublished() async throws {
        let sessions = await SeatSessions(client: try client("device-reader", hub: "room-1"), managerHub: "site")
        #expect(await !sessions.hasNone("ann"))
        let following = Task { try await sessions.follow() }
        defer { following.cancel() }
        let manager = try client("session-manager", hub: "site")
        let states = RetainedStates(manager, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        await states.set(SessionEvents.sessionState, values: ["seat": "ann"], data: Self.ended)
        while await !sessions.hasNone("ann") { await Task.yield() }
        #expect(await !sessions.hasNone("ben"))
    }

    private static let ended = SessionState(
        seat: "ann",
        active: false,
        sessionID: nil,
        startedAt: nil,
        validated: nil,
        defaultUser: false
    )
}
