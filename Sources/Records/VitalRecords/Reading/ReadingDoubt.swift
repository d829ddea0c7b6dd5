/// Why a display's reading needs a person's check: one code for each doubt, the same everywhere.
///
/// A reading is accepted if and only if there is no doubt. Unknown words are passed on.
public struct ReadingDoubt: OpenString {
    /// The word as it appears in JSON.
    public let rawValue: String

    /// Creates the value from any word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is as small as print.
    public static let smallPrint = Self(rawValue: "smallPrint")
    /// It is also a valid number when read upside down.
    public static let upsideDown = Self(rawValue: "upsideDown")
    /// The last figure may be the symbol of a unit.
    public static let unitSymbol = Self(rawValue: "unitSymbol")
    /// It may be a part of a longer text.
    public static let longerText = Self(rawValue: "longerText")
    /// There may be more digits next to it.
    public static let mayContinue = Self(rawValue: "mayContinue")
    /// A decimal point was supposed, not seen.
    public static let restoredPoint = Self(rawValue: "restoredPoint")
    /// A value that such a meter shows is missing.
    public static let missingValue = Self(rawValue: "missingValue")
    /// Another meter may be in view.
    public static let severalDisplays = Self(rawValue: "severalDisplays")
    /// A reflection covers a part of it.
    public static let glare = Self(rawValue: "glare")
    /// A reflection covers a place next to a value, where another digit would make another value.
    public static let glareBeside = Self(rawValue: "glareBeside")
    /// The time for the picture ended before every direction was tried.
    public static let outOfTime = Self(rawValue: "outOfTime")
    /// The confidence is too low; accompanying codes give the main reasons.
    public static let unsure = Self(rawValue: "unsure")
    /// It is blurred.
    public static let blurred = Self(rawValue: "blurred")
    /// The digits have little contrast.
    public static let faint = Self(rawValue: "faint")
    /// It is small in the picture.
    public static let tooSmall = Self(rawValue: "tooSmall")
    /// It is tilted in the picture.
    public static let tilted = Self(rawValue: "tilted")
    /// Digits look like others.
    public static let unclearDigits = Self(rawValue: "unclearDigits")
    /// A decimal point may have been missed.
    public static let unclearPoint = Self(rawValue: "unclearPoint")
    /// The display itself is difficult to recognise.
    public static let unclearDisplay = Self(rawValue: "unclearDisplay")
    /// The values are rare for such a meter.
    public static let unusualValue = Self(rawValue: "unusualValue")
    /// The rows are not arranged as on such a meter, or something large next to them was not used.
    public static let unusualLayout = Self(rawValue: "unusualLayout")
    /// Nothing else on the display confirms a number as short as this one.
    public static let fewChecks = Self(rawValue: "fewChecks")
    /// Too few frames show a reading so far.
    public static let fewFrames = Self(rawValue: "fewFrames")
    /// The frames are too similar to count as independent.
    public static let framesAlike = Self(rawValue: "framesAlike")
    /// The frames show different readings.
    public static let framesDisagree = Self(rawValue: "framesDisagree")

    /// The values that this version knows, in the order in which they are declared.
    public static let known: [Self] = sentences.map(\.doubt)
}

extension ReadingDoubt {
    /// Each code with its meaning and, after the colon, the remedy.
    private static let sentences: [(doubt: Self, text: String)] = [
        (.smallPrint, "it is as small as print: move closer"),
        (.upsideDown, "upside down it would also be a number: hold the meter upright, and give the display's box"),
        (.unitSymbol, "its last digit may be the symbol of a unit: compare it, and type it if it is wrong"),
        (.longerText, "its row shows something more: show the whole display, or type the value"),
        (.mayContinue, "there may be more digits next to it: show the whole display with a margin"),
        (.restoredPoint, "its decimal point was not found: move closer, or type the value"),
        (.missingValue, "a value is missing, such as the pulse: wait until the display shows all, or type it"),
        (.severalDisplays, "another meter may be in view: hide it, or give the display's box"),
        (.glare, "a reflection covers a part of it: tilt the meter, or shade it"),
        (.glareBeside, "a reflection next to a value may hide a digit: tilt the meter, or shade it"),
        (.outOfTime, "not every direction was tried in time: hold the meter upright, or give the display's box"),
        (.unsure, "it is not certain enough: compare it with the display, or take another photo"),
        (.blurred, "it is blurred: hold still, and wait until the picture is sharp"),
        (.faint, "its digits have little contrast: add light, or hold the camera straight in front of it"),
        (.tooSmall, "it is small in the picture: move closer"),
        (.tilted, "it is tilted: hold it straight"),
        (.unclearDigits, "some digits are ambiguous: hold the camera straight in front of it, or type them"),
        (.unclearPoint, "a decimal point may have been missed: move closer, and hold still"),
        (.unclearDisplay, "the display is hard to find: move closer, or give its box"),
        (.unusualValue, "its values are rare for such a meter: name the meter's type and unit, or type them"),
        (.unusualLayout, "its rows do not match such a meter: name the meter's type or model"),
        (.fewChecks, "the display has nothing else to confirm such a short number: name the meter, or compare it"),
        (.fewFrames, "too few frames show a reading: hold still a moment longer"),
        (.framesAlike, "the frames are too alike: move the meter a little"),
        (.framesDisagree, "the frames show different readings: wait until the light and the value are stable"),
    ]

    private static let table = Dictionary(sentences.map { ($0.doubt, $0.text) }) { first, _ in first }

    /// The doubt and its remedy, as one short sentence; for a code of a newer version the code itself.
    public var sentence: String { Self.table[self] ?? rawValue }
}
