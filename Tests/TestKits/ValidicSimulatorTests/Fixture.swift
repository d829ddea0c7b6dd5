import Curl
import Foundation
import Testing
import ValidicSimulator

/// A simulator in this process with two people, and a client of it.
struct Fixture: Sendable {
    static let ann = SimulatedUser(organization: "org", uid: "ann-1", token: "token-ann")
    static let bob = SimulatedUser(organization: "org", uid: "bob-2", token: "token-bob")

    let base: String
    let client: CurlClient

    /// Serves while the body runs.
    static func with(
        _ configuration: SimulatorConfiguration = SimulatorConfiguration(),
        client settings: CurlConfiguration = CurlConfiguration(httpPreference: .http1),
        _ body: @escaping @Sendable (Fixture) async throws -> Void
    ) async throws {
        var configuration = configuration
        configuration.users = [ann, bob]
        let simulator = try Simulator(configuration)
        let scheme = if case .tls = configuration.server.transport { "https" } else { "http" }
        let (ports, found) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await simulator.run { found.yield($0) }
            }
            group.addTask {
                var iterator = ports.makeAsyncIterator()
                guard let port = await iterator.next() else { return }
                try await body(Fixture(base: "\(scheme)://localhost:\(port)", client: try CurlClient(settings)))
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Sends JSON text, or nothing, and returns the complete answer.
    func send(
        _ method: String,
        _ path: String,
        token: String? = nil,
        _ json: String? = nil,
        isFresh: Bool = false,
        timeout: Duration = .seconds(60)
    ) async throws -> CurlResponse {
        var headers: CurlHeaders = ["Content-Type": "application/json"]
        if let token { headers["Authorization"] = "Bearer \(token)" }
        let body = json.map { CurlBody.bytes(Array($0.utf8)) } ?? .none
        return try await client.perform(
            CurlRequest(
                method,
                url: base + path,
                headers: headers,
                body: body,
                timeout: timeout,
                mayReuseConnection: !isFresh
            )
        )
    }

    /// Posts a blood pressure to the Inform API.
    func post(
        _ logID: String,
        user: SimulatedUser = ann,
        value: Int = 120,
        isFresh: Bool = false,
        timeout: Duration = .seconds(60)
    ) async throws -> CurlResponse {
        try await send(
            "POST",
            "/connect/provider/data/measurements",
            token: user.token,
            Samples.measurement(logID, value: value),
            isFresh: isFresh,
            timeout: timeout
        )
    }

    /// Sets the faults of the simulator.
    func set(faults: String) async throws {
        let response = try await send("POST", "/_control/faults", faults)
        try #require(response.status == 200, "\(response.text)")
    }

    /// The simulator's counts.
    func summary() async throws -> AcceptanceSummary {
        try JSONDecoder().decode(AcceptanceSummary.self, from: Data(try await send("GET", "/_control/summary").body))
    }
}
