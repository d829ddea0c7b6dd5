public import VitalRecords

/// What was seen on a display.
public struct DisplayResult: Codable, Sendable, Hashable {
    /// Why there is no reading on a display.
    public struct Refusal: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No display is seen.
        public static let noDisplay = Self(rawValue: "noDisplay")
        /// The display is off.
        public static let displayOff = Self(rawValue: "displayOff")
        /// There are several displays.
        public static let severalDisplays = Self(rawValue: "severalDisplays")
        /// It shows an error of the meter.
        public static let errorCode = Self(rawValue: "errorCode")
        /// It shows that the value is out of the meter's range.
        public static let outOfRange = Self(rawValue: "outOfRange")
        /// It shows the time.
        public static let clock = Self(rawValue: "clock")
        /// It shows an older value.
        public static let memory = Self(rawValue: "memory")
        /// The characters are ambiguous.
        public static let unreadable = Self(rawValue: "unreadable")
        /// Such values are impossible.
        public static let implausible = Self(rawValue: "implausible")
        /// The number on it is none of this kind, only a part of it would be.
        public static let notThisField = Self(rawValue: "notThisField")
        /// The picture is too dark.
        public static let tooDark = Self(rawValue: "tooDark")
        /// The picture is blurred.
        public static let blurred = Self(rawValue: "blurred")
        /// A reflection covers it.
        public static let glare = Self(rawValue: "glare")
        /// The display is too small in the picture.
        public static let tooSmall = Self(rawValue: "tooSmall")

        /// The words of this version.
        public static let known: [Self] = [
            .noDisplay, .displayOff, .severalDisplays, .errorCode, .outOfRange, .clock, .memory, .unreadable,
            .implausible, .notThisField, .tooDark, .blurred, .glare, .tooSmall,
        ]
    }

    /// One value of the display.
    public struct Field: Codable, Sendable, Hashable {
        /// The layout's name of it, as `sys`.
        public var key: String
        /// The characters, as `128`.
        public var text: String
        /// The value as a record has it.
        public var measurement: Measurement?
        /// How certain each character is, from 0 to 1.
        public var characters: [Double]

        /// Makes a field.
        public init(key: String, text: String, measurement: Measurement?, characters: [Double]) {
            self.key = key
            self.text = text
            self.measurement = measurement
            self.characters = characters
        }
    }

    /// The display's rows, divided by line feeds; empty where nothing was seen.
    public var text: String
    /// The values; empty where it was refused, or where the seat's values are not shared.
    public var fields: [Field]
    /// How certain all of it is, from 0 to 1.
    public var confidence: Double
    /// Whether it is certain enough to be taken for right; a person confirms it all the same.
    public var accepted: Bool
    /// Why it is not accepted, each a sentence with its way out; absent where it is, and where `refused` says why.
    public var reasons: [ReadingDoubt]?
    /// Why there is no reading; absent where there is one.
    public var refused: Refusal?
    /// A reflection on the display; absent where there is none.
    public var glare: Glare?
    /// The display cut out; absent where there is none, and for a stream's frame where the seat's values are not shared.
    public var crop: PictureReference?
    /// Where the display is in the picture; absent where none was found.
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
    /// Where it is.
    public var area: PictureArea
    /// How strong it is, from 0 to 1.
    public var strength: Double

    /// Makes one.
    public init(area: PictureArea, strength: Double) {
        self.area = area
        self.strength = strength
    }
}
