internal import BusContract
package import Foundation
package import MessageBus

/// A hub's answer when asked for the time.
package enum HubAnswer: Sendable, Hashable {
    /// It was not asked, because its times look right.
    case notAsked
    /// It does not answer.
    case nothing
    /// It answers; its clock is ahead of this machine's by this many seconds, or behind if negative.
    case ahead(TimeInterval)
}

/// Asks hubs whose health has an implausible time, because only one with a wrong clock answers.
package enum HubClocks {
    /// How long to wait for an answer.
    private static let patience = Duration.seconds(2)

    /// Asks, all at once, the hubs of a site that seem silent or ahead of time.
    ///
    /// - Parameter most: The largest number of hubs to ask, in the order of their names.
    package static func ask(
        _ site: SiteFacts,
        over requests: RequestClient,
        now: Date,
        most: Int = .max
    ) async -> [String: HubAnswer] {
        let hubs = site.hubs.subtracting([BusAddress.siteHub]).filter { hub in
            HubLook(hub: hub, isHere: false, facts: site[hub], now: now).isOfAnotherTime
        }.sorted().prefix(most)
        return await withTaskGroup(of: (String, HubAnswer).self) { group in
            for hub in hubs { group.addTask { (hub, await ask(hub, over: requests)) } }
            var answers: [String: HubAnswer] = [:]
            for await (hub, answer) in group { answers[hub] = answer }
            return answers
        }
    }

    /// Asks a hub's scanner, or if it has none, its importer.
    private static func ask(_ hub: String, over requests: RequestClient) async -> HubAnswer {
        let begin = Date()
        let reply: [UInt8]
        do {
            reply = try await requests.callRaw(
                ScannerTopics.sightings.request,
                hub: hub,
                body: Empty(),
                timeout: patience
            )
        } catch {
            // Absent is nil: if neither answers, the hub does not answer.
            let other = try? await requests.callRaw(
                HealthTopics.imports.request,
                hub: hub,
                body: ImportsRequest(),
                timeout: patience
            )
            guard let other else { return .nothing }
            reply = other
        }
        let end = Date()
        // Absent is nil: an unreadable message has no time.
        guard let time = try? Envelope<IgnoredPayload>.decode(reply).time else { return .nothing }
        return .ahead(time.timeIntervalSince(begin + end.timeIntervalSince(begin) / 2))
    }
}
