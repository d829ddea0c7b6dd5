/// A body made while it is sent: holds one chunk, and asks for the next when that one is gone.
final class StreamUpload: UploadSource {
    let length: Int?
    private var chunk: ArraySlice<UInt8> = []
    private var sent = 0
    private var end: End?
    private var taken: CheckedContinuation<Bool, Never>?
    private(set) var isStarved = false

    /// How the stream ended.
    private enum End {
        case complete
        case failed
    }

    init(length: Int?) {
        self.length = length
    }

    /// Takes the next chunk; the continuation is resumed with true when all of it went out, with false if no more is
    /// wanted.
    func offer(_ bytes: [UInt8], taken continuation: CheckedContinuation<Bool, Never>) {
        guard end == nil else { return continuation.resume(returning: false) }
        guard !bytes.isEmpty else { return continuation.resume(returning: true) }
        chunk = bytes[...]
        taken = continuation
        isStarved = false
    }

    /// Tells that no chunk comes any more.
    func finish(failed: Bool) {
        if end == nil { end = failed ? .failed : .complete }
        isStarved = false
    }

    /// Lets a waiting producer go, since the transfer is over.
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

    /// A stream is gone once read: only the start of an unread one can be sought.
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
