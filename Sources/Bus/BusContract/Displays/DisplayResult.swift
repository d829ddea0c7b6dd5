public import VitalRecords

/// What was read on a display.
public struct DisplayResult: Codable, Sendable, Hashable {
    /// Why a display gives no reading.
    public struct Refusal: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No display is seen.
        public static let noDisplay = Self(rawValue: "noDisplay")
        /// The display is off.
        public static let displayOff = Self(rawValue: "displayOff")
        /// The picture shows several displays.
        public static let severalDisplays = Self(rawValue: "severalDisplays")
        /// It shows an error code of the meter.
        public static let errorCode = Self(rawValue: "errorCode")
        /// It shows that the value is out of the meter's range.
        public static let outOfRange = Self(rawValue: "outOfRange")
        /// It shows the time of day.
        public static let clock = Self(rawValue: "clock")
        /// It shows a stored value.
        public static let memory = Self(rawValue: "memory")
        /// The characters are ambiguous.
        public static let unreadable = Self(rawValue: "unreadable")
        /// The values are impossible.
        public static let implausible = Self(rawValue: "implausible")
        /// The number does not fit this kind of meter; only a part of it would.
        public static let notThisField = Self(rawValue: "notThisField")
        /// The picture is too dark.
        public static let tooDark = Self(rawValue: "tooDark")
        /// The picture is blurred.
        public static let blurred = Self(rawValue: "blurred")
        /// A reflection covers the display.
        public static let glare = Self(rawValue: "glare")
        /// The display is too small in the picture.
        public static let tooSmall = Self(rawValue: "tooSmall")
        /// The time for the picture ended before every direction was tried.
        public static let outOfTime = Self(rawValue: "outOfTime")

        /// The values that this version knows.
        public static let known: [Self] = [
            .noDisplay, .displayOff, .severalDisplays, .errorCode, .outOfRange, .clock, .memory, .unreadable,
            .implausible, .notThisField, .tooDark, .blurred, .glare, .tooSmall, .outOfTime,
        ]
    }

    /// One value of the display.
    public struct Field: Codable, Sendable, Hashable {
        /// The layout's name for it, such as `sys`.
        public var key: String
        /// The characters, such as `128`.
        public var text: String
        /// The value as records store it.
        public var measurement: Measurement?
        /// The confidence of each character, from 0 to 1.
        public var characters: [Double]

        /// Makes a field.
        public init(key: String, text: String, measurement: Measurement?, characters: [Double]) {
            self.key = key
            self.text = text
            self.measurement = measurement
            self.characters = characters
        }
    }

    /// The display's rows, separated by line feeds; empty if nothing was read.
    public var text: String
    /// The values; empty if the reading was refused, or if the seat's values are not shared.
    public var fields: [Field]
    /// The confidence of the whole reading, from 0 to 1.
    public var confidence: Double
    /// Whether the confidence is high enough to accept the reading; a person confirms it in any case.
    public var accepted: Bool
    /// Why it is not accepted, each a sentence with a remedy; absent if it is, and if `refused` gives the reason.
    public var reasons: [ReadingDoubt]?
    /// Why there is no reading; absent if there is one.
    public var refused: Refusal?
    /// A reflection on the display; absent if there is none.
    public var glare: Glare?
    /// The display cut out; absent if there is none, and for a stream's frame if the seat's values are not shared.
    public var crop: PictureReference?
    /// The display's place in the picture; absent if none was found.
    public var display: PictureArea?

    /// Makes a result.
    public init(
        text: String,
        fields: [Field],
        confidence: Double,
        accepted: Bool,
        reasons: [ReadingDoubt]? = nil,
        refused: Refusal? = nil,
        glare: Glare? = nil,
        crop: PictureReference? = nil,
        display: PictureArea? = nil
    ) {
        self.text = text
        self.fields = fields
        self.confidence = confidence
        self.accepted = accepted
        self.reasons = reasons
        self.refused = refused
        self.glare = glare
        self.crop = crop
        self.display = display
    }
}

extension ReadingDoubt: ContractWord {}

/// A reflection on a display.
public struct Glare: Codable, Sendable, Hashable {
    /// The reflection's place.
    public var area: PictureArea
    /// Its strength, from 0 to 1.
    public var strength: Double

    /// Makes one.
    public init(area: PictureArea, strength: Double) {
        self.area = area
        self.strength = strength
    }
}
