internal import ActorRuntime
internal import Files
internal import FoundationEssentials
package import LocalBroker
internal import SiteRecords

/// What commands of other processes have changed since the last look: a site's hubs, accounts, the broker's certificate, a hub's
/// certificates and where it finds its site.
///
/// Those commands cannot reach this process, so it follows their files. The private broker takes other accounts
/// while it runs, and throws out those that are gone. For other ports, bridges or certificates it starts anew; all are back within a second.
package struct HubChanges: Sendable {
    /// How long to wait after a change that could not be made.
    package static let pause = Duration.seconds(1)

    private let plan: HubPlan
    private let socket: String?
    private var watch: AccountWatch

    /// Begins with a plan's files of now.
    ///
    /// - Parameter socket: The private broker's Unix socket; the layout's when nil.
    package init(_ plan: HubPlan, socket: String? = nil) {
        (self.plan, self.socket, watch) = (plan, socket, AccountWatch(plan))
    }

    /// Whether anything can change at all: not where others have the broker.
    package var mayCome: Bool { plan.server != nil || plan.access != nil || plan.broker.member != nil }

    /// Waits until something may have changed, for cancellation, or for a minute at most.
    package func wait() async {
        guard watch.age != nil else {
            // Cleanup: who is cancelled waits no more.
            try? await Task.sleep(for: Self.pause)
            return
        }
        _ = await watch.files.wait(ContinuousClock())
    }

    /// Gives the broker what has changed.
    ///
    /// - Returns: The plan of now; nil where nothing has changed.
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
            // It goes on with the ports that it had, and the new accounts.
            if watch.age != nil, await broker?.isRunning == true { try tell() }
            throw error
        }
    }

    /// Tells commands of which age of their files the broker has its accounts.
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

/// Whether the private broker that runs here has the accounts of now, so that the next command can rely on them.
package enum TakenAccounts: Sendable {
    /// It has them.
    case taken
    /// None runs here: the next one that starts has them.
    case notRunning
    /// It does not have them yet.
    case late

    /// How long they are waited for: those of a thousand hubs take seconds.
    private static let patience = Duration.seconds(120)

    /// Waits until the broker has them.
    package static func wait(_ layout: HubLayout) async throws -> TakenAccounts {
        let (files, end) = (FileChanges(layout.accountFiles), ContinuousClock.now + patience)
        while LocalBroker.runs(in: layout.broker) {
            // Absent is nil: an older program runs there, which does not tell.
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
    /// What changes when hubs or accounts come and go, with the certificate that hubs see, and at a hub with each renewal.
    var accountFiles: [String] {
        SiteFiles(state: state).changing + Access(state: state).changing + [MembershipFiles(state: state).record]
    }

    /// Of which age of those files the private broker has its accounts.
    var takenAccounts: String { "\(broker)/accounts-taken" }
}
