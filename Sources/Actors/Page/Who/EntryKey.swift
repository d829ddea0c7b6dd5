internal import ActorRuntime
internal import Files
internal import FoundationEssentials
internal import Passwords
internal import Synchronization

/// The key by which who may read the state folder enters once; `vitalbus up` and `vitalbus page` print the address with it.
final class EntryKey: Sendable {
    private let path: String
    private let isForGroup: Bool
    private let known = Mutex((key: "", url: ""))

    /// - Parameter isForGroup: Whether the group of this process may enter.
    init(_ path: String, isForGroup: Bool = false) {
        (self.path, self.isForGroup) = (path, isForGroup)
    }

    /// Makes another key and writes the address with it, mode 0600, or 0640 for the group.
    ///
    /// - Parameter url: The page's address; as before when nil.
    /// - Throws: `RuntimeError` where it cannot be written.
    func renew(_ url: String? = nil) throws {
        let key = PageSecret.make()
        let base = known.withLock { known in
            known = (key, url ?? known.url)
            return known.url
        }
        try PrivateFile.replace(path, bytes: Array("\(base)enter?key=\(key)".utf8))
        if isForGroup { try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path) }
    }

    /// Takes the address back: nobody is served there any more.
    func forget() {
        known.withLock { $0.key = "" }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Takes the key: true once.
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

/// Random texts that nobody guesses.
enum PageSecret {
    /// 192 random bits as text for cookies and addresses.
    static func make() -> String {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<24).map { _ in random.next() as UInt8 }
        return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }
}
