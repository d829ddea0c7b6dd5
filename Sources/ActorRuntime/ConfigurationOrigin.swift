/// Where a value comes from.
enum ConfigurationOrigin: Sendable, Equatable, CustomStringConvertible {
    case flag(String)
    case variable(String)
    case file(String, line: Int?)
    case builtIn

    var description: String {
        switch self {
        case .flag(let flag): flag
        case .variable(let name): "environment variable \(name)"
        case .file(let path, let line): line.map { "\(path):\($0)" } ?? path
        case .builtIn: "default"
        }
    }
}
