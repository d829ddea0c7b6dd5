internal import Foundation

/// The folder of the running program, where its siblings are.
public enum ProgramFolder {
    /// The folder's path.
    public static var path: String {
        let program =
            // Absent is nil: use the name that it was started with instead.
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments.first ?? "."
        return URL(filePath: program).deletingLastPathComponent().path
    }

    /// The executable of a program: the folder's file of that name, or `vitalbus`, which contains the actors and acts
    /// by its start name; nil if the folder has neither.
    public static func executable(of name: String, in folder: String = path) -> String? {
        let names = actors.contains(name) ? [name, "vitalbus"] : [name]
        return names.map { "\(folder)/\($0)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The actors that `vitalbus` runs under their names.
    public static let actors: Set = [
        "ble-scanner", "device-reader", "health-importer", "home-assistant", "page", "registrar", "session-manager",
        "uploader",
    ]
}
