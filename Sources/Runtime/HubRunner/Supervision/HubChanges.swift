internal import ActorRuntime
internal import FoundationEssentials
package import LocalBroker
internal import Processes
internal import SiteAuthority

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
            try PrivateFile.replace(plan.layout.takenAccounts, bytes: Array((watch.age ?? "").utf8))
        } catch {
            throw HubRunnerError(
                .files,
                message: "\(plan.layout.takenAccounts) cannot be written: \(error.fileWords)",
                errno: error.fileErrno
            )
        }
    }
}

/// Whether the running private broker has the present accounts, so that the next command can rely on them.
package enum TakenAccounts: Sendable {
    /// The broker has them.
    case taken
    /// No broker runs here; the next one starts with them.
    case notRunning
    /// The broker does not have them yet.
    case late

    /// How long to wait; a thousand hubs' accounts take seconds.
    private static let patience = Duration.seconds(120)

    /// Waits until the broker has the accounts.
    package static func wait(_ layout: HubLayout) async throws -> TakenAccounts {
        let (files, end) = (FileChanges(layout.accountFiles), ContinuousClock.now + patience)
        while LocalBroker.runs(in: layout.broker) {
            // Absent is nil: an older program runs there, which does not publish this.
            guard let taken = try? String(contentsOf: URL(filePath: layout.takenAccounts), encoding: .utf8),
                ContinuousClock.now < end
            else { return .late }
            if taken == files.ages { return .taken }
            try await Task.sleep(for: .milliseconds(20))
        }
        return .notRunning
    }
}

extension HubLayout {
    /// The files that change with hubs, accounts and the server's certificate, and on a hub with each renewal.
    var accountFiles: [String] {
        SiteFiles(state: state).changing + Access(state: state).changing + Membership(state: state).changing
    }

    /// The file with the age of the accounts that the private broker has applied.
    var takenAccounts: String { "\(broker)/accounts-taken" }
}
