/// The work of one destination that could be granted.
public struct ReadyWork: Sendable, Hashable {
    /// The destination.
    public let api: String
    /// Live records, and the probe of a paused destination.
    public var live: Int
    /// History records.
    public var history: Int

    /// Creates a count.
    public init(api: String, live: Int, history: Int) {
        self.api = api
        self.live = live
        self.history = history
    }
}

/// Names a destination's images as a separate destination.
///
/// They pause, are probed and are requested separately, so that a missing or wrong path for images does not block
/// records.
public enum ImageDestination {
    private static let suffix = "/images"

    /// The name, for example `inform/images`.
    public static func name(of api: String) -> String { api + suffix }

    /// The destination whose images the name stands for; nil for the name of a destination for records.
    public static func api(of name: String) -> String? {
        name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : nil
    }

    /// Whether a worker delivers to a destination; a worker that names none takes only records.
    ///
    /// - Parameters:
    ///   - apis: The destinations that the worker named.
    ///   - name: The destination.
    public static func isTaken(by apis: Set<String>?, name: String) -> Bool {
        apis?.contains(name) ?? (api(of: name) == nil)
    }
}
