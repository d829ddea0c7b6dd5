import DeviceCodecs
import Foundation
import Testing
import VitalRecords

/// Frames from public reports, read wrongly or correctly there, each with the value on the display.
@Suite struct PublicCaseTests {
    struct Case: Decodable, CustomTestStringConvertible {
        let id: String
        let char: String?
        let hex: String?
        let expected: JSONValue

        var testDescription: String { "\(id) \(hex ?? "")" }
    }

    private static let file: URL? = {
        let path = "fixtures/cases/bluetooth/cases.json"
        return Vector.sharedFile?.deletingLastPathComponent().deletingLastPathComponent().appending(path: path)
    }()

    private static func own() throws -> [Case] {
        let url = try #require(Bundle.module.url(forResource: "cases", withExtension: "json", subdirectory: "Fixtures"))
        return try JSONDecoder().decode([Case].self, from: Data(contentsOf: url))
    }

    @Test(.enabled(if: Vector.sharedFile != nil, "the shared cases are not on this machine"))
    func everySharedFrameIsWhatItsDisplaySaid() throws {
        let all = try JSONDecoder().decode([Case].self, from: Data(contentsOf: #require(Self.file)))
        let frames = all.filter { $0.hex != nil }
        #expect(frames.count >= 13)
        for frame in frames { try check(frame) }
    }

    @Test func everyOwnFrameIsWhatItsDisplaySays() throws {
        for frame in try Self.own() { try check(frame) }
    }

    private func check(_ frame: Case) throws {
        let (characteristic, hex) = (try #require(frame.char), try #require(frame.hex))
        let decoded = try Vector(characteristic: characteristic, hex: hex, expected: [:]).decoded()
        guard case .object(let expected) = frame.expected else { throw QuirkCase.Unexpected() }
        for (field, value) in expected {
            switch (field, value) {
            case ("result", .null): #expect(decoded["usable"] == .bool(false), "\(frame.testDescription)")
            case ("result", .text("empty slot")):
                #expect(
                    decoded["empty"] == .bool(true) && decoded["usable"] == .bool(false),
                    "\(frame.testDescription)"
                )
            // The frame is refused, or gives exactly the numbers that a person read from it.
            case ("result", .text), ("error", _): #expect(decoded["error"] != nil, "\(frame.testDescription)")
            default: #expect(decoded[field] == value, "\(frame.testDescription) \(field)")
            }
        }
    }
}
