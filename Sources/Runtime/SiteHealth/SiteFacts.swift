internal import BusContract
package import Foundation
package import MessageBus
package import SiteAuthority

/// A site's retained messages by hub; each message is decoded once, however many hubs there are.
package struct SiteFacts: Sendable {
    private var facts: [String: BusFacts] = [:]
    /// Whether all retained messages have arrived.
    private let isComplete: Bool

    /// Reads messages; the newest one of a topic must come last.
    package init(_ messages: [BusMessage] = [], isComplete: Bool = true) {
        self.isComplete = isComplete
        for message in messages { take(message) }
    }

    /// Applies one message; one of another contract changes nothing.
    package mutating func take(_ message: BusMessage) {
        guard let line = TopicLine(message) else { return }
        facts[line.hub, default: BusFacts()].take(line)
    }

    /// The hubs with retained messages, including the site itself.
    package var hubs: Set<String> { Set(facts.keys) }
    /// The topics whose newest message is unreadable.
    var unreadableTopics: Set<String> { facts.values.reduce(into: []) { $0.formUnion($1.unreadable) } }
    /// The number of decoded messages.
    package var decoded: Int { facts.values.reduce(0) { $0 + $1.decoded } }

    /// The facts of one hub alone.
    package subscript(hub: String) -> BusFacts { facts[hub] ?? BusFacts() }

    /// The facts of a hub merged with those of its site.
    package func joined(_ hub: String) -> BusFacts { self[BusAddress.siteHub].joined(self[hub]) }
}

extension SiteFacts {
    /// A warning if messages are missing, because a hub may then look as if it had never existed.
    package var partial: [Finding] {
        guard !isComplete else { return [] }
        return [
            Finding(
                "broker",
                status: .warning,
                words: "it did not send all retained messages, so the state of hubs may be old or missing",
                wayOut: "run the command again; if this stays, look for dropped messages in the broker's log"
            )
        ]
    }

    /// The problems of a site's hubs; an unplugged hub is a problem, too.
    package func hubFindings(
        _ hubs: [(entry: HubEntry, card: HubCard?)],
        answers: [String: HubAnswer] = [:],
        now: Date
    ) -> [Finding] {
        var found: [Finding] = []
        for (entry, card) in hubs where entry.revoked == nil {
            let hub = entry.hub
            guard card != nil else {
                found.append(Self.notJoined(entry, now: now))
                continue
            }
            if let cut = LinkFacts(self, of: hub).ofSite(hub, now: now) {
                // The last messages of its processes do not describe the present.
                found.append(cut)
                continue
            }
            found += self[hub].hubFindings(hub, answer: answers[hub] ?? .notAsked, now: now)
        }
        return found.summed(as: "hubs") { "\($0) are online, without known problems" }
    }

    private static func notJoined(_ entry: HubEntry, now: Date) -> Finding {
        let isOver = entry.bundleExpires < now
        return Finding(
            entry.hub,
            status: .warning,
            words: isOver ? "has not joined, and its bundle has expired" : "has not joined yet",
            wayOut: isOver
                ? "vitalbus hub add \(entry.hub) --again, then 'vitalbus join' on its machine"
                : "run 'vitalbus join' on its machine",
            kind: .init(isOver ? "bundleOver" : "notJoined", parts: ["hub": entry.hub])
        )
    }
}

extension BusFacts {
    /// The problems of one hub, to which the facts belong; one line if all is well.
    package func hubFindings(_ hub: String, answer: HubAnswer = .notAsked, now: Date) -> [Finding] {
        guard actors.values.contains("online") else {
            return [
                Finding(
                    hub,
                    status: .wrong,
                    words: actors.isEmpty
                        ? "was never seen here" : "is unreachable: none of its processes is online\(lastTold(now))",
                    wayOut:
                        "check its power and network; on its machine: vitalbus up, or systemctl status 'vitalbus*'",
                    kind: .init(
                        actors.isEmpty ? "hubNeverSeen" : "hubGone",
                        parts: ["hub": hub],
                        since: told.values.max()
                    )
                )
            ]
        }
        let look = HubLook(hub: hub, isHere: false, facts: self, now: now, answer: answer)
        if look.isSilent { return look.findings }
        var found = look.findings
        for (name, word) in actors.sorted(by: { $0.key < $1.key }) where word != "online" {
            found.append(
                Finding(
                    "\(hub) \(name)",
                    status: .warning,
                    words: word,
                    wayOut: "if you still use it, read its log on that machine",
                    kind: .init("processOffline", parts: ["hub": hub, "actor": name])
                )
            )
        }
        for (name, health) in health.sorted(by: { $0.key < $1.key }) where actors[name] == "online" {
            found += health.problems.map {
                Finding(
                    "\(hub) \(name)",
                    status: .warning,
                    words: $0.message,
                    wayOut: "do that on the machine of \(hub)",
                    kind: .init("reported", parts: ["actor": "\(hub) \(name)", "words": $0.message])
                )
            }
        }
        if let problem = adapter?.problem {
            found.append(
                Finding(
                    "\(hub) adapter",
                    status: .wrong,
                    words: problem,
                    wayOut: "do that on the machine of \(hub)",
                    kind: .init("radio", parts: ["hub": hub, "words": problem, "cause": adapter?.cause ?? ""])
                )
            )
        }
        found += deviceFindings
        return found.isEmpty ? [Finding(hub, status: .ok, words: "online")] : found
    }

    private func lastTold(_ now: Date) -> String {
        told.values.max().map { ", last heard at \(LocalTime.short($0, now: now))" } ?? ""
    }
}

extension SiteFacts {
    /// The problems of a whole site as its server sees them: the site's own, and those of each hub.
    ///
    /// - Parameters:
    ///   - hubs: The site's hubs, if it has a list; a hub that is not listed is judged by its messages.
    ///   - answers: The answers of the hubs that were asked for their time.
    package func findings(
        ofHubs hubs: [(entry: HubEntry, card: HubCard?)],
        answers: [String: HubAnswer] = [:],
        now: Date
    ) -> [Finding] {
        let site = self[BusAddress.siteHub]
        let server = HubLook(hub: BusAddress.siteHub, isHere: true, facts: site, now: now).findings
        var found = site.findings(now: now, hasRadio: false) + server + unreadable
        found += hubFindings(hubs, answers: answers, now: now)
        let listed = Set(hubs.map(\.entry.hub))
        for hub in self.hubs.subtracting(listed).subtracting([BusAddress.siteHub]).sorted() {
            found += self[hub].hubFindings(hub, answer: answers[hub] ?? .notAsked, now: now)
        }
        for hub in self.hubs.subtracting([BusAddress.siteHub]).sorted() { found += self[hub].handovers }
        return found
    }
}
