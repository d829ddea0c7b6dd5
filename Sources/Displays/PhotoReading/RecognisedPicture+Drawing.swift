internal import DisplayReading
package import Pixels

extension RecognisedPicture {
    /// The opened picture with what was found drawn on it: the display white, values green, rows that are no values
    /// yellow, glare magenta, each row with its text and how sure it is.
    package func drawing(on picture: OpenedPicture) -> ColorImage {
        var canvas = PixelCanvas(picture.color)
        let scale = 1 / Double(picture.scale)
        let size = max(1, max(picture.color.width, picture.color.height) / 400)
        if let display {
            canvas.outline(display.scaled(by: scale), thickness: size, (255, 255, 255))
        }
        if let glare = glare.box {
            canvas.outline(OrientedBox(glare).scaled(by: scale), thickness: size, (255, 0, 255))
        }
        for row in rows {
            let isValue = refusal == nil && row.field != nil
            let color: PixelCanvas.Color = isValue ? (0, 255, 0) : (255, 220, 0)
            let box = row.box.scaled(by: scale)
            canvas.outline(box, thickness: size, color)
            let bounds = box.bounds
            let words = [row.field, row.text, "\(Int(row.probability * 100))%"].compactMap(\.self).joined(
                separator: " "
            )
            let (left, top) = (max(2 * size, bounds.x + 2 * size), max(2 * size, bounds.y - 9 * size))
            canvas.write(words, x: left, y: top, size: size, color)
        }
        let verdict = refusal.map { "REFUSED: \($0.reason)" } ?? "\(isAccepted ? "ACCEPTED" : "CHECK") \(percent)%"
        canvas.write(verdict, x: 2 * size, y: 2 * size, size: size, isAccepted ? (0, 255, 0) : (255, 220, 0))
        return canvas.image ?? picture.color
    }

    private var percent: Int { Int((confidence * 100).rounded(.down)) }
}
