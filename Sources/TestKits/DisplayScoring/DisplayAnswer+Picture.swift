internal import DisplayReading
package import PhotoReading

extension DisplayAnswer {
    /// What was recognised in a picture.
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
