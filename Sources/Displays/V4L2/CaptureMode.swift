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
