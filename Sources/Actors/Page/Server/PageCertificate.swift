internal import ActorRuntime
internal import HTTPDoor
internal import NIOSSL

/// The file with the certificate and key for browsers on other machines.
struct PageCertificate: Sendable {
    let file: String

    init(_ file: String) { self.file = file }

    /// The TLS configuration for an address; nil for one of this machine, which browsers trust without TLS.
    ///
    /// - Throws: `RuntimeError` if there is no certificate, or it does not match its key.
    func security(for address: ListenAddress) throws -> TLSConfiguration? {
        guard !address.isLocal else { return nil }
        do {
            return try .serving(certificate: file, key: file)
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
