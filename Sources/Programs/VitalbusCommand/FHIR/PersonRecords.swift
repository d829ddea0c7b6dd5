internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// All records that the site keeps of one person, at any seat.
struct PersonRecords: Sendable {
    /// The service's user.
    let user: String
    /// The service's organization; nil if the destination has none.
    let organization: String?
    /// The person's sessions, the newest first.
    let sessions: [SessionPage.Entry]
    /// The person's records, seat by seat, newest first.
    private(set) var entries: [RecordHistory.Entry] = []
    /// The number of records at these seats that belong to other people.
    private(set) var others = 0
    /// The number of held readings at these seats, which have no known owner.
    private(set) var held = 0

    /// The person's seats.
    var seats: [String] { Set(sessions.map(\.session.seat)).sorted() }

    /// Finds a person's sessions among those of the site.
    ///
    /// - Parameters:
    ///   - user: The service's user; nil for the seat's present or last user.
    ///   - organization: The organization; nil if all of the user's sessions have the same one.
    ///   - seat: The seat.
    ///   - sessions: All sessions of the site, newest first.
    /// - Throws: ``CommandFailure`` if there is no such person, or two of the same name.
    init(user: String?, organization: String?, seat: String, among sessions: [SessionPage.Entry]) throws {
        let persons = sessions.filter { !$0.session.defaultUser && $0.session.userID != nil }
        let last = persons.first { $0.session.seat == seat }?.session
        guard let named = user ?? last?.userID else {
            throw CommandFailure.input("there was no session at \(seat): name the person with --user")
        }
        let wanted = organization ?? (user == nil ? last?.organizationID : nil)
        let own = persons.filter { entry in
            let isWanted = (organization == nil && user != nil) || entry.session.organizationID == wanted
            return entry.session.userID == named && isWanted
        }
        guard let first = own.first else {
            throw CommandFailure.input("user \(named) had no session here: 'vitalbus session list' shows the users")
        }
        guard own.allSatisfy({ $0.session.organizationID == first.session.organizationID }) else {
            throw CommandFailure.input("user \(named) is one of several organizations: name one with --organization")
        }
        (self.user, self.organization, self.sessions) = (named, first.session.organizationID, own)
    }

    /// Reads a person's records, page by page.
    ///
    /// - Throws: `BusError`, and what ``init(user:organization:seat:among:)`` throws.
    static func read(
        user: String?,
        organization: String?,
        seat: String,
        over connection: HubConnection
    ) async throws -> Self {
        let sessions = try await Lists.sessions(connection)
        var person = try Self(user: user, organization: organization, seat: seat, among: sessions)
        for seat in person.seats {
            let body = RecordHistoryRequest(seat: seat, whose: .everybody)
            let all = try await FoundRecords.read(body, most: .max, over: connection).entries
            let own = all.filter { person.has($0.record) }
            person.entries += own
            person.others += all.count - own.count
            person.held += try await Lists.held(connection, seat: seat).count
        }
        return person
    }

    /// Whether a record is the person's: its log id is derived from organization, user and reading.
    ///
    /// Times are not enough: a reading may be assigned to the next person, and a record continues under a later
    /// session.
    func has(_ record: VitalRecord) -> Bool {
        record.logID
            == LogID.derive(sessionUser: user, organization: organization ?? "", readingKey: record.readingKey)
    }

    /// The person's data, or possible data, that has no FHIR resource, each with the reason.
    var leftOut: [String] {
        let photos = entries.count { $0.record.source.kind == .ocr }
        let lists = entries.count { $0.record.details != nil }
        let counts: [(count: Int, thing: String, reason: String)] = [
            (sessions.count, "sessions", "FHIR has no resource for a person's accounts and seats"),
            (held, "held readings of these seats", "no owner yet: 'vitalbus held list'"),
            (others, "records of these seats", "they belong to other people"),
            (lists, "stages, laps, time courses and parts of records", "the bundle only has room for their totals"),
            (photos, "records' photos", "a photo is kept here only until the service has it"),
        ]
        return counts.filter { $0.count > 0 }.map { "\($0.count) \($0.thing): \($0.reason)" }
    }
}
