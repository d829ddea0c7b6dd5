internal import BusContract

/// What the HTTP server asks the actor.
struct IngestDesk: Sendable {
    private let actor: HealthImporterActor

    init(_ actor: HealthImporterActor) { self.actor = actor }

    /// Whether there is a user's session that a posted file would be for; nil where nobody can be asked.
    func hasUser(_ seat: String) async -> Bool? { await actor.hasUser(seat) }

    /// A file is there.
    func arrived() { actor.watch.wake() }
}
