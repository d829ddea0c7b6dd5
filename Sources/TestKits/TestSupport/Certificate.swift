package import Foundation

/// A fresh certificate for `localhost` that is its own authority.
package enum Certificate {
    /// `openssl` is missing or failed.
    package struct NotMade: Error {}

    /// Makes a certificate that vouches for itself, and its key.
    ///
    /// - Parameters:
    ///   - folder: Where they are written.
    ///   - name: The host that it names.
    ///   - days: How long it is good; over already when negative.
    /// - Returns: The files' paths.
    /// - Throws: ``NotMade``, or what starting `openssl` throws.
    package static func make(in folder: URL, name: String = "localhost", days: Int = 2) async throws -> (
        certificate: String, key: String
    ) {
        let files = (certificate: folder.appending(path: "cert.pem").path, key: folder.appending(path: "key.pem").path)
        let (request, extensions) = (folder.appending(path: "request.pem").path, folder.appending(path: "extensions"))
        try Data("subjectAltName=DNS:\(name)\nbasicConstraints=CA:TRUE\n".utf8).write(to: extensions)
        try await openssl(
            "req",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-subj",
            "/CN=\(name)",
            "-keyout",
            files.key,
            "-out",
            request
        )
        try await openssl(
            "x509",
            "-req",
            "-in",
            request,
            "-signkey",
            files.key,
            "-days",
            "\(days)",
            "-extfile",
            extensions.path,
            "-out",
            files.certificate
        )
        return files
    }

    private static func openssl(_ arguments: String...) async throws {
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/env")
        openssl.arguments = ["openssl"] + arguments
        openssl.standardError = FileHandle.nullDevice
        guard try await openssl.runToEnd() == 0 else { throw NotMade() }
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
