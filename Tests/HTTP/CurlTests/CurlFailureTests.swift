import Curl
import Foundation
import Testing

@Suite(.serialized)
struct CurlFailureTests {
    @Test("A request with a refused connection was not sent")
    func refused() async throws {
        let error = try await failure(of: CurlRequest(url: "http://127.0.0.1:1/"), with: CurlClient())
        #expect(error.code == .couldNotConnect && error.isRetriable && !error.possiblySent)
        #expect(error.curlCode == 7 && error.systemError == ECONNREFUSED)
    }

    @Test("A request to an unknown host was not sent")
    func unresolved() async throws {
        let error = try await failure(of: CurlRequest(url: "http://host.invalid/"), with: CurlClient())
        #expect(error.code == .couldNotResolve && error.isRetriable && !error.possiblySent)
    }

    @Test("A slow answer runs into the total timeout")
    func totalTimeout() async throws {
        try await TestServer.with { server in
            let client = try CurlClient()
            let request = CurlRequest("POST", url: server.base + "/slow?seconds=30", timeout: .seconds(3))
            let error = try await failure(of: request, with: client)
            #expect(error.code == .timedOut && error.isRetriable && error.possiblySent)
        }
    }

    @Test("An answer that trickles in runs into the low-speed limit")
    func lowSpeed() async throws {
        try await TestServer.with { server in
            let limit = CurlLowSpeedLimit(bytesPerSecond: 1000, period: .seconds(3))
            let request = CurlRequest(url: server.base + "/drip", timeout: .seconds(30), lowSpeedLimit: limit)
            let error = try await failure(of: request, with: CurlClient())
            #expect(error.code == .timedOut && error.possiblySent && error.responseStatus == 200)
        }
    }

    @Test("Cancelling the task ends the transfer")
    func cancel() async throws {
        try await TestServer.with { server in
            let client = try CurlClient()
            let task = Task { try await client.perform(CurlRequest(url: server.base + "/slow?seconds=30")) }
            while try await !Seen(server).requests.contains("GET /slow") {}
            task.cancel()
            let error = await #expect(throws: CurlError.self) { try await task.value }
            #expect(error?.code == .cancelled && error?.possiblySent == true && error?.isRetriable == false)
            #expect(try await client.perform(CurlRequest(url: server.base + "/echo")).status == 200)
        }
    }

    @Test("A task that was cancelled before sends nothing")
    func cancelledBefore() async throws {
        try await TestServer.with { server in
            let client = try CurlClient()
            let task = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await client.perform(CurlRequest(url: server.base + "/echo"))
            }
            let error = await #expect(throws: CurlError.self) { try await task.value }
            #expect(error?.code == .cancelled && error?.possiblySent == false)
            #expect(try await Seen(server).requests == ["GET /seen"])
        }
    }

    @Test("An answer above the limit is cut off", arguments: ["&length=1", ""])
    func tooLarge(length: String) async throws {
        try await TestServer.with { server in
            let url = server.base + "/big?bytes=50000000\(length)"
            let error = try await failure(of: CurlRequest(url: url, maximumResponseBytes: 100_000), with: CurlClient())
            #expect(error.code == .responseTooLarge && error.responseStatus == 200)
            #expect(error.possiblySent && !error.isRetriable)
        }
    }

    @Test("An answer of exactly the limit is accepted, one byte more is not")
    func exactLimit() async throws {
        try await TestServer.with { server in
            let request = CurlRequest(url: server.base + "/big?bytes=1000", maximumResponseBytes: 1000)
            let client = try CurlClient()
            let response = try await client.perform(request)
            #expect(response.body.count == 1000)
            let more = CurlRequest(url: server.base + "/big?bytes=1001", maximumResponseBytes: 1000)
            let error = try await failure(of: more, with: client)
            #expect(error.code == .responseTooLarge)
        }
    }

    @Test("Headers without end are cut off")
    func headersTooLarge() async throws {
        try await TestServer.with { server in
            let error = try await failure(of: CurlRequest(url: server.base + "/headers"), with: CurlClient())
            #expect(error.code == .responseTooLarge)
        }
    }

    @Test(
        "A server that breaks off leaves the outcome open",
        arguments: [
            ("/reset", CurlErrorCode.connectionClosed, nil), ("/half", .connectionClosed, 201),
            ("/garbage", .protocolError, nil),
        ] as [(String, CurlErrorCode, Int?)]
    )
    func brokenOff(path: String, code: CurlErrorCode, status: Int?) async throws {
        try await TestServer.with { server in
            let request = CurlRequest("POST", url: server.base + path, body: .bytes([1, 2, 3]))
            let error = try await failure(of: request, with: CurlClient())
            #expect(error.code == code && error.possiblySent && error.isRetriable && error.responseStatus == status)
        }
    }

    @Test("A kept connection that died is replaced, and the request may have arrived twice")
    func resent() async throws {
        try await TestServer.with { server in
            let client = try CurlClient()
            _ = try await client.perform(CurlRequest(url: server.base + "/vanish"))
            let request = CurlRequest("POST", url: server.base + "/echo", body: .bytes([1]))
            let response = try await client.perform(request)
            #expect(response.status == 200 && response.newConnections == 1 && response.sendAttempts == 2)
            let fresh = try await client.perform(CurlRequest(url: server.base + "/echo", mayReuseConnection: false))
            #expect(fresh.sendAttempts == 1)
        }
    }

    @Test("Possibly sent stays true when the second connection fails")
    func resentInVain() async throws {
        try await TestServer.with { server in
            let client = try CurlClient()
            _ = try await client.perform(CurlRequest(url: server.base + "/last"))
            let request = CurlRequest("POST", url: server.base + "/echo", body: .bytes([1]))
            let error = try await failure(of: request, with: client)
            #expect(error.code == .couldNotConnect && error.possiblySent, "\(error)")
        }
    }
}
