internal import DeviceCodecs
internal import Foundation
internal import VitalRecords

extension WireTarget {
    /// The makers' protocols, each from the frames of its tests, and the decoders of adverts.
    ///
    /// - Parameter file: The tests' frames, as JSON.
    /// - Throws: What reading the file throws.
    package static func families(_ file: String) throws -> [WireTarget] {
        let rows = try JSONDecoder().decode([FamilyReceiver.Row].self, from: Data(contentsOf: URL(filePath: file)))
        let families = DriverTable.families.map { family in
            let seeds = rows.filter { $0.driver == family.name }.map(\.seed)
            return WireTarget(family.name, seeds: seeds, isJSON: false) { try FamilyReceiver.take($0, family) }
        }
        let adverts = AdvertTable.decoders.map { decoder in
            let family = DriverTable.family(of: decoder.speaks)?.name
            let seeds = rows.filter { $0.driver == family }.map(\.seed)
            return WireTarget("advert of \(decoder.speaks)", seeds: seeds, isJSON: false) {
                try FamilyReceiver.take($0, decoder)
            }
        }
        return families + adverts
    }
}

/// What is done with the frames of makers' protocols.
enum FamilyReceiver {
    /// A case of the tests.
    struct Row: Decodable {
        /// The family's name.
        let driver: String
        /// The model; layouts depend on it.
        let model: String?
        /// Hexadecimal digits of each frame.
        let frames: [String]

        /// The model's place, the length of the first frame where a second one follows, and the bytes of both.
        var seed: [UInt8] {
            // Absent is nil: the tests hold that all of them are digits.
            let frames = frames.compactMap { try? CharacteristicDecoder.bytes(hex: $0) }
            let place = FamilyReceiver.models.firstIndex { $0 != nil && $0 == model } ?? 0
            let split = frames.count > 1 ? UInt8(truncatingIfNeeded: frames[0].count) : 0
            return [UInt8(place), split] + frames.prefix(2).joined()
        }
    }

    /// Models whose layouts differ.
    static let models: [String?] = [
        nil, "HEM-7322T", "HEM-7155T", "HEM-6232T", "6401T", "9601T", "HBF-702T", "HBF-227T", "TD-1107", "BP2", "ESL1",
    ]

    private static let kinds: [String?] = [nil, "index", "record", "clock", "advert", "scale", "playback"]

    /// Decodes one frame or two, for a model and a kind, with a key.
    static func take(_ bytes: [UInt8], _ family: DriverFamily) throws {
        guard bytes.count > 2 else { return }
        let rest = bytes.dropFirst(2)
        let split = min(Int(bytes[1]), rest.count)
        let frames = split == 0 ? [Array(rest)] : [Array(rest.prefix(split)), Array(rest.dropFirst(split))]
        _ = family.neverSends(frames[0])
        for frame in try family.frames(frames.filter { !$0.isEmpty }, options: options(bytes)) {
            _ = frame.json
            PossibleValues.check(frame.fields, of: family.name, bytes: bytes)
        }
    }

    /// Decodes an advert's frame.
    static func take(_ bytes: [UInt8], _ decoder: AdvertDecoder) throws {
        guard bytes.count > 2 else { return }
        let finding = try decoder.finding(Array(bytes.dropFirst(2)), options: options(bytes))
        guard case .result(let measurement, _) = finding else { return }
        // An advert is a reading at once, so its values must be possible.
        precondition(
            measurement.measurements.allSatisfy { !$0.isImplausible || $0.metric == .bodyImpedance },
            "an advert of \(decoder.speaks) shows \(measurement.measurements)"
        )
        _ = measurement.joined(withPart: measurement)
    }

    private static func options(_ bytes: [UInt8]) -> DriverOptions {
        var options = DriverOptions()
        options.model = models[Int(bytes[0]) % models.count]
        options.kind = bytes[0] < 0x80 ? nil : kinds[Int(bytes[0]) % kinds.count]
        options.key = (0..<16).map { 0x10 + $0 }
        options.address = [0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6]
        options.protocolVersion = Int(bytes[1]) % 20
        return options
    }
}
