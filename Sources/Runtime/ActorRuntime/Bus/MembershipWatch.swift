internal import FoundationEssentials

/// Sees that a joined hub finds its site elsewhere than this process was told at its start.
struct MembershipWatch: Sendable {
    /// How often the record is looked at.
    static let interval = Duration.seconds(5)

    /// Where a site's broker is looked for.
    private struct Place: Hashable {
        let hosts: Set<String>
        let port: Int
    }

    private let files: MembershipFiles
    private let place: Place

    /// Begins with what a process was started with; nil where its broker is not from the membership.
    ///
    /// - Throws: ``RuntimeError`` `configuration`.
    init?(_ configuration: ActorConfiguration) throws {
        guard configuration.membership != nil, let host = try configuration[CommonSettings.busHost],
            // The certificate lies beside the record.
            let authority = try configuration[CommonSettings.tlsAuthority]
        else { return nil }
        files = MembershipFiles(directory: URL(filePath: authority).deletingLastPathComponent().path)
        let others = try configuration[CommonSettings.busOtherHosts]
        place = Place(hosts: Set([host] + others), port: try configuration[CommonSettings.busPort])
    }

    /// Looks until cancelled.
    ///
    /// - Throws: ``RuntimeError`` `outdated` for another place.
    func run(on clock: any Clock<Duration>) async throws {
        while true {
            do { try await clock.sleep(for: Self.interval) } catch { return }
            try look()
        }
    }

    /// - Throws: ``RuntimeError`` `outdated` for another place.
    func look() throws(RuntimeError) {
        // Absent is nil: a record that is torn or gone says nothing of another place.
        guard let now = try? files.read(), now.ownBroker != true else { return }
        guard Place(hosts: Set(now.addresses), port: now.brokerPort) != place else { return }
        throw RuntimeError(
            .outdated,
            message:
                "the site '\(now.site)' is now reached at \(now.addresses.joined(separator: ", ")); the next start uses this address"
        )
    }
}
