/// An operator's changes to a catalogue entry.
///
/// Absent parts stay unchanged. Evidence cannot be set: it comes from the tests' frames.
public struct PeripheralOverride: Hashable, Sendable, Codable {
    /// The peripheral ID.
    public var id: Int
    /// New display name.
    public var name: String?
    /// New kind of device.
    public var type: PeripheralType?
    /// New rule to recognise it by its advertisement.
    public var advert: AdvertRule?
    /// Whether it must be paired.
    public var requiresPairing: Bool?
    /// When it advertises.
    public var advertises: AdvertisingPhase?
    /// Whether it may send stored measurements.
    public var hasMemory: Bool?
    /// Instructions for pairing it.
    public var pairingInstructions: String?
    /// Instructions for what to do before the hub is ready to read.
    public var startInstructions: String?
    /// Instructions for taking a reading.
    public var readingInstructions: String?
    /// URL of an image of it.
    public var imageURL: String?
    /// Whether it is disabled.
    public var disabled: Bool?
    /// Silence in seconds before it is read again.
    public var rearmSeconds: Int?
    /// How long it must advertise before the reader connects, in milliseconds.
    public var connectDelay: Int?

    /// Makes changes; nil parts stay unchanged.
    public init(
        id: Int,
        name: String? = nil,
        type: PeripheralType? = nil,
        advert: AdvertRule? = nil,
        requiresPairing: Bool? = nil,
        advertises: AdvertisingPhase? = nil,
        hasMemory: Bool? = nil,
        pairingInstructions: String? = nil,
        startInstructions: String? = nil,
        readingInstructions: String? = nil,
        imageURL: String? = nil,
        disabled: Bool? = nil,
        rearmSeconds: Int? = nil,
        connectDelay: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.advert = advert
        self.requiresPairing = requiresPairing
        self.advertises = advertises
        self.hasMemory = hasMemory
        self.pairingInstructions = pairingInstructions
        self.startInstructions = startInstructions
        self.readingInstructions = readingInstructions
        self.imageURL = imageURL
        self.disabled = disabled
        self.rearmSeconds = rearmSeconds
        self.connectDelay = connectDelay
    }

    /// Decodes changes.
    ///
    /// - Throws: `DecodingError`, also for an unknown field.
    public init(from decoder: any Decoder) throws {
        try StrictKeys.check(decoder, known: CodingKeys.allCases.map(\.stringValue))
        try self.init(unchecked: decoder)
    }

    /// Decodes changes from an object with other fields.
    init(unchecked decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? { try container.decodeIfPresent(String.self, forKey: key) }
        func flag(_ key: CodingKeys) throws -> Bool? { try container.decodeIfPresent(Bool.self, forKey: key) }
        func number(_ key: CodingKeys) throws -> Int? { try container.decodeIfPresent(Int.self, forKey: key) }
        id = try container.decode(Int.self, forKey: .id)
        name = try text(.name)
        let word = try text(.type)
        type = word.flatMap { PeripheralType(word: $0) }
        if let word, type == nil {
            let known = PeripheralType.known.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                forKey: .type,
                in: container,
                debugDescription: "unknown type '\(word.prefix(64))'; use one of \(known)"
            )
        }
        advert = try container.decodeIfPresent(AdvertRule.self, forKey: .advert)
        requiresPairing = try flag(.requiresPairing)
        advertises = try container.decodeIfPresent(AdvertisingPhase.self, forKey: .advertises)
        hasMemory = try flag(.hasMemory)
        pairingInstructions = try text(.pairingInstructions)
        startInstructions = try text(.startInstructions)
        readingInstructions = try text(.readingInstructions)
        imageURL = try text(.imageURL)
        disabled = try flag(.disabled)
        rearmSeconds = try number(.rearmSeconds)
        connectDelay = try number(.connectDelay)
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, name, type, advert, requiresPairing, advertises, hasMemory, pairingInstructions, startInstructions
        case readingInstructions, imageURL, disabled, rearmSeconds, connectDelay
    }

    func applied(to peripheral: Peripheral) -> Peripheral {
        var result = peripheral
        result.name = name ?? result.name
        result.type = type ?? result.type
        result.advert = advert ?? result.advert
        result.requiresPairing = requiresPairing ?? result.requiresPairing
        result.advertises = advertises ?? result.advertises
        result.hasMemory = hasMemory ?? result.hasMemory
        result.pairingInstructions = pairingInstructions ?? result.pairingInstructions
        result.startInstructions = startInstructions ?? result.startInstructions
        result.readingInstructions = readingInstructions ?? result.readingInstructions
        result.imageURL = imageURL ?? result.imageURL
        result.disabled = disabled ?? result.disabled
        result.rearmSeconds = rearmSeconds ?? result.rearmSeconds
        result.connectDelay = connectDelay ?? result.connectDelay
        return result
    }
}
