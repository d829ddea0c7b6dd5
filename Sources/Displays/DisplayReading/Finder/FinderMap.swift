package import NeuralNet
import Pixels

/// The finder's output, in cells of four pixels.
package struct FinderMap: Sendable {
    /// The side of a cell in input pixels.
    package static let cell = 4.0

    /// The number of cells per row.
    package let width: Int
    /// The number of rows of cells.
    package let height: Int
    /// The logit of belonging to the core of a value's row.
    package let core: [Float]
    /// The logarithm of the row's height in input pixels over 16.
    package let rowHeight: [Float]
    /// The sine of the row's angle.
    package let sine: [Float]
    /// The logit of being inside a display.
    package let display: [Float]

    /// Takes the planes of the finder's output; nil if it does not have four.
    ///
    /// - Parameters:
    ///   - columns: The columns that show the image; the rest is padding.
    ///   - rows: The rows that show the image.
    package init?(_ output: Tensor, columns: Int, rows: Int) {
        guard output.channels == 4 else { return nil }
        let (columns, rows) = (min(columns, output.width), min(rows, output.height))
        let planes = (0..<4).map { channel in
            let plane = Array(output.plane(channel))
            return (0..<rows).flatMap { plane[$0 * output.width..<$0 * output.width + columns] }
        }
        self.init(
            width: columns,
            height: rows,
            core: planes[0],
            rowHeight: planes[1],
            sine: planes[2],
            display: planes[3]
        )
    }

    /// Creates a map from its planes, each of `width` times `height` numbers.
    package init(width: Int, height: Int, core: [Float], rowHeight: [Float], sine: [Float], display: [Float]) {
        self.width = width
        self.height = height
        self.core = core
        self.rowHeight = rowHeight
        self.sine = sine
        self.display = display
    }
}

/// Normalisation of images for the networks: the mean is subtracted, and the result divided by the deviation.
enum NetworkInput {
    /// Added to the deviation, so that noise on a uniform grey is not amplified.
    static let floor = 8.0

    /// Pads an image at the upper left of a larger plane with its mean.
    ///
    /// - Parameter square: The side of the square for the deviation, padding included, as in training.
    static func tensor(_ image: GrayImage, width: Int, height: Int, square: Int) -> Tensor? {
        guard image.width <= width, image.height <= height else { return nil }
        let area = Double(max(square * square, image.width * image.height, 1))
        let share = Double(image.width * image.height) / area
        let table = levels(mean: image.mean, deviation: image.deviation * share.squareRoot())
        var values = [Float](repeating: 0, count: width * height)
        let pixels = image.pixels
        for row in 0..<image.height {
            for column in 0..<image.width {
                values[row * width + column] = table[Int(pixels[row * image.width + column])]
            }
        }
        return Tensor(channels: 1, height: height, width: width, values: values)
    }

    /// Converts a row's crop.
    static func tensor(_ crop: GrayImage) -> Tensor? {
        let table = levels(mean: crop.mean, deviation: crop.deviation)
        return Tensor(
            channels: 1,
            height: crop.height,
            width: crop.width,
            values: crop.pixels.map { table[Int($0)] }
        )
    }

    private static func levels(mean: Double, deviation: Double) -> [Float] {
        (0...255).map { Float((Double($0) - mean) / (deviation + floor)) }
    }
}
