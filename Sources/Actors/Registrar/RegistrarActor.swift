public import ActorRuntime
public import BusContract
internal import FoundationEssentials
internal import HTTPDoor
internal import Logging
public import MessageBus
internal import SiteAuthority
internal import SiteRecords

/// The registrar's own configuration keys.
struct RegistrarKeys: SettingTable {
    let address = Setting.text(
        "address",
        default: "0.0.0.0",
        doc: "The address on which the registrar listens; the port is the site's ('vitalbus site show')."
    )
    let serverHub = Setting.text(
        "server-hub",
        doc: "The server's own hub, whose command line may ask the other hubs. Default: the value of 'hub'."
    )
}

/// The actor `registrar`: issues certificates to hubs that join a site, and renews them before they expire.
public actor RegistrarActor: HubActor {
    /// The actor's name.
    public static let name = BusRole.registrar.rawValue
    /// Runs once for the whole site.
    public static let runsAtSite = true
    /// The actor's own configuration.
    public static let configurationKeys: [ConfigurationKey] = RegistrarKeys.keys

    private var site: Site
    private let siteKey: [UInt8]
    private let host: String
    private let ownHub: String?
    private let environment: BusEnvironment
    private let requests: RequestClient
    private let logger: Logger
    private let counts = RegistrarCounts()
    /// Why hubs are not served; nil while they are.
    private var problem: WireFault?

    /// Empty: hubs use HTTPS, because they are not on the bus yet.
    public nonisolated var handlers: [RequestHandler] { [] }

    /// Reads the site's files.
    ///
    /// - Throws: `RuntimeError` `configuration` if this machine is not a site's server.
    public init(_ context: ActorContext) async throws {
        let state = context.machineDirectory
        guard let site = try Site(SiteFiles(state: state)) else {
            throw RuntimeError(
                .configuration,
                message: "this machine is not a site's server ('\(state)' has no site): run 'vitalbus site init' first"
            )
        }
        guard site.record.site == context.address.site else {
            throw RuntimeError(
                .configuration,
                message: "the site here is '\(site.record.site)', the configuration has '\(context.address.site)'"
            )
        }
        self.site = site
        siteKey = try context.siteKey.bytesForHubs
        host = try context.configuration[\RegistrarKeys.address]
        let hub = try context.configuration[\RegistrarKeys.serverHub] ?? context.configuration[CommonSettings.hub]
        ownHub = hub == BusAddress.siteHub ? nil : hub
        environment = context.environment
        requests = context.requests
        logger = context.logger
    }

    /// Serves hubs and carries out their updates until cancelled.
    public func run() async throws {
        let updates = HubUpdates(site: site, requests: requests, environment: environment, logger: logger)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await updates.run() }
            group.addTask { await self.serveAlways() }
        }
    }

    private func serveAlways() async {
        while !Task.isCancelled {
            do {
                try await serve()
            } catch is CancellationError {
                return
            } catch {
                await note(error)
                // Cleanup: a cancelled task leaves the loop at its condition.
                try? await environment.clock.sleep(for: .seconds(5))
            }
        }
    }

    /// Runs the server, and updates it after each change of the site.
    private func serve() async throws {
        let changes = FileChanges([site.files.server])
        let server = RegistrarServer(
            terms: RegistrarTerms(try nextDesk()),
            certificate: try ServedCertificate(certificate: site.files.server, key: site.files.server),
            host: host,
            port: site.record.registrarPort,
            environment: environment,
            logger: logger,
            counts: counts
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run { await self.note(nil) } }
            group.addTask { try await self.follow(changes, server: server) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func follow(_ changes: FileChanges, server: RegistrarServer) async throws {
        while true {
            // A command may have created another certificate for other addresses.
            let isChanged = await changes.wait(environment.clock)
            try Task.checkCancellation()
            if isChanged {
                server.terms.change(try nextDesk())
            } else {
                // The certificate is renewed after two thirds of its 90 days.
                try site.renewServer(environment.now())
            }
        }
    }

    /// Reloads the site, whose addresses may have changed, and ensures that its certificate is valid.
    private func nextDesk() throws -> RegistrarDesk {
        site = try Site(site.files) ?? site
        try site.renewServer(environment.now())
        return RegistrarDesk(site, siteKey: siteKey, ownHub: ownHub)
    }

    private func note(_ error: (any Error)?) async {
        let words = error.map { error in
            (error as? SiteError)?.message
                ?? "port \(site.record.registrarPort) is not available (\(error.listenWords)): stop the program that uses it, or choose another one"
        }
        guard words != problem?.message else { return }
        problem = words.map { WireFault(code: "configuration", message: $0, retriable: true) }
        guard let words else {
            return logger.notice("hubs can join", metadata: ["port": "\(site.record.registrarPort)"])
        }
        logger.error("hubs can neither join nor renew their certificates", metadata: ["error": "\(words)"])
    }

    /// The update that has halted, for the page and for `vitalbus status`; nil while none has.
    private var halted: WireFault? {
        guard let rollout = site.rollout(), rollout.wish.action == .roll, let words = rollout.haltWords else {
            return nil
        }
        return WireFault(
            code: "updateHalted",
            message: "the update of the hubs to \(rollout.wish.version) has \(words): see 'vitalbus site update'",
            retriable: true
        )
    }

    /// The registrar's health: the counts of joined, renewed and refused hubs, the hubs with expired certificates, and an
    /// update that has halted.
    public func health() async -> HealthFacts {
        let now = environment.now()
        var problems = [problem].compactMap(\.self)
        do {
            for (entry, card) in try site.hubs() where entry.revoked == nil {
                guard let card, card.ends < now else { continue }
                problems.append(
                    WireFault(
                        code: "certificateEnded",
                        message:
                            "the certificates of '\(entry.hub)' expired on \(card.ends.ISO8601Format()): is it switched on? It "
                            + "renews them when it reaches this server",
                        retriable: true
                    )
                )
            }
        } catch {
            problems.append(WireFault(code: error.code.rawValue, message: error.message, retriable: false))
        }
        if let halted { problems.append(halted) }
        let status: ActorHealth.Status = problem != nil ? .failed : problems.isEmpty ? .ok : .degraded
        var facts = HealthFacts(
            status: status,
            problems: problems,
            lastSuccess: counts.lastSuccess,
            counters: counts.all
        )
        facts.certificate = CertificateTerm(file: site.files.server)?.health
        return facts
    }
}
