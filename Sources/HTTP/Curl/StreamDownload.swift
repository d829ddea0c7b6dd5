/// The body of an answer between libcurl and its reader; lives inside its client's actor.
final class StreamDownload {
    /// The most bytes that wait; libcurl gives at most 16 KiB more at a time.
    private static let most = 256 * 1024

    /// Waits for the answer's head, or the failure before it.
    typealias Opening = CheckedContinuation<Result<(status: Int, headers: CurlHeaders), CurlError>, Never>
    /// Waits for bytes; nil is the end.
    typealias Waiting = CheckedContinuation<Result<[UInt8]?, CurlError>, Never>

    private var opening: Opening?
    private var waiting: Waiting?
    private var bytes: [UInt8] = []
    private var end: Result<[UInt8]?, CurlError>?
    /// Whether libcurl was told to wait.
    private(set) var isPaused = false

    init(_ opening: Opening) {
        self.opening = opening
    }

    /// Whether the head has not come.
    var isOpening: Bool { opening != nil }

    /// Hands the answer's head over.
    func open(status: Int, headers: CurlHeaders) {
        opening?.resume(returning: .success((status, headers)))
        opening = nil
    }

    /// Takes bytes of the body; false makes libcurl wait and give them again.
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

    /// Notes how the transfer ended.
    func finish(_ failure: CurlError?) {
        guard end == nil else { return }
        end = failure.map { .failure($0) } ?? .success(nil)
        if let failure { opening?.resume(returning: .failure(failure)) }
        opening = nil
        if let end { waiting?.resume(returning: end) }
        waiting = nil
    }

    /// Gives what is there, or waits for it; true when libcurl may go on.
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
            // Two readers of one body: the second finds nothing.
            continuation.resume(returning: .success(nil))
        } else {
            waiting = continuation
        }
        return false
    }
}
