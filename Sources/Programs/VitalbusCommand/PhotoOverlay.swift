internal import ArgumentParser
internal import DisplayLayouts
internal import DisplayPeripherals
internal import Foundation
internal import Pixels

/// The command `vitalbus photo overlay`.
struct PhotoOverlay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "overlay",
        abstract: "Draw what lies over a camera's preview, so that a meter's display is held where it is looked for.",
        discussion: """
            Prints where the display belongs, as the --box of the other commands. No hub is needed.

            Example: vitalbus photo overlay 10530 --width 1280 --height 720 overlay.svg
            """
    )

    @Argument(help: "The meter's ID, or words of its name: 'vitalbus photo peripherals' lists them.") var peripheral:
        String
    @Argument(help: "The picture to write: its name ends in .svg or .png.") var file: String
    @Option(help: "The preview's width in pixels.") var width: Int
    @Option(help: "The preview's height in pixels.") var height: Int
    @Option(help: ArgumentHelp("A file with layouts of your own.", valueName: "file")) var layouts: String?

    func validate() throws {
        let sides = 16...Overlay.longestSide
        guard sides.contains(width), sides.contains(height) else {
            throw ValidationError("--width and --height are from \(sides.lowerBound) to \(sides.upperBound)")
        }
        guard file.hasSuffix(".svg") || file.hasSuffix(".png") else {
            throw ValidationError("'\(file)' ends neither in .svg nor in .png")
        }
    }

    func run() throws {
        let meter = try OCRChoice.peripheral(peripheral, layouts)
        let overlay = Overlay(meter)
        let picture =
            file.hasSuffix(".svg")
            ? Data(overlay.svg(width: width, height: height).utf8)
            : Data(overlay.png(width: width, height: height) ?? [])
        do {
            try picture.write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw CommandFailure.input("\(file) cannot be written: check that its folder exists and its rights")
        }
        let frame = overlay.frame(width: width, height: height)
        if meter.model != nil, meter.face == .kind {
            CommandEnvironment.current.err(
                "how \(meter.name)'s display looks is not known: drawn as any \(meter.kind.rawValue)"
            )
        }
        CommandEnvironment.current.out("--box \(frame.x),\(frame.y),\(frame.width),\(frame.height)")
    }
}
