package import Foundation

/// The doctor's finding about one subject, with a remedy if something is wrong.
package struct Finding: Codable, Sendable, Hashable {
    /// The severity of the finding.
    package enum Status: String, Codable, Sendable {
        case ok
        case warning
        case wrong
    }

    /// From more rows or findings of a kind than this on those that are well are one line.
    package static let listed = 20

    /// The subject, for example `broker`.
    package let check: String
    /// The severity.
    package let status: Status
    /// The finding in plain words.
    package let words: String
    /// The remedy; nil if all is well.
    package let wayOut: String?
    /// What it is, for who says it in another language; not a part of the JSON.
    package var kind: Kind?

    /// Makes a finding.
    package init(_ check: String, status: Status, words: String, wayOut: String? = nil, kind: Kind? = nil) {
        self.check = check
        self.status = status
        self.words = words
        self.wayOut = wayOut
        self.kind = kind
    }

    /// What a finding is, for who says it in another language, and what mends it.
    package struct Kind: Sendable, Hashable {
        /// One word, as `hubSilent`.
        package let name: String
        /// What stands in its sentence, as the hub's name.
        package let parts: [String: String]
        /// A time that stands in it, in seconds.
        package let span: TimeInterval?
        /// Since when it is so.
        package let since: Date?
        /// The request that mends it; nil where a person has to do more.
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

    /// What mends something by a request on the bus, or by a person's decision.
    package enum Mend: Sendable, Hashable {
        /// What waits is tried now.
        case processQueue
        /// What the server refused within the last day is sent again.
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
    /// What to think of all of them: never that all is well beside a warning.
    package var verdict: String {
        if contains(where: { $0.status == .wrong }) { return "there are faults: see the lines above" }
        let warnings = count { $0.status == .warning }
        return switch warnings {
        case 0: "all well"
        case 1: "it works, with 1 warning: see the lines above"
        default: "it works, with \(warnings) warnings: see the lines above"
        }
    }

    /// Those that are well as one, where they are many; trouble comes first then.
    package func summed(as check: String, _ words: (Int) -> String) -> [Finding] {
        let well = filter { $0.status == .ok }
        guard well.count > Finding.listed else { return self }
        return filter { $0.status != .ok } + [Finding(check, status: .ok, words: words(well.count))]
    }

    /// What is wrong in the same way with more than a few, as one that names the first of them.
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
