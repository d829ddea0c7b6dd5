import Dispatch
import LoopExecutor

/// An answer whose body is read while it comes, to be walked through once.
///
/// At most some 256 KiB wait for the reader; libcurl stops reading from the connection meanwhile. Letting go of the
/// stream, or cancelling the task that reads it, ends the transfer.
public struct CurlStream: AsyncSequence, Sendable {
    /// Some bytes of the body, never none.
    public typealias Element = [UInt8]

    /// The status, 200 to 599 as a rule.
    public let status: Int
    /// The header fields of the answer.
    public let headers: CurlHeaders
    let hold: CurlStreamHold

    /// Walks through the body.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let hold: CurlStreamHold

        /// The next bytes; nil at the end of a body that came whole.
        ///
        /// - Throws: ``CurlError``, as ``CurlErrorCode/connectionClosed`` for a body that broke off.
        public mutating func next() async throws -> [UInt8]? {
            try await hold.client.nextBytes(of: hold.id)
        }
    }

    /// Starts to walk through the body.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(hold: hold)
    }
}

/// Ends a stream's transfer when nobody can read it any more.
final class CurlStreamHold: Sendable {
    let client: CurlClient
    let id: Int

    init(client: CurlClient, id: Int) {
        (self.client, self.id) = (client, id)
    }

    deinit {
        let (client, id) = (client, id)
        client.executor.queue.async { client.assumeIsolated { $0.dropStream(id) } }
    }
}
