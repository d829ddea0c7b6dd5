package import Foundation

/// A fresh certificate for `localhost` that is its own authority.
package enum Certificate {
    /// `openssl` is missing or failed.
    package struct NotMade: Error {}

    /// Makes a certificate and its key, good for two days.
    ///
    /// - Returns: The files' paths.
    /// - Throws: ``NotMade``, or what starting `openssl` throws.
    package static func make(in folder: URL) async throws -> (certificate: String, key: String) {
        let files = (certificate: folder.appending(path: "cert.pem").path, key: folder.appending(path: "key.pem").path)
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/env")
        openssl.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", files.key, "-out",
            files.certificate,
        ]
        openssl.standardError = FileHandle.nullDevice
        guard try await openssl.runToEnd() == 0 else { throw NotMade() }
        return files
    }

    /// Makes a certificate and its key in a folder of their own, and removes them after the body.
    package static func with(_ body: (_ certificate: String, _ key: String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let files = try await make(in: folder.url)
        try await body(files.certificate, files.key)
        // The folder lives as long as somebody holds it.
        withExtendedLifetime(folder) {}
    }
}
