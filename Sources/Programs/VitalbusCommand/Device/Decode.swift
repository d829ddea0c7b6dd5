internal import ArgumentParser
internal import DeviceCodecs
internal import Foundation
internal import MessageBus

/// The command `vitalbus decode`.
struct Decode: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Decode the bytes of a Bluetooth characteristic, or frames of a manufacturer's protocol.",
        discussion: """
            A characteristic: vitalbus decode 2A35 '1e 78 00 50 00 5d 00 ea 07 03 01 08 00 00 40 00 01 00 00' --json.
            A manufacturer's frame: vitalbus decode --driver omron 50453f19ae61c91a80200200817e.

            Give several frames in the order of their arrival; '-' reads them from standard input, one a line. No \
            driver was tried on a real device: 'vitalbus decode --drivers' shows what the tests cover.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A characteristic (2A35, a full UUID, SFLOAT or FLOAT) and its bytes; with --driver the frames.",
            discussion: "Write bytes in hexadecimal, with optional spaces, colons or dashes between them.",
            valueName: "words"
        )
    ) var words: [String] = []
    @Option(help: "The manufacturer's protocol of the frames.") var driver: String?
    @OptionGroup var details: DriverDetails
    @Flag(help: "List the manufacturers' protocols and the frames that their tests cover.") var drivers = false
    @Flag(help: "Print one line of JSON for each frame, including errors.") var json = false

    func validate() throws {
        guard !drivers, driver == nil else {
            guard drivers || !words.isEmpty else { throw ValidationError("Give the frames in hexadecimal, or '-'.") }
            return
        }
        guard words.count == 2 else { throw ValidationError("Give a characteristic and its bytes in hexadecimal.") }
    }

    func run() throws {
        let environment = CommandEnvironment.current
        guard !drivers else { return DriverListing.print(to: environment, json: json) }
        do {
            if let driver {
                for frame in try details.frames(of: driver, words: words, environment: environment) {
                    show(frame.kind, fields: frame.fields, json: frame.json)
                }
            } else {
                let decoded = try CharacteristicDecoder.decode(characteristic: words[0], hex: words[1])
                show("\(decoded.name) (\(decoded.identifier))", fields: decoded.fields, json: decoded.json)
            }
        } catch let error as CodecError {
            guard json else { throw error }
            try environment.json(["error": ["code": error.code.rawValue, "message": error.message]])
            throw ExitCode(65)
        }
    }

    private func show(_ title: String, fields: [DecodedField], json line: String) {
        let environment = CommandEnvironment.current
        guard !json else { return environment.out(line) }
        environment.out(title)
        for field in fields { environment.out("  \(field.name): \(plain(field.value))") }
    }

    private func plain(_ value: DecodedValue) -> String {
        if case .text(let text) = value { text } else { value.json }
    }
}
