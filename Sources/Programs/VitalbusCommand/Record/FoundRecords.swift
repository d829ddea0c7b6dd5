internal import BusContract
internal import Foundation
internal import MessageBus
internal import OperatorConnection
internal import SiteHealth

/// The newest records of a seat, as `recordHistory` has them.
struct FoundRecords: Sendable {
    /// The records, the newest first.
    private(set) var entries: [RecordHistory.Entry] = []
    /// How many there are, read or not.
    private(set) var total = 0
    /// Who has the seat now; nil without a session.
    private(set) var present: RecordHistory.Present?
    /// Whether others than that person have records here.
    private(set) var hasBefore = false

    /// Reads page by page of the list as it was at the first page.
    ///
    /// - Throws: `BusError`.
    static func read(
        _ request: RecordHistoryRequest,
        most: Int,
        over connection: HubConnection
    ) async throws -> Self {
        var (body, found, pages, page) = (request, Self(), 1, 1)
        while page <= pages, found.entries.count < most {
            body.page = page
            let reply = try await connection.requests.call(
                SessionOperations.recordHistory,
                hub: BusAddress.siteHub,
                body: body
            )
            found.entries.append(contentsOf: reply.records)
            (pages, found.total) = (reply.pages, reply.total)
            (found.present, found.hasBefore) = (reply.present, reply.hasBefore ?? false)
            body.snapshot = reply.snapshot
            page += 1
        }
        found.entries = Array(found.entries.prefix(most))
        return found
    }

    /// Since when who has the seat, for people.
    var whoIsPresent: String {
        guard let present else { return "the seat has no person now" }
        return "user \(present.userID) has this seat since \(LocalTime.text(present.since, in: .current))"
    }

    /// Whose the records are, by the user, with how many each has.
    var users: [String: Int] { Dictionary(entries.map { ($0.userID ?? "?", 1) }, uniquingKeysWith: +) }
}
