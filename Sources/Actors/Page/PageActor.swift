public import ActorRuntime
public import BusContract
internal import FoundationEssentials
internal import HTTPDoor
internal import Logging
public import MessageBus
internal import SiteRecords
internal import VitalRecords

/// The page's own configuration keys.
struct PageKeys: SettingTable {
    let address = Setting.text(
        "address",
        default: "127.0.0.1:8470",
        doc:
            "The address at which browsers reach the page: this machine only, or a network address, which needs a certificate."
    )
    let web = Setting.path(
        "web",
        doc: "The folder of templates, scripts and texts. Default: the one next to the program."
    )
    let entry = Setting.path(
        "entry",
        doc:
            "The file with the address for one log-in, readable by its group. Default: in the page's state, readable by its user only."
    )
    let language = Setting.text(
        "language",
        default: "en",
        doc: "The language for browsers that ask for no available language: the name of a file in 'texts'."
    )
    let stale = Setting.duration(
        "stale-after",
        in: .seconds(60)...(.seconds(366 * 86_400)),
        default: .seconds(86_400),
        doc: "Values older than this are grey on the overview, and do not count as outside limits on the board."
    )
    let uploadLimit = Setting.int(
        "uploads.limit-mb",
        in: 1...1_000_000,
        default: 4_096,
        doc:
            "The largest export that a browser may send, in megabytes; all queued exports together may have twice that size."
    )
    let proxyHeader = Setting.text(
        "proxy-header",
        example: "X-Forwarded-For",
        doc:
            "The header in which a reverse proxy sends the browser's address; the last address in it is used. Only 'trusted-proxies' are believed; without any, this machine is if the page serves no other."
    )
    let basePath = Setting.text(
        "base-path",
        example: "/hub1",
        doc: "The path below which a reverse proxy serves the page. The proxy passes it on unchanged."
    )
    let trustedProxies = Setting.list(
        "trusted-proxies",
        example: "127.0.0.1,192.168.1.2",
        doc:
            "The addresses of reverse proxies whose X-Forwarded-Host, X-Forwarded-Proto and 'proxy-header' are believed. They replace what a browser sends in these."
    )
    let frameAncestors = Setting.list(
        "frame-ancestors",
        example: "self,https://portal.example.org",
        doc: "The sites that may show the page in a frame: 'self', or https://HOST. None by default."
    )
    let ingress = IngressKeys()
    let limits = Setting.list(
        "limits",
        example: "bed-a:systolic=95..160,*:spo2=92..",
        doc:
            "The usual range, SEAT:METRIC=LOWEST..HIGHEST in the metric's first unit, * for all seats; other values are highlighted."
    )
}

