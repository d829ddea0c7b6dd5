internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import SiteHealth

/// The newest records of a seat, from `recordHistory`.
struct FoundRecords: Sendable {
    /// The records, newest first.
    private(set) var entries: [RecordHistory.Entry] = []
    /// How many records there are, read or not.
    private(set) var total = 0
    /// The seat's present person; nil without a session.
    private(set) var present: RecordHistory.Present?
    /// Whether other people than the present one have records here.
    private(set) var hasBefore = false

    /// Reads all pages of the list in its state at the first page.
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

    /// The seat's present person and their start time, for people.
    var whoIsPresent: String {
        guard let present else { return "the seat has no user now" }
        return "user \(present.userID) has used this seat since \(LocalTime.text(present.since, in: .current))"
    }

    /// The number of records by user.
    var users: [String: Int] { Dictionary(entries.map { ($0.userID ?? "?", 1) }, uniquingKeysWith: +) }
}
