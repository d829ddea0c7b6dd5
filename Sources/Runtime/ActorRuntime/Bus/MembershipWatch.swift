internal import FoundationEssentials

/// Detects that the address of a joined hub's site differs from the one at this process's start.
struct MembershipWatch: Sendable {
    /// How often the record is checked.
    static let interval = Duration.seconds(5)

    /// The place of a site's broker.
    private struct Place: Hashable {
        let hosts: Set<String>
        let port: Int
    }

    private let files: MembershipFiles
    private let place: Place

    /// Begins with a process's start configuration; nil if its broker is not from the membership.
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
    /// - Throws: ``RuntimeError`` `outdated` when the address changed.
    func run(on clock: any Clock<Duration>) async throws {
        while true {
            do { try await clock.sleep(for: Self.interval) } catch { return }
            try look()
        }
    }

    /// - Throws: ``RuntimeError`` `outdated` for another place.
    func look() throws(RuntimeError) {
        // Absent is nil: a torn or deleted record names no other address.
        guard let now = try? files.read(), now.ownBroker != true else { return }
        guard Place(hosts: Set(now.addresses), port: now.brokerPort) != place else { return }
        throw RuntimeError(
            .outdated,
            message:
                "the site '\(now.site)' is reached at \(now.addresses.joined(separator: ", ")) now: the next start goes there"
        )
    }
}
