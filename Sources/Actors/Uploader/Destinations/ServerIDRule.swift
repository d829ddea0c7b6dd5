internal import MessageBus

/// Which of a server's ids are stored and reported: they appear in ledgers, on the bus, in paths and on terminals.
enum ServerIDRule {
    /// The longest id, in bytes.
    static let limit = 256

    /// Whether an id is short enough and has no control characters (Unicode Cc: C0, DEL and C1).
    static func allows(_ id: String) -> Bool {
        id.utf8.count <= limit && id.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

extension JSONValue {
    /// The text of a server's id; nil for anything else, also for one that cannot be kept.
    var serverID: String? { text.flatMap { ServerIDRule.allows($0) ? $0 : nil } }
}
