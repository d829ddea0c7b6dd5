internal import ActorRuntime
internal import Foundation
internal import HTTPDoor
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore

/// The address at which metrics are served, on this machine only.
package enum MetricsAddress: Sendable, Hashable {
    case tcp(host: String, port: Int)
    case unixSocket(String)

    /// Parses `HOST:PORT` or `unix:PATH`.
    ///
    /// - Throws: ``CommandFailure`` for an invalid address or one beyond this machine, because the page has no password
    ///   and no TLS.
    package init(_ text: String) throws(CommandFailure) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard path.hasPrefix("/"), path.utf8.count <= 100 else {
                throw .input(
                    "'\(text.prefix(120))' is not a socket: write unix: and an absolute path of at most "
                        + "100 bytes"
                )
            }
            self = .unixSocket(path)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port), colon != text.startIndex
        else {
            throw .input(
                "'\(text.prefix(120))' is not an address like 127.0.0.1:9464 or unix:/run/vitalbus/metrics.sock"
            )
        }
        let host = String(text[..<colon].filter { $0 != "[" && $0 != "]" })
        guard ["127.0.0.1", "::1", "localhost"].contains(host) else {
            throw .input(
                "\(host.prefix(80)) is an address of the network, but metrics are served without TLS. Use 127.0.0.1; for Prometheus on another machine put a TLS proxy in front"
            )
        }
        self = .tcp(host: host, port: port)
    }
}

/// Answers `GET /metrics` with the page.
struct MetricsServer: Sendable {
    /// Closes idle connections after this many seconds.
    private static let idle: Int64 = 30
    /// The most simultaneous connections; a scraper needs one.
    private static let connections = 16

    let address: MetricsAddress
    let page: @Sendable () -> String

    /// Serves until cancelled.
    ///
    /// - Parameter onServing: Called with the address once the server listens.
    /// - Throws: ``CommandFailure`` if the address cannot be bound.
    func run(_ onServing: @escaping @Sendable (String) async -> Void) async throws {
        var quiet = Logger(label: "metrics")
        quiet.logLevel = .critical
        let page = page
        let responder = CallbackResponder<BasicRequestContext> { request, _ in
            guard request.uri.path == "/metrics" else { return Response(status: .notFound) }
            guard request.method == .get || request.method == .head else { return Response(status: .methodNotAllowed) }
            return Response(
                status: .ok,
                headers: [.contentType: MetricsText.mediaType],
                body: ResponseBody(byteBuffer: ByteBuffer(string: page()))
            )
        }
        let place = try place()
        let application = Application(
            responder: responder,
            server: .http1(configuration: .init(idleTimeout: .seconds(Self.idle))),
            configuration: ApplicationConfiguration(
                address: place.bind,
                serverName: "vitalbus",
                availableConnectionsDelegate: MaximumAvailableConnections(Self.connections)
            ),
            onServerRunning: { channel in
                await onServing(place.name(channel.localAddress?.port))
            },
            logger: quiet
        )
        do {
            try await application.run()
        } catch  where !(error is CancellationError) {
            throw CommandFailure(
                "unavailable",
                message:
                    "\(place.name(nil)) is not available (\(error.listenWords)): stop the program that uses it, or choose another with --address",
                exitCode: ExitCodes.unavailable,
                isRetriable: true
            )
        }
    }

    private struct Place: Sendable {
        let bind: BindAddress
        let name: @Sendable (Int?) -> String
    }

    private func place() throws -> Place {
        switch address {
        case .tcp(let host, let port):
            let shown = host.contains(":") ? "[\(host)]" : host
            return Place(bind: .hostname(host, port: port)) { "http://\(shown):\($0 ?? port)/metrics" }
        case .unixSocket(let path):
            // Removes the socket of a killed process, and no other kind of file.
            // Absent is nil: without a file there is nothing to remove.
            let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
            if type == .typeSocket { try FileManager.default.removeItem(atPath: path) }
            return Place(bind: .unixDomainSocket(path: path)) { _ in "unix:\(path)" }
        }
    }
}
