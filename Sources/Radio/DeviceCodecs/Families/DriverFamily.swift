/// The content of a proprietary frame.
public struct DriverFrame: Hashable, Sendable {
    /// The kind of frame, as the family names it.
    public let kind: String
    /// Its values; a value that the device marks as invalid is null, never 0.
    public let fields: [DecodedField]

    init(_ kind: String, fields: [DecodedField]) {
        self.kind = kind
        self.fields = fields
    }

    /// The frame as a JSON object on one line: its kind, then its values.
    public var json: String { DecodedValue.object([.text("kind", value: kind)] + fields).json }
}

/// Information that a frame alone does not contain.
public struct DriverOptions: Hashable, Sendable {
    /// The model, as its manufacturer writes it; layouts within a family depend on it.
    public var model: String?
    /// The kind of the frames, if more than one fits.
    public var kind: String?
    /// The key of encrypted adverts, 16 bytes; a secret that never appears in output or errors.
    public var key: [UInt8]?
    /// The device's address: 6 bytes, as printed.
    public var address: [UInt8]?
    /// The protocol's version, if the device has reported it before.
    public var protocolVersion: Int?

    /// Makes options that say nothing.
    public init() {}

    /// Whether the model's name contains one of the words.
    func isModel(_ words: String...) -> Bool {
        guard let model = model?.uppercased() else { return false }
        return words.contains { model.contains($0) }
    }

    /// The key and, if needed, the address.
    func unlocked() throws(CodecError) -> [UInt8] {
        guard let key else {
            throw CodecError(.invalid, message: "the advert is encrypted: give the device's key (16 bytes)")
        }
        guard key.count == 16 else {
            throw CodecError(.invalid, message: "a key must have 16 bytes, but this one has \(key.count)")
        }
        return key
    }

    func knownAddress() throws(CodecError) -> [UInt8] {
        guard let address else {
            throw CodecError(.invalid, message: "the advert does not name its device: give the device's address")
        }
        guard address.count == 6 else { throw CodecError(.invalid, message: "an address must have 6 bytes") }
        return address
    }
}

/// The evidence for a family's codec: the number of test frames by their origin.
public struct DriverEvidence: Hashable, Sendable {
    /// Frames that came from a device.
    public let captured: Int
    /// Frames of another project's published tests.
    public let published: Int
    /// Frames that are constants or examples in another program.
    public let constant: Int
    /// Frames computed from the rule: they prove the decoder, not the rule.
    public let computed: Int

    /// One line for people.
    public var summary: String {
        let parts = [
            (captured, "captured"), (published, "of published tests"), (constant, "of other programs"),
            (computed, "computed"),
        ]
        return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}

/// Proprietary protocols that share their frames: a row of ``DriverTable``.
public struct DriverFamily: Sendable {
    /// The name, as `vitalbus decode --driver` takes it.
    public let name: String
    /// The devices, for people.
    public let devices: String
    /// Other names: single protocols of the family.
    public let aliases: [String]
    /// The evidence from the family's tests; none was tried on a device.
    public let evidence: DriverEvidence
    /// The first bytes of requests that the family's drivers must never send, with their effects.
    public let neverSends: [NeverSent]
    /// Decodes frames in the order received; several may form one measurement.
    let decode: @Sendable (_ frames: [[UInt8]], _ options: DriverOptions) throws(CodecError) -> [DriverFrame]

    init(
        _ name: String,
        devices: String,
        aliases: [String] = [],
        evidence: DriverEvidence,
        neverSends: [NeverSent] = [],
        decode: @escaping @Sendable ([[UInt8]], DriverOptions) throws(CodecError) -> [DriverFrame]
    ) {
        self.name = name
        self.devices = devices
        self.aliases = aliases
        self.evidence = evidence
        self.neverSends = neverSends
        self.decode = decode
    }

    /// Decodes frames.
    ///
    /// - Throws: ``CodecError``: `empty` without a frame, `truncated`, `invalid`; no input traps.
    public func frames(_ frames: [[UInt8]], options: DriverOptions = DriverOptions()) throws(CodecError)
        -> [DriverFrame]
    {
        guard !frames.isEmpty, frames.allSatisfy({ !$0.isEmpty }) else {
            throw CodecError(.empty, message: "the frame has no bytes")
        }
        let decoded = try decode(frames, options)
        guard decoded.count == frames.count else { return decoded }
        return zip(decoded, frames).map { decoded, frame in
            neverSends(frame)
                ? DriverFrame(decoded.kind, fields: decoded.fields + [.bool("never", value: true)]) : decoded
        }
    }

    /// Whether the family's drivers must never send a request.
    public func neverSends(_ request: [UInt8]) -> Bool { neverSends.contains { $0.matches(request) } }
}

/// A request that destroys a device's records, its settings or its bond.
public struct NeverSent: Hashable, Sendable {
    /// Its first bytes; nil matches any byte.
    public let bytes: [UInt8?]
    /// Its effect on the device.
    public let effect: String

    init(_ bytes: UInt8?..., effect: String) {
        self.bytes = bytes
        self.effect = effect
    }

    /// Whether a request begins so.
    func matches(_ request: [UInt8]) -> Bool {
        request.count >= bytes.count && zip(bytes, request).allSatisfy { $0 == nil || $0 == $1 }
    }
}

extension DriverFrame {
    /// Bytes of a stream that belong to no whole frame: the rest of an earlier one, noise, or a beginning.
    static func skipped(_ bytes: some Sequence<UInt8>) -> DriverFrame {
        DriverFrame("skipped", fields: [.hex("bytes", value: Array(bytes))])
    }
}

extension DriverFamily {
    /// A codec for frames that can each be decoded alone.
    static func each(
        _ decode: @escaping @Sendable (ByteView, DriverOptions) throws(CodecError) -> DriverFrame
    ) -> @Sendable ([[UInt8]], DriverOptions) throws(CodecError) -> [DriverFrame] {
        { frames, options throws(CodecError) in
            var decoded: [DriverFrame] = []
            for frame in frames { decoded.append(try decode(ByteView(frame), options)) }
            return decoded
        }
    }

    /// The error for a frame of an unknown kind.
    static func unknownFrame(_ family: String) -> CodecError {
        CodecError(.invalid, message: "this is not a frame of \(family)")
    }
}

extension DriverFamily {
    /// The row as a JSON object on one line.
    public var json: String {
        DecodedValue.object([
            .text("name", value: name), .text("devices", value: devices),
            .object(
                "frames",
                value: [
                    .int("captured", value: evidence.captured), .int("published", value: evidence.published),
                    .int("constant", value: evidence.constant), .int("computed", value: evidence.computed),
                ]
            ),
            DecodedField("neverSends", value: .list(neverSends.map { .text($0.summary) })),
        ]).json
    }
}

extension NeverSent {
    /// One line for people: the bytes (`..` for any) and the effect.
    public var summary: String {
        let digits = bytes.map { $0.map { DecodedValue.hex([$0]) } ?? ".." }
        return "\(digits.joined(separator: " ")) (\(effect))"
    }
}
