package import Curl
import FoundationEssentials
import Pixels
import Synchronization
package import V4L2

/// A stream of frames for a single iteration.
///
/// Live sources, such as cameras, keep the newest frame for the reader and drop older ones; files wait. Releasing the
/// stream, or cancelling the task that reads it, ends the source.
package struct Frames: AsyncSequence, Sendable {
    package typealias Element = Frame

    /// The number of frames dropped in favour of newer ones.
    package let dropped: DropCounter
    private let stream: AsyncThrowingStream<Frame, any Error>

    /// Creates a stream that requests each frame; nil ends it.
    package init(pulling next: @escaping @Sendable () async throws -> Frame?) {
        dropped = DropCounter()
        stream = AsyncThrowingStream(unfolding: next)
    }

    /// Creates a stream from a source that pushes its frames.
    ///
    /// - Parameter source: Passes frames to the function that it gets, until it returns, throws or its task is
    ///   cancelled.
    package init(pushing source: @escaping @Sendable (@escaping @Sendable (Frame) -> Void) async throws -> Void) {
        let counter = DropCounter()
        dropped = counter
        stream = AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                do {
                    try await source { frame in
                        if case .dropped = continuation.yield(frame) { counter.increase() }
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Starts the iteration; it ends with a ``FrameSourceError`` if the source fails.
    package func makeAsyncIterator() -> AsyncThrowingStream<Frame, any Error>.Iterator {
        stream.makeAsyncIterator()
    }
}

extension Frames {
    /// Creates the frames of a camera.
    ///
    /// - Parameters:
    ///   - device: The camera.
    ///   - width: The wanted width; the closest mode is chosen.
    /// - Returns: Frames that end with a ``FrameSourceError`` if the camera is unusable or goes away.
    package static func camera(_ device: any CaptureDevice, width: Int = 1280) -> Frames {
        Frames(pushing: { give in
            do throws(CaptureError) {
                try await run(device, width: width, give)
            } catch {
                await device.stop()
                throw FrameSourceError(error)
            }
        })
    }

    /// Creates the frames of the camera with a device path, such as `/dev/video0`.
    ///
    /// - Throws: ``FrameSourceError`` if it cannot be opened; later failures end the frames.
    package static func camera(path: String, width: Int = 1280) throws(FrameSourceError) -> Frames {
        do throws(CaptureError) {
            return camera(try VideoDevice(path: path), width: width)
        } catch {
            throw FrameSourceError(error)
        }
    }

    private static func run(
        _ device: any CaptureDevice,
        width: Int,
        _ give: @Sendable (Frame) -> Void
    ) async throws(CaptureError) {
        guard let mode = CaptureMode.best(of: try await device.modes(), width: width) else {
            throw CaptureError(.unsupported, message: "The camera delivers neither MJPEG nor YUYV pictures.")
        }
        try await device.start(mode)
        let start = ContinuousClock.now
        var number = 0
        while !Task.isCancelled {
            let picture = try await device.next()
            guard let content = content(picture) else { continue }
            give(Frame(content: content, number: number, time: start.duration(to: .now)))
            number += 1
        }
        await device.stop()
    }

    /// The content of a picture; nil for a truncated one, such as the first of many cameras.
    static func content(_ picture: CapturedPicture) -> Frame.Content? {
        switch picture.mode.format {
        case .mjpeg: return picture.bytes.starts(with: [0xFF, 0xD8]) ? .encoded(picture.bytes) : nil
        case .yuyv:
            guard let pixels = picture.rgb else { return nil }
            return ColorImage(width: picture.mode.width, height: picture.mode.height, pixels: pixels).map { .color($0) }
        }
    }
}

extension FrameSourceError {
    /// Converts a camera's failure.
    package init(_ error: CaptureError) {
        let code: Code =
            switch error.code {
            case .denied: .denied
            case .missing: .missing
            case .busy: .busy
            case .unsupported: .unsupported
            case .failed: .broken
            }
        self.init(code, message: error.message)
    }
}

extension Frames {
    /// The size limit of an image file in bytes.
    package static let maximumFileBytes = 64 << 20

    /// Creates frames from files, in their order.
    ///
    /// A file that is missing or unreadable ends the frames with an error.
    ///
    /// - Parameters:
    ///   - files: The files' paths.
    ///   - interval: The time between frames.
    package static func files(_ files: [String], interval: Duration = .milliseconds(100)) -> Frames {
        let next = Counter()
        return Frames(pulling: {
            let number = next.step()
            guard number < files.count else { return nil }
            let bytes = try read(files[number])
            return Frame(content: .encoded(bytes), number: number, time: interval * number, name: files[number])
        })
    }

    private static func read(_ path: String) throws -> [UInt8] {
        // Absent is nil: the error is thrown below.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else {
            throw FrameSourceError(.missing, message: "\(path) is not a file.")
        }
        guard (attributes?[.size] as? Int ?? 0) <= maximumFileBytes else {
            throw FrameSourceError(.unsupported, message: "\(path) is larger than \(maximumFileBytes) bytes.")
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw FrameSourceError(.denied, message: "\(path) is not readable.")
        }
        return Array(data)
    }

    /// A counter of requested frames.
    private final class Counter: Sendable {
        private let value = Mutex(0)

        func step() -> Int {
            value.withLock { value in
                defer { value += 1 }
                return value
            }
        }
    }
}

extension Frames {
    /// Creates the frames of an MJPEG camera (`multipart/x-mixed-replace` over HTTP or HTTPS).
    ///
    /// The end of the stream ends the frames; reconnecting is up to the caller.
    ///
    /// - Parameters:
    ///   - url: The stream's URL.
    ///   - client: The HTTP client; its configuration has certificates and timeouts.
    ///   - headers: Header fields of the request, such as `Authorization`.
    ///   - limits: The limit of a part's size.
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
                try await split(stream, splitter: try splitter(stream, limits: limits), give)
            } catch let error as CurlError {
                throw FrameSourceError(error)
            } catch let error as MultipartError {
                throw FrameSourceError(.broken, message: "The stream is not valid multipart: \(error.words).")
            }
        })
    }

    private static func splitter(_ stream: CurlStream, limits: MultipartLimits) throws -> MultipartSplitter {
        switch stream.status {
        case 200: break
        case 401, 403, 407:
            throw FrameSourceError(.denied, message: "The camera requires credentials (HTTP \(stream.status)).")
        case 404, 410:
            throw FrameSourceError(.missing, message: "The camera has no such stream (HTTP \(stream.status)).")
        case 429, 503: throw FrameSourceError(.busy, message: "The camera is busy (HTTP \(stream.status)).")
        default: throw FrameSourceError(.broken, message: "The camera answers with HTTP \(stream.status).")
        }
        guard let boundary = HeaderLines.boundary(ofContentType: stream.headers["content-type"] ?? "") else {
            throw FrameSourceError(.unsupported, message: "The answer is not a multipart stream of images.")
        }
        return try MultipartSplitter(boundary: boundary, limits: limits)
    }

    private static func split(
        _ stream: CurlStream,
        splitter: consuming MultipartSplitter,
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
    /// Converts a failure of a transfer.
    init(_ error: CurlError) {
        switch error.code {
        case .couldNotConnect, .couldNotResolve: self.init(.missing, message: error.message)
        case .tls: self.init(.denied, message: error.message)
        case .invalidRequest, .invalidConfiguration: self.init(.unsupported, message: error.message)
        default: self.init(.broken, message: error.message)
        }
    }
}
