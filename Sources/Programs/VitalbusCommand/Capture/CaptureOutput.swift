internal import Files
internal import Foundation

/// A file that a capture makes: new, and readable by its owner only.
struct CaptureOutput: Sendable {
    /// The path of the file.
    let path: String

    /// Refuses a path that exists.
    ///
    /// - Throws: ``CommandFailure``.
    func checkAbsent() throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                "cannotWrite",
                message: "\(path) exists: name a new file by --out",
                exitCode: ExitCodes.cannotWrite
            )
        }
    }

    /// Creates the file with mode 0600.
    ///
    /// - Throws: ``CommandFailure``.
    func create(_ bytes: [UInt8]) throws {
        try checkAbsent()
        try write { try PrivateFile.create(path, bytes: bytes) }
    }

    /// Replaces the file whole.
    ///
    /// - Throws: ``CommandFailure``.
    func replace(_ bytes: [UInt8]) throws { try write { try PrivateFile.replace(path, bytes: bytes) } }

    private func write(_ operation: () throws -> Void) throws {
        do {
            try operation()
        } catch {
            throw CommandFailure.cannotWrite(path, error: error, advice: "name another file by --out")
        }
    }
}
