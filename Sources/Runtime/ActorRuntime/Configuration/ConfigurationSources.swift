/// The sources of a configuration: the command line, the environment and a file.
package struct ConfigurationSources: Sendable {
    /// Keys and values of the command line, with the flag as written.
    package var flags: [(name: String, value: String, flag: String)]
    /// The environment.
    package var environment: [String: String]
    /// The file's path; nil for none.
    package var path: String?
    /// Values by key, used if no other source and no default sets the key.
    package var fallbacks: [String: String]
    /// Whether the membership in a joined hub's state directory overrides file and environment.
    package var takesMembership: Bool

    /// Creates the sources.
    package init(
        flags: [(name: String, value: String, flag: String)] = [],
        environment: [String: String] = [:],
        path: String? = nil,
        fallbacks: [String: String] = [:],
        takesMembership: Bool = false
    ) {
        self.flags = flags
        self.environment = environment
        self.path = path
        self.fallbacks = fallbacks
        self.takesMembership = takesMembership
    }

    /// The variable that names the configuration file.
    static let fileVariable = "VITALBUS_CONFIG"
    /// The default file, read if it exists.
    static let defaultPath = "/etc/vitalbus/vitalbus.yaml"
    /// The word in place of a path that also rules out the default file.
    package static let noFile = "none"

    /// The path of the file: a named one, or the default one if it exists.
    ///
    /// - Parameters:
    ///   - named: The path of the command line or of the environment; ``noFile`` for no file.
    ///   - exists: Whether there is a file at a path.
    /// - Returns: nil for no file.
    static func path(named: String?, exists: (String) -> Bool) -> String? {
        guard let named else { return exists(defaultPath) ? defaultPath : nil }
        return named == noFile ? nil : named
    }
}

/// The sections of a configuration file by process, unchecked, because each process checks its own section.
package struct ConfigurationSections: Sendable {
    private let file: ConfigurationFile

    /// Reads a file.
    ///
    /// - Parameter actors: The names of the processes that may have sections.
    /// - Throws: ``RuntimeError`` `configuration` naming the file and, if known, the line.
    package init(_ path: String, actors: [String]) throws {
        file = try ConfigurationFile.read(path, actors: actors)
    }

    /// A key's texts in one process's section: one for a single value, nil if the section does not set the key.
    package func texts<Value>(_ setting: Setting<Value>, of actor: String) -> [String]? {
        switch file.sections[actor]?[setting.key.name]?.raw {
        case .text(let text)?: text.split(separator: ",").map { String($0.drop { $0 == " " }) }
        case .list(let texts)?: texts
        case nil: nil
        }
    }
}
