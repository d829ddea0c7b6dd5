internal import ActorRuntime
internal import Files
internal import FoundationEssentials
package import LocalBroker
package import SiteRecords

/// The changes by other processes' commands since the last check: a site's hubs, accounts, the broker's certificate, a
/// hub's certificates and its site's address.
///
/// Those commands cannot reach this process, so it follows their files. The private broker applies new accounts while
/// it runs, and disconnects those that are gone. New ports, bridges or certificates need a restart, after which all
/// clients reconnect within a second.
package struct HubChanges: Sendable {
    /// The pause after a change that could not be applied.
    package static let pause = Duration.seconds(1)

    private let plan: HubPlan
    private let socket: String?
    private var watch: AccountWatch

    /// Starts from the present state of a plan's files.
    ///
    /// - Parameter socket: The private broker's Unix socket; nil for the layout's.
    package init(_ plan: HubPlan, socket: String? = nil) {
        (self.plan, self.socket, watch) = (plan, socket, AccountWatch(plan))
    }

    /// Whether anything can change; false if the broker is not this hub's.
    package var mayCome: Bool { plan.server != nil || plan.access != nil || plan.broker.member != nil }

    /// Waits until something may have changed, or until cancelled, for a minute at most.
    package func wait() async {
        guard watch.age != nil else {
            // Cleanup: a cancelled task stops waiting.
            try? await Task.sleep(for: Self.pause)
            return
        }
        _ = await watch.files.wait(ContinuousClock())
    }

    /// Applies the changes to the broker.
    ///
    /// - Returns: The updated plan; nil if nothing has changed.
    /// - Throws: ``HubRunnerError``, ``LocalBrokerError``.
    package mutating func apply(to broker: LocalBroker?) async throws -> HubPlan? {
        guard watch.hasChanged(Date()) else { return nil }
        do {
            let files = HubFiles(plan: try plan.ofNow())
            if let broker {
                try await broker.change(try files.accounts(), ports: try files.brokerOptions(socket: socket))
                try tell()
            }
            return files.plan
        } catch {
            watch.failed(error)
            // The broker keeps its previous ports, but has the new accounts.
            if watch.age != nil, await broker?.isRunning == true { try tell() }
            throw error
        }
    }

    /// Publishes the age of the files that the broker has applied, for commands that wait for it.
    ///
    /// - Throws: ``HubRunnerError`` `files`.
    package func tell() throws {
        do {
            try PrivateFile.replace(plan.layout.accounts.taken, bytes: Array((watch.age ?? "").utf8))
        } catch {
            throw HubRunnerError(
                .files,
                message: "\(plan.layout.accounts.taken) cannot be written: \(error.fileWords)",
                errno: error.fileErrno
            )
        }
    }
}

extension HubLayout {
    /// The private broker's accounts.
    package var accounts: BrokerAccounts {
        BrokerAccounts(state: state, membership: MembershipFiles(state: state).record)
    }

    /// Waits until the private broker has the present accounts.
    ///
    /// - Throws: `CancellationError`.
    package func accountsTaken() async throws -> BrokerAccounts.Progress {
        try await accounts.wait(LocalBroker.runs(in:))
    }
}
