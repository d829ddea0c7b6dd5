/// A format and size that a camera offers.
package struct CaptureMode: Sendable, Hashable {
    /// The format.
    package var format: CaptureFormat
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int

    /// Makes a mode.
    package init(format: CaptureFormat, width: Int, height: Int) {
        (self.format, self.width, self.height) = (format, width, height)
    }

    /// The mode that suits best: the smallest that is at least so wide, else the widest.
    ///
    /// Of one size YUYV is taken up to 640 columns, where it fits USB 2 at 10 frames a second and spares the decoding,
    /// MJPEG above.
    package static func best(of modes: [CaptureMode], width: Int) -> CaptureMode? {
        let sound = modes.filter { (16...8192).contains($0.width) && (16...8192).contains($0.height) }
        return sound.min { $0.rank(width) < $1.rank(width) }
    }

    /// Smaller is better.
    private func rank(_ wanted: Int) -> (Int, Int, Int) {
        let distance = width >= wanted ? width - wanted : 100_000 + wanted - width
        let isFit = (format == .yuyv) == (width <= 640)
        return (distance, isFit ? 0 : 1, height)
    }
}

/// A format of pictures that is understood here.
package enum CaptureFormat: String, Sendable, Hashable, CaseIterable {
    /// Each picture a JPEG.
    case mjpeg
    /// Four bytes for two pixels: luma, blue, luma, red (ITU-R BT.601, 16…235).
    case yuyv

    /// The format's name in the kernel: four characters, the first in the lowest byte.
    package var fourCC: UInt32 {
        let name: StaticString = self == .mjpeg ? "MJPG" : "YUYV"
        return name.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Finds a format; nil for those not understood.
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

/// A camera: what it offers, and its pictures one after the other.
package protocol CaptureDevice: Sendable {
    /// The formats and sizes that it offers and that are understood here.
    func modes() async throws(CaptureError) -> [CaptureMode]

    /// Starts to take pictures, in the mode or the nearest that the driver can.
    func start(_ mode: CaptureMode) async throws(CaptureError)

    /// Waits for the next picture.
    func next() async throws(CaptureError) -> CapturedPicture

    /// Ends it; pictures that are waited for fail.
    func stop() async
}

/// The sizes of pictures that a camera offers of a format: one, or any within bounds.
package struct CaptureSizes: Sendable, Hashable {
    /// The widths that are tried of a range: what cameras have, and enough to read a display by.
    private static let usualWidths = [640, 1280, 1920]

    let width: ClosedRange<Int>
    let height: ClosedRange<Int>
    let widthStep: Int
    let heightStep: Int

    /// Makes all sizes between bounds, in steps from the least; steps below 1 count as 1.
    package init(width: ClosedRange<Int>, height: ClosedRange<Int>, steps: (width: Int, height: Int)) {
        (self.width, self.height) = (width, height)
        (widthStep, heightStep) = (max(steps.width, 1), max(steps.height, 1))
    }

    /// Makes one size.
    package init(width: Int, height: Int) {
        self.init(width: width...width, height: height...height, steps: (1, 1))
    }

    /// The modes of these sizes: the one, or a few of a range, in the shape of the size that is set now.
    ///
    /// Another shape would be cut or stretched, as the driver likes.
    package func modes(_ format: CaptureFormat, like current: CaptureSizes) -> [CaptureMode] {
        if width.count == 1, height.count == 1 {
            return [CaptureMode(format: format, width: width.lowerBound, height: height.lowerBound)]
        }
        let (across, down) = (current.width.lowerBound, current.height.lowerBound)
        guard (1...16_384).contains(across), (1...16_384).contains(down) else { return [] }
        return Self.usualWidths.map { wanted in
            CaptureMode(
                format: format,
                width: Self.nearest(to: wanted, width, widthStep),
                height: Self.nearest(to: wanted * down / across, height, heightStep)
            )
        }
    }

    private static func nearest(to wanted: Int, _ range: ClosedRange<Int>, _ step: Int) -> Int {
        let held = min(max(wanted, range.lowerBound), range.upperBound)
        return held - (held - range.lowerBound) % step
    }
}
