import CCurl
import Dispatch
import Glibc

/// The dispatch sources of a libcurl socket.
///
/// Each source watches a duplicate of the descriptor. libcurl may close a socket and get the same number for the next
/// one at once, while a cancelled source leaves epoll only later; two sources on one number would miss events.
final class SocketWatch {
    private let socket: curl_socket_t
    private let queue: DispatchQueue
    private let onEvent: @Sendable (Int32) -> Void
    private var reads: (any DispatchSourceProtocol)?
    private var writes: (any DispatchSourceProtocol)?

    /// Creates a watch that reports `CURL_CSELECT_` bits on the queue.
    init(socket: curl_socket_t, queue: DispatchQueue, onEvent: @escaping @Sendable (Int32) -> Void) {
        self.socket = socket
        self.queue = queue
        self.onEvent = onEvent
    }

    /// Watches for the events that libcurl asks for.
    ///
    /// Without a free descriptor it watches nothing, and the transfer times out.
    func update(what: Int32) {
        let wantsRead = what == CURL_POLL_IN || what == CURL_POLL_INOUT
        let wantsWrite = what == CURL_POLL_OUT || what == CURL_POLL_INOUT
        reads = replace(reads, wanted: wantsRead, bits: CURL_CSELECT_IN) {
            DispatchSource.makeReadSource(fileDescriptor: $0, queue: queue)
        }
        writes = replace(writes, wanted: wantsWrite, bits: CURL_CSELECT_OUT) {
            DispatchSource.makeWriteSource(fileDescriptor: $0, queue: queue)
        }
    }

    /// Cancels both sources; no event follows.
    func cancel() {
        update(what: CURL_POLL_NONE)
    }

    private func replace(
        _ source: (any DispatchSourceProtocol)?,
        wanted: Bool,
        bits: Int32,
        make: (Int32) -> any DispatchSourceProtocol
    ) -> (any DispatchSourceProtocol)? {
        guard wanted else {
            source?.cancel()
            return nil
        }
        if let source { return source }
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        let made = make(copy)
        made.setEventHandler { [onEvent] in onEvent(bits) }
        made.setCancelHandler { close(copy) }
        made.activate()
        return made
    }
}
