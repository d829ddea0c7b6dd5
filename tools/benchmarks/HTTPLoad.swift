import ActorRuntime
import Curl
import DeliveryRules
import FoundationEssentials
import LoadFacts
import MessageBus
import OperatorConnection
import SimulatedHub
import UploaderActor
import VitalRecords

/// Posts the records that the uploader would post, and does nothing else: the server's own limit.
struct HTTPLoad: Sendable {
    let server: String
    /// Requests at a time.
    let concurrency: Int

    /// A client with kept connections, as the uploader has it.
    static func client(connections: Int) throws -> CurlClient {
        try CurlClient(
            CurlConfiguration(maximumConnections: connections, maximumConnectionsPerHost: connections)
        )
    }

    /// The records per second over so many posts.
    func rate(_ count: Int) async throws -> Double {
        let requests = try requests(count)
        let client = try Self.client(connections: concurrency)
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<concurrency {
                group.addTask {
                    for number in stride(from: worker, to: count, by: concurrency) {
                        let response = try await client.perform(requests[number])
                        guard (200...201).contains(response.status) else {
                            throw BenchError("the server answered \(response.status)")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        return Double(count) / (ContinuousClock.now - start).inSeconds
    }

    private func requests(_ count: Int) throws -> [CurlRequest] {
        let destination = InformDestination(base: try BaseURL(server, key: "server"), repeats: .upsert)
        guard let hub = HubID(rawValue: LineSetup.hub) else { throw BenchError("no hub") }
        return try (0..<count).map { number in
            let person = LineUsers.people[number % LineUsers.people.count]
            guard let seat = SeatID(rawValue: person.seat) else { throw BenchError("no seat") }
            let reading = LineUsers.reading(number, hub: hub)
            let logID = LogID.derive(
                sessionUser: person.user,
                organization: LineSetup.organization,
                readingKey: reading.readingKey
            )
            let made = try destination.create(
                VitalRecord(reading: reading, logID: logID, seat: seat),
                with: SessionCredentials(
                    userID: person.user,
                    organizationID: LineSetup.organization,
                    token: person.token
                )
            )
            var headers = CurlHeaders()
            for header in made.headers { headers.add(header.value, for: header.name) }
            return CurlRequest(made.method, url: made.url, headers: headers, body: .bytes(made.body ?? []))
        }
    }
}
