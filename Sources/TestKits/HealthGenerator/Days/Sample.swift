/// A record to be written.
struct Sample {
    let source: Person.Source
    let start: Int64
    let end: Int64
    /// When it was added to the phone's store; earlier exports do not contain it.
    let created: Int64
    /// The value; nil if it is a name or absent.
    var amount: Amount?
    /// The category value, by name.
    var name: String?
    /// Its metadata entries.
    var metadata: [(key: String, value: String)] = []
    /// The intervals between the listed heart beats, in seconds.
    var beats: [Double] = []

    init(_ source: Person.Source, start: Int64, end: Int64, created: Int64? = nil, amount: Amount? = nil) {
        self.source = source
        self.start = start
        self.end = end
        self.created = created ?? end
        self.amount = amount
    }
}

extension Sample {
    /// This sample's times with another sample's metadata and value.
    func with(_ other: Sample) -> Sample {
        var copy = self
        copy.amount = other.amount
        copy.name = other.name
        copy.metadata = other.metadata
        return copy
    }
}

/// A decimal number in an export: its digits, and the number of decimal places.
struct Amount: Hashable {
    let digits: Int64
    let places: Int

    /// Rounds a number to a number of decimal places.
    init(_ value: Double, places: Int = 0) {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        digits = Int64((value * scale).rounded())
        self.places = places
    }

    /// The numeric value of the text.
    var value: Double {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        return Double(digits) / scale
    }
}

/// An app or a device that writes samples.
struct SourceApp: Sendable {
    let name: String
    let version: String
    /// Name, model and hardware of the device; nil if the app gives none.
    let device: (name: String, model: String, hardware: String)?
}

/// A local day in one time zone, or a part of one before or after a flight.
struct DayPiece {
    /// The date, in days since 1970.
    let day: Int
    /// The index of the zone in the itinerary.
    let zone: Int
    /// Its first second since 1970.
    let start: Int64
    /// The second after its last one.
    let end: Int64
    /// Whether it begins at midnight, after a night's sleep.
    let hasMorning: Bool
    /// Whether it ends with a flight instead of at midnight.
    let isBeforeFlight: Bool

    /// How long before and after the middle of a flight nothing is written, in seconds.
    static let quiet: Int64 = 3 * 3_600
}
