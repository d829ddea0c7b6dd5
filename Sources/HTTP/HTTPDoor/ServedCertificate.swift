internal import NIOCore
internal import NIOSSL
internal import Synchronization
internal import SystemCalls

/// A server's certificate and key, read again once their files have changed.
///
/// Other programs renew the files while the server runs. Files that cannot be used change nothing: the server keeps
/// showing the last usable certificate.
package final class ServedCertificate: Sendable {
    /// A certificate's first and last moments, in seconds since 1970.
    package struct Term: Sendable {
        /// Its first moment.
        package let begins: Int64
        /// Its last moment.
        package let ends: Int64
    }

    /// A usable certificate and its key.
    private struct Shown: Sendable {
        let chain: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource
        let term: Term
    }

    private struct State: Sendable {
        var shown: Shown
        /// The files' marks when they were last read, usable or not.
        var marks: [FileStatus?]
        var isUsable = true
    }

    private let certificate: String
    private let key: String
    private let state: Mutex<State>

    /// Reads both files.
    ///
    /// - Parameters:
    ///   - certificate: The PEM file of the certificate, with its chain.
    ///   - key: The PEM file of the private key; it may be the same file.
    /// - Throws: NIOSSL's error for unreadable files, and for a key that does not match the certificate.
    package init(certificate: String, key: String) throws {
        (self.certificate, self.key) = (certificate, key)
        let marks = Self.marks([certificate, key])
        state = Mutex(State(shown: try Self.read(certificate, key: key), marks: marks))
    }

    /// The validity of the certificate that the server shows.
    package var term: Term { present.shown.term }

    /// Whether the files can be used; otherwise the server shows what they contained before.
    package var isUsable: Bool { present.isUsable }

    /// The settings of TLS 1.2 or newer that show each connection the present certificate.
    var security: TLSConfiguration {
        let first = present.shown
        var security = Self.security(first)
        // The port stays open, and open connections continue with the certificate that they were shown.
        security.sslContextCallback = { [self] _, promise in
            let shown = present.shown
            var override = NIOSSLContextConfigurationOverride()
            (override.certificateChain, override.privateKey) = (shown.chain, shown.key)
            promise.succeed(override)
        }
        return security
    }

    /// The state after a look at the files.
    private var present: State {
        let marks = Self.marks([certificate, key])
        return state.withLock { state in
            guard state.marks != marks else { return state }
            state.marks = marks
            // Absent is nil: `isUsable` reports it.
            let read = try? Self.read(certificate, key: key)
            if let read { state.shown = read }
            state.isUsable = read != nil
            return state
        }
    }

    private static func marks(_ files: [String]) -> [FileStatus?] { files.map(FileStatus.init(at:)) }

    private static func read(_ certificate: String, key: String) throws -> Shown {
        let chain = try NIOSSLCertificate.fromPEMFile(certificate)
        let shown = Shown(
            chain: chain.map { .certificate($0) },
            key: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)),
            term: Term(
                begins: chain.first.map { Int64($0.notValidBefore) } ?? 0,
                ends: chain.first.map { Int64($0.notValidAfter) } ?? 0
            )
        )
        // Loads them as the server will, so that a key that does not match the certificate is rejected here.
        _ = try NIOSSLContext(configuration: security(shown))
        return shown
    }

    private static func security(_ shown: Shown) -> TLSConfiguration {
        var security = TLSConfiguration.makeServerConfiguration(certificateChain: shown.chain, privateKey: shown.key)
        // Earlier versions have known weaknesses (RFC 8996).
        security.minimumTLSVersion = .tlsv12
        return security
    }
}
