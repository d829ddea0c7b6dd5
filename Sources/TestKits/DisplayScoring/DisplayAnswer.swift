internal import DisplayLayouts
internal import DisplayReading
package import PhotoReading
package import Pixels

/// The answer for a photo: values, or a refusal.
package struct DisplayAnswer: Sendable, Hashable {
    /// The values; empty if there is a refusal.
    package let values: [DisplayTruth.Value]
    /// The unit of the first value.
    package let unit: String?
    /// The probability that all values are right, 0…1.
    package let confidence: Double
    /// Whether they are accepted without confirmation by a person.
    package let isAccepted: Bool
    /// Why there are no values, as printed.
    package let refusal: String?

    /// The values as text.
    package var told: String { values.map { "\($0.key) \($0.text)" }.joined(separator: ", ") }

    /// Creates an answer.
    package init(
        values: [DisplayTruth.Value],
        unit: String? = nil,
        confidence: Double = 0,
        isAccepted: Bool = false,
        refusal: String? = nil
    ) {
        self.values = values
        self.unit = unit
        self.confidence = confidence
        self.isAccepted = isAccepted
        self.refusal = refusal
    }
}

extension DisplayAnswer {
    /// Creates the answer of a recognised picture.
    package init(_ picture: RecognisedPicture) {
        self.init(
            values: picture.measurements.map(DisplayTruth.Value.init),
            unit: picture.measurements.first?.unit,
            confidence: picture.confidence,
            isAccepted: picture.isAccepted,
            refusal: picture.refusal?.reason
        )
    }
}

extension RecognitionRequest {
    /// Creates the request for a display.
    ///
    /// It includes the unit of a scale, which its owner sets once and which no display shows in legible characters.
    package init(_ truth: DisplayTruth, box: PixelRect?, boxAngle: Double = 0) {
        let unit = truth.kind == .weightScale ? truth.unit.flatMap { DisplayUnit.named($0) } : nil
        self.init(truth.kind, unit: unit, box: box, boxAngle: boxAngle)
    }
}
