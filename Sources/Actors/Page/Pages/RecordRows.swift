internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The table of a seat's records, of the present person or of earlier ones.
struct RecordRows: Sendable {
    let parts: PageParts
    let seat: String
    let session: PageSession
    let time: PageTime

    /// One page of the table.
    ///
    /// - Parameter number: The page's number, from 1.
    /// - Throws: ``PageError``.
    func page(_ number: Int, whose: RecordHistory.Whose = .present) async throws -> [String: Any] {
        let body = RecordHistoryRequest(
            seat: seat,
            page: number,
            live: number == 1 ? true : nil,
            whose: whose
        )
        let found = try await parts.bus.call(SessionOperations.recordHistory, body: body, as: session.rights)
        // Several people may have had the seat before, so no person's units apply to their records.
        let units =
            whose == .present
            ? try await parts.board.units(of: seat, for: session.rights, now: time.now)
            : ShownUnits([parts.units.site?.units ?? []], newest: ShownUnits.newest(of: found.records))
        var model = rows(found, whose: whose, units: units)
        model.merge(person(found, whose: whose)) { $1 }
        return model
    }

    private func rows(_ found: RecordHistory, whose: RecordHistory.Whose, units: ShownUnits) -> [String: Any] {
        let mayChange = session.rights.may(SessionOperations.updateRecord)
        let view = RecordView(time: time, mayChange: mayChange, units: units)
        var model: [String: Any] = [
            "total": "\(found.total)", "isEmpty": found.records.isEmpty, "page": "\(found.page)",
            "pages": "\(max(found.pages, 1))",
        ]
        model["rows"] = found.records.map { entry in
            var row = view.model(entry)
            if mayChange { row["of"] = RecordPages.mark(of: entry.record.logID, seat: seat, session: session) }
            // Several people may have had the seat, so each row names its person.
            if whose == .before { row["ofUser"] = entry.userID }
            return row
        }
        let number = found.page
        if number > 1 { model["previous"] = "\(number - 1)" }  // In range: greater than 1.
        if number < found.pages { model["next"] = "\(number + 1)" }  // In range: less than `pages`.
        return model
    }

    /// Since when the present person has had the seat, if others had it before.
    private func person(_ found: RecordHistory, whose: RecordHistory.Whose) -> [String: Any] {
        guard whose == .present else { return [:] }
        let language = time.language
        var model: [String: Any] = ["hasBefore": found.hasBefore == true && session.rights.seesEarlierPeople]
        if let present = found.present {
            model["since"] = language["seat.since", ["since": time.text(present.since)]]
        } else {
            model["nobody"] = language["seat.nobody"]
        }
        return model
    }
}
