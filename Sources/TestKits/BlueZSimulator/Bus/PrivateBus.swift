import DBus
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A private dbus-daemon, run as a child process on a socket in a folder.
///
/// It accepts every client that can open the socket, and every name, because the stock policy reserves `org.bluez` for
/// root.
package final class PrivateBus: Sendable {
    /// The address of the bus.
    package let address: String
    private let process: Mutex<Process>
    private let folder: URL

    /// Starts a bus.
    ///
    /// - Parameter folder: The folder of its configuration and its socket `bus`, created if missing. The path of the
    ///   socket must be shorter than 108 bytes.
    /// - Throws: ``BlueZSimulatorError`` with code `privateBus`.
    package init(folder path: String) throws(BlueZSimulatorError) {
        folder = URL(filePath: path, directoryHint: .isDirectory)
        let socket = folder.appending(path: "bus").path
        guard socket.utf8.count < 108, !socket.contains(where: { "<>&,;%=".contains($0) }) else {
            throw BlueZSimulatorError(
                .privateBus,
                message: "The folder \(path) cannot hold a socket; take a short plain path"
            )
        }
        address = "unix:path=\(socket)"
        do {
            let daemon = try Self.launch(folder, address: address)
            process = Mutex(daemon)
        } catch {
            throw BlueZSimulatorError(
                .privateBus,
                message: "dbus-daemon did not start in \(path); is it installed and the folder writable",
                underlying: error
            )
        }
    }

    private static func launch(_ folder: URL, address: String) throws -> sending Process {
        let files = FileManager.default
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        // A socket left behind by a killed bus would prevent the new one from listening.
        try? files.removeItem(at: folder.appending(path: "bus"))
        let configuration = folder.appending(path: "bus.conf")
        try Data(Self.configuration(address).utf8).write(to: configuration)
        let daemon = Process()
        daemon.executableURL = URL(filePath: "/usr/bin/env")
        daemon.arguments = [
            "dbus-daemon", "--nofork", "--nopidfile", "--print-address=1", "--config-file=\(configuration.path)",
        ]
        let output = Pipe()
        daemon.standardOutput = output
        daemon.standardInput = FileHandle.nullDevice
        try daemon.run()
        // It prints its address once it listens; end of file means that it failed.
        guard !output.fileHandleForReading.availableData.isEmpty else {
            daemon.waitUntilExit()
            throw CocoaError(.executableLoad)
        }
        return daemon
    }

    /// Denies or allows calls to `org.bluez` by any client, like a bus whose policy does not know the hub's user.
    ///
    /// - Parameter path: The folder of a running bus.
    /// - Throws: ``BlueZSimulatorError`` with code `privateBus`.
    package static func setAccess(_ isAllowed: Bool, folder path: String) async throws(BlueZSimulatorError) {
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        let address = "unix:path=\(folder.appending(path: "bus").path)"
        let bus = DBusConnection(address: DBusAddress(address))
        do {
            let text = configuration(address, isAllowed: isAllowed)
            try Data(text.utf8).write(to: folder.appending(path: "bus.conf"), options: .atomic)
            try await bus.connect()
            _ = try await bus.call(
                destination: "org.freedesktop.DBus",
                path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus",
                member: "ReloadConfig"
            )
            await bus.close()
        } catch {
            await bus.close()
            throw BlueZSimulatorError(
                .privateBus,
                message: "dbus-daemon did not take another policy",
                underlying: error
            )
        }
    }

    private static func configuration(_ address: String, isAllowed: Bool = true) -> String {
        let denial = #"<deny send_destination="org.bluez" send_type="method_call"/>"#
        return """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow user="*"/>
                <allow own="*"/>
                <allow send_type="method_call"/>
                <allow send_type="signal"/>
                <allow send_requested_reply="true" send_type="method_return"/>
                <allow send_requested_reply="true" send_type="error"/>
                <allow receive_type="method_call"/>
                <allow receive_type="method_return"/>
                <allow receive_type="error"/>
                <allow receive_type="signal"/>
                \(isAllowed ? "" : denial)
              </policy>
            </busconfig>
            """
    }

    /// Stops the bus and removes its files.
    package func stop() {
        process.withLock { process in
            // It inherits the blocked signals of the thread that started it, so SIGTERM might stay pending forever; it
            // has nothing to save.
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
        }
        for name in ["bus", "bus.conf"] { try? FileManager.default.removeItem(at: folder.appending(path: name)) }
    }
}
