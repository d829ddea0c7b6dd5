internal import MessageBus

/// Reads and checks a process's configuration.
///
/// Flags override the environment, which overrides the file, which overrides defaults.
///
/// In the environment and in the file, a value for the actor alone overrides the value for all.
package struct ConfigurationLoader: Sendable {
    let actor: String
    let actors: [String]
    let common: [ConfigurationKey]
    let own: [ConfigurationKey]
    let runsAtSite: Bool

    /// Creates a loader for one actor.
    ///
    /// - Parameter actors: The names of all actors, which may have sections in a file.
    package init(_ actor: (some HubActor).Type, actors: [String]) {
        self.actor = actor.name
        self.actors = actors.contains(actor.name) ? actors : actors + [actor.name]
        common = ConfigurationKey.common(runsAtSite: actor.runsAtSite)
        own = actor.configurationKeys
        runsAtSite = actor.runsAtSite
    }

    var keys: [ConfigurationKey] { common + own }

    /// Reads and checks the configuration.
    ///
    /// - Throws: ``RuntimeError`` `configuration`, naming the key and the flag, variable, or file and line.
    package func load(_ sources: ConfigurationSources) throws -> ActorConfiguration {
        try checkTable()
        let file = try sources.path.map { try ConfigurationFile.read($0, actors: actors) }
        if let file { try checkNames(file) }
        try checkVariables(sources.environment)
        var written = try flags(sources.flags)
        for key in keys where written[key.name] == nil {
            written[key.name] =
                variable(key, in: sources.environment) ?? file.flatMap { value(key, file: $0) }
                ?? builtIn(key, or: sources.fallbacks)
        }
        if sources.takesMembership { try joinSite(&written, in: sources.environment) }
        if runsAtSite { try placeAtSite(&written, in: sources.environment, file: file) }
        return ActorConfiguration(actor: actor, entries: try check(written))
    }

    private typealias Written = (raw: RawConfigurationValue, origin: ConfigurationOrigin)

    private func flags(_ flags: [(name: String, value: String, flag: String)]) throws -> [String: Written] {
        var written: [String: Written] = [:]
        for flag in flags {
            guard keys.contains(where: { $0.name == flag.name }) else {
                throw unknown("key '\(flag.name)'", name: flag.name, in: flag.flag, among: keys.map(\.name))
            }
            written[flag.name] = (.text(flag.value), .flag(flag.flag))
        }
        return written
    }

    private func variable(_ key: ConfigurationKey, in environment: [String: String]) -> Written? {
        let names = [key.variable(for: actor)] + (common.contains(key) ? [key.variable] : [])
        return names.lazy.compactMap { name in environment[name].map { (.text($0), .variable(name)) } }.first
    }

    private func value(_ key: ConfigurationKey, file: ConfigurationFile) -> Written? {
        let entry = file.sections[actor]?[key.name] ?? (common.contains(key) ? file.common[key.name] : nil)
        return entry.map { ($0.raw, .file(file.path, line: $0.line)) }
    }

    /// Applies a membership: a joined hub has its names and the site's broker from it, unless a flag overrides them.
    ///
    /// - Throws: ``RuntimeError`` `configuration` for an actor that runs only on the site's server.
    private func joinSite(_ written: inout [String: Written], in environment: [String: String]) throws {
        let files = MembershipFiles(state: text(written["state.directory"]) ?? StateDirectory.standard(environment))
        guard let member = try files.read() else { return }
        guard !runsAtSite else {
            throw RuntimeError(
                .configuration,
                message:
                    "this machine is the hub '\(member.hub)' of the site '\(member.site)', whose server runs \(actor): "
                    + "this machine only runs vitalbus-hub.target"
            )
        }
        let origin = ConfigurationOrigin.membership(hub: member.hub, site: member.site)
        let values = files.values(member, actor: actor, instance: text(written["instance"]) ?? "main")
        let namesBroker = ["bus.host", "bus.socket"].contains { Self.isFlag(written[$0]) }
        for (name, value) in values where !Self.isFlag(written[name]) && !(namesBroker && name.hasPrefix("bus.")) {
            written[name] = (.text(value), origin)
        }
    }

    private static func isFlag(_ written: Written?) -> Bool {
        if case .flag? = written?.origin { true } else { false }
    }

    private func text(_ written: Written?) -> String? {
        guard case .text(let text)? = written?.raw else { return nil }
        return text
    }

    /// Sets the hub `site` for a site's actor, because callers look for it there; a general hub in a file or variable
    /// is for other actors.
    ///
    /// - Throws: ``RuntimeError`` `configuration` if another hub is set for this actor alone.
    private func placeAtSite(
        _ written: inout [String: Written],
        in environment: [String: String],
        file: ConfigurationFile?
    ) throws {
        guard let hub = written["hub"], hub.raw != .text(BusAddress.siteHub) else { return }
        let isForAll: Bool =
            switch hub.origin {
            case .variable(let name): name == ConfigurationKey.variable("hub")
            case .file: file?.sections[actor]?["hub"] == nil
            default: false
            }
        guard isForAll else {
            throw RuntimeError(
                .configuration,
                message:
                    "\(hub.origin): \(actor) has no hub: it serves the whole site and is always at "
                    + "'\(BusAddress.siteHub)'; leave hub out"
            )
        }
        written["hub"] = (.text(BusAddress.siteHub), .siteWide(hub.origin))
    }

    private func builtIn(_ key: ConfigurationKey, or fallbacks: [String: String]) -> Written? {
        (key.defaultText ?? fallbacks[key.name]).map { (.text($0), .builtIn) }
    }

    private func check(_ written: [String: Written]) throws -> [String: ConfigurationEntry] {
        var entries: [String: ConfigurationEntry] = [:]
        for key in keys {
            guard let value = written[key.name] else {
                guard !key.isRequired else { throw missing(key) }
                continue
            }
            do {
                entries[key.name] = ConfigurationEntry(value: try key.kind.check(value.raw), origin: value.origin)
            } catch {
                throw RuntimeError(.configuration, message: "\(value.origin): \(key.name) \(error.words)")
            }
        }
        return entries
    }

    private func missing(_ key: ConfigurationKey) -> RuntimeError {
        RuntimeError(
            .configuration,
            message: "\(key.name) has no value: set it in the file, by \(key.variable) or by --set \(key.name)=…"
        )
    }

    func unknown(_ thing: String, name: String, in place: String, among known: [String]) -> RuntimeError {
        RuntimeError(.configuration, message: "\(place): unknown \(thing)\(NearestName.hint(name, among: known))")
    }
}

