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
