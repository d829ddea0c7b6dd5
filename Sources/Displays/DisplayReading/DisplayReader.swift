package import DisplayLayouts
package import NeuralNet
package import Pixels

/// A reader of meter displays, which finds rows, reads them, assigns them to fields and judges the result.
///
/// It has the two networks and no mutable state, so one reader serves all tasks.
package struct DisplayReader: Sendable {
    let finder: Network
    let reader: Network

    /// Creates a reader from a row finder and a row reader.
    package init(finder: Network, reader: Network) {
        self.finder = finder
        self.reader = reader
    }
}

extension DisplayReader {
    /// The longer side of the images that are processed; larger ones are shrunk to it.
    static let workingSide = 1_600

    /// Reads a display.
    ///
    /// - Parameters:
    ///   - image: The photo, upright according to its orientation.
    ///   - request: The expected layouts, unit and place.
    ///   - time: The time that it may take; nil for as long as it needs.
    package func read(_ image: GrayImage, request: ReadingRequest, within time: SearchTime? = nil) -> DisplayOutcome {
        guard image.width >= 16, image.height >= 16 else { return .refused(Refusal(.tooSmall)) }
        let longer = max(image.width, image.height)
        guard longer > Self.workingSide else {
            let end = time?.started() ?? .never
            return ReadingRun(self, image: GrayPyramid(image), request: request, end: end).outcome()
        }
        let scale = Double(Self.workingSide) / Double(longer)
        let small = image.resized(
            width: max(Int(Double(image.width) * scale), 1),
            height: max(Int(Double(image.height) * scale), 1)
        )
        let scaled = ReadingRequest(
            layouts: request.layouts,
            unit: request.unit,
            box: request.box?.scaled(by: scale)
        )
        return read(small, request: scaled, within: time).scaled(by: 1 / scale)
    }
}

/// The parameters for reading an image.
package struct ReadingRequest: Sendable {
    /// The possible layouts; several if only the kind, or nothing, is known.
    package let layouts: [DisplayLayout]
    /// The unit to which the meter is set, as named in the layout; nil infers it.
    package let unit: String?
    /// The display's box, such as the overlay's frame, in the image's pixels, perhaps turned; nil for the whole image.
    package let box: OrientedBox?

    /// Creates a request with an upright box.
    package init(layouts: [DisplayLayout], unit: String? = nil, box: PixelRect?) {
        self.init(layouts: layouts, unit: unit, box: box.map { OrientedBox($0) })
    }

    /// Creates a request from its parts.
    package init(layouts: [DisplayLayout], unit: String? = nil, box: OrientedBox? = nil) {
        self.layouts = layouts
        self.unit = unit
        self.box = box
    }

    /// The layouts with those of any meter: three rows of a blood pressure monitor, otherwise a number.
    var expandedLayouts: [DisplayLayout] {
        layouts.flatMap { layout in
            layout.kind == .any && layout == .standard(.any) ? [.standard(.bloodPressure), layout] : [layout]
        }
    }
}
