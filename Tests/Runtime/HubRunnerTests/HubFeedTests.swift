import ActorRuntime
import BusContract
import ContractLiterals
import HubRunner
import MessageBus
import Testing

@Suite struct HubFeedTests {
    @Test(.timeLimit(.minutes(1))) func eventsOfTheBusReachTheTableOnceEach() async throws {
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
        // Until the feed has subscribed nobody listens.
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
