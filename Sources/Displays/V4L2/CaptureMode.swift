/// A format and size of a camera.
package struct CaptureMode: Sendable, Hashable {
    /// The format.
    package var format: CaptureFormat
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int

    /// Creates a mode.
    package init(format: CaptureFormat, width: Int, height: Int) {
        (self.format, self.width, self.height) = (format, width, height)
    }

    /// The best mode for a width: the smallest that is at least as wide, otherwise the widest.
    ///
    /// At equal size YUYV is preferred up to 640 columns, where it fits USB 2 at 10 frames per second and needs no
    /// decoding, and MJPEG above.
    package static func best(of modes: [CaptureMode], width: Int) -> CaptureMode? {
        let sound = modes.filter { (16...8192).contains($0.width) && (16...8192).contains($0.height) }
        return sound.min { $0.rank(width) < $1.rank(width) }
    }

    /// Lower is better.
    private func rank(_ wanted: Int) -> (Int, Int, Int) {
        let distance = width >= wanted ? width - wanted : 100_000 + wanted - width
        let isFit = (format == .yuyv) == (width <= 640)
        return (distance, isFit ? 0 : 1, height)
    }
}

/// A supported format of pictures.
package enum CaptureFormat: String, Sendable, Hashable, CaseIterable {
    /// A JPEG for each picture.
    case mjpeg
    /// Four bytes for two pixels: luma, blue, luma, red (ITU-R BT.601, 16…235).
    case yuyv

    /// The kernel's code of the format: four characters, the first in the lowest byte.
    package var fourCC: UInt32 {
        let name: StaticString = self == .mjpeg ? "MJPG" : "YUYV"
        return name.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Finds a format; nil for an unsupported one.
    ///
    /// Some cameras name theirs `JPEG`.
    package init?(fourCC: UInt32) {
        let jpeg: UInt32 = 0x4745_504A
        switch fourCC {
        case Self.mjpeg.fourCC, jpeg: self = .mjpeg
        case Self.yuyv.fourCC: self = .yuyv
        default: return nil
        }
    }
}

/// A camera with its modes and its stream of pictures.
package protocol CaptureDevice: Sendable {
    /// The supported formats and sizes.
    func modes() async throws(CaptureError) -> [CaptureMode]

    /// Starts capturing, in the mode or the nearest one that the driver supports.
    func start(_ mode: CaptureMode) async throws(CaptureError)

    /// Waits for the next picture.
    func next() async throws(CaptureError) -> CapturedPicture

    /// Stops capturing; pending waits fail.
    func stop() async
}

/// The sizes that a camera offers for a format: one, or any within bounds.
package struct CaptureSizes: Sendable, Hashable {
    /// The widths to try within a range: those of usual cameras, which suffice to read a display.
    private static let usualWidths = [640, 1280, 1920]

    let width: ClosedRange<Int>
    let height: ClosedRange<Int>
    let widthStep: Int
    let heightStep: Int

    /// Creates all sizes between bounds, in steps from the smallest; steps below 1 count as 1.
    package init(width: ClosedRange<Int>, height: ClosedRange<Int>, steps: (width: Int, height: Int)) {
        (self.width, self.height) = (width, height)
        (widthStep, heightStep) = (max(steps.width, 1), max(steps.height, 1))
    }

    /// Creates one size.
    package init(width: Int, height: Int) {
        self.init(width: width...width, height: height...height, steps: (1, 1))
    }

    /// The modes of these sizes: the only one, or a few of a range, with the aspect ratio of the current size.
    ///
    /// Another aspect ratio would be cropped or stretched by the driver.
    package func modes(_ format: CaptureFormat, like current: CaptureSizes) -> [CaptureMode] {
        if width.count == 1, height.count == 1 {
            return [CaptureMode(format: format, width: width.lowerBound, height: height.lowerBound)]
        }
        let (across, down) = (current.width.lowerBound, current.height.lowerBound)
        guard (1...16_384).contains(across), (1...16_384).contains(down) else { return [] }
        return Self.usualWidths.map { wanted in
            CaptureMode(
                format: format,
                width: Self.nearest(to: wanted, in: width, step: widthStep),
                height: Self.nearest(to: wanted * down / across, in: height, step: heightStep)
            )
        }
    }

    private static func nearest(to wanted: Int, in range: ClosedRange<Int>, step: Int) -> Int {
        let held = min(max(wanted, range.lowerBound), range.upperBound)
        return held - (held - range.lowerBound) % step
    }
}
