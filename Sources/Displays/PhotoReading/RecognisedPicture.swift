package import DisplayReading
package import Pixels

/// What was recognised in a picture; places are in pixels of the upright picture as it came.
package struct RecognisedPicture: Sendable {
    /// The measurements in the order of the layout's fields; empty exactly where there is a refusal.
    package let measurements: [DisplayMeasurement]
    /// The rows as they were read, joined by line feeds.
    package let text: String
    /// The probability that all measurements are right, 0…1.
    package let confidence: Double
    /// True where nothing but their confidence stands against taking them without a person's look.
    package let isAcceptable: Bool
    /// True where they can be taken so.
    package var isAccepted: Bool { isAcceptable && Calibration.current.suffices(confidence) }
    /// What speaks for and against the reading; of nothing where there is none.
    package let evidence: Evidence
    /// What a reflection hides.
    package let glare: GlareReport
    /// Why there are no measurements, or nil.
    package let refusal: PictureRefusal?
    /// All rows that were found, from top to bottom.
    package let rows: [FoundRow]
    /// The display's area, or nil where nothing was found.
    package let display: OrientedBox?

    /// A picture in which nothing was recognised.
    package init(refused refusal: PictureRefusal, glare: GlareReport = .none) {
        self.init(DisplayParts(), evidence: Evidence(), glare: glare, isAcceptable: false, refusal: refusal)
    }

    init(
        _ parts: DisplayParts,
        evidence: Evidence,
        glare: GlareReport,
        isAcceptable: Bool,
        refusal: PictureRefusal?
    ) {
        self.evidence = evidence
        measurements = refusal == nil ? parts.measurements : []
        text = parts.text
        confidence = refusal == nil ? parts.confidence : 0
        self.isAcceptable = isAcceptable && refusal == nil
        self.glare = glare
        self.refusal = refusal
        rows = parts.rows
        display = parts.display
    }
}
