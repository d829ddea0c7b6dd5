internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import OperatorConnection
internal import SiteAuthority
internal import SiteHealth

/// The command `vitalbus status`.
struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show processes, versions, sessions, last readings, waiting records and problems on one screen.",
        discussion: """
            With more than twenty hubs or seats it lists those with trouble and counts the others. Use 'vitalbus \
            doctor' to also check this machine: its radio, its disk and its files.
            """
    )

    @OptionGroup var place: HubOptions
    @Flag(help: "Show every hub and seat, even when there are many.") var all = false
    @Flag(help: "Print it as one line of JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let page = try await place.connect(patience: HubOptions.glance) { connection, hub in
            try await Self.page(connection, place: hub)
        }
        guard !json else { return try environment.json(page) }
        for line in page.lines(now: Date(), all: all, columns: environment.columns) { environment.out(line) }
    }

    private static func page(_ connection: HubConnection, place: HubPlace) async throws -> StatusPage {
        let kept = try await KeptMessages.all(
            BusFacts.topics + [PresenceTopics.info.descriptor],
            over: connection.client
        )
        let site = SiteFacts(kept)
        var presence = SitePresence()
        for message in kept.messages { presence.take(message) }
        let own = place.target.address.hub
        let isCutOff = place.hasOwnBroker && place.member != nil && LinkFacts(site, of: own).isDown
        // If the hub is cut off, the site would not receive the questions.
        let answers = isCutOff ? [:] : await HubClocks.ask(site, over: connection.requests, now: Date())
        var problems = try site.findings(place, answers: answers, now: Date()).filter { $0.status != .ok }
        var seats: [SeatPage.Entry] = []
        do {
            if !isCutOff { seats = try await Lists.seats(connection) }
        } catch let error as BusError {
            problems.append(
                Finding(
                    "seats",
                    status: .wrong,
                    words: error.message,
                    wayOut: "check that session-manager is online: vitalbus doctor"
                )
            )
        }
        return StatusPage(
            place.target.address.site,
            seenFrom: "\(own), \(place.foundBy)" + (place.member == nil ? "" : ", which shows its own hub's seats"),
            hubs: presence.words.sorted { $0.key < $1.key }.map { hub, roles in
                let named = roles.map { ($0.key.rawValue, $0.value) }
                return StatusPage.Hub(
                    hub,
                    actors: Dictionary(named) { first, _ in first },
                    isCutOff: hub != own && (isCutOff || LinkFacts(site, of: hub).isDown),
                    versions: presence.versions(of: hub)
                )
            },
            seats: seats,
            queue: site.joined(place.hub).queue,
            problems: problems,
            update: place.server?.rollout()?.news
        )
    }
}
