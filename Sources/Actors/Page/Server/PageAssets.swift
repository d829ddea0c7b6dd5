internal import Crypto
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Scripts and styles, read once; their addresses carry a digest, so that browsers can cache them forever.
struct PageAssets: Sendable {
    private struct File: Sendable {
        let bytes: ByteBuffer
        let type: String
        let digest: String
    }

    private static let types = [
        "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png",
        "txt": "text/plain; charset=utf-8", "webmanifest": "application/manifest+json",
    ]

    private let files: [String: File]

    /// Reads the files.
    ///
    /// - Throws: `RuntimeError` `configuration`.
    init(_ folder: WebFolder) throws {
        var files: [String: File] = [:]
        for name in try folder.names("assets") {
            guard let type = name.split(separator: ".").last.flatMap({ Self.types[String($0)] }) else { continue }
            let bytes = try folder.bytes("assets", name: name)
            let digest = SHA256.hash(data: bytes).prefix(6).map {
                String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
            }
            files[name] = File(bytes: ByteBuffer(bytes: bytes), type: type, digest: digest.joined())
        }
        self.files = files
    }

    /// A digest over all files, which changes if any file changes.
    var version: String {
        let all = files.sorted { $0.key < $1.key }.map(\.value.digest).joined()
        return SHA256.hash(data: Array(all.utf8)).prefix(4).map { String($0, radix: 16) }.joined()
    }

    /// The response with a file; the query field `v` only controls the browser's cache.
    func response(_ name: String, request: Request) throws -> Response {
        guard let file = files[name] else { throw PageError(.notFound, text: "error.page") }
        let tag = "\"\(file.digest)\""
        var headers: HTTPFields = [.contentType: file.type, .eTag: tag]
        headers[.cacheControl] = request.uri.queryParameters["v"] == nil ? "no-cache" : "max-age=31536000, immutable"
        guard request.headers[.ifNoneMatch] != tag else { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: file.bytes))
    }
}
