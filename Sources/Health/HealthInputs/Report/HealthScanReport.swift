/// What a whole pass over an input found.
public struct HealthScanReport: Hashable, Sendable {
    /// How many elements of each type there were, wanted or not; those inside of correlations are not counted.
    public var elements: [String: Int] = [:]
    /// What could not be read.
    public var damage = HealthDamageLog()
    /// Where the input broke off, if it did.
    public var cut: HealthCut?
    /// How many bytes were read, uncompressed.
    public var bytes: UInt64 = 0

    /// Makes an empty report.
    public init() {}
}

extension HealthScanReport {
    /// Adds what was found in another file of the same input.
    ///
    /// - Parameter name: The file's name, for its damage; nil where it is the only one.
    mutating func add(_ other: HealthScanReport, of name: String?) {
        for (element, count) in other.elements { elements[element, default: 0] += count }
        for entry in other.damage.entries {
            damage.note(entry.offset, name.map { "\($0): \(entry.element)" } ?? entry.element, entry.message)
        }
        bytes += other.bytes
        // Of several cuts the first one stands for all, and no type is left out of doubt then.
        guard let cut = other.cut else { return }
        self.cut =
            self.cut == nil ? cut : HealthCut(type: nil, lastStart: nil, isOrdered: false, isGroupedByType: false)
    }
}

/// The damage of an input: the first places, and how many there were.
public struct HealthDamageLog: Hashable, Sendable {
    /// How many places are kept; more are only counted.
    public static let limit = 1_000
    /// The first places.
    public private(set) var entries: [HealthDamage] = []
    /// How many places there were.
    public private(set) var count = 0

    /// Makes an empty log.
    public init() {}

    /// Notes a place.
    public mutating func note(_ offset: UInt64, _ element: String, _ message: String) {
        count += 1
        guard entries.count < Self.limit else { return }
        entries.append(HealthDamage(offset: offset, element: element, message: message))
    }
}

/// A place of an input that could not be read as it should.
public struct HealthDamage: Hashable, Sendable, Codable {
    /// The first byte of what is damaged, counted in the uncompressed data.
    public var offset: UInt64
    /// What is damaged: an element, a line, a field.
    public var element: String
    /// What is wrong with it and what was done.
    ///
    /// Never a value or a name of a person.
    public var message: String

    /// Makes a report.
    public init(offset: UInt64, element: String, message: String) {
        self.offset = offset
        self.element = element
        self.message = message
    }
}

/// Where an input broke off: what it says of some days may be a part only.
public struct HealthCut: Hashable, Sendable {
    /// The type whose samples were being read; nil where it broke off outside of samples.
    public var type: String?
    /// The last start of that type's samples, in seconds since 1970; nil where there was none.
    public var lastStart: Int64?
    /// The last local day that the type had a sum of, as days since 1 January 1970; nil where it had none.
    public var lastDay: Int?
    /// Whether the samples of that type come in the order of time.
    ///
    /// Where they do not, a whole source can be missing from any day.
    public var isOrdered: Bool
    /// Whether each type's samples stand together.
    ///
    /// Where they do not, the last day of every type may be a part only.
    public var isGroupedByType: Bool

    /// Makes a description.
    public init(
        type: String?,
        lastStart: Int64?,
        lastDay: Int? = nil,
        isOrdered: Bool,
        isGroupedByType: Bool
    ) {
        self.type = type
        self.lastStart = lastStart
        self.lastDay = lastDay
        self.isOrdered = isOrdered
        self.isGroupedByType = isGroupedByType
    }
}

/// How far a pass over an input is.
public struct HealthProgress: Hashable, Sendable {
    /// How many bytes are done, uncompressed.
    public var bytes: UInt64
    /// How many samples, workouts and so on there were in them.
    public var elements: Int

    /// Makes a mark.
    public init(bytes: UInt64, elements: Int) {
        self.bytes = bytes
        self.elements = elements
    }
}
