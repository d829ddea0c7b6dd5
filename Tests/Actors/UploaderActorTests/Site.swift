import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import LedgerStore
import Logging
import MessageBus
import TestSupport

@testable import UploaderActor

/// A minimal site: a broker in this process, a queue's owner, a cloud, and folders for an uploader's state.
struct Site: Sendable {
    let broker = InMemoryBroker()
    let folder: TemporaryFolder
    let cloud: CloudServer
    let owner: QueueOwner

    private init(_ cloud: CloudServer, token: String) throws {
        folder = try TemporaryFolder()
        self.cloud = cloud
        let key = try SiteKey.load(folder.url.appending(path: "site-key").path, createIfMissing: true)
        owner = try QueueOwner(Self.client(broker, "session-manager", "main"), token: token, key: key)
    }

    /// Runs a site while the body runs.
    static func with(token: String = CloudServer.token, _ body: (Site) async throws -> Void) async throws {
        let site = try Site(try await CloudServer(), token: token)
        let owner = Task { try await site.owner.run() }
        defer { owner.cancel() }
        try await body(site)
    }

    /// An uploader on this site's state, not running yet.
    func uploader(_ flags: [String: String] = [:], instance: String = "a") async throws -> (
        UploaderActor, RequestClient
    ) {
        var all = [
            "site": "home", "instance": instance, "pull.interval": "50ms", "ack.timeout": "300ms",
            "ack.retry-cap": "50ms",
            "request.timeout": "20s", "destination.inform.base-url": cloud.base,
            "destination.legacy.base-url": cloud.base,
            "drain.timeout": "8s", "lookup.settle": "0s",
        ]
        all.merge(flags) { $1 }
        let state = folder.url.appending(path: instance)
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        let sources = ConfigurationSources(flags: all.map { ($0.key, $0.value, "--set \($0.key)") })
        let configuration = try ConfigurationLoader(UploaderActor.self, actors: []).load(sources)
        let client = try Self.client(broker, "uploader", instance)
        let requests = RequestClient(client)
        let logger = Logger(label: "uploader") { _ in SwiftLogNoOpLogHandler() }
        let context = ActorContext(
            client: client,
            requests: requests,
            states: RetainedStates(client, logger: logger),
            configuration: configuration,
            logger: logger,
            stateDirectory: state,
            siteKeyPath: folder.url.appending(path: "site-key").path
        )
        return (try await UploaderActor(context), requests)
    }

    /// Runs an uploader while the body runs.
    func running(
        _ flags: [String: String] = [:],
        instance: String = "a",
        _ body: (UploaderActor) async throws -> Void
    ) async throws {
        let (actor, requests) = try await uploader(flags, instance: instance)
        let replies = Task { try await requests.run() }
        let work = Task { try await actor.run() }
        do {
            try await body(actor)
        } catch {
            await stop(work, replies)
            throw error
        }
        await stop(work, replies)
        try await actor.service.ledger.close()
    }

    private func stop(_ work: Task<Void, any Error>, _ replies: Task<Void, any Error>) async {
        work.cancel()
        _ = await work.result
        replies.cancel()
        _ = await replies.result
    }

    private static func client(_ broker: InMemoryBroker, _ actor: String, _ instance: String) throws -> BusClient {
        BusClient(
            bus: broker.connect(),
            address: try BusAddress(site: "home", hub: "site", actor: actor, instance: instance),
            epoch: 1,
            environment: .system
        )
    }
}
