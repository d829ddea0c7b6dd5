package import NeuralNet

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
