internal import ActorRuntime
internal import FoundationEssentials
internal import HTTPDoor
internal import Logging
internal import MessageBus

/// The importer as seen by the HTTP server.
struct IngestDesk: Sendable {
    let sessions: SubscribedSessions
    let watch: FolderWatch
    let tokens: TokenClaims

    /// The person to whom a file posted now belongs: the seat's, who must be the first one to use the token.
    ///
    /// - Throws: ``IngestError`` without a user's session, for another person's token, or if either is unknown.
    func person(of seat: String, token: [UInt8]) async throws(IngestError) -> String {
        let person = try await sessions.person(at: seat)
        try await tokens.claim(token, seat: seat, person: person)
        return person
    }

    /// Signals that a file has arrived.
    func arrived() { watch.wake() }
}

/// Keeps the HTTP server running, and reports why it cannot.
@ImporterIsolation final class IngestService: ImporterPart {
    /// Why uploads are not served; nil while they are.
    private(set) var problem: String?
    private let server: IngestServer
    let parts: ImporterParts

    init(_ parts: ImporterParts, settings: IngestSettings) {
        self.parts = parts
        server = IngestServer(
            settings,
            spool: parts.settings.spool,
            logger: parts.context.logger,
            desk: IngestDesk(sessions: parts.sessions, watch: parts.watch, tokens: TokenClaims(parts: parts))
        )
    }

    /// Serves posting apps until cancelled; if the address is not available, it reports that and retries.
    func run() async {
        if let words = ended(environment.now()) { logger.warning("\(words)") }
        while !Task.isCancelled, !ongoing.isDraining {
            do {
                try await server.run { await self.note(nil) }
                return
            } catch {
                let words = error.listenWords
                note("ingest.address is not available (\(words)): stop the program that uses it, or set another one")
            }
            do { try await environment.clock.sleep(for: .seconds(5)) } catch { return }
        }
    }

    /// The message about a certificate that apps reject, now or soon; nil if it is valid or there is none.
    func ended(_ now: Date) -> String? { server.certificate.flatMap { IngestCertificate.words($0, now: now) } }

    private func note(_ problem: String?) {
        guard problem != self.problem else { return }
        self.problem = problem
        if let problem { logger.error("not accepting uploads of exports", metadata: ["error": "\(problem)"]) }
    }
}
