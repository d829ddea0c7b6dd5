import CCurl
import Dispatch
import LoopExecutor

extension CurlClient {
    /// Connects the multi handle to this actor at the first transfer, because an initialiser must not expose `self`.
    func setUp() {
        guard handle.timer == nil else { return }
        let timer = DispatchSource.makeTimerSource(queue: executor.queue)
        timer.setEventHandler { [weak self] in
            self?.assumeIsolated { $0.drive(CURL_SOCKET_TIMEOUT, bits: 0) }
        }
        timer.activate()
        handle.timer = timer
        // Unretained, because libcurl calls back only during calls made by this actor, and the handle's `deinit`
        // removes the callbacks.
        let context = Unmanaged.passUnretained(self).toOpaque()
        vb_curl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, context)
        vb_curl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, context)
        vb_curl_multi_set_socket_callback(multi) { _, socket, what, context, _ in
            CurlClient.from(context)?.assumeIsolated { $0.watch(socket, what: what) }
            return 0
        }
        vb_curl_multi_set_timer_callback(multi) { _, milliseconds, context in
            CurlClient.from(context)?.assumeIsolated { $0.schedule(milliseconds) }
            return 0
        }
        vb_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        vb_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.maximumConnections)
        vb_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.maximumConnectionsPerHost)
        vb_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, configuration.maximumConnections)
    }

    /// Tells libcurl that a socket is ready or its timer elapsed, then completes finished transfers.
    func drive(_ socket: curl_socket_t, bits: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, bits, &running)
        var result = CURLE_OK
        while let easy = vb_curl_multi_next_done(multi, &result) {
            var context: UnsafeMutableRawPointer?
            vb_curl_info_pointer(easy, CURLINFO_PRIVATE, &context)
            guard let id = CurlTransfer.from(context)?.id else { continue }
            finish(id, result: result)
        }
    }

    private func finish(_ id: Int, result: CURLcode) {
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        let outcome = transfer.outcome(result, overUnixSocket: configuration.unixSocket != nil)
        curl_multi_remove_handle(multi, transfer.easy)
        transfer.resume(outcome)
    }

    private func watch(_ socket: curl_socket_t, what: Int32) {
        guard what != CURL_POLL_REMOVE else {
            handle.sockets.removeValue(forKey: socket)?.cancel()
            return
        }
        let watch =
            handle.sockets[socket]
            ?? SocketWatch(socket: socket, queue: executor.queue) { [weak self] bits in
                self?.assumeIsolated { $0.drive(socket, bits: bits) }
            }
        handle.sockets[socket] = watch
        watch.update(what: what)
    }

    private func schedule(_ milliseconds: Int) {
        // Scheduled rather than called at once, because libcurl forbids that inside the callback.
        handle.timer?.schedule(deadline: milliseconds < 0 ? .distantFuture : .now() + .milliseconds(milliseconds))
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlClient? {
        context.map { Unmanaged<CurlClient>.fromOpaque($0).takeUnretainedValue() }
    }
}
