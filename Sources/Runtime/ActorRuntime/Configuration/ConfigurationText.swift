/// The configuration table as text: help, an example file and a report of the settings.
package struct ConfigurationText: Sendable {
    let loader: ConfigurationLoader

    /// Creates the texts of one actor.
    package init(_ loader: ConfigurationLoader) {
        self.loader = loader
    }

    /// Every key with its variable, kind, default and meaning.
    package var listing: String {
        let common = loader.common.map { describe($0, variable: $0.variable) }
        let own = loader.own.map { describe($0, variable: $0.variable(for: loader.actor)) }
        return (["Common keys:"] + common + (own.isEmpty ? [] : ["Keys of \(loader.actor):"]) + own).joined(
            separator: "\n"
        )
    }

    /// An example file with every key; optional keys are commented out.
    package var example: String {
        var lines = [
            "# VitalBus: one file for all processes of a hub.", "# Flags and VITALBUS_ variables override it.", "",
        ]
        lines += loader.common.flatMap { example($0, indent: "") }
        lines += ["", "\(loader.actor):"]
        lines += loader.own.flatMap { example($0, indent: "  ") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A report of each setting, its value and its source; secrets are not shown.
    package func report(_ configuration: ActorConfiguration) -> String {
        loader.keys.compactMap { key in
            configuration.entries[key.name].map { entry in
                "\(key.name) = \(key.isSecret ? "<secret>" : entry.value.description) (\(entry.origin))"
            }
        }.joined(separator: "\n")
    }

    private func describe(_ key: ConfigurationKey, variable: String) -> String {
        let standard = key.defaultText.map { "; default \($0)" } ?? (key.isRequired ? "; required" : "")
        return "  \(key.name) (\(variable))\n      \(key.doc)\n      \(key.kind)\(standard)"
    }

    private func example(_ key: ConfigurationKey, indent: String) -> [String] {
        let shown = key.defaultText ?? key.example ?? key.kind.sample
        return [
            "\(indent)# \(key.doc) Kind: \(key.kind).",
            "\(indent)\(key.isRequired && key.defaultText == nil ? "" : "# ")\(key.name): \(shown)",
        ]
    }
}

extension ConfigurationKind {
    /// An example value that passes the check.
    var sample: String {
        switch self {
        case .string(let allowed): allowed.first ?? "text"
        case .id: "example-1"
        case .int(let range): String(range.contains(1) ? 1 : range.lowerBound)
        case .bool: "false"
        case .duration(let range): DurationText.format(range.lowerBound)
        case .path, .secretFile: "/path/to/file"
        case .list(let allowed): "[\(allowed.first ?? "text")]"
        }
    }
}
