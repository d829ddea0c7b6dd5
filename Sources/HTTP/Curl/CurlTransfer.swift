import CCurl

/// A transfer: its easy handle, the source of its body, and what it has received.
///
/// It lives inside its client's actor. libcurl's callbacks reach it through an unretained pointer, only during calls
/// made by the actor, and the client keeps it until the handle has left the multi handle.
final class CurlTransfer {
    /// The maximum size in bytes of all header lines together.
    static let maximumHeaderBytes = 256 * 1024

    let id: Int
    let easy: UnsafeMutableRawPointer
    let url: CurlURL
    let upload: (any UploadSource)?
    let maximumBytes: Int
    let isHead: Bool
    /// The destination of the body as it arrives; nil collects it.
    let download: StreamDownload?
    var pump: Task<Void, Never>?
    /// How often libcurl was about to send on a connection; never decreases, whatever happens to that connection.
    private(set) var sendAttempts = 0
    /// When the last status line arrived.
    ///
    /// With a body, libcurl's time of the first byte is that of the first byte *sent*.
    private(set) var answered: ContinuousClock.Instant?
    let started = ContinuousClock.now
    private(set) var headers = CurlHeaders()
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    private var headerBytes = 0
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var continuation: CheckedContinuation<Result<CurlResponse, CurlError>, Never>?

    init(
        id: Int,
        request: CurlRequest,
        url: CurlURL,
        continuation: CheckedContinuation<Result<CurlResponse, CurlError>, Never>? = nil,
        download: StreamDownload? = nil
    ) throws(CurlError) {
        upload = try Self.makeUpload(request.body)
        guard let easy = curl_easy_init() else {
            throw CurlError(code: .internalFailure, message: "libcurl did not create a handle.", isRetriable: true)
        }
        self.easy = easy
        self.id = id
        self.url = url
        maximumBytes = request.maximumResponseBytes
        isHead = request.method == "HEAD"
        self.continuation = continuation
        self.download = download
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerList)
    }

    /// Resumes the waiting task with the result, once.
    func resume(_ result: Result<CurlResponse, CurlError>) {
        pump?.cancel()
        (upload as? StreamUpload)?.abandon()
        continuation?.resume(returning: result)
        continuation = nil
        if case .failure(let error) = result { download?.finish(error) } else { download?.finish(nil) }
    }

    /// Whether the request may have reached a server.
    var wasOffered: Bool { sendAttempts > 0 }

    /// Records that libcurl is about to send.
    func noteSending() {
        sendAttempts += 1
    }

    /// Adds a line to the header list of the handle.
    func append(headerLine: String) throws(CurlError) {
        guard let longer = curl_slist_append(headerList, headerLine) else {
            throw CurlError(code: .internalFailure, message: "No memory for header lines.", isRetriable: true)
        }
        headerList = longer
    }

    /// Passes the header list to the handle.
    func installHeaders() -> CURLcode {
        vb_curl_set_list(easy, CURLOPT_HTTPHEADER, headerList)
    }

    /// Handles a received header line, including its line end; false aborts the transfer.
    func receive(headerLine: UnsafeBufferPointer<UInt8>) -> Bool {
        headerBytes += headerLine.count
        guard headerBytes <= Self.maximumHeaderBytes else {
            isTooLarge = true
            return false
        }
        // A status line starts a new response; everything before it belonged to an interim one (RFC 9110 §15.2).
        if headerLine.starts(with: "HTTP/".utf8) {
            headers = CurlHeaders()
            answered = .now
        } else if let colon = headerLine.firstIndex(of: UInt8(ascii: ":")), colon > 0 {
            headers.add(Self.trimmed(headerLine[(colon + 1)...]), for: Self.trimmed(headerLine[..<colon]))
        } else if let download, headerLine.first == 0x0D || headerLine.first == 0x0A, let status = finalStatus {
            download.open(status: status, headers: headers)
        }
        return true
    }

    /// Handles received bytes of the body; false aborts the transfer.
    func receive(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= maximumBytes - body.count else {
            isTooLarge = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    private static func trimmed(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        var part = bytes.drop(while: isSpace)
        while let last = part.last, isSpace(last) { part = part.dropLast() }
        return String(decoding: part, as: UTF8.self)
    }

    private static func makeUpload(_ body: CurlBody) throws(CurlError) -> (any UploadSource)? {
        switch body {
        case .none: nil
        case .bytes(let bytes): BytesUpload(bytes)
        case .file(let path): try FileUpload(path: path)
        case .stream(_, let length): StreamUpload(length: length)
        }
    }
}
