internal import BusContract
package import Foundation
package import MessageBus
package import SiteAuthority

/// What the broker keeps of a site, hub by hub; each message is read once, however many hubs there are.
package struct SiteFacts: Sendable {
    private var facts: [String: BusFacts] = [:]
    /// Whether all that the broker keeps has come.
    private let isComplete: Bool

    /// Reads messages; of a topic the newest one comes last.
    package init(_ messages: [BusMessage] = [], isComplete: Bool = true) {
        self.isComplete = isComplete
        for message in messages { take(message) }
    }

    /// Adds one message; one of another contract changes nothing.
    package mutating func take(_ message: BusMessage) {
        guard let line = TopicLine(message) else { return }
        facts[line.hub, default: BusFacts()].take(line)
    }

    /// The hubs of which the broker keeps something; the site itself is one of them.
    package var hubs: Set<String> { Set(facts.keys) }
    /// The topics whose newest message nobody can read.
    var unreadableTopics: Set<String> { facts.values.reduce(into: []) { $0.formUnion($1.unreadable) } }
    /// How many messages were decoded.
    package var decoded: Int { facts.values.reduce(0) { $0 + $1.decoded } }

    /// What is known of one hub alone.
    package subscript(hub: String) -> BusFacts { facts[hub] ?? BusFacts() }

    /// What is known of a hub and of its site.
    package func joined(_ hub: String) -> BusFacts { self[BusAddress.siteHub].joined(self[hub]) }
}

extension SiteFacts {
    /// Where not all has come, a hub may look as if it had never been there.
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

    /// What is wrong with the hubs of a site; a hub that is unplugged is a problem of its own, not silence.
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
                // Its processes' last words are not what is so now.
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
    /// What is wrong with one hub, of which alone the facts are; one line where all is well.
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
    /// The problems of a whole site as its server sees them: what is the site's, and each of its hubs.
    ///
    /// - Parameters:
    ///   - hubs: Those that belong to the site, where it has a list; one that is not in it is judged by what it tells.
    ///   - answers: What hubs said that were asked for the time.
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
