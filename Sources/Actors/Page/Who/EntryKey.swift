internal import ActorRuntime
internal import Files
internal import FoundationEssentials
internal import Passwords
internal import Synchronization

/// The one-time key for users who can read the state folder; `vitalbus up` and `vitalbus page` print the address with
/// it.
final class EntryKey: Sendable {
    private let path: String
    private let isForGroup: Bool
    private let known = Mutex((key: "", url: ""))

    /// - Parameter isForGroup: Whether this process's group may read the key.
    init(_ path: String, isForGroup: Bool = false) {
        (self.path, self.isForGroup) = (path, isForGroup)
    }

    /// Creates a new key, and writes the address with it to a file of mode 0600, or 0640 for the group.
    ///
    /// - Parameter url: The page's address; nil keeps the current one.
    /// - Throws: `RuntimeError` if the file cannot be written.
    func renew(_ url: String? = nil) throws {
        let key = PageSecret.make()
        let base = known.withLock { known in
            known = (key, url ?? known.url)
            return known.url
        }
        try PrivateFile.replace(path, bytes: Array("\(base)enter?key=\(key)".utf8))
        if isForGroup { try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path) }
    }

    /// The page's own address, with a slash at its end; empty before it serves.
    var url: String { known.withLock(\.url) }

    /// Deletes the file, because the page no longer serves that address.
    func forget() {
        known.withLock { $0.key = "" }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Consumes the key; true the first time.
    func take(_ text: String) throws -> Bool {
        let isKey = known.withLock { known in
            guard !known.key.isEmpty, ConstantTime.isEqual(text, to: known.key) else { return false }
            known.key = ""
            return true
        }
        if isKey { try renew() }
        return isKey
    }
}

/// Generates unguessable secrets.
enum PageSecret {
    /// 192 random bits as a text for cookies and addresses.
    static func make() -> String {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<24).map { _ in random.next() as UInt8 }
        return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }
}
