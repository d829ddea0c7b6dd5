/// A moment on one machine's boot clock (`CLOCK_BOOTTIME`), which also runs while the machine sleeps.
///
/// It is meaningless on another machine or after a restart.
public struct BootInstant: Sendable, Hashable, Codable, Comparable {
    /// Milliseconds since the machine started.
    public var milliseconds: Int64

    /// Creates an instant.
    ///
    /// - Parameter milliseconds: Milliseconds since the machine started.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The machine's start, which is always in the past.
    public static let zero = BootInstant(milliseconds: 0)

    /// Whether the left instant is the earlier one.
    public static func < (left: BootInstant, right: BootInstant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant that much later, clamped to the largest value.
    public static func + (left: BootInstant, right: Duration) -> BootInstant {
        let (sum, overflow) = left.milliseconds.addingReportingOverflow(right.wholeMilliseconds)
        return BootInstant(milliseconds: overflow ? (right < .zero ? .min : .max) : sum)
    }
}
