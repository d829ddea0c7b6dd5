internal import LocalBroker
internal import SiteHealth

/// The number of sessions that each account keeps at this machine's broker.
///
/// Mosquitto 2.0 has no limit per account, and copies each event for each session.
struct BrokerSessions: Sendable {
    /// A process has one session; a program or person with more than this many has not closed old ones.
    static let most = 50

    let byAccount: [String: Int]

    init(_ byAccount: [String: Int]) { self.byAccount = byAccount }

    /// Counts the sessions of a broker; nil if it has no readable database.
    ///
    /// - Parameter directory: The broker's directory.
    init?(directory: String) {
        guard let sessions = BrokerDatabase(directory: directory)?.sessions else { return nil }
        self.init(Dictionary(sessions.map { ($0.username, 1) }, uniquingKeysWith: +))
    }

    /// One warning for each account with too many sessions.
    var findings: [Finding] {
        byAccount.filter { $0.value > Self.most }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
            name,
            count in
            Finding(
                "broker",
                status: .warning,
                words: "the account '\(name)' keeps \(count) sessions, and the broker copies each event for every one",
                wayOut:
                    "end its sessions: 'vitalbus integration remove \(name)' or 'vitalbus user remove \(name)'; a client that "
                    + "connects with session expiry 0 leaves none"
            )
        }
    }
}
