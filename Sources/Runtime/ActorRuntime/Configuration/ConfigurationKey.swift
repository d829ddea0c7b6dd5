/// A key in a process's configuration table.
///
/// Help text, the example file, names of environment variables and all checks are derived from these entries.
public struct ConfigurationKey: Sendable, Hashable {
    /// The dotted name, for example `bus.socket`; parts of `[a-z0-9-]`.
    public let name: String
    /// The kind of the value.
    public let kind: ConfigurationKind
    /// The default value in file syntax; nil if there is none.
    public let defaultText: String?
    /// A value for the example file, if the kind's example does not fit; nil for the kind's.
    public let example: String?
    /// One line of help for the operator.
    public let doc: String
    /// Whether the value itself is secret, and never shown.
    ///
    /// Prefer a ``ConfigurationKind/secretFile``.
    public let isSecret: Bool
    /// Whether the process cannot start without a value.
    public let isRequired: Bool

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - name: The dotted name.
    ///   - kind: The kind of the value, with its range or its allowed values.
    ///   - defaultText: The default in file syntax; a default outside the range is reported at start.
    ///   - example: A value for the example file; nil for the kind's.
    ///   - doc: One line of help for the operator.
    ///   - isSecret: Whether the value is never shown.
    ///   - isRequired: Whether the process cannot start without a value.
    init(
        _ name: String,
        kind: ConfigurationKind,
        default defaultText: String? = nil,
        example: String? = nil,
        doc: String,
        isSecret: Bool = false,
        isRequired: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.defaultText = defaultText
        self.example = example
        self.doc = doc
        self.isSecret = isSecret
        self.isRequired = isRequired
    }

    /// The environment variable that sets the key for every actor: `VITALBUS_BUS_SOCKET`.
    public var variable: String { Self.variable(name) }

    /// The environment variable that sets the key for one actor only: `VITALBUS_BLE_SCANNER_BUS_SOCKET`.
    public func variable(for actor: String) -> String { Self.variable("\(actor).\(name)") }

    static let variablePrefix = "VITALBUS_"

    static func variable(_ name: String) -> String {
        variablePrefix + String(name.uppercased().map { $0 == "." || $0 == "-" ? "_" : $0 })
    }
}
