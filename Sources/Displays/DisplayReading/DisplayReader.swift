package import DisplayLayouts
package import NeuralNet
package import Pixels

/// Reads meters' displays from images: finds the rows, reads them, assigns them to fields and judges the result.
///
/// It holds the two networks and nothing that changes, so one reader serves all tasks.
package struct DisplayReader: Sendable {
    let finder: Network
    let reader: Network

    /// Makes a reader of a finder of rows and a reader of rows.
    package init(finder: Network, reader: Network) {
        self.finder = finder
        self.reader = reader
    }
}

extension DisplayReader {
    /// The longer side of images that are looked at; larger ones are shrunk to it.
    static let workingSide = 1_600

    /// Reads a display.
    ///
    /// - Parameters:
    ///   - image: The photo, upright as its orientation says.
    ///   - request: What is to be read, and where.
    package func read(_ image: GrayImage, _ request: ReadingRequest) -> DisplayOutcome {
        guard image.width >= 16, image.height >= 16 else { return .refused(Refusal(.tooSmall)) }
        let longer = max(image.width, image.height)
        guard longer > Self.workingSide else { return ReadingRun(self, image, request).outcome() }
        let scale = Double(Self.workingSide) / Double(longer)
        let small = image.resized(
            width: max(Int(Double(image.width) * scale), 1),
            height: max(Int(Double(image.height) * scale), 1)
        )
        let scaled = ReadingRequest(
            layouts: request.layouts,
            unit: request.unit,
            // Cut to the image first, so that no number is too large to be scaled.
            box: request.box.map { $0.clamped(width: image.width, height: image.height).scaled(by: scale) }
        )
        return read(small, scaled).scaled(by: 1 / scale)
    }
}

extension PixelRect {
    /// The part of an image that is scaled by a factor.
    func scaled(by factor: Double) -> PixelRect {
        PixelRect(
            x: Int(Double(x) * factor),
            y: Int(Double(y) * factor),
            width: Int((Double(width) * factor).rounded(.up)),
            height: Int((Double(height) * factor).rounded(.up))
        )
    }
}

/// What is to be read from an image.
package struct ReadingRequest: Sendable {
    /// The layouts that the display may have; several where only the kind, or nothing, is known.
    package let layouts: [DisplayLayout]
    /// The unit that the meter is set to, as the layout names it; nil lets the reading decide.
    package let unit: String?
    /// Where the display is, such as the overlay's frame, in the image's pixels; nil reads the whole image.
    package let box: PixelRect?

    /// Makes a request from its parts.
    package init(layouts: [DisplayLayout], unit: String? = nil, box: PixelRect? = nil) {
        self.layouts = layouts
        self.unit = unit
        self.box = box
    }

    /// The layouts with what a meter of any kind can be: a blood pressure monitor by its three rows, else a number.
    var expandedLayouts: [DisplayLayout] {
        layouts.flatMap { layout in
            layout.kind == .any && layout == .standard(.any) ? [.standard(.bloodPressure), layout] : [layout]
        }
    }
}
