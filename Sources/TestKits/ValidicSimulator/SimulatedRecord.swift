import Foundation
import SimulatedServer

/// A record stored by the simulated server.
struct SimulatedRecord: Codable, Hashable, Sendable {
    /// The server's ID of the record.
    let id: String
    /// The API that created it: `inform` or `legacy`.
    let api: String
    let organization: String
    /// The `uid` of the user.
    let user: String
    /// The type in the path, such as `measurements` or `biometrics`.
    let type: String
    /// The client's ID of the record.
    let logID: String
    /// The record as sent.
    var content: JSONValue
}

/// A valid record that is not yet accepted.
struct RecordDraft: Sendable {
    let api: String
    let user: SimulatedUser
    let type: String
    let logID: String
    let content: JSONValue

    func record(id: String) -> SimulatedRecord {
        SimulatedRecord(
            id: id,
            api: api,
            organization: user.organization,
            user: user.uid,
            type: type,
            logID: logID,
            content: content
        )
    }
}

/// The outcome of a submitted record.
enum Admission: Sendable {
    case created(SimulatedRecord)
    case changed(SimulatedRecord)
    case unchanged(SimulatedRecord)
    case conflict
}

/// A line of the journal: a record, and the act that accepted it.
struct JournalEntry: Codable, Hashable, Sendable {
    let act: Act
    let record: SimulatedRecord
    /// Time of acceptance in milliseconds since 1970; absent in journals of earlier versions.
    let at: Int64?

    /// Creates an entry.
    init(act: Act, record: SimulatedRecord, at: Date = Date()) {
        self.act = act
        self.record = record
        self.at = Int64(at.timeIntervalSince1970 * 1_000)
    }

    /// The effect of an acceptance.
    enum Act: String, Codable, Sendable {
        case create
        case update
        case `repeat`
        case delete
    }
}

/// A person known to the simulator; never use real credentials here.
public struct SimulatedUser: Codable, Hashable, Sendable {
    /// The ID of the organization.
    public let organization: String
    /// The ID of the user (`uid`).
    public let uid: String
    /// The access token of the user.
    public let token: String

    /// Creates a user.
    public init(organization: String, uid: String, token: String) {
        self.organization = organization
        self.uid = uid
        self.token = token
    }

    /// Parses `organization:uid:token`; nil unless it has three non-empty parts.
    public init?(flag: String) {
        let parts = flag.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.init(organization: parts[0], uid: parts[1], token: parts[2])
    }

    /// The server's ID of the user: 24 hex digits, the same at every start.
    public var id: String { ServerID.make(from: "\(organization)/\(uid)") }
}

/// Server IDs in the format of the API: 24 hex digits.
enum ServerID {
    /// Derives an ID from a text (FNV-1a, two rounds); equal texts give equal IDs.
    static func make(from text: String) -> String {
        let first = hash(text.utf8, start: 0xCBF2_9CE4_8422_2325)
        let second = hash(text.utf8, start: first)
        return padded(first, width: 16) + padded(second & 0xFFFF_FFFF, width: 8)
    }

    private static func hash(_ bytes: String.UTF8View, start: UInt64) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func padded(_ value: UInt64, width: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// Parses and formats the times of both APIs.
enum Instant {
    /// Parses an ISO 8601 time with a zone, with or without fractional seconds.
    static func parse(_ text: String) -> Date? {
        (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }

    /// Formats a time in UTC with whole seconds.
    static func format(_ date: Date) -> String { date.formatted(.iso8601) }

    /// Formats the UTC day, as `2026-02-24`.
    static func day(_ date: Date) -> String { String(format(date).prefix(10)) }

    /// Parses a day to its start in UTC.
    static func day(_ text: String) -> Date? {
        text.count == 10 ? parse(text + "T00:00:00Z") : nil
    }
}
