internal import ActorRuntime
internal import HTTPDoor

/// The file with the certificate and key for browsers on other machines.
struct PageCertificate: Sendable {
    let file: String

    init(_ file: String) { self.file = file }

    /// The certificate to serve at an address; nil for one of this machine, which browsers trust without TLS.
    ///
    /// - Throws: `RuntimeError` if there is no certificate, or it does not match its key.
    func served(at address: ListenAddress) throws -> ServedCertificate? {
        guard !address.isLocal else { return nil }
        do {
            return try ServedCertificate(certificate: file, key: file)
        } catch {
            throw RuntimeError(
                .configuration,
                message:
                    "page.address: \(address) is an address of the network, but \(file) has no certificate with its key: "
                    + "'vitalbus access set --address ADDRESS' creates one"
            )
        }
    }
}
