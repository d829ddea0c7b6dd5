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
            return try .serving(certificate: file, key: file)
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
