internal import BusContract
internal import Crypto
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import VitalRecords

/// Stores the site's default limits, and who set them and the limits of each seat's person (mode 0600).
///
/// The session manager keeps the limits of a person. This file has only a mark of them, by which a page recognises
/// limits that were replaced since.
final class LimitStore: Sendable {
    /// Who set limits, and when.
    struct Author: Codable, Sendable, Hashable {
        let by: String
        let at: Date
    }

    /// The site's default limits.
    struct Site: Codable, Sendable, Hashable {
        /// The name of the published set; nil for limits that were typed.
        var set: String?
        let limits: [SeatLimits.Limit]
        let author: Author
    }

    private struct Own: Codable, Sendable, Hashable {
        let mark: String
        let author: Author
    }

    private struct Content: Codable, Sendable, Hashable {
        var site: Site?
        var own: [String: Own] = [:]
    }

    private let file: PageStore<Content>

    /// Reads the file; without a readable one there are no default limits.
    init(_ path: String, now: Date, logger: Logger) {
        let trouble = "cannot read the site's limits: none apply"
        file = PageStore(path, empty: Content(), now: now, logger: logger, trouble: trouble)
    }

    /// The site's default limits; nil if they are off.
    var site: Site? { file.content.site }

    /// Replaces the site's default limits; nil switches them off.
    ///
    /// - Throws: `FileError`; the former limits then still apply.
    func set(_ site: Site?) throws { try file.change { $0.site = site } }

    /// Notes who set the limits of a seat's person.
    ///
    /// - Throws: `FileError`.
    func note(_ limits: SeatLimits, author: Author) throws {
        let own = limits.limits.isEmpty ? nil : Own(mark: Self.mark(limits), author: author)
        try file.change { $0.own[limits.seat] = own }
    }

    /// Who set the present limits of a seat's person; nil if they were not set on this page.
    func author(of limits: SeatLimits) -> Author? {
        guard let own = file.content.own[limits.seat], own.mark == Self.mark(limits) else { return nil }
        return own.author
    }

    private static func mark(_ limits: SeatLimits) -> String {
        let texts = limits.limits.map { limit in
            "\(limit.metric.rawValue) \(limit.lowest.map(SeatLimits.text) ?? "") \(limit.highest.map(SeatLimits.text) ?? "")"
        }
        let digest = SHA256.hash(data: Array(texts.sorted().joined(separator: "\n").utf8))
        return digest.prefix(8).map { String($0, radix: 16) }.joined(separator: "-")
    }
}
