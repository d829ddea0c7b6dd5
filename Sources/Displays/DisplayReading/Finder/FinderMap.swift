package import NeuralNet
import Pixels

/// What the finder says of each place of its input, in cells of four pixels.
package struct FinderMap: Sendable {
    /// The side of a cell in the input's pixels.
    package static let cell = 4.0

    /// How many cells a row has.
    package let width: Int
    /// How many rows of cells there are.
    package let height: Int
    /// The logit that a cell belongs to the core of a value's row.
    package let core: [Float]
    /// The logarithm of the row's height in the input's pixels over 16.
    package let rowHeight: [Float]
    /// The sine of the row's angle.
    package let sine: [Float]
    /// The logit that a cell is inside a display's area.
    package let display: [Float]

    /// Takes the planes of the finder's output; nil where it does not have four.
    ///
    /// - Parameters:
    ///   - columns: The columns that show the image; those behind are filling.
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

    /// Makes a map of its planes, each of `width` times `height` numbers.
    package init(width: Int, height: Int, core: [Float], rowHeight: [Float], sine: [Float], display: [Float]) {
        self.width = width
        self.height = height
        self.core = core
        self.rowHeight = rowHeight
        self.sine = sine
        self.display = display
    }
}

/// Images as the networks take them: less their mean, over their deviation.
enum NetworkInput {
    /// Added to the deviation, so that noise on an even grey does not become an image.
    static let floor = 8.0

    /// An image pasted at the upper left of a larger plane whose rest is the image's mean.
    ///
    /// - Parameter square: The side of the square that the deviation is taken over, rest and all, as training does.
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

    /// A row's crop.
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
