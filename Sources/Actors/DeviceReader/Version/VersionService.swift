internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import VitalRecords

/// Serves `installVersion`: tells the site's registrar the hub's version, and hands its orders to root's unit.
struct VersionService: Sendable {
    let hub: String
    let desk: UpdateDesk
    let store: OutboxStore
    let environment: BusEnvironment
    let logger: Logger

    var handlers: [RequestHandler] {
        [
            RequestHandler(ReaderTopics.installVersion) { body, context in
                try await answer(body, caller: context.caller)
            }
        ]
    }

    /// Answers the registrar.
    ///
    /// - Throws: `BusError` `notAuthorized` for any other caller, `invalidArgument` for a text that is not a version.
    func answer(_ body: InstallVersion, caller: BusAddress) async throws -> HubVersion {
        guard caller.actor == BusRole.registrar.rawValue, caller.hub == BusAddress.siteHub else {
            throw BusError(.notAuthorized, message: "only the site's registrar may name a hub's version")
        }
        if let version = body.version {
            guard InstallVersion.isVersion(version) else {
                throw BusError(.invalidArgument, message: "'version' must be a version of the package, like 0.2.0")
            }
            try hand(version, keeps: body.keeps ?? false)
        }
        var state = desk.state(of: hub, now: environment.now())
        state.oldestAgeSeconds = try await store.depth().oldestSendable.map {
            max(0, Int(clamping: environment.now().timeIntervalSince($0)))
        }
        return state
    }

    private func hand(_ version: String, keeps: Bool) throws {
        guard desk.state(of: hub, now: environment.now()).step != .off else { return }
        try desk.ask(version, keeps: keeps)
        logger.notice(
            "the site named a version for this hub",
            metadata: ["version": "\(version)", "keeps": "\(keeps)"]
        )
    }
}
