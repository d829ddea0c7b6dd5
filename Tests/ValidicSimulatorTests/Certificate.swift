import Foundation

/// A fresh certificate for `localhost` in a private folder.
enum Certificate {
    struct NotMade: Error {}

    static func with(_ body: (_ certificate: String, _ key: String) async throws -> Void) async throws {
        let folder = try Scratch.make()
        defer { Scratch.remove(folder) }
        let certificate = folder.appending(path: "cert.pem").path
        let key = folder.appending(path: "key.pem").path
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out",
            certificate,
        ]
        process.standardError = FileHandle.nullDevice
        let status = try await process.runToEnd()
        guard status == 0 else { throw NotMade() }
        try await body(certificate, key)
    }
}
