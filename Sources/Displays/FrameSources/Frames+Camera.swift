import Pixels
package import V4L2

extension Frames {
    /// The frames of a camera.
    ///
    /// - Parameters:
    ///   - device: The camera.
    ///   - width: The width that is wanted; the mode nearest to it is chosen.
    /// - Returns: Frames that end with a ``FrameSourceError`` when the camera cannot be used or goes away.
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

    /// The frames of the camera with this device path, as `/dev/video0`.
    ///
    /// - Throws: ``FrameSourceError`` when it cannot be opened; later failures end the frames.
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
            throw CaptureError(.unsupported, "The camera gives neither MJPEG nor YUYV pictures.")
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

    /// A picture's content; nil for one that is cut off, as the first of many cameras is.
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
    /// Says for a stream what a camera's failure is.
    package init(_ error: CaptureError) {
        let code: Code =
            switch error.code {
            case .denied: .denied
            case .missing: .missing
            case .busy: .busy
            case .unsupported: .unsupported
            case .failed: .broken
            }
        self.init(code, error.message)
    }
}
