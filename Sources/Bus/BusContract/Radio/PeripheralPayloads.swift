public import MessageBus

/// Selects entries of the catalogue; every part that is present has to match.
public struct PeripheralFilter: Codable, Sendable, Hashable {
    /// A catalogue number.
    public var peripheralID: Int?
    /// One type, for example `bloodPressureMonitor`.
    public var type: String?
    /// Words of the name; case is ignored.
    public var text: String?
    /// Only verified models, or only the others.
    public var verified: Bool?
    /// Only models that need pairing, or only the others.
    public var requiresPairing: Bool?
    /// Only models that are switched off, or only the others.
    public var disabled: Bool?
    /// The page of the selected entries, from 1; 1 when absent.
    ///
    /// Pages end when the message is full.
    public var page: Int?

    /// Makes a filter; without parts it selects all entries.
    public init(
        peripheralID: Int? = nil,
        type: String? = nil,
        text: String? = nil,
        verified: Bool? = nil,
        requiresPairing: Bool? = nil,
        disabled: Bool? = nil,
        page: Int? = nil
    ) {
        self.peripheralID = peripheralID
        self.type = type
        self.text = text
        self.verified = verified
        self.requiresPairing = requiresPairing
        self.disabled = disabled
        self.page = page
    }
}

/// A page of the catalogue's entries.
public struct SupportedPeripherals: Codable, Sendable, Hashable {
    /// The entries.
    public var peripherals: [PeripheralView]
    /// The page, from 1.
    public var page: Int?
    /// The total number of pages.
    public var pages: Int?

    /// Makes a page.
    public init(peripherals: [PeripheralView], page: Int? = nil, pages: Int? = nil) {
        self.peripherals = peripherals
        self.page = page
        self.pages = pages
    }
}

/// One entry of the catalogue.
public struct PeripheralView: Codable, Sendable, Hashable {
    /// When a model advertises.
    public struct Advertises: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// As soon as it is switched on.
        public static let beforeMeasurement = Self(rawValue: "beforeMeasurement")
        /// Only to deliver measurements.
        public static let afterMeasurement = Self(rawValue: "afterMeasurement")
        /// Before and after a measurement.
        public static let either = Self(rawValue: "either")

        /// The values that this version knows.
        public static let known: [Self] = [.beforeMeasurement, .afterMeasurement, .either]
    }

    /// The best evidence for reading a model; none was tried on a real device.
    public struct Evidence: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A frame captured from this model.
        public static let captured = Self(rawValue: "captured")
        /// A frame of another project's test.
        public static let published = Self(rawValue: "published")
        /// Computed frames only.
        public static let computed = Self(rawValue: "computed")
        /// A standard profile; no frame of the model.
        public static let untried = Self(rawValue: "untried")

        /// The values that this version knows.
        public static let known: [Self] = [.captured, .published, .computed, .untried]
    }

    /// The catalogue number.
    public var peripheralID: Int
    /// The name shown to people.
    public var name: String
    /// The maker.
    public var manufacturer: String?
    /// The model.
    public var model: String?
    /// The kind of device.
    public var type: String
    /// Whether the model must be paired.
    public var requiresPairing: Bool
    /// How to pair it, in plain words.
    public var pairingInstructions: String
    /// How to begin a reading, in plain words.
    public var startInstructions: String?
    /// How to take a reading, in plain words.
    public var readingInstructions: String
    /// An image of the model: a drawing in a file of the hub, or an address from the operator's catalogue file.
    public var imageURL: String?
    /// The image itself as a `data:` address (RFC 2397), at most 64 KiB of content.
    ///
    /// Only in the answer to a filter by `peripheralID`; absent if `imageURL` names another machine's file.
    public var image: String?
    /// When it advertises.
    public var advertises: Advertises?
    /// Whether it can send stored measurements.
    public var hasMemory: Bool?
    /// Its protocol: `standard`, or the name of the driver that it needs.
    public var speaks: String?
    /// How the model is known to depart from its profile.
    public var quirks: [String]?
    /// What this hub still needs before it can read such a device; empty if nothing.
    public var missing: [WireFault]?
    /// Whether it is switched off.
    public var disabled: Bool
    /// Whether a frame captured from this model passes its test and this program can read the model.
    public var verified: Bool
    /// The evidence for reading the model; absent if this hub has no codec or driver for it.
    public var evidence: Evidence?

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
        verified: Bool,
        evidence: Evidence? = nil
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
        self.evidence = evidence
    }
}
