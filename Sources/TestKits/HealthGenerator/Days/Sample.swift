/// One record as it is to be written.
struct Sample {
    let source: Person.Source
    let start: Int64
    let end: Int64
    /// When it came into the phone's store: an export before that does not have it.
    let created: Int64
    /// The value; nil where it is a name or absent.
    var amount: Amount?
    /// The name of a category.
    var name: String?
    /// Words about it.
    var metadata: [(key: String, value: String)] = []
    /// The seconds between the beats of the heart that are listed with it.
    var beats: [Double] = []

    init(_ source: Person.Source, _ start: Int64, _ end: Int64, created: Int64? = nil, _ amount: Amount? = nil) {
        self.source = source
        self.start = start
        self.end = end
        self.created = created ?? end
        self.amount = amount
    }
}

extension Sample {
    /// The same times with another one's words and value.
    func with(_ other: Sample) -> Sample {
        var copy = self
        copy.amount = other.amount
        copy.name = other.name
        copy.metadata = other.metadata
        return copy
    }
}

/// A number as it stands in an export: digits and how many of them come behind the point.
struct Amount: Hashable {
    let digits: Int64
    let places: Int

    /// Rounds a number.
    init(_ value: Double, places: Int = 0) {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        digits = Int64((value * scale).rounded())
        self.places = places
    }

    /// What the text says.
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
    /// Name, model and hardware of the device; nil where the app says none.
    let device: (name: String, model: String, hardware: String)?
}

/// A local day that the person spent in one zone, or a part of one before or after a flight.
struct DayPiece {
    /// The date, in days since 1970.
    let day: Int
    /// The place of the zone in the itinerary.
    let zone: Int
    /// Its first second, since 1970.
    let start: Int64
    /// The second behind its last one.
    let end: Int64
    /// Whether it begins at midnight: the person slept before.
    let hasMorning: Bool
    /// Whether the person flies at its end, and not from one midnight to the next.
    let isBeforeFlight: Bool

    /// How long before and after the middle of a flight nothing is written.
    static let quiet: Int64 = 3 * 3_600
}
