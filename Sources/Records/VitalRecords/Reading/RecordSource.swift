/// The origin of a reading or record.
public struct RecordSource: Hashable, Sendable, Codable {
    /// The kind of origin.
    public var kind: SourceKind
    /// The peripheral's number in the catalogue.
    public var peripheralID: Int?
    /// The device's manufacturer.
    public var manufacturer: String?
    /// The device's model.
    public var model: String?
    /// The device's serial number.
    public var serial: String?
    /// The software or device that made the value, if it came through another one.
    public var originalSource: String?
    /// The platform of imported health data: `apple_health`, `google_fit`; nil for any other origin.
    public var platform: String?
    /// How a display was read; nil for any other origin.
    public var recognition: DisplayRecognition?

    /// Creates a source.
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
    /// The origin without names that a person may have given, serial number and recognised text, for readers without
    /// access to values.
    ///
    /// `Apple Watch de Zoé` becomes `Apple Watch`. A name without a known kind of product may be a person's and is
    /// dropped.
    public var withoutNames: RecordSource {
        var shown = self
        shown.originalSource = originalSource.flatMap(ProductKind.named)
        shown.serial = nil
        shown.recognition?.text = ""
        shown.recognition?.original = nil
        return shown
    }
}

/// The kinds of products in the names of sources.
enum ProductKind {
    /// Finds the product kind in a name, as whole words in any case; nil if none is named.
    static func named(_ name: String) -> String? {
        let words = split(name)
        return known.first { contains(words, part: $0.words) }?.kind
    }

    private static func contains(_ words: [String], part: [String]) -> Bool {
        guard words.count >= part.count else { return false }
        return (0...(words.count - part.count)).contains { words[$0..<($0 + part.count)].elementsEqual(part) }
    }

    /// Splits a name into words of letters and digits; Apple writes a no-break space, others write `Zoé's`.
    private static func split(_ name: String) -> [String] {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// Two words have precedence over one: an Apple Watch is not just a "Watch".
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

/// The kind of a reading's origin.
///
/// Unknown words are carried.
public struct SourceKind: OpenString {
    /// The word as it appears in JSON.
    public let rawValue: String

    /// Creates the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A Bluetooth device sent it.
    public static let bluetooth = SourceKind(rawValue: "bluetooth")
    /// A camera read it from a display.
    public static let ocr = SourceKind(rawValue: "ocr")
    /// It was imported from the health data of other software.
    public static let healthImport = SourceKind(rawValue: "healthImport")
    /// A person typed it.
    public static let manual = SourceKind(rawValue: "manual")
}

/// How a display was read, and what a person corrected.
public struct DisplayRecognition: Hashable, Sendable, Codable {
    /// The display's rows as they were read, separated by line feeds.
    public var text: String
    /// The confidence in the whole reading, from 0 to 1.
    public var confidence: Double
    /// Whether the confidence suffices to accept it.
    public var accepted: Bool
    /// Why it does not; nil if it does.
    public var reasons: [ReadingDoubt]?
    /// The number of frames that were used.
    public var frames: Int
    /// The recognised values that a person corrected; nil without a correction.
    public var original: [Measurement]?

    /// Creates a description.
    public init(
        text: String,
        confidence: Double,
        accepted: Bool,
        reasons: [ReadingDoubt]? = nil,
        frames: Int = 1,
        original: [Measurement]? = nil
    ) {
        self.text = text
        self.confidence = confidence
        self.accepted = accepted
        self.reasons = reasons
        self.frames = frames
        self.original = original
    }
}
