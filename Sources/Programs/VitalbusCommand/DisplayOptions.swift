internal import ArgumentParser

/// Which display a picture shows, where, and in which unit.
struct DisplayOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The kind of meter: \(OCRChoice.kinds). 'any' when not given.", valueName: "type"))
    var type: String?
    @Option(help: ArgumentHelp("An OCR peripheral by ID or words of its name, instead of a type.", valueName: "id"))
    var peripheral: String?
    @Option(help: ArgumentHelp("Where the display is, in pixels of the upright picture.", valueName: "x,y,w,h"))
    var box: String?
    @Option(help: ArgumentHelp("The unit that the meter is set to, such as mmol/L, C or lb.", valueName: "unit"))
    var unit: String?

    func validate() throws { _ = try choice }

    /// What is asked for.
    ///
    /// - Throws: `ValidationError` for words that mean nothing.
    var choice: OCRChoice {
        get throws { try OCRChoice(type: type, peripheral: peripheral, box: box, unit: unit) }
    }
}
