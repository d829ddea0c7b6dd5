internal import ActorRuntime
internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import LocalBroker
internal import MessageBus
internal import Processes
internal import SiteAuthority

/// The command `vitalbus broker`.
struct BrokerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "broker",
        abstract: "Run the private broker of a hub whose actors systemd starts.",
        discussion: """
            vitalbus-broker.service runs it until the service stops. It creates missing parts of the state directory: \
            the site's key, and an account with a password for each process of the hub. On a site's server it also \
            serves the joined hubs. On a hub with its own broker (vitalbus-hub-broker.service) it links to the \
            site's.

            It exits at once if no private broker is needed: the configuration file names a broker, or the hub uses \
            the site's.
            """
    )

    @Option(help: ArgumentHelp("The hub's configuration file.", valueName: "file"))
    var config = HubPlace.standardFile

    func run() async throws {
        let environment = CommandEnvironment.current
        let notifier = ServiceNotifier(environment.variables)
        let values = try OperatorConfiguration.load(config, site: nil, hub: nil, variables: environment.variables)
        if let reason = try Self.reasonForNone(config, values: values, variables: environment.variables) {
            environment.out("\(reason): none is started here")
            return notifier.send("READY=1", "STATUS=\(reason): no broker is started here")
        }
        let service = try BrokerService(config, values: values, variables: environment.variables)
        let signals = await EndSignals.trapped()
        let broker = try await service.start()
        environment.out("the broker accepts connections at \(broker.socketPath); its log is \(broker.logPath)")
        notifier.send("READY=1", "STATUS=takes connections")
        do {
            try await service.watch(broker, until: signals, notifier: notifier)
        } catch {
            await broker.stop()
            throw error
        }
        notifier.send("STOPPING=1")
        await broker.stop()
    }

    /// The reason why no broker runs here; nil if one does.
    private static func reasonForNone(
        _ file: String,
        values: ActorConfiguration,
        variables: [String: String]
    ) throws -> String? {
        let state = try values[CommonSettings.stateDirectory] ?? StateDirectory.standard(variables)
        if let member = try MembershipFiles(state: state).read() {
            guard member.ownBroker != true else { return nil }
            return "this machine is the hub '\(member.hub)' of the site '\(member.site)' and uses its broker"
        }
        return OperatorConfiguration.namesBroker(values) ? "\(file) names a broker" : nil
    }
}

/// The private broker of a hub whose actors systemd starts.
struct BrokerService: Sendable {
    private let plan: HubPlan
    private let changes: HubChanges
    private let machine: MachineHub

    /// Reads the machine's configuration.
    ///
    /// - Throws: `RuntimeError` `configuration`, `HubRunnerError` `invalidPlan`, ``CommandFailure`` for a site of
    ///   another name.
    init(_ file: String, values: ActorConfiguration, variables: [String: String]) throws {
        let state = try values[CommonSettings.stateDirectory] ?? StateDirectory.standard(variables)
        let plan =
            if let member = try MembershipFiles(state: state).read() {
                try Self.linked(member, values: values, state: state)
            } else {
                try Self.own(file, values: values, layout: HubLayout(state))
            }
        self.plan = plan
        changes = HubChanges(plan, socket: MachineHub(variables).socket)
        machine = MachineHub(variables)
    }

    /// The plan of a hub that has joined a site, with a broker linked to the site's.
    private static func linked(_ member: MembershipRecord, values: ActorConfiguration, state: String) throws -> HubPlan
    {
        var plan = try HubPlan(
            site: member.site,
            hub: member.hub,
            seats: member.seats,
            part: .hub,
            stateDirectory: state,
            executables: ProgramFolder.path
        )
        plan.broker = .linked(member)
        plan.hasRadio = try values[\OperatorConfiguration.Keys.radio] != HubFlags.Radio.none.rawValue
        plan.brokerQueue = try values[\OperatorConfiguration.Keys.brokerQueue] ?? plan.brokerQueue
        return plan
    }

