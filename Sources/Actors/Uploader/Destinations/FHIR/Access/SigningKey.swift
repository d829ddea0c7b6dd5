internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials
internal import MessageBus

/// A private key that signs words for an authorization server (RFC 7518: RS384, ES384).
struct SigningKey {
    private enum Kind {
        case rsa(_RSA.Signing.PrivateKey)
        case p384(P384.Signing.PrivateKey)
    }

    private let kind: Kind
    /// The id that a JWK has.
    let id: String?

    /// Reads PEM (PKCS #8, PKCS #1, SEC 1), a JWK, or the first private key of a JWK set; nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        // Absent is nil: a text that is not JSON may be PEM.
        if let json = try? WireJSON.decode(JSONValue.self, from: bytes) {
            let jwk = json["keys"]?.items.first { $0["d"] != nil } ?? json
            guard let kind = Self.kind(jwk) else { return nil }
            (self.kind, id) = (kind, jwk["kid"]?.text)
        } else if let key = try? P384.Signing.PrivateKey(pemRepresentation: text) {
            (kind, id) = (.p384(key), nil)
        } else if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: text) {
            (kind, id) = (.rsa(key), nil)
        } else {
            return nil
        }
    }

    private static func kind(_ jwk: JSONValue) -> Kind? {
        func part(_ name: String) -> Data? { jwk[name]?.text.flatMap(Base64URL.bytes) }
        switch jwk["kty"]?.text {
        case "EC" where jwk["crv"]?.text == "P-384":
            // Absent is nil: reported as an unreadable key.
            return part("d").flatMap { try? P384.Signing.PrivateKey(rawRepresentation: $0) }.map(Kind.p384)
        case "RSA":
            guard let n = part("n"), let e = part("e"), let d = part("d"), let p = part("p"), let q = part("q") else {
                return nil
            }
            // Absent is nil: reported as an unreadable key.
            return (try? _RSA.Signing.PrivateKey(n: n, e: e, d: d, p: p, q: q)).map(Kind.rsa)
        default: return nil
        }
    }

    /// The algorithm's name.
    var algorithm: String {
        switch kind {
        case .rsa: "RS384"
        case .p384: "ES384"
        }
    }

    /// Signs bytes.
    ///
    /// - Throws: The library's errors.
    func signature(_ bytes: [UInt8]) throws -> Data {
        let digest = SHA384.hash(data: bytes)
        return switch kind {
        case .rsa(let key): try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation
        case .p384(let key): try key.signature(for: digest).rawRepresentation
        }
    }
}

/// Base64 as URLs have it, without padding (RFC 4648 section 5).
enum Base64URL {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        let text = Data(bytes).base64EncodedString()
        return String(
            text.compactMap { character in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            }
        )
    }

    static func bytes(_ text: String) -> Data? {
        let plain = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}
