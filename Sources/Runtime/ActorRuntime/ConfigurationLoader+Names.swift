extension ConfigurationLoader {
    /// Every name in a file is a common key, a known actor's section, or a key of this actor in its own section.
    func checkNames(_ file: ConfigurationFile) throws {
        let shared = Set(common.map(\.name))
        for (name, entry) in file.common.sorted(by: { ($0.value.line ?? 0, $0.key) < ($1.value.line ?? 0, $1.key) })
        where !shared.contains(name) {
            let place = ConfigurationOrigin.file(file.path, line: entry.line).description
            if own.contains(where: { $0.name == name }) {
                throw RuntimeError(.configuration, "\(place): '\(name)' belongs into the section '\(actor):'")
            }
            throw unknownAtTop(name, place)
        }
        let allowed = keys.map(\.name)
        for (name, entry) in file.sections[actor] ?? [:] where !allowed.contains(name) {
            let place = ConfigurationOrigin.file(file.path, line: entry.line).description
            throw unknown("key '\(name)' of \(actor)", name, in: place, among: allowed)
        }
    }

    private func unknownAtTop(_ name: String, _ place: String) -> RuntimeError {
        let head = String(name.prefix { $0 != "." })
        guard head != name, !common.contains(where: { $0.name.hasPrefix(head + ".") }) else {
            return unknown("key '\(name)'", name, in: place, among: common.map(\.name))
        }
        let heads = actors + common.map { String($0.name.prefix { $0 != "." }) }
        return unknown("section '\(head)'", head, in: place, among: heads)
    }

    /// Every variable with this program's prefix is known; those of other actors are passed over.
    func checkVariables(_ environment: [String: String]) throws {
        let known = Set(
            common.map(\.variable) + keys.map { $0.variable(for: actor) } + [ConfigurationSources.fileVariable]
        )
        let others = actors.filter { $0 != actor }.map { ConfigurationKey.variable($0) + "_" }
        for name in environment.keys.sorted() where name.hasPrefix(ConfigurationKey.variablePrefix) {
            guard !known.contains(name), !others.contains(where: { name.hasPrefix($0) }) else { continue }
            throw unknown("environment variable \(name)", name, in: "environment", among: known.sorted())
        }
    }

    /// The table itself: no key twice, no name outside `[a-z0-9.-]`, no two keys with one variable.
    func checkTable() throws {
        for group in [Dictionary(grouping: keys, by: \.name), Dictionary(grouping: keys, by: \.variable)] {
            if let twice = group.first(where: { $0.value.count > 1 }) {
                throw RuntimeError(.configuration, "the table of \(actor) has '\(twice.key)' twice")
            }
        }
    }
}
