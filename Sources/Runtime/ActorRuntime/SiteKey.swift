internal import Crypto

/// The site's key: seals what only certain processes may read, and names devices by pseudonyms.
public struct SiteKey: Sendable, CustomStringConvertible {
    /// The key's length in bytes.
    public static let byteCount = 32

    let key: SymmetricKey

    init(key: SymmetricKey) {
        self.key = key
    }

    /// Never the key.
    public var description: String { "site key" }
}
