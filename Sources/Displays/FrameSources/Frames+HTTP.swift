package import Curl

extension Frames {
    /// The frames of an MJPEG camera (`multipart/x-mixed-replace` over HTTP or HTTPS).
    ///
    /// A stream that ends or breaks off ends the frames; connecting again is the caller's.
    ///
    /// - Parameters:
    ///   - url: The stream's URL.
    ///   - client: What sends the request; its configuration has certificates and limits of time.
    ///   - headers: Header fields of the request, as `Authorization`.
    ///   - limits: How large a part may be.
    package static func http(
        _ url: String,
        client: CurlClient,
        headers: CurlHeaders = CurlHeaders(),
        limits: MultipartLimits = MultipartLimits()
    ) -> Frames {
        Frames(pushing: { give in
            do {
                let slowest = CurlLowSpeedLimit(bytesPerSecond: 1, period: .seconds(10))
                let request = CurlRequest(url: url, headers: headers, timeout: .seconds(10), lowSpeedLimit: slowest)
                let stream = try await client.stream(request)
                try await split(stream, try splitter(stream, limits), give)
            } catch let error as CurlError {
                throw FrameSourceError(error)
            } catch let error as MultipartError {
                throw FrameSourceError(.broken, "The stream breaks the rules of multipart: \(error).")
            }
        })
    }

    private static func splitter(_ stream: CurlStream, _ limits: MultipartLimits) throws -> MultipartSplitter {
        switch stream.status {
        case 200: break
        case 401, 403, 407: throw FrameSourceError(.denied, "The camera wants credentials (HTTP \(stream.status)).")
        case 404, 410: throw FrameSourceError(.missing, "The camera has no such stream (HTTP \(stream.status)).")
        case 429, 503: throw FrameSourceError(.busy, "The camera serves others (HTTP \(stream.status)).")
        default: throw FrameSourceError(.broken, "The camera answers with HTTP \(stream.status).")
        }
        guard let boundary = HeaderLines.boundary(ofContentType: stream.headers["content-type"] ?? "") else {
            throw FrameSourceError(.unsupported, "The answer is no multipart stream of images.")
        }
        return try MultipartSplitter(boundary: boundary, limits: limits)
    }

    private static func split(
        _ stream: CurlStream,
        _ splitter: consuming MultipartSplitter,
        _ give: @Sendable (Frame) -> Void
    ) async throws {
        var splitter = splitter
        let start = ContinuousClock.now
        var number = 0
        for try await chunk in stream {
            for part in try splitter.take(chunk) where isImage(part) {
                give(Frame(content: .encoded(part.body), number: number, time: start.duration(to: .now)))
                number += 1
            }
            if splitter.isEnded { return }
        }
    }

    private static func isImage(_ part: MultipartPart) -> Bool {
        !part.body.isEmpty && part.headers["content-type"].map { $0.lowercased().hasPrefix("image/") } ?? true
    }
}

extension FrameSourceError {
    /// Says for a stream why a transfer failed.
    init(_ error: CurlError) {
        switch error.code {
        case .couldNotConnect, .couldNotResolve: self.init(.missing, error.message)
        case .tls: self.init(.denied, error.message)
        case .invalidRequest, .invalidConfiguration: self.init(.unsupported, error.message)
        default: self.init(.broken, error.message)
        }
    }
}
