package import Foundation

/// The doctor's finding about one subject, with a remedy if something is wrong.
package struct Finding: Codable, Sendable, Hashable {
    /// The severity of the finding.
    package enum Status: String, Codable, Sendable {
        case ok
        case warning
        case wrong
    }

    /// More rows or findings of a kind than this, if all are well, become one line.
    package static let listed = 20

    /// The subject, for example `broker`.
    package let check: String
    /// The severity.
    package let status: Status
    /// The finding in plain words.
    package let words: String
    /// The remedy; nil if all is well.
    package let wayOut: String?
    /// The finding's kind, for display in another language; not part of the JSON.
    package var kind: Kind?

    /// Makes a finding.
    package init(_ check: String, status: Status, words: String, wayOut: String? = nil, kind: Kind? = nil) {
        self.check = check
        self.status = status
        self.words = words
        self.wayOut = wayOut
        self.kind = kind
    }

    /// A finding's kind and remedy, for display in another language.
    package struct Kind: Sendable, Hashable {
        /// One word, as `hubSilent`.
        package let name: String
        /// The values in its sentence, such as the hub's name.
        package let parts: [String: String]
        /// The time span in its sentence, in seconds.
        package let span: TimeInterval?
        /// Since when it is so.
        package let since: Date?
        /// The request that fixes it; nil if a person must do more.
        package let mend: Mend?

        /// Makes a kind.
        package init(
            _ name: String,
            parts: [String: String] = [:],
            span: TimeInterval? = nil,
            since: Date? = nil,
            mend: Mend? = nil
        ) {
            (self.name, self.parts, self.span, self.since, self.mend) = (name, parts, span, since, mend)
        }
    }

    /// A remedy by a request on the bus, or by a person's decision.
    package enum Mend: Sendable, Hashable {
        /// Retry the queue now.
        case processQueue
        /// Resend records that the server refused within the last day.
        case retryRecords
        /// A session is started.
        case startSession(seat: String)
        /// Held readings are decided about.
        case decide
        /// A pairing that went stale is forgotten.
        case forgetDevice(hub: String, device: String)
    }

    private enum CodingKeys: String, CodingKey {
        case check
        case status
        case words
        case wayOut
    }
}

extension [Finding] {
    /// The summary of all findings: never that all is well if there is a warning.
    package var verdict: String {
        if contains(where: { $0.status == .wrong }) { return "something is wrong: see the lines above" }
        let warnings = count { $0.status == .warning }
        return switch warnings {
        case 0: "all well"
        case 1: "it works, with 1 warning: see the lines above"
        default: "it works, with \(warnings) warnings: see the lines above"
        }
    }

    /// Sums up many findings without problems in one line, after the problems.
    package func summed(as check: String, _ words: (Int) -> String) -> [Finding] {
        let well = filter { $0.status == .ok }
        guard well.count > Finding.listed else { return self }
        return filter { $0.status != .ok } + [Finding(check, status: .ok, words: words(well.count))]
    }

    /// Replaces several findings of the same problem by one that names the first subjects.
    package var grouped: [Finding] {
        func key(_ finding: Finding) -> String { "\(finding.status) \(finding.words)" }
        let groups = Dictionary(grouping: filter { $0.status != .ok }, by: key)
        var told: Set<String> = []
        return compactMap { finding in
            guard let group = groups[key(finding)], group.count > Finding.listed else { return finding }
            guard told.insert(key(finding)).inserted else { return nil }
            let names = group.prefix(3).map(\.check).joined(separator: ", ")
            return Finding(
                "\(names) and \(group.count - 3) more",
                status: finding.status,
                words: finding.words,
                wayOut: finding.wayOut?.replacing("on \(finding.check): ", with: "on each: ")
            )
        }
    }
}
