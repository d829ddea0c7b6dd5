internal import ArgumentParser
internal import DeviceCodecs
internal import Foundation
internal import MessageBus

/// The command `vitalbus decode`.
struct Decode: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Decode the bytes of a Bluetooth characteristic.",
        discussion: "Example: vitalbus decode 2A35 '1e 78 00 50 00 5d 00 ea 07 03 01 08 00 00 40 00 01 00 00' --json"
    )

    @Argument(help: "The characteristic: 2A35, a full UUID, or SFLOAT and FLOAT.") var characteristic: String
    @Argument(help: "The bytes in hexadecimal; spaces, colons and dashes between them are allowed.") var hex: String
    @Flag(help: "Print one line of JSON, errors too.") var json = false

    func run() throws {
        let environment = CommandEnvironment.current
        do {
            let decoded = try CharacteristicDecoder.decode(characteristic: characteristic, hex: hex)
            guard !json else { return environment.out(decoded.json) }
            environment.out("\(decoded.name) (\(decoded.identifier))")
            for field in decoded.fields { environment.out("  \(field.name): \(plain(field.value))") }
        } catch {
            guard json else { throw error }
            try environment.json(["error": ["code": error.code.rawValue, "message": error.message]])
            throw ExitCode(65)
        }
    }

    private func plain(_ value: DecodedValue) -> String {
        if case .text(let text) = value { text } else { value.json }
    }
}
