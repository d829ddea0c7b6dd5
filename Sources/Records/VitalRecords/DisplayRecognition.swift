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
