package import Foundation

/// Makes self-signed certificates for `localhost`.
package enum Certificate {
    /// The error that `openssl` is missing or failed.
    package struct NotMade: Error {}

    /// Makes a self-signed certificate and its key.
    ///
    /// - Parameters:
    ///   - folder: The folder to write them to.
    ///   - name: The host name.
    ///   - days: Its validity in days; a negative number makes an expired one.
    /// - Returns: The paths of the files.
    /// - Throws: ``NotMade``, or any error in starting `openssl`.
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

    /// Makes a certificate and its key in a temporary folder, and removes them after the body.
    package static func with(_ body: (_ certificate: String, _ key: String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let files = try await make(in: folder.url)
        try await body(files.certificate, files.key)
        // Keeps the folder until the body has ended.
        withExtendedLifetime(folder) {}
    }
}
