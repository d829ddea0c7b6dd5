internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus

/// The command `vitalbus status`.
struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show on one screen who is there, each seat's session and last reading, and what waits or is wrong.",
        discussion: "'vitalbus doctor' also looks at this machine: its radio, its disk, its files."
    )

    @OptionGroup var place: HubOptions
    @Flag(help: "Print it as one line of JSON.") var json = false

    private struct Report: Encodable {
        let site: String
        let hubs: [Hub]
        let seats: [SeatPage.Entry]
        let queue: QueueState?
        let problems: [Finding]
    }

    private struct Hub: Encodable {
        let hub: String
        let actors: [String: [String: String]]
        /// Whether what is known of it comes over a link between two brokers that is down now.
        let isCutOff: Bool
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let report = try await place.connect { connection, hub in try await Self.report(connection, place: hub) }
        guard !json else { return try environment.json(report) }
        for line in Self.lines(report, now: Date()) { environment.out(line) }
    }

    private static func report(_ connection: HubConnection, place: HubPlace) async throws -> Report {
        let messages = try await BusFacts.messages(connection)
        var (facts, presence) = (BusFacts(), Presence())
        for message in messages {
            facts.take(message, hub: place.hub)
            presence.take(message)
        }
        let seats: [SeatPage.Entry]
        let own = place.target.address.hub
        let isCutOff = place.hasOwnBroker && place.member != nil && LinkFacts(messages, of: own).isDown
        // The site would not hear the questions.
        let answers = isCutOff ? [:] : await HubClocks.ask(messages, connection: connection, now: Date())
        var problems = try BusFacts.findings(messages, place: place, answers: answers, now: Date())
            .filter { $0.status != .ok }
        do {
            seats = isCutOff ? [] : try await Lists.seats(connection)
        } catch let error as BusError {
            seats = []
            problems.append(
                Finding(
                    "seats",
                    status: .wrong,
                    words: error.message,
                    wayOut: "see whether session-manager is online: vitalbus doctor"
                )
            )
        }
        return Report(
            site: place.target.address.site,
            hubs: presence.words.sorted { $0.key < $1.key }.map { hub, roles in
                let named = roles.map { ($0.key.rawValue, $0.value) }
                return Hub(
                    hub: hub,
                    actors: Dictionary(named) { first, _ in first },
                    isCutOff: hub != own && (isCutOff || LinkFacts(messages, of: hub).isDown)
                )
            },
            seats: seats,
            queue: facts.queue,
            problems: problems
        )
    }

    private static func lines(_ report: Report, now: Date) -> [String] {
        var hubs = TextTable("HUB", "ACTORS")
        for hub in report.hubs {
            let words = hub.actors.sorted { $0.key < $1.key }.map { actor, instances in
                "\(actor) \(word(Array(instances.values)))"
            }
            let link = hub.isCutOff ? "LINK DOWN, as it was then: " : ""
            hubs.add(hub.hub == BusAddress.siteHub ? "(site)" : hub.hub, link + words.joined(separator: ", "))
        }
        let seats =
            report.seats.isEmpty
            ? ["no seat: vitalbus session start --seat SEAT …"] : SeatList.table(report.seats, now: now).lines
        return ["site \(report.site), \(LocalTime.text(now))", ""] + hubs.lines + [""] + seats + [""]
            + [queue(report.queue)] + problems(report.problems)
    }

    private static func word(_ words: [String]) -> String {
        let counts = Dictionary(grouping: words) { $0 }.mapValues(\.count).sorted { $0.key < $1.key }
        return counts.map { word, count in count > 1 ? "\(count) \(word)" : word }.joined(separator: " and ")
    }

    private static func queue(_ queue: QueueState?) -> String {
        guard let queue else { return "queue: its depths were never told" }
        let oldest = queue.oldestSeconds.map { ", the oldest for \($0) s" } ?? ""
        return "queue: \(queue.pending) waiting, \(queue.leased) on the way, \(queue.rejected) rejected, "
            + "\(queue.held) held\(oldest)"
    }

    private static func problems(_ findings: [Finding]) -> [String] {
        findings.isEmpty ? ["no problem is known"] : findings.flatMap(\.lines)
    }
}
