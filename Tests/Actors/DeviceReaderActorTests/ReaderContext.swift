import ActorRuntime
import FoundationEssentials
import Logging
import MessageBus
import TestSupport

@testable import DeviceReaderActor

extension ActorContext {
    /// A device reader's context on a test's broker.
    ///
    /// - Parameters:
    ///   - folder: For its state, and for the site's key.
    ///   - values: Settings besides the site `home` and the client's hub.
    convenience init(
        _ client: BusClient,
        folder: TemporaryFolder,
        requests: RequestClient? = nil,
        values: [String: String] = [:]
    ) throws {
        let all = ["site": "home", "hub": client.address.hub].merging(values) { $1 }
        let sources = ConfigurationSources(flags: all.map { ($0.key, $0.value, "--set \($0.key)") })
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        self.init(
            client: client,
            requests: requests ?? RequestClient(client),
            states: RetainedStates(client, logger: logger),
            configuration: try ConfigurationLoader(DeviceReaderActor.self, actors: []).load(sources),
            logger: logger,
            stateDirectory: folder.url,
            siteKeyPath: folder.url.appending(path: "site-key").path
        )
    }
}
