internal import ActorRuntime
internal import ArgumentParser

/// What a person meant by a subcommand that does not exist.
enum SubcommandHint {
    /// A line with the nearest subcommand; nil where every word of the command line that could be one is one, or none is near.
    static func line(_ arguments: [String]) -> String? {
        var command: any ParsableCommand.Type = Vitalbus.self
        var path = "vitalbus"
        for argument in arguments {
            let known = command.configuration.subcommands
            // An option may take the next word as its value: what follows is not looked at.
            guard !known.isEmpty, !argument.hasPrefix("-") else { return nil }
            if let next = known.first(where: { $0._commandName == argument }) {
                command = next
                path += " \(argument)"
                continue
            }
            let names = known.map { $0._commandName } + (path == "vitalbus" ? ["help"] : [])
            guard !names.contains(argument) else { return nil }
            let hint = NearestName.hint(argument, among: names)
            guard hint.isEmpty else { return "'\(path)' has no subcommand '\(argument)'\(hint)" }
            // It may be an argument of the command that is meant when none is named.
            guard command.configuration.defaultSubcommand == nil else { return nil }
            return "'\(path)' has no subcommand '\(argument)'; there are \(names.joined(separator: ", "))"
        }
        return nil
    }
}
