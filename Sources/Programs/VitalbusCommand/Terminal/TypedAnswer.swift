internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// What a command took of what a person typed, said back to that person.
enum TypedAnswer {
    /// A seat's session; nil where it has none now.
    ///
    /// - Throws: `BusError` where there is no such seat, or nobody answers.
    static func session(_ seat: String, _ connection: HubConnection) async throws -> SessionView? {
        do {
            let body = SeatReference(seat: seat)
            return try await connection.requests.call(SessionOperations.session, hub: BusAddress.siteHub, body)
        } catch let error as BusError where [.notFound, .unknownOperation, .notAuthorized].contains(error.code) {
            return nil
        }
    }

    /// Values, local time and person in one line: `128/81 mmHg, 2026-03-01 08:00 +01:00, bed-a (user u-17)`.
    ///
    /// - Parameter user: The session's user, where it is known that the record is theirs.
    static func text(_ reading: Reading, seat: String, user: String?) -> String {
        let person = user.map { "\(seat) (user \($0))" } ?? seat
        let time = local(reading.timestamp, reading.utcOffset)
        return EventLine.plain("\(MeasuredText.text(reading.measurements)), \(time), \(person)")
    }

    /// A moment by the clock on the wall, with its distance from UTC; this machine's clock where no offset is known.
    static func local(_ time: Date, _ utcOffset: Int?) -> String {
        let offset = utcOffset ?? TimeZone.current.secondsFromGMT(for: time)
        let text = time.addingTimeInterval(Double(offset)).iso8601Milliseconds
        let minutes = offset.magnitude / 60
        let zone = String(format: "%@%02d:%02d", offset < 0 ? "-" : "+", minutes / 60, minutes % 60)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) \(zone)"
    }
}

extension SessionView {
    /// UCUM codes by metric, for what is typed without a unit.
    var typedUnits: [MetricName: String] {
        Dictionary((units ?? []).map { ($0.metric, $0.unit) }) { first, _ in first }
    }

    /// The user, if a measurement of this time is theirs for certain.
    func user(at time: Date) -> String? { time >= startedAt ? userID : nil }
}