extension ConfigurationLoader {
    /// Checks that every name in a file is a common key, a known actor's section, or a key in this actor's section.
    func checkNames(_ file: ConfigurationFile) throws {
        let shared = Set(common.map(\.name))
        for (name, entry) in file.common.sorted(by: { ($0.value.line ?? 0, $0.key) < ($1.value.line ?? 0, $1.key) })
        where !shared.contains(name) {
            let place = ConfigurationOrigin.file(file.path, line: entry.line).description
            if own.contains(where: { $0.name == name }) {
                throw RuntimeError(.configuration, message: "\(place): '\(name)' belongs in the section '\(actor):'")
            }
            throw unknownAtTop(name, place: place)
        }
        let allowed = keys.map(\.name)
        for (name, entry) in file.sections[actor] ?? [:] where !allowed.contains(name) {
            let place = ConfigurationOrigin.file(file.path, line: entry.line).description
            throw unknown("key '\(name)' of \(actor)", name: name, in: place, among: allowed)
        }
    }

    private func unknownAtTop(_ name: String, place: String) -> RuntimeError {
        let head = String(name.prefix { $0 != "." })
        guard head != name, !common.contains(where: { $0.name.hasPrefix(head + ".") }) else {
            return unknown("key '\(name)'", name: name, in: place, among: common.map(\.name))
        }
        let heads = actors + common.map { String($0.name.prefix { $0 != "." }) }
        return unknown("section '\(head)'", name: head, in: place, among: heads)
    }

    /// Checks that every variable with this program's prefix is known; those of other actors are ignored.
    func checkVariables(_ environment: [String: String]) throws {
        let known = Set(
            common.map(\.variable) + keys.map { $0.variable(for: actor) } + [ConfigurationSources.fileVariable]
        )
        let others = actors.filter { $0 != actor }.map { ConfigurationKey.variable($0) + "_" }
        for name in environment.keys.sorted() where name.hasPrefix(ConfigurationKey.variablePrefix) {
            guard !known.contains(name), !others.contains(where: { name.hasPrefix($0) }) else { continue }
            throw unknown("environment variable \(name)", name: name, in: "environment", among: known.sorted())
        }
    }

    /// Checks the table itself: no duplicate key, no name outside `[a-z0-9.-]`, no two keys with one variable.
    func checkTable() throws {
        for group in [Dictionary(grouping: keys, by: \.name), Dictionary(grouping: keys, by: \.variable)] {
            if let twice = group.first(where: { $0.value.count > 1 }) {
                throw RuntimeError(.configuration, message: "the table of \(actor) has '\(twice.key)' twice")
            }
        }
    }
}
