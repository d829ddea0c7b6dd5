internal import Foundation

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
