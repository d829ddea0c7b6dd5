internal import ArgumentParser
internal import DisplayLayouts
internal import DisplayPeripherals
internal import Foundation
internal import Pixels

/// The command `vitalbus photo`.
struct PhotoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo",
        abstract: "Read displays from photos or a camera with a hub's OCR worker.",
        discussion: "'vitalbus ocr' reads photos on this machine and stores nothing.",
        subcommands: [
            PhotoSend.self, PhotoWatch.self, PhotoPreview.self, PhotoPeripherals.self, PhotoOverlay.self,
        ]
    )
}

/// The command `vitalbus photo peripherals`.
struct PhotoPeripherals: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peripherals",
        abstract: "List the meters whose displays can be read, with the ID for --peripheral. It needs no hub."
    )

    @Option(help: ArgumentHelp("Only of this kind: \(OCRChoice.kinds).", valueName: "type")) var type: String?
    @Option(help: ArgumentHelp("A file with your own layouts.", valueName: "file")) var layouts: String?

    func validate() throws { _ = try OCRChoice.kind(type) }

    func run() throws {
        let kind = try OCRChoice.kind(type)
        for peripheral in try OCRChoice.catalogue(layouts).peripherals where kind == nil || peripheral.kind == kind {
            CommandEnvironment.current.out(Self.line(peripheral))
        }
    }

    /// A meter in one line: ID, name, kind, fields, selectable units with the default first, and for a model the
    /// quality of its display's layout.
    private static func line(_ peripheral: DisplayPeripheral) -> String {
        let fields = peripheral.layout.fields.map(\.key).joined(separator: ", ")
        let units = peripheral.units.map(\.name).joined(separator: " or ")
        return "\(peripheral.id) \(peripheral.name): \(peripheral.kind.rawValue), shows \(fields)"
            + (units.isEmpty ? "" : " in \(units)")
            + (peripheral.model == nil && peripheral.face == .kind ? "" : "; layout: \(peripheral.face.meaning)")
    }
}

/// The command `vitalbus photo overlay`.
struct PhotoOverlay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "overlay",
        abstract: "Draw the overlay of a camera's preview, which shows where to hold the meter's display.",
        discussion: """
            Prints where the display belongs, in the form of --box. It needs no hub.

            Example: vitalbus photo overlay 10530 --width 1280 --height 720 overlay.svg
            """
    )

    @Argument(help: "The meter's ID, or words of its name: 'vitalbus photo peripherals' lists them.") var peripheral:
        String
    @Argument(help: "The picture to write: its name ends in .svg or .png.") var file: String
    @Option(help: "The preview's width in pixels.") var width: Int
    @Option(help: "The preview's height in pixels.") var height: Int
    @Option(help: ArgumentHelp("A file with your own layouts.", valueName: "file")) var layouts: String?

    func validate() throws {
        let sides = 16...DisplayOverlay.longestSide
        guard sides.contains(width), sides.contains(height) else {
            throw ValidationError("--width and --height must be from \(sides.lowerBound) to \(sides.upperBound)")
        }
        guard file.hasSuffix(".svg") || file.hasSuffix(".png") else {
            throw ValidationError("'\(file)' ends neither in .svg nor in .png")
        }
    }

    func run() throws {
        let meter = try OCRChoice.peripheral(peripheral, layouts: layouts)
        let overlay = DisplayOverlay(meter)
        let picture =
            file.hasSuffix(".svg")
            ? Data(overlay.svg(width: width, height: height).utf8)
            : Data(overlay.png(width: width, height: height) ?? [])
        do {
            try picture.write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw CommandFailure.input("\(file) cannot be written: check that its folder exists and its permissions")
        }
        let frame = overlay.frame(width: width, height: height)
        if meter.model != nil, meter.face == .kind {
            CommandEnvironment.current.err(
                "the layout of \(meter.name)'s display is unknown: drawn as a general \(meter.kind.rawValue)"
            )
        }
        CommandEnvironment.current.out("--box \(frame.x),\(frame.y),\(frame.width),\(frame.height)")
    }
}
