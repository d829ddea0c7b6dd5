package import DisplayLayouts
package import DisplayPeripherals
package import DisplayReading
internal import Leptonica
package import NeuralNet
package import Pixels

/// Recognises displays in pictures: what the command line and the OCR worker both do.
package struct DisplayEngine: Sendable {
    /// The share of a value's row that a reflection may cover in a reading that nobody looks at.
    static let acceptableRowGlare = 0.3

    private let reader: DisplayReader

    /// Makes an engine with the networks of the program.
    ///
    /// - Throws: ``NetworkError`` where the program was built with damaged weights.
    package init() throws(NetworkError) {
        reader = DisplayReader(finder: try DisplayNetworks.finder, reader: try DisplayNetworks.reader)
    }

    /// Makes an engine with another reader.
    package init(reader: DisplayReader) {
        self.reader = reader
    }

    /// Opens a file and recognises what it shows; a file that is no picture is a refusal.
    package func recognise(path: String, _ request: RecognitionRequest) -> RecognisedPicture {
        do {
            return recognise(try OpenedPicture.open(path: path, isWhole: request.box == nil), request)
        } catch {
            return RecognisedPicture(refused: PictureRefusal(error))
        }
    }

    /// Opens a file's bytes and recognises what it shows; what is no picture is a refusal.
    package func recognise(bytes: [UInt8], _ request: RecognitionRequest) -> RecognisedPicture {
        do {
            return recognise(try OpenedPicture.open(bytes: bytes, isWhole: request.box == nil), request)
        } catch {
            return RecognisedPicture(refused: PictureRefusal(error))
        }
    }

    /// Recognises what an opened picture shows.
    package func recognise(_ picture: OpenedPicture, _ request: RecognitionRequest) -> RecognisedPicture {
        let box = request.box.map(picture.place)
        if let box, box.width < 2 || box.height < 2 {
            let message = "the box has no part in the picture, which has \(picture.width) x \(picture.height) pixels"
            return RecognisedPicture(refused: PictureRefusal(reason: "boxOutside", message: message))
        }
        let part = box.map { Self.surroundings($0, picture.color) }
        let image = part.map(picture.color.cropped) ?? picture.color
        let origin = part ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
        let gray = image.gray
        let inner = box.map { PixelRect(x: $0.x - origin.x, y: $0.y - origin.y, width: $0.width, height: $0.height) }
        let outcome = reader.read(
            gray,
            ReadingRequest(layouts: [request.layout], unit: request.unit?.name, box: inner)
        )
        let display = inner ?? outcome.display?.bounds
        let glare = GlareFinder.find(in: image, display: display)
        let scale = picture.scale
        let report = Self.report(glare, outcome, origin, scale)
        let parts = DisplayParts(outcome, origin: origin, scale: Double(scale))
        // Light and sharpness weigh in the confidence; what a reflection hides cannot.
        let isHidden = glare.area > PictureQuality.glareArea || report.rowShare > Self.acceptableRowGlare
        return RecognisedPicture(
            parts,
            evidence: outcome.evidence,
            glare: report,
            isAcceptable: outcome.isAcceptable && !isHidden,
            refusal: outcome.refusal.map {
                Self.refusal($0, PictureQuality(gray, display: display).fault(glare: glare))
            }
        )
    }

    /// The box with a half of its longer side around it, so that a box that is cut too tight does no harm.
    private static func surroundings(_ box: PixelRect, _ image: ColorImage) -> PixelRect {
        let margin = max(box.width, box.height) / 2
        return PixelRect(
            x: box.x - margin,
            y: box.y - margin,
            width: box.width + 2 * margin,
            height: box.height + 2 * margin
        )
        .clamped(width: image.width, height: image.height)
    }

    /// Where nothing was read, the picture itself may say why.
    private static func refusal(_ refusal: Refusal, _ fault: PictureFault?) -> PictureRefusal {
        guard let fault, [.noDisplay, .displayOff, .unreadable].contains(refusal.reason) else {
            return PictureRefusal(refusal)
        }
        return PictureRefusal(reason: fault.rawValue, text: refusal.text)
    }

    private static func report(
        _ glare: Glare,
        _ outcome: DisplayOutcome,
        _ origin: PixelRect,
        _ scale: Int
    ) -> GlareReport {
        let shares = outcome.measurements.map(glare.share)
        return GlareReport(
            found: glare.placed(x: origin.x, y: origin.y, scale: scale),
            rowShare: shares.max() ?? 0
        )
    }
}

/// What is to be recognised in a picture.
package struct RecognitionRequest: Sendable, Hashable {
    /// The layout of the display.
    package var layout: DisplayLayout
    /// The unit that the meter is set to; nil lets the display tell, and takes the default one where it does not.
    package var unit: DisplayUnit?
    /// Where the display is, in pixels of the upright picture as it came; nil for anywhere.
    package var box: PixelRect?

    /// Asks for any meter of a kind.
    package init(_ kind: DisplayKind, unit: DisplayUnit? = nil, box: PixelRect? = nil) {
        layout = .standard(kind)
        self.unit = unit
        self.box = box
    }

    /// Asks for a peripheral.
    package init(_ peripheral: DisplayPeripheral, unit: DisplayUnit? = nil, box: PixelRect? = nil) {
        layout = peripheral.layout
        self.unit = unit
        self.box = box
    }
}
