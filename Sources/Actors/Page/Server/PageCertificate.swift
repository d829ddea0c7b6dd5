internal import ActorRuntime
internal import HTTPDoor
internal import NIOSSL

/// The file with the certificate and the key that browsers beyond this machine are shown.
struct PageCertificate: Sendable {
    let file: String

    init(_ file: String) { self.file = file }

    /// What speaks TLS at an address beyond this machine; nil for one of this machine, which browsers trust without.
    ///
    /// - Throws: `RuntimeError` where there is no certificate, or one that is not its key's.
    func security(for address: ListenAddress) throws -> TLSConfiguration? {
        guard !address.isLocal else { return nil }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(file).map { NIOSSLCertificateSource.certificate($0) }
            let key = try NIOSSLPrivateKey(file: file, format: .pem)
            var security = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain,
                privateKey: .privateKey(key)
            )
            // What came before has known weaknesses (RFC 8996).
            security.minimumTLSVersion = .tlsv12
            // Reads them as the server will: a key of another certificate is refused here.
            _ = try NIOSSLContext(configuration: security)
            return security
        } catch {
            throw RuntimeError(
                .configuration,
                message:
                    "page.address: \(address) is beyond this machine, and \(file) has no certificate with its key: "
                    + "'vitalbus access set --address ADDRESS' makes one"
            )
        }
    }
}
