import Dispatch
import LoopExecutor

/// A response whose body is read as it arrives; it can be iterated once.
///
/// It buffers about 256 KiB, beyond which libcurl stops reading from the connection. Releasing the stream, or
/// cancelling the task that reads it, ends the transfer.
public struct CurlStream: AsyncSequence, Sendable {
    /// A non-empty piece of the body.
    public typealias Element = [UInt8]

    /// The status, usually 200 to 599.
    public let status: Int
    /// The header fields of the response.
    public let headers: CurlHeaders
    let hold: CurlStreamHold

    /// Iterates over the body.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let hold: CurlStreamHold

        /// The next bytes; nil at the end of a complete body.
        ///
        /// - Throws: ``CurlError``, for example ``CurlErrorCode/connectionClosed`` for a truncated body.
        public mutating func next() async throws -> [UInt8]? {
            try await hold.client.nextBytes(of: hold.id)
        }
    }

    /// Creates an iterator over the body.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(hold: hold)
    }
}

/// Ends the transfer of a stream that no longer has a reader.
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
