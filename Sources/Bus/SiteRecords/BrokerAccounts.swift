internal import FoundationEssentials

/// The accounts of a machine's private broker: commands and the page change their files, and the running broker applies
/// them.
package struct BrokerAccounts: Sendable {
    /// Whether the running broker has the present accounts, so that the next command can rely on them.
    package enum Progress: Sendable {
        /// The broker has them.
        case taken
        /// No broker runs here; the next one starts with them.
        case notRunning
        /// The broker does not have them yet.
        case late
    }

    /// How long to wait; a thousand hubs' accounts take seconds.
    private static let patience = Duration.seconds(120)

    /// The private broker's directory in a state directory.
    package static func broker(in state: String) -> String { "\(state)/broker" }

    /// The private broker's directory.
    package let broker: String
    /// The files that change with hubs, accounts and the server's certificate, and on a hub with each renewal.
    package let files: [String]
    /// The file with the age of the accounts that the broker has applied.
    package let taken: String

    /// Derives the paths.
    ///
    /// - Parameters:
    ///   - state: The state directory of the machine.
    ///   - membership: The record of a hub's membership, which each renewal replaces.
    package init(state: String, membership: String) {
        broker = Self.broker(in: state)
        files = SiteFiles(state: state).changing + Access(state: state).changing + [membership]
        taken = "\(broker)/accounts-taken"
    }

    /// Waits until the broker has the accounts.
    ///
    /// - Parameter isRunning: Whether a process runs the broker of a directory.
    /// - Throws: `CancellationError`.
    package func wait(_ isRunning: (String) -> Bool) async throws -> Progress {
        let (changes, end) = (FileChanges(files), ContinuousClock.now + Self.patience)
        while isRunning(broker) {
            // Absent is nil: an older program runs there, which does not publish this.
            guard let age = try? String(contentsOf: URL(filePath: taken), encoding: .utf8), ContinuousClock.now < end
            else { return .late }
            if age == changes.ages { return .taken }
            try await Task.sleep(for: .milliseconds(20))
        }
        return .notRunning
    }
}
