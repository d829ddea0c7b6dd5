internal import Foundation

/// The folder of the running program, where its siblings are.
public enum ProgramFolder {
    /// The folder's path.
    public static var path: String {
        let program =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments.first ?? "."
        return URL(filePath: program).deletingLastPathComponent().path
    }
}
