package import DisplayLayouts
package import DisplayPeripherals
package import DisplayReading
internal import Leptonica
package import NeuralNet
package import Pixels
internal import VitalRecords

/// Recognition of displays in pictures, for the command line and the OCR worker.
package struct DisplayEngine: Sendable {
    /// The share of a value's row that a reflection may cover in a reading without confirmation.
    static let acceptableRowGlare = 0.3

    private let reader: DisplayReader
    private let time: SearchTime?

    /// Creates an engine with the built-in networks.
    ///
    /// - Parameter time: The time that each picture may take; nil for as long as it needs.
    /// - Throws: ``NetworkError`` if the built-in weights are damaged.
    package init(within time: SearchTime? = nil) throws(NetworkError) {
        reader = DisplayReader(finder: try DisplayNetworks.finder, reader: try DisplayNetworks.reader)
        self.time = time
    }

    /// Creates an engine with another reader.
    package init(reader: DisplayReader) {
        self.reader = reader
        time = nil
    }

    /// Recognises the display in a file; an unreadable file is a refusal.
    package func recognise(path: String, request: RecognitionRequest) -> RecognisedPicture {
        do {
            return recognise(try OpenedPicture.open(path: path, isWhole: request.box == nil), request: request)
        } catch {
            return RecognisedPicture(refused: PictureRefusal(error))
        }
    }

    /// Recognises the display in a file's bytes; unreadable bytes are a refusal.
    package func recognise(bytes: [UInt8], request: RecognitionRequest) -> RecognisedPicture {
        do {
            return recognise(try OpenedPicture.open(bytes: bytes, isWhole: request.box == nil), request: request)
        } catch {
            return RecognisedPicture(refused: PictureRefusal(error))
        }
    }

    /// Recognises the display in an opened picture.
    package func recognise(_ picture: OpenedPicture, request: RecognitionRequest) -> RecognisedPicture {
        let box = picture.place(request)
        if let box, box.bounds.width < 2 || box.bounds.height < 2 {
            let message = "the box is outside the picture, which has \(picture.width) x \(picture.height) pixels"
            return RecognisedPicture(refused: PictureRefusal(reason: "boxOutside", message: message))
        }
        let part = box.map { Self.surroundings($0.bounds, image: picture.color) }
        let image = part.map(picture.color.cropped) ?? picture.color
        let origin = part ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
        let gray = image.gray
        let inner = box?.inside(origin)
        let outcome = reader.read(
            gray,
            request: ReadingRequest(layouts: [request.layout], unit: request.unit?.name, box: inner?.turned),
            within: time
        )
        let display = inner?.bounds ?? outcome.display?.bounds
        let digits = outcome.measurements.map(\.box.height).min()
        let glare = GlareFinder.find(in: image, display: display, digits: digits)
        let scale = picture.scale
        let report = Self.report(glare, outcome: outcome, origin: origin, scale: scale)
        let parts = DisplayParts(outcome, origin: origin, scale: Double(scale))
        return RecognisedPicture(
            parts,
            evidence: outcome.evidence,
            glare: report,
            // Light and sharpness are part of the confidence, but parts hidden by a reflection cannot be.
            doubts: outcome.doubts.adding(Self.doubts(glare, over: outcome.measurements)),
            refusal: outcome.refusal.map {
                Self.refusal($0, fault: PictureQuality(gray, display: display).fault(glare: glare))
            }
        )
    }

    /// The box with a margin of half its longer side, so that a tight box does not cut the display.
    private static func surroundings(_ box: PixelRect, image: ColorImage) -> PixelRect {
        let margin = max(box.width, box.height) / 2
        return PixelRect(
            x: box.x - margin,
            y: box.y - margin,
            width: box.width + 2 * margin,
            height: box.height + 2 * margin
        )
        .clamped(width: image.width, height: image.height)
    }

    /// Without a reading, the picture itself may explain why.
    private static func refusal(_ refusal: Refusal, fault: PictureFault?) -> PictureRefusal {
        guard let fault, [.noDisplay, .displayOff, .unreadable, .outOfTime].contains(refusal.reason) else {
            return PictureRefusal(refusal)
        }
        return PictureRefusal(reason: fault.rawValue, text: refusal.text)
    }

    /// The doubts because of reflections on values, and next to them.
    private static func doubts(_ glare: DisplayGlare, over values: [DisplayMeasurement]) -> [ReadingDoubt] {
        let isCovered = values.contains { glare.share(of: $0.box) > acceptableRowGlare }
        let isBeside = values.contains { glare.shareBeside($0) > acceptableRowGlare }
        return (glare.area > PictureQuality.glareArea || isCovered ? [.glare] : []) + (isBeside ? [.glareBeside] : [])
    }

    private static func report(
        _ glare: DisplayGlare,
        outcome: DisplayOutcome,
        origin: PixelRect,
        scale: Int
    ) -> GlareReport {
        let shares = outcome.measurements.map(glare.share)
        return GlareReport(
            found: glare.placed(x: origin.x, y: origin.y, scale: scale),
            rowShare: shares.max() ?? 0
        )
    }
}

/// The parameters for recognising a display in a picture.
package struct RecognitionRequest: Sendable, Hashable {
    /// The layout of the display.
    package var layout: DisplayLayout
    /// The unit to which the meter is set; nil infers it from the display, or else takes the default.
    package var unit: DisplayUnit?
    /// The display's box, in pixels of the original upright picture; nil for anywhere.
    package var box: PixelRect?
    /// The box's rotation around its centre, clockwise as seen, in radians; ``box`` is the box before the rotation.
    package var boxAngle = 0.0

    /// Requests any meter of a kind.
    package init(_ kind: DisplayKind, unit: DisplayUnit? = nil, box: PixelRect? = nil, boxAngle: Double = 0) {
        self.init(layout: .standard(kind), unit: unit, box: box, boxAngle: boxAngle)
    }

    /// Requests a peripheral.
    package init(
        _ peripheral: DisplayPeripheral,
        unit: DisplayUnit? = nil,
        box: PixelRect? = nil,
        boxAngle: Double = 0
    ) {
        self.init(layout: peripheral.layout, unit: unit, box: box, boxAngle: boxAngle)
    }

    private init(layout: DisplayLayout, unit: DisplayUnit?, box: PixelRect?, boxAngle: Double) {
        (self.layout, self.unit, self.box, self.boxAngle) = (layout, unit, box, boxAngle)
    }
}
