@_exported public import CodedErrors
import Foundation

/// The settings of a simulated server for listening and for control access.
public struct ServerSettings: Sendable {
    /// An address to listen on.
    public enum Address: Sendable {
        /// A TCP port; 0 takes a free one.
        case tcp(host: String, port: Int)
        /// A Unix socket.
        case unixSocket(path: String)
    }

    /// The HTTP transport.
    public enum Transport: Sendable {
        /// HTTP/1.1 without TLS.
        case plain
        /// HTTP/2 without TLS, from the first byte (prior knowledge).
        case plainHTTP2
        /// TLS, HTTP/2 or HTTP/1.1 by ALPN, with PEM files.
        case tls(certificate: String, key: String)
    }

    /// The address to listen on; by default a free port of 127.0.0.1.
    public var address: Address
    /// The HTTP transport.
    public var transport: Transport
    /// The token of `/_control`; nil admits only this machine, without a token.
    public var controlToken: String?
    /// The maximum size of a request body in bytes.
    public var maximumBody: Int

    /// Makes settings; by default HTTP/1.1 on a free port of this machine.
    public init(
        address: Address = .tcp(host: "127.0.0.1", port: 0),
        transport: Transport = .plain,
        controlToken: String? = nil,
        maximumBody: Int = 10 << 20
    ) {
        self.address = address
        self.transport = transport
        self.controlToken = controlToken
        self.maximumBody = maximumBody
    }
}

/// Reads JSON files that options name.
package enum SettingsFile {
    /// Reads a file.
    ///
    /// - Throws: ``SimulatorError`` naming the file.
    package static func read<Value: Decodable>(_ type: Value.Type = Value.self, path: String) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw SimulatorError(.configuration, message: "The file \(path) cannot be read: \(error)")
        }
    }
}

/// Why a simulator could not start.
public typealias SimulatorError = CodedError<SimulatorErrorCode>

/// The kinds of failures, each of which a person must fix.
public enum SimulatorErrorCode: String, ErrorCode {
    case journal
    case configuration
}
