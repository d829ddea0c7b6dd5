internal import BusContract
package import Foundation

/// The state of the link between a hub's private broker and the site's, as reported by both brokers.
package struct LinkFacts: Sendable {
    /// Whether a hub has a private broker whose link is down in at least one direction.
    package let isDown: Bool
    /// Whether the link is up, but no process of the site is online behind it.
    private let isDeserted: Bool
    /// The time of the newest known message over the link; nil if there is none.
    package let lastHeard: Date?

    /// Reads a broker's retained messages.
    ///
    /// - Parameters:
    ///   - hub: The hub to which the link belongs.
    ///   - other: The hub whose messages cross the link: `site` at the hub; nil at the site, for the hub itself.
    package init(_ site: SiteFacts, of hub: String, heardOf other: String? = nil) {
        let words = site[hub].links
        // At the hub both directions must have a state, because a broker that has just started has published none.
        let isUnsaid = other != nil && words.count < Roster.Crossing.Way.allCases.count
        isDown = isUnsaid || words.values.contains { $0 != "1" }
        isDeserted = other.map { !site[$0].actors.values.contains("online") } ?? false
        lastHeard = site[other ?? hub].lastSent
    }

    /// Whether the link is up but carries no messages, because a site's retained states remain after it revoked this
    /// hub.
    private func isSilent(_ now: Date) -> Bool {
        isDeserted || lastHeard.map { now.timeIntervalSince($0) > HubLook.patience } ?? false
    }

    /// The start of the outage, for a sentence.
    private func since(_ now: Date) -> String {
        lastHeard.map { "no message arrived over it since \(LocalTime.text($0)) (\(LocalTime.ago($0, now: now)))" }
            ?? "no message arrived over it since this broker started"
    }

    /// The finding at the hub.
    package func ofHub(now: Date) -> Finding {
        guard isDown || isSilent(now) else {
            return Finding("link", status: .ok, words: "the site's broker is reachable")
        }
        // A broker accepts the certificate of a revoked hub, but gives it no rights.
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

    /// The finding at the site; nil if the hub has no private broker, or is reached.
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
