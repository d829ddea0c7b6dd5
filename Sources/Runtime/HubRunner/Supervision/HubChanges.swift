internal import ActorRuntime
internal import FoundationEssentials
package import LocalBroker
internal import Processes
internal import SiteAuthority

/// The changes that commands of other processes made since the last check: a site's hubs, accounts, certificates, and a
/// hub's address of its site.
///
/// Those commands cannot reach this process, so it follows their files. The private broker changes accounts while it
/// runs, and disconnects deleted ones. It restarts for other ports, bridges or certificates; clients are back within a
/// second.
package struct HubChanges: Sendable {
    /// The pause after a change that failed.
    package static let pause = Duration.seconds(1)

    private let plan: HubPlan
    private let socket: String?
    private var watch: AccountWatch

    /// Begins with a plan's present files.
    ///
    /// - Parameter socket: The private broker's Unix socket; the layout's if nil.
    package init(_ plan: HubPlan, socket: String? = nil) {
        (self.plan, self.socket, watch) = (plan, socket, AccountWatch(plan))
    }

    /// Whether changes are possible at all: not if the broker is not this hub's.
    package var mayCome: Bool { plan.server != nil || plan.access != nil || plan.broker.member != nil }

    /// Waits until files may have changed, for cancellation, or for a minute at most.
    package func wait() async {
        guard watch.age != nil else {
            // Cleanup: cancellation ends the wait.
            try? await Task.sleep(for: Self.pause)
            return
        }
        _ = await watch.files.wait(ContinuousClock())
    }

    /// Applies the changes to the broker.
    ///
    /// - Returns: The present plan; nil if there are no changes.
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
            // It keeps its ports, and has the new accounts.
            if watch.age != nil, await broker?.isRunning == true { try tell() }
            throw error
        }
    }

    /// Records for commands the age of the account files that the broker has applied.
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
    /// It has them.
    case taken
    /// No broker runs here: it has them at its next start.
    case notRunning
    /// It does not have them yet.
    case late

    /// How long to wait for it: the accounts of a thousand hubs take seconds.
    private static let patience = Duration.seconds(120)

    /// Waits until the broker has them.
    package static func wait(_ layout: HubLayout) async throws -> TakenAccounts {
        let (files, end) = (FileChanges(layout.accountFiles), ContinuousClock.now + patience)
        while LocalBroker.runs(in: layout.broker) {
            // Absent is nil: an older program runs there, which does not write the file.
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
    /// The files that change with hubs, accounts, the certificate for hubs, and, at a hub, each renewal.
    var accountFiles: [String] {
        SiteFiles(state: state).changing + Access(state: state).changing + Membership(state: state).changing
    }

    /// The age of those files when the private broker applied its accounts.
    var takenAccounts: String { "\(broker)/accounts-taken" }
}
