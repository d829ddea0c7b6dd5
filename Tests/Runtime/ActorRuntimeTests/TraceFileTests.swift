import BusContract
import Foundation
import MessageBus
import TestSupport
import Testing

@testable import ActorRuntime

/// Spans in a file, in the format that OpenTelemetry collectors read.
@Suite struct TraceFileTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func aSpanIsALineOfOTLP() throws {
        let folder = try TemporaryFolder()
        let address = try BusAddress(site: "s", hub: "room-1", actor: "device-reader", instance: "main")
        let file = TraceFile("\(folder.path)/t", address: address, version: "1.2.3")
        let trace = ReadingTrace("a-reading")
        file.record(trace.span(.handOver, from: Self.start, to: Self.start + 0.25))
        file.record(trace.span(.post, from: Self.start, to: Self.start + 1, attributes: ["a": "b"], hasFailed: true))
        let lines = try String(contentsOfFile: "\(folder.path)/t", encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 2)
        let (root, below) = (try #require(Self.span(lines[0])), try #require(Self.span(lines[1])))
        #expect(root["traceId"] as? String == below["traceId"] as? String)
        #expect((root["traceId"] as? String)?.count == 32 && (root["spanId"] as? String)?.count == 16)
        #expect(root["parentSpanId"] == nil && below["parentSpanId"] as? String == root["spanId"] as? String)
        #expect(below["spanId"] as? String != root["spanId"] as? String)
        #expect(root["startTimeUnixNano"] as? String == "1800000000000000000")
        #expect(root["endTimeUnixNano"] as? String == "1800000000250000000")
        #expect((below["status"] as? [String: Int]) == ["code": 2] && (below["kind"] as? Int) == 3)
        #expect(lines[1].contains(#"{"key":"a","value":{"stringValue":"b"}}"#))
        #expect(lines[0].contains(#""service.name","value":{"stringValue":"vitalbus.device-reader"}"#))
    }

    /// The trace id is the same in another start or process, and differs for another reading.
    @Test func theTraceFollowsFromTheReading() {
        let first = ReadingTrace("k").span(.handOver, from: Self.start, to: Self.start)
        #expect(first.traceID == ReadingTrace("k").span(.take, from: Self.start, to: Self.start).traceID)
        #expect(first.traceID != ReadingTrace("l").span(.take, from: Self.start, to: Self.start).traceID)
        #expect(TraceParent("00-\(first.traceID)-\(first.spanID)-01") != nil, "ids as a traceparent has them")
    }

    @Test func theFileIsBounded() throws {
        let folder = try TemporaryFolder()
        let file = LogFile("\(folder.path)/t", limit: 1_000)
        for number in 0..<100 { file.append(Array("line \(number) with some more words in it\n".utf8)) }
        for name in ["t", "t.1"] {
            let size = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")[.size] as? Int
            #expect((1...1_000).contains(size ?? 0))
        }
    }

    private static func span(_ line: Substring) -> [String: Any]? {
        let request = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let resource = (request?["resourceSpans"] as? [[String: Any]])?.first
        let scope = (resource?["scopeSpans"] as? [[String: Any]])?.first
        return (scope?["spans"] as? [[String: Any]])?.first
    }
}
