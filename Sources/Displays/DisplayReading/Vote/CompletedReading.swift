package import Pixels

/// A reading that enough frames agree on.
package struct CompletedReading: Sendable, Hashable {
    /// One field with its text.
    package struct Field: Sendable, Hashable {
        /// The field's name, as `sys`.
        package let name: String
        /// Its text, as `128`.
        package let text: String
        /// The confidence in each character of the text, 0…1.
        package let confidences: [Double]

        /// Makes a field.
        package init(name: String, text: String, confidences: [Double]) {
            (self.name, self.text, self.confidences) = (name, text, confidences)
        }
    }

    /// The fields from top to bottom.
    package let fields: [Field]
    /// How many frames gave evidence.
    package let framesUsed: Int
    /// The share of those frames that show exactly this reading, 0…1.
    package let agreement: Double
    /// The probability that all fields are right, 0…1, as far as the frames' own confidence bears it.
    package let confidence: Double
    /// The number of the frame that shows the reading best.
    package let bestFrame: Int
    /// The display's box in that frame.
    package let box: PixelRect?

    /// The texts divided by line feeds.
    package var text: String { fields.map(\.text).joined(separator: "\n") }
}
