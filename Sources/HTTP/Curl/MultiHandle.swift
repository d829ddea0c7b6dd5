import CCurl
import Dispatch

/// A multi handle of libcurl with the sources that drive it; it lives inside its client's actor.
///
/// Releasing it frees everything on any thread, because closures on the client's queue keep the client alive.
final class MultiHandle {
    /// The handle; it must not outlive this object.
    let pointer: UnsafeMutableRawPointer
    var sockets: [curl_socket_t: SocketWatch] = [:]
    var timer: (any DispatchSourceTimer)?

    /// Takes ownership of a new handle.
    init(_ pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
    }

    deinit {
        timer?.cancel()
        for watch in sockets.values { watch.cancel() }
        vb_curl_multi_set_socket_callback(pointer, nil)
        vb_curl_multi_set_timer_callback(pointer, nil)
        curl_multi_cleanup(pointer)
    }
}
