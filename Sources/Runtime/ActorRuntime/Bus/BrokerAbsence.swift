internal import Logging
internal import MessageBus

/// Waits on a machine that has no broker yet and has joined no site.
///
/// If the processes ended instead, those started before `vitalbus join` would have to be restarted after it.
struct BrokerAbsence<A: HubActor> {
    /// The interval between checks of the files.
    private static var interval: Duration { .seconds(2) }

    let environment: [String: String]
    let logger: Logger

    /// Waits for a configuration that leads to a broker, and returns it.
    ///
    /// - Parameter load: Reads the configuration again, because a hub that joins gets other names than its file has.
    /// - Throws: The error of `load`.
    func settled(
        _ first: ActorConfiguration,
        load: () throws -> ActorConfiguration
    ) async throws -> ActorConfiguration {
        var configuration = first
        let notifier = ServiceNotifier(environment)
        var isTold = false
        while try BusConnectionRequest.leadsNowhere(
            configuration,
            address: ActorRun<A>.address(configuration),
            environment: environment
        ) {
            if !isTold {
                logger.warning("\(Self.words)")
                notifier.send("READY=1", "STATUS=\(Self.words)")
                isTold = true
            }
            notifier.send("WATCHDOG=1")
            try await Task.sleep(for: Self.interval)
            configuration = try load()
        }
        return configuration
    }

    private static var words: String {
        A.runsAtSite
            ? "this machine has no broker yet: 'systemctl status vitalbus-broker' says why"
            : "this machine has no broker and has joined no site. Run 'vitalbus join BUNDLE' for a hub of a site, or 'systemctl enable --now vitalbus.target' for an independent hub; this process then continues"
    }
}
