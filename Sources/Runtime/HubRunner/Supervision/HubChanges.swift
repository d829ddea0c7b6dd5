internal import FoundationEssentials
package import LocalBroker

/// What commands of other processes have changed since the last look: a site's hubs, accounts, the broker's certificate, a hub's
/// certificates and where it finds its site.
///
/// Those commands cannot reach this process, so it looks at the age of files. The private broker starts anew with other
/// accounts, which ends the connections of those that are gone; the others are back within a second, and nothing of theirs is lost.
package struct HubChanges: Sendable {
    /// How long to wait between two looks.
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

    /// Gives the broker what has changed.
    ///
    /// - Returns: The plan of now; nil where nothing has changed.
    /// - Throws: ``HubRunnerError``, ``LocalBrokerError``.
    package mutating func apply(to broker: LocalBroker?) async throws -> HubPlan? {
        guard watch.hasChanged(Date()) else { return nil }
        do {
            let files = HubFiles(plan: try plan.ofNow())
            try await broker?.change(try files.accounts(), ports: try files.brokerOptions(socket: socket))
            return files.plan
        } catch {
            watch.failed(error)
            throw error
        }
    }
}
