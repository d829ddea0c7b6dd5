/// Where a reading or a record comes from.
public struct RecordSource: Hashable, Sendable, Codable {
    /// The way by which it was made.
    public var kind: SourceKind
    /// The number of the peripheral in the catalogue.
    public var peripheralID: Int?
    /// The device's manufacturer.
    public var manufacturer: String?
    /// The device's model.
    public var model: String?
    /// The device's serial number.
    public var serial: String?
    /// The software or device that first made the value, where it came through another one.
    public var originalSource: String?
    /// The platform whose health data was imported: `apple_health`, `google_fit`; nil where it was none.
    public var platform: String?
    /// How a display was read; nil for what no camera read.
    public var recognition: DisplayRecognition?

    /// Makes a source.
    public init(
        kind: SourceKind,
        peripheralID: Int? = nil,
        manufacturer: String? = nil,
        model: String? = nil,
        serial: String? = nil,
        originalSource: String? = nil,
        platform: String? = nil,
        recognition: DisplayRecognition? = nil
    ) {
        self.kind = kind
        self.peripheralID = peripheralID
        self.manufacturer = manufacturer
        self.model = model
        self.serial = serial
        self.originalSource = originalSource
        self.platform = platform
        self.recognition = recognition
    }
}

extension RecordSource {
    /// The source for those who may not see values: no name that a person may have given, no serial number, nothing read.
    ///
    /// `Apple Watch de Zoé` is an `Apple Watch`. What is no known kind of product may be a name and goes.
    public var withoutNames: RecordSource {
        var shown = self
        shown.originalSource = originalSource.flatMap(ProductKind.named)
        shown.serial = nil
        shown.recognition?.text = ""
        shown.recognition?.original = nil
        return shown
    }
}

/// The kinds of products that sources are called by, whatever their owners add.
enum ProductKind {
    /// The kind that a name has in it, as whole words in any case; nil for none.
    static func named(_ name: String) -> String? {
        let words = split(name)
        return known.first { contains(words, $0.words) }?.kind
    }

    private static func contains(_ words: [String], _ part: [String]) -> Bool {
        guard words.count >= part.count else { return false }
        return (0...(words.count - part.count)).contains { words[$0..<($0 + part.count)].elementsEqual(part) }
    }

    /// Words of letters and digits; Apple writes a space without a break, and others write `Zoé's`.
    private static func split(_ name: String) -> [String] {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// Two words go before one: an Apple Watch is not what "Watch" would be.
    private static let known = kinds.map { (kind: $0, words: split($0)) }.sorted { $0.words.count > $1.words.count }

    private static let kinds = [
        "Apple Watch", "iPhone", "iPad", "iPod", "Galaxy Watch", "Pixel Watch", "Apple Health", "Samsung Health",
        "Google Fit", "Health Connect", "Health Auto Export", "Fitbit", "Garmin", "Garmin Connect", "Withings", "Omron",
        "Polar Flow", "Oura", "WHOOP", "Beurer", "iHealth", "QardioArm", "Mi Fitness", "Zepp Life", "Huawei Health",
        "Strava", "MyFitnessPal", "Nike Run Club", "AutoSleep", "Sleep Cycle", "WaterMinder", "Clue",
        "Dexcom", "LibreLink", "FreeStyle", "Contour", "Accu-Chek", "OneTouch", "mySugr", "Renpho", "Eufy", "Suunto",
        "Coros", "Peloton", "Zwift",
    ]
}

/// The way by which a reading was made.
///
/// Unknown ones are carried.
public struct SourceKind: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A Bluetooth device sent it.
    public static let bluetooth = SourceKind(rawValue: "bluetooth")
    /// A camera read it from a display.
    public static let ocr = SourceKind(rawValue: "ocr")
    /// Health data of other software.
    public static let healthImport = SourceKind(rawValue: "healthImport")
    /// A person typed it.
    public static let manual = SourceKind(rawValue: "manual")
}

/// How a display was read, and what a person changed of it.
public struct DisplayRecognition: Hashable, Sendable, Codable {
    /// The display's rows as they were read, divided by line feeds.
    public var text: String
    /// How certain all of it is, from 0 to 1.
    public var confidence: Double
    /// Whether that is certain enough to be taken for right.
    public var accepted: Bool
    /// How many frames it was made of.
    public var frames: Int
    /// What was read in place of the values that a person corrected; nil where nobody corrected anything.
    public var original: [Measurement]?

    /// Makes a description.
    public init(
        text: String,
        confidence: Double,
        accepted: Bool,
        frames: Int = 1,
        original: [Measurement]? = nil
    ) {
        self.text = text
        self.confidence = confidence
        self.accepted = accepted
        self.frames = frames
        self.original = original
    }
}
