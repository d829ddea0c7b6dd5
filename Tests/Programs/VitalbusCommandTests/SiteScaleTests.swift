import ActorRuntime
import BusContract
import Foundation
import MessageBus
import SiteHealth
import SiteRecords
import Synchronization
import TestSupport
import Testing
import VitalbusCommand

/// The overview of a site with a thousand hubs covers all of them, on one screen, at a cost proportional to their
/// number.
@Suite struct SiteScaleTests {
    private static let now = Date(timeIntervalSince1970: 1_767_276_300)
    private static let names = (1...1_000).map { "room-\($0)" }

    /// The broker's retained messages for a thousand hubs; two were last heard a while ago.
    private static func kept() throws -> [BusMessage] {
        try names.flatMap { hub in
            try Kept.hub(hub, told: now - (["room-7", "room-1000"].contains(hub) ? 300 : 10))
        }
    }

    private static func hubs() throws -> [(entry: HubEntry, card: HubCard?)] {
        let date = now.ISO8601Format()
        let card = Array(#"{"usedSecret":"","joined":"\#(date)","keys":{},"ends":"\#(date)"}"#.utf8)
        return try names.map { hub in
            let dates = #""added":"\#(date)","bundleExpires":"\#(date)""#
            let entry = #"{"hub":"\#(hub)","seats":["\#(hub)"],"secretHash":"",\#(dates)}"#
            return (
                try WireJSON.decode(HubEntry.self, from: Array(entry.utf8)),
                try WireJSON.decode(HubCard.self, from: card)
            )
        }
    }

    @Test func eachMessageIsReadOnceAndEachHubIsJudged() throws {
        let site = SiteFacts(KeptMessages(try Self.kept()))
        #expect(site.decoded == 1_000)
        let findings = site.hubFindings(try Self.hubs(), now: Self.now)
        #expect(findings.map(\.check) == ["room-7", "room-1000", "hubs"])
        #expect(findings.map(\.status) == [.wrong, .wrong, .ok])
        #expect(findings.last?.words.hasPrefix("998 are online") == true)
        #expect(site.decoded == 1_000, "judging reads nothing again")
        #expect(site.joined("room-7").actors == ["device-reader/main": "online"], "no other hub's")
    }

    @Test func allThatIsKeptIsHeardHoweverMuchItIs() async throws {
        let broker = InMemoryBroker()
        let bus = broker.connect()
        for message in try Self.kept() { _ = try await bus.publish(message) }
        let client = try Self.client(broker.connect())
        let kept = try await KeptMessages.all(
            [PresenceTopics.availability, PresenceTopics.health.descriptor],
            over: client
        )
        #expect(kept.isComplete)
        #expect(Set(kept.messages.map(\.topic)).count == 2_000)
    }

    private static func client(_ bus: any Bus, environment: BusEnvironment = .system) throws -> BusClient {
        let address = try BusAddress(site: "s", hub: "h", actor: "vitalbus", instance: "shell")
        return BusClient(bus: bus, address: address, epoch: 1, environment: environment)
    }

    /// The second copy of the first message arrives after everything else.
    @Test func itEndsWithTheMarkAndNotBefore() async throws {
        let (bus, all) = (SlowBus(), try Self.kept())
        #expect(bus.kept.offer(all[0]))
        let collecting = Task {
            try await KeptMessages.all([PresenceTopics.availability], over: try Self.client(bus))
        }
        try await eventually("the mark is asked for") { bus.filters.count == 2 }
        #expect(bus.filters[1] == [all[0].topic])
        for message in all.dropFirst() { #expect(bus.kept.offer(message)) }
        #expect(bus.mark.offer(all[0]))
        let found = try await collecting.value
        #expect(found.isComplete && found.messages == all)
    }

    /// If the broker dropped messages, it also dropped the mark after them.
    @Test func aMarkThatDoesNotComeIsTold() async throws {
        let (bus, clock) = (SlowBus(), ManualClock())
        let environment = BusEnvironment(now: { Self.now }, newID: { "i" }, clock: clock)
        let done = Mutex<KeptMessages?>(nil)
        let messages = try Kept.hub("h", told: Self.now)
        #expect(bus.kept.offer(messages[0]))
        let collecting = Task {
            let kept = try await KeptMessages.all(
                [PresenceTopics.availability],
                over: try Self.client(bus, environment: environment)
            )
            done.withLock { $0 = kept }
        }
        try await eventually("the mark is asked for") { bus.filters.count == 2 }
        try await eventually("it is given up") {
            clock.advance(by: .seconds(5))
            return done.withLock { $0 != nil }
        }
        try await collecting.value
        let kept = done.withLock { $0 }
        let found = try #require(kept)
        #expect(!found.isComplete && found.messages == [messages[0]])
    }

    private static func page(_ hubs: Int, troubled: Set<Int> = [], problems: [Finding] = []) -> StatusPage {
        func session(_ seat: String) -> SessionView {
            SessionView(
                sessionID: seat,
                seat: seat,
                userID: "u",
                organizationID: nil,
                apiVersion: .inform,
                startedAt: now,
                validated: .yes,
                defaultUser: false
            )
        }
        let site = StatusPage.Hub("site", actors: ["session-manager": ["main": "online"]], isCutOff: false)
        return StatusPage(
            "s",
            seenFrom: "h, the given file",
            hubs: (1...hubs).map { number in
                let word = troubled.contains(number) ? "offline" : "online"
                return StatusPage.Hub("room-\(number)", actors: ["device-reader": ["main": word]], isCutOff: false)
            } + [site],
            seats: (1...hubs).map { number in
                SeatPage.Entry(
                    seat: "seat-\(number)",
                    configured: true,
                    session: troubled.contains(number) ? nil : session("seat-\(number)"),
                    waiting: number % 2,
                    unsynced: 0,
                    rejected: 0,
                    held: 0,
                    devices: 1
                )
            },
            queue: nil,
            problems: problems
        )
    }

    @Test func hubsAndSeatsThatAreWellAreOneLineWhereTheyAreMany() {
        let problems = [Finding("room-9", status: .wrong, words: "has not been heard", wayOut: "look")]
        let lines = Self.page(1_000, troubled: [3], problems: problems).lines(now: Self.now)
        #expect(lines.count < 20, "\(lines)")
        #expect(lines[3...5].map { String($0.prefix { $0 != " " }) } == ["(site)", "room-3", "room-9"])
        #expect(lines[6] == "998 hubs are well: all their processes are online")
        #expect(lines.contains { $0.hasPrefix("seat-3 ") } && !lines.contains { $0.hasPrefix("seat-4 ") })
        #expect(lines.contains { $0.hasPrefix("999 seats are well") })
        #expect(Self.page(1_000).lines(now: Self.now, all: true).count > 2_000)
    }

    @Test func whatIsManyTimesWrongIsCountedFromSomeNumberOn() {
        let problems = (1...100).map {
            Finding("room-\($0)", status: $0 == 99 ? .wrong : .warning, words: "w \($0)", wayOut: "o")
        }
        let lines = Self.page(100, troubled: Set(1...100), problems: problems).lines(now: Self.now)
        #expect(lines.contains("81 more hubs have trouble: vitalbus status --all"), "\(lines)")
        #expect(lines.last == "80 more problems: vitalbus status --all")
        #expect(lines.first { $0.hasPrefix("w") } == "wrong   room-99: w 99", "what is wrong comes first")
    }

    @Test func whatIsTheSameOfManyIsToldOnce() {
        let problems = (1...100).map {
            Finding("room-\($0)", status: .warning, words: "w", wayOut: "on room-\($0): o")
        }
        let lines = Self.page(100, problems: problems).lines(now: Self.now)
        #expect(Array(lines.suffix(2)) == ["warning room-1, room-2, room-3 and 97 more: w", "          -> on each: o"])
    }

    @Test func aSmallSiteIsShownWhole() {
        let lines = Self.page(3, troubled: [2]).lines(now: Self.now)
        #expect(lines[3...6].map { String($0.prefix { $0 != " " }) } == ["room-1", "room-2", "room-3", "(site)"])
        #expect(!lines.contains { $0.contains("are well") } && lines.last == "no known problems")
        #expect(!lines.contains { $0.hasPrefix("update") }, "none is under way")
    }

    @Test func anUpdateAndTheVersionsOfHubsAreShown() {
        let update = "1 of 2 hubs run 0.2.0; halted at 'b': why"
        let hubs = [("a", ["0.2.0"]), ("b", ["0.1.0", "0.2.0"]), ("c", [])].map { name, versions in
            StatusPage.Hub(name, actors: ["page": ["main": "online"]], isCutOff: false, versions: versions)
        }
        let page = StatusPage("s", seenFrom: "h", hubs: hubs, seats: [], queue: nil, problems: [], update: update)
        let lines = page.lines(now: Self.now)
        let rows = lines[2...5].map { $0.split(separator: " ").joined(separator: " ") }
        #expect(
            rows == ["HUB VERSION ACTORS", "a 0.2.0 page online", "b 0.1.0 and 0.2.0 page online", "c - page online"]
        )
        #expect(lines.contains("update: \(update)"))
    }

    /// A process that is gone has left its version on the bus.
    @Test func aHubHasTheVersionsOfItsProcessesThatAreOnline() throws {
        var presence = SitePresence()
        for (actor, word, version) in [("page", "online", "0.2.0"), ("uploader", "offline", "0.1.0")] {
            let address = try BusAddress(site: "s", hub: "h", actor: actor, instance: "main")
            let info = ActorInfo(
                actor: actor,
                instance: "main",
                version: version,
                epoch: 1,
                contracts: ["v1"],
                started: Self.now
            )
            let envelope = Envelope(
                id: "i",
                source: address.source,
                type: "vitalbus.info.v1",
                time: Self.now,
                data: info
            )
            let place = "actor/\(actor)/main"
            presence.take(
                BusMessage(topic: address.topic("\(place)/info"), payload: try envelope.encoded(), retain: true)
            )
            presence.take(
                BusMessage(topic: address.topic("\(place)/availability"), payload: Array(word.utf8), retain: true)
            )
        }
        #expect(presence.versions(of: "h") == ["0.2.0"])
        #expect(presence.versions(of: "other").isEmpty)
    }
}

/// A bus on which the test decides when each message arrives.
private final class SlowBus: Bus {
    /// The messages for the first subscription, and for the second one.
    let (kept, mark) = (BoundedQueue<BusMessage>(capacity: 4_096), BoundedQueue<BusMessage>(capacity: 16))
    private let asked = Mutex<[[String]]>([])

    /// The subscriptions, in order.
    var filters: [[String]] { asked.withLock(\.self) }

    func publish(_ message: BusMessage) async throws -> PublishReceipt { .delivered }

    func subscribe(to filters: [TopicFilter], capacity: Int) async throws -> BusSubscription {
        let count = asked.withLock { asked in
            asked.append(filters.map(\.text))
            return asked.count
        }
        return BusSubscription(queue: count == 1 ? kept : mark) {}
    }

    func connectionStates() -> AsyncStream<BusConnectionState> { AsyncStream { $0.finish() } }
}
