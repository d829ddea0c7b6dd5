public import VitalRecords

/// How a field's values are written in one of its units.
public struct UnitRule: Sendable, Hashable {
    /// The unit, or nil for a number of which nothing is known.
    public let unit: DisplayUnit?
    /// What the display can show; values outside are no values of the field.
    public let range: ClosedRange<DecimalNumber>
    /// What most people's values are in, within ``range``; values outside are less plausible.
    public let usual: ClosedRange<DecimalNumber>
    /// How many digits there are, those behind the point too.
    public let digits: ClosedRange<Int>
    /// How many digits stand behind the point.
    public let decimals: ClosedRange<Int>
    /// Whether a minus sign may stand before it.
    public let allowsMinus: Bool
    /// Whether the unit is taken only where it is given or shown, never because a text would fit it.
    public let isToldOnly: Bool
    /// True for stones and pounds in one text, `11:4.5`; range, digits and decimals are then those of all as pounds.
    public let isStonesAndPounds: Bool

    /// Makes a rule.
    ///
    /// - Parameter usual: Where nil, all of the range is usual.
    public init(
        _ unit: DisplayUnit?,
        range: ClosedRange<DecimalNumber>,
        usual: ClosedRange<DecimalNumber>? = nil,
        digits: ClosedRange<Int>,
        decimals: ClosedRange<Int> = 0...0,
        allowsMinus: Bool = false,
        isToldOnly: Bool = false,
        isStonesAndPounds: Bool = false
    ) {
        self.unit = unit
        self.range = range
        self.usual = usual ?? range
        self.digits = digits
        self.decimals = decimals
        self.allowsMinus = allowsMinus
        self.isToldOnly = isToldOnly
        self.isStonesAndPounds = isStonesAndPounds
    }
}
