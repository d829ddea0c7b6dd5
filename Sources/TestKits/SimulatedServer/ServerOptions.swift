public import ArgumentParser
import Foundation

/// The options that simulated servers have as programs.
public struct ServerOptions: ParsableArguments {
    @Option(help: "The address to listen on.")
    private var host = "127.0.0.1"
    @Option(help: "The TCP port; 0 takes a free one.")
    private var port = 0
    @Option(help: "A Unix socket in place of TCP.")
    private var unixSocket: String?
    @Option(help: "A PEM certificate chain: TLS, HTTP/2 and HTTP/1.1 by ALPN.")
    private var tlsCert: String?
    @Option(help: "The PEM private key of the certificate.")
    private var tlsKey: String?
    @Flag(help: "HTTP/2 without TLS, from the first byte.")
    private var h2c = false
    @Option(help: "The token of /_control; without it only this machine is admitted.")
    private var controlToken: String?
    @Option(name: .customLong("faults"), help: "A JSON file with a list of faults.")
    private var faultFile: String?
    /// The file that records accepted data; nil keeps everything in memory.
    @Option(help: "A file that remembers what was accepted over restarts.")
    public var journal: String?

    /// Creates options that are not parsed yet.
    public init() {}

    /// How to listen.
    ///
    /// - Throws: `ValidationError` if a certificate has no key, or a key no certificate.
    public var settings: ServerSettings {
        get throws {
            ServerSettings(
                address: unixSocket.map { .unixSocket(path: $0) } ?? .tcp(host: host, port: port),
                transport: try transport,
                controlToken: controlToken
            )
        }
    }

    /// The faults in the named file; nil if no file was named.
    ///
    /// - Throws: ``SimulatorError`` naming the file.
    public var faults: [Fault]? {
        get throws { try faultFile.map { try SettingsFile.read(path: $0) } }
    }

    private var transport: ServerSettings.Transport {
        get throws {
            switch (tlsCert, tlsKey) {
            case (let certificate?, let key?): return .tls(certificate: certificate, key: key)
            case (nil, nil): return h2c ? .plainHTTP2 : .plain
            default: throw ValidationError("--tls-cert and --tls-key belong together.")
            }
        }
    }

    /// Writes the one line on standard output that announces that the simulator listens.
    ///
    /// It is written past the buffer: a reader of the pipe waits for it.
    public static func tellReady(port: Int) throws {
        try FileHandle.standardOutput.write(contentsOf: Data("{\"event\":\"ready\",\"port\":\(port)}\n".utf8))
    }
}
