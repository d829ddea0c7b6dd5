package import DisplayLayouts
internal import DisplayReading
internal import FoundationEssentials
internal import Pixels
internal import VitalRecords

/// The recognition result of a file as one JSON object.
///
/// `{"file":…,"measurements":{…},"text":…,"confidence":…,"accepted":…,"reasons":[…],"glare":…}`, without `reasons` if
/// the reading is accepted, or `{"file":…,"refused":{"reason":…}}`. Measurements are numbers by field key, with `unit`
/// if the kind of meter has a choice of units. The value of an unknown meter is a text that keeps leading zeros.
package struct RecognitionLine: Encodable, Sendable {
    /// The file's name as given.
    package let file: String
    /// The recognition result.
    package let picture: RecognisedPicture
    /// The requested layout.
    package let layout: DisplayLayout

    /// Creates a line.
    package init(file: String, picture: RecognisedPicture, layout: DisplayLayout) {
        self.file = file
        self.picture = picture
        self.layout = layout
    }

    /// Writes the object.
    package func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: WordKey.self)
        try line.encode(file, forKey: "file")
        if let refusal = picture.refusal {
            var refused = line.nestedContainer(keyedBy: WordKey.self, forKey: "refused")
            try refused.encode(refusal.reason, forKey: "reason")
            if !refusal.text.isEmpty { try refused.encode(refusal.text, forKey: "text") }
            if !refusal.message.isEmpty { try refused.encode(refusal.message, forKey: "message") }
            return
        }
        var values = line.nestedContainer(keyedBy: WordKey.self, forKey: "measurements")
        try encodeMeasurements(&values)
        try line.encode(picture.text, forKey: "text")
        try line.encode(Self.rounded(picture.confidence), forKey: "confidence")
        try line.encode(picture.isAccepted, forKey: "accepted")
        if !picture.reasons.isEmpty { try line.encode(picture.reasons, forKey: "reasons") }
        try encodeGlare(&line)
    }

    private func encodeMeasurements(_ values: inout KeyedEncodingContainer<WordKey>) throws {
        for measurement in picture.measurements {
            let key = WordKey(measurement.key)
            if measurement.unit == nil {
                try values.encode(measurement.text, forKey: key)
            } else if let decimal = measurement.value.decimal {
                try values.encode(decimal, forKey: key)
            } else {
                try values.encode(measurement.value.description, forKey: key)
            }
        }
        let units = Set(picture.measurements.compactMap(\.unit))
        let hasChoice = [.glucoseMeter, .thermometer, .weightScale].contains(layout.kind) || units.contains("kPa")
        if hasChoice, let unit = picture.measurements.first?.unit { try values.encode(unit, forKey: "unit") }
    }

    private func encodeGlare(_ line: inout KeyedEncodingContainer<WordKey>) throws {
        var glare = line.nestedContainer(keyedBy: WordKey.self, forKey: "glare")
        try glare.encode(Self.rounded(picture.glare.area), forKey: "area")
        try glare.encode(Self.rounded(picture.glare.strength), forKey: "strength")
        if let box = picture.glare.box { try glare.encode([box.x, box.y, box.width, box.height], forKey: "box") }
    }

    private static func rounded(_ share: Double) -> Double { (share * 10_000).rounded() / 10_000 }

    /// The result as text for people, with each doubt on a separate line.
    package var text: String {
        if let refusal = picture.refusal {
            let seen =
                refusal.text.isEmpty ? "" : ", seen was \(refusal.text.split(separator: "\n").joined(separator: " / "))"
            return "\(file): refused, \(refusal.reason)\(seen)\(refusal.message.isEmpty ? "" : ": \(refusal.message)")"
        }
        let values = picture.measurements.map { measurement in
            // A value in stones and pounds, such as 5-9.9, is not a number, although it has a unit.
            let isNumber = measurement.unit == nil || DecimalNumber(measurement.text) != nil
            let shown = isNumber ? measurement.text : "\(measurement.value)"
            return "\(measurement.key) \(shown)\(measurement.unit.map { " \($0)" } ?? "")"
        }
        let percent = Int((picture.confidence * 100).rounded(.down))
        let verdict = picture.isAccepted ? "accepted" : "a person must check it"
        let line = "\(file): \(values.joined(separator: ", ")), \(percent) % sure, \(verdict)"
        return ([line] + picture.reasons.map { "  \($0.sentence)" }).joined(separator: "\n")
    }
}

/// A JSON key with an arbitrary name.
struct WordKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ word: String) {
        stringValue = word
    }

    init(stringLiteral value: String) {
        self.init(value)
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        return nil
    }
}
