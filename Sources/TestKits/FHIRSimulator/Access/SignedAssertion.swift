import Crypto
import CryptoExtras
import Foundation
import SimulatedServer

/// A JSON Web Token by which a client authenticates (RFC 7523, SMART backend services).
struct SignedAssertion {
    let algorithm: String
    let keyID: String
    let issuer: String
    let subject: String
    let audiences: [String]
    let until: Date
    let id: String
    private let signed: Data
    private let signature: Data

    init(_ text: String) throws(OAuthRefusal) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Data(base64URL: parts[2])
        else { throw OAuthRefusal("invalid_request", text: "the client_assertion is not a signed JSON Web Token") }
        algorithm = header["alg"]?.string ?? ""
        keyID = header["kid"]?.string ?? ""
        issuer = claims["iss"]?.string ?? ""
        subject = claims["sub"]?.string ?? ""
        audiences = claims["aud"]?.array?.compactMap(\.string) ?? [claims["aud"]?.string].compactMap { $0 }
        until = Date(timeIntervalSince1970: Double(claims["exp"]?.integer ?? 0))
        id = claims["jti"]?.string ?? ""
        signed = Data("\(parts[0]).\(parts[1])".utf8)
        self.signature = signature
        guard ["ES384", "RS384"].contains(algorithm) else {
            throw OAuthRefusal("invalid_client", text: "alg must be ES384 or RS384")
        }
    }

    private static func object(_ part: String) -> JSONValue? {
        Data(base64URL: part).flatMap { try? JSONValue(parsing: $0) }
    }

    /// Whether the signature is valid for the key, whose type must fit the algorithm.
    func isSigned(by key: JSONWebKey) -> Bool {
        switch (algorithm, key.kty) {
        case ("ES384", "EC"):
            guard key.crv == "P-384", let x = key.x.flatMap(Data.init(base64URL:)),
                let y = key.y.flatMap(Data.init(base64URL:)),
                let known = try? P384.Signing.PublicKey(rawRepresentation: x + y),
                let given = try? P384.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return known.isValidSignature(given, for: signed)
        case ("RS384", "RSA"):
            guard let n = key.n.flatMap(Data.init(base64URL:)), let e = key.e.flatMap(Data.init(base64URL:)),
                let known = try? _RSA.Signing.PublicKey(n: n, e: e)
            else { return false }
            return known.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature),
                for: SHA384.hash(data: signed),
                padding: .insecurePKCS1v1_5
            )
        default: return false
        }
    }
}

/// Public keys in the format of RFC 7517.
public struct JSONWebKeySet: Codable, Sendable {
    /// The keys.
    public var keys: [JSONWebKey]
}

/// A public key in the format of RFC 7517, elliptic (P-384) or RSA.
public struct JSONWebKey: Codable, Sendable {
    /// `EC` or `RSA`.
    public var kty: String
    /// The key's name.
    public var kid: String?
    /// The curve of an elliptic key.
    public var crv: String?
    /// Coordinates of an elliptic key.
    public var x, y: String?
    /// Modulus and exponent of an RSA key.
    public var n, e: String?
    /// When the server stops accepting it, in seconds since 1970; not part of the standard.
    public var expires: Double?
}

extension Data {
    /// Decodes base64url without padding.
    init?(base64URL text: String) {
        var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        while !base64.utf8.count.isMultiple(of: 4) { base64 += "=" }
        self.init(base64Encoded: base64)
    }
}
