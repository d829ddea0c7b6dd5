internal import FoundationEssentials

/// Detects that a joined hub's site has moved since this process started.
struct MembershipWatch: Sendable {
    /// The interval between checks of the record.
    static let interval = Duration.seconds(5)

    /// The location of a site's broker.
    private struct Place: Hashable {
        let hosts: Set<String>
        let port: Int
    }

    private let files: MembershipFiles
    private let place: Place

    /// Remembers a process's start values; nil if its broker is not from the membership.
    ///
    /// - Throws: ``RuntimeError`` `configuration`.
    init?(_ configuration: ActorConfiguration) throws {
        guard configuration.membership != nil, let host = try configuration[CommonSettings.busHost],
            // The certificate is in the record's directory.
            let authority = try configuration[CommonSettings.tlsAuthority]
        else { return nil }
        files = MembershipFiles(directory: URL(filePath: authority).deletingLastPathComponent().path)
        let others = try configuration[CommonSettings.busOtherHosts]
        place = Place(hosts: Set([host] + others), port: try configuration[CommonSettings.busPort])
    }

    /// Checks until cancelled.
    ///
    /// - Throws: ``RuntimeError`` `outdated` if the location changed.
    func run(on clock: any Clock<Duration>) async throws {
        while true {
            do { try await clock.sleep(for: Self.interval) } catch { return }
            try look()
        }
    }

    /// - Throws: ``RuntimeError`` `outdated` if the location changed.
    func look() throws(RuntimeError) {
        // Absent is nil: a torn or missing record is not a new location.
        guard let now = try? files.read(), now.ownBroker != true else { return }
        guard Place(hosts: Set(now.addresses), port: now.brokerPort) != place else { return }
        throw RuntimeError(
            .outdated,
            message:
                "the site '\(now.site)' is now reached at \(now.addresses.joined(separator: ", ")); the next start uses this address"
        )
    }
}
