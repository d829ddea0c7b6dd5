import SimulatedHub
import TortureGround
import VitalRecords

/// A photo that was handed over and showed a reading.
struct TakenPhoto: Sendable, Hashable {
    /// Its number, from which the values follow that it was confirmed with.
    let number: Int
    /// The key of its reading.
    let readingKey: ReadingKey
    /// When it was confirmed, in milliseconds since 1970; nil where it never could be.
    let confirmedAt: Int64?

    /// Where it has to be at the server.
    var name: ServerJournal.Name {
        let user = Ward.person(Ward.photographed).user
        let logID = LogID.derive(sessionUser: user, organization: LineSetup.organization, readingKey: readingKey)
        return ServerJournal.Name(user: user, logID: logID.rawValue)
    }

    /// The values, as no other photo has them and a cuff may show them.
    var pressure: ServerJournal.Pressure {
        ServerJournal.Pressure(systolic: 100 + number % 100, diastolic: 30 + number / 100)
    }

    /// The values as a person corrects them.
    var measurements: [Measurement] {
        [(MetricName.systolic, pressure.systolic), (.diastolic, pressure.diastolic)].map { metric, value in
            Measurement(metric: metric, value: DecimalNumber(Int64(value)), unit: "mm[Hg]")
        }
    }

    /// The reading as one that was committed; nil where it was not confirmed.
    var commitment: Commitment? {
        confirmedAt.map { at in
            Commitment(
                readingKey: readingKey.rawValue,
                device: Ward.photographed,
                at: at,
                names: [name],
                ended: [],
                mayBeHeld: false
            )
        }
    }
}
