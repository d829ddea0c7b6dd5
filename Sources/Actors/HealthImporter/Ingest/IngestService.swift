internal import FoundationEssentials
internal import HTTPDoor
internal import Logging
internal import MessageBus

/// What the HTTP server asks the importer.
struct IngestDesk: Sendable {
    let sessions: SeatSessions
    let watch: FolderWatch

    /// Whether there is a user's session that a posted file would be for; nil where nobody can be asked.
    func hasUser(_ seat: String) async -> Bool? { await sessions.hasUser(seat) }

    /// A file is there.
    func arrived() { watch.wake() }
}

/// Keeps the HTTP server running, and says why where it cannot.
@ImporterIsolation final class IngestService {
    /// Why no posting app is served; nil where it is.
    private(set) var problem: String?
    private let server: IngestServer
    private let ongoing: OngoingImports
    private let environment: BusEnvironment
    private let logger: Logger

    init(_ server: IngestServer, ongoing: OngoingImports, environment: BusEnvironment, logger: Logger) {
        self.server = server
        self.ongoing = ongoing
        self.environment = environment
        self.logger = logger
    }

    /// Serves posting apps until cancelled; an address that cannot be had is told, and asked for again.
    func run() async {
        if let words = ended(environment.now()) { logger.warning("\(words)") }
        while !Task.isCancelled, !ongoing.isDraining {
            do {
                try await server.run { await self.note(nil) }
                return
            } catch {
                note("ingest.address cannot be had (\(error.listenWords)): free it, or set another one")
            }
            do { try await environment.clock.sleep(for: .seconds(5)) } catch { return }
        }
    }

    /// Words on a certificate whose time is over; nil where it is good, or there is none.
    func ended(_ now: Date) -> String? {
        guard let ends = server.certificateEnds, ends <= now else { return nil }
        return
            "ingest.certificate ended on \(ends.ISO8601Format()), so that apps refuse it: put a new one there, then restart"
    }

    private func note(_ problem: String?) {
        guard problem != self.problem else { return }
        self.problem = problem
        if let problem { logger.error("exports are not taken by HTTP", metadata: ["error": "\(problem)"]) }
    }
}
