/// Where a configuration comes from: the command line, the environment and a file.
package struct ConfigurationSources: Sendable {
    /// Keys and values of the command line, with the flag as it was written.
    package var flags: [(name: String, value: String, flag: String)]
    /// The environment.
    package var environment: [String: String]
    /// The file's path; nil for none.
    package var path: String?
    /// Values by key for what nothing else names, and no default.
    package var fallbacks: [String: String]

    /// Names the sources.
    package init(
        flags: [(name: String, value: String, flag: String)] = [],
        environment: [String: String] = [:],
        path: String? = nil,
        fallbacks: [String: String] = [:]
    ) {
        self.flags = flags
        self.environment = environment
        self.path = path
        self.fallbacks = fallbacks
    }

    /// The variable that names the configuration file.
    static let fileVariable = "VITALBUS_CONFIG"
    /// The file that is read when none is named and it exists.
    static let defaultPath = "/etc/vitalbus/vitalbus.yaml"
}
