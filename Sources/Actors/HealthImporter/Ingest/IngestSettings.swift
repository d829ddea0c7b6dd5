internal import ActorRuntime
internal import Files
internal import FoundationEssentials
internal import HTTPDoor
internal import NIOSSL
internal import Passwords
internal import VitalRecords

/// How exports are taken by HTTP.
struct IngestSettings: Sendable {
    /// The address to listen at.
    let host: String
    let port: Int
    /// Each seat's token.
    let tokens: [String: [UInt8]]
    /// Certificate chain and key (PEM files).
    let certificate: String?
    let key: String?
    /// The most bytes of one body.
    let limit: Int
    /// The most bytes of one seat's posted files.
    let quota: Int

    /// Reads the configuration; nil where nothing is to listen.
    ///
    /// - Throws: `RuntimeError` for what cannot be, among it an address beyond this machine without a certificate.
    init?(_ configuration: ActorConfiguration) throws {
        guard let address = try configuration[\HealthImporterKeys.ingestAddress] else { return nil }
        let place = try ListenAddress(address, key: "ingest.address", example: "127.0.0.1:8480")
        (host, port) = (place.host, place.port)
        tokens = try Self.tokens(configuration[\HealthImporterKeys.ingestTokens])
        certificate = try configuration[\HealthImporterKeys.ingestCertificate]
        key = try configuration[\HealthImporterKeys.ingestKey]
        limit = try configuration[\HealthImporterKeys.ingestLimit] << 20
        quota = try configuration[\HealthImporterKeys.ingestQuota] << 20
        guard (certificate == nil) == (key == nil) else {
            throw RuntimeError(.configuration, message: "ingest.certificate and ingest.key go together")
        }
        guard certificate != nil || place.isLocal else {
            throw RuntimeError(
                .configuration,
                message:
                    "ingest.address: \(host) is beyond this machine: set ingest.certificate and ingest.key, or use 127.0.0.1"
            )
        }
        // A certificate that cannot be used is found at the start, not by the first posting app.
        _ = try security()
    }

    /// What speaks TLS with certificate and key; nil without them.
    ///
    /// - Throws: `RuntimeError` where one of them cannot be read.
    func security() throws -> TLSConfiguration? {
        guard let certificate, let key else { return nil }
        do {
            return try .serving(certificate: certificate, key: key)
        } catch {
            throw RuntimeError(
                .configuration,
                message:
                    "ingest.certificate, ingest.key: no PEM files of one certificate and its key, or not to be read"
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
                    message: "ingest.tokens: '\(text)' does not have the form seat=file, or its seat is there twice"
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
                    message: "ingest.tokens: seat \(parts[0])'s token is another seat's too"
                )
            }
            tokens[parts[0]] = token
        }
        return tokens
    }

    /// The seat of a header `Authorization: Bearer TOKEN`.
    func seat(of authorization: String?) -> String? {
        guard let authorization, authorization.hasPrefix("Bearer ") else { return nil }
        return seat(of: Array(authorization.dropFirst(7).utf8))
    }

    /// The seat of a token; takes the same time whatever the token is.
    func seat(of token: [UInt8]) -> String? {
        var found: String?
        for (seat, known) in tokens where ConstantTime.isEqual(token, to: known) { found = seat }
        return found
    }
}
