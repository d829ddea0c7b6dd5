/// What the doctor found at one place, with the way out where something is wrong.
package struct Finding: Codable, Sendable, Hashable {
    /// How it stands.
    package enum Status: String, Codable, Sendable {
        case ok
        case warning
        case wrong
    }

    /// What was looked at, for example `broker`.
    package let check: String
    /// How it stands.
    package let status: Status
    /// What was found, in plain words.
    package let words: String
    /// What to do about it; nil when all is well.
    package let wayOut: String?

    /// Makes a finding.
    package init(_ check: String, _ status: Status, _ words: String, wayOut: String? = nil) {
        self.check = check
        self.status = status
        self.words = words
        self.wayOut = wayOut
    }

    /// The finding as lines for people.
    var lines: [String] {
        let mark =
            switch status {
            case .ok: "ok      "
            case .warning: "warning "
            case .wrong: "wrong   "
            }
        return ["\(mark)\(check): \(EventLine.plain(words))"] + (wayOut.map { ["          -> \($0)"] } ?? [])
    }
}
