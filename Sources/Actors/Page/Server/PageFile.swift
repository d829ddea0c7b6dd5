internal import ActorRuntime
internal import HTTPDoor
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A request whose body is a file, sent by a logged-in user from this server's page.
struct PageFile: Sendable {
    /// The header that carries the session's form token, which no other site's page can set.
    static let word = HTTPField.Name("X-VitalBus-Form")

    private let request: Request
    /// The largest size accepted, in bytes.
    private let limit: Int
    /// The announced size; nil without one.
    let size: Int?

    /// Checks a request before its body is read.
    ///
    /// - Throws: ``PageError`` `forbidden` for a request from another site's page, `tooLarge` if the announced size
    ///   exceeds the limit.
    init(_ request: Request, session: PageSession, limit: Int) throws {
        let given = Self.word.flatMap { request.headers[$0] } ?? ""
        guard ConstantTime.isEqual(given, to: session.csrf) else {
            throw PageError(.forbidden, text: "error.form")
        }
        size = request.headers[.contentLength].flatMap { Int($0) }
        guard size ?? 0 <= limit else { throw Self.tooLarge(limit) }
        (self.request, self.limit) = (request, limit)
    }

    /// Passes the body on piece by piece.
    ///
    /// - Throws: ``PageError`` `tooLarge` as soon as the limit is exceeded, `malformed` for a body that breaks off or
    ///   stalls, or the error of `take`.
    func read(_ take: (ByteBuffer) async throws -> Void) async throws {
        var count = 0
        let (pace, started) = (BodyPace(start: 0), ContinuousClock.now)
        // Kept apart, because an error of the receiver is not the sender's fault.
        var failure: (any Error)?
        do {
            for try await piece in request.body {
                count += piece.readableBytes  // In range: the limit is checked after each piece.
                do {
                    guard count <= limit else { throw Self.tooLarge(limit) }
                    guard !pace.isTooSlow(bytes: count, now: (ContinuousClock.now - started) / .seconds(1)) else {
                        throw PageError(.malformed, text: "error.slow")
                    }
                    try await take(piece)
                } catch {
                    failure = error
                    throw error
                }
            }
        } catch {
            throw failure ?? PageError(.malformed, text: "error.broken")
        }
        guard count > 0, size.map({ $0 == count }) ?? true else { throw PageError(.malformed, text: "error.broken") }
    }

    /// The whole body of a small file.
    ///
    /// - Throws: ``PageError``.
    func bytes(check: ([UInt8]) throws -> Void = { _ in }) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size ?? 0)
        var isChecked = false
        try await read { piece in
            bytes.append(contentsOf: piece.readableBytesView)
            guard !isChecked, bytes.count >= Self.headLength else { return }
            isChecked = true
            try check(bytes)
        }
        if !isChecked { try check(bytes) }
        return bytes
    }

    /// How many bytes suffice to recognise a file's type.
    private static let headLength = 512

    private static func tooLarge(_ limit: Int) -> PageError {
        PageError(.tooLarge, text: "error.tooLarge", parts: ["limit": "\(limit / 1_000_000)"])
    }
}
