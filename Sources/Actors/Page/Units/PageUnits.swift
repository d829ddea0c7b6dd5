internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import VitalRecords

/// Stores the units that operators chose for the site and for the person of each seat (mode 0600).
///
/// A person's units belong to the user of the seat's session. Another person never gets them, and they are deleted with
/// the person (``PersonSweep``).
final class PageUnits: Sendable {
    /// The site's units.
    struct Site: Codable, Sendable, Hashable {
        let units: [TypedUnit]
        let author: LimitStore.Author
    }

    /// The units of one seat's person.
    struct Entry: PersonEntry {
        let user: String
        let organization: String?
        var session: String
        let units: [TypedUnit]
        let author: LimitStore.Author
    }

    /// The units of persons.
    let file: PersonFile<Entry>
    private let siteFile: PageStore<Site?>

    /// Reads the files; without readable ones no unit is chosen.
    init(site: String, persons: String, now: Date, logger: Logger) {
        let trouble = "cannot read the chosen units: none apply"
        siteFile = PageStore(site, empty: nil, now: now, logger: logger, trouble: trouble)
        file = PersonFile(persons, now: now, logger: logger, trouble: trouble)
    }

    /// The site's units; nil if none are chosen.
    var site: Site? { siteFile.content }

    /// The units that the site's own limits have.
    var siteUnits: ShownUnits { ShownUnits([site?.units ?? []]) }

    /// The units for a seat.
    ///
    /// - Parameters:
    ///   - session: The seat's present session.
    ///   - newest: The units of the newest values.
    func units(of seat: String, session: SessionView?, newest: [MetricName: String] = [:]) -> ShownUnits {
        let own = file.entry(of: seat, session: session)?.units ?? []
        return ShownUnits([own, site?.units ?? [], session?.units ?? []], newest: newest)
    }

    /// Replaces the site's units; without any, none are chosen.
    ///
    /// - Throws: `FileError`; the former units then still apply.
    func set(site units: [TypedUnit], author: LimitStore.Author) throws {
        try siteFile.change { $0 = units.isEmpty ? nil : Site(units: units, author: author) }
    }

    /// Replaces the units of a session's person; without any, the site's apply.
    ///
    /// - Throws: ``PageError`` `conflict` if the session has no person, `unavailable` if they cannot be stored.
    func set(_ units: [TypedUnit], session: SessionView, author: LimitStore.Author) throws {
        guard let user = session.userID, !session.defaultUser else {
            throw PageError(.conflict, text: "error.unitPerson")
        }
        let entry = Entry(
            user: user,
            organization: session.organizationID,
            session: session.sessionID,
            units: units,
            author: author
        )
        try file.set(units.isEmpty ? nil : entry, seat: session.seat)
    }
}
