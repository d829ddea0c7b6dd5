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
