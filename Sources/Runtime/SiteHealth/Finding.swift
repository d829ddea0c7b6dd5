package import Foundation

/// The doctor's finding about one subject, with a remedy if something is wrong.
package struct Finding: Codable, Sendable, Hashable {
    /// The severity of the finding.
    package enum Status: String, Codable, Sendable {
        case ok
        case warning
        case wrong
    }

    /// Above this number of rows or findings of one kind, the healthy ones are shown as one line.
    package static let listed = 20

    /// The subject, for example `broker`.
    package let check: String
    /// The severity.
    package let status: Status
    /// The finding in plain words.
    package let words: String
    /// The remedy; nil if all is well.
    package let wayOut: String?
    /// The kind of finding, for clients that translate it; not a part of the JSON.
    package var kind: Kind?

    /// Creates a finding.
    package init(_ check: String, status: Status, words: String, wayOut: String? = nil, kind: Kind? = nil) {
        self.check = check
        self.status = status
        self.words = words
        self.wayOut = wayOut
        self.kind = kind
    }

    /// The kind of a finding with its parameters for translation, and the request that fixes it.
    package struct Kind: Sendable, Hashable {
        /// The kind's name in one word, such as `hubSilent`.
        package let name: String
        /// The parameters of its sentence, such as the hub's name.
        package let parts: [String: String]
        /// A duration in the sentence, in seconds.
        package let span: TimeInterval?
        /// The start of the problem.
        package let since: Date?
        /// The request that fixes it; nil if a person has to do more.
        package let mend: Mend?

        /// Creates a kind.
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

    /// A request on the bus, or a person's decision, that fixes a problem.
    package enum Mend: Sendable, Hashable {
        /// Try the waiting records now.
        case processQueue
        /// Resend the records that the server rejected within the last day.
        case retryRecords
        /// Start a session.
        case startSession(seat: String)
        /// Decide about held readings.
        case decide
        /// Forget a stale pairing.
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
    /// The overall verdict, which never claims that all is well if there is a warning.
    package var verdict: String {
        if contains(where: { $0.status == .wrong }) { return "there are faults: see the lines above" }
        let warnings = count { $0.status == .warning }
        return switch warnings {
        case 0: "all well"
        case 1: "it works, with 1 warning: see the lines above"
        default: "it works, with \(warnings) warnings: see the lines above"
        }
    }

    /// Merges many healthy findings into one, and puts problems first.
    package func summed(as check: String, _ words: (Int) -> String) -> [Finding] {
        let well = filter { $0.status == .ok }
        guard well.count > Finding.listed else { return self }
        return filter { $0.status != .ok } + [Finding(check, status: .ok, words: words(well.count))]
    }

    /// Merges many findings of one kind into one that names the first of them.
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
