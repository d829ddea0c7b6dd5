internal import BusContract
internal import FoundationEssentials
internal import Logging

/// Stores the plan of the person of each seat (mode 0600), for this page only: the bus learns what is due
/// (``DueTeller``), but no plan.
///
/// A plan belongs to the user of the seat's session. Another person never gets it, and it is deleted with the person
/// (``PersonSweep``).
final class PersonPlans: Sendable {
    /// The plan of one seat's person.
    struct Entry: PersonEntry {
        let user: String
        let organization: String?
        var session: String
        let plan: CarePlan
        /// Who set it, and when it began.
        let author: LimitStore.Author
    }

    let file: PersonFile<Entry>

    /// Reads the file; without a readable one there are no plans.
    init(_ path: String, now: Date, logger: Logger) {
        let trouble = "cannot read the plans of persons: nothing is due"
        file = PersonFile(path, now: now, logger: logger, trouble: trouble)
    }

    /// The plan of the person of a seat's present session; nil if they have none.
    func entry(of seat: String, session: SessionView?) -> Entry? { file.entry(of: seat, session: session) }

    /// Sets or removes the plan of a session's person.
    ///
    /// - Parameter plan: The plan; nil or without rules to remove it.
    /// - Throws: ``PageError`` `conflict` if the session has no person, `unavailable` if it cannot be stored.
    func set(_ plan: CarePlan?, session: SessionView, author: LimitStore.Author) throws {
        guard let user = session.userID, !session.defaultUser else {
            throw PageError(.conflict, text: "error.planPerson")
        }
        let entry = plan.map {
            Entry(
                user: user,
                organization: session.organizationID,
                session: session.sessionID,
                plan: $0,
                author: author
            )
        }
        try file.set(entry.flatMap { $0.plan.rules.isEmpty ? nil : $0 }, seat: session.seat)
    }
}
