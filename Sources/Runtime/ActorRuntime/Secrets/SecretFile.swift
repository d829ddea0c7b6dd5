/// A file that holds a secret.
public enum SecretFile {
    /// The size limit of a secret in bytes.
    public static let limit = 65_536

    /// Reads a secret without its final line end.
    ///
    /// - Parameter isShared: Whether its owner shares it, so that its group may read it, and another user may own it.
    /// - Throws: ``RuntimeError`` `secretFile` if it is missing, too large, readable for others, or owned by neither
    ///   this user nor root.
    public static func read(_ path: String, isShared: Bool = false) throws -> [UInt8] {
        guard let isOpen = PrivateFile.isOpenToOthers(path, exceptGroup: isShared) else {
            throw RuntimeError(.secretFile, message: "\(path) cannot be read: check that it exists and its permissions")
        }
        let mode = isShared ? "640" : "600"
        guard !isOpen else {
            throw RuntimeError(.secretFile, message: "\(path) is accessible to other users: chmod \(mode) \(path)")
        }
        if !isShared, let problem = FileTrust.problem(ofFile: path) {
            throw RuntimeError(.secretFile, message: problem)
        }
        // Absent is nil: the error is thrown below.
        guard var bytes = try? PrivateFile.read(path, limit: limit) else {
            throw RuntimeError(.secretFile, message: "\(path) cannot be read, or is over \(limit) bytes")
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return bytes
    }
}

/// Compares secrets.
package enum ConstantTime {
    /// Whether two secrets are equal, in time independent of where they differ.
    package static func isEqual(_ given: [UInt8], to known: [UInt8]) -> Bool {
        var difference = given.count ^ known.count
        for (index, byte) in known.enumerated() {
            difference |= Int(byte ^ (index < given.count ? given[index] : ~byte))
        }
        return difference == 0
    }

    /// Whether two texts are equal, as bytes.
    package static func isEqual(_ given: String, to known: String) -> Bool {
        isEqual(Array(given.utf8), to: Array(known.utf8))
    }
}
