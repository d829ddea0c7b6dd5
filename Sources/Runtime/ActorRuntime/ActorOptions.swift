public import ArgumentParser
internal import FoundationEssentials

/// The command line of every actor's executable.
public struct ActorOptions: ParsableArguments {
    /// The configuration file.
    @Option(
        help:
            "The configuration file (YAML), or none. Default: $VITALBUS_CONFIG, else /etc/vitalbus/vitalbus.yaml if it exists."
    )
    public var config: String?

    /// Values that override file and environment.
    @Option(help: ArgumentHelp("Set a configuration key; may be repeated.", valueName: "key=value"))
    public var set: [String] = []

    /// Shorthand for the key `site`.
    @Option(help: "The site's id; short for --set site=ID.")
    public var site: String?

    /// Shorthand for the key `hub`.
    @Option(help: "The hub's id; short for --set hub=ID.")
    public var hub: String?

    /// Shorthand for the key `instance`.
    @Option(help: "The instance's id; short for --set instance=ID.")
    public var instance: String?

    /// Only checks the configuration.
    @Flag(help: "Check the configuration, show where each setting comes from, and exit (0, or 78 if it is invalid).")
    public var checkConfig = false

    /// Only prints an example file.
    @Flag(help: "Print an example configuration file with every key, and exit.")
    public var printConfigExample = false

    /// Only lists the keys.
    @Flag(help: "List every configuration key, and exit.")
    public var configKeys = false

    /// Creates empty options; the parser fills them.
    public init() {}
}

extension ActorOptions {
    /// The sources named by the command line and the environment.
    ///
    /// - Throws: ``RuntimeError`` `configuration` for a `--set` without `=`.
    func sources(_ environment: [String: String]) throws -> ConfigurationSources {
        var flags: [(name: String, value: String, flag: String)] = []
        for text in set {
            guard let split = text.firstIndex(of: "="), split != text.startIndex else {
                throw RuntimeError(.configuration, message: "--set needs key=value, for example --set log.level=debug")
            }
            let name = String(text[..<split])
            flags.append((name, String(text[text.index(after: split)...]), "--set \(name)"))
        }
        for (name, value) in [("site", site), ("hub", hub), ("instance", instance)] {
            if let value { flags.append((name, value, "--\(name)")) }
        }
        return ConfigurationSources(
            flags: flags,
            environment: environment,
            path: ConfigurationSources.path(
                named: config ?? environment[ConfigurationSources.fileVariable],
                exists: { FileManager.default.fileExists(atPath: $0) }
            ),
            takesMembership: true
        )
    }
}
