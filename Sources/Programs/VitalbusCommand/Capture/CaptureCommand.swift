internal import ArgumentParser
internal import DeviceCaptures
internal import DeviceCodecs
internal import Foundation

/// The command `vitalbus capture`.
struct CaptureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Record what an unknown device sends, for a new driver.",
        discussion: """
            Without DEVICE: lists the devices in range. With its name or address: records its advertisements, connects, reads \
            what is readable and subscribes to what notifies. Nothing is written to the device, except by --script with \
            --allow. Addresses, serial numbers and serial digits of names are replaced in the file.

            docs/how-to/new-driver.md leads from a capture to a driver.
            """,
        subcommands: [CaptureRecord.self, CaptureCheckFile.self, CaptureTestFile.self],
        defaultSubcommand: CaptureRecord.self
    )
}

/// A capture's file on the command line.
struct CaptureInput: ParsableArguments {
    @Argument(help: "A file of 'vitalbus capture', or '-' for standard input.") var file: String
    @Option(help: ArgumentHelp("What the display showed, instead of the file's words.", valueName: "text"))
    var shown: String?

    /// Reads the file.
    ///
    /// - Throws: `CodecError`, ``CommandFailure``, or an error of Foundation.
    func read(_ environment: CommandEnvironment) throws -> Capture {
        guard file != "-" else { return try CaptureFile.decode(try environment.input(CaptureFile.longest)) }
        try InputFile.check(file)
        let handle = try FileHandle(forReadingFrom: URL(filePath: file))
        defer { try? handle.close() }
        return try CaptureFile.decode(try CommandEnvironment.wholeInput(handle, limit: CaptureFile.longest))
    }
}

/// The command `vitalbus capture check`.
struct CaptureCheckFile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Show what the known decoders make of a capture.",
        discussion: """
            Tries the catalogue of models, the protocols of advertisements, the standard characteristics and every \
            manufacturer's protocol. A decoder that finds the display's values is probably the right one.
            """
    )

    @OptionGroup var input: CaptureInput
    @Flag(help: "Print the findings as one line of JSON.") var json = false

    func run() throws {
        let environment = CommandEnvironment.current
        let capture = try input.read(environment)
        let report = CaptureReport(capture, check: CaptureCheck(capture, shown: input.shown), shown: input.shown)
        guard !json else { return try environment.json(report) }
        for line in report.lines { environment.out(line) }
    }
}

/// The command `vitalbus capture test`.
struct CaptureTestFile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Make rows for a decoder's tests from a capture.",
        discussion: """
            Prints a JSON list in the form of Tests/Radio/DeviceCodecsTests/Fixtures/drivers.json. With a known driver, \
            its answers are expected, and the display must confirm them. With the name of a new driver, the display's \
            values are expected.
            """
    )

    @OptionGroup var input: CaptureInput
    @Option(help: "The driver's name; by default the known one that finds the display's values.") var driver: String?
    @Option(help: ArgumentHelp("How the rows' ids begin.", valueName: "name")) var id = "capture"
    @Option(help: ArgumentHelp("Write a new file instead of standard output.", valueName: "file")) var out: String?

    func run() throws {
        let environment = CommandEnvironment.current
        let capture = try input.read(environment)
        let rows = try CaptureFixture.rows(of: capture, driver: driver, shown: input.shown, name: id)
        let text = CaptureFixture.text(rows)
        guard let out else { return environment.out(text) }
        try CaptureOutput(path: out).create(Array("\(text)\n".utf8))
        environment.err("\(out) has \(rows.count) rows; compare them with the display before you use them")
    }
}
