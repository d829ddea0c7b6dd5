internal import BusContract
package import Foundation
package import MessageBus

/// What a hub said when it was asked for the time.
package enum HubAnswer: Sendable, Hashable {
    /// It was not asked: what it tells looks right.
    case notAsked
    /// It does not answer.
    case nothing
    /// It answers; its clock is so many seconds ahead of this machine's, negative for behind.
    case ahead(TimeInterval)
}

/// Asks hubs whose health is of another time than now: of those only one with a wrong clock answers.
package enum HubClocks {
    /// How long an answer is waited for.
    private static let patience = Duration.seconds(2)

    /// Asks the hubs of a site that seem silent, or seem to be of the future, all at once.
    ///
    /// - Parameter most: How many at most, in the order of their names; the others are not asked.
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

    /// Asks whoever a hub has: one with a radio its scanner, any other one its importer.
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
            // Absent is nil: who answers neither is not there.
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
        // Absent is nil: what cannot be read has no time.
        guard let time = try? Envelope<IgnoredPayload>.decode(reply).time else { return .nothing }
        return .ahead(time.timeIntervalSince(begin + end.timeIntervalSince(begin) / 2))
    }
}
