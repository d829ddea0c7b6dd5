internal import ArgumentParser
internal import DisplayAccess
internal import ImageCleaning
internal import VitalRecords

/// The command `vitalbus ocr`.
struct OCRCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ocr",
        abstract: "Read meters' displays from photos.",
        discussion: """
            Prints one line of JSON for each image, with values, text and confidence. It says whether a person must \
            check the reading, or why nothing was read. It needs no hub. Boxes are in pixels of the upright photo. A \
            display may be rotated by any angle; a box with that angle helps.

            An accepted reading can be wrong. With n accepted and none wrong, up to 3/n of such readings may still be \
            wrong (with 95 % confidence): of 50 that is 6 %.

            A reading that a person must check has "accepted":false and one or more "reasons":
            \(reasons)

            Example: vitalbus ocr cuff.jpg --type bloodPressure --show found.png
            """
    )

    /// Each reason with advice.
    private static var reasons: String {
        ReadingDoubt.known.map { "  \($0): \($0.sentence)" }.joined(separator: "\n")
    }

    @Argument(help: ArgumentHelp("The photos: \(ImageFormat.names).", valueName: "image"))
    var images: [String]
    @OptionGroup var display: DisplayOptions
    @Option(help: ArgumentHelp("A file with your own layouts.", valueName: "file")) var layouts: String?
    @Option(help: ArgumentHelp("Draw what was found on the photo, and write it as PNG.", valueName: "file"))
    var show: String?
    @Flag(help: "Print only JSON, without the readable lines on standard error.")
    var json = false

    func validate() throws {
        guard show == nil || images.count == 1 else { throw ValidationError("--show accepts one image at a time") }
    }

    func run() throws {
        let environment = CommandEnvironment.current
        // Loaded first, because a program without these libraries passes the command to one that has them.
        let displays = try environment.displays()
        let unread = try displays.read(photos) { photo in
            try environment.json(photo.line)
            if !json { environment.err(photo.text) }
        }
        guard unread > 0 else { return }
        try InputFile.check(images)
        throw CommandFailure("noReading", message: "\(unread) of \(images.count) photos gave no reading", exitCode: 65)
    }

    private var photos: DisplayPhotos {
        get throws {
            let choice = try display.choice
            guard layouts == nil || choice.peripheral != nil else {
                throw ValidationError("--layouts needs --peripheral")
            }
            return DisplayPhotos(
                images: images,
                kind: choice.kind,
                peripheral: try choice.peripheral.map { try OCRChoice.peripheral($0, layouts: layouts) },
                box: choice.box,
                boxAngle: choice.boxAngle,
                unit: choice.unit,
                show: show
            )
        }
    }
}

/// The options that describe the display in a picture: its meter, its box and its unit.
struct DisplayOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The kind of meter: \(OCRChoice.kinds). Default: any.", valueName: "type"))
    var type: String?
    @Option(help: ArgumentHelp("An OCR peripheral (its ID, or words of its name) instead of a type.", valueName: "id"))
    var peripheral: String?
    @Option(
        help: ArgumentHelp(
            "The display, in pixels of the upright picture. The angle turns the box around its centre, in degrees clockwise.",
            valueName: "x,y,w,h[,angle]"
        )
    )
    var box: String?
    @Option(help: ArgumentHelp("The unit that the meter is set to, such as mmol/L, C or lb.", valueName: "unit"))
    var unit: String?

    func validate() throws { _ = try choice }

    /// The request in the options.
    ///
    /// - Throws: `ValidationError` for unknown words.
    var choice: OCRChoice {
        get throws { try OCRChoice(type: type, peripheral: peripheral, box: box, unit: unit) }
    }
}
