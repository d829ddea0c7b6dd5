import Curl
import Foundation
import Testing

@Suite(.serialized)
struct CurlClientTests {
    @Test("A second request uses the first one's connection")
    func keepAlive() async throws {
        try await TestServer.with { server in
            let client = try CurlClient()
            let first = try await client.perform(CurlRequest(url: server.base + "/echo"))
            let second = try await client.perform(CurlRequest(url: server.base + "/echo"))
            let fresh = try await client.perform(CurlRequest(url: server.base + "/echo", mayReuseConnection: false))
            #expect([first, second, fresh].map(\.newConnections) == [1, 0, 1])
            #expect(first.httpVersion == .http1_1)
            #expect(first.primaryIP == "127.0.0.1")
            #expect(first.timings.total > .zero && first.timings.firstByte <= first.timings.total)
        }
    }

    @Test("Without keep-alive every request has its own connection")
    func noKeepAlive() async throws {
        try await TestServer.with { server in
            let client = try CurlClient(CurlConfiguration(keepsAlive: false))
            for _ in 0..<2 {
                #expect(try await client.perform(CurlRequest(url: server.base + "/echo")).newConnections == 1)
            }
        }
    }

    @Test("Transfers above the connection limit wait and all succeed")
    func connectionLimit() async throws {
        try await TestServer.with { server in
            let client = try CurlClient(CurlConfiguration(maximumConnections: 2, maximumConnectionsPerHost: 2))
            let total = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<30 {
                    group.addTask { try await client.perform(CurlRequest(url: server.base + "/echo")).status }
                }
                return try await group.reduce(0, +)
            }
            #expect(total == 30 * 200)
            // Two from the client, one from the `/seen` request.
            #expect(try await Seen(server).connections <= 3)
        }
    }

    @Test("Method, headers and body arrive as given", arguments: ["GET", "POST", "PUT", "PATCH", "DELETE"])
    func message(method: String) async throws {
        try await TestServer.with { server in
            let client = try CurlClient(CurlConfiguration(userAgent: "hub/1"))
            var request = CurlRequest(method, url: server.base + "/echo?a=1", headers: ["X-One": "1", "X-Empty": ""])
            let bare = try Echo(try await client.perform(request))
            #expect(bare.method == method && bare.path == "/echo?a=1" && bare.length == 0)
            #expect(bare.headers["x-one"] == "1" && bare.headers["x-empty"] == "")
            #expect(bare.headers["user-agent"] == "hub/1")
            #expect(bare.headers["content-length"] == (["GET", "DELETE"].contains(method) ? nil : "0"))
            request.body = .bytes(Array("abc".utf8))
            let response = try await client.perform(request)
            let full = try Echo(response)
            #expect(full.method == method && full.length == 3)
            #expect(full.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
            #expect(full.headers["expect"] == nil && full.headers["content-type"] == nil)
            #expect(response.headers["x-TWICE"] == "one")
            #expect(response.headers.values(for: "X-Twice") == ["one", "two"])
        }
    }

    @Test("HEAD gives headers and no body")
    func head() async throws {
        try await TestServer.with { server in
            let client = try CurlClient()
            let request = CurlRequest("HEAD", url: server.base + "/echo", timeout: .seconds(60))
            let response = try await client.perform(request)
            #expect(response.status == 200 && response.body.isEmpty && response.headers["content-length"] != nil)
        }
    }

    @Test("A status of any class is an answer")
    func status() async throws {
        try await TestServer.with { server in
            let client = try CurlClient()
            for code in [400, 401, 404, 409, 429, 500, 503] {
                let response = try await client.perform(CurlRequest(url: server.base + "/status?code=\(code)"))
                #expect(response.status == code && response.headers["retry-after"] == "7")
            }
        }
    }

    @Test("Headers of an interim answer are not headers of the answer")
    func interim() async throws {
        try await TestServer.with { server in
            let response = try await CurlClient().perform(CurlRequest(url: server.base + "/interim"))
            #expect(response.status == 200 && response.headers["X-Interim"] == nil)
            #expect(response.headers["Content-Length"] == "2")
        }
    }

    @Test("A Unix socket takes the place of host and port")
    func unixSocket() async throws {
        try await TestServer.with(.unixSocket) { server in
            let client = try CurlClient(CurlConfiguration(unixSocket: server.socketPath))
            let response = try await client.perform(CurlRequest(url: "http://example.com/echo"))
            #expect(try Echo(response).headers["host"] == "example.com")
            #expect(response.primaryIP == nil)
        }
    }

    @Test("A client without references is released with its connections")
    func release() async throws {
        try await TestServer.with { server in
            weak var observed: CurlClient?
            do {
                let client = try CurlClient()
                observed = client
                _ = try await client.perform(CurlRequest(url: server.base + "/echo"))
            }
            #expect(observed == nil)
        }
    }

    @Test("Shutting down ends running transfers and refuses new ones")
    func shutDown() async throws {
        try await TestServer.with { server in
            let client = try CurlClient()
            let slow = Task { try await client.perform(CurlRequest(url: server.base + "/slow?seconds=30")) }
            while try await !Seen(server).requests.contains("GET /slow") {}
            await client.shutDown()
            let error = await #expect(throws: CurlError.self) { try await slow.value }
            #expect(error?.code == .cancelled && error?.possiblySent == true)
            let later = try await failure(of: CurlRequest(url: server.base + "/echo"), with: client)
            #expect(later.code == .cancelled && !later.possiblySent)
        }
    }
}
