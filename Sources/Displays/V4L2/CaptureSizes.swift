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
