internal import DeviceCodecs
internal import Foundation

/// The three values that identify a reading of the fixed scenario.
package struct Triple: Hashable, Sendable {
    package let systolic: Double
    package let diastolic: Double
    package let pulse: Double

    private struct Fields: Decodable {
        let systolic: Double
        let diastolic: Double
        let pulse: Double
    }

    private struct Entry: Decodable {
        struct Record: Decodable { let content: Content }
        struct Content: Decodable { let metrics: [Metric]? }
        struct Metric: Decodable {
            let type: String
            let value: Double?
        }
        let record: Record
    }

    /// Decodes a frame; nil if it lacks one of the values.
    package init?(frame: [UInt8]) {
        guard let decoded = try? CharacteristicDecoder.decode(characteristic: "2A35", bytes: frame),
            let fields = try? JSONDecoder().decode(Fields.self, from: Data(decoded.json.utf8))
        else { return nil }
        self.init(systolic: fields.systolic, diastolic: fields.diastolic, pulse: fields.pulse)
    }

    /// Reads a line of the server's journal; nil if it lacks one of the values.
    package init?(journal line: Substring) {
        guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(line.utf8)) else { return nil }
        let metrics = Dictionary((entry.record.content.metrics ?? []).map { ($0.type, $0.value) }) { $1 }
        guard let systolic = metrics["systolic"] ?? nil, let diastolic = metrics["diastolic"] ?? nil,
            let pulse = metrics["pulse"] ?? nil
        else { return nil }
        self.init(systolic: systolic, diastolic: diastolic, pulse: pulse)
    }

    /// Creates a triple from its values.
    package init(systolic: Double, diastolic: Double, pulse: Double) {
        self.systolic = systolic
        self.diastolic = diastolic
        self.pulse = pulse
    }

    /// Counts the measured frames whose values are missing at the server.
    ///
    /// A frame that cannot be decoded counts as lost.
    package static func lost(measured: [[UInt8]], journal: String) -> Int {
        let there = Set(journal.split(separator: "\n").compactMap { Triple(journal: $0) })
        return measured.count { frame in Triple(frame: frame).map { !there.contains($0) } ?? true }
    }
}
