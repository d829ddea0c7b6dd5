package import Pixels
package import VitalRecords

/// The state of a reading after a frame.
package struct FrameResult: Sendable, Hashable {
    /// The frame's number.
    package let frame: Int
    /// The reading so far, rows separated by line feeds: `_` for an uncertain character, a space for one under glare;
    /// empty without a reading.
    package let text: String
    /// The glare in this frame.
    package let glare: DisplayGlare
    /// The display's box in this frame.
    package let box: PixelRect?
    /// The confidence in the text so far, 0…1.
    package let confidence: Double
    /// The reasons why the frames do not yet give a reading; empty if and only if they do.
    package let waits: [ReadingDoubt]
}

/// A reading on which enough frames agree.
package struct CompletedReading: Sendable, Hashable {
    /// One field with its text.
    package struct Field: Sendable, Hashable {
        /// The field's name, such as `sys`.
        package let name: String
        /// Its text, such as `128`.
        package let text: String
        /// The confidence in each character of the text, 0…1.
        package let confidences: [Double]

        /// Creates a field.
        package init(name: String, text: String, confidences: [Double]) {
            (self.name, self.text, self.confidences) = (name, text, confidences)
        }
    }

    /// The fields from top to bottom.
    package let fields: [Field]
    /// The number of frames that gave evidence.
    package let framesUsed: Int
    /// The share of those frames that show exactly this reading, 0…1.
    package let agreement: Double
    /// The probability that all fields are correct, 0…1, limited by the frames' own confidence.
    package let confidence: Double
    /// The number of the frame that shows the reading best.
    package let bestFrame: Int
    /// The display's box in that frame.
    package let box: PixelRect?

    /// The texts separated by line feeds.
    package var text: String { fields.map(\.text).joined(separator: "\n") }
}

/// A request of a ``FrameVote`` to its owner after a frame, in this order.
package enum FrameAction: Sendable, Hashable {
    /// The display shows another reading: earlier evidence is dropped.
    case restarted
    /// The frame with this number shows the reading best so far: keep its picture, and release the one kept before.
    case keep(frame: Int)
    /// Report the reading so far.
    case result(FrameResult)
    /// The reading is complete; later frames are ignored until ``FrameVote/restart()``.
    case completed(CompletedReading)
}
