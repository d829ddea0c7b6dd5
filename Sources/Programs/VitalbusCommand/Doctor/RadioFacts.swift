package import BlueZ
internal import DBus
internal import Foundation
internal import RadioAccess

/// What this machine's own Bluetooth says: bluetoothd, its adapters and the kernel's switch.
///
/// Addresses of adapters stand in it, which never leave the machine: people need them for the configuration.
package struct RadioFacts: Sendable {
    /// Why bluetoothd cannot be asked; nil when it answered.
    package var failure: BlueZError.Code?
    /// The adapters that it has.
    package var adapters: [AdapterInfo] = []
    /// The kernel's switches of Bluetooth that are off, by name, with whether only a hand at the machine can change it.
    package var blocked: [String: Bool] = [:]
    /// What bluetoothd is configured to do; nil where nobody can see it.
    package var settings: RadioSettings?

    /// Makes empty facts.
    package init() {}

    /// Asks bluetoothd as the actors do, and reads the kernel's switches.
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

    /// What is wrong with this machine's radio; nothing is said of a machine without D-Bus, which may have none.
    package var findings: [Finding] { switches + service + (settings?.findings ?? []) }

    private var switches: [Finding] {
        blocked.sorted { $0.key < $1.key }.map { name, isHard in
            Finding(
                "rfkill",
                .wrong,
                "\(name) is blocked \(isHard ? "by a switch on the machine" : "by software")",
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
                    .wrong,
                    "the D-Bus does not let this user talk to it",
                    wayOut: "install deploy/dbus/vitalbus.conf, or add the user to the group bluetooth"
                )
            ]
        case .timeout?:
            return [Finding("bluetoothd", .wrong, "runs and does not answer", wayOut: "systemctl restart bluetooth")]
        case .some:
            return [
                Finding(
                    "bluetoothd",
                    .warning,
                    "does not run",
                    wayOut: "needed where this machine has the radio: apt-get install bluez"
                )
            ]
        case nil: break
        }
        guard !adapters.isEmpty else {
            return [Finding("bluetoothd", .warning, "answers, and has no adapter", wayOut: "plug in an adapter")]
        }
        let list = adapters.map { "\($0.address)\($0.isBlocked ? " (blocked)" : $0.isPowered ? "" : " (off)")" }
        let words = "answers, adapters: \(list.joined(separator: ", "))"
        return [
            adapters.count == 1
                ? Finding("bluetoothd", .ok, words)
                : Finding("bluetoothd", .ok, words + "; which one is used stands in the key adapter")
        ]
    }
}

/// What bluetoothd's own configuration says that keeps devices from being read (main.conf of BlueZ).
package struct RadioSettings: Sendable {
    /// Where it is.
    static let path = "/etc/bluetooth/main.conf"
    /// How long BlueZ keeps a device that is silent, in seconds, unless configured.
    private static let keptFor = 30

    private var values: [String: String] = [:]

    /// Reads the text of a configuration; what is no setting in it is passed over.
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

    /// Reads the machine's configuration; nil where there is none, or this user may not read it.
    static func read() -> RadioSettings? {
        (try? String(contentsOf: URL(filePath: path), encoding: .utf8)).map { RadioSettings($0) }
    }

    /// What is wrong with it.
    package var findings: [Finding] {
        var found: [Finding] = []
        func add(_ status: Finding.Status, _ words: String, _ way: String) {
            let wayOut = "\(way) in \(Self.path), then systemctl restart bluetooth"
            found.append(Finding("bluetoothd's settings", status, words, wayOut: wayOut))
        }
        if values["General.ControllerMode"] == "bredr" {
            add(.wrong, "ControllerMode = bredr switches low energy off", "set ControllerMode = dual")
        }
        if let seconds = values["General.TemporaryTimeout"].flatMap({ Int($0) }), (1..<Self.keptFor).contains(seconds) {
            let words = "TemporaryTimeout = \(seconds): devices are forgotten before they can be connected"
            add(.warning, words, "set TemporaryTimeout = \(Self.keptFor)")
        }
        if values["GATT.Cache"] == "no" {
            let words = "Cache = no: a device's services are looked for on every link, and some do not wait for that"
            add(.warning, words, "set Cache = always")
        }
        return found
    }
}
