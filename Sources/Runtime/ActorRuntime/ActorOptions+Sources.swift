internal import FoundationEssentials

extension ActorOptions {
    /// The sources that the command line and the environment name.
    ///
    /// - Throws: ``RuntimeError`` `configuration` for a `--set` without `=`.
    func sources(_ environment: [String: String]) throws -> ConfigurationSources {
        var flags: [(name: String, value: String, flag: String)] = []
        for text in set {
            guard let split = text.firstIndex(of: "="), split != text.startIndex else {
                throw RuntimeError(.configuration, "--set needs key=value, for example --set log.level=debug")
            }
            let name = String(text[..<split])
            flags.append((name, String(text[text.index(after: split)...]), "--set \(name)"))
        }
        for (name, value) in [("site", site), ("hub", hub), ("instance", instance)] {
            if let value { flags.append((name, value, "--\(name)")) }
        }
        let standard = ConfigurationSources.defaultPath
        let path = config ?? environment[ConfigurationSources.fileVariable]
        return ConfigurationSources(
            flags: flags,
            environment: environment,
            path: path ?? (FileManager.default.fileExists(atPath: standard) ? standard : nil)
        )
    }
}
