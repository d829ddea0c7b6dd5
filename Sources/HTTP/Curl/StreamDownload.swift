/// The body of a response between libcurl and its reader; lives inside its client's actor.
final class StreamDownload {
    /// The buffer size in bytes; libcurl delivers at most 16 KiB more at a time.
    private static let most = 256 * 1024

    /// Waits for the response head, or a failure before it.
    typealias Opening = CheckedContinuation<Result<(status: Int, headers: CurlHeaders), CurlError>, Never>
    /// Waits for bytes; nil marks the end.
    typealias Waiting = CheckedContinuation<Result<[UInt8]?, CurlError>, Never>

    private var opening: Opening?
    private var waiting: Waiting?
    private var bytes: [UInt8] = []
    private var end: Result<[UInt8]?, CurlError>?
    /// Whether libcurl is paused.
    private(set) var isPaused = false

    init(_ opening: Opening) {
        self.opening = opening
    }

    /// Whether the response head has not arrived yet.
    var isOpening: Bool { opening != nil }

    /// Passes the response head to the waiting reader.
    func open(status: Int, headers: CurlHeaders) {
        opening?.resume(returning: .success((status, headers)))
        opening = nil
    }

    /// Accepts bytes of the body; false makes libcurl pause and deliver them again.
    func take(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count < Self.most else {
            isPaused = true
            return false
        }
        if let waiting {
            self.waiting = nil
            waiting.resume(returning: .success(Array(part)))
        } else {
            bytes.append(contentsOf: part)
        }
        return true
    }

    /// Records the end of the transfer.
    func finish(_ failure: CurlError?) {
        guard end == nil else { return }
        end = failure.map { .failure($0) } ?? .success(nil)
        if let failure { opening?.resume(returning: .failure(failure)) }
        opening = nil
        if let end { waiting?.resume(returning: end) }
        waiting = nil
    }

    /// Delivers buffered bytes or waits for more; returns whether libcurl may continue.
    func give(_ continuation: Waiting) -> Bool {
        if !bytes.isEmpty {
            continuation.resume(returning: .success(bytes))
            bytes = []
            defer { isPaused = false }
            return isPaused
        }
        if let end {
            continuation.resume(returning: end)
        } else if waiting != nil {
            // A second reader of the same body receives no bytes.
            continuation.resume(returning: .success(nil))
        } else {
            waiting = continuation
        }
        return false
    }
}
