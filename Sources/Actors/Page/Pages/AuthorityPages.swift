internal import Crypto
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import QRencode
internal import SiteRecords

/// The certificate of the site's authority, which phones and tablets install to trust the page.
///
/// It is public, so no log-in is needed.
struct AuthorityPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.get("ca") { _, context in try await page(context) }
        router.get("ca/vitalbus.crt") { _, _ in try file() }
    }

    private func page(_ context: PageContext) async throws -> Response {
        var page = PageModel(parts, context: context, title: context.language["ca.title"])
        if let certificate = try certificate() {
            let address = await parts.sessions.address("/ca", way: context.way)
            let fingerprint = certificate.fingerprint
            page["fingerprint"] = fingerprint
            page["address"] = address
            if let code = QRCode("\(address)#sha256=\(fingerprint.filter { $0 != ":" })") {
                page["code"] = ["path": code.path, "size": "\(code.size + 8)"]
            }
        }
        return try page.response("ca")
    }

    /// The certificate in DER, the format that iOS and Android install.
    private func file() throws -> Response {
        guard let certificate = try certificate() else { throw PageError(.notFound, text: "ca.none") }
        var headers: HTTPFields = [.contentType: "application/x-x509-ca-cert"]
        headers[.contentDisposition] = "attachment; filename=\"vitalbus.crt\""
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: certificate.bytes))
        )
    }

    private func certificate() throws -> AuthorityCertificate? {
        let path = parts.machine.access.authority(try parts.machine.server())
        // Absent is nil: the first account or address creates the certificate.
        guard let text = FileManager.default.contents(atPath: path) else { return nil }
        return AuthorityCertificate(pem: String(decoding: text, as: UTF8.self))
    }
}

/// A certificate for phones, with its fingerprint.
struct AuthorityCertificate: Equatable {
    /// DER.
    let bytes: [UInt8]

    /// The first certificate of a PEM text (RFC 7468); nil without one.
    init?(pem: String) {
        let begin = "-----BEGIN CERTIFICATE-----"
        guard let start = pem.firstRange(of: begin),
            let end = pem[start.upperBound...].firstRange(of: "-----END CERTIFICATE-----"),
            let data = Data(base64Encoded: pem[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace })
        else { return nil }
        bytes = [UInt8](data)
    }

    /// SHA-256 as phones show it: pairs of hexadecimal digits with colons.
    var fingerprint: String {
        SHA256.hash(data: bytes).map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }.joined(separator: ":")
    }
}
