public import MessageBus

/// Chooses entries of the catalogue; all parts that are there must hold.
public struct PeripheralFilter: Codable, Sendable, Hashable {
    /// One number.
    public var peripheralID: Int?
    /// One type, for example `bloodPressureMonitor`.
    public var type: String?
    /// Words of the name, in any case.
    public var text: String?
    /// Only those that are verified, or only the others.
    public var verified: Bool?
    /// Only those that have to be paired, or only the others.
    public var requiresPairing: Bool?
    /// Only those that are switched off, or only the others.
    public var disabled: Bool?

    /// Makes a filter; empty means all.
    public init(
        peripheralID: Int? = nil,
        type: String? = nil,
        text: String? = nil,
        verified: Bool? = nil,
        requiresPairing: Bool? = nil,
        disabled: Bool? = nil
    ) {
        self.peripheralID = peripheralID
        self.type = type
        self.text = text
        self.verified = verified
        self.requiresPairing = requiresPairing
        self.disabled = disabled
    }
}

/// Entries of the catalogue.
public struct SupportedPeripherals: Codable, Sendable, Hashable {
    /// The entries.
    public var peripherals: [PeripheralView]

    /// Makes a list.
    public init(peripherals: [PeripheralView]) {
        self.peripherals = peripherals
    }
}

/// One entry of the catalogue.
public struct PeripheralView: Codable, Sendable, Hashable {
    /// When a model can be seen.
    public struct Advertises: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It can be seen as soon as it is switched on.
        public static let beforeMeasurement = Self(rawValue: "beforeMeasurement")
        /// It only connects to deliver.
        public static let afterMeasurement = Self(rawValue: "afterMeasurement")
        /// It can be seen before and after.
        public static let either = Self(rawValue: "either")

        /// The words of this version.
        public static let known: [Self] = [.beforeMeasurement, .afterMeasurement, .either]
    }

    /// The number.
    public var peripheralID: Int
    /// The name that people see.
    public var name: String
    /// The maker.
    public var manufacturer: String?
    /// The model.
    public var model: String?
    /// The kind of device.
    public var type: String
    /// Whether it must be paired.
    public var requiresPairing: Bool
    /// How to pair it, in plain words.
    public var pairingInstructions: String
    /// How to begin a reading, in plain words.
    public var startInstructions: String?
    /// How to take a reading, in plain words.
    public var readingInstructions: String
    /// An image of it: a drawing in a file of the hub, or what the operator's catalogue file names.
    public var imageURL: String?
    /// The image itself as an address that holds it (`data:`, RFC 2397), 64 KiB of content at most; only in the answer to a filter by
    /// `peripheralID`, and absent where `imageURL` names another machine's file.
    public var image: String?
    /// When it can be seen.
    public var advertises: Advertises?
    /// Whether it may send measurements that it has kept.
    public var hasMemory: Bool?
    /// What it speaks: `standard`, or the name of the driver that it needs.
    public var speaks: String?
    /// The ways in which the model is known to depart from its profile.
    public var quirks: [String]?
    /// What is missing at this hub before any such device can be read; empty when nothing is.
    public var missing: [WireFault]?
    /// Whether it is switched off.
    public var disabled: Bool
    /// Whether a frame captured from this model passes, and this program reads the model.
    public var verified: Bool

    /// Makes an entry.
    public init(
        peripheralID: Int,
        name: String,
        manufacturer: String?,
        model: String?,
        type: String,
        requiresPairing: Bool,
        pairingInstructions: String,
        startInstructions: String? = nil,
        readingInstructions: String,
        imageURL: String? = nil,
        image: String? = nil,
        advertises: Advertises? = nil,
        hasMemory: Bool? = nil,
        speaks: String? = nil,
        quirks: [String]? = nil,
        missing: [WireFault]? = nil,
        disabled: Bool,
        verified: Bool
    ) {
        self.peripheralID = peripheralID
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.type = type
        self.requiresPairing = requiresPairing
        self.pairingInstructions = pairingInstructions
        self.startInstructions = startInstructions
        self.readingInstructions = readingInstructions
        self.imageURL = imageURL
        self.image = image
        self.advertises = advertises
        self.hasMemory = hasMemory
        self.speaks = speaks
        self.quirks = quirks
        self.missing = missing
        self.disabled = disabled
        self.verified = verified
    }
}
