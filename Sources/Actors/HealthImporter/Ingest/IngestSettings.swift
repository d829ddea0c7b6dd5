internal import ActorRuntime
internal import Files
internal import FoundationEssentials
internal import HTTPDoor
internal import Passwords
internal import VitalRecords

/// The settings for uploads by HTTP.
struct IngestSettings: Sendable {
    /// The address to listen on.
    let host: String
    let port: Int
    /// The tokens by seat.
    let tokens: [String: [UInt8]]
    /// The certificate for apps on other machines; nil without one.
    let certificate: ServedCertificate?
    /// The largest body, in bytes.
    let limit: Int
    /// The limit for one seat's posted files, in bytes.
    let quota: Int

    /// Reads the configuration; nil if uploads are disabled.
    ///
    /// - Throws: `RuntimeError` for an invalid one, such as an address beyond this machine without a certificate.
    init?(_ configuration: ActorConfiguration) throws {
        guard let address = try configuration[\HealthImporterKeys.ingestAddress] else { return nil }
        let place = try ListenAddress(address, key: "ingest.address", example: "127.0.0.1:8480")
        (host, port) = (place.host, place.port)
        tokens = try Self.tokens(configuration[\HealthImporterKeys.ingestTokens])
        certificate = try Self.certificate(configuration)
        limit = try configuration[\HealthImporterKeys.ingestLimit] << 20
        quota = try configuration[\HealthImporterKeys.ingestQuota] << 20
        guard certificate != nil || place.isLocal else {
            throw RuntimeError(
                .configuration,
                message:
                    "ingest.address: \(host) is an address of the network: set ingest.certificate and ingest.key, or use 127.0.0.1"
            )
        }
    }

    /// Reads the certificate at the start, not at the first upload, so that an unusable one is noticed.
    private static func certificate(_ configuration: ActorConfiguration) throws -> ServedCertificate? {
        let certificate = try configuration[\HealthImporterKeys.ingestCertificate]
        let key = try configuration[\HealthImporterKeys.ingestKey]
        guard (certificate == nil) == (key == nil) else {
            throw RuntimeError(.configuration, message: "ingest.certificate and ingest.key need each other")
        }
        guard let certificate, let key else { return nil }
        do {
            return try ServedCertificate(certificate: certificate, key: key)
        } catch {
            throw RuntimeError(
                .configuration,
                message:
                    "ingest.certificate, ingest.key: not readable, or not PEM files of a certificate and its key"
            )
        }
    }

    private static func tokens(_ texts: [String]) throws -> [String: [UInt8]] {
        guard !texts.isEmpty else {
            throw RuntimeError(
                .configuration,
                message: "ingest.tokens is needed with ingest.address: seat=file for each seat"
            )
        }
        var tokens: [String: [UInt8]] = [:]
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, SeatID(rawValue: parts[0]) != nil, tokens[parts[0]] == nil else {
                throw RuntimeError(
                    .configuration,
                    message: "ingest.tokens: '\(text)' does not have the form seat=file, or its seat occurs twice"
                )
            }
            let token = try SecretFile.read(parts[1])
            guard token.count >= 16 else {
                throw RuntimeError(
                    .configuration,
                    message: "ingest.tokens: seat \(parts[0])'s token is too short: use 16 bytes or more"
                )
            }
            guard !tokens.values.contains(token) else {
                throw RuntimeError(
                    .configuration,
                    message: "ingest.tokens: seat \(parts[0])'s token is also used for another seat"
                )
            }
            tokens[parts[0]] = token
        }
        return tokens
    }

    /// The seat and the token of a header `Authorization: Bearer TOKEN`.
    func seat(of authorization: String?) -> (seat: String, token: [UInt8])? {
        guard let authorization, authorization.hasPrefix("Bearer ") else { return nil }
        let token = Array(authorization.dropFirst(7).utf8)
        return seat(of: token).map { ($0, token) }
    }

    /// The seat of a token, found in constant time.
    func seat(of token: [UInt8]) -> String? {
        var found: String?
        for (seat, known) in tokens where ConstantTime.isEqual(token, to: known) { found = seat }
        return found
    }
}
