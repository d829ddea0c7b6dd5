import Curl
import Foundation
import Testing

@Suite(.serialized)
struct CurlStreamTests {
    @Test("A body larger than the buffer is read while it arrives")
    func large() async throws {
        try await TestServer.with { server in
            let stream = try await CurlClient().stream(CurlRequest(url: server.base + "/big?bytes=20000000"))
            #expect(stream.status == 200)
            var count = 0
            for try await bytes in stream {
                #expect(!bytes.isEmpty && bytes.count <= 300_000 && bytes.allSatisfy { $0 == 0x78 })
                count += bytes.count
                await Task.yield()
            }
            #expect(count == 20_000_000)
        }
    }

    @Test("The head arrives before the body's end, and a stream outlives the request's timeout")
    func early() async throws {
        try await TestServer.with { server in
            let request = CurlRequest(url: server.base + "/drip", timeout: .seconds(3))
            let stream = try await CurlClient().stream(request)
            #expect(stream.status == 200 && stream.headers["content-length"] == "1000")
            let start = ContinuousClock.now
            var count = 0
            for try await bytes in stream {
                count += bytes.count
                if start.duration(to: .now) > .seconds(4) { break }
            }
            #expect(count >= 5 && count < 1_000)
        }
    }

    @Test("An answer whose head does not arrive in time fails")
    func late() async throws {
        try await TestServer.with { server in
            let request = CurlRequest(url: server.base + "/slow?seconds=30", timeout: .seconds(3))
            let error = await #expect(throws: CurlError.self) { try await CurlClient().stream(request) }
            #expect(error?.code == .timedOut && error?.possiblySent == true)
        }
    }

    @Test("A body that breaks off delivers its first part and then fails, and an interim answer is skipped")
    func broken() async throws {
        try await TestServer.with { server in
            let client = try CurlClient()
            let stream = try await client.stream(CurlRequest(url: server.base + "/half"))
            #expect(stream.status == 201)
            var text = ""
            let error = await #expect(throws: CurlError.self) {
                for try await bytes in stream { text += String(decoding: bytes, as: UTF8.self) }
            }
            #expect(error?.code == .connectionClosed && text == #"{"id":"5f"#)
            let interim = try await client.stream(CurlRequest(url: server.base + "/interim"))
            #expect(interim.status == 200 && interim.headers["x-interim"] == nil)
            let error404 = try await client.stream(CurlRequest(url: server.base + "/none"))
            #expect(error404.status == 404)
        }
    }

    @Test("Cancelling the reader ends the transfer, and so does releasing the stream")
    func cancel() async throws {
        try await TestServer.with { server in
            let client = try CurlClient(CurlConfiguration(maximumConnections: 1, maximumConnectionsPerHost: 1))
            let task = Task {
                for try await _ in try await client.stream(CurlRequest(url: server.base + "/drip")) {}
            }
            while try await !Seen(server).requests.contains("GET /drip") {}
            task.cancel()
            let error = await #expect(throws: CurlError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            do { _ = try await client.stream(CurlRequest(url: server.base + "/drip")) }
            // The only connection is free again.
            #expect(try await client.perform(CurlRequest(url: server.base + "/echo")).status == 200)
        }
    }

    @Test("A stream of an invalid request is refused, and no client takes one after it has shut down")
    func refused() async throws {
        let client = try CurlClient()
        let invalid = await #expect(throws: CurlError.self) {
            try await client.stream(CurlRequest(url: "ftp://127.0.0.1/"))
        }
        #expect(invalid?.code == .invalidRequest)
        let closed = await #expect(throws: CurlError.self) {
            try await client.stream(CurlRequest(url: "http://127.0.0.1:1/"))
        }
        #expect(closed?.code == .couldNotConnect)
        await client.shutDown()
        let late = await #expect(throws: CurlError.self) {
            try await client.stream(CurlRequest(url: "http://127.0.0.1:1/"))
        }
        #expect(late?.code == .cancelled)
    }
}
