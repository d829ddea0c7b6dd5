internal import FoundationEssentials

/// The paths of Mosquitto and its plugin on this machine.
struct BrokerInstallation: Sendable {
    let executable: String
    let plugin: String

    /// Searches `PATH`, then the usual folders, which not every user's `PATH` contains.
    ///
    /// - Throws: ``LocalBrokerError`` `notInstalled`, naming the package.
    static func find(executable given: String?, environment: [String: String]) throws -> BrokerInstallation {
        let files = FileManager.default
        let path = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let places = given.map { [$0] } ?? (path + ["/usr/sbin", "/usr/local/sbin"]).map { $0 + "/mosquitto" }
        guard let executable = places.first(where: { files.isExecutableFile(atPath: $0) }) else {
            let what = given.map { "no mosquitto at \($0)" } ?? "mosquitto is not installed"
            throw LocalBrokerError(.notInstalled, message: "\(what): apt-get install mosquitto")
        }
        let name = "mosquitto_dynamic_security.so"
        let roots = ["/usr/lib", "/usr/local/lib", "/usr/lib64"]
        let folders = roots.flatMap { root in
            // Absent is nil: not every system has each folder.
            [root] + ((try? files.contentsOfDirectory(atPath: root)) ?? []).sorted().map { "\(root)/\($0)" }
        }
        guard let folder = folders.first(where: { files.fileExists(atPath: "\($0)/\(name)") }) else {
            throw LocalBrokerError(
                .notInstalled,
                message: "\(name) is missing: apt-get install mosquitto (2.0 or newer)"
            )
        }
        return BrokerInstallation(executable: executable, plugin: "\(folder)/\(name)")
    }
}
