internal import BusContract
internal import Foundation
internal import MessageBus
internal import OperatorConnection
internal import VitalRecords

/// Confirmation of typed values to the person who typed them.
enum TypedAnswer {
    /// The seat's session; nil without one.
    ///
    /// - Throws: `BusError` if the seat does not exist, or no session manager answers.
    static func session(_ seat: String, over connection: HubConnection) async throws -> SessionView? {
        do {
            let body = SeatReference(seat: seat)
            return try await connection.requests.call(SessionOperations.session, hub: BusAddress.siteHub, body: body)
        } catch let error as BusError where [.notFound, .unknownOperation, .notAuthorized].contains(error.code) {
            return nil
        }
    }

    /// The user whom a record belongs to: that of the session which the seat had at the time, or which was chosen.
    ///
    /// - Parameter id: The session that a decision named; nil if the time of the measurement decides.
    /// - Returns: nil if it is not certain.
    static func user(
        _ reading: Reading,
        of id: String? = nil,
        present: SessionView?,
        seat: String,
        over connection: HubConnection
    ) async -> String? {
        if let present, id.map({ $0 == present.sessionID }) ?? (reading.timestamp >= present.startedAt) {
            return present.userID
        }
        // Absent is nil: the values are stored, and their line then names no person.
        let stays = (try? await Lists.sessions(connection, seat: seat)) ?? []
        let owner = stays.first { stay in
            id.map { $0 == stay.session.sessionID } ?? stay.holds(reading.timestamp)
        }
        return owner?.session.userID
    }

    /// Values, local time and person in one line: `128/81 mmHg, 2026-03-01 08:00 +01:00, bed-a (user u-17)`.
    ///
    /// - Parameter user: The session's user, if the record is known to be theirs.
    static func text(_ reading: Reading, seat: String, user: String?) -> String {
        let person = user.map { "\(seat) (user \($0))" } ?? seat
        let time = local(reading.timestamp, utcOffset: reading.utcOffset)
        return EventLine.plain("\(MeasuredText.text(reading.measurements)), \(time), \(person)")
    }

    /// The local time with its UTC offset; in this machine's zone if no offset is known.
    static func local(_ time: Date, utcOffset: Int?) -> String {
        let offset = utcOffset ?? TimeZone.current.secondsFromGMT(for: time)
        let text = time.addingTimeInterval(Double(offset)).iso8601Milliseconds
        let minutes = offset.magnitude / 60
        let zone = String(format: "%@%02d:%02d", offset < 0 ? "-" : "+", minutes / 60, minutes % 60)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) \(zone)"
    }
}

extension SessionView {
    /// UCUM codes by metric, for values typed without a unit.
    var typedUnits: [MetricName: String] {
        Dictionary((units ?? []).map { ($0.metric, $0.unit) }) { first, _ in first }
    }

    /// The metrics that the session's destination cannot store, for people; nil if there are none.
    func leftOut(of reading: Reading) -> String? {
        let metrics = apiVersion.leavesOut(of: reading.measurements).map(\.rawValue)
        guard !metrics.isEmpty else { return nil }
        return "\(apiVersion) has no field for \(metrics.joined(separator: ", ")): kept here, but not submitted"
    }
}

extension SessionPage.Entry {
    /// Whether the session had its seat at a time.
    fileprivate func holds(_ time: Date) -> Bool { time >= session.startedAt && endedAt.map { time < $0 } ?? true }
}
