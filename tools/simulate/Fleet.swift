import Foundation
import MessageBus
import SimulatedHub
import VitalRecords

/// The hubs of a simulated site, their people and devices: all follow from numbers.
struct Fleet: Sendable {
    /// Names no device of any site.
    private static let secret = Array("a simulated site's devices".utf8)

    let hubs: Int
    let seatsPerHub: Int

    /// The name of a hub, from 0.
    func name(_ hub: Int) -> String {
        let digits = "\(hub + 1)"
        return "hub-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// The seats of a hub, from 0.
    func seats(of hub: Int) -> [String] {
        seatsPerHub == 1 ? [name(hub)] : (1...seatsPerHub).map { "\(name(hub))-\($0)" }
    }

    /// Who sits at a seat.
    func person(at seat: String) -> LinePerson { LinePerson(seat: seat, user: "user-\(seat)", token: "token-\(seat)") }

    /// All people.
    var people: [LinePerson] { (0..<hubs).flatMap(seats).map(person) }

    /// The cuff of a seat of a hub, both from 0.
    ///
    /// - Throws: What deriving throws; it does not for these addresses.
    func device(hub: Int, seat: Int) throws -> DeviceID {
        let number = String(hub * seatsPerHub + seat + 1, radix: 16)
        let digits = "02" + String(repeating: "0", count: max(0, 10 - number.count)) + number
        return try DeviceID.derive(siteSecret: Self.secret, address: digits)
    }

    /// The log id that the record of a reading must have at the cloud.
    func logID(of reading: Reading, user: String) -> LogID {
        LogID.derive(sessionUser: user, organization: LineSetup.organization, readingKey: reading.readingKey)
    }
}

/// How often each hub measures.
struct MeasuringRate: Sendable {
    /// Readings a second of each hub.
    let perSecond: Double

    /// Reads a number and a unit, as `1/min`; nil for any other text, and for a rate that is not above 0.
    init?(_ text: String) {
        let parts = text.split(separator: "/")
        let seconds = ["s": 1.0, "min": 60, "h": 3_600]
        guard parts.count == 2, let number = Double(parts[0]), let unit = seconds[String(parts[1])], number > 0,
            number.isFinite
        else { return nil }
        perSecond = number / unit
    }
}
