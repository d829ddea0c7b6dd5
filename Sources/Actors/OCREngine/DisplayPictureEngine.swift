internal import ActorRuntime
package import BusContract
internal import DisplayLayouts
package import DisplayPeripherals
internal import DisplayReading
internal import FoundationEssentials
internal import Leptonica
internal import MessageBus
package import OCRTools
internal import PhotoReading
internal import Pixels
internal import ZBar

/// The OCR worker's engine: it reads displays with the built-in networks.
package struct DisplayPictureEngine: PictureEngine {
    /// The largest PNG of an overlay that fits into a message, in bytes.
    private static let largestPNG = 40_000
    /// The largest picture converted to a JPEG, in pixels; with 24 million, the process would exhaust its 256 MB.
    private static let mostConverted = 16_000_000

    let engine: DisplayEngine
    let catalogue: DisplayCatalogue

    /// Creates an engine.
    ///
    /// - Throws: An error if the built-in weights are damaged.
    package init(catalogue: DisplayCatalogue) throws {
        engine = try DisplayEngine(within: .usual)
        self.catalogue = catalogue
    }

    /// The peripherals of the catalogue.
    package var peripherals: [OCRPeripherals.Entry] {
        catalogue.peripherals.map { peripheral in
            OCRPeripherals.Entry(
                peripheralID: peripheral.id,
                type: peripheral.kind.rawValue,
                manufacturer: peripheral.manufacturer ?? "",
                model: peripheral.model ?? peripheral.name,
                imageURL: peripheral.imageURL,
                units: peripheral.units.map(\.name),
                fields: peripheral.layout.fields.map(\.key),
                layout: .init(rawValue: peripheral.face.word)
            )
        }
    }

    /// Draws the overlay for a preview.
    package func overlay(_ request: OverlayRequest) throws(UnreadablePicture) -> Overlay {
        let peripheral = try peripheral(request.peripheralID)
        let overlay = DisplayOverlay(peripheral)
        let png = overlay.png(width: request.width, height: request.height)
        return Overlay(
            peripheralID: peripheral.id,
            frame: PictureArea(overlay.frame(width: request.width, height: request.height)),
            svg: overlay.svg(width: request.width, height: request.height),
            png: png.flatMap { $0.count <= Self.largestPNG ? Data($0).base64EncodedString() : nil }
        )
    }

    /// Checks whether a wish can be fulfilled.
    package func check(_ wish: DisplayWish) throws(UnreadablePicture) { _ = try target(wish) }

    /// Reads the display of a picture.
    package func read(_ picture: [UInt8], wish: DisplayWish) throws(UnreadablePicture) -> SeenDisplay {
        let target = try target(wish)
        let opened = try Self.open(picture, isWhole: wish.box == nil)
        let seen = engine.recognise(opened, request: target.request)
        return target.seen(seen, crop: Self.crop(of: seen, in: opened))
    }

    /// Converts a picture in a format that records do not accept to a JPEG.
    package func jpeg(of picture: [UInt8]) throws(UnreadablePicture) -> [UInt8] {
        var limits = ImageLimits()
        limits.mostPixelsAtOnce = Self.mostConverted
        do {
            return try ImageFile.carriedJPEG(bytes: picture, limits: limits, name: "the picture")
        } catch {
            throw UnreadablePicture(error.code.rawValue, message: error.message)
        }
    }

    /// Finds the QR codes and bar codes in a picture.
    package func codes(in picture: [UInt8]) throws(UnreadablePicture) -> [ScannedCodes.Code] {
        let opened = try Self.open(picture, isWhole: false)
        return BarCodes.find(in: opened.color.gray).compactMap { code in
            code.text.map { ScannedCodes.Code(kind: code.symbology.rawValue, text: String($0.prefix(1_024))) }
        }
    }

    /// Starts a reading across several frames.
    package func vote(_ wish: DisplayWish, cutsFrames: Bool) throws(UnreadablePicture) -> any DisplayVote {
        PictureVote(engine: engine, target: try target(wish), cutsFrames: cutsFrames)
    }

    private func peripheral(_ id: Int) throws(UnreadablePicture) -> DisplayPeripheral {
        guard let peripheral = catalogue.peripheral(id: id) else {
            throw UnreadablePicture("unknownPeripheral", message: "unknown display \(id): see ocrPeripherals")
        }
        return peripheral
    }

    /// Resolves a wish to a target.
    private func target(_ wish: DisplayWish) throws(UnreadablePicture) -> ReadingTarget {
        let peripheral: DisplayPeripheral?
        if let id = wish.peripheralID {
            peripheral = try self.peripheral(id)
        } else {
            let word = wish.type?.rawValue ?? DisplayKind.any.rawValue
            guard let kind = DisplayKind(word: word) else {
                let known = DisplayKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw UnreadablePicture(
                    "unknownType",
                    message: "'\(word.prefix(64))' is not a type of display: use \(known)"
                )
            }
            peripheral = catalogue.generic(kind)
        }
        guard let peripheral else {
            throw UnreadablePicture("unknownType", message: "no display of this type is known")
        }
        var unit: DisplayUnit?
        if let word = wish.unit {
            unit = DisplayUnit.named(word)
            guard let unit, peripheral.layout.fields.contains(where: { $0.units.contains(unit) }) else {
                throw UnreadablePicture("unknownUnit", message: "the display has no unit '\(word.prefix(32))'")
            }
        }
        let box = wish.box.map { PixelRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
        return ReadingTarget(peripheral: peripheral, unit: unit, box: box, boxAngle: try angle(of: wish))
    }

    /// The rotation of a wish's box, in radians.
    private func angle(of wish: DisplayWish) throws(UnreadablePicture) -> Double {
        guard let degrees = wish.boxAngle else { return 0 }
        guard abs(degrees) <= 360, wish.box != nil else {
            throw UnreadablePicture(
                "invalidBox",
                message: "boxAngle must be from -360 to 360 degrees, and needs a box"
            )
        }
        return Angle.radians(degrees)
    }
}

extension PictureArea {
    /// Wraps a rectangle.
    init(_ rect: PixelRect) {
        self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    }
}

extension DisplayPictureEngine {
    /// The longest side in pixels and the JPEG quality of a crop stored with a reading.
    private static let kept = (side: 1_280, quality: 85)
    /// The same for each frame's crop, which must be cheap, because people only look at it while they hold the meter.
    private static let shown = (side: 512, quality: 75)

    /// Decodes a picture.
    ///
    /// - Throws: ``UnreadablePicture`` if it is undecodable or too large.
    static func open(_ bytes: [UInt8], isWhole: Bool) throws(UnreadablePicture) -> OpenedPicture {
        do {
            return try OpenedPicture.open(bytes: bytes, isWhole: isWhole, name: "the picture")
        } catch {
            throw UnreadablePicture(error.code.rawValue, message: error.message)
        }
    }

    /// Crops the display as JPEG with a margin of a tenth; empty without a reading.
    static func crop(of seen: RecognisedPicture, in opened: OpenedPicture) -> [UInt8] {
        seen.refusal == nil ? cut(seen, opened: opened, form: kept) : []
    }

    /// Crops a frame's display as a small JPEG, readable or not; empty if none was found.
    static func crop(of seen: RecognisedPicture, inFrame opened: OpenedPicture) -> [UInt8] {
        cut(seen, opened: opened, form: shown)
    }

    private static func cut(
        _ seen: RecognisedPicture,
        opened: OpenedPicture,
        form: (side: Int, quality: Int)
    ) -> [UInt8] {
        guard let display = seen.display else { return [] }
        let bounds = display.scaled(by: 1 / Double(opened.scale)).bounds
        let margin = max(bounds.width, bounds.height) / 10
        let part = PixelRect(
            x: bounds.x - margin,
            y: bounds.y - margin,
            width: bounds.width + 2 * margin,
            height: bounds.height + 2 * margin
        )
        .clamped(width: opened.color.width, height: opened.color.height)
        guard part.width > 1, part.height > 1 else { return [] }
        var cut = opened.color.cropped(part)
        let longest = max(cut.width, cut.height)
        if longest > form.side {
            cut = cut.resized(
                width: max(1, cut.width * form.side / longest),
                height: max(1, cut.height * form.side / longest)
            )
        }
        // Absent is nil: a reading without its picture is still a reading.
        return (try? ImageFile.jpeg(cut, quality: form.quality)) ?? []
    }
}

extension PictureTools {
    /// Makes the tools from the configuration: the built-in networks and displays, and the configured additional
    /// displays.
    package static let displays = Maker { files in
        var catalogue = DisplayCatalogue.standard
        for path in files {
            do {
                catalogue = try catalogue.adding(try LayoutFile.read(path).peripherals)
            } catch {
                throw RuntimeError(.configuration, message: "displays: '\(path)': \(error.plainWords)")
            }
        }
        do {
            return PictureTools(engine: try DisplayPictureEngine(catalogue: catalogue), feeds: DisplayFeeds())
        } catch {
            throw RuntimeError(
                .configuration,
                message: "the program's neural networks are damaged: build it again (\(error.plainWords))"
            )
        }
    }
}
