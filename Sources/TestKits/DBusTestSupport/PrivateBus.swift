internal import Foundation

/// A real, private dbus-daemon on a socket in a temporary folder, which can be killed and restarted.
package actor PrivateBus {
    /// The D-Bus address of the bus.
    package nonisolated let address: String
    private let folder: URL
    private var process: Process?

    /// Prepares the folder and the configuration without starting the daemon.
    package init() throws {
        let name = "vitalbus-dbus-" + UUID().uuidString.prefix(8)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(String(name))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        address = "unix:path=" + folder.appendingPathComponent("bus").path
        try Self.configuration(address).write(to: config, atomically: true, encoding: .utf8)
    }

    private nonisolated var config: URL { folder.appendingPathComponent("bus.conf") }

    /// Starts the daemon and returns once it listens, when it prints its address.
    package func start() throws {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent("bus"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
        process.arguments = ["--nofork", "--print-address", "--config-file=" + config.path]
        let output = Pipe()
        process.standardOutput = output
        // It complains about descriptor limits, which do not matter here.
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        guard !output.fileHandleForReading.availableData.isEmpty else { throw CocoaError(.fileReadUnknown) }
    }

    /// Kills the daemon as a crash would.
    package func kill() {
        guard let process else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    deinit {
        if let process {
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    private static func configuration(_ address: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <keep_umask/>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
          <limit name="max_pending_service_starts">16</limit>
          <limit name="max_replies_per_connection">50000</limit>
          <limit name="max_match_rules_per_connection">50000</limit>
        </busconfig>
        """
    }
}
