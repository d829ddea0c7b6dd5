internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import HubRunner
internal import MessageBus
internal import SiteRecords

/// What of this machine operators look at and change: accounts, kiosks, logs, and the site's key, which seals tokens.
struct PageMachine: Sendable {
    /// How long the session manager's public key is waited for, which the broker keeps, and a change of accounts.
    private static let patience = Duration.seconds(3)

    /// The state directory of all of the machine's processes.
    let state: String
    let access: Access
    let client: BusClient
    let siteKey: @Sendable () throws -> SiteKey

    /// The site that this machine serves, where it has such a list of hubs.
    ///
    /// - Throws: ``PageError``.
    func server() throws -> Site? { try Self.told { try Site(SiteFiles(state: state)) } }

    /// Runs what works on the machine's files, again and again for a moment where a command changes them.
    ///
    /// - Throws: ``PageError`` in the words of who refused.
    func change<Result>(_ body: () throws -> Result) async throws -> Result {
        do {
            return try await Site.patiently(body)
        } catch let error as SiteError {
            throw PageError(error)
        }
    }

    /// Changes accounts, and returns once the broker here has them: the next change may rely on it.
    ///
    /// - Throws: ``PageError``.
    func changeAccounts(_ body: () throws -> Void) async throws {
        try await change(body)
        let layout = HubLayout(state)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await TakenAccounts.wait(layout) }
            group.addTask { [client] in try await client.environment.clock.sleep(for: Self.patience) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func told<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as SiteError { throw PageError(error) }
    }

    /// Refuses ports that another program has; the broker itself may have them.
    ///
    /// - Throws: ``PageError`` `conflict`.
    func checkPorts() throws {
        try Self.told { try access.checkPorts(access.record()) }
    }

    /// Puts an access token into a request, sealed.
    ///
    /// - Throws: ``PageError`` where there is no key to seal with.
    func seal(_ token: String, into body: inout StartSession) async throws {
        do {
            try SessionToken.seal(token, with: siteKey(), into: &body)
        } catch let error as RuntimeError where error.code == .siteKey {
            guard let state = try await publicKey() else {
                throw PageError(.unavailable, text: "error.seal")
            }
            try SessionToken.seal(token, for: state, site: client.address.site, into: &body)
        }
    }

    /// What the broker keeps of the session manager's word; nil where it has said nothing.
    private func publicKey() async throws -> SealingState? {
        let subscription = try await client.subscribe(
            to: [SessionEvents.sealingState.descriptor],
            hub: BusAddress.siteHub,
            capacity: 4
        )
        let clock = client.environment.clock
        let end = Task {
            // Cleanup: who is cancelled waits no more.
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
    /// What the machine's files refused.
    init(_ error: SiteError) {
        switch error.code {
        case .exists: self.init(.conflict, text: "error.exists")
        case .notFound: self.init(.notFound, text: "error.gone")
        case .busy: self.init(.unavailable, text: "error.filesBusy")
        default: self.init(.malformed, words: error.message)
        }
    }
}
