/// A file that holds a secret.
public enum SecretFile {
    /// The most bytes of a secret.
    public static let limit = 65_536

    /// Reads a secret without its final line end.
    ///
    /// - Parameter isShared: Whether its owner shares it: its group may read it, and it may be another user's.
    /// - Throws: ``FileError`` `secretFile` when it is missing, too large, others than its owner may read it, or it is
    ///   neither this user's nor root's.
    public static func read(_ path: String, isShared: Bool = false) throws -> [UInt8] {
        guard let isOpen = PrivateFile.isOpenToOthers(path, exceptGroup: isShared) else {
            throw FileError(.secretFile, message: "\(path) cannot be read: check that it exists and its rights")
        }
        let mode = isShared ? "640" : "600"
        guard !isOpen else {
            throw FileError(.secretFile, message: "\(path) is open to others: chmod \(mode) \(path)")
        }
        if !isShared, let problem = FileTrust.problem(ofFile: path) {
            throw FileError(.secretFile, message: problem)
        }
        // Absent is nil: thrown below.
        guard var bytes = try? PrivateFile.read(path, limit: limit) else {
            throw FileError(.secretFile, message: "\(path) cannot be read, or is over \(limit) bytes")
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return bytes
    }
}
