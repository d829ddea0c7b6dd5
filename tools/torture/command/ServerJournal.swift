import Foundation
import MessageBus

/// What the simulated server wrote down as accepted.
struct ServerJournal: Sendable {
    /// One person's record.
    struct Name: Hashable, Sendable {
        let user: String
        let logID: String
    }

    /// A glucose value that the server has.
    struct Glucose: Hashable, Sendable {
        let value: Double
        /// When it was measured, in milliseconds since 1970; nil where the record does not say it.
        let time: Int64?
    }

    /// A blood pressure that the server has, in mm[Hg].
    struct Pressure: Hashable, Sendable {
        let systolic: Int
        let diastolic: Int
    }

    private struct Line: Decodable {
        struct Record: Decodable {
            let user: String
            let logID: String
            let type: String?
            let content: Content?

            private enum CodingKeys: CodingKey { case user, logID, type, content }

            init(from decoder: any Decoder) throws {
                let box = try decoder.container(keyedBy: CodingKeys.self)
                user = try box.decode(String.self, forKey: .user)
                logID = try box.decode(String.self, forKey: .logID)
                type = try box.decodeIfPresent(String.self, forKey: .type)
                // Records of other kinds count, too, whatever they hold.
                content = try? box.decode(Content.self, forKey: .content)
            }
        }
        struct Content: Decodable {
            let metrics: [Metric]?
            let startTime: String?
            let recordLogID: String?

            private enum CodingKeys: String, CodingKey {
                case metrics
                case recordLogID = "log_id"
                case startTime = "start_time"
            }
        }
        struct Metric: Decodable {
            let type: String
            let value: Double?
        }
        let act: String
        let record: Record
        let at: Int64
    }

    /// When each was accepted first, in milliseconds since 1970.
    private(set) var accepted: [Name: Int64] = [:]
    /// The glucose values that are there now.
    private(set) var glucose: [Name: Glucose] = [:]
    /// The blood pressures that are there now.
    private(set) var pressures: [Name: Pressure] = [:]
    /// How many pictures each record has.
    private(set) var images: [Name: Int] = [:]
    /// How many records were made beyond the first of a name.
    private(set) var duplicates = 0

    /// Reads the journal; its last line may be unfinished while the server runs.
    init(_ content: Data) {
        let decoder = JSONDecoder()
        for text in content.split(separator: 0x0A) {
            guard let line = try? decoder.decode(Line.self, from: text) else { continue }
            let name = Name(user: line.record.user, logID: line.record.logID)
            if line.record.type == "media" {
                noteImage(line)
                continue
            }
            if let pressure = Self.pressure(line.record.content) { pressures[name] = pressure }
            if let value = Self.glucose(line.record.content) { glucose[name] = value }
            if line.act == "delete" { (glucose[name], pressures[name]) = (nil, nil) }
            guard line.act == "create" else { continue }
            if accepted[name] == nil { accepted[name] = line.at } else { duplicates += 1 }
        }
    }

    private mutating func noteImage(_ line: Line) {
        guard line.act == "create", let record = line.record.content?.recordLogID else { return }
        images[Name(user: line.record.user, logID: record), default: 0] += 1
    }

    private static func pressure(_ content: Line.Content?) -> Pressure? {
        func value(_ type: String) -> Int? { content?.metrics?.first { $0.type == type }?.value.map { Int($0) } }
        guard let systolic = value("systolic"), let diastolic = value("diastolic") else { return nil }
        return Pressure(systolic: systolic, diastolic: diastolic)
    }

    private static func glucose(_ content: Line.Content?) -> Glucose? {
        guard let content, let value = content.metrics?.first(where: { $0.type == "blood_glucose" })?.value else {
            return nil
        }
        let time = content.startTime.flatMap(WireJSON.time).map { Int64(($0.timeIntervalSince1970 * 1_000).rounded()) }
        return Glucose(value: value, time: time)
    }
}
