import ActorRuntime
import DeliveryRules
import FoundationEssentials
import SimulatedHub
import UploaderActor
import VitalRecords

/// The POSTs that the uploaders would send for readings of ``LineUsers``, as the C line reads them.
enum LinePosts {
    /// One line each: URL, headers and body, with tabs between them.
    static func lines(_ count: Int, to server: String) throws -> String {
        let destination = InformDestination(base: try BaseURL(server, key: "server"), repeats: .upsert)
        guard let hub = HubID(rawValue: LineSetup.hub) else { throw BenchError("no hub") }
        return try (0..<count).map { try line($0, to: destination, hub: hub) }.joined()
    }

    private static func line(_ number: Int, to destination: InformDestination, hub: HubID) throws -> String {
        let person = LineUsers.people[number % LineUsers.people.count]
        guard let seat = SeatID(rawValue: person.seat) else { throw BenchError("no seat") }
        let reading = LineUsers.reading(number, hub: hub)
        let logID = LogID.derive(
            sessionUser: person.user,
            organization: LineSetup.organization,
            readingKey: reading.readingKey
        )
        let made = try destination.create(
            VitalRecord(reading: reading, logID: logID, seat: seat),
            with: SessionCredentials(
                userID: person.user,
                organizationID: LineSetup.organization,
                token: person.token
            )
        )
        let headers = made.headers.map { "\($0.name): \($0.value)" }
        let parts = [made.url] + headers + [String(decoding: made.body ?? [], as: UTF8.self)]
        return parts.joined(separator: "\t") + "\n"
    }
}
