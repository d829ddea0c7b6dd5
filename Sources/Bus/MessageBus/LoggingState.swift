/// Whether, of what and where to the system logs, retained on `state/logging` (DESIGN §5, `setLogging`).
public struct LoggingState: Codable, Sendable, Hashable {
    /// A part of the system, as the mobile SDK divides it.
    public enum Component: String, Sendable, CaseIterable {
        /// Sessions, the queue and deliveries.
        case core
        /// Discovery, pairing and readings.
        case bluetooth
        /// Health-data import.
        case healthkit
        /// Recognition of displays.
        case ocr
    }

    /// Where entries go.
    public enum Sink: String, Sendable, CaseIterable {
        /// Standard error, which systemd puts into the journal.
        case journald
        /// The file `log` in each process's state directory.
        case file
        /// The topic `log/{actor}`.
        case bus
    }

    /// Whether anything is logged.
    public var enabled: Bool
    /// The parts that are logged: `core`, `bluetooth`, `healthkit`, `ocr`; others are ignored.
    public var components: [String]
    /// Where entries go: `journald`, `file` or `bus`.
    public var sink: String

    /// Makes a state; all parts into the journal by default.
    public init(
        enabled: Bool,
        components: [String] = Component.allCases.map(\.rawValue),
        sink: String = Sink.journald.rawValue
    ) {
        self.enabled = enabled
        self.components = components
        self.sink = sink
    }

    /// Nothing is logged, as before the first `setLogging`.
    public static let off = LoggingState(enabled: false)
}
