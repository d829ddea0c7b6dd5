import Pixels

/// The frame that shows the reading best so far, whose picture the owner keeps.
struct KeptFrame: Sendable {
    let number: Int
    /// What it shows, by field.
    let texts: [String: String]
    let score: Double
    let box: PixelRect?
}
