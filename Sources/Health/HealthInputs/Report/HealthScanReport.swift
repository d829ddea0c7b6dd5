/// The report of a pass over an input.
public struct HealthScanReport: Hashable, Sendable {
    /// The number of elements of each type, wanted or not, without those inside correlations.
    public var elements: [String: Int] = [:]
    /// The unreadable places.
    public var damage = HealthDamageLog()
    /// The readable parts that were left out, by file and reason.
    public var leftOut = HealthLeftOut()
    /// Where files of the input were truncated; empty if it is complete.
    public var cuts: [HealthCut] = []
    /// The number of bytes read, uncompressed.
    public var bytes: UInt64 = 0

    /// Creates an empty report.
    public init() {}

    /// Where the input was first truncated; nil if it is complete.
    public var cut: HealthCut? {
        get { cuts.first }
        set { cuts = newValue.map { [$0] } ?? [] }
    }
}

extension HealthScanReport {
    /// Adds the report of another file of the same input.
    ///
    /// - Parameter name: The file name to prefix damage with; nil if there is one file only.
    mutating func add(_ other: HealthScanReport, of name: String?) {
        for (element, count) in other.elements { elements[element, default: 0] += count }
        for entry in other.damage.entries {
            damage.note(
                entry.offset,
                element: name.map { "\($0): \(entry.element)" } ?? entry.element,
                message: entry.message
            )
        }
        leftOut.add(other.leftOut, of: name)
        bytes += other.bytes
        cuts += other.cuts
    }
}

/// The damage of an input: the first places, and their total number.
public struct HealthDamageLog: Hashable, Sendable {
    /// The most places to keep; further ones are only counted.
    public static let limit = 1_000
    /// The first places.
    public private(set) var entries: [HealthDamage] = []
    /// The total number of places.
    public private(set) var count = 0

    /// Creates an empty log.
    public init() {}

    /// Adds a place.
    public mutating func note(_ offset: UInt64, element: String, message: String) {
        count += 1
        guard entries.count < Self.limit else { return }
        entries.append(HealthDamage(offset: offset, element: element, message: message))
    }
}

/// A damaged place of an input.
public struct HealthDamage: Hashable, Sendable, Codable {
    /// The position of the first damaged byte in the uncompressed data.
    public var offset: UInt64
    /// The damaged element, line or field.
    public var element: String
    /// What is wrong, and how it was handled.
    ///
    /// It never contains a value or name of a person.
    public var message: String

    /// Creates an entry.
    public init(offset: UInt64, element: String, message: String) {
        self.offset = offset
        self.element = element
        self.message = message
    }
}

/// Where an input was truncated, so that values of some days may be incomplete.
public struct HealthCut: Hashable, Sendable {
    /// The type whose samples were being read; nil outside of samples.
    public var type: String?
    /// The start of that type's last sample, in seconds since 1970; nil if there was none.
    public var lastStart: Int64?
    /// The last local day with a total of that type, as days since 1 January 1970; nil if there was none.
    public var lastDay: Int?
    /// Whether the samples of that type are in time order.
    ///
    /// If not, a whole source can be missing from any day.
    public var isOrdered: Bool
    /// Whether each type's samples are contiguous.
    ///
    /// If not, the last day of every type may be incomplete.
    public var isGroupedByType: Bool
    /// The possible times of the truncated file, in seconds since 1970 (UTC); nil for any.
    ///
    /// If an archive has a file for each day or month, a truncated one does not affect the days of the others.
    public var times: Range<Int64>?

    /// Creates a cut.
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

/// The progress of a pass over an input.
public struct HealthProgress: Hashable, Sendable {
    /// The number of bytes read, uncompressed.
    public var bytes: UInt64
    /// The number of samples, workouts and other elements in them.
    public var elements: Int

    /// Creates a progress value.
    public init(bytes: UInt64, elements: Int) {
        self.bytes = bytes
        self.elements = elements
    }
}
