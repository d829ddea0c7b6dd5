package import Pixels

/// What is told after each frame.
package struct FrameResult: Sendable, Hashable {
    /// The frame's number.
    package let frame: Int
    /// The reading so far, rows divided by line feeds: `_` for a character that is not yet sure, a space for one that
    /// glare covers; empty while nothing was read.
    package let text: String
    /// The glare in this frame.
    package let glare: Glare
    /// The display's box in this frame.
    package let box: PixelRect?
    /// The confidence in the text as it stands, 0…1.
    package let confidence: Double
}

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

/// What a ``FrameVote`` asks of its owner after a frame, in this order.
package enum FrameAction: Sendable, Hashable {
    /// Another reading stands on the display: what was gathered before is dropped.
    case restarted
    /// The frame of this number shows the reading best so far: keep its picture, and let go of the one kept before.
    case keep(frame: Int)
    /// Tell what is read so far.
    case result(FrameResult)
    /// The reading is complete; frames after it are not looked at until ``FrameVote/restart()``.
    case completed(CompletedReading)
}
