import CCurl
import Dispatch
import LoopExecutor

extension CurlClient {
    /// Sends a request and returns as soon as the response head has arrived; the body is read as it arrives.
    ///
    /// The request's timeout applies until the head arrives; after that only its low-speed limit does. There is no
    /// limit on the body size, because little of it is buffered. Every status is a response, and redirects are not
    /// followed.
    ///
    /// - Throws: ``CurlError`` for a failure before the head; the stream throws later ones.
    public func stream(_ request: CurlRequest) async throws(CurlError) -> CurlStream {
        let id = nextID()
        // Created first, so that the transfer always ends with it.
        let hold = CurlStreamHold(client: self, id: id)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { open(id, request: request, download: StreamDownload($0)) }
        } onCancel: {
            executor.queue.async { self.assumeIsolated { $0.cancel(id) } }
        }
        let head = try result.get()
        return CurlStream(status: head.status, headers: head.headers, hold: hold)
    }

    private func open(_ id: Int, request: CurlRequest, download: StreamDownload) {
        do throws(CurlError) {
            let url = try permit(request)
            let transfer = try CurlTransfer(id: id, request: request, url: url, download: download)
            downloads[id] = download
            openingTimers[id] = LoopTimer(after: request.timeout, queue: executor.queue) { [weak self] in
                self?.assumeIsolated { $0.giveUpOpening(id) }
            }
            begin(transfer, request: request)
        } catch {
            download.finish(error)
        }
    }

    /// Ends a transfer whose response head did not arrive in time.
    private func giveUpOpening(_ id: Int) {
        openingTimers[id] = nil
        guard let download = downloads[id], download.isOpening, let transfer = transfers.removeValue(forKey: id) else {
            return
        }
        curl_multi_remove_handle(multi, transfer.easy)
        transfer.resume(
            .failure(
                CurlError(
                    code: .timedOut,
                    message: "\(transfer.url.authority): no answer in time.",
                    isRetriable: true,
                    possiblySent: transfer.wasOffered
                )
            )
        )
    }

    /// Waits for the next bytes of a stream.
    func nextBytes(of id: Int) async throws(CurlError) -> [UInt8]? {
        openingTimers[id] = nil
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: StreamDownload.Waiting) in
                guard let download = downloads[id] else { return continuation.resume(returning: .success(nil)) }
                if download.give(continuation), let transfer = transfers[id] {
                    curl_easy_pause(transfer.easy, CURLPAUSE_CONT)
                }
            }
        } onCancel: {
            executor.queue.async { self.assumeIsolated { $0.cancel(id) } }
        }
        return try result.get()
    }

    /// Drops a stream that no longer has a reader.
    func dropStream(_ id: Int) {
        cancel(id)
        downloads[id] = nil
        openingTimers[id] = nil
    }
}
