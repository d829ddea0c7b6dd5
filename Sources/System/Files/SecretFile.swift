/// A file that holds a secret.
public enum SecretFile {
    /// The size limit of a secret in bytes.
    public static let limit = 65_536

    /// Reads a secret without its final line end.
    ///
    /// - Parameter isShared: Whether its owner shares it, so that its group may read it, and another user may own it.
    /// - Throws: ``FileError`` `secretFile` if it is missing, too large, readable for others, or owned by neither
    ///   this user nor root.
    public static func read(_ path: String, isShared: Bool = false) throws -> [UInt8] {
        guard let isOpen = PrivateFile.isOpenToOthers(path, exceptGroup: isShared) else {
            throw FileError(.secretFile, message: "\(path) cannot be read: check that it exists and its permissions")
        }
        let mode = isShared ? "640" : "600"
        guard !isOpen else {
            throw FileError(.secretFile, message: "\(path) is accessible to other users: chmod \(mode) \(path)")
        }
        if !isShared, let problem = FileTrust.problem(ofFile: path) {
            throw FileError(.secretFile, message: problem)
        }
        // Absent is nil: the error is thrown below.
        guard var bytes = try? PrivateFile.read(path, limit: limit) else {
            throw FileError(.secretFile, message: "\(path) cannot be read, or is over \(limit) bytes")
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return bytes
    }
}
