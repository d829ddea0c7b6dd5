internal import BusContract
package import Foundation
package import MessageBus
package import SiteAuthority

extension BusFacts {
    /// The problems on the bus of a machine: its own, and on a site's server those of all hubs.
    static func findings(_ messages: [BusMessage], place: HubPlace, now: Date) throws -> [Finding] {
        var facts = BusFacts()
        for message in messages { facts.take(message, hub: place.hub) }
        let own = facts.findings(now: now, hasRadio: place.hasRadio)
        guard let server = place.server else { return own }
        return own + hubFindings(messages, hubs: try server.hubs(), now: now)
    }

    /// What is wrong with the hubs of a site; a hub that is unplugged is a problem of its own, not silence.
    package static func hubFindings(
        _ messages: [BusMessage],
        hubs: [(entry: HubEntry, card: HubCard?)],
        now: Date
    ) -> [Finding] {
        var found: [Finding] = []
        for (entry, card) in hubs where entry.revoked == nil {
            let hub = entry.hub
            guard card != nil else {
                found.append(notJoined(entry, now: now))
                continue
            }
            var facts = BusFacts()
            for message in messages { facts.take(message, onlyOf: hub) }
            found += facts.hubFindings(hub)
        }
        return found
    }

    private static func notJoined(_ entry: HubEntry, now: Date) -> Finding {
        let isOver = entry.bundleExpires < now
        return Finding(
            entry.hub,
            status: .warning,
            words: isOver ? "has not joined, and its bundle's time is over" : "has not joined yet",
            wayOut: isOver
                ? "vitalbus hub add \(entry.hub) --again, then 'vitalbus join' on its machine"
                : "run 'vitalbus join' on its machine"
        )
    }

    private func hubFindings(_ hub: String) -> [Finding] {
        guard actors.values.contains("online") else {
            return [
                Finding(
                    hub,
                    status: .wrong,
                    words: actors.isEmpty ? "was never seen here" : "is not there: none of its processes is online",
                    wayOut:
                        "see that it has power and network; on its machine: vitalbus up, or systemctl status 'vitalbus*'"
                )
            ]
        }
        var found: [Finding] = []
        for (name, word) in actors.sorted(by: { $0.key < $1.key }) where word != "online" {
            found.append(
                Finding(
                    "\(hub) \(name)",
                    status: .warning,
                    words: word,
                    wayOut: "read its log on that machine, if it is still wanted"
                )
            )
        }
        for (name, health) in health.sorted(by: { $0.key < $1.key }) where actors[name] == "online" {
            found += health.problems.map {
                Finding(
                    "\(hub) \(name)",
                    status: .warning,
                    words: $0.message,
                    wayOut: "as it says itself, on that machine"
                )
            }
        }
        if let problem = adapter?.problem {
            found.append(
                Finding("\(hub) adapter", status: .wrong, words: problem, wayOut: "as it says itself, on that machine")
            )
        }
        return found.isEmpty ? [Finding(hub, status: .ok, words: "online")] : found
    }
}
