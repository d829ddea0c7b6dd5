internal import ActorRuntime
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import OperatorConnection
internal import SiteAuthority
internal import SiteHealth
internal import SiteRecords

extension SiteFacts {
    /// Reads the messages retained by a broker.
    package init(_ kept: KeptMessages) { self.init(kept.messages, isComplete: kept.isComplete) }

    /// The problems on a machine's bus: those of its hub, and on a site's server those of all hubs.
    ///
    /// - Parameters:
    ///   - answers: The answers of the hubs that were asked for their time.
    ///   - knowsDisk: Whether the caller has already checked the machine's own disk.
    func findings(
        _ place: HubPlace,
        answers: [String: HubAnswer],
        knowsDisk: Bool = false,
        now: Date
    ) throws -> [Finding] {
        let (facts, own) = (joined(place.hub), place.target.address.hub)
        let looks = facts.machines(place).map { hub, facts in
            let isHere = hub == own
            let answer = answers[hub] ?? .notAsked
            return HubLook(
                hub: hub,
                isHere: isHere,
                facts: facts,
                now: now,
                answer: answer,
                knowsDisk: knowsDisk && isHere
            )
        }
        var found =
            partial + facts.findings(now: now, hasRadio: place.hasRadio, startsImporter: place.startsImporter)
            + looks.flatMap(\.findings) + unreadable
        if let member = place.member, place.hasOwnBroker {
            found.append(LinkFacts(self, of: member.hub, heardOf: BusAddress.siteHub).ofHub(now: now))
        }
        guard let server = place.server else { return found }
        return found + hubFindings(try server.hubs(), answers: answers, now: now)
    }
}

extension BusFacts {
    /// The machines to check in addition to other hubs: that of the selected hub, and the server's if it is another.
    fileprivate func machines(_ place: HubPlace) -> [(hub: String, facts: BusFacts)] {
        if place.hasOwnBroker, place.hub == place.target.address.hub { return [(place.hub, self)] }
        return Set([place.hub, BusAddress.siteHub]).sorted().map { hub in
            var facts = self
            facts.told = told.filter { places[$0.key] == hub }
            return (hub, facts)
        }
    }
}
