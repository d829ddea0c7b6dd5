import Curl
import FHIRSimulator
import Foundation
import SimulatedServer
import Testing

/// A FHIR server in this process on a private Unix socket, and a client of it.
struct Fixture: Sendable {
    let client: CurlClient

    /// Serves while the body runs.
    static func with(
        _ configuration: FHIRServerConfiguration = FHIRServerConfiguration(),
        _ body: @escaping @Sendable (Fixture) async throws -> Void
    ) async throws {
        let folder = URL.temporaryDirectory.appending(path: "f\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = configuration
        configuration.server.address = .unixSocket(path: folder.appending(path: "s").path)
        if configuration.patients.isEmpty {
            configuration.patients = ["1", "2=urn:x|7"].map(SimulatedPatient.init(flag:))
        }
        let server = try FHIRServer(configuration)
        let settings = CurlConfiguration(httpPreference: .http1, unixSocket: folder.appending(path: "s").path)
        let (starts, started) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run { started.yield($0) } }
            group.addTask {
                var iterator = starts.makeAsyncIterator()
                guard await iterator.next() != nil else { return }
                try await body(Fixture(client: try CurlClient(settings)))
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Sends JSON text, or nothing, to a path below the base.
    func send(
        _ method: String,
        _ path: String,
        body: String? = nil,
        headers more: [String: String] = [:]
    ) async throws -> Reply {
        var headers: CurlHeaders = ["Content-Type": "application/fhir+json"]
        for (name, value) in more { headers[name] = value }
        let address = path.hasPrefix("/_control") ? path : "/fhir\(path)"
        let response = try await client.perform(
            CurlRequest(
                method,
                url: "http://server\(address)",
                headers: headers,
                body: body.map { CurlBody.bytes(Array($0.utf8)) } ?? .none,
                timeout: .seconds(60),
                mayReuseConnection: false
            )
        )
        return Reply(response)
    }

    /// Puts an observation of a patient.
    func put(_ id: String, patient: String = "1", value: Double = 36.6, code: String = "8310-5") async throws -> Reply {
        let body = Samples.observation(id: id, patient: patient, value: value, code: code)
        return try await send("PUT", "/Observation/\(id)", body: body)
    }

    /// Sets the faults of the server.
    func set(faults: String) async throws {
        let reply = try await send("POST", "/_control/faults", body: faults)
        try #require(reply.status == 200)
    }

    /// The server's counts.
    func summary() async throws -> FHIRSummary {
        let body = try #require(try await send("GET", "/_control/summary").body)
        return try JSONDecoder().decode(FHIRSummary.self, from: body.data)
    }
}

/// An answer of the server.
struct Reply: Sendable {
    let status: Int
    private let headers: CurlHeaders
    let body: JSONValue?

    init(_ response: CurlResponse) {
        status = response.status
        headers = response.headers
        body = try? JSONValue(parsing: Data(response.body))
    }

    /// A header's text.
    func header(_ name: String) -> String? { headers[name] }

    /// The code of the first issue of an OperationOutcome.
    var issue: String? { body?["issue"]?.array?.first?["code"]?.string }

    /// The resources in a bundle.
    var entries: [JSONValue] { body?["entry"]?.array ?? [] }
}

enum Samples {
    static func observation(
        id: String? = nil,
        patient: String = "1",
        value: Double = 36.6,
        code: String = "8310-5",
        identifier: String? = nil
    ) -> String {
        let named = id.map { "\"id\":\"\($0)\"," } ?? ""
        let known = identifier.map { "\"identifier\":[{\"system\":\"urn:ietf:rfc:3986\",\"value\":\"\($0)\"}]," } ?? ""
        return """
            {"resourceType":"Observation",\(named)\(known)"status":"final","code":{"coding":[{"system":"http://loinc.org",
            "code":"\(code)"}],"text":"body temperature"},"subject":{"reference":"Patient/\(patient)"},
            "valueQuantity":{"value":\(value),"unit":"C"}}
            """
    }

    static func transaction(_ entries: [String]) -> String {
        "{\"resourceType\":\"Bundle\",\"type\":\"transaction\",\"entry\":[\(entries.joined(separator: ","))]}"
    }

    static func entry(_ resource: String, method: String, url: String, full: String, more: String = "") -> String {
        "{\"fullUrl\":\"\(full)\",\"resource\":\(resource),\"request\":{\"method\":\"\(method)\",\"url\":\"\(url)\"\(more)}}"
    }
}
