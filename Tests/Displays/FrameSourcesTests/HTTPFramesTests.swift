import Curl
import FrameSources
import TestSupport
import Testing

@Suite("Frames over HTTP", .serialized)
struct HTTPFramesTests {
    private func number(_ frame: Frame) -> Int? {
        guard case .encoded(let bytes) = frame.content, bytes.starts(with: [0xFF, 0xD8]),
            bytes.suffix(2) == [0xFF, 0xD9]
        else { return nil }
        return Int(String(decoding: bytes.dropFirst(10).prefix { (0x30...0x39).contains($0) }, as: UTF8.self))
    }

    @Test(
        "A stream's pictures arrive whole and in order, and the last is never dropped",
        arguments: ["/plain", "/told", "/dashes"]
    )
    func pictures(path: String) async throws {
        try await CameraServer.with { base in
            let frames = Frames.http(base + path, client: try CurlClient())
            var numbers: [Int] = []
            for try await frame in frames {
                #expect(number(frame) == frame.number)
                numbers.append(frame.number)
            }
            #expect(numbers.last == 4 && numbers == numbers.sorted())
            #expect(numbers.count + frames.dropped.count == 5)
        }
    }

    @Test("An endless stream is released when its reader has enough")
    func endless() async throws {
        try await CameraServer.with { base in
            let client = try CurlClient(CurlConfiguration(maximumConnections: 1, maximumConnectionsPerHost: 1))
            var count = 0
            for try await frame in Frames.http(base + "/endless", client: client) {
                #expect(number(frame) == frame.number)
                count += 1
                if count == 20 { break }
            }
            #expect(count == 20)
            #expect(try await client.perform(CurlRequest(url: base + "/text")).status == 200)
        }
    }

    @Test(
        "Failures are distinguished",
        arguments: [
            ("/status?code=401", .denied), ("/status?code=404", .missing), ("/status?code=503", .busy),
            ("/status?code=500", .broken), ("/text", .unsupported),
        ] as [(String, FrameSourceError.Code)]
    )
    func failures(path: String, code: FrameSourceError.Code) async throws {
        try await CameraServer.with { base in
            let error = await #expect(throws: FrameSourceError.self) {
                for try await _ in Frames.http(base + path, client: try CurlClient()) {}
            }
            #expect(error?.code == code)
        }
    }

    @Test("An absent camera is missing; a part above the limit breaks the stream")
    func others() async throws {
        let missing = await #expect(throws: FrameSourceError.self) {
            for try await _ in Frames.http("http://127.0.0.1:1/", client: try CurlClient()) {}
        }
        #expect(missing?.code == .missing)
        try await CameraServer.with { base in
            var limits = MultipartLimits()
            limits.body = 100
            let small = limits
            let error = await #expect(throws: FrameSourceError.self) {
                for try await _ in Frames.http(base + "/told", client: try CurlClient(), limits: small) {}
            }
            #expect(error?.code == .broken)
        }
    }
}
