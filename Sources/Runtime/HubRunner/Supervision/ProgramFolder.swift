internal import Foundation

/// The folder of the running program, where its siblings are.
public enum ProgramFolder {
    /// The folder's path.
    public static var path: String {
        let program =
            // Absent is nil: the name it was started with stands for it.
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments.first ?? "."
        return URL(filePath: program).deletingLastPathComponent().path
    }

    /// The executable that runs as a program: the folder's own of that name, else `vitalbus`, which holds the actors and goes by
    /// the name it is started with; nil when the folder has neither.
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
