internal import BusContract
package import Foundation

/// What two brokers say of the link between a hub's own and the site's.
package struct LinkFacts: Sendable {
    /// Whether a hub has a broker of its own that does not reach the site's, or only in one direction.
    package let isDown: Bool
    /// Whether the link stands and no process of the site says that it is there behind it.
    private let isDeserted: Bool
    /// The time of the newest message that came over it and is still known; nil where there is none.
    package let lastHeard: Date?

    /// Reads what a broker keeps.
    ///
    /// - Parameters:
    ///   - hub: The hub that the link belongs to.
    ///   - other: The hub whose messages come over it: `site` at the hub; the hub itself at the site, when nil.
    package init(_ site: SiteFacts, of hub: String, heardOf other: String? = nil) {
        let words = site[hub].links
        // At the hub both directions have to say that they stand: a broker that just began has said nothing yet.
        let isUnsaid = other != nil && words.count < Roster.Crossing.Way.allCases.count
        isDown = isUnsaid || words.values.contains { $0 != "1" }
        isDeserted = other.map { !site[$0].actors.values.contains("online") } ?? false
        lastHeard = site[other ?? hub].lastSent
    }

    /// Whether the link stands and nothing comes over it: the words of a site that this hub was thrown out of stay as they were.
    private func isSilent(_ now: Date) -> Bool {
        isDeserted || lastHeard.map { now.timeIntervalSince($0) > HubLook.patience } ?? false
    }

    /// Since when it is down, for a sentence.
    private func since(_ now: Date) -> String {
        lastHeard.map { "no message arrived over it since \(LocalTime.text($0)) (\(LocalTime.ago($0, now: now)))" }
            ?? "no message arrived over it since this broker started"
    }

    /// The finding at the hub.
    package func ofHub(now: Date) -> Finding {
        guard isDown || isSilent(now) else {
            return Finding("link", status: .ok, words: "the site's broker is reachable")
        }
        // A broker takes the certificate of a revoked hub, and gives it no rights.
        guard isDown else {
            return Finding(
                "link",
                status: .wrong,
                words: "connected, but the site's processes are silent; this hub continues alone",
                wayOut:
                    "on the site's server: vitalbus status, and vitalbus hub list shows whether this hub was revoked"
            )
        }
        return Finding(
            "link",
            status: .wrong,
            words:
                "the site's broker is unreachable, \(since(now)); this hub continues alone and keeps its readings",
            wayOut: "check that the site's server runs and that the network allows its ports: vitalbus link show"
        )
    }

    /// The finding at the site; nil where the hub has no broker of its own, or is reached.
    package func ofSite(_ hub: String, now: Date) -> Finding? {
        guard isDown else { return nil }
        return Finding(
            hub,
            status: .wrong,
            words: "its link to this site is down, \(since(now)); its data shown here is from before that",
            wayOut: "check its power and network; on its machine: vitalbus doctor",
            kind: .init("linkDown", parts: ["hub": hub], since: lastHeard)
        )
    }
}
