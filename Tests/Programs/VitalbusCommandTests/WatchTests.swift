import ActorRuntime
import BusContract
import ContractLiterals
import MessageBus
import Testing

@Suite struct WatchTests {
    private func watch(_ arguments: [String]) async throws -> Shell.Outcome {
        let broker = InMemoryBroker()
        let address = try BusAddress(site: "s", hub: "site", actor: "session-manager", instance: "main")
        let client = BusClient(bus: broker.connect(), address: address, epoch: 1, environment: .system)
        async let outcome = Shell(broker).run(["watch", "--state", "/nonexistent/vitalbus"] + arguments)
        let topic = SessionEvents.sessionEnded
        func end(_ seat: String) async throws -> PublishReceipt {
            let data = SessionEnded(
                seat: seat,
                hub: "site",
                sessionID: "id-\(seat)",
                userID: "u",
                organizationID: "o",
                reason: "requested",
                unsyncedRecords: 3
            )
            return try await client.publish(topic, data: data)
        }
        while try await end("first") == .noSubscribers { await Task.yield() }
        _ = try await end("second")
        return await outcome
    }

    @Test func anEventIsOneLineForPeople() async throws {
        let outcome = try await watch(["--type", "sessionEnded", "--count", "1"])
        let line = try #require(outcome.out.first)
        #expect(line.contains("site sessionEnded"))
        #expect(line.contains("reason=requested"))
        #expect(line.contains("unsyncedRecords=3"))
    }

    @Test func jsonIsTheEnvelope() async throws {
        let outcome = try await watch(["--type", "sessionEnded", "--json", "--count", "1"])
        let line = try #require(outcome.out.first)
        let envelope = try Envelope<SessionEnded>.decode(Array(line.utf8))
        #expect(envelope.type == "vitalbus.sessionEnded.v1")
        #expect(envelope.data.unsyncedRecords == 3)
    }

    @Test func aSeatIsPickedOut() async throws {
        let outcome = try await watch(["--seat", "second", "--count", "1"])
        #expect(outcome.out.first?.contains("id-second") == true)
    }
}
