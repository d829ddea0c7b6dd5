internal import ArgumentParser
internal import BusContract
internal import DisplayLayouts
internal import DisplayPeripherals
internal import Pixels

/// The request in the arguments of `vitalbus ocr`.
struct OCRChoice: Sendable {
    /// The words for kinds of meters.
    static let kinds = DisplayKind.allCases.map(\.rawValue).joined(separator: ", ")

    /// The kind of meter.
    let kind: DisplayKind
    /// The meter by its ID or words of its name.
    let peripheral: String?
    /// The display's position, before its rotation.
    let box: PixelRect?
    /// The clockwise rotation of the box around its centre in degrees, -360…360; 0 for an upright one.
    let boxAngle: Double
    /// The unit to which the meter is set.
    let unit: DisplayUnit?

    /// Checks the arguments.
    ///
    /// - Throws: `ValidationError` for unknown words.
    init(type: String?, peripheral: String?, box: String?, unit: String?) throws {
        guard type == nil || peripheral == nil else { throw ValidationError("give --type or --peripheral, not both") }
        kind = try Self.kind(type) ?? .any
        self.peripheral = peripheral
        (self.box, boxAngle) = try box.map(Self.rect) ?? (nil, 0)
        self.unit = try unit.map { word in
            guard let unit = DisplayUnit.named(word) else {
                let known = DisplayUnit.known.map(\.name).joined(separator: ", ")
                throw ValidationError("--unit '\(word)' is not one of \(known)")
            }
            return unit
        }
    }

    /// The kind of meter by its name; nil without one.
    ///
    /// - Throws: `ValidationError` for an unknown word.
    static func kind(_ type: String?) throws -> DisplayKind? {
        guard let type else { return nil }
        guard let kind = DisplayKind(word: type) else {
            throw ValidationError("--type '\(type)' is not one of \(kinds)")
        }
        return kind
    }

    /// A box with its angle in degrees.
    private static func rect(_ text: String) throws -> (PixelRect?, Double) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.prefix(4).compactMap { Int32($0).map(Int.init) }
        let angle = parts.count < 5 ? 0 : Double(parts[4])
        guard (4...5).contains(parts.count), numbers.count == 4, let angle else {
            throw ValidationError(
                "--box '\(text)' is not X,Y,W,H or X,Y,W,H,ANGLE: write four whole numbers, such as 40,60,320,240. For a rotated display add degrees clockwise, such as 40,60,320,240,-35"
            )
        }
        guard abs(angle) <= 360 else {
            throw ValidationError("--box '\(text)' is rotated too far: use an angle from -360 to 360 degrees")
        }
        guard numbers[2] > 0, numbers[3] > 0 else {
            throw ValidationError("--box '\(text)' is empty: its width and height must be at least 1")
        }
        return (PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]), angle)
    }

    /// The wish to send to a worker; the worker checks a number, because it may know more displays.
    ///
    /// - Throws: ``CommandFailure`` for an unknown meter.
    var wish: DisplayWish {
        get throws {
            DisplayWish(
                peripheralID: try peripheral.map { try Int($0) ?? Self.peripheral($0, layouts: nil).id },
                type: peripheral == nil ? .init(rawValue: kind.rawValue) : nil,
                unit: unit?.name,
                box: box.map { PictureArea(x: $0.x, y: $0.y, width: $0.width, height: $0.height) },
                boxAngle: boxAngle == 0 ? nil : boxAngle
            )
        }
    }

    /// A meter of the catalogue, by its ID or words of its name.
    ///
    /// - Throws: ``CommandFailure`` for a missing or invalid file, and if no meter or several match.
    static func peripheral(_ text: String, layouts: String?) throws -> DisplayPeripheral {
        let catalogue = try catalogue(layouts)
        let names = KnownNames(
            kind: "OCR peripheral",
            things: catalogue.peripherals.map { KnownNames.Thing(id: "\($0.id)", names: [$0.name]) },
            takesPrefixes: false,
            wayOut: "'vitalbus photo peripherals' lists them"
        )
        guard let known = Int(try names.pick(text)).flatMap({ catalogue.peripheral(id: $0) }) else {
            throw CommandFailure.input("an OCR peripheral is a number")
        }
        return known
    }

    /// The catalogue with an operator's own meters.
    ///
    /// - Throws: ``CommandFailure`` for a missing (66) or invalid file (78).
    static func catalogue(_ layouts: String?) throws -> DisplayCatalogue {
        guard let layouts else { return .standard }
        try InputFile.check(layouts)
        do {
            return try DisplayCatalogue.standard.adding(LayoutFile.read(layouts).peripherals)
        } catch {
            throw CommandFailure("configuration", message: error.message, exitCode: 78)
        }
    }
}
