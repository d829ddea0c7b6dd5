public import ActorRuntime
public import BusContract
internal import FoundationEssentials
internal import Logging
public import MessageBus
internal import SiteAuthority

/// The actor's own configuration keys.
struct HomeAssistantKeys: SettingTable {
    let seats = Setting.list(
        "seats",
        doc: "Seats to show, in addition to those of Home Assistant's accounts at this machine's broker."
    )
    let discoveryPrefix = CommonSettings.discoveryPrefix
    let version = Setting.text(
        "version",
        default: "2025.4",
        doc:
            "The oldest version of Home Assistant to support, at least 2025.4. From 2026.2 on, temperature differences have their class. From 2026.11 on, a held reading's time is chosen in a calendar, and seats are parts of the site. Restart Home Assistant after a change; before a lower one delete its seats' devices."
    )
}

/// The actor `home-assistant`: shows a site in Home Assistant by MQTT discovery, and carries out the actions there.
public actor HomeAssistantActor: HubActor {
    /// The actor's name.
    public static let name = BusRole.homeAssistant.rawValue
    /// Runs once for the whole site.
    public static let runsAtSite = true
    /// The actor's own configuration.
    public static let configurationKeys: [ConfigurationKey] = HomeAssistantKeys.keys

    /// The delay before publishing after Home Assistant's birth message, in milliseconds.
    ///
    /// Home Assistant receives only after it has made all its subscriptions. The delay is random, so that not all
    /// programs answer at once.
    private static let birthPause = 1_000...5_000
    /// How long documents of an earlier run are kept while the site is queried.
    private static let settling = Duration.seconds(20)
    /// How often to query the site for data that no event reports.
    private static let look = Duration.seconds(60)
    /// How long to collect changes before publishing.
    private static let gathering = Duration.milliseconds(300)

    private let client: BusClient
    private let caller: HomeCaller
    private let publisher: HomePublisher
    private let access: Access
    private let discoveryPrefix: String
    private let listed: Set<String>
    private let changes: FileChanges
    private let logger: Logger
    private let news = WakeUp()
    private let again = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    private let outputs = AsyncStream<HomeOutput>.makeStream(bufferingPolicy: .bufferingNewest(256))
    private var model: HomeModel
    private var everySeat: Set<String> = []
    private var births: Int64 = 0

    /// Empty: it serves Home Assistant only.
    public nonisolated var handlers: [RequestHandler] { [] }
    /// False: it answers no requests on the bus.
    public nonisolated var servesRequests: Bool { false }

    /// Checks rules that the keys' types cannot express.
    public static func check(_ configuration: ActorConfiguration) throws {
        _ = try version(configuration)
        _ = try discoveryPrefix(configuration)
    }

    private static func discoveryPrefix(_ configuration: ActorConfiguration) throws -> String {
        let text = try configuration[\HomeAssistantKeys.discoveryPrefix]
        guard HomeAssistantTopics.isPrefix(text) else {
            throw RuntimeError(
                .configuration,
                message:
                    "home-assistant.discovery-prefix: '\(text.prefix(40))' is not a prefix such as homeassistant: one level of "
                    + "letters, digits, _ and -, as Home Assistant's own setting has it"
            )
        }
        return text
    }

    private static func version(_ configuration: ActorConfiguration) throws -> HomeVersion {
        let text = try configuration[\HomeAssistantKeys.version]
        guard let version = HomeVersion(text), version >= .oldest else {
            throw RuntimeError(
                .configuration,
                message: "home-assistant.version: '\(text.prefix(40))' is not a version from 2025.4 on: write "
                    + "it as 2026.2"
            )
        }
        return version
    }

    /// Reads the configuration.
    ///
    /// - Throws: `RuntimeError` `configuration`.
    public init(_ context: ActorContext) async throws {
        (client, logger) = (context.client, context.logger)
        caller = HomeCaller(requests: context.requests, clock: context.client.environment.clock)
        discoveryPrefix = try Self.discoveryPrefix(context.configuration)
        publisher = HomePublisher(
            context.client,
            version: VitalBus.version,
            prefix: discoveryPrefix,
            logger: context.logger
        )
        access = Access(state: context.machineDirectory)
        listed = Set(try context.configuration[\HomeAssistantKeys.seats])
        changes = FileChanges(access.changing)
        model = HomeModel(try HomePlace(context.address, version: Self.version(context.configuration)))
    }

    /// Shows the site until cancelled.
    public func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.follow() }
            group.addTask { try await self.followHome() }
            group.addTask { await self.followConnection() }
            group.addTask { try await self.tellAgain() }
            group.addTask { await self.followAccounts() }
            group.addTask { try await self.show() }
            group.addTask { await self.work() }
            group.addTask { try await self.look() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private var clock: any Clock<Duration> { client.environment.clock }

    private func take(_ input: HomeInput) {
        for output in model.take(input) { outputs.continuation.yield(output) }
        news.signal()
    }

    // MARK: - Messages

    private func follow() async throws {
        let subscription = try await client.subscribe(to: HomeFeed.topics, hub: nil, capacity: 1_024)
        for await message in subscription {
            if let input = HomeFeed.input(message) { take(input) }
        }
        subscription.cancel()
    }

    /// Follows Home Assistant's birth message, its commands, and this process's own retained messages.
    private func followHome() async throws {
        let site = client.address.site
        let discovery = HomeAssistantTopics.discovery(site, device: "+", prefix: discoveryPrefix)
        let state = HomeAssistantTopics.state(site, place: "+")
        let filters = try [
            HomeAssistantTopics.birth, HomeAssistantTopics.command(site, place: "+", control: "+"), discovery, state,
        ].map { try TopicFilter($0) }
        let subscription = try await client.bus.subscribe(to: filters, capacity: 256)
        for await message in subscription {
            if message.topic == HomeAssistantTopics.birth {
                // A retained message does not announce a new birth.
                if !message.retain, String(decoding: message.payload, as: UTF8.self) == HomeAssistantTopics.born {
                    births += 1  // In range: one a message.
                    again.continuation.yield()
                }
            } else if filters[1].matches(message.topic) {
                let id = client.environment.newID()
                if let input = HomeFeed.command(message, site: site, id: id) { take(input) }
            } else {
                await publisher.keep(message)
                if let (seat, metrics) = SeatDevice.shown(message) { take(.hadValues(seat: seat, metrics: metrics)) }
                if let (hub, meters) = HubDevice.shown(message, site: site) {
                    take(.hadMeters(hub: hub, meters: meters))
                }
            }
        }
        subscription.cancel()
    }

    private func followConnection() async {
        var isFirst = true
        for await state in client.bus.connectionStates() where state == .connected {
            if !isFirst { again.continuation.yield() }
            isFirst = false
        }
    }

    /// Publishes everything again some time after Home Assistant's birth or a new connection; triggers in between are
    /// merged.
    private func tellAgain() async throws {
        for await _ in again.stream {
            try await clock.sleep(for: .milliseconds(Int.random(in: Self.birthPause)))
            await publisher.forget()
            news.signal()
        }
    }

    private func followAccounts() async {
        while !Task.isCancelled {
            takeSeats()
            while !Task.isCancelled, await !changes.wait(clock) {}
        }
    }

    private func takeSeats() {
        do {
            let given = try access.accounts().filter { $0.homeAssistant == true }.flatMap(\.values)
            take(.seats(shown: listed.union(given), all: everySeat))
        } catch {
            logger.error("Home Assistant's accounts cannot be read", metadata: ["error": "\(error)"])
        }
    }

    // MARK: - Actions

    private func show() async throws {
        while !Task.isCancelled {
            await news.wait(atMost: Self.look, clock: clock)
            try await clock.sleep(for: Self.gathering)
            try await publisher.show(model.devices, states: model.states)
        }
    }

    private func work() async {
        await withDiscardingTaskGroup { group in
            for await output in outputs.stream {
                group.addTask {
                    if case .tell(let event) = output { return await self.publisher.tell(event) }
                    await self.carryOut(output)
                }
            }
        }
    }

    private func carryOut(_ output: HomeOutput) async {
        do {
            if let input = try await caller.carryOut(output) { take(input) }
            if case .confirm = output { outputs.continuation.yield(.lookAtHeld) }
            if case .discard = output { outputs.continuation.yield(.lookAtHeld) }
        } catch {
            // The next query follows within a minute.
            logger.debug("the site did not answer", metadata: ["error": "\(error)"])
        }
    }

    private func look() async throws {
        for await state in client.bus.connectionStates() where state == .connected { break }
        var rest = Self.settling
        while !Task.isCancelled {
            outputs.continuation.yield(.lookAtHeld)
            outputs.continuation.yield(.lookAtDevices)
            do {
                everySeat = try await caller.seats()
                takeSeats()
            } catch is BusError {
                logger.debug("the session manager did not list its seats")
            }
            try await clock.sleep(for: rest)
            if rest == Self.settling {
                await publisher.settle()
                news.signal()
            }
            rest = Self.look
        }
    }

    /// The actor's current health.
    public func health() async -> HealthFacts {
        HealthFacts(counters: ["births": births, "devices": Int64(clamping: model.devices.count)])
    }
}
