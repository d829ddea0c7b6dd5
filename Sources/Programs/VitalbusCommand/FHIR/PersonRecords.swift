internal import BusContract
internal import MessageBus
internal import OperatorConnection
internal import VitalRecords

/// All that the site keeps of one person, at whatever seat they had.
struct PersonRecords: Sendable {
    /// The service's user.
    let user: String
    /// The service's organization; nil where the destination has none.
    let organization: String?
    /// The person's sessions, the newest first.
    let sessions: [SessionPage.Entry]
    /// Their records, seat by seat, the newest first.
    private(set) var entries: [RecordHistory.Entry] = []
    /// How many records of their seats are other persons'.
    private(set) var others = 0
    /// How many readings of their seats are held: nobody has said whose they are.
    private(set) var held = 0

    /// Their seats.
    var seats: [String] { Set(sessions.map(\.session.seat)).sorted() }

    /// Finds a person's sessions among those of the site.
    ///
    /// - Parameters:
    ///   - user: The service's user; nil for whoever has the seat, or had it last.
    ///   - organization: The organization; nil where the user's sessions have one only.
    ///   - seat: The seat.
    ///   - sessions: All of the site, the newest first.
    /// - Throws: ``CommandFailure`` for nobody, and for two persons of one name.
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
            throw CommandFailure.input("user \(named) had no session here: 'vitalbus session list' shows who had")
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

    /// Whether a record is the person's: its log id is made of organization, user and reading.
    ///
    /// Times do not tell: one reading may be booked on who comes after, and a record goes on under a later session.
    func has(_ record: VitalRecord) -> Bool {
        record.logID
            == LogID.derive(sessionUser: user, organization: organization ?? "", readingKey: record.readingKey)
    }

    /// What is the person's, or may be, and has no resource, each with its reason.
    var leftOut: [String] {
        let photos = entries.count { $0.record.source.kind == .ocr }
        let lists = entries.count { $0.record.details != nil }
        let counts: [(count: Int, thing: String, reason: String)] = [
            (sessions.count, "sessions", "no resource says who had which account at which seat"),
            (held, "held readings of these seats", "no owner yet: 'vitalbus held list'"),
            (others, "records of these seats", "they are other persons'"),
            (lists, "records' stages, laps, courses and parts", "they have no place here, only their totals"),
            (photos, "records' photos", "a photo stays here only until the service has it"),
        ]
        return counts.filter { $0.count > 0 }.map { "\($0.count) \($0.thing): \($0.reason)" }
    }
}
