internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import LocalBroker
internal import MessageBus
internal import SiteRecords

/// The parts of this machine that operators manage: accounts, kiosks, logs, and the site's key, which seals tokens.
struct PageMachine: Sendable {
    /// How long to wait for the session manager's retained public key, and for the broker to load changed accounts.
    private static let patience = Duration.seconds(3)

    /// The state directory of all this machine's processes.
    let state: String
    let access: Access
    private let context: ActorContext

    init(_ context: ActorContext, access: Access) {
        state = context.machineDirectory
        (self.context, self.access) = (context, access)
    }

    private var client: BusClient { context.client }

    /// The site that this machine serves; nil if it has no list of hubs.
    ///
    /// - Throws: ``PageError``.
    func server() throws -> Site? { try Self.told { try Site(SiteFiles(state: state)) } }

    /// Runs a change of the machine's files, and retries briefly while a command changes them.
    ///
    /// - Throws: ``PageError`` with the message of the refusal.
    func change<Result>(_ body: () throws -> Result) async throws -> Result {
        do {
            return try await Site.patiently(body)
        } catch let error as SiteError {
            throw PageError(error)
        }
    }

    /// Changes accounts, and returns once this machine's broker has loaded them, so that the next change can rely on
    /// them.
    ///
    /// - Throws: ``PageError``.
    func changeAccounts(_ body: () throws -> Void) async throws {
        try await change(body)
        let accounts = BrokerAccounts(state: state, membership: MembershipFiles(state: state).record)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await accounts.wait(LocalBroker.runs(in:)) }
            group.addTask { [client] in try await client.environment.clock.sleep(for: Self.patience) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func told<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as SiteError { throw PageError(error) }
    }

    /// Refuses ports that a program other than the broker uses.
    ///
    /// - Throws: ``PageError`` `conflict`.
    func checkPorts() throws {
        try Self.told { try access.checkPorts(access.record()) }
    }

    /// Seals an access token into a request.
    ///
    /// - Throws: ``PageError`` if there is no key to seal with.
    func seal(_ token: String, into body: inout StartSession) async throws {
        do {
            try SessionToken.seal(token, with: context.siteKey, into: &body)
        } catch let error as RuntimeError where error.code == .siteKey {
            guard let state = try await publicKey() else {
                throw PageError(.unavailable, text: "error.seal")
            }
            try SessionToken.seal(token, for: state, site: client.address.site, into: &body)
        }
    }

    /// The session manager's public key as retained by the broker; nil if there is none.
    private func publicKey() async throws -> SealingState? {
        let subscription = try await client.subscribe(
            to: [SessionEvents.sealingState.descriptor],
            hub: BusAddress.siteHub,
            capacity: 4
        )
        let clock = client.environment.clock
        let end = Task {
            // Cleanup: a cancelled task stops waiting.
            try? await clock.sleep(for: Self.patience)
            subscription.cancel()
        }
        defer { end.cancel() }
        for await message in subscription {
            return try Envelope<SealingState>.decode(message.payload).data
        }
        return nil
    }
}

extension PageError {
    /// Wraps an error of the machine's files.
    init(_ error: SiteError) {
        switch error.code {
        case .exists: self.init(.conflict, text: "error.exists")
        case .notFound: self.init(.notFound, text: "error.gone")
        case .busy: self.init(.unavailable, text: "error.filesBusy")
        default: self.init(.malformed, words: error.message)
        }
    }
}
