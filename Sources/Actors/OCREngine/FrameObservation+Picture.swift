internal import DisplayReading
internal import PhotoReading
internal import Pixels

extension FrameObservation {
    /// Takes what was recognised in a frame, each character with the glare on it.
    ///
    /// - Parameters:
    ///   - picture: What was recognised.
    ///   - opened: The frame.
    ///   - number: The frame's number.
    ///   - time: When it was taken.
    init(_ picture: RecognisedPicture, in opened: OpenedPicture, number: Int, time: Duration) {
        let bounds = picture.display?.scaled(by: 1 / Double(opened.scale)).bounds
            .clamped(width: opened.color.width, height: opened.color.height)
        let display = bounds.flatMap { $0.width > 1 && $0.height > 1 ? opened.color.cropped($0).gray : nil }
        self.init(
            number: number,
            time: time,
            // Values and glare both have their places in the picture as it came.
            rows: picture.measurements.map { RowGuess($0, glare: picture.glare.found) },
            confidence: picture.confidence,
            isAccepted: picture.isAccepted,
            glare: picture.glare.found,
            box: bounds,
            signature: display.map(FrameSignature.init),
            showsOther: ["displayOff", "errorCode", "outOfRange", "clock", "memory"]
                .contains(picture.refusal?.reason ?? "")
        )
    }
}
