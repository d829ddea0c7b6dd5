public import FoundationEssentials

extension ReadingKey {
    /// The separator between a key and the time of a different measurement that would get the same key.
    private static let again = "-again-"
    /// How far apart the times of a repeated measurement may be, in seconds: its device's clock is read again on each
    /// link.
    private static let tolerance: TimeInterval = 60

    /// The key of a measurement whose device time and bytes equal those of an earlier one.
    ///
    /// - Parameter moment: When it was measured.
    public func again(at moment: Date) -> ReadingKey {
        ReadingKey(trusted: "\(first)\(Self.again)\(max(0, moment.millisecondsSince1970))")
    }

    /// Whether it is the key of such a measurement.
    public var isAgain: Bool { moment != nil }

    /// The range of texts, end exclusive, that contains the keys of all such measurements of this key.
    public var againRange: (from: String, to: String) { ("\(first)\(Self.again)", "\(first)\(Self.again):") }

    /// Whether it is the key of such a measurement made around a given moment.
    func isAgain(at other: Date) -> Bool {
        moment.map { abs($0.timeIntervalSince(other)) <= Self.tolerance } ?? false
    }

    /// The key of the measurement that came first.
    private var first: Substring {
        rawValue.firstRange(of: Self.again).map { rawValue[..<$0.lowerBound] } ?? rawValue[...]
    }

    private var moment: Date? {
        guard let place = rawValue.firstRange(of: Self.again), let milliseconds = Int64(rawValue[place.upperBound...])
        else { return nil }
        return Date(millisecondsSince1970: milliseconds)
    }
}
