import FrameSources
import SeededRandom
import Testing

@Suite("Multipart streams")
struct MultipartSplitterTests {
    /// A camera's way to write its stream.
    struct Dialect: Sendable, CustomStringConvertible {
        let boundary: String
        let delimiter: String
        let tellsLength: Bool
        let lineEnd: String

        var description: String { "\(boundary) as \(delimiter), length \(tellsLength), line end \(lineEnd.utf8.count)" }

        func stream(_ bodies: [[UInt8]]) -> [UInt8] {
            var bytes = Array("preamble\(lineEnd)".utf8)
            for body in bodies {
                bytes += "\(delimiter)\(lineEnd)Content-Type: image/jpeg\(lineEnd)".utf8
                if tellsLength { bytes += "Content-Length: \(body.count)\(lineEnd)".utf8 }
                bytes += lineEnd.utf8
                bytes += body
                bytes += lineEnd.utf8
            }
            return bytes + "\(delimiter)--\(lineEnd)epilogue".utf8
        }
    }

    static let names = [("frame", "--frame"), ("--frame", "--frame"), ("--frame", "----frame"), ("frame", "frame")]
    static let dialects: [Dialect] = names.flatMap { names in
        [true, false].flatMap { tells in
            ["\r\n", "\n"].map {
                Dialect(boundary: names.0, delimiter: names.1, tellsLength: tells, lineEnd: $0)
            }
        }
    }

    /// Bodies like those of pictures: any bytes, including line ends and dashes.
    private func bodies(_ random: inout SplitMix64) -> [[UInt8]] {
        (0..<6).map { _ in
            let count = Int.random(in: 1...300, using: &random)
            let bytes: [UInt8] = (0..<count).map { _ in
                let isSpecial = UInt8.random(in: 0..<4, using: &random) == 0
                guard isSpecial else { return .random(in: 0...255, using: &random) }
                return [0x0A, 0x0D, 0x2D, 0x66].randomElement(using: &random) ?? 0
            }
            // Without a length, a line end before the delimiter is indistinguishable from the body's own.
            return bytes + [0xD9]
        }
    }

    @Test("Parts arrive whole, however the bytes are split", arguments: dialects)
    func cut(dialect: Dialect) throws {
        for seed in 0..<40 {
            var random = SplitMix64(seed: UInt64(seed))
            let bodies = bodies(&random)
            let stream = dialect.stream(bodies)
            var splitter = try MultipartSplitter(boundary: dialect.boundary)
            var parts: [MultipartPart] = []
            var place = 0
            while place < stream.count {
                let step = seed == 0 ? 1 : Int.random(in: 1...120, using: &random)
                parts += try splitter.take(stream[place..<min(place + step, stream.count)])
                place += step
            }
            #expect(parts.map(\.body) == bodies)
            #expect(parts.allSatisfy { $0.headers["content-type"] == "image/jpeg" })
            #expect(splitter.isEnded && splitter.heldBytes == 0)
            #expect(try splitter.take(stream).isEmpty)
        }
    }

    @Test("A part with a length is complete with its last byte, before the next delimiter")
    func early() throws {
        var splitter = try MultipartSplitter(boundary: "b")
        #expect(try splitter.take(Array("--b\r\nContent-Length: 3\r\n\r\nab".utf8)).isEmpty)
        #expect(try splitter.take(Array("c".utf8)).map(\.body) == [Array("abc".utf8)])
    }

    @Test("A length that is too short loses no later part")
    func wrongLength() throws {
        var splitter = try MultipartSplitter(boundary: "b")
        let parts = try splitter.take(
            Array("--b\r\nContent-Length: 2\r\n\r\nabcd\r\n--b\r\nContent-Length: 1\r\n\r\ne\r\n--b--".utf8)
        )
        #expect(parts.map(\.body) == [Array("ab".utf8), Array("e".utf8)])
    }

    @Test("Limits apply to headers, parts and the bytes between parts")
    func limits() throws {
        var limits = MultipartLimits()
        (limits.headers, limits.body, limits.between) = (200, 1000, 500)
        let filler = [UInt8](repeating: 0x41, count: 5000)
        let cases: [(String, MultipartError)] = [
            ("", .noDelimiter), ("--b\r\nX: ", .headersTooLong), ("--b\r\n\r\n", .partTooLong),
            ("--b\r\nContent-Length: 1001\r\n\r\n", .partTooLong),
        ]
        for (start, error) in cases {
            var splitter = try MultipartSplitter(boundary: "b", limits: limits)
            #expect(throws: error) {
                _ = try splitter.take(Array(start.utf8))
                for byte in filler {
                    _ = try splitter.take([byte])
                    #expect(splitter.heldBytes <= 2000)
                }
            }
        }
    }

    @Test(
        "Unusable boundaries are refused",
        arguments: ["", "-", "----", "a\nb", "end ", "é"]
    )
    func boundary(text: String) {
        #expect(throws: MultipartError.badBoundary) { try MultipartSplitter(boundary: text) }
    }

    @Test("Noise does no harm: memory stays bounded")
    func noise() throws {
        for seed in 0..<200 {
            var random = SplitMix64(seed: UInt64(seed), stream: 3)
            var limits = MultipartLimits()
            (limits.headers, limits.body, limits.between) = (100, 400, 300)
            var splitter = try MultipartSplitter(boundary: "b", limits: limits)
            let words = [
                "--b", "\r\n", "b--", "Content-Length: ", "7", "-1", "99999999999999999999", ":", "-", "\n", "x",
                "\r\n\r\n",
            ]
            for _ in 0..<300 {
                // After a failure a splitter may do anything but trap.
                _ = try? splitter.take(Array((words.randomElement(using: &random) ?? "").utf8))
                #expect(splitter.heldBytes <= 8000)
            }
        }
    }
}
