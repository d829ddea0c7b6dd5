import Foundation

/// A record that the simulated server holds.
struct SimulatedRecord: Codable, Hashable, Sendable {
    /// The server's id.
    let id: String
    /// The API that made it: `inform` or `legacy`.
    let api: String
    let organization: String
    /// The user's `uid`.
    let user: String
    /// The path's type, as `measurements` or `biometrics`.
    let type: String
    /// The client's id.
    let logID: String
    /// The record as it was sent.
    var content: JSONValue
}

/// A record that passed its API's checks and is not yet accepted.
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

/// A person known to the simulator; simulation only, no real credentials belong here.
public struct SimulatedUser: Codable, Hashable, Sendable {
    /// The organization's id.
    public let organization: String
    /// The user's id (`uid`).
    public let uid: String
    /// The user's access token.
    public let token: String

    /// Makes a user.
    public init(organization: String, uid: String, token: String) {
        self.organization = organization
        self.uid = uid
        self.token = token
    }

    /// Reads `organization:uid:token`; nil if it has not three parts with content.
    public init?(flag: String) {
        let parts = flag.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.init(organization: parts[0], uid: parts[1], token: parts[2])
    }

    /// The server's id of the user, 24 hex digits, the same at every start.
    public var id: String { ServerID.make(from: "\(organization)/\(uid)") }
}

/// Server ids in the form that the API uses: 24 hex digits.
enum ServerID {
    /// Makes an id from a text (FNV-1a, two rounds); the same text gives the same id.
    static func make(from text: String) -> String {
        let first = hash(text.utf8, start: 0xCBF2_9CE4_8422_2325)
        let second = hash(text.utf8, start: first)
        return padded(first, 16) + padded(second & 0xFFFF_FFFF, 8)
    }

    private static func hash(_ bytes: String.UTF8View, start: UInt64) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func padded(_ value: UInt64, _ width: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// Reading and writing of the times that both APIs use.
enum Instant {
    /// Reads an ISO 8601 time with a zone, with or without fractions of a second.
    static func parse(_ text: String) -> Date? {
        (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }

    /// Writes a time in UTC with whole seconds.
    static func format(_ date: Date) -> String { date.formatted(.iso8601) }

    /// The UTC day, as `2026-02-24`.
    static func day(_ date: Date) -> String { String(format(date).prefix(10)) }

    /// Reads a day as the start of it in UTC.
    static func day(_ text: String) -> Date? {
        text.count == 10 ? parse(text + "T00:00:00Z") : nil
    }
}
