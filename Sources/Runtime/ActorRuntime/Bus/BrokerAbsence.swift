internal import Logging
internal import MessageBus

/// A machine that has no broker yet and has joined no site: its processes wait for either, and say so.
///
/// To end would be worse: whoever is started before `vitalbus join` would have to be started anew after it.
struct BrokerAbsence<A: HubActor> {
    /// How often the files are looked at.
    private static var interval: Duration { .seconds(2) }

    let environment: [String: String]
    let logger: Logger

    /// The configuration once it leads to a broker.
    ///
    /// - Parameter load: Reads the configuration anew: a hub that joins has other names than its file says.
    /// - Throws: What `load` throws.
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
