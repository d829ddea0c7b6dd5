package import DeviceCodecs
internal import VitalRecords

/// What a protocol of adverts finds in a capture.
package struct BroadcastFinding: Hashable, Sendable {
    /// The protocol.
    package let speaks: ProtocolName
    /// The place of its frames.
    package let source: String
    /// The number of different frames.
    package let frames: Int
    /// The settled measurements, as `weight 72.4 kg`.
    package let results: [String]
    /// Why the first unreadable frame is not read; nil if all are.
    package let error: String?

    static func all(of sources: [FrameSource]) -> [BroadcastFinding] {
        AdvertTable.decoders.flatMap { decoder in
            sources.compactMap { source in
                guard let place = source.place, decoder.places.contains(place) else { return nil }
                return BroadcastFinding(decoder, source: source)
            }
        }
    }

    private init(_ decoder: AdvertDecoder, source: FrameSource) {
        var results: [String] = []
        var failure: String?
        for frame in source.frames {
            do throws(CodecError) {
                guard case .result(let found, _) = try decoder.finding(frame) else { continue }
                results += found.measurements.map { "\($0.metric) \($0.value) \($0.unit)" }
            } catch {
                failure = failure ?? error.message
            }
        }
        speaks = decoder.speaks
        self.source = source.label
        frames = source.frames.count
        self.results = results
        error = failure
    }
}

/// What the codec of a standard characteristic makes of its values.
package struct CharacteristicFinding: Hashable, Sendable {
    /// The characteristic.
    package let uuid: BluetoothUUID
    /// Its name.
    package let name: String
    /// The number of different values.
    package let frames: Int
    /// How many of them are decoded.
    package let decoded: Int
    /// The last decoded value as JSON; nil without one.
    package let example: String?
    /// Why the first unreadable value is not read; nil if all are.
    package let error: String?

    static func all(of sources: [FrameSource]) -> [CharacteristicFinding] {
        sources.compactMap { source in
            guard let uuid = source.characteristic, let number = uuid.assigned else { return nil }
            // Absent is nil: a characteristic without a codec is for the families.
            guard let codec = try? CharacteristicTable.codec(for: number) else { return nil }
            return CharacteristicFinding(uuid, codec: codec, frames: source.frames)
        }
    }

    private init(_ uuid: BluetoothUUID, codec: CharacteristicCodec, frames: [[UInt8]]) {
        var (decoded, example, failure) = (0, String?.none, String?.none)
        for frame in frames {
            do throws(CodecError) {
                example = try CharacteristicDecoder.decode(characteristic: codec.identifier, bytes: frame).json
                decoded += 1
            } catch {
                failure = failure ?? error.message
            }
        }
        self.uuid = uuid
        name = codec.name
        self.frames = frames.count
        (self.decoded, self.example, error) = (decoded, example, failure)
    }
}

/// What a family of makers' protocols makes of the frames of one place.
package struct FamilyFinding: Hashable, Sendable {
    /// A decoded frame, or all frames of the place where only their whole can be decoded.
    package struct Decoded: Hashable, Sendable {
        /// The frames.
        package let frames: [[UInt8]]
        /// What they say.
        package let content: DriverFrame
        /// How many numbers of the display are in it.
        package let agreement: Int
    }

    /// The family's name.
    package let family: String
    /// The place of the frames.
    package let source: String
    /// The number of different frames.
    package let frames: Int
    /// What is decoded, in the order of arrival.
    package let decoded: [Decoded]

    /// How many numbers of the display the best frame has.
    package var agreement: Int { decoded.map(\.agreement).max() ?? 0 }

    /// The findings of all families that decode anything; the best agreement first, then the largest share.
    static func all(of sources: [FrameSource], model: String?, shown: [DecimalNumber]) -> [FamilyFinding] {
        let found = DriverTable.families.flatMap { family in
            sources.compactMap { FamilyFinding(family, source: $0, model: model, shown: shown) }
        }
        return found.sorted { ($1.agreement, $1.share) < ($0.agreement, $0.share) }
    }

    /// One family's finding in one place; nil if it decodes nothing there.
    init?(_ family: DriverFamily, source: FrameSource, model: String?, shown: [DecimalNumber]) {
        var options = DriverOptions()
        options.model = model
        func decoded(_ frames: [[UInt8]]) -> Decoded? {
            // Absent is nil: what a family cannot decode is no finding of it.
            guard let content = try? family.frames(frames, options: options).last else { return nil }
            let numbers = content.numbers
            return Decoded(frames: frames, content: content, agreement: shown.count { numbers.contains($0) })
        }
        var all = source.frames.compactMap { decoded([$0]) }
        if all.isEmpty, source.frames.count > 1, let whole = decoded(source.frames) { all = [whole] }
        guard !all.isEmpty else { return nil }
        self.family = family.name
        self.source = source.label
        frames = source.frames.count
        self.decoded = all
    }

    /// The decoded part of the frames, in thousandths.
    private var share: Int { frames == 0 ? 0 : decoded.reduce(0) { $0 + $1.frames.count } * 1_000 / frames }
}

extension DriverFrame {
    /// Every number in it.
    var numbers: Set<DecimalNumber> {
        var found: Set<DecimalNumber> = []
        func collect(_ value: DecodedValue) {
            switch value {
            case .number(let number): found.insert(number)
            case .list(let values): values.forEach(collect)
            case .object(let fields): fields.map(\.value).forEach(collect)
            case .text, .bool, .null: break
            }
        }
        fields.map(\.value).forEach(collect)
        return found
    }
}
