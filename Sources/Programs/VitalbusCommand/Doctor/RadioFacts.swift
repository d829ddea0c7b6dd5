package import BlueZ
internal import DBus
internal import Foundation
internal import RadioAccess
package import SiteHealth

/// The state of this machine's Bluetooth: bluetoothd, its adapters and the kernel's switches.
///
/// It contains addresses of adapters, which people need for the configuration and which never leave the machine.
package struct RadioFacts: Sendable {
    /// Why bluetoothd cannot be queried; nil if it answered.
    package var failure: BlueZError.Code?
    /// Its adapters.
    package var adapters: [AdapterInfo] = []
    /// The kernel's Bluetooth switches that are off, by name, and whether only a hardware switch can change them.
    package var blocked: [String: Bool] = [:]
    /// The configuration of bluetoothd; nil if it is unreadable.
    package var settings: RadioSettings?

    /// Creates empty facts.
    package init() {}

    /// Queries bluetoothd as the actors do, and reads the kernel's switches.
    static func collect(_ variables: [String: String]) async -> RadioFacts {
        var facts = RadioFacts()
        facts.blocked = RadioSwitches().blocked
        facts.settings = RadioSettings.read()
        let address = variables["DBUS_SYSTEM_BUS_ADDRESS"].map { DBusAddress($0) } ?? .system
        let connection = DBusConnection(address: address)
        let client = BlueZClient(connection: connection)
        do {
            try await connection.connect()
            try await client.ping()
            try await client.start()
            facts.adapters = await client.objects.adapters
        } catch {
            let reason = (error as? BlueZError) ?? (error as? DBusError).map { BlueZError($0) }
            facts.failure = reason?.code ?? .busUnavailable
        }
        await client.stop()
        await connection.close()
        return facts
    }

    /// The problems of this machine's radio; none for a machine without D-Bus, which may have no radio.
    package var findings: [Finding] { switches + service + (settings?.findings ?? []) }

    private var switches: [Finding] {
        blocked.sorted { $0.key < $1.key }.map { name, isHard in
            Finding(
                "rfkill",
                status: .wrong,
                words: "\(name) is blocked \(isHard ? "by a switch on the machine" : "by software")",
                wayOut: isHard ? "turn the machine's switch or key" : "rfkill unblock bluetooth"
            )
        }
    }

    private var service: [Finding] {
        switch failure {
        case .busUnavailable?: return []
        case .accessDenied?:
            return [
                Finding(
                    "bluetoothd",
                    status: .wrong,
                    words: "D-Bus does not allow this user to reach it",
                    wayOut: "install deploy/dbus/vitalbus.conf, or add the user to the group bluetooth"
                )
            ]
        case .timeout?:
            return [
                Finding(
                    "bluetoothd",
                    status: .wrong,
                    words: "is running but does not answer",
                    wayOut: "systemctl restart bluetooth"
                )
            ]
        case .some:
            return [
                Finding(
                    "bluetoothd",
                    status: .warning,
                    words: "is not running",
                    wayOut: "needed if this machine has the radio: apt-get install bluez"
                )
            ]
        case nil: break
        }
        guard !adapters.isEmpty else {
            return [
                Finding(
                    "bluetoothd",
                    status: .warning,
                    words: "is running, but has no adapter",
                    wayOut: "plug in an adapter"
                )
            ]
        }
        let list = adapters.map { "\($0.address)\($0.isBlocked ? " (blocked)" : $0.isPowered ? "" : " (off)")" }
        let words = "answers, adapters: \(list.joined(separator: ", "))"
        return [
            adapters.count == 1
                ? Finding("bluetoothd", status: .ok, words: words)
                : Finding("bluetoothd", status: .ok, words: words + "; the key 'adapter' selects one")
        ]
    }
}

/// The settings of bluetoothd that can prevent reading devices (main.conf of BlueZ).
package struct RadioSettings: Sendable {
    /// The path of the file.
    static let path = "/etc/bluetooth/main.conf"
    /// How long BlueZ keeps a silent device by default, in seconds.
    private static let keptFor = 30

    private var values: [String: String] = [:]

    /// Parses a configuration; lines that are not settings are ignored.
    package init(_ text: String) {
        var section = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("["), line.hasSuffix("]") {
                section = String(line.dropFirst().dropLast())
            } else if !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") {
                let name = line[..<sign].trimmingCharacters(in: .whitespaces)
                values["\(section).\(name)"] = line[line.index(after: sign)...].trimmingCharacters(in: .whitespaces)
            }
        }
    }

    /// Reads the machine's configuration; nil if it is missing or unreadable for this user.
    static func read() -> RadioSettings? {
        // Absent is nil: many machines have no such file.
        (try? String(contentsOf: URL(filePath: path), encoding: .utf8)).map { RadioSettings($0) }
    }

    /// The problems of the settings.
    package var findings: [Finding] {
        var found: [Finding] = []
        func add(_ status: Finding.Status, words: String, way: String) {
            let wayOut = "\(way) in \(Self.path), then systemctl restart bluetooth"
            found.append(Finding("bluetoothd's settings", status: status, words: words, wayOut: wayOut))
        }
        if values["General.ControllerMode"] == "bredr" {
            add(
                .wrong,
                words: "ControllerMode = bredr switches Bluetooth Low Energy off",
                way: "set ControllerMode = dual"
            )
        }
        if let seconds = values["General.TemporaryTimeout"].flatMap({ Int($0) }), (1..<Self.keptFor).contains(seconds) {
            let words = "TemporaryTimeout = \(seconds): devices are forgotten before they can be connected"
            add(.warning, words: words, way: "set TemporaryTimeout = \(Self.keptFor)")
        }
        if values["GATT.Cache"] == "no" {
            let words =
                "Cache = no: a device's services are discovered on every connection, and some devices disconnect first"
            add(.warning, words: words, way: "set Cache = always")
        }
        return found
    }
}
