/// How a shape changes what is below it.
enum Paint: Sendable {
    /// Covers it with a grey (0 black, 1 white), an opacity and a tint.
    case cover(level: Float, opacity: Float, tint: UInt8)
    /// Adds to the display's ink, 1 a wholly dark (or lit) segment.
    case ink(Float)
    /// Adds to the light plane.
    case light(Float)
}
