import Curl
import Foundation
import Testing

@Suite(.serialized)
struct CurlUploadTests {
    @Test("A file is sent whole, and a second time from its start")
    func file() async throws {
        try await TestServer.with { server in
            let path = server.folder.appending(path: "body").path
            try Data(repeating: 0x61, count: 3_000_000).write(to: URL(filePath: path))
            let client = try CurlClient()
            let request = CurlRequest("PUT", url: server.base + "/echo", body: .file(path: path))
            let first = try Echo(try await client.perform(request))
            let second = try Echo(try await client.perform(request))
            let inMemory = try Echo(
                try await client.perform(
                    CurlRequest(
                        "PUT",
                        url: server.base + "/echo",
                        body: .bytes([UInt8](repeating: 0x61, count: 3_000_000))
                    )
                )
            )
            #expect(first.length == 3_000_000 && first.sha256 == second.sha256 && first.sha256 == inMemory.sha256)
        }
    }

    @Test("A missing file or a folder fails before anything is sent", arguments: ["/nonexistent/file", "/tmp"])
    func unreadableFile(path: String) async throws {
        let request = CurlRequest("PUT", url: "http://127.0.0.1:1/", body: .file(path: path))
        let error = try await failure(of: request, with: CurlClient())
        #expect(error.code == .bodyUnreadable && !error.possiblySent && !error.isRetriable)
        #expect(!error.message.contains(path))
    }

    @Test("A stream is sent while it is produced", arguments: [true, false])
    func stream(tellsLength: Bool) async throws {
        try await TestServer.with { server in
            let chunks = Chunks(count: 40, size: 50_000)
            let body = CurlBody.stream(chunks, length: tellsLength ? 2_000_000 : nil)
            let response = try await CurlClient().perform(CurlRequest("POST", url: server.base + "/echo", body: body))
            let echo = try Echo(response)
            #expect(echo.length == 2_000_000)
            #expect(echo.headers["content-length"] == (tellsLength ? "2000000" : nil))
            let whole = try Echo(
                try await CurlClient().perform(
                    CurlRequest("POST", url: server.base + "/echo", body: .bytes(chunks.whole))
                )
            )
            #expect(echo.sha256 == whole.sha256)
        }
    }

    @Test(
        "A stream that fails, or is too short or too long, fails the transfer",
        arguments: [(5, 0), (nil, 1), (nil, -1)]
    )
    func badStream(failsAt: Int?, surplus: Int) async throws {
        try await TestServer.with { server in
            let body = CurlBody.stream(Chunks(count: 10, size: 1000, failsAt: failsAt), length: 10_000 + surplus)
            let request = CurlRequest("POST", url: server.base + "/echo", body: body)
            let error = try await failure(of: request, with: CurlClient())
            #expect(error.code == .bodyUnreadable && error.possiblySent)
        }
    }

    @Test("A stream is no longer read after its transfer fails")
    func abandonedStream() async throws {
        try await TestServer.with { server in
            let body = CurlBody.stream(Chunks(count: 1_000_000, size: 10_000), length: nil)
            let request = CurlRequest("POST", url: server.base + "/reset-early", body: body)
            let error = try await failure(of: request, with: CurlClient())
            #expect(error.code == .connectionClosed && error.possiblySent)
        }
    }
}
