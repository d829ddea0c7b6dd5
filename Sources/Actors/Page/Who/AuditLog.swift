internal import ActorRuntime
internal import FoundationEssentials
internal import MessageBus

/// Logs who saw and changed what, one JSON line each, never with a value.
struct AuditLog: Sendable {
    /// The size in bytes at which the file is rotated to `audit.jsonl.1`.
    private static let limit = 8 << 20

    private struct Line: Encodable {
        let time: Date
        let who: String
        let role: String
        let what: String
        let seat: String?
        let about: String?
    }

    private let file: LogFile

    init(_ path: String) throws {
        file = LogFile(path, limit: Self.limit)
    }

    /// Writes a line.
    ///
    /// - Parameters:
    ///   - what: The operation, or the page viewed.
    ///   - about: The id of the record or reading.
    func note(_ session: PageSession, what: String, seat: String? = nil, about: String? = nil, at time: Date) {
        let line = Line(
            time: time,
            who: session.name.isEmpty ? "this machine" : session.name,
            role: session.rights.role.rawValue,
            what: what,
            seat: seat,
            about: about
        )
        // Absent is nil: a dictionary of strings always encodes.
        guard let bytes = try? WireJSON.encode(line) else { return }
        file.append(Array(bytes) + [0x0A])
    }
}
