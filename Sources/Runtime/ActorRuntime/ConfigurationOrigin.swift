/// Where a value comes from.
enum ConfigurationOrigin: Sendable, Equatable, CustomStringConvertible {
    case flag(String)
    case variable(String)
    case file(String, line: Int?)
    case builtIn
    /// For the whole site, whatever hub a file or variable names for the machine; with that place.
    indirect case siteWide(ConfigurationOrigin)

    var description: String {
        switch self {
        case .flag(let flag): flag
        case .variable(let name): "environment variable \(name)"
        case .file(let path, let line): line.map { "\(path):\($0)" } ?? path
        case .builtIn: "default"
        case .siteWide(let other): "serves the whole site; the hub of \(other) is that of the machine's other actors"
        }
    }
}