/// The actor `page`: serves the site's web page.
public actor PageActor: HubActor {
    /// The actor's name.
    public static let name = BusRole.page.rawValue
    /// Runs once for the whole site.
    public static let runsAtSite = true
    /// The actor's own configuration.
    public static let configurationKeys: [ConfigurationKey] = PageKeys.keys

    private let server: PageServer
    private let context: ActorContext
    private let feed: LiveFeed
    private let watch: SiteWatch
    /// The files that hold the rights of accounts and kiosks.
    private let rights: FileChanges
    private let sweep: UploadSweep
    private let persons: PersonSweeps
    private let measuring: MeasureFeed
    private let due: DueTeller
    private let heldSeats: HeldSeats
    private let ready: ReadyFeed
    /// Why the page serves no browsers; nil while it does.
    private var problem: WireFault?

    /// Empty: the page serves browsers only.
    public nonisolated var handlers: [RequestHandler] { [] }
    /// False: the page answers no requests on the bus.
    public nonisolated var servesRequests: Bool { false }

    /// Checks rules that the keys' types cannot express.
    public static func check(_ configuration: ActorConfiguration) throws {
        try checkCertificate(configuration)
        _ = try UsualValues(configuration[\PageKeys.limits])
        _ = try PageDoors(configuration, address: address(configuration))
    }

    /// Refuses a certificate that cannot be served to browsers, before anything starts.
    private static func checkCertificate(_ configuration: ActorConfiguration) throws {
        let address = try address(configuration)
        guard !address.isLocal, let state = try configuration[CommonSettings.stateDirectory] else { return }
        let access = Access(state: state)
        // Once an account exists, the start creates a missing certificate.
        // Absent is nil: the code that needs the accounts reports unreadable ones.
        guard (try? access.accounts().isEmpty) ?? false else { return }
        _ = try PageCertificate(access.serverCertificate).served(at: address)
    }

    private static func address(_ configuration: ActorConfiguration) throws -> ListenAddress {
        try ListenAddress(configuration[\PageKeys.address], key: "page.address", example: "127.0.0.1:8470")
    }

    /// Reads templates and texts.
    ///
    /// - Throws: `RuntimeError` `configuration` if they are missing or the address is invalid.
    public init(_ context: ActorContext) async throws {
        let configuration = context.configuration
        self.context = context
        let web = try WebFolder(configuration[\PageKeys.web])
        let texts = try PageTexts(web, standard: configuration[\PageKeys.language])
        let bus = PageBus(requests: context.requests)
        let (folder, logger) = (context.stateDirectory, context.logger)
        let files = PageFiles(folder: folder, now: context.environment.now(), logger: logger)
        persons = PersonSweeps(files, bus: bus, environment: context.environment, logger: logger)
        let board = try Self.board(configuration, bus: bus, files: files)
        let hubs = SiteHubs()
        let imports = try Self.imports(context, bus: bus, hubs: hubs)
        let counts = MenuCounts()
        feed = LiveFeed(context.client, board: board, hubs: hubs, imports: imports, counts: counts)
        heldSeats = HeldSeats(board: board, counts: counts, clock: context.environment.clock)
        due = DueTeller(context, board: board, plans: files.plans)
        let devices = BoardDevices(bus: bus)
        ready = ReadyFeed(client: context.client, board: board, devices: devices)
        sweep = UploadSweep(context: context, imports: imports)
        let desk = MeasureDesk(bus: bus, environment: context.environment) { await board.note(.measurement($0)) }
        measuring = MeasureFeed(client: context.client, desk: desk)
        let access = Access(state: context.machineDirectory)
        watch = SiteWatch(context, board: board, counts: counts)
        rights = FileChanges(access.changing + [access.kiosksFolder])
        server = PageServer(
            parts: PageParts(
                context: context,
                bus: bus,
                board: board,
                live: LiveParts(),
                counts: counts,
                limits: files.limits,
                labels: files.labels,
                plans: files.plans,
                notes: files.notes,
                units: files.units,
                aside: AsideFiles(folder: folder.path),
                undo: UndoDesk(bus: bus, environment: context.environment),
                devices: devices,
                guesses: HeldGuesses(bus: bus),
                hubs: hubs,
                watch: watch,
                imports: imports,
                measuring: desk,
                sessions: try Self.sessions(context, access: access),
                texts: texts,
                views: try PageViews(web),
                assets: try PageAssets(web),
                audit: try AuditLog(folder.appendingPathComponent("audit.jsonl").path),
                machine: PageMachine(context, access: access),
                doors: try PageDoors(configuration, address: Self.address(configuration)),
                reach: BusReach()
            ),
            address: try Self.address(configuration),
            certificate: access.serverCertificate,
            // Absent is nil: the page then names the address at which it listens.
            reachedAt: { try? access.record().addresses.first }
        )
    }

    private static func board(
        _ configuration: ActorConfiguration,
        bus: PageBus,
        files: PageFiles
    ) throws -> LiveBoard {
        var usual = try UsualValues(configuration[\PageKeys.limits])
        usual.set(site: files.limits.site?.limits ?? [])
        return LiveBoard(
            bus: bus,
            usual: usual,
            files: files,
            stale: try configuration[\PageKeys.stale].seconds
        )
    }

    private static func sessions(_ context: ActorContext, access: Access) throws -> PageSessions {
        let (entry, folder) = (try context.configuration[\PageKeys.entry], context.stateDirectory)
        return PageSessions(
            accounts: PageAccounts(access),
            entry: EntryKey(entry ?? folder.appendingPathComponent("entry").path, isForGroup: entry != nil),
            kiosks: PageKiosks(access),
            kept: KeptLogins(folder.appendingPathComponent("logins.json").path, logger: context.logger),
            environment: context.environment
        )
    }

    private static func imports(_ context: ActorContext, bus: PageBus, hubs: SiteHubs) throws -> ImportParts {
        let limit = try context.configuration[\PageKeys.uploadLimit] * 1_000_000
        let states = ImportStates()
        return ImportParts(
            hubs: ImportHubs(bus: bus, hubs: hubs, states: states, machine: context.machineDirectory),
            states: states,
            uploads: try UploadFolder(
                context.stateDirectory.appendingPathComponent("uploads").path,
                quota: Int.clampedSum(limit, limit)
            ),
            limit: limit,
            wake: WakeUp()
        )
    }

    /// Serves browsers until cancelled.
    public func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [feed] in try await feed.run() }
            group.addTask { [watch] in try await watch.run() }
            group.addTask { await self.followRights() }
            group.addTask { [measuring] in try await measuring.run() }
            group.addTask { await self.serve() }
            group.addTask { [sweep] in await sweep.run() }
            group.addTask { [persons] in await persons.run() }
            group.addTask { [due] in try await due.run() }
            group.addTask { [heldSeats] in await heldSeats.run() }
            group.addTask { [ready] in try await ready.run() }
            group.addTask { [reach = server.parts.reach, client = context.client] in
                await reach.follow(client.bus)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Wakes the event streams when accounts or kiosks change, so that a revoked browser gets no more events.
    private func followRights() async {
        while !Task.isCancelled {
            guard await rights.wait(context.environment.clock) else { continue }
            await server.parts.board.note(.rights)
        }
    }

    private func serve() async {
        while !Task.isCancelled {
            do {
                try await server.run { [self] url in await noteServing(url) }
            } catch is CancellationError {
                return
            } catch {
                note(error)
            }
            // Cleanup: a cancelled task leaves the loop at its condition.
            try? await context.environment.clock.sleep(for: .seconds(5))
        }
    }

    private func noteServing(_ url: String) {
        problem = nil
        context.logger.notice("serving the page", metadata: ["address": "\(url)"])
    }

    private func note(_ error: any Error) {
        let words =
            (error as? any WordedError)?.message
            ?? "page.address: \(server.address) is not available (\(error.listenWords)): stop the program that uses it, or choose another port"
        guard words != problem?.message else { return }
        problem = WireFault(code: "configuration", message: words, retriable: true)
        context.logger.error("the page is not served", metadata: ["error": "\(words)"])
    }

    /// The page's current health.
    public func health() async -> HealthFacts {
        let counts = await server.parts.sessions.counts
        var facts = HealthFacts(
            status: problem == nil ? .ok : .failed,
            problems: [problem].compactMap(\.self),
            lastSuccess: nil,
            counters: counts
        )
        if !server.address.isLocal { facts.certificate = CertificateTerm(file: server.certificate)?.health }
        return facts
    }
}
