internal import DisplayLayouts
internal import Foundation

/// An entry of `labels.json` for the real photos.
struct PhotoLabel: Decodable {
    /// A value in the file: a number, or a text to be matched literally.
    enum Word: Decodable {
        case number(Decimal)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .number(try container.decode(Decimal.self))
            }
        }

        var text: String {
            switch self {
            case .number(let number): number.description
            case .text(let text): text
            }
        }
    }

    let file: String
    let device_type: String
    let expected: [String: Word]?
    let category: String
    let display: [Int]?
    let lines: [String: [Int]]?

    /// The truth about the photo.
    var truth: DisplayTruth {
        let kind = kind
        let fields = DisplayLayout.standard(kind).fields.map(\.key)
        let words = expected ?? [:]
        return DisplayTruth(
            kind: kind,
            values: fields.compactMap { key in words[key].map { DisplayTruth.Value(key, text: $0.text) } },
            unit: words["unit"]?.text,
            refusal: category == "read" ? nil : category
        )
    }

    private var kind: DisplayKind {
        let names: [String: DisplayKind] = [
            "blood_pressure": .bloodPressure, "glucose_meter": .glucoseMeter, "thermometer": .thermometer,
            "pulse_oximeter": .pulseOximeter, "weight_scale": .weightScale,
        ]
        return names[device_type] ?? .any
    }
}
