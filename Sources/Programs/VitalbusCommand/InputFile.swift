internal import Files

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// The files and folders that a person names for a command to read.
///
/// Each command checks such a name here first, so that a mistyped one has the same exit code everywhere.
enum InputFile {
    /// Refuses a file or folder that is missing or that this user may not read.
    ///
    /// - Throws: ``CommandFailure`` (66).
    static func check(_ path: String) throws(CommandFailure) {
        guard unsafe access(path, R_OK) != 0 else { return }
        throw refusal(path, number: errno)
    }

    /// Refuses the first missing or unreadable one.
    ///
    /// - Throws: ``CommandFailure`` (66).
    static func check(_ paths: [String]) throws(CommandFailure) {
        for path in paths { try check(path) }
    }

    /// Reads a file that holds a secret.
    ///
    /// - Throws: ``CommandFailure`` (66), and ``FileError`` for a file that others may read.
    static func secret(_ path: String) throws -> [UInt8] {
        try check(path)
        return try SecretFile.read(path)
    }

    /// The failure for a file that the system refuses to open.
    ///
    /// - Parameter number: The `errno`.
    static func refusal(_ path: String, number: Int32) -> CommandFailure {
        guard [ENOENT, ENOTDIR].contains(number) else {
            let advice = "check the owner and permissions of it and of the folders above it"
            return CommandFailure(
                "unreadable",
                message: "\(path) may not be read: \(advice)",
                exitCode: ExitCodes.missingFile
            )
        }
        return CommandFailure(
            "notFound",
            message: "\(path) does not exist: check its name",
            exitCode: ExitCodes.missingFile
        )
    }
}
