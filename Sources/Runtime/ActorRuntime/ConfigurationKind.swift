/// What a configuration value is, with its limits.
public enum ConfigurationKind: Sendable, Hashable {
    /// Text; one of the allowed values when there are any.
    case string(allowed: [String])
    /// An id as it stands in topics: 1 to 64 characters of `[a-z0-9-]`.
    case id
    /// A whole number in a range.
    case int(ClosedRange<Int>)
    /// A number in a range.
    case double(ClosedRange<Double>)
    /// `true` or `false`.
    case bool
    /// A time with its unit (`250ms`, `30s`, `5min`, `2h`, `7d`) in a range.
    case duration(ClosedRange<Duration>)
    /// A path of a file or directory.
    case path
    /// Texts; a YAML list, elsewhere separated by commas. Each is one of the allowed values when there are any.
    case list(allowed: [String])
    /// The path of a file that holds a secret and that only its owner may read.
    case secretFile

    /// Any text.
    public static var string: Self { .string(allowed: []) }
    /// Any whole number.
    public static var int: Self { .int(Int.min...Int.max) }
    /// Any number.
    public static var double: Self { .double(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude) }
    /// Any duration from zero to ten years.
    public static var duration: Self { .duration(.zero ... .seconds(315_360_000)) }
    /// Any texts.
    public static var list: Self { .list(allowed: []) }
}
