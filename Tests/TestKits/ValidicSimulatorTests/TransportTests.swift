import Curl
import Foundation
import TestSupport
import Testing
import ValidicSimulator

@Suite struct TransportTests {
    @Test("HTTP/2 by ALPN over TLS: answers, resets and half answers", arguments: [CurlHTTPPreference.http2, .http1])
    func tls(preference: CurlHTTPPreference) async throws {
        try await Certificate.with { certificate, key in
            let settings = CurlConfiguration(
                httpPreference: preference,
                tls: CurlTLS(authorityFile: certificate)
            )
            try await Fixture.with(
                SimulatorConfiguration(server: ServerSettings(transport: .tls(certificate: certificate, key: key))),
                client: settings
            ) { fixture in
                let first = try await fixture.post("a")
                #expect(first.status == 201 && first.httpVersion == (preference == .http2 ? .http2 : .http1_1))
                #expect(try await fixture.post("b").newConnections == 0)
                for kind in ["resetAfter", "halfAnswer"] {
                    try await fixture.set(faults: #"[{"kind":"\#(kind)","count":1}]"#)
                    let error = await #expect(throws: CurlError.self) { try await fixture.post(kind, isFresh: true) }
                    #expect(error?.possiblySent == true && error?.isRetriable == true, "\(kind)")
                    #expect(try await fixture.post(kind).status == 200)
                }
            }
        }
    }

    @Test("HTTP/2 carries many simultaneous requests on one connection")
    func multiplex() async throws {
        try await Certificate.with { certificate, key in
            let settings = CurlConfiguration(
                maximumConnectionsPerHost: 1,
                tls: CurlTLS(authorityFile: certificate)
            )
            try await Fixture.with(
                SimulatorConfiguration(server: ServerSettings(transport: .tls(certificate: certificate, key: key))),
                client: settings
            ) { fixture in
                let responses = try await withThrowingTaskGroup(of: CurlResponse.self) { group in
                    for number in 0..<50 { group.addTask { try await fixture.post("log-\(number)") } }
                    return try await group.reduce(into: [CurlResponse]()) { $0.append($1) }
                }
                #expect(responses.allSatisfy { $0.status == 201 && $0.httpVersion == .http2 })
                #expect(responses.reduce(0) { $0 + $1.newConnections } == 1)
                #expect(try await fixture.summary().creates == 50)
            }
        }
    }

    @Test("HTTP/2 without TLS by prior knowledge")
    func priorKnowledge() async throws {
        let settings = CurlConfiguration(httpPreference: .http2PriorKnowledge)
        try await Fixture.with(SimulatorConfiguration(server: ServerSettings(transport: .plainHTTP2)), client: settings)
        { fixture in
            for number in 0..<3 {
                let response = try await fixture.post("log-\(number)")
                #expect(response.status == 201 && response.httpVersion == .http2)
            }
        }
    }

    @Test("A streamed body is sent over HTTP/2")
    func stream() async throws {
        let settings = CurlConfiguration(httpPreference: .http2PriorKnowledge)
        try await Fixture.with(SimulatorConfiguration(server: ServerSettings(transport: .plainHTTP2)), client: settings)
        { fixture in
            let text = Samples.measurement(String(repeating: "x", count: 500_000))
            let (chunks, source) = AsyncThrowingStream.makeStream(of: [UInt8].self, throwing: (any Error).self)
            for start in stride(from: 0, to: text.utf8.count, by: 10_000) {
                source.yield(Array(text.utf8.dropFirst(start).prefix(10_000)))
            }
            source.finish()
            let response = try await fixture.client.perform(
                CurlRequest(
                    "POST",
                    url: fixture.base + "/connect/provider/data/measurements",
                    headers: ["Content-Type": "application/json", "Authorization": "Bearer token-ann"],
                    body: .stream(chunks, length: nil)
                )
            )
            #expect(response.status == 201 && response.json("log_id")?.count == 500_000)
        }
    }

    @Test("The control endpoints require their token if there is one")
    func controlToken() async throws {
        try await Fixture.with(SimulatorConfiguration(server: ServerSettings(controlToken: "secret"))) { fixture in
            let without = try await fixture.send("GET", "/_control/summary")
            let with = try await fixture.send("GET", "/_control/summary", token: "secret")
            #expect(without.status == 403 && with.status == 200)
        }
    }
}
