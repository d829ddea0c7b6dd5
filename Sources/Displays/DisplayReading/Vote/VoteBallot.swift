/// What is kept of one frame while it counts.
struct VoteBallot: Sendable {
    let number: Int
    let time: Duration
    let rows: [RowGuess]
    let confidence: Double
    /// Whether the frame alone could be taken without a person's look.
    let isAccepted: Bool
    let signature: FrameSignature?
    /// How much the frame's view differs from those before it that still count, 0…1.
    var novelty: Double
    /// Whether the frame surely shows another reading than the frames before it.
    let isRival: Bool

    /// How far the frame can be trusted with one character: all of them together make its confidence.
    var reliability: Double {
        let cells = rows.reduce(0) { $0 + $1.cells.count }
        // A wrong reading is wrong in one character as a rule.
        return max(1 - (1 - confidence) * 2 / Double(max(cells, 2)), 0.05)
    }

    /// The texts by field.
    var texts: [String: String] {
        Dictionary(rows.map { ($0.field, $0.text) }) { first, _ in first }
    }
}
