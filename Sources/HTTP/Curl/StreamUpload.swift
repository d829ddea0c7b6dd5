/// A body produced while sending, which holds one chunk and requests the next when that one is sent.
final class StreamUpload: UploadSource {
    let length: Int?
    private var chunk: ArraySlice<UInt8> = []
    private var sent = 0
    private var end: End?
    private var taken: CheckedContinuation<Bool, Never>?
    private(set) var isStarved = false

    /// The end of the stream.
    private enum End {
        case complete
        case failed
    }

    init(length: Int?) {
        self.length = length
    }

    /// Accepts the next chunk.
    ///
    /// It resumes the continuation with true once the whole chunk is sent, or with false if no more is needed.
    func offer(_ bytes: [UInt8], taken continuation: CheckedContinuation<Bool, Never>) {
        guard end == nil else { return continuation.resume(returning: false) }
        guard !bytes.isEmpty else { return continuation.resume(returning: true) }
        chunk = bytes[...]
        taken = continuation
        isStarved = false
    }

    /// Marks the end of the stream.
    func finish(failed: Bool) {
        if end == nil { end = failed ? .failed : .complete }
        isStarved = false
    }

    /// Releases a waiting producer, because the transfer is over.
    func abandon() {
        finish(failed: true)
        taken?.resume(returning: false)
        taken = nil
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadStep {
        guard !chunk.isEmpty else { return stepWithoutChunk() }
        let part = chunk.prefix(buffer.count)
        sent += part.count
        if let length, sent > length { return .failed }
        buffer.copyBytes(from: part)
        chunk = chunk.dropFirst(part.count)
        if chunk.isEmpty {
            taken?.resume(returning: true)
            taken = nil
        }
        return .bytes(part.count)
    }

    /// A stream cannot be reread; only an unread one can seek to its start.
    func seek(to offset: Int) -> Bool {
        offset == 0 && sent == 0
    }

    private func stepWithoutChunk() -> UploadStep {
        switch end {
        case .complete: return length.map { $0 == sent } ?? true ? .bytes(0) : .failed
        case .failed: return .failed
        case nil:
            isStarved = true
            return .later
        }
    }
}
