internal import Foundation

/// The directory of a demo's files: one named by the caller, or a temporary one.
package struct LineFolder: Sendable {
    /// The path of the directory, short enough for sockets.
    package let path: String
    private let isTemporary: Bool

    /// Creates the directory.
    package init(_ given: String?) throws {
        isTemporary = given == nil
        let name = "vitalbus-\(UUID().uuidString.prefix(8).lowercased())"
        path =
            given.map { URL(filePath: $0).standardizedFileURL.path }
            ?? FileManager.default.temporaryDirectory.appending(path: name).path
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// The state directory of the hub.
    package var state: String { "\(path)/hub" }
    /// The folder of the private bus of the first radio.
    package var bus: String { bus(.first) }
    /// The journal of the simulated server.
    package var journal: String { "\(path)/server.jsonl" }
    /// The log of the simulated devices around the first radio.
    package var truth: String { truth(.first) }

    /// The folder of a radio's private bus.
    package func bus(_ radio: SimulatedRadio) -> String { "\(path)/dbus-\(radio.name)" }
    /// The log of the devices around a radio.
    package func truth(_ radio: SimulatedRadio) -> String { "\(path)/devices-\(radio.name).jsonl" }
    /// The control socket of the devices around a radio.
    package func control(_ radio: SimulatedRadio) -> String { "\(path)/control-\(radio.name)" }

    /// Writes a file and returns its path.
    package func write(_ name: String, text: String) throws -> String {
        let file = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
        return file
    }

    /// Removes the directory, unless the caller named it.
    package func remove() {
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }
}
