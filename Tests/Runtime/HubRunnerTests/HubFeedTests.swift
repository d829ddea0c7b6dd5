import ActorRuntime
import BusContract
import ContractLiterals
import HubRunner
import MessageBus
import OperatorConnection
import Testing

@Suite struct HubFeedTests {
    /// A site's hub receives only its own events; otherwise each event would be sent to every hub.
    @Test func aHubOfASiteFollowsItselfAndItsSeats() async throws {
        let broker = InMemoryBroker()
        let manager = try BusAddress(site: "s", hub: "site", actor: "session-manager", instance: "main")
        let client = BusClient(bus: broker.connect(), address: manager, epoch: 1, environment: .system)
        var hub = LiveHub(site: "s", hub: "room-1", seats: ["bed-1", "bed-2"])
        hub.isOfSite = true
        let own = try BusAddress(site: "s", hub: "room-1", actor: "vitalbus", instance: "up")
        let (bus, place) = (broker.connect(), hub)
        let feeding = Task {
            try await HubConnection.with(bus, address: own) { connection in
                try await HubFeed(connection.client, requests: connection.requests, of: place).run { _ in }
            }
        }
        func isHeard(_ hub: String, seat: String) async throws -> Bool {
            let event = SessionStarted(seat: seat, hub: hub, sessionID: "1", userID: "u", organizationID: "o")
            return try await client.publish(SessionEvents.sessionStarted, hub: hub, data: event) == .delivered
        }
        func isStateHeard(_ seat: String) async throws -> Bool {
            let state = SessionState(
                seat: seat,
                active: false,
                sessionID: nil,
                startedAt: nil,
                validated: nil,
                defaultUser: false
            )
            let topic = SessionEvents.sessionState
            return try await client.publish(topic, values: ["seat": seat], data: state) == .delivered
        }
        while try await !isHeard("room-1", seat: "bed-1") { await Task.yield() }
        #expect(try await isHeard("site", seat: "bed-1"))
        #expect(try await isStateHeard("bed-2"))
        #expect(try await !isHeard("room-2", seat: "bed-3"))
        #expect(try await !isStateHeard("bed-3"))
        feeding.cancel()
    }

    @Test func eventsOfTheBusReachTheTableOnceEach() async throws {
        let broker = InMemoryBroker()
        let manager = try BusAddress(site: "s", hub: "site", actor: "session-manager", instance: "main")
        let client = BusClient(bus: broker.connect(), address: manager, epoch: 1, environment: .system)
        let own = try BusAddress(site: "s", hub: "h", actor: "vitalbus", instance: "up")
        let (events, sink) = AsyncStream.makeStream(of: String.self)
        let bus = broker.connect()
        let feeding = Task {
            try await HubConnection.with(bus, address: own) { connection in
                try await HubFeed(connection.client, requests: connection.requests).run { event in
                    if case .sessionStarted(let event) = event { sink.yield(event.sessionID) }
                }
            }
        }
        let topic = SessionEvents.sessionStarted
        func start(_ id: String) async throws -> PublishReceipt {
            let data = SessionStarted(seat: "h", hub: "site", sessionID: id, userID: "u", organizationID: "o")
            return try await client.publish(topic, id: id, data: data)
        }
        // There are no subscribers until the feed has subscribed.
        while try await start("a") == .noSubscribers { await Task.yield() }
        _ = try await start("a")
        _ = try await start("b")
        var seen: [String] = []
        for await id in events {
            seen.append(id)
            if id == "b" { break }
        }
        #expect(seen == ["a", "b"])
        feeding.cancel()
    }
}
