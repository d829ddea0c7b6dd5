/// A checked value.
enum ConfigurationValue: Sendable, Equatable {
    case string(String)
    case int(Int)
    case bool(Bool)
    case duration(Duration)
    case list([String])
}

extension ConfigurationValue: CustomStringConvertible {
    var description: String {
        switch self {
        case .string(let value): value
        case .int(let value): String(value)
        case .bool(let value): String(value)
        case .duration(let value): DurationText.format(value)
        case .list(let value): "[\(value.joined(separator: ", "))]"
        }
    }
}

/// A value and its source.
struct ConfigurationEntry: Sendable, Equatable {
    let value: ConfigurationValue
    let origin: ConfigurationOrigin
}

/// The source of a value.
enum ConfigurationOrigin: Sendable, Equatable, CustomStringConvertible {
    case flag(String)
    case variable(String)
    case file(String, line: Int?)
    case builtIn
    /// The site, whatever hub a file or variable sets for the machine; with the source of that hub.
    indirect case siteWide(ConfigurationOrigin)
    /// The membership of a joined hub, with its names.
    case membership(hub: String, site: String)

    var description: String {
        switch self {
        case .flag(let flag): flag
        case .variable(let name): "environment variable \(name)"
        case .file(let path, let line): line.map { "\(path):\($0)" } ?? path
        case .builtIn: "default"
        case .siteWide(let other): "serves the whole site; the hub in \(other) is for the machine's other actors"
        case .membership(let hub, let site):
            "this machine is the hub '\(hub)' of the site '\(site)', which it has joined"
        }
    }
}

/// A value as written, before its key's kind is known.
enum RawConfigurationValue: Sendable, Equatable {
    case text(String)
    case list([String])
}

/// The error in a value, in words that complete "KEY …".
struct ValueProblem: Error {
    let words: String
}
