internal import BusContract
internal import FoundationEssentials
package import Logging
internal import MessageBus
internal import ServiceLifecycle
package import UnixSignals

/// One run of an actor in this process: everything of ``ActorProcess`` except the command line and the exit.
package struct ActorRun<A: HubActor>: Sendable {
    /// The actor.
    package let actor: A
    /// The services given to the actor.
    package let context: ActorContext
    let connection: BusConnection
    let sole: SoleProcess
    let platform: ActorPlatform
    let notifier: ServiceNotifier
    let waiting: BusWaiting
    let presence: Presence
    let server: RequestServer
    let lock: InstanceLock
    let started: Date
    let logSwitch: LogSwitch
    let end = EndSignal()
    /// The bus's error, from which the other parts' failures follow.
    let busFailure = FirstError()
    /// Opened once it is certain that no other process serves under this name.
    let isSole = WakeUpAll()
    /// Sent once requests are received; before that, the process is not online.
    let ready = EndSignal()

    /// Takes the lock, builds the actor and its bus connection; starts nothing.
    ///
    /// - Parameter logSwitch: Receives entries from the logger's handlers; nil creates one.
    /// - Throws: ``RuntimeError``, or the error of the actor's `init`.
    package init(
        _ configuration: ActorConfiguration,
        platform: ActorPlatform,
        environment: [String: String],
        logger: Logger,
        logSwitch: LogSwitch? = nil
    ) async throws {
        let logSwitch = logSwitch ?? LogSwitch(component: A.logComponent)
        self.logSwitch = logSwitch
        let address = try Self.address(configuration)
        let state = try ProcessState(configuration, address: address, in: environment, isShared: A.allowsManyInstances)
        logSwitch.setFile("\(state.directory)/log")
        let busLogger = LineLogHandler.ofBus(logger)
        let bus = platform.environment
        let request = try BusConnectionRequest(configuration, address: address, environment: environment)
        started = bus.now()
        let start = try state.nextEpoch(now: started)
        if start.wasDamaged { logger.warning("the stored start count was damaged and has been replaced") }
        let sole = SoleProcess(
            request: request,
            address: address,
            startID: bus.newID(),
            platform: platform,
            logger: logger,
            membership: configuration.membership,
            notifier: ServiceNotifier(environment)
        )
        self.sole = sole
        connection = try platform.connector.connect(
            request.beforeReconnecting { try await sole.checkAgain() },
            logger: busLogger
        )
        let client = BusClient(
            bus: connection.bus,
            address: address,
            epoch: start.number,
            environment: bus,
            tracer: try configuration[CommonSettings.traceFile]
                ? TraceFile("\(state.directory)/log-traces.jsonl", address: address, version: platform.version) : nil
        )
        context = ActorContext(
            client: client,
            requests: RequestClient(client),
            states: RetainedStates(client, logger: busLogger),
            configuration: configuration,
            logger: logger,
            stateDirectory: URL(filePath: state.directory),
            siteKeyPath: try configuration[CommonSettings.siteKeyFile]
                ?? StateDirectory.credential("site-key", in: environment) ?? "\(state.base)/site-key",
            logSwitch: logSwitch
        )
        lock = state.lock
        self.platform = platform
        notifier = ServiceNotifier(environment)
        waiting = BusWaiting(client: client, logger: busLogger)
        presence = Presence(client, states: context.states)
        actor = try await A(context)
        server = try Self.server(of: actor, client: client, logger: busLogger)
    }

    /// The server of the actor's requests.
    ///
    /// - Throws: ``RuntimeError`` for an actor without its reach rules, which would accept requests about other
    ///   members' data.
    private static func server(of actor: A, client: BusClient, logger: Logger) throws -> RequestServer {
        guard !actor.servesRequests || actor.reach != nil || !Reach.table.contains(where: { $0.server == A.role })
        else {
            throw RuntimeError(
                .configuration,
                message: "\(A.name) does not enforce its reach rules: this build is defective"
            )
        }
        return try RequestServer(
            client,
            handlers: actor.handlers,
            extra: actor.answeredTopics,
            isServing: actor.servesRequests,
            reach: actor.reach,
            logger: logger
        )
    }

    /// Requests an orderly end, as SIGTERM does.
    package func shutDown() {
        end.send()
    }

    /// Serves until a signal, ``shutDown()`` or the actor's own end, then drains.
    ///
    /// - Parameters:
    ///   - signals: The signals that end the run in order.
    ///   - onDraining: Called when the end begins.
    /// - Throws: The error of the actor or its connection.
    package func run(signals: [UnixSignal] = [], onDraining: @escaping @Sendable () -> Void = {}) async throws {
        var silent = context.logger
        silent.logLevel = .critical
        let group = ServiceGroup(
            configuration: .init(
                services: parts(onDraining).map { name, body in
                    .init(
                        service: ClosureService(body),
                        successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .gracefullyShutdownGroup,
                        serviceName: name
                    )
                },
                gracefulShutdownSignals: signals,
                logger: silent
            )
        )
        // The actor exists; a missing broker must not delay the boot, so the process reports that it is ready.
        notifier.send("READY=1", "STATUS=waiting for the broker")
        do {
            try await group.run()
        } catch {
            throw busFailure.error ?? error
        }
    }

    static func address(_ configuration: ActorConfiguration) throws -> BusAddress {
        try BusAddress(
            site: configuration[CommonSettings.site],
            hub: configuration[CommonSettings.hub],
            actor: A.name,
            instance: configuration[CommonSettings.instance]
        )
    }
}