    /// The plan of a single machine, or of a site's server.
    private static func own(_ file: String, values: ActorConfiguration, layout: HubLayout) throws -> HubPlan {
        let part = try HubSettings.read(layout)?.part
        let sections = try ConfigurationSections(file, actors: OperatorConfiguration.sections)
        var plan = try HubPlan(
            site: values[CommonSettings.site],
            hub: values[CommonSettings.hub],
            seats: sections.texts(CommonSettings.seats, of: BusRole.sessionManager.rawValue) ?? [],
            part: part == .site ? .site : .whole,
            stateDirectory: layout.state,
            executables: ProgramFolder.path
        )
        plan.isBrokerPersistent = true
        plan.server = try Site(SiteFiles(state: layout.state))
        if let server = plan.server, server.record.site != plan.site {
            throw CommandFailure(
                "conflict",
                message:
                    "the site here is '\(server.record.site)', but \(file) has '\(plan.site)': set it there to the "
                    + "site's name",
                exitCode: ExitCodes.configuration
            )
        }
        plan.hasRadio = try values[\OperatorConfiguration.Keys.radio] != HubFlags.Radio.none.rawValue
        plan.access = Access(state: plan.layout.state)
        plan.sharesSomeValues = OperatorConfiguration.sharesValues(sections)
        plan.discoveryPrefix = OperatorConfiguration.discoveryPrefix(sections) ?? plan.discoveryPrefix
        plan.isSolo = sections.texts(CommonSettings.soloSeat, of: BusRole.sessionManager.rawValue) == ["true"]
        return plan
    }

    /// Creates the files, starts the broker and publishes the hub's record for the commands.
    ///
    /// - Throws: `HubRunnerError`.
    func start() async throws -> LocalBroker {
        let files = HubFiles(plan: plan)
        try files.prepareDirectories()
        try files.prepareKey()
        if plan.broker.member != nil { try await keeper.prefer() }
        do {
            let files = HubFiles(plan: try plan.ofNow())
            let broker = try await LocalBroker.start(
                directory: plan.layout.broker,
                accounts: try files.accounts(),
                options: try files.brokerOptions(socket: machine.socket)
            )
            try changes.tell()
            try show()
            return broker
        } catch let error as LocalBrokerError {
            throw HubRunnerError(.broker, message: error.message)
        }
    }

    private func show() throws {
        let address = try BusAddress(
            site: plan.site,
            hub: plan.hub,
            actor: BusRole.vitalbus.rawValue,
            instance: HubLayout.shellInstance
        )
        let record = HubRecord(
            site: plan.site,
            hub: plan.hub,
            socket: machine.socket,
            radio: plan.hasRadio && plan.part != .site,
            solo: plan.isSolo
        )
        do {
            try machine.show(record, password: try SecretFile.read(plan.layout.password(address)))
        } catch {
            let words = error.fileWords
            throw HubRunnerError(.files, message: "\(machine.folder) cannot be written: check its owner (\(words))")
        }
    }

    /// Returns on a request to end; notifies the watchdog while the broker accepts a client.
    ///
    /// - Throws: `HubRunnerError` `broker` if the broker ended unexpectedly, so that systemd restarts it.
    func watch(_ broker: LocalBroker, until signals: EndSignals, notifier: ServiceNotifier) async throws {
        let target = try HubRun.target(plan, socket: machine.socket)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await signals.wait() }
            group.addTask {
                while await broker.isRunning { try await Task.sleep(for: .milliseconds(500)) }
                throw HubRunnerError(.broker, message: "the broker stopped unexpectedly: see \(broker.logPath)")
            }
            group.addTask { try await follow(changes, broker: broker) }
            if plan.broker.member != nil { group.addTask { try await keepLink(target) } }
            group.addTask { try await Self.beat(target, notifier: notifier) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private var keeper: LinkKeeper { LinkKeeper(membership: Membership(state: plan.layout.state)) }

    /// Keeps the link at the address that answers, even across restarts of the broker.
    private func keepLink(_ target: HubConnection.Target) async throws {
        while true {
            do {
                try await HubConnection.with(target) { try await keeper.run($0) }
            } catch is BusError {
                // The broker is restarting; its watch ends this process if it does not come back.
            }
            try await Task.sleep(for: .seconds(1))
        }
    }

    /// Applies the changes of commands to the broker, as ``HubSupervisor`` does.
    private func follow(_ first: HubChanges, broker: LocalBroker) async throws {
        var changes = first
        guard changes.mayCome else { return try await Forever.wait() }
        while true {
            await changes.wait()
            try Task.checkCancellation()
            do {
                _ = try await changes.apply(to: broker)
            } catch {
                CommandEnvironment.current.err("vitalbus broker: the accounts cannot be set: \(error.fileWords)")
            }
        }
    }

    private static func beat(_ target: HubConnection.Target, notifier: ServiceNotifier) async throws {
        guard let interval = notifier.watchdogInterval else { return try await Forever.wait() }
        while true {
            do {
                try await HubConnection.with(target) { _ in }
                notifier.send("WATCHDOG=1")
            } catch let error as BusError {
                // If this persists, the watchdog ends the broker.
                CommandEnvironment.current.err("vitalbus broker: the broker accepts no client: \(error.message)")
            }
            try await Task.sleep(for: interval / 3)
        }
    }
}
