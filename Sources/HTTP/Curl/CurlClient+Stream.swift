import CCurl

extension CurlClient {
    /// Starts to pull chunks from a stream body; the task belongs to its transfer, which cancels it when it ends.
    func startPump(_ transfer: CurlTransfer, body: CurlBody) {
        guard case .stream(let chunks, _) = body else { return }
        let id = transfer.id
        transfer.pump = Task { await self.pump(chunks, into: id) }
    }

    /// Pulls the chunks off the actor, so that a slow producer delays no other transfer.
    @concurrent
    private nonisolated func pump(_ chunks: any AsyncSequence<[UInt8], any Error> & Sendable, into id: Int) async {
        do {
            for try await chunk in chunks {
                guard await supply(chunk, to: id) else { return }
            }
            await endBody(of: id, failed: Task.isCancelled)
        } catch {
            await endBody(of: id, failed: true)
        }
    }

    /// Supplies a chunk and waits until it is sent; false if the transfer is over.
    private func supply(_ chunk: [UInt8], to id: Int) async -> Bool {
        await withCheckedContinuation { continuation in
            guard let transfer = transfers[id], let upload = transfer.upload as? StreamUpload else {
                return continuation.resume(returning: false)
            }
            let wasStarved = upload.isStarved
            upload.offer(chunk, taken: continuation)
            if wasStarved, !upload.isStarved { wake(transfer) }
        }
    }

    private func endBody(of id: Int, failed: Bool) {
        guard let transfer = transfers[id], let upload = transfer.upload as? StreamUpload else { return }
        let wasStarved = upload.isStarved
        upload.finish(failed: failed)
        if wasStarved { wake(transfer) }
    }

    /// Makes libcurl ask for bytes again, which arms its timer.
    private func wake(_ transfer: CurlTransfer) {
        curl_easy_pause(transfer.easy, CURLPAUSE_CONT)
    }
}
