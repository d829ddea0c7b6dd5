internal import ArgumentParser
internal import DeviceCodecs
internal import Foundation

/// Details that the frames of a vendor protocol do not contain.
struct DriverDetails: ParsableArguments {
    @Option(help: "With --driver: the device's model, if the layout depends on it.") var model: String?
    @Option(help: "With --driver: the frames' kind, such as record or index, if several are possible.")
    var kind: String?
    @Option(
        help: "With --driver: the key of encrypted adverts, 32 hexadecimal digits. Other users of this machine see it."
    )
    var key: String?
    @Option(
        name: [.long, .customLong("mac")],
        help: "With --driver: the device's address, for adverts that do not name it."
    ) var address: String?
    @Option(name: .customLong("protocol"), help: "With --driver: the protocol version that the device reported.")
    var version: Int?

    /// The limit of standard input in bytes; a night of an oximeter is a tenth of it.
    private static let longestInput = 1 << 20

    /// Decodes the words as frames of a driver; `-` is standard input, one frame per line.
    ///
    /// - Throws: `CodecError`, also for an invalid key or address; neither appears in the message.
    func frames(
        of driver: String,
        words: [String],
        environment: CommandEnvironment
    ) throws -> [DriverFrame] {
        let family = try DriverTable.family(named: driver)
        var options = DriverOptions()
        options.model = model
        options.kind = kind
        options.protocolVersion = version
        options.key = try secret(key, length: 16, name: "key")
        options.address = try secret(address, length: 6, name: "address")
        let lines = words == ["-"] ? try input(environment) : Self.frames(words)
        return try family.frames(lines.map { try CharacteristicDecoder.bytes(hex: $0) }, options: options)
    }

    /// Single bytes are one frame: a person left out the quotes around it.
    private static func frames(_ words: [String]) -> [String] {
        let areBytes = words.allSatisfy { word in
            let digits = word.lowercased().hasPrefix("0x") ? word.dropFirst(2) : word[...]
            return digits.count == 2
        }
        return areBytes && words.count > 1 ? [words.joined(separator: " ")] : words
    }

    private func secret(_ text: String?, length: Int, name: String) throws -> [UInt8]? {
        guard let text else { return nil }
        // Absent is nil: the decoder's own error would not name the wrong field.
        guard let bytes = try? CharacteristicDecoder.bytes(hex: text), bytes.count == length else {
            throw CodecError(.invalid, message: "the \(name) must have \(length) bytes in hexadecimal digits")
        }
        return bytes
    }

    private func input(_ environment: CommandEnvironment) throws -> [String] {
        let bytes = try environment.input(Self.longestInput)
        guard bytes.count <= Self.longestInput else {
            throw CodecError(.oversized, message: "standard input has more than \(Self.longestInput) bytes")
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
            .filter { !$0.allSatisfy(\.isWhitespace) }
    }
}

/// The listing of `vitalbus decode --drivers`.
enum DriverListing {
    /// Prints each family with its devices and its evidence.
    static func print(to environment: CommandEnvironment, json: Bool) {
        for family in DriverTable.families {
            guard !json else {
                environment.out(family.json)
                continue
            }
            environment.out("\(family.name): \(family.devices)")
            environment.out("  frames: \(family.evidence.summary)")
            for request in family.neverSends { environment.out("  never sent: \(request.summary)") }
        }
    }
}
