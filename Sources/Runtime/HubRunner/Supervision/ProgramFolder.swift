internal import Foundation

/// The folder of the running program, which contains the other programs.
public enum ProgramFolder {
    /// The folder's path.
    public static var path: String {
        let program =
            // Absent is nil: the name in `argv[0]` replaces it.
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments.first ?? "."
        return URL(filePath: program).deletingLastPathComponent().path
    }

    /// The executable of a program: the folder's file of that name, else `vitalbus`, which runs the actor named in
    /// `argv[0]`; nil if the folder has neither.
    public static func executable(of name: String, in folder: String = path) -> String? {
        let names = actors.contains(name) ? [name, "vitalbus"] : [name]
        return names.map { "\(folder)/\($0)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The actors that `vitalbus` runs when started by their names.
    public static let actors: Set = [
        "ble-scanner", "device-reader", "health-importer", "home-assistant", "page", "registrar", "session-manager",
        "uploader",
    ]
}
