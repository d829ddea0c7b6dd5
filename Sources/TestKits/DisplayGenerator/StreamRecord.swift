package import Pixels

/// One record of the stream for training: an image, and the truth about it as JSON.
package struct StreamRecord: Sendable {
    /// The truth.
    package var json: String
    /// The image.
    package var image: GrayImage

    /// Makes a record.
    package init(json: String, image: GrayImage) {
        self.json = json
        self.image = image
    }

    /// Its bytes: the JSON's length, the JSON, the width, the height (each four bytes, the lowest first), the pixels.
    package var bytes: [UInt8] {
        var result: [UInt8] = []
        func append(_ number: Int) {
            for shift in stride(from: 0, to: 32, by: 8) { result.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        append(json.utf8.count)
        result.append(contentsOf: json.utf8)
        append(image.width)
        append(image.height)
        result.append(contentsOf: image.pixels)
        return result
    }
}
