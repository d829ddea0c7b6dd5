internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import SiteHealth
internal import SiteRecords
internal import VitalRecords

/// Watches the reports of the site's processes, and lists problems; a silent process is a problem too.
actor SiteWatch {
    /// How long to wait for the broker's retained messages before the first check.
    private static let settling = Duration.seconds(2)
    /// How often to check, because a silent process sends no message.
    private static let pause = Duration.seconds(5)
    /// The subscription's capacity, above the broker's queue limit for one subscriber.
    private static let capacity = 65_536
    /// The largest number of hubs asked for their time at once.
    private static let mostAsked = 32
    /// How long the list of the site's hubs is considered fresh, in seconds.
    private static let age: TimeInterval = 60

    /// A process of a hub as the page shows it.
    struct Process: Sendable, Hashable {
        let name: String
        let word: String
        let version: String?
        let told: Date?
    }

    private let context: ActorContext
    private let board: LiveBoard
    private let counts: MenuCounts
    private let siteFiles: SiteFiles
    private let changes: FileChanges
    private(set) var facts = SiteFacts()
    private(set) var findings: [Finding] = []
    private(set) var sights = DeviceSights()
    private var versions: [String: String] = [:]
    private var known: (hubs: [(entry: HubEntry, card: HubCard?)], ages: String, read: Date)?

    init(_ context: ActorContext, board: LiveBoard, counts: MenuCounts) {
        (self.context, self.board, self.counts) = (context, board, counts)
        siteFiles = SiteFiles(state: context.machineDirectory)
        changes = FileChanges(siteFiles.changing)
    }

    private var client: BusClient { context.client }

    /// The current problems, the worst first.
    var trouble: [Finding] {
        findings.filter { $0.status == .wrong } + findings.filter { $0.status == .warning }
    }

    /// Follows until cancelled.
    ///
    /// - Throws: ``BusError``.
    func run() async throws {
        let topics = BusFacts.topics + [PresenceTopics.info.descriptor, ScannerTopics.peripheralSighted.descriptor]
        let subscription = try await client.subscribe(to: topics, hub: nil, capacity: Self.capacity)
        defer { subscription.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await message in subscription { await self.take(message) }
            }
            group.addTask { try await self.judge() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func take(_ message: BusMessage) {
        let levels = message.levels
        guard levels.count >= 6 else { return }
        switch (levels[4], levels.last) {
        case ("event", _): sights.take(message, now: client.environment.now())
        case ("actor", "info") where levels.count == 8:
            // Absent is nil: a cleared state has no version.
            let info = try? Envelope<ActorInfo>.decode(message.payload).data
            versions["\(levels[3])/\(levels[5])/\(levels[6])"] = info?.version
        default: facts.take(message)
        }
    }

    private func judge() async throws {
        try await client.environment.clock.sleep(for: Self.settling)
        while !Task.isCancelled {
            let now = client.environment.now()
            let answers = await HubClocks.ask(facts, over: context.requests, now: now, most: Self.mostAsked)
            let found = facts.findings(ofHubs: hubs(now), answers: answers, now: client.environment.now())
            let isOther = found.map(Self.word) != findings.map(Self.word)
            findings = found
            counts.take(problems: ProblemView.short(trouble, for: .wholeSite).count)
            if isOther { await board.note(.problems) }
            try await client.environment.clock.sleep(for: Self.pause)
        }
    }

    /// A problem's text without its time, because a problem that persists is not a change.
    private static func word(_ finding: Finding) -> String {
        "\(finding.check) \(finding.status) \(finding.kind?.name ?? finding.words)"
    }

    /// The hubs in the site's list; empty if this machine has no such list.
    func hubs(_ now: Date) -> [(entry: HubEntry, card: HubCard?)] {
        let ages = changes.ages
        if let known, known.ages == ages, abs(now.timeIntervalSince(known.read)) < Self.age { return known.hubs }
        do {
            let hubs = try Site(siteFiles)?.hubs() ?? []
            known = (hubs, ages, now)
            return hubs
        } catch {
            context.logger.warning("cannot read the list of the site's hubs", metadata: ["error": "\(error.message)"])
            return known?.hubs ?? []
        }
    }

    /// The processes of a hub by name.
    func processes(of hub: String) -> [Process] {
        let facts = facts[hub]
        return facts.actors.sorted { $0.key < $1.key }.map { name, word in
            Process(name: name, word: word, version: versions["\(hub)/\(name)"], told: facts.told[name])
        }
    }
}

/// Where each device was last heard since the page started; kept in memory only.
struct DeviceSights: Sendable {
    /// The largest number of devices; the one not heard for longest is forgotten first.
    private static let most = 4_096

    /// The last sighting of one device.
    struct Sight: Sendable, Hashable {
        let hub: String
        let at: Date
        let name: String?
        let peripheralIDs: [Int]
    }

    private(set) var all: [String: Sight] = [:]

    /// Records a sighting from a message; other messages change nothing.
    mutating func take(_ message: BusMessage, now: Date) {
        // Absent is nil: an unreadable message is not a sighting. The topic alone proves the hub.
        guard let sighted = try? Envelope<PeripheralSighted>.decode(message.payload).data,
            message.levels.count > 3, message.levels[3] == sighted.hub
        else { return }
        take(sighted, at: now)
    }

    /// Records a sighting.
    mutating func take(_ sighted: PeripheralSighted, at time: Date) {
        all[sighted.device.description] = Sight(
            hub: sighted.hub,
            at: time,
            name: sighted.name,
            peripheralIDs: sighted.peripheralIDs
        )
        if all.count > Self.most, let oldest = all.min(by: { $0.value.at < $1.value.at }) { all[oldest.key] = nil }
    }
}
